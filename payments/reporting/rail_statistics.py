"""Daily numbers of payments begun and ended on each rail, counted incrementally from histories of payments."""

from payments.reporting import counting

STEP = 100_000
"""Changes of status that are counted at once."""
# In real days: a platform whose clock is moved shares them with the others, except for changes not counted yet.
_COUNT = """
INSERT INTO payments_railday AS total (rail, currency, day, begun, completed, failed, amount)
SELECT CASE WHEN payment.sender LIKE '$%%' OR payment.receiver LIKE '$%%' THEN 'UMA'
            ELSE coalesce(outside.account_type, 'INTERNAL') END,
       payment.sent_currency, ((change.at - platform.clock_offset) AT TIME ZONE 'UTC')::date,
       count(*) FILTER (WHERE change.from_status = ''),
       count(*) FILTER (WHERE change.to_status = 'COMPLETED'),
       count(*) FILTER (WHERE change.to_status IN ('FAILED', 'REJECTED')),
       coalesce(sum(payment.sent_amount) FILTER (WHERE change.to_status = 'COMPLETED'), 0)
  FROM payments_transactionstatuschange change
  JOIN payments_transaction payment ON payment.id = change.transaction_id
  JOIN platforms_platform platform ON platform.id = payment.platform_id
  LEFT JOIN payments_externalaccount outside ON outside.id = payment.external_account_id
 WHERE change.id > %(after)s AND change.id <= %(until)s
 GROUP BY 1, 2, 3
    ON CONFLICT (day, rail, currency) DO UPDATE
   SET begun = total.begun + excluded.begun, completed = total.completed + excluded.completed,
       failed = total.failed + excluded.failed, amount = total.amount + excluded.amount
"""


def advance() -> int:
    """Count the changes of payments' statuses since the last time; return how many keys were passed."""
    return counting.count_forward("rails", _COUNT, table="payments_transactionstatuschange", most=STEP)
