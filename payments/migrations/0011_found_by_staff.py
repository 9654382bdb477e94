"""Accounts outside, found by beneficiary without accents or by likeness, and by the whole number."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models

# The expression is the query's: payments/admin/finders.py.
_NAME = (
    "search_fold(coalesce(account_info #>> '{beneficiary,fullName}', account_info #>> '{beneficiary,legalName}'))"
)


class Migration(migrations.Migration):
    """Make the indexes."""

    atomic = False
    dependencies = [("payments", "0010_due_by_platform"), ("compliance", "0006_names_without_accents")]

    operations = [
        migrations.RunSQL(
            "CREATE INDEX CONCURRENTLY external_account_by_folded_name ON payments_externalaccount"
            f" USING gin (to_tsvector('simple', {_NAME}))",
            "DROP INDEX external_account_by_folded_name",
        ),
        migrations.RunSQL(
            "CREATE INDEX CONCURRENTLY external_account_by_likeness ON payments_externalaccount"
            f" USING gin ({_NAME} gin_trgm_ops)",
            "DROP INDEX external_account_by_likeness",
        ),
        AddIndexConcurrently(
            "externalaccount",
            models.Index(
                fields=["primary_identifier_digest"],
                condition=models.Q(primary_identifier_digest__isnull=False),
                name="external_account_by_number",
            ),
        ),
    ]
