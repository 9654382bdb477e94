"""A worker's steps for an outgoing payment by UMA: pay its invoice, and tell its receiver's side.

The network is asked first, the result stored afterwards. If a worker dies between the two, the next one asks again:
the network knows a payment by its hash and pays it once.
"""

import logging
import time
import uuid

from django.db import transaction

from payments.models import NextAction, OutgoingUmaPayment
from payments.providers import registry
from payments.providers.lightning_node import Payment, PaymentState, SettlementUnavailable
from payments.uma import messages
from payments.uma.identities import identities
from payments.uma.protocol import authenticity, transport
from payments.uma.receiving import sessions
from payments.uma.sending import outgoing, quote_terms
from payments.workflow import provider_messages, step_functions
from payments.workflow.claims import ClaimedPayment
from platforms.base import clock
from platforms.database import writes

logger = logging.getLogger(__name__)


def handle_callback(*, transaction_id: uuid.UUID, said: messages.Callback) -> None:
    """Handle the receiver's message about a payment's end: a reason to ask the network at once, and nothing more.

    Raises ProtocolError.
    """
    rows = OutgoingUmaPayment.objects.select_related("platform")
    session = rows.filter(transaction_id=transaction_id).first()
    if session is None or session.counterparty_domain != said.sender_domain:
        raise messages.ProtocolError(messages.Reason.REQUEST_NOT_FOUND, "There is no such payment.")
    environment = session.platform.environment
    authenticity.require(said.signature, domain=said.sender_domain, environment=environment, now=clock.real_now())
    with transaction.atomic(durable=True), writes.together():
        outgoing.note_word(
            transaction_id=transaction_id,
            status=(said.status or messages.CallbackStatus.COMPLETED).value,
            error=" ".join(part for part in (said.error_code, said.error_text) if part),
            now=session.platform.now(),
        )


def pay(claimed: ClaimedPayment) -> None:
    """Pay the invoice of a payment, or ask for its status. Never in a database transaction."""
    started = time.monotonic()
    session = OutgoingUmaPayment.objects.get(transaction_id=_key(claimed))
    payment = _ask(claimed, session)
    outcome = outgoing.outcome(session=session, payment=payment, attempts=claimed.attempts)
    now = clock.now(claimed)
    with transaction.atomic(durable=True), writes.together():
        provider_messages.note(claimed, outcome, told=_told(session), started=started, now=now)
        outgoing.record(transaction_id=_key(claimed), payment=payment, outcome=outcome, now=now)


def _told(session: OutgoingUmaPayment) -> provider_messages.Told:
    """Return what the node is told, in whole satoshis as they are booked."""
    return provider_messages.Told(quote_terms.satoshis(session.amount_msat), quote_terms.BRIDGE)


def _ask(claimed: ClaimedPayment, session: OutgoingUmaPayment) -> Payment:
    """Pay, or ask for the status once the node is known to have begun."""
    node = registry.settlement(claimed.environment)
    if not claimed.provider_reference:
        return node.pay(outgoing.order(session))
    payment = node.track(bytes.fromhex(session.payment_hash))
    if payment.state == PaymentState.UNKNOWN:
        # The node said once that the payment was under way. Even if it has lost that, another attempt could pay twice.
        raise SettlementUnavailable("the node has forgotten a payment")
    return payment


def call_back(claimed: ClaimedPayment) -> None:
    """Tell the receiver's side that a payment is complete, until it confirms. Never in a database transaction."""
    session = OutgoingUmaPayment.objects.select_related("transaction__customer", "platform").get(
        transaction_id=_key(claimed)
    )
    is_heard = _send_word(session)
    with transaction.atomic(durable=True), writes.together():
        sessions.record_callback(
            transaction_id=_key(claimed),
            step=NextAction.CALL_BACK,
            is_heard=is_heard,
            now=clock.now(claimed),
        )


def _send_word(session: OutgoingUmaPayment) -> bool:
    now = clock.real_now()
    customer = session.transaction.customer
    assert customer is not None, "payments by UMA are made by customers"
    domain = customer.uma_address.rpartition("@")[2]
    signer = identities.signer(platform_id=session.platform_id, domain=domain, now=now)
    body = messages.build_callback(status=messages.CallbackStatus.COMPLETED, signer=signer, now=now)
    try:
        return transport.post(session.callback_url, body, environment=session.platform.environment).is_ok
    except transport.Unreachable as error:
        logger.warning("callback not delivered", extra={"subject": session.transaction.public_id, "reason": str(error)})
        return False


def _key(claimed: ClaimedPayment) -> uuid.UUID:
    return claimed.key


step_functions.register(NextAction.PAY_INVOICE, talk=pay)
step_functions.register(NextAction.CALL_BACK, talk=call_back)
