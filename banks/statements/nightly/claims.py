"""Statements that compare claims, their settlements, and recalled deposits with the books: few rows, so all at once."""

from banks.statements.movements import MOVEMENTS
from payments.ledger.chart import SYSTEM_KINDS, AccountKind
from payments.ledger.entries import Line, Movement
from platforms.database import sql

_SUBJECTS = {"claim": "Claim", "settled": "ClaimSettlement", "recall": "BankMatch"}


def _expected(movement: Movement, line: Line) -> str:
    kind = AccountKind(line.account) if line.account in SYSTEM_KINDS else ""
    account = "NULL::bigint" if kind else f"{movement.of}.holder"
    return sql.of_constants(
        "SELECT '{subject}:' || {of}.id, {of}.platform_id, {of}.entry_id, '{purpose}'::text, {account}, '{kind}'::text,"
        " {currency}, '{side}'::text, {amount} FROM {of} WHERE {when}",
        subject=_SUBJECTS[movement.of],
        of=movement.of,
        purpose=movement.purpose,
        account=account,
        kind=kind,
        currency=line.money.currency,
        side=line.side,
        amount=line.money.amount,
        when=movement.when,
    )


_EXPECTED = "\n     UNION ALL ".join(
    _expected(movement, line) for movement in MOVEMENTS if movement.of in _SUBJECTS for line in movement.lines
)
COMPARE_CLAIMS = sql.of_constants(
    """
WITH claim AS MATERIALIZED (
    SELECT claim.id, claim.platform_id, claim.amount, claim.currency, claim.entry_id,
           claim.internal_account_id IS NOT NULL AS is_lent, holder.ledger_account_id AS holder
      FROM payments_claim claim LEFT JOIN payments_internalaccount holder ON holder.id = claim.internal_account_id
), settled AS MATERIALIZED (
    SELECT settled.id, claim.platform_id, settled.amount, claim.currency, settled.way, settled.entry_id,
           holder.ledger_account_id AS holder
      FROM payments_claimsettlement settled JOIN payments_claim claim ON claim.id = settled.claim_id
      LEFT JOIN payments_internalaccount holder ON holder.id = settled.internal_account_id
), recall AS MATERIALIZED (
    SELECT found.id, found.platform_id, found.amount, found.currency, found.entry_id, TRUE AS is_recall,
           holder.ledger_account_id AS holder
      FROM payments_bankmatch found
      LEFT JOIN payments_deposit deposit ON found.subject = 'Deposit:' || deposit.id
      LEFT JOIN payments_internalaccount holder ON holder.id = deposit.internal_account_id
     WHERE found.kind = 'RECALLED' AND found.entry_id IS NOT NULL
), expected (subject, platform_id, entry, purpose, account_id, kind, currency, side, amount) AS (
    {expected}
), named AS (
    SELECT DISTINCT subject, platform_id, entry FROM expected
), found AS (
    SELECT named.subject, named.platform_id, entry.purpose, posting.account_id, posting.currency, posting.side::text,
           posting.amount
      FROM named JOIN payments_journalentry entry
           ON entry.id = named.entry AND entry.platform_id = named.platform_id AND entry.transaction_id IS NULL
      LEFT JOIN payments_posting posting ON posting.entry_id = entry.id
), difference AS (
    SELECT subject, platform_id, purpose, account_id, currency, side, amount, sum(count) AS missing
      FROM (SELECT expected.subject, expected.platform_id, expected.purpose,
                   coalesce(expected.account_id, shared.id) AS account_id, expected.currency, expected.side,
                   expected.amount, 1 AS count
              FROM expected
              LEFT JOIN payments_ledgeraccount shared
                     ON NOT shared.is_guarded AND shared.platform_id = expected.platform_id
                    AND shared.kind = expected.kind AND shared.currency = expected.currency
            UNION ALL SELECT found.*, -1 FROM found) both_sides
     GROUP BY subject, platform_id, purpose, account_id, currency, side, amount HAVING sum(count) <> 0
)
SELECT 'MOVEMENTS_UNEXPECTED', difference.subject,
       left(string_agg(CASE WHEN missing > 0 THEN 'missing ' ELSE 'unexpected ' END || purpose || ' '
                       || CASE side WHEN 'D' THEN 'debit ' ELSE 'credit ' END || difference.amount || ' '
                       || coalesce(account.kind, 'of no account'), '; '), 500),
       difference.platform_id,
       coalesce(array_agg(DISTINCT account.id) FILTER (WHERE account.is_guarded), '{{}}')
  FROM difference LEFT JOIN payments_ledgeraccount account ON account.id = difference.account_id
 GROUP BY difference.subject, difference.platform_id
""",
    expected=_EXPECTED,
)
"""Returns rows as `comparison.COMPARE` does, for each claim, each settlement of one, and each recalled deposit."""

COMPARE_SUMS = """
SELECT 'CLAIM_UNEXPLAINED', 'Claim:' || claim.id,
       'shows ' || claim.open_amount || ' open of ' || claim.amount || ', and '
       || coalesce(sum(settled.amount), 0) || ' are settled', claim.platform_id, '{}'::bigint[]
  FROM payments_claim claim LEFT JOIN payments_claimsettlement settled ON settled.claim_id = claim.id
 GROUP BY claim.id
HAVING claim.open_amount <> claim.amount - coalesce(sum(settled.amount), 0)
"""
"""Returns the claims whose open part is not what their settlements leave."""
