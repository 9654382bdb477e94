"""A lookup by another institution: answered with the currencies and rates for a receiver of ours."""

from django.db import transaction

from payments import rates
from payments.uma import messages
from payments.uma.directory import sandbox_counterparty
from payments.uma.identities import identities
from payments.uma.protocol import authenticity, hosts
from payments.uma.receiving import lookup_terms
from platforms.base import clock


def answer(*, host: hosts.Host, user: str, query: str) -> bytes:
    """Answer a lookup of `<user>@` one of our identities, or raise the ProtocolError for its sender.

    The checks are ordered by cost: the message's own, then those of one query, then the sender's keys and the nonce,
    then rates. Only signed requests of the protocol are answered: with an unknown sender, the answer would be for
    payments that could never be let in. Never in a database transaction.
    """
    now = clock.real_now()
    asked = messages.read_lookup_request(receiver=f"{user}@{host.domain}", query=query)
    if asked is None:
        raise messages.ProtocolError(
            messages.Reason.NON_UMA_LNURL_NOT_SUPPORTED, "Payments to this address need a sender that speaks UMA."
        )
    messages.require_fresh(asked.signature, now=now)
    _make_counterpart(host, asked)
    receiver = lookup_terms.find(host=host, address=asked.receiver, sender_domain=asked.sender_domain)
    authenticity.require(asked.signature, domain=asked.sender_domain, environment=host.environment, now=now)
    return _reply(host, asked, receiver, now)


def _make_counterpart(host: hosts.Host, asked: messages.LookupRequest) -> None:
    """Make sure that a receiver of the sandbox's counterparty exists: they are made when first needed."""
    if host.is_counterpart:
        with transaction.atomic(durable=True):
            sandbox_counterparty.receiver(address=asked.receiver, now=clock.real_now())


def _reply(
    host: hosts.Host, asked: messages.LookupRequest, receiver: lookup_terms.Receiver, now: clock.RealTime
) -> bytes:
    try:
        book = rates.ensure(host.environment, receiver.platform_id)
    except rates.RatesStale:
        raise lookup_terms.no_rates() from None
    offer = lookup_terms.offer(receiver, book=book, real_now=now)
    return messages.build_lookup_reply(
        asked,
        signer=identities.signer(platform_id=host.platform_id, domain=host.domain, now=now),
        callback=lookup_terms.callback_url(receiver),
        metadata=messages.build_metadata(receiver.address),
        min_sendable_msat=offer.min_msat,
        max_sendable_msat=offer.max_msat,
        currencies=offer.currencies,
        required_payer_data=offer.required_payer_data,
        kyc_status=messages.KycStatus.VERIFIED,
        is_subject_to_travel_rule=True,
        comment_limit=lookup_terms.COMMENT_LIMIT,
        now=now,
    )
