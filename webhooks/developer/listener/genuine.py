"""Check of an event's two signatures against its platform's published keys, as any receiver can do it."""

import base64
from collections.abc import Mapping

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519

from webhooks.developer.listener.service import Keys

_PUBLIC_KEY_PREFIX = "whpk_"


def is_genuine(headers: Mapping[str, str], body: bytes, *, keys: Keys) -> bool:
    """Tell whether `X-Service-Signature` and a `v1a` signature of `Webhook-Signature` both fit published keys."""
    try:
        service_signature = base64.b64decode(headers["X-Service-Signature"], validate=True)
        signed = b".".join((headers["Webhook-Id"].encode(), headers["Webhook-Timestamp"].encode(), body))
        entries = [entry.partition(",") for entry in headers["Webhook-Signature"].split(" ")]
        signatures = [base64.b64decode(text, validate=True) for version, _, text in entries if version == "v1a"]
    except (KeyError, ValueError):
        return False
    return any(_fits_p256(pem, service_signature, body) for pem in keys.p256) and any(
        _fits_ed25519(text, signature, signed) for text in keys.ed25519 for signature in signatures
    )


def _fits_p256(pem: str, signature: bytes, body: bytes) -> bool:
    key = serialization.load_pem_public_key(pem.encode())
    assert isinstance(key, ec.EllipticCurvePublicKey)
    try:
        key.verify(signature, body, ec.ECDSA(hashes.SHA256()))
    except InvalidSignature:
        return False
    return True


def _fits_ed25519(text: str, signature: bytes, signed: bytes) -> bool:
    raw = base64.b64decode(text.removeprefix(_PUBLIC_KEY_PREFIX))
    try:
        ed25519.Ed25519PublicKey.from_public_bytes(raw).verify(signature, signed)
    except InvalidSignature:
        return False
    return True
