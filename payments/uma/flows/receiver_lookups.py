"""A lookup of a receiver at another institution: whether they exist, and which currencies they can get."""

import dataclasses
import uuid
from collections.abc import Mapping, Sequence

from payments import rates
from payments.accounts.lookups import Receivable
from payments.uma import messages
from payments.uma.directory import counterparties
from payments.uma.directory.counterparties import CounterpartyFailed
from payments.uma.identities import identities
from payments.uma.protocol import authenticity, transport, waiting
from payments.uma.sending import senders
from platforms.base import clock, errors

_FAILED = "LNURLP_REQUEST_FAILED"


@dataclasses.dataclass(frozen=True, slots=True)
class Found:
    """The answer of the receiver's institution, with the customer who asked, before it is stored."""

    sender: senders.Sender
    receiver: str
    reply: messages.LookupReply
    book: rates.RateBook


@dataclasses.dataclass(frozen=True, slots=True)
class Answer:
    """The receiver's side's answer, in terms of the sending customer."""

    lookup_id: uuid.UUID
    receiver: str
    receivables: Sequence[Receivable]
    required_payer_data: Mapping[str, bool]


def ask(
    *,
    platform_id: uuid.UUID,
    environment: str,
    receiver: str,
    customer_id: uuid.UUID | None,
    sender_uma_address: str | None,
) -> Found:
    """Ask the receiver's institution. Never in a database transaction.

    Raises CustomerNotFound, CustomerDeleted, InvalidInput (INVALID_UMA_ADDRESS, INVALID_CURRENCY),
    CounterpartyNotAllowed, CounterpartyFailed, RatesStale.
    """
    sender = senders.load(
        platform_id=platform_id,
        customer_id=customer_id,
        sender_uma_address=sender_uma_address,
        real_now=clock.real_now(),
    )
    domain = _domain(receiver)
    counterparties.require_allowed(environment=environment, domain=domain)
    book = rates.ensure(environment, platform_id)
    reply = _ask(
        platform_id=platform_id,
        environment=environment,
        sender_address=sender.uma_address,
        receiver=receiver,
        domain=domain,
    )
    return Found(sender, receiver, reply, book)


def note(*, platform_id: uuid.UUID, found: Found) -> Answer:
    """Store the receiver's institution's answer, for a quote to name. In a block of `writes`. Raises RateUnknown."""
    lookup_id, receivables = senders.note_lookup(
        platform_id=platform_id, sender=found.sender, reply=found.reply, book=found.book
    )
    return Answer(lookup_id, found.receiver, receivables, found.reply.required_payer_data)


def _domain(receiver: str) -> str:
    try:
        return messages.domain_of(receiver)
    except messages.ProtocolError:
        reason = "must be a UMA address such as $ada@bank.example"
        raise errors.InvalidInput.field("receiverUmaAddress", reason, code="INVALID_UMA_ADDRESS") from None


def _ask(
    *, platform_id: uuid.UUID, environment: str, sender_address: str, receiver: str, domain: str
) -> messages.LookupReply:
    now = clock.real_now()
    signer = identities.signer(
        platform_id=platform_id,
        domain=counterparties.sender_domain(platform_id=platform_id, address=sender_address),
        now=now,
    )
    url = messages.build_lookup_url(receiver, signer=signer, is_subject_to_travel_rule=True, now=now)
    try:
        answer = transport.get(url, environment=environment, slot=waiting.OURS.held(domain, platform_id))
    except transport.Unreachable as failure:
        raise CounterpartyFailed(_FAILED, "The receiver's institution can't be reached.", cause=str(failure)) from None
    if not answer.is_ok:
        code = "USER_NOT_FOUND" if answer.status == 404 else _FAILED
        raise counterparties.refused(answer.status, answer.body, code=code)
    try:
        reply = messages.read_lookup_reply(answer.body, receiver=receiver)
        authenticity.require(
            reply.signature, domain=domain, environment=environment, now=clock.real_now(), is_ours=True
        )
    except messages.ProtocolError as error:
        raise counterparties.unreliable(error, code=_FAILED) from None
    return reply
