"""What was decided today has an index; an index of names that nothing reads any more goes."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    """Names are found by customer_by_folded_name, since migration 0006."""

    atomic = False
    dependencies = [("compliance", "0006_names_without_accents")]

    operations = [
        AddIndexConcurrently(
            "verification",
            models.Index(
                fields=["decided_at"],
                condition=models.Q(decided_at__isnull=False),
                name="verification_by_decision",
            ),
        ),
        migrations.RunSQL(
            "DROP INDEX CONCURRENTLY IF EXISTS customer_by_name",
            "CREATE INDEX customer_by_name ON compliance_customer USING gin (to_tsvector('simple',"
            " coalesce(full_name, '') || ' ' || coalesce(business_info ->> 'legalName', '')))",
        ),
    ]
