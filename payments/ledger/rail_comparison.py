"""Statements that compare payments with what rails were told, and deposits with whom they name.

The books may be right, and a rail may have been told something else. What it was told is in its messages, each with an
amount of its own. What a person or an adapter tells of an arrival names who gets it.

No account is held for such a fault: the balances are right, and what has left can't be kept by them.
"""

from platforms.database import sql

MOVED = """
CASE {step} WHEN 'COLLECTION' THEN payment.sent_amount WHEN 'REFUND' THEN arrived.amount
            WHEN 'PAYOUT' THEN coalesce(quote.bridge_amount, payment.received_amount) ELSE payment.sent_amount END
"""
CURRENCY = """
CASE {step} WHEN 'PAYOUT' THEN coalesce(nullif(quote.bridge_currency, ''), payment.received_currency)
            ELSE payment.sent_currency END
"""
# A refund is what arrived, but for what staff decide about.
ARRIVED = """
LEFT JOIN LATERAL (
     SELECT sum(receipt.amount)::bigint AS amount FROM payments_fundingreceipt receipt
      WHERE receipt.transaction_id = payment.id AND receipt.use <> 'SUSPENSE') arrived ON TRUE
"""
_LEGS = "('TRANSFER', 'TRANSFER'), ('COLLECT', 'COLLECTION'), ('GIVE_BACK', 'REFUND'), ('PAY_OUT', 'PAYOUT'), \
('DEPOSIT', 'PAYOUT'), ('PAY_INVOICE', 'PAYOUT')"

COMPARE_RAILS = sql.of_constants(
    """
WITH message AS MATERIALIZED (
    SELECT message.*, leg.name AS leg,
           substr(message.account_mark, 1, 4) AS key, substr(message.account_mark, 5) AS mark
      FROM payments_providermessage message LEFT JOIN (VALUES {legs}) AS leg (step, name) ON leg.step = message.step
     WHERE message.transaction_id > %(after)s AND message.transaction_id <= %(until)s AND message.amount IS NOT NULL
), told AS (
    SELECT message.transaction_id, message.step, message.amount, message.currency, message.key, message.mark,
           payment.platform_id, message.step = 'RESOLVE' AS is_of_item,
           {due_amount} AS due_amount, {due_currency} AS due_currency,
           -- Money that leaves suspense goes to either side.
           CASE WHEN message.step = 'RESOLVE'
                THEN ARRAY[payment.external_account_id, quote.source_external_account_id]
                WHEN message.leg IN ('COLLECTION', 'REFUND') THEN ARRAY[quote.source_external_account_id]
                ELSE ARRAY[payment.external_account_id] END AS accounts
      FROM message JOIN payments_transaction payment ON payment.id = message.transaction_id
      LEFT JOIN payments_quote quote ON quote.transaction_id = payment.id AND quote.id = payment.quote_id
      {arrived}
), reason (payment, platform_id, detail) AS (
    SELECT transaction_id, platform_id,
           'a rail was told ' || amount || ' ' || currency || ' for ' || step || ', the payment says '
           || coalesce(due_amount || ' ' || due_currency, 'nothing')
      FROM told
     WHERE NOT is_of_item AND (amount, currency) IS DISTINCT FROM (due_amount, due_currency)
    UNION ALL
    SELECT transaction_id, platform_id,
           'a rail was told ' || amount || ' ' || currency || ' out of suspense, and no item says so'
      FROM told
     WHERE is_of_item AND NOT EXISTS (
           SELECT FROM payments_suspenseitem item
            WHERE item.transaction_id = told.transaction_id
              AND (item.amount, item.currency) = (told.amount, told.currency))
    UNION ALL
    -- The mark of an erased account can't be compared, nor one that was made with a former key.
    SELECT transaction_id, platform_id, 'a rail was told another account than the payment''s for ' || step
      FROM told
     WHERE key = %(key)s
       AND NOT EXISTS (
           SELECT FROM payments_externalaccount external
            WHERE external.id = ANY(accounts)
              AND (external.primary_identifier_digest IS NULL
                   OR substr(external.primary_identifier_digest, 1, length(mark)) = mark))
)
SELECT 'RAIL_DIFFERS', 'Transaction:' || payment, left(string_agg(DISTINCT detail, '; '), 500), platform_id,
       '{{}}'::bigint[]
  FROM reason GROUP BY payment, platform_id ORDER BY payment LIMIT %(most)s
""",
    legs=_LEGS,
    due_amount=MOVED.format(step="message.leg"),
    due_currency=CURRENCY.format(step="message.leg"),
    arrived=ARRIVED,
)
"""Returns rows as `comparison.COMPARE` does, for each payment. `key` is the mark of the present blind-index key."""

COMPARE_ARRIVALS = """
WITH arrival AS MATERIALIZED (
    SELECT deposit.id, deposit.platform_id, deposit.named, deposit.use, receipt.transaction_id AS payment,
           quote.id AS quote, payment.reference, account.id AS account, account.funding_reference
      FROM payments_deposit deposit
      LEFT JOIN payments_internalaccount account ON account.id = deposit.internal_account_id
      LEFT JOIN payments_fundingreceipt receipt ON receipt.id = deposit.receipt_id
      LEFT JOIN payments_transaction payment ON payment.id = receipt.transaction_id
      LEFT JOIN payments_quote quote ON quote.transaction_id = payment.id
     WHERE deposit.id > %(after)s AND deposit.id <= %(until)s
), reason (deposit, detail) AS (
    SELECT arrival.id, fault.detail
      FROM arrival CROSS JOIN LATERAL (VALUES
           (use = 'CREDITED' AND account IS NOT NULL
            AND named IS DISTINCT FROM 'InternalAccount:' || account AND upper(named) <> funding_reference,
            'was credited to another account than the one that it names'),
           (use = 'FOR_QUOTE' AND payment IS NOT NULL
            AND named NOT IN ('Transaction:' || payment, 'Quote:' || quote) AND upper(named) <> reference,
            'was taken for another payment than the one that it names')
           ) AS fault (is_found, detail)
     WHERE fault.is_found
)
SELECT 'ARRIVAL_DIFFERS', 'Deposit:' || reason.deposit,
       left(string_agg(reason.detail, '; ') || coalesce('; its payment is Transaction:' || arrival.payment, ''), 500),
       arrival.platform_id, '{}'::bigint[]
  FROM reason JOIN arrival ON arrival.id = reason.deposit
 GROUP BY reason.deposit, arrival.platform_id, arrival.payment ORDER BY reason.deposit LIMIT %(most)s
"""
"""Returns rows as `comparison.COMPARE` does, for each deposit that its own words contradict."""
