"""Key pairs of the curve secp256k1 with certificates that they sign themselves."""

import dataclasses
import datetime as dt

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

VALID_FOR = dt.timedelta(days=5 * 365)
"""Far longer than a key is used: see `identities.REPLACED_AFTER`."""
_CLOCKS_DIFFER = dt.timedelta(days=1)


@dataclasses.dataclass(frozen=True, slots=True)
class Pair:
    """A new key pair."""

    private_key: bytes = dataclasses.field(repr=False)
    """32 bytes."""
    certificate: str
    """PEM."""


def generate(*, name: str, purpose: str, now: dt.datetime) -> Pair:
    """Make a key pair; `name` is the common name in its certificate.

    Nobody checks the name: a counterparty trusts the certificate because it got it over https from the domain.
    """
    key = ec.generate_private_key(ec.SECP256K1())
    subject = x509.Name(
        [
            x509.NameAttribute(NameOID.COMMON_NAME, name),
            x509.NameAttribute(NameOID.ORGANIZATIONAL_UNIT_NAME, f"UMA {purpose.lower()}"),
        ]
    )
    certificate = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - _CLOCKS_DIFFER)
        .not_valid_after(now + VALID_FOR)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    return Pair(
        private_key=key.private_numbers().private_value.to_bytes(32, "big"),
        certificate=certificate.public_bytes(serialization.Encoding.PEM).decode(),
    )
