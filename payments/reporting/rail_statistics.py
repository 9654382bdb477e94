"""Daily numbers of payments begun and ended on each rail, counted incrementally from histories of payments.

They are counted twice: for all platforms together in days of real time, and for each sandbox platform alone in days of
its own clock, which can be moved.
"""

from payments.reporting import counting
from platforms.database import sql

STEP = 100_000
"""Changes of status that are counted at once."""
_NUMBERS = """
       count(*) FILTER (WHERE change.from_status = ''),
       count(*) FILTER (WHERE change.to_status = 'COMPLETED'),
       count(*) FILTER (WHERE change.to_status IN ('FAILED', 'REJECTED')),
       coalesce(sum(payment.sent_amount) FILTER (WHERE change.to_status = 'COMPLETED'), 0)
  FROM payments_transactionstatuschange change
  JOIN payments_transaction payment ON payment.id = change.transaction_id
  JOIN platforms_platform platform ON platform.id = payment.platform_id
  LEFT JOIN payments_externalaccount outside ON outside.id = payment.external_account_id
 WHERE change.id > %(after)s AND change.id <= %(until)s
"""
RAIL = """CASE WHEN payment.sender LIKE '$%%' OR payment.receiver LIKE '$%%' THEN 'UMA'
            ELSE coalesce(outside.account_type, 'INTERNAL') END"""
_ADD = """
   SET begun = total.begun + excluded.begun, completed = total.completed + excluded.completed,
       failed = total.failed + excluded.failed, amount = total.amount + excluded.amount
"""
# In real days: a platform whose clock is moved shares them with the others, except for changes not counted yet.
_COUNT = f"""
INSERT INTO payments_railday AS total (rail, currency, day, begun, completed, failed, amount)
SELECT {RAIL},
       payment.sent_currency, ((change.at - platform.clock_offset) AT TIME ZONE 'UTC')::date, {_NUMBERS}
 GROUP BY 1, 2, 3
    ON CONFLICT (day, rail, currency) DO UPDATE {_ADD}
"""
# The condition that asks for no payment lets an installation without a sandbox pass over its history unread.
_COUNT_SANDBOXES = sql.of_constants(
    """
INSERT INTO payments_sandboxrailday AS total (rail, currency, day, platform_id, begun, completed, failed, amount)
SELECT {rail},
       payment.sent_currency, (change.at AT TIME ZONE 'UTC')::date, payment.platform_id, {numbers}
   AND platform.environment = 'SANDBOX' AND EXISTS (SELECT FROM platforms_platform WHERE environment = 'SANDBOX')
 GROUP BY 1, 2, 3, 4
    ON CONFLICT (platform_id, day, rail, currency) DO UPDATE {add}
""",
    rail=RAIL,
    numbers=_NUMBERS,
    add=_ADD,
)


def advance() -> int:
    """Count the changes of payments' statuses since the last time; return how many keys were passed.

    Each of the two counts has a mark of its own: the former release moves the first one and does not know the second.
    """
    table = "payments_transactionstatuschange"
    return counting.count_forward("rails", _COUNT, table=table, most=STEP) + counting.count_forward(
        "sandbox rails", _COUNT_SANDBOXES, table=table, most=STEP
    )
