"""Decisions of staff about exceptions: each is a row, and moves money at most once."""

import datetime as dt
import uuid

from payments.bank_rail import answers, connections
from payments.bank_statements import by_hand_lines, earlier, fees, line_kinds, matching, references, rules, shown
from payments.deposits import deposits
from payments.models import (
    GIVEN_OUT,
    BankException,
    BankMatch,
    BankPayment,
    BankPaymentState,
    BankRule,
    Deposit,
    DepositUse,
    FailureReason,
    MatchKind,
    SuspenseItem,
    SuspenseWay,
    Transaction,
    TransactionStatus,
)
from payments.providers.base import Direction, Leg
from payments.workflow import settlement, suspense, transactions
from platforms import audit
from platforms.base import clock, errors, identifiers
from platforms.models import Platform


class ExceptionNotFound(errors.NotFound):
    """There is no such exception."""

    message = "There is no such exception."


class ExceptionClosed(errors.DomainError):
    """The exception was closed before, by a person or by a rule."""

    code = "INVALID_INPUT"
    message = "Somebody has decided about this line meanwhile: look at it again."


class NoSuchPayment(errors.DomainError):
    """No payment of the connection fits the line."""

    code = "INVALID_INPUT"
    message = "No payment given to this bank has this end-to-end id, and the amount and currency of the line."


class TakenBefore(errors.DomainError):
    """Another line of a statement was matched with the payment before."""

    code = "INVALID_INPUT"
    message = "Another line of a statement was taken for this payment already."


class FailedBefore(errors.DomainError):
    """The payment had failed, and no line shows that the bank has sent its money back."""

    code = "INVALID_INPUT"
    message = "This payment had failed, and its holder has the money back. Match the line of its return first."


class BookedBefore(errors.DomainError):
    """The money of the line was booked before, by staff or an adapter, under the bank's reference."""

    code = "INVALID_INPUT"

    def __init__(self, deposit: str) -> None:
        """Take the public identifier of the deposit."""
        super().__init__(
            f"This money is booked already, as {deposit}. Match the line with it: enter {deposit} as the end-to-end id."
        )


class NotReversible(errors.DomainError):
    """The money of a returned collection can't be taken from its holder."""

    code = "INVALID_INPUT"
    message = "The collection has not ended yet, or a quote was carried out with its money: nothing can take it back."


class NotUndoable(errors.DomainError):
    """The decision credited somebody, or is not the latest."""

    code = "INVALID_INPUT"
    message = "Only the latest decision of a line can be undone, and only a fee, or one that booked nothing."


def find(key: uuid.UUID | None, *, lock: bool = False) -> BankException:
    """Return an open exception with its line and connection. Raises ExceptionNotFound and ExceptionClosed."""
    rows = BankException.objects.select_related("line__statement", "connection__platform")
    if lock:
        rows = rows.select_for_update(of=("self",))
    found: BankException | None = rows.filter(id__in=[key] if key else []).first()
    if found is None:
        raise ExceptionNotFound
    if found.closed_at is not None:
        raise ExceptionClosed
    return found


def payment_of(one: BankException, end_to_end_id: str) -> BankPayment:
    """Return the payment of an end-to-end id, if it fits the line. Raises NoSuchPayment, TakenBefore, FailedBefore."""
    row = one.line
    payment: BankPayment | None = BankPayment.objects.filter(
        end_to_end_id=end_to_end_id.strip().upper(),
        connection_name=one.connection.name,
        amount=row.amount,
        currency=row.currency,
        batch__state__in=GIVEN_OUT,
    ).first()
    payment = payment or by_hand_lines.find(one, end_to_end_id)
    if payment is None or line_kinds.undoes_return(row, payment):
        raise NoSuchPayment
    kind, taken = line_kinds.kind_of(row, payment), matching.matched([payment.public_id])
    if (payment.public_id, kind) in taken:
        raise TakenBefore
    if line_kinds.is_paid_though_failed(payment, kind, taken=taken):
        raise FailedBefore
    return payment


def deposit_of(one: BankException, public_id: str) -> Deposit | None:
    """Return the deposit of a public identifier, if it is the money of the line; None for an end-to-end id.

    Raises NoSuchPayment for one with other facts, and TakenBefore.
    """
    key = identifiers.parse("Deposit", public_id.strip())
    if key is None:
        return None
    row = one.line
    rows = (
        Deposit.objects.select_related("platform")
        .select_for_update(of=("self",))
        .filter(id=key, amount=row.amount, currency=row.currency, platform__in=references.platforms(one.connection))
    )
    deposit: Deposit | None = rows.first()
    if deposit is None or not row.is_credit:
        raise NoSuchPayment
    if (deposit.public_id, MatchKind.DEPOSIT) in matching.matched([deposit.public_id]):
        raise TakenBefore
    return deposit


def collected(payment: BankPayment, kind: MatchKind) -> Transaction | None:
    """Return the completed transfer in to be reversed for a line of this kind, locked; None without any.

    Raises NotReversible.
    """
    is_of_collection = payment.direction == Direction.PULL and kind == MatchKind.RETURNED
    if not is_of_collection or payment.state not in {BankPaymentState.SETTLED, BankPaymentState.RETURNED}:
        return None
    found = transactions.lock(payment.movement)
    if found is None or payment.leg != Leg.TRANSFER or found.status not in _ENDED:
        raise NotReversible
    return found if found.status == TransactionStatus.COMPLETED else None


_ENDED = {TransactionStatus.COMPLETED, TransactionStatus.FAILED, TransactionStatus.REJECTED}


def platform_of(one: BankException, platform: uuid.UUID | None) -> Platform:
    """Return the platform to book a line for: the connection's, else the named one. Raises InvalidInput."""
    wanted = one.connection.platform_id or platform
    found: Platform | None = references.platforms(one.connection).filter(id__in=[wanted] if wanted else []).first()
    if found is None:
        raise errors.InvalidInput.field("platform", "must be a platform of the connection, in whose books it is booked")
    return found


def settle(
    *, exception: uuid.UUID | None, end_to_end_id: str, reason: str, actor: audit.Actor, now: clock.RealTime
) -> BankException:
    """Match a line with a payment of ours: it is settled or returned. Or with a deposit, by its public identifier.

    The money of a returned collection, once credited, is taken from its holder. Raises the errors of `find`,
    `payment_of` and `collected`, InsufficientBalance and AccountHeld.
    """
    one = find(exception, lock=True)
    if (deposit := deposit_of(one, end_to_end_id)) is not None:
        return _close(
            one,
            MatchKind.DEPOSIT,
            subject=deposit.public_id,
            platform=deposit.platform,
            reason=reason,
            actor=actor,
            now=now,
        )
    ended = by_hand_lines.end_item(one, end_to_end_id, reason=reason, actor=actor, now=now)
    payment = ended or payment_of(one, end_to_end_id)
    if payment.batch is None:
        by_hand_lines.carry_out(one, payment, reason=reason, actor=actor, now=now)
    said = line_kinds.answer_of(one.line, payment)
    done = answers.apply(answers=[said], now=now, connection_name=one.connection.name)
    if done.unknown:
        raise NoSuchPayment
    kind = line_kinds.kind_of(one.line, payment)
    # Another line may have been taken while this one waited for the payment, which is locked now.
    if (payment.public_id, kind) in matching.matched([payment.public_id]):
        raise TakenBefore
    platform = Platform.objects.get(id=payment.platform_id)
    payment.refresh_from_db()
    if (transfer := collected(payment, kind)) is not None:
        settlement.reverse_collection(
            payment=transfer,
            failure_reason=payment.failure_reason or FailureReason.BANK_REJECTED,
            actor=actor,
            now=_at(platform, now),
        )
    return _close(one, kind, subject=payment.public_id, platform=platform, reason=reason, actor=actor, now=now)


def foresee(one: BankException, *, named: str, platform: uuid.UUID | None) -> Deposit:
    """Return the deposit made by `credit`, not stored. Raises InvalidInput."""
    row = one.line
    if not row.is_credit:
        raise errors.InvalidInput.field("named", "the line is no money that arrived")
    found = references.named(one.connection, named) if named.strip() else None
    if named.strip() and found is None:
        raise errors.InvalidInput.field(
            "named", "must be an internal account or its reference, or a quote's payment or its reference"
        )
    before = earlier.deposit_of(one.connection, row)
    if before is not None and (before.deposit.amount, before.deposit.currency) == (row.amount, row.currency):
        raise BookedBefore(before.deposit.public_id)
    mine = found.platform if found else platform_of(one, platform)
    return Deposit(
        platform=mine,
        provider_reference=row.public_id,
        amount=row.amount,
        currency=row.currency,
        named=found.name if found else "",
    )


def credit(
    *, exception: uuid.UUID | None, named: str, reason: str, actor: audit.Actor, now: clock.RealTime
) -> BankException:
    """Credit the money of a line to an internal account or a quote. Raises as `find` and `deposits.receive` do."""
    if not named.strip():
        raise errors.InvalidInput.field("named", "must say whom the money is for")
    return _receive(exception, named=named, platform=None, reason=reason, actor=actor, now=now)[0]


def suspend(
    *,
    exception: uuid.UUID | None,
    platform: uuid.UUID | None = None,
    reason: str,
    actor: audit.Actor,
    now: clock.RealTime,
) -> BankException:
    """Move the money of a line into suspense. Raises as `credit` does."""
    return _receive(exception, named="", platform=platform, reason=reason, actor=actor, now=now)[0]


def send_back(
    *,
    exception: uuid.UUID | None,
    platform: uuid.UUID | None = None,
    reason: str,
    actor: audit.Actor,
    now: clock.RealTime,
) -> BankException:
    """Return the money of a line to the payer's account, by way of suspense. Raises as `credit` does."""
    one, deposit = _receive(exception, named="", platform=platform, reason=reason, actor=actor, now=now)
    if deposit.use == DepositUse.SUSPENSE:
        item = SuspenseItem.objects.get(deposit=deposit)
        suspense.resolve(item_id=item.pk, way=SuspenseWay.GIVE_BACK, reason=reason, actor=actor, real_now=now)
    return one


def charge(
    *,
    exception: uuid.UUID | None,
    platform: uuid.UUID | None = None,
    reason: str,
    actor: audit.Actor,
    now: clock.RealTime,
) -> BankException:
    """Book a line as a fee of the bank, or as a refunded one. Raises as `find` and `platform_of` do."""
    one = find(exception, lock=True)
    mine = platform_of(one, platform)
    entry = fees.book(one.line, platform_id=mine.pk, now=now + mine.clock_offset)
    return _close(one, MatchKind.FEE, platform=mine, entry_id=entry, reason=reason, actor=actor, now=now)


def note(*, exception: uuid.UUID | None, reason: str, actor: audit.Actor, now: clock.RealTime) -> BankException:
    """Close an exception without booking anything. Raises as `find` does."""
    return _close(find(exception, lock=True), MatchKind.NOTED, reason=reason, actor=actor, now=now)


def undoable(key: uuid.UUID | None) -> BankMatch:
    """Return a decision, if it can be undone. Raises NotUndoable."""
    rows = BankMatch.objects.select_related("line__statement__connection__platform", "platform")
    found = matching.live(rows.filter(id__in=[key] if key else [])).first()
    if found is None or found.kind not in {MatchKind.FEE, MatchKind.NOTED}:
        raise NotUndoable
    return found


def undo(*, match: uuid.UUID | None, reason: str, actor: audit.Actor, now: clock.RealTime) -> BankException:
    """Undo a decision without credited money: the line is an exception again. Raises NotUndoable."""
    former = undoable(match)
    connection = former.line.statement.connection
    at = _at(former.platform or connection.platform, now)
    one, _ = BankException.objects.get_or_create(
        line=former.line, defaults={"connection": connection, "reason": matching.UNDONE, "opened_at": at}
    )
    # When two people undo at once, the second waits here and then meets the first one's decision.
    BankException.objects.select_for_update().get(pk=one.pk)
    undoable(match)
    entry = fees.undo(former, now=at) if former.kind == MatchKind.FEE else None
    _close(one, MatchKind.UNDONE, platform=former.platform, entry_id=entry, reason=reason, actor=actor, now=now)
    one.closed_at, one.reason = None, matching.UNDONE
    one.save(update_fields=["closed_at", "reason"])
    return one


def enter_rule(*, reason: str, actor: audit.Actor, now: clock.RealTime, **entered: object) -> BankRule:
    """Enter a rule, and apply it to open exceptions. Raises as `rules.enter` does."""
    made = rules.enter(reason=reason, actor=actor, now=now, **entered)  # type: ignore[arg-type]
    connection = connections.current(made.connection_name)
    if connection is not None:
        matching.reconsider(connection=connection, now=now)
    return made


def _receive(
    exception: uuid.UUID | None,
    *,
    named: str,
    platform: uuid.UUID | None,
    reason: str,
    actor: audit.Actor,
    now: clock.RealTime,
) -> tuple[BankException, Deposit]:
    # Before the exception, as workers do: either what was booked meanwhile is seen here, or this is seen by who books.
    earlier.take_turn(find(exception).connection)
    one = find(exception, lock=True)
    wanted = foresee(one, named=named, platform=platform)
    deposit = deposits.receive(
        platform_id=wanted.platform_id,
        provider_reference=wanted.provider_reference,
        amount=wanted.amount,
        currency=wanted.currency,
        named=wanted.named,
        reason=reason,
        is_of_line=True,
        actor=actor,
        now=_at(wanted.platform, now),
    )
    _close(
        one,
        MatchKind.DEPOSIT,
        subject=deposit.public_id,
        platform=wanted.platform,
        reason=reason,
        actor=actor,
        now=now,
    )
    return one, deposit


def _close(
    one: BankException,
    kind: MatchKind,
    *,
    subject: str = "",
    platform: Platform | None = None,
    entry_id: int | None = None,
    reason: str,
    actor: audit.Actor,
    now: clock.RealTime,
) -> BankException:
    row, at = one.line, _at(platform or one.connection.platform, now)
    made = BankMatch.objects.create(
        line=row,
        number=matching.numbers_of([row])[row.pk],
        kind=kind,
        subject=subject,
        platform=platform,
        amount=row.amount,
        currency=row.currency,
        is_credit=row.is_credit,
        entry_id=entry_id,
        decided_by=actor.id,
        reason=reason,
        at=at,
    )
    shown.note([made])
    one.closed_at = at
    one.save(update_fields=["closed_at"])
    audit.record(
        actor=actor,
        platform_id=platform.pk if platform else one.connection.platform_id,
        verb="bank_match.decide" if kind != MatchKind.UNDONE else "bank_match.undo",
        subject=one.public_id,
        now=at,
        details={
            "kind": kind,
            "match": made.public_id,
            "line": row.public_id,
            "about": subject,
            "amount": row.amount,
            "currency": row.currency,
            "reason": reason,
        },
    )
    return one


def _at(platform: Platform | None, now: clock.RealTime) -> dt.datetime:
    return now + platform.clock_offset if platform else now
