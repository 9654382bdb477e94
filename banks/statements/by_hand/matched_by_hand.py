"""Lines matched by two people: with a payment by file, a whole batch, money that was booked before, or a claim.

A line may have another amount than what it is matched with, by what the bank has kept or taken for itself: the payment
is booked in full, and the difference as the bank's fee.
"""

import dataclasses
import functools
import re
import uuid
from collections.abc import Mapping

from banks.models import GIVEN_OUT, BankBatch, BankException, BankPayment, BankPaymentState, BatchState, MatchKind
from banks.rail import answers
from banks.rail.answers import Answer, Kind
from banks.statements import claims, decided, fees, references
from banks.statements.by_hand import carried_out, open_lines, recalls, taken_back
from banks.statements.matching import batch_sums, earlier, line_kinds
from payments.models import Deposit
from platforms import audit
from platforms.base import clock, errors, identifiers
from platforms.base.money import major_units
from platforms.models import Platform

_UNREFUSED = (BankPaymentState.BATCHED, BankPaymentState.SETTLED, BankPaymentState.RETURNED)
_MESSAGE_ID = re.compile(r"B[0-9A-F]{32}", re.IGNORECASE)


class NoSuchPayment(errors.DomainError):
    """No payment, batch or deposit fits the line."""

    code = "INVALID_INPUT"
    message = (
        "No payment given to this bank has this end-to-end id, and the amount and currency of the line. "
        "The amount may differ by a fee that the bank has taken, never by more money for us."
    )


class NoSuchBatch(errors.DomainError):
    """No batch given to this bank has the id and the currency."""

    code = "INVALID_INPUT"
    message = (
        "No batch given to this bank has this id, the currency of the line, and payments that the line can be about."
    )


class SumDiffers(errors.DomainError):
    """The line has another amount than the batch, and no fee of the bank explains it."""

    code = "INVALID_INPUT"

    def __init__(self, total: int, amount: int, currency: str) -> None:
        """Take the sum of the batch's payments, and the amount of the line."""
        super().__init__(
            f"The payments of this batch that the line can be about are {major_units(total, currency)}, and the line "
            f"is {major_units(amount, currency)}: no fee of the bank explains that. Match its payments one by one."
        )


class TakenBefore(errors.DomainError):
    """Another line of a statement was matched with the payment, its batch or the deposit before."""

    code = "INVALID_INPUT"
    message = "Another line of a statement was taken for this payment already."


class FailedBefore(errors.DomainError):
    """The payment had failed, and no line shows that the bank has sent its money back."""

    code = "INVALID_INPUT"
    message = "This payment had failed, and its holder has the money back. Match the line of its return first."


class LeftOutOfSum(errors.DomainError):
    """The bank had rejected the payment, and the line of its batch was without it."""

    code = "INVALID_INPUT"
    message = (
        "The bank had rejected this payment, and the line of its batch was without it: nothing of it can come back. "
        "The line is something else."
    )


@dataclasses.dataclass(frozen=True, slots=True)
class Target:
    """What a line is matched with: one payment, or all of a batch that the bank did not refuse."""

    subject: str
    """Public identifier of the payment or batch."""
    name: str
    """The end-to-end id, or the id of the batch's message."""
    kind: MatchKind
    payments: tuple[BankPayment, ...]
    difference: int
    """What the bank has kept, or taken beside."""

    @property
    def total(self) -> int:
        """The amount of the payments, in the smallest unit."""
        return sum(one.amount for one in self.payments)

    @property
    def is_batch(self) -> bool:
        """Whether it is a whole batch."""
        return self.subject.startswith("BankBatch:")

    @property
    def is_back(self) -> bool:
        """Whether the money came back, or was taken back."""
        return self.kind == MatchKind.RETURNED


def target_of(one: BankException, text: str) -> Target:
    """Return the payment of an end-to-end id, or the batch of a message's id or a public identifier, if it fits a line.

    Raises NoSuchPayment, NoSuchBatch, SumDiffers, TakenBefore, FailedBefore and LeftOutOfSum.
    """
    name = text.strip()
    key = identifiers.parse("BankBatch", name)
    if key is None and not _MESSAGE_ID.fullmatch(name):
        return _payment(one, name)
    named = {"id": key} if key else {"message_id": f"B{name[1:].lower()}"}
    given_out = BankBatch.objects.filter(
        connection__name=one.connection.name, currency=one.line.currency, state=BatchState.DELIVERED
    )
    batch: BankBatch | None = given_out.filter(**named).first()
    if batch is None:
        raise NoSuchBatch
    return _batch(one, batch)


def _payment(one: BankException, text: str) -> Target:
    row = one.line
    payment: BankPayment | None = BankPayment.objects.filter(
        end_to_end_id=text.upper(),
        connection_name=one.connection.name,
        currency=row.currency,
        batch__state__in=GIVEN_OUT,
    ).first()
    payment = payment or carried_out.find(one, text)
    difference = line_kinds.fee_within(row, payment.amount) if payment else None
    if payment is None or difference is None or line_kinds.undoes_return(row, payment):
        raise NoSuchPayment
    kind, taken = line_kinds.kind_of(row, payment), decided.matched([payment.public_id, line_kinds.batch_of(payment)])
    if line_kinds.is_again(payment, kind, earlier=taken):
        raise TakenBefore
    if line_kinds.is_paid_though_failed(payment, kind, taken=taken):
        raise FailedBefore
    if kind == MatchKind.RETURNED and batch_sums.has_left_out(payment):
        raise LeftOutOfSum
    return Target(payment.public_id, payment.end_to_end_id, kind, (payment,), difference)


def _batch(one: BankException, batch: BankBatch) -> Target:
    row = one.line
    every = BankPayment.objects.filter(batch=batch).order_by("id")
    taken = decided.matched([batch.public_id, *(payment.public_id for payment in every.only("id"))])
    is_back = batch_sums.is_of_payouts(batch) == row.is_credit
    kind = MatchKind.RETURNED if is_back else MatchKind.BATCH
    if (batch.public_id, kind) in taken or (not is_back and any(kind != MatchKind.RETURNED for _, kind in taken)):
        raise TakenBefore
    if is_back:
        unrefused = every.filter(state__in=_UNREFUSED)
        payments = [payment for payment in unrefused if (payment.public_id, MatchKind.RETURNED) not in taken]
    else:
        payments = batch_sums.paid(batch.pk)
    if not payments:
        raise NoSuchBatch
    total = sum(payment.amount for payment in payments)
    difference = line_kinds.fee_within(row, total)
    if difference is None:
        raise SumDiffers(total, row.amount, row.currency)
    return Target(batch.public_id, batch.message_id, kind, tuple(payments), difference)


def fee_platform(*, one: BankException, target: Target, platform: uuid.UUID | None) -> Platform | None:
    """Return the platform whose fee the difference is: that of all payments, else the connection's or the named one.

    None without a difference. Raises InvalidInput where several platforms' payments are in a batch, and none is named.
    """
    if not target.difference:
        return None
    mine = {payment.platform_id for payment in target.payments}
    return Platform.objects.get(pk=mine.pop()) if len(mine) == 1 else open_lines.platform_of(one, platform)


def deposit_of(one: BankException, public_id: str) -> Deposit | None:
    """Return the deposit of a public identifier, if it is the money of the line; None for another text, or money out.

    Raises NoSuchPayment for one with other facts, and TakenBefore.
    """
    key = identifiers.parse("Deposit", public_id.strip())
    row = one.line
    if key is None or not row.is_credit:
        return None
    rows = Deposit.objects.select_related("platform").filter(
        id=key, amount=row.amount, currency=row.currency, platform__in=references.platforms(one.connection)
    )
    deposit: Deposit | None = rows.first()
    if deposit is None:
        raise NoSuchPayment
    if (deposit.public_id, MatchKind.DEPOSIT) in decided.matched([deposit.public_id]):
        raise TakenBefore
    return deposit


def settle(
    *,
    exception: uuid.UUID | None,
    end_to_end_id: str,
    platform: uuid.UUID | None = None,
    reason: str,
    actor: audit.Actor,
    now: clock.RealTime,
) -> BankException:
    """Match a line with a payment or a batch of ours: it is settled or returned. Or with a deposit, or a claim.

    `end_to_end_id` is the payment's, the id of the batch's message, or the public identifier of batch, deposit or
    claim; or of what people have carried out by hand (`carried_out`). Collections that came back are taken from their
    holders; what these lack is owed to us. Raises the errors of `open_lines.find`, `target_of`, `deposit_of`,
    `recalls.find`, `claims.named`, `carried_out` and `taken_back.plan`, AccountHeld, and InsufficientBalance.
    """
    if identifiers.parse("Deposit", end_to_end_id.strip()):
        # Nobody may lock a deposit's row, which never changes. Before the exception, as workers do.
        earlier.take_turn(open_lines.find(exception).connection)
    open_line = open_lines.find(exception, lock=True)
    close = functools.partial(open_lines.close, open_line, reason=reason, actor=actor, now=now)
    if (deposit := deposit_of(open_line, end_to_end_id)) is not None:
        return close(MatchKind.DEPOSIT, subject=deposit.public_id, platform=deposit.platform)
    if (recall := recalls.find(open_line, end_to_end_id)) is not None:
        entry = recalls.book(recall, open_line, reason=reason, actor=actor, now=now)
        deposit = recall.deposit
        return close(MatchKind.RECALLED, subject=deposit.public_id, platform=deposit.platform, entry_id=entry)
    if (claim := claims.named(open_line, end_to_end_id)) is not None:
        claims.pay(
            claim, line=open_line.line, reason=reason, actor=actor, now=open_lines.at(platform=claim.platform, now=now)
        )
        return close(MatchKind.CLAIM, subject=claim.public_id, platform=claim.platform)
    ended = carried_out.end_item(open_line, end_to_end_id, reason=reason, actor=actor, now=now)
    if ended is not None:
        target = Target(ended.public_id, ended.end_to_end_id, MatchKind.SETTLED, (ended,), difference=0)
    else:
        target = target_of(open_line, end_to_end_id)
    return _match(open_line, target, platform, reason=reason, actor=actor, now=now)


def _match(
    open_line: BankException,
    target: Target,
    platform: uuid.UUID | None,
    *,
    reason: str,
    actor: audit.Actor,
    now: clock.RealTime,
) -> BankException:
    row, of_fee = open_line.line, fee_platform(one=open_line, target=target, platform=platform)
    for payment in target.payments:
        if payment.batch_id is None:
            carried_out.carry_out(open_line, payment, reason=reason, actor=actor, now=now)
    of_payments = [_answer(target, payment, row.reason_code) for payment in target.payments]
    done = answers.apply(answers=of_payments, now=now, connection_name=open_line.connection.name)
    if done.unknown:
        raise NoSuchPayment
    # Another line may have been taken while this one waited for the payments, which are locked now.
    if (target.subject, target.kind) in decided.matched([target.subject]):
        raise TakenBefore
    platforms = _platforms(target)
    if target.is_back:
        changed = BankPayment.objects.filter(pk__in=[payment.pk for payment in target.payments]).order_by("id")
        taken_back.book(taken_back.plan(changed), line=row, platforms=platforms, actor=actor, now=now)
    entry = None
    if of_fee is not None:
        entry = fees.book_difference(
            row, target.difference, platform_id=of_fee.pk, now=open_lines.at(platform=of_fee, now=now)
        )
    only = next(iter(platforms.values())) if len(platforms) == 1 else None
    return open_lines.close(
        open_line,
        target.kind,
        subject=target.subject,
        platform=of_fee or only,
        entry_id=entry,
        difference=target.difference,
        reason=reason,
        actor=actor,
        now=now,
    )


def _answer(target: Target, payment: BankPayment, code: str) -> Answer:
    if target.is_back:
        return answers.return_of(payment.end_to_end_id, code)
    return Answer(payment.end_to_end_id, Kind.SETTLED)


def _platforms(target: Target) -> Mapping[uuid.UUID, Platform]:
    found: dict[uuid.UUID, Platform] = Platform.objects.in_bulk({payment.platform_id for payment in target.payments})
    return found
