"""Another institution: its own keys, its own web server on loopback, and the public library for its messages."""

import datetime as dt
import json
from collections.abc import Iterator
from contextlib import contextmanager

import uma
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from payments.uma import messages
from tests.support.servers.webhook_receiver import Answer, Receiver


def private_key(curve: ec.EllipticCurve | None = None) -> ec.EllipticCurvePrivateKey:
    return ec.generate_private_key(curve or ec.SECP256K1())


def raw(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_numbers().private_value.to_bytes(32, "big")


def certificate(key, *, signed_by=None, starts_in=dt.timedelta(days=-1), lasts=dt.timedelta(days=30)):
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "An institution")])
    starts = dt.datetime.now(dt.UTC) + starts_in
    return (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(starts)
        .not_valid_after(starts + lasts)
        .sign(signed_by or key, hashes.SHA256())
    )


def key_document(signing_chain, encryption_chain, **members) -> bytes:
    def digits(chain):
        return [entry.public_bytes(serialization.Encoding.DER).hex() for entry in chain]

    document = {"signingCertChain": digits(signing_chain), "encryptionCertChain": digits(encryption_chain)}
    return json.dumps({**document, **members}).encode()


class Institution:
    """Signs with the library. `server` answers every request with its key document."""

    def __init__(self, domain: str, server: Receiver | None = None) -> None:
        self.domain, self.server = domain, server
        self.renew()

    def renew(self) -> None:
        self.signing, self.encryption = private_key(), private_key()
        self.document = key_document([certificate(self.signing)], [certificate(self.encryption)])
        self.keys = messages.read_public_keys(self.document, now=dt.datetime.now(dt.UTC))
        if self.server is not None:
            self.server.default = Answer(200, self.document)

    @property
    def signer(self) -> messages.Signer:
        return messages.Signer(self.domain, raw(self.signing))

    def lookup_url(self, address: str) -> str:
        return uma.create_uma_lnurlp_request_url(
            signing_private_key=raw(self.signing),
            receiver_address=address,
            sender_vasp_domain=self.domain,
            is_subject_to_travel_rule=True,
        )

    def lookup_path(self, address: str) -> str:
        return self.lookup_url(address).partition("://")[2].partition("/")[2].join(["/", ""])

    @property
    def asked(self) -> int:
        """How often its keys were asked for."""
        assert self.server is not None
        return len(self.server.received)


@contextmanager
def served(domain: str, settings) -> Iterator[Institution]:
    """Let an institution be reached under its domain."""
    with Receiver() as server:
        settings.UMA_LOOPBACK = {**settings.UMA_LOOPBACK, domain: f"127.0.0.1:{server.port}"}
        yield Institution(domain, server)
