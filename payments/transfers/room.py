"""Whether an account has room for money that is to be collected."""

import uuid

from payments.ledger import journal
from payments.models import IN_FLIGHT
from platforms.base import money
from platforms.database import prepared, sql

# No account has a million transfers under way at once: what is too small to matter even then is not read.
_TOTAL = sql.of_constants(
    """
SELECT books.balance::numeric + $5::bigint + coalesce((
           SELECT sum(payment.received_amount) FROM payments_transaction payment
            WHERE payment.sent_amount >= ({max_amount} - books.balance) / 1000000
              AND payment.sent_currency = $4 AND payment.platform_id = $2::uuid AND payment.receiver = $3
              AND payment.status IN ({in_flight})
       ), 0)
  FROM payments_ledgeraccount books WHERE books.id = $1::bigint
""",
    max_amount=money.MAX_AMOUNT,
    in_flight=", ".join(f"'{status.value}'" for status in IN_FLIGHT),
)


def require(*, account: int, platform_id: uuid.UUID, receiver: str, currency: str, amount: int) -> None:
    """Raise BalanceOutOfRange where the balance would pass the largest amount, with all that is being collected for it.

    Once collected, the money could be credited to nobody. `account` is that of the books, `receiver` the internal
    account's public id.
    """
    if amount > money.MAX_AMOUNT:
        raise journal.BalanceOutOfRange
    [(total,)] = prepared.rows(_TOTAL, [account, platform_id, receiver, currency, amount])
    if total > money.MAX_AMOUNT:
        raise journal.BalanceOutOfRange
