"""A platform's decision on an incoming payment by UMA. It may come in several ways at once; the first one counts.

Every way locks the payment first, and so does the end of the wait: one of them finds it undecided. From its due time on
every way finds it timed out, also while no worker has ended it yet.
"""

import datetime as dt
import uuid
from collections.abc import Mapping
from typing import Any

from payments import representations
from payments.models import (
    Approval,
    FailureReason,
    IncomingUmaPayment,
    NextAction,
    Transaction,
    TransactionStatus,
    TransactionType,
)
from payments.uma.receiving import incoming, sessions
from payments.workflow import step_functions
from payments.workflow.moves import Move
from payments.workflow.transactions import TransactionNotFound
from platforms import audit
from platforms.base import errors
from platforms.database.rows import by_key
from platforms.models import CounterpartyField

_KNOWN_FIELDS = frozenset(CounterpartyField.values)
_LONGEST_REASON, _LONGEST_VALUE = 255, 1024
_WITHOUT_QUESTION = frozenset({"IDENTIFIER", "ACCOUNT_IDENTIFIER"})
"""Facts named by the pay request itself."""


class NotPendingApproval(errors.DomainError):
    """The payment does not wait for the platform's approval, or no longer."""

    code = "TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL"

    def __init__(self, status: str) -> None:
        """Take the status of the payment."""
        super().__init__(
            f"The payment does not wait for an approval: it is {status}, was decided before, or its time is over.",
            transactionStatus=status,
        )


class ReceiverDataMissing(errors.InvalidInput):
    """The sender's side requires facts about the receiver that were not given."""

    def __init__(self, missing: list[str]) -> None:
        """Name each missing fact."""
        super().__init__(
            [(f"receiverCustomerInfo.{name}", "is required by the sender's side") for name in missing],
            code="MISSING_MANDATORY_USER_INFO",
            message="The sender's side requires more information about the receiver.",
        )


def question(*, payment: Transaction, session: IncomingUmaPayment) -> dict[str, Any]:
    """Return the data of an approval webhook: the payment as its GET shows it, and the requested facts."""
    asked = [field for field in session.requested_fields if field["name"] not in _WITHOUT_QUESTION]
    wanted = {"requestedReceiverCustomerInfoFields": asked} if asked else {}
    return representations.transaction(payment) | wanted


def approve(
    *,
    platform_id: uuid.UUID,
    transaction_id: uuid.UUID | None,
    receiver_information: Mapping[str, Any],
    actor: audit.Actor,
    now: dt.datetime,
) -> Transaction:
    """Approve a payment. `receiver_information`: facts about the receiver, by counterparty field.

    Raises TransactionNotFound, NotPendingApproval, and ReceiverDataMissing, after which the payment still waits.
    """
    payment, session = _find(platform_id, transaction_id, now=now)
    missing = _take_in(session, receiver_information)
    if missing:
        raise ReceiverDataMissing(missing)
    _approve(payment, session, actor=actor, now=now)
    return payment


def reject(
    *, platform_id: uuid.UUID, transaction_id: uuid.UUID | None, reason: str, actor: audit.Actor, now: dt.datetime
) -> Transaction:
    """Refuse a payment; it ends REJECTED. Raises TransactionNotFound, NotPendingApproval."""
    payment, session = _find(platform_id, transaction_id, now=now)
    return _refuse(
        payment, session, to=TransactionStatus.REJECTED, cause="platform_rejected", words=reason, actor=actor, now=now
    )


def record_answer(
    *, transaction_id: uuid.UUID, status: int | None, body: Mapping[str, Any], is_silence: bool, now: dt.datetime
) -> Transaction:
    """Store the answer to the approval webhook; no change when the platform has called us before that.

    200 approves, 202 promises a call, 403 rejects, 422 refuses the request; silence and anything else fail the payment.
    """
    payment, session = sessions.find(transaction_id)
    if not _is_open(payment, session) or status == 202:
        return payment
    if session.expires_at <= now:
        return _time_out(payment, session, now=now)
    actor = audit.SYSTEM
    if status == 200:
        return _accept_answer(payment, session, body.get("receiverCustomerInfo"), now=now)
    if status == 403:
        words = body.get("reason") if isinstance(body.get("reason"), str) else ""
        to = TransactionStatus.REJECTED
        return _refuse(payment, session, to=to, cause="platform_rejected", words=words or "", actor=actor, now=now)
    if status == 422:
        reason, cause = FailureReason.PAY_REQUEST_FAILED, "platform_refused"
    elif is_silence:
        reason, cause = FailureReason.PAYMENT_APPROVAL_TIMED_OUT, "approval_silence"
    else:
        reason, cause = FailureReason.PAYMENT_APPROVAL_WEBHOOK_ERROR, "approval_webhook_error"
    return _refuse(payment, session, to=TransactionStatus.FAILED, cause=cause, reason=reason, actor=actor, now=now)


def approve_unasked(*, transaction_id: uuid.UUID, is_allowed: bool, now: dt.datetime) -> Transaction:
    """Decide about a payment whose platform has set no endpoint to ask."""
    payment, session = sessions.find(transaction_id)
    if not _is_open(payment, session):
        return payment
    if session.expires_at <= now:
        return _time_out(payment, session, now=now)
    if is_allowed:
        return _accept_answer(payment, session, None, now=now)
    return _refuse(
        payment,
        session,
        to=TransactionStatus.FAILED,
        cause="no_webhook_endpoint",
        reason=FailureReason.PAYMENT_APPROVAL_WEBHOOK_ERROR,
        actor=audit.SYSTEM,
        now=now,
    )


def is_decided(*, transaction_id: uuid.UUID) -> bool:
    """Tell whether the platform has decided: one small read, for a waiting caller."""
    return not IncomingUmaPayment.objects.filter(transaction_id=transaction_id, approval=Approval.ASKED).exists()


def end_wait(*, transaction_id: uuid.UUID, now: dt.datetime) -> Transaction:
    """End the wait for a promised call; no change when it came."""
    payment, session = sessions.find(transaction_id)
    if not _is_open(payment, session):
        return payment
    return _time_out(payment, session, now=now)


def end_abandoned(*, transaction_id: uuid.UUID, now: dt.datetime) -> Transaction:
    """End a payment whose pay request has died: its sender no longer waits for an answer.

    An undecided payment has timed out; an approved one failed because its sender never got an invoice.
    """
    payment, session = sessions.find(transaction_id)
    if payment.status != TransactionStatus.PENDING or session.invoice:
        return payment
    if session.approval == Approval.ASKED:
        return _time_out(payment, session, now=now)
    return fail_unanswered(transaction_id=transaction_id, now=now)


def fail_unanswered(*, transaction_id: uuid.UUID, now: dt.datetime) -> Transaction:
    """End an approved payment whose sender could not be given an invoice."""
    payment, session = sessions.find(transaction_id)
    if payment.status != TransactionStatus.PENDING or session.invoice:
        return payment
    move = Move(payment, now)
    sessions.end(move, to=TransactionStatus.FAILED, reason=FailureReason.PAY_REQUEST_FAILED, cause="no_invoice")
    return move.finish()


def _find(
    platform_id: uuid.UUID, transaction_id: uuid.UUID | None, *, now: dt.datetime
) -> tuple[Transaction, IncomingUmaPayment]:
    """Lock the payment named by a platform and return it with its session, still undecided and in time."""
    payment: Transaction | None = by_key(Transaction.objects.select_for_update(of=("self",)), transaction_id)
    if payment is None or payment.platform_id != platform_id:
        raise TransactionNotFound
    session = (
        IncomingUmaPayment.objects.filter(transaction_id=payment.id).first()
        if payment.type == TransactionType.INCOMING
        else None
    )
    if session is None or not _is_open(payment, session) or session.expires_at <= now:
        raise NotPendingApproval(payment.status)
    return payment, session


def _is_open(payment: Transaction, session: IncomingUmaPayment) -> bool:
    return payment.status == TransactionStatus.PENDING and session.approval == Approval.ASKED


def _accept_answer(
    payment: Transaction, session: IncomingUmaPayment, given: object, *, now: dt.datetime
) -> Transaction:
    if _take_in(session, given if isinstance(given, Mapping) else {}):
        return _refuse(
            payment,
            session,
            to=TransactionStatus.FAILED,
            cause="receiver_data_missing",
            reason=FailureReason.MISSING_MANDATORY_PAYEE_DATA,
            actor=audit.SYSTEM,
            now=now,
        )
    _approve(payment, session, actor=audit.SYSTEM, now=now)
    return payment


def _take_in(session: IncomingUmaPayment, given: Mapping[str, Any]) -> list[str]:
    """Add facts given by a platform to those known about the receiver; return the missing mandatory ones."""
    facts = dict(session.receiver_information or {})
    asked = {field["name"]: field["mandatory"] for field in session.requested_fields}
    facts |= {
        name: value.strip()[:_LONGEST_VALUE]
        for name, value in given.items()
        if name in _KNOWN_FIELDS and isinstance(value, str) and value.strip()
    }
    session.receiver_information = {name: value for name, value in facts.items() if name in asked} or None
    return [name for name, must in asked.items() if must and name not in facts]


def _approve(payment: Transaction, session: IncomingUmaPayment, *, actor: audit.Actor, now: dt.datetime) -> None:
    session.approval = Approval.APPROVED
    session.save(update_fields=["approval", "receiver_information"])
    move = Move(payment, now, actor=actor)
    move.plan(payment.next_action, now + incoming.APPROVAL_GRACE)
    move.note("uma.approve")


def _time_out(payment: Transaction, session: IncomingUmaPayment, *, now: dt.datetime) -> Transaction:
    return _refuse(
        payment,
        session,
        to=TransactionStatus.FAILED,
        cause="approval_timed_out",
        reason=FailureReason.PAYMENT_APPROVAL_TIMED_OUT,
        actor=audit.SYSTEM,
        now=now,
    )


def _refuse(
    payment: Transaction,
    session: IncomingUmaPayment,
    *,
    to: str,
    cause: str,
    reason: str | None = None,
    words: str = "",
    actor: audit.Actor,
    now: dt.datetime,
) -> Transaction:
    session.approval, session.refusal = Approval.REFUSED, words.strip()[:_LONGEST_REASON].replace("\0", "")
    session.save(update_fields=["approval", "refusal", "receiver_information"])
    move = Move(payment, now, actor=actor)
    sessions.end(move, to=to, reason=reason, cause=cause)
    return move.finish()


step_functions.register(NextAction.END_APPROVAL, own=end_abandoned)
