"""Database functions and triggers of the ledger."""

from pathlib import Path

from django.db import migrations

SQL = (Path(__file__).parent / "sql" / "0002_ledger.sql").read_text()
UNDO = """
DROP TRIGGER payments_customer_is_kept ON compliance_customer;
DROP TRIGGER payments_transaction_is_kept ON payments_transaction;
DROP TRIGGER payments_externalaccount_is_kept ON payments_externalaccount;
DROP TRIGGER payments_internalaccount_is_kept ON payments_internalaccount;
DROP TRIGGER payments_ledgeraccount_is_kept ON payments_ledgeraccount;
DROP TRIGGER payments_transactionstatuschange_append_only ON payments_transactionstatuschange;
DROP TRIGGER payments_posting_append_only ON payments_posting;
DROP TRIGGER payments_journalentry_append_only ON payments_journalentry;
DROP TRIGGER payments_postings_come_with_entry ON payments_posting;
DROP FUNCTION payments_postings_come_with_entry();
DROP TRIGGER payments_entry_balances ON payments_journalentry;
DROP FUNCTION payments_entry_must_balance();
DROP FUNCTION payments_post(uuid, text, uuid, bigint, timestamptz, bigint[], text[], bigint[]);
ALTER TABLE payments_journalentry DROP COLUMN recorded_in;
"""


class Migration(migrations.Migration):
    """Create them from the .sql file beside this one."""

    dependencies = [("payments", "0001_initial"), ("platforms", "0002_functions"), ("compliance", "0002_functions")]

    operations = [migrations.RunSQL(SQL, UNDO)]
