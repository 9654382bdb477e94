"""A pay request from another institution: checked, approved by the receiver's platform, answered with an invoice.

The checks are ordered by cost: the message's own, then those of one query, then the sender's keys and the nonce, then
rates. Only the nonce is stored before all of them have passed.

The sender's side waits while the receiver's platform thinks: 5 s for its answer to the webhook (15 s for that of a
listener in the sandbox), and 5 s more when that promises a call. No database transaction is open meanwhile. If this
process dies, the payment's due time ends it.
"""

import datetime as dt
import functools
import time
import uuid
from collections.abc import Mapping

import orjson
from django.conf import settings
from django.db import transaction

from compliance.screening import counterparties
from payments import rates
from payments.models import FailureReason, IncomingUmaPayment, LockSide, Transaction, TransactionStatus
from payments.providers import asking, registry
from payments.providers.lightning_node import InvoiceOrder, SettlementUnavailable
from payments.uma import messages
from payments.uma.directory.counterparties import CounterpartyNotAllowed
from payments.uma.identities import identities
from payments.uma.protocol import authenticity, waiting
from payments.uma.receiving import approvals as uma_approvals
from payments.uma.receiving import incoming, receivers
from payments.uma.receiving.incoming import Asked
from payments.uma.receiving.receivers import Receiver, Terms
from platforms.base import clock, errors, identifiers, slots
from platforms.database import writes
from platforms.models import CounterpartyField
from webhooks.delivery import approvals
from webhooks.delivery.client import Failure

INVOICE_LIFETIME = dt.timedelta(minutes=5)
CALL_SECONDS = 5.0
"""How long a platform may take for a promised call."""
_LOOK_AGAIN_SECONDS = 0.1
_FIELDS = frozenset(CounterpartyField.values)
_MOST_FACTS, _LONGEST_FACT = 50, 1024


def answer(*, customer_id: uuid.UUID, body: bytes) -> bytes:
    """Answer a pay request for a customer with an invoice, or raise the ProtocolError for its sender.

    Takes up to ten seconds, in the sandbox twenty. Never in a database transaction. Raises Busy when too many are
    waiting already.
    """
    request = messages.read_pay_request(body)
    domain = messages.domain_of(request.payer)
    try:
        receiver = receivers.load(
            customer_id=customer_id, currency=request.receiving_currency, counterparty_domain=domain
        )
        asked = _check(request, receiver, domain)
        book = rates.ensure(receiver.environment, receiver.platform_id)
        now = clock.now(receiver)
        terms = receivers.terms(receiver=receiver, lock_side=asked.lock_side, amount=asked.amount, book=book, now=now)
        with waiting.APPROVALS.held(receiver.platform_id):
            with transaction.atomic(durable=True), writes.together():
                begun = incoming.begin(receiver=receiver, asked=asked, terms=terms, now=now)
            _ask_platform(begun, receiver)
            session = _require_approved(begun.transaction_id)
            invoice = _make_invoice(session, receiver, request)
    except (slots.Busy, asking.NoAnswer):
        raise
    except errors.DomainError as refusal:
        raise _protocol_error(refusal) from None
    return _reply(request, receiver, session, terms, invoice)


def _check(request: messages.PayRequest, receiver: Receiver, domain: str) -> Asked:
    """Return the request after checking who sends it, and that they may; uses the nonce of the message."""
    is_sending = request.is_amount_in_msat
    if not is_sending:
        receivers.require_in_bounds(receiver=receiver, amount=request.amount)
    authenticity.require(request.signature, domain=domain, environment=receiver.environment, now=clock.real_now())
    told = _sender_information(request, receiver)
    receivers.require_sender_data(receiver=receiver, sender_information=told)
    about = identifiers.public("Customer", receiver.customer_id)
    if counterparties.is_sanctioned(
        environment=receiver.environment, facts=told, platform_id=receiver.platform_id, about=about
    ):
        raise CounterpartyNotAllowed
    return Asked(
        sender_address=request.payer,
        counterparty_domain=domain,
        currency=request.receiving_currency,
        lock_side=LockSide.SENDING if is_sending else LockSide.RECEIVING,
        amount=request.amount,
        requested_fields=request.requested_payee_data,
        sender_information=told,
        comment=request.comment,
        callback_url=request.utxo_callback,
    )


def _sender_information(request: messages.PayRequest, receiver: Receiver) -> dict[str, str]:
    """Return the facts about the sender, open or encrypted for us; encrypted ones take precedence."""
    keys = identities.opening_keys(platform_id=receivers.identity(receiver))
    sealed = messages.open_travel_rule(request, private_keys=keys)
    return dict(request.payer_data) | _facts(sealed)


def _facts(text: str) -> dict[str, str]:
    """Return the facts in travel rule information that is a JSON object of counterparty fields; else nothing."""
    try:
        content = orjson.loads(text)
    except orjson.JSONDecodeError:
        return {}
    if not isinstance(content, Mapping):
        return {}
    return {
        name: value[:_LONGEST_FACT]
        for name, value in list(content.items())[:_MOST_FACTS]
        if name in _FIELDS and isinstance(value, str) and value.isprintable()
    }


def _ask_platform(session: IncomingUmaPayment, receiver: Receiver) -> None:
    """Ask the receiver's platform, and wait for the call that it may promise."""
    payment = session.transaction
    now, review = clock.now(receiver), registry.incoming_review(receiver.environment)
    played = review.play_answer(platform_id=payment.platform_id, customer_id=payment.customer_id)
    if played is not None:
        with transaction.atomic(durable=True), writes.together():
            uma_approvals.record_answer(
                transaction_id=payment.id, status=played.status, body={}, is_silence=played.status is None, now=now
            )
        return
    said = approvals.ask(
        platform_id=payment.platform_id,
        resource=payment.public_id,
        data=uma_approvals.question(payment=payment, session=session),
        now=now,
        is_settled=functools.partial(uma_approvals.is_decided, transaction_id=payment.id),
    )
    with transaction.atomic(durable=True), writes.together():
        moment = clock.now(receiver)
        if said is None:
            uma_approvals.approve_unasked(transaction_id=payment.id, is_allowed=review.approves_unasked, now=moment)
        else:
            uma_approvals.record_answer(
                transaction_id=payment.id,
                status=said.status,
                body=said.body or {},
                is_silence=said.failure == Failure.TIMEOUT,
                now=moment,
            )
    if said is not None and said.status == 202:
        _wait_for_call(payment, receiver)


def _wait_for_call(payment: Transaction, receiver: Receiver) -> None:
    deadline = time.monotonic() + CALL_SECONDS
    while time.monotonic() < deadline:
        if uma_approvals.is_decided(transaction_id=payment.id):
            return
        time.sleep(_LOOK_AGAIN_SECONDS)
    with transaction.atomic(durable=True), writes.together():
        uma_approvals.end_wait(transaction_id=payment.id, now=clock.now(receiver))


def _require_approved(transaction_id: uuid.UUID) -> IncomingUmaPayment:
    """Return the session of an approved payment; raises ProtocolError for any other."""
    rows = IncomingUmaPayment.objects.select_related("transaction")
    session: IncomingUmaPayment = rows.get(transaction_id=transaction_id)
    payment = session.transaction
    if payment.status == TransactionStatus.PENDING:
        return session
    if payment.status == TransactionStatus.REJECTED:
        raise messages.ProtocolError(
            messages.Reason.SENDER_NOT_ACCEPTED, "The receiver's institution rejects the payment."
        )
    if payment.failure_reason == FailureReason.MISSING_MANDATORY_PAYEE_DATA:
        raise messages.ProtocolError(
            messages.Reason.MISSING_MANDATORY_PAYEE_DATA, "Something that is asked about the receiver can't be told."
        )
    raise messages.ProtocolError(
        messages.Reason.PAYREQ_REQUEST_FAILED, "The receiver's institution has not approved the payment."
    )


def _make_invoice(session: IncomingUmaPayment, receiver: Receiver, request: messages.PayRequest) -> str:
    """Return the invoice of an approved payment; from now on a worker follows it."""
    order = InvoiceOrder(
        payment_hash=bytes.fromhex(session.payment_hash),
        amount_msat=session.amount_msat,
        description_hash=request.description_hash(messages.build_metadata(receiver.uma_address)),
        lifetime=INVOICE_LIFETIME,
    )
    key = session.transaction_id
    try:
        invoice = registry.settlement(receiver.environment).make_invoice(order).payment_request
    except SettlementUnavailable:
        invoice = ""
    now = clock.now(receiver)
    with transaction.atomic(durable=True), writes.together():
        is_given = bool(invoice) and incoming.attach_invoice(
            transaction_id=key, invoice=invoice, expires_at=now + INVOICE_LIFETIME, now=now
        )
        if not is_given:
            uma_approvals.fail_unanswered(transaction_id=key, now=now)
    if not is_given:
        raise messages.ProtocolError(messages.Reason.INTERNAL_ERROR, "No invoice can be made at the moment.")
    return invoice


def _reply(
    request: messages.PayRequest, receiver: Receiver, session: IncomingUmaPayment, terms: Terms, invoice: str
) -> bytes:
    now = clock.real_now()
    return messages.build_pay_reply(
        request,
        payee=receiver.uma_address,
        payee_data=session.receiver_information or {},
        invoice=invoice,
        amount=terms.price.receiving,
        currency=receiver.currency,
        decimals=receiver.decimals,
        multiplier=terms.multiplier,
        fee_msat=terms.told_fee_msat,
        utxo_callback=f"{settings.PUBLIC_BASE_URL}/uma/callback/{session.transaction_id}",
        signer=identities.signer(platform_id=receivers.identity(receiver), domain=receiver.domain, now=now),
        now=now,
    )


_CODES = {
    "USER_NOT_FOUND": messages.Reason.USER_NOT_FOUND,
    "CUSTOMER_DELETED": messages.Reason.USER_NOT_FOUND,
    "USER_NOT_READY": messages.Reason.USER_NOT_READY,
    "INVALID_CURRENCY": messages.Reason.INVALID_CURRENCY,
    "INVALID_UMA_ADDRESS": messages.Reason.USER_NOT_FOUND,
    "AMOUNT_OUT_OF_RANGE": messages.Reason.AMOUNT_OUT_OF_RANGE,
    "COUNTERPARTY_NOT_ALLOWED": messages.Reason.COUNTERPARTY_NOT_ALLOWED,
    "MISSING_MANDATORY_USER_INFO": messages.Reason.MISSING_MANDATORY_PAYER_DATA,
}
"""The protocol's codes for refusals of operations; any other refusal is a failed pay request."""


def _protocol_error(refusal: errors.DomainError) -> messages.ProtocolError:
    reason = _CODES.get(refusal.code, messages.Reason.PAYREQ_REQUEST_FAILED)
    # Names of our API's fields tell the other side nothing.
    text = "The receiver's identity is not approved." if reason == messages.Reason.USER_NOT_READY else refusal.text
    return messages.ProtocolError(reason, text)
