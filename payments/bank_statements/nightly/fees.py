"""The statement that compares banks' fees with the books: few rows, so all of them at once."""

from payments.bank_statements.movements import MOVEMENTS
from payments.ledger.chart import AccountKind

_EXPECTED_OF_FEES = "\n     UNION ALL ".join(
    f"SELECT fee.id, '{movement.purpose}'::text, '{AccountKind(line.account)}'::text, {line.money.currency},"  # noqa: S608 - constants
    f" '{line.side}'::text, {line.money.amount} FROM fee WHERE {movement.when}"
    for movement in MOVEMENTS
    if movement.of == "fee"
    for line in movement.lines
)
COMPARE_FEES = f"""
WITH fee AS MATERIALIZED (
    SELECT id, platform_id, kind, CASE WHEN difference > 0 THEN difference ELSE amount END AS amount, currency,
           is_credit, entry_id, difference > 0 AS is_difference
      FROM payments_bankmatch
     WHERE (entry_id IS NOT NULL OR kind = 'FEE' OR difference > 0) AND kind <> 'RECALLED'
), expected (fee, purpose, kind, currency, side, amount) AS (
    {_EXPECTED_OF_FEES}
), found AS (
    SELECT fee.id, entry.purpose, account.kind::text, posting.currency, posting.side::text, posting.amount
      FROM fee JOIN payments_journalentry entry
           ON entry.id = fee.entry_id AND entry.platform_id = fee.platform_id AND entry.transaction_id IS NULL
      LEFT JOIN payments_posting posting ON posting.entry_id = entry.id
      LEFT JOIN payments_ledgeraccount account
             ON account.id = posting.account_id AND account.platform_id = fee.platform_id
), difference AS (
    SELECT fee, purpose, kind, currency, side, amount, sum(count) AS missing
      FROM (SELECT expected.*, 1 AS count FROM expected UNION ALL SELECT found.*, -1 FROM found) both_sides
     GROUP BY fee, purpose, kind, currency, side, amount HAVING sum(count) <> 0
)
SELECT 'MOVEMENTS_UNEXPECTED', 'BankMatch:' || difference.fee,
       left(string_agg(CASE WHEN missing > 0 THEN 'missing ' ELSE 'unexpected ' END || purpose || ' '
                       || CASE side WHEN 'D' THEN 'debit ' ELSE 'credit ' END || difference.amount || ' '
                       || coalesce(difference.kind, 'of no account'), '; '), 500),
       fee.platform_id, '{{}}'::bigint[]
  FROM difference JOIN fee ON fee.id = difference.fee
 GROUP BY difference.fee, fee.platform_id
"""  # noqa: S608 - constants
"""Returns rows as `comparison.COMPARE` does, for each decision that a line is a fee, has one, or was none."""
