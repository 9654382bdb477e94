"""Names of customers, found without accents and, where nothing is found, by likeness."""

from pathlib import Path

from django.contrib.postgres.operations import TrigramExtension
from django.db import migrations

SQL = Path(__file__).parent / "sql"
# The name is that of the view `compliance_party`, so that what reads the view finds by these indexes.
_NAME = "search_fold(coalesce(full_name, business_info ->> 'legalName'))"


class Migration(migrations.Migration):
    """Make the function and the indexes."""

    atomic = False
    dependencies = [("compliance", "0005_party")]

    operations = [
        TrigramExtension(),
        migrations.RunSQL((SQL / "0006_names.sql").read_text(), "DROP FUNCTION search_fold"),
        migrations.RunSQL(
            "CREATE INDEX CONCURRENTLY customer_by_folded_name ON compliance_customer"
            f" USING gin (to_tsvector('simple', {_NAME}))",
            "DROP INDEX customer_by_folded_name",
        ),
        migrations.RunSQL(
            f"CREATE INDEX CONCURRENTLY customer_by_likeness ON compliance_customer USING gin ({_NAME} gin_trgm_ops)",
            "DROP INDEX customer_by_likeness",
        ),
    ]
