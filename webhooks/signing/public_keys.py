"""The public halves of a platform's signing keys, served without authentication: nothing in them is secret."""

import uuid

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from platforms.base import clock
from platforms.models import Platform
from webhooks import queries
from webhooks.models import Algorithm, SigningKey
from webhooks.signing import signatures, signing_keys

_CACHE = "public, max-age=300"


@require_safe
def as_pem(request: HttpRequest, platform_id: uuid.UUID) -> HttpResponse:
    """Answer with the P-256 keys that verify `X-Service-Signature`, one PEM block each: the signing one first."""
    keys = [key for key in _published(platform_id) if key.algorithm == Algorithm.P256]
    response = HttpResponse("".join(key.public_key for key in keys), content_type="application/x-pem-file")
    response["Cache-Control"] = _CACHE
    return response


@require_safe
def as_json(request: HttpRequest, platform_id: uuid.UUID) -> JsonResponse:
    """Answer with all keys, each with its algorithm and the times it signs from and is published until."""
    response = JsonResponse({"keys": [_describe(key) for key in _published(platform_id)]})
    response["Cache-Control"] = _CACHE
    return response


def _published(platform_id: uuid.UUID) -> list[SigningKey]:
    """Return the keys that sign now before those that will sign later; the first reading makes them."""
    now = clock.real_now()
    with transaction.atomic(durable=True):
        if not Platform.objects.filter(id=platform_id).exists():
            message = "no such platform"
            raise Http404(message)
        signing_keys.ensure(platform_id=platform_id, now=now)
        keys = list(queries.published_keys(platform_id, now=now))
    # Newest first among those that sign already; a successor that does not sign yet comes last.
    return sorted(keys, key=lambda key: key.signs_from > now)


def _describe(key: SigningKey) -> dict[str, object]:
    described: dict[str, object] = {
        "id": key.public_id,
        "algorithm": key.algorithm,
        "publicKey": key.public_key,
        "signsFrom": clock.iso(key.signs_from),
    }
    if key.algorithm == Algorithm.ED25519:
        described["standardWebhooksKey"] = signatures.standard_webhooks_key(key.public_key)
    if key.published_until is not None:
        described["publishedUntil"] = clock.iso(key.published_until)
    return described
