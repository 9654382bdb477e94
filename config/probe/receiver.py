"""The endpoint of the probe's webhooks: it takes what is signed by the service, as a platform's endpoint would."""

import base64
import binascii

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from config.probe import playing
from platforms.base import clock
from platforms.http import rate_limit
from webhooks import queries
from webhooks.models import Algorithm


@csrf_exempt
@rate_limit.per_address("probe")
@require_POST
def webhook(request: HttpRequest) -> HttpResponse:
    """Answer 204 to a webhook that the service has signed for the probe, 400 to anything else; 404 where it is off."""
    platform = playing.platform() if settings.PROBE else None
    if platform is None:
        message = "there is no probe"
        raise Http404(message)
    keys = queries.published_keys(platform.id, now=clock.real_now())
    pems = [key.public_key for key in keys if key.algorithm == Algorithm.P256]
    is_ours = any(_is_signed(request, pem) for pem in pems)
    return HttpResponse(status=204 if is_ours else 400)


def _is_signed(request: HttpRequest, pem: str) -> bool:
    key = serialization.load_pem_public_key(pem.encode())
    assert isinstance(key, ec.EllipticCurvePublicKey), "the key of this algorithm"
    try:
        signature = base64.b64decode(request.headers.get("X-Service-Signature", ""), validate=True)
        key.verify(signature, request.body, ec.ECDSA(hashes.SHA256()))
    except (InvalidSignature, binascii.Error, ValueError):
        return False
    return True
