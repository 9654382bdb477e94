"""Text form of Lightning invoices: BOLT11, written and read.

Reading is strict: the result of any input is an invoice with a valid signature, or `Invalid`. Fields unknown to the
specification are skipped, as it demands; of a repeated field the first one counts.
"""

import dataclasses
import datetime as dt
import hashlib
import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

import coincurve

from payments.account_types import bech32

LONGEST = 8 * 1024
"""Characters of the longest invoice accepted; real ones have a few hundred."""
MOST_MSAT = 21_000_000 * 100_000_000 * 1000
"""All bitcoin there will ever be."""
NETWORKS = ("bc", "tb", "tbs", "bcrt")
"""Bitcoin itself, its two public test networks, and the regression test network."""
DEFAULT_EXPIRY = dt.timedelta(hours=1)
DEFAULT_FINAL_CLTV = 18
_PICO = 10
"""A millisatoshi is ten trillionths of a bitcoin: the multiplier `p`."""
_MSAT_PER_BITCOIN = 100_000_000_000
_MULTIPLIERS: Mapping[str, int] = MappingProxyType({"": 1, "m": 10**3, "u": 10**6, "n": 10**9})
_PREFIX = re.compile(rf"ln(?P<network>{'|'.join(NETWORKS)})(?:(?P<amount>[1-9][0-9]{{0,19}})(?P<multiplier>[munp]?))?")
_TIMESTAMP_GROUPS, _HASH_GROUPS, _KEY_GROUPS, _SIGNATURE_GROUPS = 7, 52, 53, 104
_HASH, _SECRET, _DESCRIPTION, _PAYEE, _DESCRIPTION_HASH, _EXPIRY, _CLTV, _FEATURES = 1, 16, 13, 19, 23, 6, 24, 5
_FIXED_LENGTHS: Mapping[int, int] = MappingProxyType(
    {_HASH: _HASH_GROUPS, _SECRET: _HASH_GROUPS, _DESCRIPTION_HASH: _HASH_GROUPS, _PAYEE: _KEY_GROUPS}
)
_KNOWN_FEATURES = frozenset({8, 14, 16, 24, 48})
"""The even bits allowed in an invoice: variable onion, payment secret, multi-part, route blinding, metadata."""
VAR_ONION, PAYMENT_SECRET, MULTI_PART = 8, 14, 17
_LONGEST_EXPIRY = 10 * 365 * 24 * 3600
_FURTHEST_CLTV = 2**16


class Invalid(ValueError):
    """The text is no invoice, or not one that may be paid. The message gives the reason."""


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Invoice:
    """The content of an invoice."""

    network: str
    """One of NETWORKS."""
    amount_msat: int | None
    """None: any amount."""
    created_at: dt.datetime
    """Whole seconds."""
    payment_hash: bytes
    payment_secret: bytes | None = None
    """Keeps nodes on the route from probing for the payee. Only old invoices have none."""
    description: str | None = None
    description_hash: bytes | None = None
    expiry: dt.timedelta = DEFAULT_EXPIRY
    min_final_cltv: int = DEFAULT_FINAL_CLTV
    features: frozenset[int] = frozenset()
    """Numbers of the bits that are set."""
    payee: bytes = b""
    """Public key of the node that signed, 33 bytes. Not used for writing: the signature determines it."""

    @property
    def expires_at(self) -> dt.datetime:
        """The time from which it must not be paid."""
        return self.created_at + self.expiry


def encode(invoice: Invoice, *, private_key: bytes) -> str:
    """Return an invoice signed with a node's key (32 bytes). Raises ValueError for values that no invoice can hold."""
    prefix = f"ln{invoice.network}{_amount_text(invoice.amount_msat)}"
    if _PREFIX.fullmatch(prefix) is None:
        raise ValueError("no such network or amount")
    seconds = int(invoice.created_at.timestamp())
    groups = bech32.number_to_groups(seconds, _TIMESTAMP_GROUPS)
    for tag, data in _fields(invoice):
        if len(data) >= 1024:
            raise ValueError("a field is too long")
        groups += [tag, *bech32.number_to_groups(len(data), 2), *data]
    signature = coincurve.PrivateKey(private_key).sign_recoverable(_digest(prefix, groups), hasher=None)
    return bech32.encode(prefix, [*groups, *bech32.to_groups(signature)])


def decode(text: str) -> Invoice:
    """Return the content of an invoice after verifying its signature. Raises Invalid and nothing else."""
    if len(text) > LONGEST:
        raise Invalid("it is too long")
    try:
        prefix, groups = bech32.decode(text)
    except bech32.Malformed as error:
        raise Invalid(str(error)) from None
    parts = _PREFIX.fullmatch(prefix)
    if parts is None:
        raise Invalid("the network or the amount is not understood")
    if len(groups) < _TIMESTAMP_GROUPS + _SIGNATURE_GROUPS:
        raise Invalid("it is too short")
    signed, signature = groups[:-_SIGNATURE_GROUPS], groups[-_SIGNATURE_GROUPS:]
    fields = _read_fields(signed[_TIMESTAMP_GROUPS:])
    said = {name: read(fields[tag]) for tag, (name, read) in _READERS.items() if tag in fields}
    if "payment_hash" not in said:
        raise Invalid("the payment hash is missing")
    if unknown := {bit for bit in said.get("features", ()) if bit % 2 == 0} - _KNOWN_FEATURES:
        raise Invalid(f"it requires features that nobody knows: {sorted(unknown)}")
    payee = _signer(_digest(prefix, signed), bech32.to_bytes(signature), said.pop("payee", b""))
    return Invoice(
        network=parts["network"],
        amount_msat=_amount_msat(parts["amount"], parts["multiplier"]),
        created_at=dt.datetime.fromtimestamp(bech32.groups_to_number(groups[:_TIMESTAMP_GROUPS]), dt.UTC),
        payee=payee,
        **said,
    )


def _digest(prefix: str, groups: list[int]) -> bytes:
    return hashlib.sha256(prefix.encode() + bech32.to_bytes(groups)).digest()


def _signer(digest: bytes, signature: bytes, named: bytes) -> bytes:
    """Return the public key that signed: the one named by the invoice, else the one derived from the signature."""
    try:
        if not named:
            return coincurve.PublicKey.from_signature_and_message(signature, digest, hasher=None).format()
        is_genuine = coincurve.PublicKey(named).verify(_der(signature), digest, hasher=None)
    except Exception:  # noqa: BLE001 - the library has no error of its own
        is_genuine = False
    if not is_genuine:
        raise Invalid("the signature is not valid")
    return named


def _der(signature: bytes) -> bytes:
    """Return a signature as DER with the lower of the two equivalent S: the library accepts no other."""
    raw = coincurve.ecdsa.recoverable_convert(coincurve.ecdsa.deserialize_recoverable(signature))
    return coincurve.ecdsa.cdata_to_der(coincurve.ecdsa.signature_normalize(raw)[1])


def _amount_text(amount_msat: int | None) -> str:
    """Return an amount in the largest unit that gives a whole number."""
    if amount_msat is None:
        return ""
    if not 0 < amount_msat <= MOST_MSAT:
        raise ValueError("no amount of bitcoin")
    for letter, parts in _MULTIPLIERS.items():
        count, rest = divmod(amount_msat * parts, _MSAT_PER_BITCOIN)
        if not rest:
            return f"{count}{letter}"
    return f"{amount_msat * _PICO}p"


def _amount_msat(digits: str | None, multiplier: str) -> int | None:
    if digits is None:
        return None
    if multiplier == "p":
        amount, rest = divmod(int(digits), _PICO)
        if rest:
            raise Invalid("the amount has a fraction of a millisatoshi")
    else:
        amount = int(digits) * _MSAT_PER_BITCOIN // _MULTIPLIERS[multiplier]
    if not 0 < amount <= MOST_MSAT:
        raise Invalid("there is not so much bitcoin")
    return amount


def _fields(invoice: Invoice) -> Iterator[tuple[int, list[int]]]:
    """Yield tag and data of each field of an invoice."""
    if invoice.payment_secret is not None:
        yield _SECRET, bech32.to_groups(invoice.payment_secret)
    yield _HASH, bech32.to_groups(invoice.payment_hash)
    if invoice.description is not None:
        yield _DESCRIPTION, bech32.to_groups(invoice.description.encode())
    if invoice.description_hash is not None:
        yield _DESCRIPTION_HASH, bech32.to_groups(invoice.description_hash)
    if invoice.expiry != DEFAULT_EXPIRY:
        yield _EXPIRY, bech32.number_to_groups(int(invoice.expiry.total_seconds()))
    if invoice.min_final_cltv != DEFAULT_FINAL_CLTV:
        yield _CLTV, bech32.number_to_groups(invoice.min_final_cltv)
    if invoice.features:
        yield _FEATURES, bech32.number_to_groups(sum(1 << bit for bit in invoice.features))


def _read_fields(groups: list[int]) -> dict[int, list[int]]:
    """Return the data of each field by its tag; a field with another length than its tag demands is skipped."""
    found: dict[int, list[int]] = {}
    place = 0
    while place < len(groups):
        head = groups[place : place + 3]
        if len(head) < 3:
            raise Invalid("a field ends early")
        tag, length = head[0], bech32.groups_to_number(head[1:])
        data = groups[place + 3 : place + 3 + length]
        if len(data) < length:
            raise Invalid("a field ends early")
        if tag not in found and length == _FIXED_LENGTHS.get(tag, length):
            found[tag] = data
        place += 3 + length
    return found


def _read_text(data: list[int]) -> str:
    try:
        return bech32.to_whole_bytes(data).decode()
    except UnicodeDecodeError:
        raise Invalid("the description is not text") from None


def _read_expiry(data: list[int]) -> dt.timedelta:
    # Beyond some years the expiry exceeds the range of dates, and is no serious promise.
    return dt.timedelta(seconds=min(bech32.groups_to_number(data), _LONGEST_EXPIRY))


def _read_cltv(data: list[int]) -> int:
    blocks = bech32.groups_to_number(data)
    if blocks > _FURTHEST_CLTV:
        raise Invalid("the money would be locked for years")
    return blocks


def _read_features(data: list[int]) -> frozenset[int]:
    bits = bech32.groups_to_number(data)
    return frozenset(bit for bit in range(bits.bit_length()) if bits >> bit & 1)


_READERS: Mapping[int, tuple[str, Any]] = MappingProxyType(
    {
        _HASH: ("payment_hash", bech32.to_whole_bytes),
        _SECRET: ("payment_secret", bech32.to_whole_bytes),
        _DESCRIPTION: ("description", _read_text),
        _DESCRIPTION_HASH: ("description_hash", bech32.to_whole_bytes),
        _PAYEE: ("payee", bech32.to_whole_bytes),
        _EXPIRY: ("expiry", _read_expiry),
        _CLTV: ("min_final_cltv", _read_cltv),
        _FEATURES: ("features", _read_features),
    }
)
