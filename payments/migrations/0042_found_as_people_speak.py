"""Accounts outside by names in Latin letters and by the platform's own id; payments by words of the memo, and by fee."""

from typing import Any

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models

from platforms.database import spelt


def spell(_apps: Any, schema_editor: Any) -> None:
    """Spell the names that were stored before."""
    name = "coalesce(account_info #>> '{beneficiary,fullName}', account_info #>> '{beneficiary,legalName}')"
    spelt.fill(schema_editor.connection, table="payments_externalaccount", name=name)


class Migration(migrations.Migration):
    """Fill the column, and make the indexes while others write. The expressions are those of the queries."""

    atomic = False
    dependencies = [("payments", "0041_spellings"), ("compliance", "0019_spellings")]

    operations = [
        # The building waits for transactions of others, and holds up nobody meanwhile.
        migrations.RunSQL("SET lock_timeout = 0", migrations.RunSQL.noop),
        migrations.RunPython(spell, migrations.RunPython.noop),
        migrations.RunSQL(
            "CREATE INDEX CONCURRENTLY external_account_by_spelling ON payments_externalaccount"
            " USING gin (to_tsvector('simple', spellings)) WHERE spellings <> ''",
            "DROP INDEX external_account_by_spelling",
        ),
        migrations.RunSQL(
            "CREATE INDEX CONCURRENTLY external_account_by_own_id ON payments_externalaccount"
            r" (lower(regexp_replace(platform_account_id, '[\W_]+', '', 'g'))) WHERE platform_account_id IS NOT NULL",
            "DROP INDEX external_account_by_own_id",
        ),
        migrations.RunSQL(
            "CREATE INDEX CONCURRENTLY transaction_by_memo ON payments_transaction"
            " USING gin (to_tsvector('simple', search_fold(description))) WHERE description IS NOT NULL",
            "DROP INDEX transaction_by_memo",
        ),
        AddIndexConcurrently(
            "transaction",
            models.Index(
                fields=["fees", "sent_currency", "id"], condition=models.Q(fees__gt=0), name="transaction_by_fee"
            ),
        ),
        migrations.RunSQL("RESET lock_timeout", migrations.RunSQL.noop),
    ]
