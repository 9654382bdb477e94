"""A lookup by another institution: answered with what a receiver of ours can be paid."""

from django.db import transaction

from payments import rates
from payments.operations import sandbox_counterpart, uma_identities, uma_lookups
from payments.uma import authenticity, hosts, wire
from platforms.kit import clock


def answer(*, host: hosts.Host, user: str, query: str) -> bytes:
    """Answer a lookup of `<user>@` one of our identities, or raise ProtocolError with what its sender is told.

    The checks go by what they cost: the message's own, then those of one query, then the sender's keys and the nonce,
    then rates. Only signed requests of the protocol are answered: without knowing who asks, the answer would be for
    payments that could never be let in. Never in a database transaction.
    """
    now = clock.real_now()
    asked = wire.read_lookup_request(receiver=f"{user}@{host.domain}", query=query)
    if asked is None:
        raise wire.ProtocolError(
            wire.Reason.NON_UMA_LNURL_NOT_SUPPORTED, "Payments to this address need a sender that speaks UMA."
        )
    wire.require_fresh(asked.signature, now=now)
    _make_counterpart(host, asked)
    receiver = uma_lookups.find(host=host, address=asked.receiver, sender_domain=asked.sender_domain)
    authenticity.require(asked.signature, domain=asked.sender_domain, environment=host.environment, now=now)
    return _reply(host, asked, receiver, now)


def _make_counterpart(host: hosts.Host, asked: wire.LookupRequest) -> None:
    """See to it that a receiver of the sandbox's counterparty exists: they are made when first asked for."""
    if host.is_counterpart:
        with transaction.atomic(durable=True):
            sandbox_counterpart.receiver(address=asked.receiver, now=clock.real_now())


def _reply(host: hosts.Host, asked: wire.LookupRequest, receiver: uma_lookups.Receiver, now: clock.RealTime) -> bytes:
    try:
        book = rates.ensure(host.environment)
    except rates.RatesStale:
        raise uma_lookups.no_rates() from None
    offer = uma_lookups.offer(receiver, book=book, real_now=now)
    return wire.build_lookup_reply(
        asked,
        signer=uma_identities.signer(platform_id=host.platform_id, domain=host.domain, now=now),
        callback=uma_lookups.callback_url(receiver),
        metadata=wire.build_metadata(receiver.address),
        min_sendable_msat=offer.min_msat,
        max_sendable_msat=offer.max_msat,
        currencies=offer.currencies,
        required_payer_data=offer.required_payer_data,
        kyc_status=wire.KycStatus.VERIFIED,
        is_subject_to_travel_rule=True,
        comment_limit=uma_lookups.COMMENT_LIMIT,
        now=now,
    )
