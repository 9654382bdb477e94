"""Incoming payments by UMA: begun by a pay request, given an invoice, followed until it is paid."""

import dataclasses
import datetime as dt
import hashlib
import secrets
import uuid
from collections.abc import Mapping

from compliance import parties
from payments.accounts import internal_accounts
from payments.due import ADVANCE_TASK
from payments.models import IncomingUmaPayment, NextAction, Transaction, TransactionStatus, TransactionType
from payments.uma.receiving import receivers, sessions
from payments.uma.receiving.receivers import BITCOIN, Receiver, Terms
from payments.workflow import transactions
from payments.workflow.moves import Move
from platforms import audit
from platforms.base import identifiers, jobs
from platforms.database import writes

APPROVAL_GRACE = dt.timedelta(seconds=30)
"""After this time a pay request that waits for its platform, or for its invoice, has lost its process."""


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The request of the sender's side, after all checks of its message."""

    sender_address: str
    counterparty_domain: str
    currency: str
    lock_side: str
    """RECEIVING: `amount` is the receiver's. SENDING: it is the sender's, in msat."""
    amount: int
    requested_fields: Mapping[str, bool]
    """Facts requested about the receiver, each with whether it is mandatory."""
    sender_information: Mapping[str, str]
    comment: str
    callback_url: str


def begin(*, receiver: Receiver, asked: Asked, terms: Terms, now: dt.datetime) -> IncomingUmaPayment:
    """Store a pay request as a PENDING payment that waits for its platform's approval; return its session.

    Raises InvalidInput (INVALID_CURRENCY), CustomerDeleted, UserNotReady when something has changed since it was
    checked.
    """
    internal_accounts.lock_currency(platform_id=receiver.platform_id, code=asked.currency)
    receivers.require_ready(parties.lock(receiver.customer_id))
    payment = _payment(receiver, asked, terms, now=now)
    transactions.begin(payment, cause="pay_request", actor=audit.SYSTEM, now=now)
    preimage = secrets.token_bytes(32)
    session = IncomingUmaPayment(
        transaction=payment,
        platform_id=receiver.platform_id,
        counterparty_domain=asked.counterparty_domain,
        receiver_address=receiver.uma_address,
        receiver_information={name: receiver.facts[name] for name in asked.requested_fields if name in receiver.facts},
        requested_fields=[{"name": name, "mandatory": must} for name, must in asked.requested_fields.items()],
        payment_hash=hashlib.sha256(preimage).hexdigest(),
        preimage=preimage.hex(),
        amount_msat=terms.price.sending,
        fee_msat=terms.price.fees,
        multiplier=terms.multiplier,
        rate_snapshot_id=terms.rate_snapshot_id,
        fee_schedule_id=terms.fee_schedule_id,
        expires_at=now + APPROVAL_GRACE,
        callback_url=asked.callback_url,
    )
    session.save(force_insert=True)
    Move(payment, now).note("uma.pay_request", counterparty=asked.counterparty_domain)
    return session


def note_failed_attempt(
    *, receiver: Receiver, asked: Asked, terms: Terms, reason: str, now: dt.datetime
) -> Transaction:
    """Store a payment that failed before its request: the sender's side gives the reason. For the sandbox's sender."""
    payment = _payment(receiver, asked, terms, now=now)
    payment.status, payment.next_action_at = TransactionStatus.CREATED, None
    transactions.begin(payment, cause="sender_attempt", actor=audit.SYSTEM, now=now)
    # The next step changes the row that was only collected so far.
    writes.flush()
    payment = Transaction.objects.get(id=payment.id)
    move = Move(payment, now)
    sessions.end(move, to=TransactionStatus.FAILED, reason=reason, cause="sender_attempt")
    return move.finish()


def attach_invoice(*, transaction_id: uuid.UUID, invoice: str, expires_at: dt.datetime, now: dt.datetime) -> bool:
    """Store the invoice given to the sender; from then on a worker follows it. `expires_at` by our clock.

    False, and no change, when the payment has ended meanwhile: then the invoice must not be handed out.
    """
    payment, session = sessions.find(transaction_id)
    if payment.status != TransactionStatus.PENDING or session.ends_as:
        return False
    session.invoice, session.expires_at = invoice, expires_at
    session.save(update_fields=["invoice", "expires_at"])
    Move(payment, now).plan(NextAction.RECEIVE)
    jobs.notify(ADVANCE_TASK)
    return True


def look_again(*, transaction_id: uuid.UUID, after: dt.timedelta, now: dt.datetime) -> None:
    """Have a worker look at an unpaid invoice again."""
    move = Move.lock(transaction_id, NextAction.RECEIVE, now=now)
    if move is not None:
        session = IncomingUmaPayment.objects.get(transaction_id=transaction_id)
        # Not past its end, so that it ends in time.
        move.payment.next_action_at = max(now, min(now + after, session.expires_at))
        move.save()


def hold(*, transaction_id: uuid.UUID, until: dt.datetime, now: dt.datetime) -> None:
    """Leave the money of a payment where it is while a review continues; `until` by the platform's clock."""
    payment, session = sessions.find(transaction_id)
    if payment.status == TransactionStatus.PENDING and not session.ends_as:
        session.held_until = until
        session.save(update_fields=["held_until"])
        Move(payment, now).plan(NextAction.RECEIVE, max(now, until))


def hurry(*, transaction_id: uuid.UUID, now: dt.datetime) -> None:
    """Have a worker look at an invoice at once: somebody reports that it was paid."""
    move = Move.lock(transaction_id, NextAction.RECEIVE, now=now)
    if move is not None:
        move.hurry(now)
        jobs.notify(ADVANCE_TASK)


def _payment(receiver: Receiver, asked: Asked, terms: Terms, *, now: dt.datetime) -> Transaction:
    key = identifiers.new_key()
    destination = (
        identifiers.public("ExternalAccount", receiver.deposit_account_id)
        if receiver.deposit_account_id
        else identifiers.public("InternalAccount", receiver.internal_account_id)
    )
    return Transaction(
        id=key,
        platform_id=receiver.platform_id,
        customer_id=receiver.customer_id,
        platform_customer_id=receiver.platform_customer_id,
        type=TransactionType.INCOMING,
        status=TransactionStatus.PENDING,
        internal_account_id=receiver.internal_account_id,
        external_account_id=receiver.deposit_account_id,
        sender=asked.sender_address,
        receiver=destination,
        sent_amount=terms.price.sending // 1000,
        sent_currency=BITCOIN,
        received_amount=terms.price.receiving,
        received_currency=asked.currency,
        fees=terms.price.fees // 1000,
        exchange_rate=terms.exchange_rate,
        rate_details=terms.rate_details(),
        description=asked.comment or None,
        counterparty_information=dict(asked.sender_information) or None,
        reference=f"TX{key.hex[-16:].upper()}",
        created_at=now,
        updated_at=now,
        next_action=NextAction.END_APPROVAL,
        next_action_at=now + APPROVAL_GRACE,
    )
