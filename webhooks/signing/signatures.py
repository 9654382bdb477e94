"""The signatures of an event. Public halves are served by `webhooks.signing.public_keys`.

`X-Service-Signature` is base64 of the DER form of an ECDSA P-256 signature over the SHA-256 of the body.
`Webhook-Id`, `Webhook-Timestamp` and `Webhook-Signature` follow the Standard Webhooks specification with Ed25519
(`v1a`), and where the platform has a secret with HMAC-SHA256 (`v1`), the only scheme of its published libraries so far.
"""

import base64
import dataclasses
import datetime as dt
import hmac
from collections.abc import Sequence

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519

from webhooks.models import Algorithm

PrivateKey = ec.EllipticCurvePrivateKey | ed25519.Ed25519PrivateKey
_ECDSA = ec.ECDSA(hashes.SHA256())


@dataclasses.dataclass(frozen=True, slots=True)
class Signer:
    """The private keys and secrets that sign for one platform at one moment.

    During a rotation the Standard Webhooks header carries one signature for each key, the other header only one.
    """

    p256: ec.EllipticCurvePrivateKey
    ed25519: Sequence[ed25519.Ed25519PrivateKey]
    secrets: Sequence[bytes] = ()

    def headers(self, *, event_id: str, body: bytes, sent_at: dt.datetime) -> dict[str, str]:
        """Return the headers that prove `body` to be ours. `sent_at` is real time: receivers compare it with theirs."""
        timestamp = str(int(sent_at.timestamp()))
        signed = b".".join((event_id.encode(), timestamp.encode(), body))
        signatures = [f"v1a,{_base64(key.sign(signed))}" for key in self.ed25519]
        signatures += [f"v1,{_base64(hmac.digest(secret, signed, 'sha256'))}" for secret in self.secrets]
        return {
            "Content-Type": "application/json",
            "X-Service-Signature": _base64(self.p256.sign(body, _ECDSA)),
            "Webhook-Id": event_id,
            "Webhook-Timestamp": timestamp,
            "Webhook-Signature": " ".join(signatures),
        }


def load_secret(text: str) -> bytes:
    """Return the bytes of a stored secret."""
    return base64.b64decode(text, validate=True)


def generate(algorithm: Algorithm) -> tuple[bytes, str]:
    """Return a new key pair: the private half as DER (PKCS #8), the public half as PEM."""
    key: PrivateKey = (
        ec.generate_private_key(ec.SECP256R1()) if algorithm == Algorithm.P256 else ed25519.Ed25519PrivateKey.generate()
    )
    private = key.private_bytes(
        serialization.Encoding.DER, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    public = key.public_key().public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
    return private, public.decode()


def load_p256(private: bytes) -> ec.EllipticCurvePrivateKey:
    """Return a P-256 key."""
    key = serialization.load_der_private_key(private, password=None)
    assert isinstance(key, ec.EllipticCurvePrivateKey)
    return key


def load_ed25519(private: bytes) -> ed25519.Ed25519PrivateKey:
    """Return an Ed25519 key."""
    key = serialization.load_der_private_key(private, password=None)
    assert isinstance(key, ed25519.Ed25519PrivateKey)
    return key


def standard_webhooks_key(pem: str) -> str:
    """Return an Ed25519 public key in the text form of the Standard Webhooks specification."""
    key = serialization.load_pem_public_key(pem.encode())
    raw = key.public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw)
    return f"whpk_{_base64(raw)}"


def _base64(content: bytes) -> str:
    return base64.b64encode(content).decode()
