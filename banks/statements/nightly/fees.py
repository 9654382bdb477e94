"""The statements that compare banks' fees with the books, and with terms."""

from banks.statements.movements import MOVEMENTS
from payments.ledger.chart import AccountKind
from platforms.database import sql

_EXPECTED_OF_FEES = "\n     UNION ALL ".join(
    sql.of_constants(
        "SELECT fee.id, '{purpose}'::text, '{kind}'::text, {currency}, '{side}'::text, {amount} FROM fee WHERE {when}",
        purpose=movement.purpose,
        kind=AccountKind(line.account),
        currency=line.money.currency,
        side=line.side,
        amount=line.money.amount,
        when=movement.when,
    )
    for movement in MOVEMENTS
    if movement.of == "fee"
    for line in movement.lines
)
COMPARE_FEES = sql.of_constants(
    """
WITH fee AS MATERIALIZED (
    SELECT id, platform_id, kind, CASE WHEN difference > 0 THEN difference ELSE amount END AS amount, currency,
           is_credit, entry_id, difference > 0 AS is_difference
      FROM payments_bankmatch
     WHERE (entry_id IS NOT NULL OR kind = 'FEE' OR difference > 0) AND kind <> 'RECALLED'
       AND id > %(after)s AND id <= %(until)s
), expected (fee, purpose, kind, currency, side, amount) AS (
    {expected_of_fees}
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
 LIMIT %(most)s
""",
    expected_of_fees=_EXPECTED_OF_FEES,
)
"""Returns rows as `comparison.COMPARE` does, for each decision that a line is a fee, has one, or was none."""

COMPARE_CHARGES = """
WITH charge AS MATERIALIZED (
    SELECT decision.id, decision.difference, decision.platform_id, line.connection_name,
           terms.id IS NOT NULL AS has_terms, terms.name, terms.max_charge, terms.max_charge_share,
           terms.max_day_charges,
           decision.amount + CASE WHEN decision.is_credit THEN 1 ELSE -1 END * decision.difference AS paid,
           (decision.at AT TIME ZONE terms.time_zone)::date AS day
      FROM payments_bankmatch decision
      JOIN payments_bankstatementline line ON line.id = decision.line_id
      LEFT JOIN payments_bankconnection terms
             ON terms.id = substring(decision.rule FROM
                           '^BankConnection:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$')::uuid
     WHERE decision.difference > 0 AND starts_with(decision.rule, 'BankConnection:')
), fault (id, platform_id, detail) AS (
    SELECT id, platform_id, 'a charge of ' || difference || ' within a line was booked without people, and '
           || CASE WHEN has_terms THEN 'the terms that it names do not allow it'
                   ELSE 'no terms of a bank connection allow it' END
      FROM charge
     WHERE NOT has_terms OR name <> connection_name OR coalesce(max_charge::numeric, max_charge_share) IS NULL
        OR max_day_charges IS NULL OR difference > coalesce(max_charge, difference)
        OR difference::numeric * 10000 > coalesce(max_charge_share::numeric * paid, difference::numeric * 10000)
    UNION ALL
    SELECT (array_agg(id ORDER BY id DESC))[1], NULL,
           'charges within lines of ' || name || ' on ' || day || ' are ' || sum(difference)
           || ' in sum without people, and the terms allow ' || max(max_day_charges)
      FROM charge WHERE has_terms GROUP BY name, day HAVING sum(difference) > max(max_day_charges)
)
SELECT 'LINE_DIFFERS', 'BankMatch:' || id, left(string_agg(detail, '; '), 500),
       (array_agg(platform_id ORDER BY platform_id))[1], '{}'::bigint[]
  FROM fault GROUP BY id
"""
"""Returns rows as `comparison.COMPARE` does, for each charge within a line that two people have not let be booked, and
for the last one of a day that has more of them than they have."""
