"""Statements that add the books up again: entries without a payment, postings, balances, totals of days.

Each looks at a page of the keys of one table. Payments and deposits are compared by `comparison`.
"""

from payments.ledger import chart
from platforms.database import sql

_CHART_VALUES = ", ".join(
    f"('{kind.value}', '{row.normal_side}', {row.is_guarded})" for kind, row in chart.CHART.items()
)
_NAME = "coalesce('InternalAccount:' || holder.id, 'ledger account ' || account.id)"
# Accounts shared by many payments have no balance, and so no postings to re-add.
COMPARE_BALANCES = sql.of_constants(
    """
SELECT kind, subject, detail, platform_id, ARRAY[id] FROM (
    SELECT account.id, account.platform_id, {name} AS subject, fault.*
      FROM payments_ledgeraccount account
      LEFT JOIN payments_internalaccount holder ON holder.ledger_account_id = account.id
     CROSS JOIN LATERAL (
           SELECT coalesce(sum(CASE WHEN side = account.normal_side THEN amount ELSE -amount END), 0) AS balance
             FROM payments_posting WHERE account_id = account.id
           ) added
     CROSS JOIN LATERAL (VALUES
           ('BALANCE_WRONG', account.balance IS DISTINCT FROM added.balance,
            coalesce('shows ' || account.balance - added.balance || ' more than its postings add up to',
                     'shows no balance')),
           ('BALANCE_NEGATIVE', account.balance < 0, 'shows less than nothing')
           ) AS fault (kind, is_found, detail)
     WHERE account.is_guarded AND account.id > %(after)s AND account.id <= %(until)s AND fault.is_found
) found ORDER BY id LIMIT %(most)s
""",
    name=_NAME,
)
# What a holder's postings add up to is kept: a balance is compared with that, and with what was posted since.
COMPARE_SUMS = sql.of_constants(
    """
WITH mark AS (
    SELECT coalesce((SELECT up_to FROM payments_daymark WHERE name = 'balances'), 0) AS up_to
), behind AS MATERIALIZED (
    SELECT account_id, sum(amount) FILTER (WHERE side = 'D') AS debit, sum(amount) FILTER (WHERE side = 'C') AS credit
      FROM payments_posting WHERE id > (SELECT up_to FROM mark) GROUP BY account_id
)
SELECT 'BALANCE_WRONG', {name}, 'shows ' || account.balance - added.balance || ' more than its postings add up to',
       account.platform_id, ARRAY[account.id]
  FROM payments_ledgeraccount account
  LEFT JOIN payments_internalaccount holder ON holder.ledger_account_id = account.id
  LEFT JOIN payments_checkedbalance known ON known.account_id = account.id
  LEFT JOIN behind ON behind.account_id = account.id
 CROSS JOIN LATERAL (
       SELECT coalesce(known.balance, 0) + CASE account.normal_side WHEN 'D' THEN 1 ELSE -1 END
              * (coalesce(behind.debit, 0) - coalesce(behind.credit, 0)) AS balance) added
 WHERE account.is_guarded AND account.id > %(after)s AND account.id <= %(until)s AND account.balance <> added.balance
 ORDER BY account.id LIMIT %(most)s
""",
    name=_NAME,
)
"""Finds a balance, or a posting of former days, that was changed since: by all accounts, and without old postings."""

COMPARE_ACCOUNTS = (
    sql.of_constants(
        """
    SELECT 'ACCOUNT_OFF_CHART', {name}, 'kind ' || account.kind || ' does not agree with the chart of accounts',
           account.platform_id, ARRAY[account.id]
      FROM payments_ledgeraccount account
      LEFT JOIN payments_internalaccount holder ON holder.ledger_account_id = account.id
      LEFT JOIN (VALUES {chart_values}) AS chart(kind, normal_side, is_guarded) ON chart.kind = account.kind
     WHERE account.id > %(after)s AND account.id <= %(until)s
       AND (chart.normal_side IS DISTINCT FROM account.normal_side::text
            OR chart.is_guarded IS DISTINCT FROM account.is_guarded)
     LIMIT %(most)s
    """,
        name=_NAME,
        chart_values=_CHART_VALUES,
    ),
    sql.of_constants(
        """
    SELECT 'ACCOUNT_MISLAID', {name}, 'holder and ledger account are not of one currency, platform and kind',
           coalesce(account.platform_id, holder.platform_id), array_remove(ARRAY[account.id], NULL)
      FROM (SELECT * FROM payments_ledgeraccount WHERE id > %(after)s AND id <= %(until)s) account
      FULL JOIN (SELECT * FROM payments_internalaccount
                  WHERE ledger_account_id > %(after)s AND ledger_account_id <= %(until)s) holder
             ON holder.ledger_account_id = account.id
     WHERE (account.is_guarded OR holder.id IS NOT NULL)
       AND (account.currency, account.platform_id, account.kind::text) IS DISTINCT FROM
           (holder.currency, holder.platform_id,
            CASE WHEN holder.customer_id IS NULL THEN 'PLATFORM_FUNDS' ELSE 'CUSTOMER_FUNDS' END)
     LIMIT %(most)s
    """,
        name=_NAME,
    ),
    COMPARE_BALANCES,
)

COMPARE_ENTRIES = """
SELECT 'POSTING_MISDATED', min(coalesce('InternalAccount:' || holder.id, 'journal entry ' || entry.id)),
       'a posting of entry ' || entry.id || ' has another time than the entry', entry.platform_id,
       coalesce(array_agg(account.id) FILTER (WHERE account.is_guarded), '{}')
  FROM payments_journalentry entry
  JOIN payments_posting posting ON posting.entry_id = entry.id
  JOIN payments_ledgeraccount account ON account.id = posting.account_id
  LEFT JOIN payments_internalaccount holder ON holder.ledger_account_id = account.id
 WHERE entry.transaction_id IS NULL AND entry.id > %(after)s AND entry.id <= %(until)s
 GROUP BY entry.id HAVING bool_or(posting.at <> entry.at)
 LIMIT %(most)s
"""

COMPARE_POSTINGS = (
    """
    SELECT 'POSTING_WITHOUT_ENTRY', coalesce('InternalAccount:' || holder.id, 'posting ' || posting.id),
           'the entry or the account of posting ' || posting.id || ' is missing', holder.platform_id,
           array_remove(ARRAY[account.id], NULL)
      FROM payments_posting posting
      LEFT JOIN payments_journalentry entry ON entry.id = posting.entry_id
      LEFT JOIN payments_ledgeraccount account ON account.id = posting.account_id
      LEFT JOIN payments_internalaccount holder ON holder.ledger_account_id = account.id
     WHERE posting.id > %(after)s AND posting.id <= %(until)s AND (entry.id IS NULL OR account.id IS NULL)
     LIMIT %(most)s
    """,
    # Who reads a part of a day looks between the two keys of its totals only.
    """
    SELECT 'DAY_TOTALS_WRONG', account.kind || ' ' || account.currency || ' ' || posting.day,
           'totals of the day do not name the keys of all its postings', account.platform_id, '{}'::bigint[]
      FROM (SELECT account_id, (at AT TIME ZONE 'UTC')::date AS day, min(id) AS first, max(id) AS last
              FROM payments_posting
             WHERE id > %(after)s AND id <= %(until)s
               AND id <= (SELECT up_to FROM payments_daymark WHERE name = 'ledger')
             GROUP BY 1, 2) posting
      JOIN payments_ledgeraccount account ON account.id = posting.account_id
      LEFT JOIN payments_ledgerday shown
             ON (shown.platform_id, shown.kind, shown.currency, shown.day)
                = (account.platform_id, account.kind, account.currency, posting.day)
     WHERE shown.id IS NULL OR shown.first_posting > posting.first OR shown.last_posting < posting.last
     GROUP BY account.platform_id, account.kind, account.currency, posting.day
     LIMIT %(most)s
    """,
)

COMPARE_DAYS = """
WITH shown AS MATERIALIZED (
    SELECT * FROM payments_ledgerday WHERE day > %(after)s AND day <= %(until)s
), span AS MATERIALIZED (
    -- The clocks of platforms differ: each has its days elsewhere in the journal. A key is read once.
    SELECT unnest(range_agg(int8range(least(first, last), greatest(first, last), '[]'))) AS keys
      FROM (SELECT min(first_posting) AS first, max(last_posting) AS last
              FROM shown GROUP BY platform_id, day) of_platform
), added AS (
    SELECT account.platform_id, account.kind, account.currency, posting.day,
           sum(posting.debit) AS debit, sum(posting.credit) AS credit
      FROM (SELECT account_id, (at AT TIME ZONE 'UTC')::date AS day,
                   coalesce(sum(amount) FILTER (WHERE side = 'D'), 0) AS debit,
                   coalesce(sum(amount) FILTER (WHERE side = 'C'), 0) AS credit
              FROM span JOIN payments_posting ON id >= lower(span.keys) AND id < upper(span.keys)
             WHERE id <= (SELECT up_to FROM payments_daymark WHERE name = 'ledger')
               AND (at AT TIME ZONE 'UTC')::date > %(after)s AND (at AT TIME ZONE 'UTC')::date <= %(until)s
             GROUP BY 1, 2) posting
      JOIN payments_ledgeraccount account ON account.id = posting.account_id
     GROUP BY 1, 2, 3, 4
)
SELECT 'DAY_TOTALS_WRONG',
       coalesce(shown.kind, added.kind) || ' ' || coalesce(shown.currency, added.currency) || ' '
       || coalesce(shown.day, added.day),
       'totals of the day show ' || coalesce(shown.debit, 0) - coalesce(added.debit, 0) || ' more debited and '
       || coalesce(shown.credit, 0) - coalesce(added.credit, 0) || ' more credited than its postings add up to',
       coalesce(shown.platform_id, added.platform_id), '{}'::bigint[]
  FROM shown FULL JOIN added ON (added.platform_id, added.kind, added.currency, added.day)
                                = (shown.platform_id, shown.kind, shown.currency, shown.day)
 WHERE (shown.debit, shown.credit) IS DISTINCT FROM (added.debit, added.credit)
 LIMIT %(most)s
"""
"""Compares the totals of days with the postings between the keys that they name; `COMPARE_POSTINGS` finds others."""

COMPARE_SUSPENSE = """
SELECT 'SUSPENSE_UNEXPLAINED', 'SuspenseItem:' || item.id, 'is of no payment and of no deposit',
       item.platform_id, '{}'::bigint[]
  FROM payments_suspenseitem item LEFT JOIN payments_deposit deposit ON deposit.id = item.deposit_id
 WHERE item.id > %(after)s AND item.id <= %(until)s
   AND deposit.id IS NULL AND (item.transaction_id IS NULL OR item.deposit_id IS NOT NULL)
 LIMIT %(most)s
"""

NAMING_PAYMENTS = (
    "payments_quote",
    "payments_fundingreceipt",
    "payments_suspenseitem",
    "payments_incomingumapayment",
    "payments_outgoingumapayment",
)
"""Tables whose rows name a payment by `transaction_id`; the journal's entries do too."""

ROWS_WITHOUT_PAYMENT = tuple(
    sql.of_constants(
        """
    SELECT 'ROW_WITHOUT_PAYMENT', 'Transaction:' || row.transaction_id,
           'a row of {table} names it, and it does not exist', row.platform_id, '{{}}'::bigint[]
      FROM {table} row LEFT JOIN payments_transaction payment ON payment.id = row.transaction_id
     WHERE payment.id IS NULL AND row.transaction_id > %(after)s AND row.transaction_id <= %(until)s
     LIMIT %(most)s
    """,
        table=table,
    )
    for table in NAMING_PAYMENTS
)


def unexplained_entries(naming: list[str]) -> str:
    """Return the statement for entries of neither a payment nor a row of these tables, which name entries."""
    named = " ".join(f"AND NOT EXISTS (SELECT FROM {table} named WHERE named.entry_id = entry.id)" for table in naming)
    return sql.of_constants(
        """
    SELECT 'ENTRY_UNEXPLAINED', min(coalesce('InternalAccount:' || holder.id, 'journal entry ' || entry.id)),
           'entry ' || entry.id || ' (' || entry.purpose || ') belongs to no payment, deposit, payout, fee or claim',
           entry.platform_id, coalesce(array_agg(account.id) FILTER (WHERE account.is_guarded), '{{}}')
      FROM payments_journalentry entry
      LEFT JOIN payments_posting posting ON posting.entry_id = entry.id
      LEFT JOIN payments_ledgeraccount account ON account.id = posting.account_id
      LEFT JOIN payments_internalaccount holder ON holder.ledger_account_id = account.id
     WHERE entry.transaction_id IS NULL AND entry.id > %(after)s AND entry.id <= %(until)s
       AND NOT EXISTS (SELECT FROM payments_suspenseitem item
                        WHERE item.entry_id = entry.id AND item.deposit_id IS NOT NULL)
       {named}
     GROUP BY entry.id
     LIMIT %(most)s
    """,
        named=named,
    )
