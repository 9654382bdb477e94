"""Names of customers, found by any of their words."""

from django.db import migrations

# The expression is the query's: payments/admin/finders.py.
NAMES = """
CREATE INDEX CONCURRENTLY IF NOT EXISTS customer_by_name ON compliance_customer USING gin (
    to_tsvector('simple', coalesce(full_name, '') || ' ' || coalesce(business_info ->> 'legalName', ''))
)
"""


class Migration(migrations.Migration):
    """Not atomic: the index is built while customers come and go."""

    atomic = False
    dependencies = [("compliance", "0009_reviews")]

    operations = [migrations.RunSQL(NAMES, "DROP INDEX CONCURRENTLY IF EXISTS customer_by_name")]
