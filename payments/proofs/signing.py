"""The keys that sign roots: made of AUDIT_SEAL_KEYS, which the database does not know.

While two of them are set, a new one and the one before, both sign: whoever knows the former key learns the next by it.
"""

import base64

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ed25519
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

_SIGNING = 2


def signatures(statement: str) -> list[dict[str, str]]:
    """Return the signatures of a statement, each with its public key, in base64; the newest key's first."""
    return [
        {"publicKey": _text(_public(key)), "signature": _text(key.sign(statement.encode()))}
        for key in map(_key, settings.AUDIT_SEAL_KEYS[:_SIGNING])
    ]


def _key(secret: str) -> ed25519.Ed25519PrivateKey:
    seed = HKDF(hashes.SHA256(), 32, salt=None, info=b"payments signed roots").derive(secret.encode())
    return ed25519.Ed25519PrivateKey.from_private_bytes(seed)


def _public(key: ed25519.Ed25519PrivateKey) -> bytes:
    return key.public_key().public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw)


def _text(content: bytes) -> str:
    return base64.b64encode(content).decode()
