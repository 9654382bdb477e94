"""The statement that compares what went to platforms as their fees with the entries that it names."""

COMPARE_PAYOUTS = """
WITH expected (id, platform_id, entry, account_id, side, amount, currency) AS (
    SELECT payout.id, payout.platform_id, payout.entry_id, line.account_id, line.side, payout.amount, payout.currency
      FROM payments_platformfeepayout payout
      LEFT JOIN payments_ledgeraccount shared
             ON shared.platform_id = payout.platform_id AND shared.kind = 'PLATFORM_FEES'
            AND shared.currency = payout.currency AND NOT shared.is_guarded
      LEFT JOIN payments_internalaccount own
             ON own.platform_id = payout.platform_id AND own.currency = payout.currency AND own.customer_id IS NULL
     CROSS JOIN LATERAL (VALUES (shared.id, 'D'), (own.ledger_account_id, 'C')) AS line (account_id, side)
), found AS (
    SELECT payout.id, payout.platform_id, entry.id AS entry, posting.account_id, posting.side::text, posting.amount,
           posting.currency
      FROM payments_platformfeepayout payout
      JOIN payments_journalentry entry
        ON entry.id = payout.entry_id AND entry.platform_id = payout.platform_id AND entry.transaction_id IS NULL
       AND entry.purpose = 'PLATFORM_FEES_PAID'
      LEFT JOIN payments_posting posting ON posting.entry_id = entry.id
), difference AS (
    SELECT id, platform_id, account_id, side, amount, currency, sum(count) AS missing
      FROM (SELECT expected.*, 1 AS count FROM expected UNION ALL SELECT found.*, -1 FROM found) both_sides
     GROUP BY id, platform_id, entry, account_id, side, amount, currency HAVING sum(count) <> 0
)
SELECT 'MOVEMENTS_UNEXPECTED', 'PlatformFeePayout:' || difference.id,
       left(string_agg(CASE WHEN missing > 0 THEN 'missing ' ELSE 'unexpected ' END
                       || CASE side WHEN 'D' THEN 'debit ' ELSE 'credit ' END || difference.amount || ' '
                       || difference.currency || ' ' || coalesce(account.kind, 'of no account'), '; '), 500),
       difference.platform_id,
       coalesce(array_agg(DISTINCT account.id) FILTER (WHERE account.is_guarded), '{}'::bigint[])
  FROM difference LEFT JOIN payments_ledgeraccount account ON account.id = difference.account_id
 GROUP BY difference.id, difference.platform_id
"""
"""Returns rows as `comparison.COMPARE` does, for each payout: few, so all of them at once."""
