"""Lines matched by two people with a payment by file, or with money that was booked before the line came."""

import uuid

from payments.bank_rail import answers
from payments.bank_statements import line_kinds, matching, open_lines, references
from payments.models import (
    GIVEN_OUT,
    BankException,
    BankPayment,
    BankPaymentState,
    Deposit,
    FailureReason,
    MatchKind,
    Transaction,
    TransactionStatus,
)
from payments.providers.base import Direction, Leg
from payments.workflow import settlement, transactions
from platforms import audit
from platforms.base import clock, errors, identifiers
from platforms.models import Platform


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


class NotReversible(errors.DomainError):
    """The money of a returned collection can't be taken from its holder."""

    code = "INVALID_INPUT"
    message = "The collection has not ended yet, or a quote was carried out with its money: nothing can take it back."


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


def settle(
    *, exception: uuid.UUID | None, end_to_end_id: str, reason: str, actor: audit.Actor, now: clock.RealTime
) -> BankException:
    """Match a line with a payment of ours: it is settled or returned. Or with a deposit, by its public identifier.

    The money of a returned collection, once credited, is taken from its holder. Raises the errors of `find`,
    `payment_of` and `collected`, InsufficientBalance and AccountHeld.
    """
    one = open_lines.find(exception, lock=True)
    if (deposit := deposit_of(one, end_to_end_id)) is not None:
        return open_lines.close(
            one,
            MatchKind.DEPOSIT,
            subject=deposit.public_id,
            platform=deposit.platform,
            reason=reason,
            actor=actor,
            now=now,
        )
    payment = payment_of(one, end_to_end_id)
    said = line_kinds.answer_of(one.line, payment)
    done = answers.apply(answers=[said], now=now, connection_name=one.connection.name)
    if done.unknown:
        raise NoSuchPayment
    kind = line_kinds.kind_of(one.line, payment)
    platform = Platform.objects.get(id=payment.platform_id)
    payment.refresh_from_db()
    if (transfer := collected(payment, kind)) is not None:
        settlement.reverse_collection(
            payment=transfer,
            failure_reason=payment.failure_reason or FailureReason.BANK_REJECTED,
            actor=actor,
            now=open_lines.at(platform, now),
        )
    return open_lines.close(
        one, kind, subject=payment.public_id, platform=platform, reason=reason, actor=actor, now=now
    )
