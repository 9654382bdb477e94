"""Adds up each holder's postings once, so that the nightly check compares every balance without reading old ones."""

from django.db import connection, transaction

from payments.reporting import counting

STEP = 200_000
"""Postings that one step adds up at most: a short database transaction."""
_ADD = """
INSERT INTO payments_checkedbalance AS known (account_id, balance)
SELECT account.id, sum(CASE WHEN posting.side = account.normal_side THEN posting.amount ELSE -posting.amount END)
  FROM payments_posting posting JOIN payments_ledgeraccount account ON account.id = posting.account_id
 WHERE posting.id > %(after)s AND posting.id <= %(until)s AND account.is_guarded
 GROUP BY account.id
    ON CONFLICT (account_id) DO UPDATE SET balance = known.balance + excluded.balance
"""
_RENEW = """
WITH behind AS MATERIALIZED (
    SELECT account_id, sum(amount) FILTER (WHERE side = 'D') AS debit, sum(amount) FILTER (WHERE side = 'C') AS credit
      FROM payments_posting WHERE id > (SELECT up_to FROM payments_daymark WHERE name = 'balances') GROUP BY account_id
), due AS (
    SELECT account.id, account.balance - CASE account.normal_side WHEN 'D' THEN 1 ELSE -1 END
                                       * (coalesce(behind.debit, 0) - coalesce(behind.credit, 0)) AS balance
      FROM payments_ledgeraccount account LEFT JOIN behind ON behind.account_id = account.id WHERE account.is_guarded
)
UPDATE payments_checkedbalance known SET balance = due.balance
  FROM due WHERE due.id = known.account_id AND due.balance <> known.balance
"""


def advance() -> int:
    """Add up postings to where the journal is complete, in steps; return how many keys the mark has passed."""
    return counting.count_forward("balances", _ADD, table="payments_posting", most=STEP)


def renew() -> int:
    """Take what accounts show as what their postings add up to; return how many sums were others.

    After a check of everything, which has added up all postings.
    """
    with transaction.atomic(durable=True), connection.cursor() as cursor:
        cursor.execute("SELECT up_to FROM payments_daymark WHERE name = 'balances' FOR UPDATE")
        cursor.execute(_RENEW)
        return int(cursor.rowcount)
