"""The sandbox's counterparty pays a customer: every message is a real one, and arrives by the public paths.

Its senders' mistakes on purpose are defined in `payments.providers.sandbox.uma_counterpart`.
"""

import dataclasses
import secrets
import uuid
from collections.abc import Mapping

import orjson
from django.conf import settings
from django.db import transaction

from payments import rates
from payments.account_types import bolt11
from payments.models import FailureReason, IncomingUmaPayment, LockSide
from payments.providers import registry
from payments.providers.lightning_node import PaymentOrder
from payments.providers.sandbox import uma_counterpart
from payments.providers.sandbox.uma_counterpart import Slip
from payments.uma import messages
from payments.uma.identities import identities
from payments.uma.protocol import authenticity, keys, transport
from payments.uma.receiving import incoming, receivers
from payments.uma.receiving.incoming import Asked
from payments.uma.receiving.receivers import Receiver
from platforms.base import clock, errors
from platforms.database import writes
from platforms.models import Environment


@dataclasses.dataclass(frozen=True, slots=True)
class _Play:
    """One payment: sender, receiver, amount, and the sender's mistake."""

    sender: str
    receiver: Receiver
    amount: int
    callback_url: str
    slip: Slip

    def signer(self, *, unless: Slip | None = None) -> messages.Signer:
        """Return the counterparty's signer; another one when a wrong signature is the sender's mistake."""
        domain = uma_counterpart.domain()
        if self.slip == unless:
            return messages.Signer(domain=domain, private_key=secrets.token_bytes(32))
        return identities.signer(platform_id=None, domain=domain, now=clock.real_now())


class _Failed(Exception):
    """The scenario ended before there was a payment; `reason` is a FailureReason."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


def require_sender(address: str) -> None:
    """Raise InvalidInput (INVALID_UMA_ADDRESS) unless an address is one of the counterparty's."""
    try:
        is_known = messages.domain_of(address) == uma_counterpart.domain()
    except messages.ProtocolError:
        is_known = False
    if not is_known:
        raise errors.InvalidInput.field(
            "senderUmaAddress", f"must be $user@{uma_counterpart.domain()}", code="INVALID_UMA_ADDRESS"
        )


def pay(*, sender: str, customer_id: uuid.UUID, currency: str, amount: int) -> uuid.UUID:
    """Play a payment of `amount`, in the currency's smallest unit, to a customer; return its transaction's key.

    Never in a database transaction. Raises the reasons why the customer can't be paid at all: CustomerNotFound,
    UserNotReady, InvalidInput (INVALID_CURRENCY), CounterpartyNotAllowed, AmountOutOfRange.
    """
    receiver = receivers.load(customer_id=customer_id, currency=currency, counterparty_domain=uma_counterpart.domain())
    receivers.require_in_bounds(receiver=receiver, amount=amount)
    slip = uma_counterpart.slip(sender, platform_id=receiver.platform_id, customer_id=customer_id)
    play = _Play(sender, receiver, amount, f"{settings.PUBLIC_BASE_URL}/uma/counterpart/{uuid.uuid4()}", slip)
    try:
        return _perform(play)
    except _Failed as failed:
        return _note_failure(play, failed.reason)


def handle_callback(*, body: bytes) -> None:
    """Handle the result of a payment of the counterparty. Raises ProtocolError."""
    said = messages.read_callback(body)
    authenticity.require(
        said.signature, domain=said.sender_domain, environment=Environment.SANDBOX, now=clock.real_now()
    )


def _perform(play: _Play) -> uuid.UUID:
    lookup = _look_up(play)
    built, answer = _ask_for_invoice(play, lookup)
    if not answer.is_ok:
        # The other side has begun the payment and ended it, or refused to begin one.
        begun = IncomingUmaPayment.objects.filter(
            platform_id=play.receiver.platform_id, callback_url=play.callback_url
        ).first()
        if begun is None:
            raise _Failed(FailureReason.PAY_REQUEST_FAILED)
        return _key(begun)
    reply = _read_reply(play, answer)
    invoice = _check_invoice(reply, built.description_hashes(lookup.metadata))
    if play.slip != Slip.UNPAID:
        _pay_invoice(play, reply, invoice)
    return _key(IncomingUmaPayment.objects.get(payment_hash=invoice.payment_hash.hex()))


def _look_up(play: _Play) -> messages.LookupReply:
    url = messages.build_lookup_url(
        play.receiver.uma_address,
        signer=play.signer(unless=Slip.LOOKUP),
        is_subject_to_travel_rule=True,
        now=clock.real_now(),
    )
    try:
        answer = transport.get(url, environment=play.receiver.environment)
        if not answer.is_ok:
            raise _Failed(FailureReason.LNURLP_FAILED)
        reply = messages.read_lookup_reply(answer.body, receiver=play.receiver.uma_address)
        authenticity.require(
            reply.signature, domain=_domain(play), environment=play.receiver.environment, now=clock.real_now()
        )
    except (transport.Unreachable, messages.ProtocolError):
        raise _Failed(FailureReason.LNURLP_FAILED) from None
    return reply


def _ask_for_invoice(play: _Play, lookup: messages.LookupReply) -> tuple[messages.BuiltPayRequest, transport.Answer]:
    told = _facts(play, lookup.required_payer_data)
    now = clock.real_now()
    try:
        built = messages.build_pay_request(
            payer=play.sender,
            payer_data={},
            payer_kyc_status=messages.KycStatus.VERIFIED,
            amount=play.amount,
            is_amount_in_msat=False,
            receiving_currency=play.receiver.currency,
            requested_payee_data=_questions(play),
            utxo_callback=play.callback_url,
            travel_rule=orjson.dumps(told).decode(),
            receiver_keys=keys.of_domain(_domain(play), environment=play.receiver.environment, now=now),
            signer=play.signer(unless=Slip.PAY_REQUEST),
            now=now,
        )
        return built, transport.post(lookup.callback, built.body, environment=play.receiver.environment)
    except (transport.Unreachable, messages.ProtocolError):
        raise _Failed(FailureReason.PAY_REQUEST_FAILED) from None


def _questions(play: _Play) -> dict[str, bool]:
    return {"FULL_NAME": False} | ({uma_counterpart.CURIOUS_FIELD: True} if play.slip == Slip.CURIOUS else {})


def _facts(play: _Play, asked: Mapping[str, bool]) -> dict[str, str]:
    known = {
        **uma_counterpart.SENDER_FACTS,
        "FULL_NAME": uma_counterpart.sender_name(play.sender),
        "IDENTIFIER": play.sender,
        "ACCOUNT_IDENTIFIER": play.sender,
    }
    return {name: known[name] for name in {"FULL_NAME", *asked} if name in known}


def _read_reply(play: _Play, answer: transport.Answer) -> messages.PayReply:
    try:
        reply = messages.read_pay_reply(answer.body, payer=play.sender, payee=play.receiver.uma_address)
        authenticity.require(
            reply.signature, domain=_domain(play), environment=play.receiver.environment, now=clock.real_now()
        )
    except messages.ProtocolError:
        raise _Failed(FailureReason.PAY_REQUEST_FAILED) from None
    if (reply.amount, reply.currency) != (play.amount, play.receiver.currency):
        raise _Failed(FailureReason.PAY_REQUEST_FAILED)
    return reply


def _check_invoice(reply: messages.PayReply, description_hashes: frozenset[bytes]) -> bolt11.Invoice:
    try:
        invoice = bolt11.decode(reply.invoice)
    except bolt11.Invalid:
        raise _Failed(FailureReason.PAY_REQUEST_FAILED) from None
    is_as_said = invoice.amount_msat is not None and abs(invoice.amount_msat - reply.expected_msat) < 1
    if not is_as_said or invoice.description_hash not in description_hashes:
        raise _Failed(FailureReason.PAY_REQUEST_FAILED)
    return invoice


def _pay_invoice(play: _Play, reply: messages.PayReply, invoice: bolt11.Invoice) -> None:
    """Pay, and tell the other side that the money is under way, so that it looks at once."""
    assert invoice.amount_msat is not None
    order = PaymentOrder(
        payment_request=reply.invoice,
        payment_hash=invoice.payment_hash,
        amount_msat=invoice.amount_msat,
        most_fee_msat=0,
    )
    now = clock.real_now()
    registry.settlement(play.receiver.environment).pay(order)
    body = messages.build_callback(status=messages.CallbackStatus.COMPLETED, signer=play.signer(), now=now)
    transport.post(reply.utxo_callback, body, environment=play.receiver.environment)


def _note_failure(play: _Play, reason: str) -> uuid.UUID:
    receiver = play.receiver
    asked = Asked(
        sender_address=play.sender,
        counterparty_domain=uma_counterpart.domain(),
        currency=receiver.currency,
        lock_side=LockSide.RECEIVING,
        amount=play.amount,
        requested_fields={},
        sender_information={},
        comment="",
        callback_url=play.callback_url,
    )
    book = rates.ensure(receiver.environment, receiver.platform_id)
    now = clock.now(receiver)
    terms = receivers.terms(receiver=receiver, lock_side=asked.lock_side, amount=asked.amount, book=book, now=now)
    with transaction.atomic(durable=True), writes.together():
        payment = incoming.note_failed_attempt(receiver=receiver, asked=asked, terms=terms, reason=reason, now=now)
    return payment.id


def _key(session: IncomingUmaPayment) -> uuid.UUID:
    key: uuid.UUID = session.transaction_id
    return key


def _domain(play: _Play) -> str:
    return play.receiver.domain
