"""A worker's steps for an incoming payment by UMA: follow its invoice, and tell the result to the sender's side.

One call takes a payment as far as it goes now. Every answer of the network is stored before the next question, and
every question may be repeated, so that another worker can continue after a crash at any line.
"""

import datetime as dt
import logging
import uuid

from django.db import transaction

from payments.models import Ending, FailureReason, IncomingUmaPayment, NextAction, TransactionStatus
from payments.providers import registry
from payments.providers.incoming import Word
from payments.providers.lightning_node import InvoiceNotAccepted, InvoiceSettled, InvoiceState, Settlement
from payments.uma import messages
from payments.uma.flows import payouts
from payments.uma.identities import identities
from payments.uma.protocol import authenticity, hosts, transport
from payments.uma.receiving import crediting, incoming, sessions
from payments.workflow import step_functions
from payments.workflow.claims import ClaimedPayment
from platforms.base import clock
from platforms.database import writes

logger = logging.getLogger(__name__)
_SHORTEST_PAUSE, _LONGEST_PAUSE = dt.timedelta(seconds=2), dt.timedelta(seconds=30)


def handle_callback(*, transaction_id: uuid.UUID, body: bytes) -> None:
    """Handle the other side's message that it has paid, or not: a reason to look at the invoice, and nothing more.

    The network's state of the invoice counts. Raises ProtocolError.
    """
    said = messages.read_callback(body)
    rows = IncomingUmaPayment.objects.select_related("platform", "transaction")
    session = rows.filter(transaction_id=transaction_id).first()
    if session is None:
        payouts.handle_callback(transaction_id=transaction_id, said=said)
        return
    if session.counterparty_domain != said.sender_domain:
        raise messages.ProtocolError(messages.Reason.REQUEST_NOT_FOUND, "There is no such payment.")
    environment = session.platform.environment
    authenticity.require(said.signature, domain=said.sender_domain, environment=environment, now=clock.real_now())
    if session.transaction.status == TransactionStatus.PENDING and session.invoice:
        with transaction.atomic(durable=True), writes.together():
            incoming.hurry(transaction_id=transaction_id, now=session.platform.now())


def receive(claimed: ClaimedPayment) -> None:
    """Ask for the state of the invoice and act on it. Never in a database transaction."""
    session = IncomingUmaPayment.objects.select_related("transaction").get(transaction_id=_key(claimed))
    node = registry.settlement(claimed.environment)
    invoice = node.find_invoice(bytes.fromhex(session.payment_hash))
    state = invoice.state if invoice is not None else InvoiceState.CANCELLED
    if invoice is None and session.transaction.status != TransactionStatus.PENDING:
        # The money is booked: a node that does not know of it must not be trusted.
        message = "the node has lost an invoice whose money is booked"
        raise RuntimeError(message)
    _REACTIONS[state](claimed, session, node)


def _wait_or_expire(claimed: ClaimedPayment, session: IncomingUmaPayment, node: Settlement) -> None:
    now = _now(claimed)
    if session.ends_as or now >= session.expires_at:
        _give_up(claimed, session, node, ending=Ending.UNPAID)
        return
    age = now - session.transaction.created_at
    pause = max(_SHORTEST_PAUSE, min(_LONGEST_PAUSE, age / 10))
    with transaction.atomic(durable=True), writes.together():
        incoming.look_again(transaction_id=_key(claimed), after=pause, now=now)


def _accept(claimed: ClaimedPayment, session: IncomingUmaPayment, node: Settlement) -> None:
    """Take money held by the network: book it, reveal the secret, pass it on; or return it."""
    if session.transaction.status == TransactionStatus.PENDING and not session.ends_as:
        word = _review(claimed, session)
        if word == Word.WAIT:
            return
        if word == Word.REFUSE:
            _give_up(claimed, session, node, ending=Ending.REFUSED)
            return
        with transaction.atomic(durable=True), writes.together():
            session = crediting.accept(transaction_id=_key(claimed), now=_now(claimed))
    if session.ends_as:
        _give_up(claimed, session, node, ending=Ending(session.ends_as))
        return
    try:
        node.settle(bytes.fromhex(session.preimage))
    except InvoiceNotAccepted:
        _conclude(claimed)
    else:
        _take(claimed, session, node)


def _review(claimed: ClaimedPayment, session: IncomingUmaPayment) -> Word:
    """Return the result of a review; when it needs time, store until when."""
    now = _now(claimed)
    if session.held_until is not None:
        # Reviewed once: it needed time, which has passed.
        return Word.TAKE if now >= session.held_until else _hold(claimed, session.held_until, now=now)
    review = registry.incoming_review(claimed.environment).review(
        sender_address=session.transaction.sender, receiver_address=session.receiver_address
    )
    return _hold(claimed, now + review.wait, now=now) if review.word == Word.WAIT else review.word


def _hold(claimed: ClaimedPayment, until: dt.datetime, *, now: dt.datetime) -> Word:
    with transaction.atomic(durable=True), writes.together():
        incoming.hold(transaction_id=_key(claimed), until=until, now=now)
    return Word.WAIT


def _give_up(claimed: ClaimedPayment, session: IncomingUmaPayment, node: Settlement, *, ending: Ending) -> None:
    """Cancel an invoice; money that waits is returned to its sender."""
    with transaction.atomic(durable=True), writes.together():
        decided = crediting.refuse(transaction_id=_key(claimed), ending=ending, now=_now(claimed))
    if decided.ends_as:
        try:
            node.cancel(bytes.fromhex(session.payment_hash))
        except InvoiceSettled:
            _take(claimed, session, node)
        else:
            _conclude(claimed)


def _take(claimed: ClaimedPayment, session: IncomingUmaPayment, node: Settlement) -> None:
    with transaction.atomic(durable=True), writes.together():
        crediting.take(transaction_id=_key(claimed), now=_now(claimed))


def _cancelled(claimed: ClaimedPayment, session: IncomingUmaPayment, node: Settlement) -> None:
    _conclude(claimed)


def _conclude(claimed: ClaimedPayment) -> None:
    with transaction.atomic(durable=True), writes.together():
        crediting.conclude(transaction_id=_key(claimed), now=_now(claimed))


_REACTIONS = {
    InvoiceState.OPEN: _wait_or_expire,
    InvoiceState.ACCEPTED: _accept,
    InvoiceState.SETTLED: _take,
    InvoiceState.CANCELLED: _cancelled,
}


def confirm(claimed: ClaimedPayment) -> None:
    """Tell the sender's side the result of a payment, until it confirms. Never in a database transaction."""
    session = IncomingUmaPayment.objects.select_related("transaction").get(transaction_id=_key(claimed))
    is_heard = not session.callback_url or _call_back(session, claimed.environment)
    with transaction.atomic(durable=True), writes.together():
        sessions.record_callback(
            transaction_id=_key(claimed), step=NextAction.CONFIRM, is_heard=is_heard, now=_now(claimed)
        )


def _call_back(session: IncomingUmaPayment, environment: str) -> bool:
    payment = session.transaction
    domain = session.receiver_address.rpartition("@")[2]
    is_counterpart = domain == hosts.counterpart().domain
    now = clock.real_now()
    signer = identities.signer(platform_id=None if is_counterpart else payment.platform_id, domain=domain, now=now)
    # If the receiver's bank refused the money, the receiver still has it: for the sender's side the payment is
    # complete.
    is_received = payment.settled_at is not None or payment.failure_reason == FailureReason.OFFRAMP_FAILED
    body = messages.build_callback(
        status=messages.CallbackStatus.COMPLETED if is_received else messages.CallbackStatus.FAILED,
        signer=signer,
        now=now,
        error_code=messages.Reason.SENDER_NOT_ACCEPTED,
        error_text="The receiver's institution did not take the payment.",
    )
    try:
        return transport.post(session.callback_url, body, environment=environment).is_ok
    except transport.Unreachable as error:
        logger.warning("callback not delivered", extra={"subject": payment.public_id, "reason": str(error)})
        return False


def _key(claimed: ClaimedPayment) -> uuid.UUID:
    return claimed.key


def _now(claimed: ClaimedPayment) -> dt.datetime:
    return clock.now(claimed)


step_functions.register(NextAction.RECEIVE, talk=receive)
step_functions.register(NextAction.CONFIRM, talk=confirm)
