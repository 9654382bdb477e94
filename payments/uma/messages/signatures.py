"""Signatures: secp256k1 over SHA-256, with a nonce and a time."""

import dataclasses
import datetime as dt
import secrets
from typing import TYPE_CHECKING

import coincurve
from coincurve import ecdsa

from payments.uma.messages.errors import ProtocolError, Reason
from payments.uma.messages.library import uma

if TYPE_CHECKING:
    from payments.uma.messages.documents import PublicKeys

MAX_AGE = dt.timedelta(minutes=5)
"""Maximum age of a message, and so how long its nonce has to be remembered."""
MAX_AHEAD = dt.timedelta(seconds=60)
"""How far the other side's clock may run ahead of ours."""


@dataclasses.dataclass(frozen=True, slots=True)
class Signer:
    """The signer: the domain whose keys the other side will fetch, and the private key (32 bytes)."""

    domain: str
    private_key: bytes = dataclasses.field(repr=False)

    def sign(self, payload: bytes) -> str:
        """Return the DER signature of a payload in hexadecimal digits."""
        return uma.sign_payload(payload, self.private_key)


@dataclasses.dataclass(frozen=True, slots=True)
class Signature:
    """The other side's signature, with the claimed time."""

    payload: bytes
    nonce: str
    signed_at: dt.datetime
    value: bytes
    """DER."""


def require_fresh(signature: Signature, *, now: dt.datetime) -> None:
    """Raise ProtocolError (INVALID_TIMESTAMP) unless the message was signed lately. The cheapest check: do it first."""
    if now - signature.signed_at > MAX_AGE:
        raise ProtocolError(Reason.INVALID_TIMESTAMP, "The message was signed too long ago.")
    if signature.signed_at - now > MAX_AHEAD:
        raise ProtocolError(Reason.INVALID_TIMESTAMP, "The message was signed in the future.")


def require_genuine(signature: Signature, *, keys: "PublicKeys") -> None:
    """Raise ProtocolError (INVALID_SIGNATURE) unless the owner of `keys` signed the payload."""
    try:
        # A signature with a high S is as valid as its equivalent with a low one, the only form that the library
        # accepts.
        _, low = ecdsa.signature_normalize(ecdsa.der_to_cdata(signature.value))
        is_genuine = coincurve.PublicKey(keys.signing_key).verify(ecdsa.cdata_to_der(low), signature.payload)
    except ValueError:
        is_genuine = False
    if not is_genuine:
        raise ProtocolError(Reason.INVALID_SIGNATURE, "The signature is not valid.")


def new_nonce() -> str:
    """Return a nonce that nobody used before or can guess."""
    return secrets.token_hex(16)
