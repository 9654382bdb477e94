"""The public documents of an identity: its keys, its versions, its receivers, and the proof of its domain."""

from django.http import HttpRequest, HttpResponse

from payments.uma import messages
from payments.uma.api import protocol
from payments.uma.flows import lookup_answers
from payments.uma.identities import identities
from payments.uma.protocol import hosts
from platforms.base import clock

_KEYS_KEPT_SECONDS = 300
"""How long caches between us and the other side may keep the keys, at most."""


@protocol.endpoint("GET")
def public_keys(request: HttpRequest) -> HttpResponse:
    """Answer with the certificates for verifying signatures and encrypting secrets."""
    host, now = protocol.host_of(request), clock.real_now()
    published = identities.published(platform_id=host.platform_id, now=now)
    response = protocol.reply(
        messages.build_public_keys(
            signing_chain=published.signing_certificate,
            encryption_chain=published.encryption_certificate,
            expires_at=published.expires_at,
        )
    )
    seconds = min(_KEYS_KEPT_SECONDS, int((published.expires_at - now).total_seconds()))
    response["Cache-Control"] = f"public, max-age={seconds}"
    return response


@protocol.endpoint("GET")
def configuration(request: HttpRequest) -> HttpResponse:
    """Answer with the supported versions of the protocol."""
    protocol.host_of(request)
    return protocol.reply(messages.build_configuration())


@protocol.endpoint("GET")
def domain_proof(request: HttpRequest) -> HttpResponse:
    """Answer with the proof that the web server which forwarded the request is the platform's."""
    proof = hosts.proof_for(request)
    if proof is None:
        raise messages.ProtocolError(
            messages.Reason.REQUEST_NOT_FOUND, "No platform's requests are passed on under this name."
        )
    return HttpResponse(proof, content_type="text/plain", headers={"Cache-Control": "no-store"})


@protocol.endpoint("GET")
def lookup(request: HttpRequest, user: str) -> HttpResponse:
    """Answer with the currencies and rates for a receiver, and the facts required about the payer."""
    host = protocol.host_of(request)
    query = request.META.get("QUERY_STRING", "")
    return protocol.reply(lookup_answers.answer(host=host, user=user, query=query))
