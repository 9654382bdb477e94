"""Movements of money from suspense by a rail, decided by staff: claimed by a worker like payments (`settlement`)."""

import dataclasses
import datetime as dt
import operator
import uuid
from decimal import Decimal
from typing import Any

from django.db import connection

from payments.due import ADVANCE_TASK
from payments.models import Deposit, ExternalAccount, Quote, SuspenseItem, SuspenseWay
from payments.providers.base import Direction, Instruction, Leg
from payments.workflow import leases, provider_messages
from platforms.base import clock, identifiers

QUEUE = leases.Queue("payments_suspenseitem", "next_attempt_at", "row.movement::text", ADVANCE_TASK, "SuspenseItem")


@dataclasses.dataclass(frozen=True, slots=True)
class ClaimedMovement:
    """A due movement: a row of `_CLAIM`."""

    key: uuid.UUID
    """The item's."""
    platform_id: uuid.UUID
    transaction_id: uuid.UUID | None
    """None of a deposit."""
    movement: uuid.UUID
    environment: str
    clock_offset: dt.timedelta
    provider_reference: str
    """Empty until the rail has accepted the movement."""
    attempts: int
    has_failed: bool
    """The last attempt failed, on our side or on the rail's."""
    lease: Decimal
    """The due time written by the claim, in seconds of the epoch."""

    @property
    def step(self) -> str:
        """The due step: another decision of staff makes another movement."""
        return str(self.movement)

    @property
    def noted_as(self) -> str:
        """The step under which messages of the rail are stored."""
        return provider_messages.RESOLVE

    def instruction(self) -> Instruction:
        """Return the instruction for a rail; raises Unreadable, and any error of a damaged row."""
        item = SuspenseItem.objects.select_related("transaction", "deposit").get(id=self.key)
        account = _account(item)
        return Instruction(
            transaction_id=self.movement,
            leg=Leg.REFUND if SuspenseWay(item.way) == SuspenseWay.GIVE_BACK else Leg.TRANSFER,
            direction=Direction.PUSH,
            amount=item.amount,
            currency=item.currency,
            account_type=account.account_type if account else "",
            account_info=account.account_info if account else {},
            primary_identifier=account.primary_identifier if account else "",
            reference=_reference(item),
            platform_id=self.platform_id,
        )


# Due by the platform's own clock; no value of a single row may fail the statement, as in the claim of payments.
_CLAIM = """
WITH due AS (
    SELECT item.id, item.next_attempt_at, platform.environment, platform.clock_offset
      FROM payments_suspenseitem item JOIN platforms_platform platform ON platform.id = item.platform_id
     WHERE item.next_attempt_at <= %(now)s + platform.clock_offset
     ORDER BY item.next_attempt_at
     LIMIT %(limit)s
       FOR UPDATE OF item SKIP LOCKED
)
UPDATE payments_suspenseitem item
   SET next_attempt_at = %(now)s + due.clock_offset + %(lease)s, attempts = LEAST(item.attempts, 2147483646) + 1
  FROM due
 WHERE item.id = due.id
RETURNING item.id, item.platform_id, item.transaction_id, item.movement, due.environment, due.clock_offset,
          item.provider_reference, item.attempts,
          EXISTS (SELECT FROM platforms_workfailure failure
                   WHERE failure.work = %(work)s AND failure.subject = 'SuspenseItem:' || item.id),
          extract(epoch FROM item.next_attempt_at),
          extract(epoch FROM due.next_attempt_at) - extract(epoch FROM due.clock_offset)
"""


def claim_due(*, limit: int) -> list[ClaimedMovement]:
    """Claim up to `limit` due movements for this worker, the longest waiting first, behind them those that failed."""
    work = ADVANCE_TASK
    arguments: dict[str, Any] = {"now": clock.real_now(), "limit": limit, "lease": leases.LEASE, "work": work}
    with connection.cursor() as cursor:
        cursor.execute(_CLAIM, arguments)
        return [ClaimedMovement(*row[:-1]) for row in sorted(cursor.fetchall(), key=operator.itemgetter(-3, -1))]


def _reference(item: SuspenseItem) -> str:
    # The rail knows the payer of a deposit by its name of the arrival.
    if item.deposit is not None:
        return first_arrival(item.deposit).provider_reference
    return item.transaction.reference if item.transaction else ""


def first_arrival(deposit: Deposit) -> Deposit:
    """Return the deposit that arrived first: one that came back names it."""
    if deposit.reason != "CAME_BACK":
        return deposit
    key = identifiers.parse("Deposit", deposit.named)
    return Deposit.objects.filter(id__in=[key] if key else []).first() or deposit


def _account(item: SuspenseItem) -> ExternalAccount | None:
    """Return the destination account; None where only the rail that received the money knows the payer."""
    key = item.transaction.external_account_id if item.transaction else None
    if item.way == SuspenseWay.GIVE_BACK and item.transaction:
        quotes = Quote.objects.filter(transaction_id=item.transaction_id)
        key = quotes.values_list("source_external_account_id", flat=True).first()
    found: ExternalAccount | None = ExternalAccount.objects.filter(id=key).first() if key else None
    return found
