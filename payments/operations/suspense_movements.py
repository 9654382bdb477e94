"""Money that staff let go from suspense by a rail: taken up by a worker as payments are (see `settlement`)."""

import dataclasses
import datetime as dt
import uuid

from django.db.models import DateTimeField, ExpressionWrapper, F, Value

from payments.models import ExternalAccount, Quote, SuspenseItem, SuspenseWay
from payments.operations.settlement import LEASE
from payments.providers.base import Direction, Instruction, Leg
from platforms.kit import clock


@dataclasses.dataclass(frozen=True, slots=True)
class ClaimedMovement:
    """A due movement with all that a rail must know."""

    item_id: uuid.UUID
    transaction_id: uuid.UUID
    instruction: Instruction
    environment: str
    clock_offset: dt.timedelta
    provider_reference: str
    """Empty until the rail has taken the movement over."""
    attempts: int


def claim_due(*, limit: int) -> list[ClaimedMovement]:
    """Claim up to `limit` due movements for this worker, the longest waiting first."""
    # Due by the platform's own clock.
    theirs = ExpressionWrapper(Value(clock.real_now()) + F("platform__clock_offset"), output_field=DateTimeField())
    due = (
        SuspenseItem.objects.select_for_update(skip_locked=True, of=("self",))
        .select_related("platform", "transaction")
        .filter(next_attempt_at__isnull=False, next_attempt_at__lte=theirs)
        .order_by("next_attempt_at")[:limit]
    )
    return [_claimed(item) for item in due]


def try_later(*, claimed: ClaimedMovement, now: dt.datetime) -> None:
    """Put a movement back that the rail could not be asked about: the more attempts, the longer the wait."""
    delay = min(dt.timedelta(minutes=30), dt.timedelta(seconds=2 ** min(claimed.attempts, 11)))
    SuspenseItem.objects.filter(
        id=claimed.item_id,
        movement=claimed.instruction.transaction_id,
        attempts=claimed.attempts,
        next_attempt_at__isnull=False,
    ).update(next_attempt_at=now + delay)


def _claimed(item: SuspenseItem) -> ClaimedMovement:
    platform = item.platform
    item.next_attempt_at = clock.now(platform.clock_offset) + LEASE
    item.attempts += 1
    item.save(update_fields=["next_attempt_at", "attempts"])
    account = _account(item)
    assert item.movement is not None
    return ClaimedMovement(
        item_id=item.id,
        transaction_id=item.transaction_id,
        instruction=Instruction(
            transaction_id=item.movement,
            leg=Leg.REFUND if item.way == SuspenseWay.GIVE_BACK else Leg.TRANSFER,
            direction=Direction.PUSH,
            amount=item.amount,
            currency=item.currency,
            account_type=account.account_type if account else "",
            account_info=account.account_info if account else {},
            primary_identifier=account.primary_identifier if account else "",
            reference=item.transaction.reference,
        ),
        environment=platform.environment,
        clock_offset=platform.clock_offset,
        provider_reference=item.provider_reference,
        attempts=item.attempts,
    )


def _account(item: SuspenseItem) -> ExternalAccount | None:
    """Return where the money goes; None where only the rail that brought it knows who paid."""
    key = item.transaction.external_account_id
    if item.way == SuspenseWay.GIVE_BACK:
        quotes = Quote.objects.filter(transaction_id=item.transaction_id)
        key = quotes.values_list("source_external_account_id", flat=True).first()
    found: ExternalAccount | None = ExternalAccount.objects.filter(id=key).first() if key else None
    return found
