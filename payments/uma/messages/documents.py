"""Public documents of an institution: its versions and its public keys."""

import dataclasses
import datetime as dt
import itertools
from collections.abc import Sequence

import coincurve
import orjson
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec

from payments.uma.messages import schemas
from payments.uma.messages.errors import ProtocolError, Reason
from payments.uma.messages.library import uma

_KEYS = schemas.Checks(Reason.INVALID_PUBKEY_FORMAT)
_LONGEST_CHAIN = 10


@dataclasses.dataclass(frozen=True, slots=True)
class PublicKeys:
    """The public halves of an institution's keys, checked: points of the curve, from valid certificates."""

    signing_key: bytes
    """Compressed, 33 bytes."""
    encryption_key: bytes
    expires_at: dt.datetime | None
    """When to ask again: the earliest of the institution's own time and its certificates' ends; None for never."""


def build_configuration() -> bytes:
    """Return the configuration of this service."""
    return orjson.dumps({"uma_major_versions": [1]})


def build_public_keys(*, signing_chain: str, encryption_chain: str, expires_at: dt.datetime) -> bytes:
    """Return the document for two chains of certificates (PEM, leaf first), valid until `expires_at`."""
    return orjson.dumps(uma.create_pubkey_response(signing_chain, encryption_chain, expires_at).to_dict())


def read_public_keys(body: bytes, *, now: dt.datetime) -> PublicKeys:
    """Return the keys of an institution. Raises ProtocolError, also for certificates that are out of date."""
    _KEYS.require_size(body)
    with _KEYS.parsing():
        found = uma.PubkeyResponse.from_json(body.decode())
        signing, signing_ends = _key(found.signing_cert_chain, found.signing_pubkey, now)
        encryption, encryption_ends = _key(_encryption_chain(found), found.encryption_pubkey, now)
    ends = [moment for moment in (found.expiration_timestamp, signing_ends, encryption_ends) if moment is not None]
    if any(moment <= now for moment in ends):
        raise ProtocolError(Reason.CERT_CHAIN_EXPIRED, "The public keys have expired.")
    return PublicKeys(signing_key=signing, encryption_key=encryption, expires_at=min(ends, default=None))


def _encryption_chain(found: "uma.PubkeyResponse") -> Sequence[x509.Certificate] | None:
    """Return the chain for the encryption key; none where the document repeats its signing chain there.

    The JavaScript library (1.5.0) does so. The bare key in the same document came over the same https.
    """
    chain, bare = found.encryption_cert_chain, found.encryption_pubkey
    return None if bare and chain and chain == found.signing_cert_chain else chain


def _key(
    chain: Sequence[x509.Certificate] | None, bare: bytes | None, now: dt.datetime
) -> tuple[bytes, dt.datetime | None]:
    """Return the key of a chain's leaf, compressed, and when the chain ends; or the bare key, which never does."""
    if not chain:
        if not bare:
            raise _KEYS.refuse("A public key is missing.")
        return coincurve.PublicKey(bare).format(), None
    if len(chain) > _LONGEST_CHAIN:
        raise ProtocolError(Reason.CERT_CHAIN_INVALID, "The chain of certificates is too long.")
    for certificate, issuer in itertools.pairwise(chain):
        _require_issued_by(certificate, issuer)
    if any(not entry.not_valid_before_utc <= now <= entry.not_valid_after_utc for entry in chain):
        raise ProtocolError(Reason.CERT_CHAIN_EXPIRED, "A certificate of the chain is not valid now.")
    key = coincurve.PublicKey(_point(chain[0])).format()
    if bare and coincurve.PublicKey(bare).format() != key:
        raise ProtocolError(Reason.CERT_CHAIN_INVALID, "The public key is not the one of the certificate.")
    return key, min(entry.not_valid_after_utc for entry in chain)


def _require_issued_by(certificate: x509.Certificate, issuer: x509.Certificate) -> None:
    try:
        certificate.verify_directly_issued_by(issuer)
    except Exception:  # noqa: BLE001 - each kind of key fails in its own way
        raise ProtocolError(Reason.CERT_CHAIN_INVALID, "A certificate is not signed by the next one.") from None


def _point(certificate: x509.Certificate) -> bytes:
    key = certificate.public_key()
    if not isinstance(key, ec.EllipticCurvePublicKey) or key.curve.name != "secp256k1":
        raise ProtocolError(Reason.CERT_CHAIN_INVALID, "The key of a certificate must be of the curve secp256k1.")
    return uma.cert_utils.get_pubkey(certificate)
