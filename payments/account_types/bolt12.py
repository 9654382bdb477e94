"""Text form of Lightning offers (BOLT12), read: where a payee can be asked for an invoice, as often as wanted.

An offer is Bech32 without a checksum: typed fields with ascending numbers. What this module does not use is checked for
its length alone, or left to the payer's node.
"""

import dataclasses
import datetime as dt
from collections.abc import Iterator

import coincurve

from payments.account_types import bech32

BITCOIN = bytes.fromhex("6fe28c0ab6f1b372c1a6a246ae63f74f931e8365e15a089c68d6190000000000")
TESTNET = bytes.fromhex("43497fd7f826957108f4a30fd9cec3aeba79972084e90ead01ea330900000000")
SIGNET = bytes.fromhex("f61eee3b63a380a477a063af32b2bbc97c9ff9f01f2c4225e973988108000000")
REGTEST = bytes.fromhex("06226e46111a0b59caaf126043eb5bbf28c34f3a5e332a1fc7b2b73cf188910f")
"""Chains by the hash of their first block."""
_CHAINS, _CURRENCY, _AMOUNT, _DESCRIPTION, _FEATURES, _EXPIRY, _PATHS, _ISSUER_ID = 2, 6, 8, 10, 12, 14, 16, 22
_KNOWN_EVEN = frozenset({_CHAINS, 4, _CURRENCY, _AMOUNT, _DESCRIPTION, _FEATURES, _EXPIRY, _PATHS, 18, 20, _ISSUER_ID})
_MOST_TYPE, _FIRST_EXPERIMENT, _LAST_EXPERIMENT = 79, 1_000_000_000, 1_999_999_999
_LEAST = {2: 0xFD, 4: 0x1_0000, 8: 0x1_0000_0000}
"""The smallest number that is written in so many bytes."""
_HASH_LENGTH, _KEY_LENGTH, _CODE_LENGTH, _MOST_NUMBER_LENGTH = 32, 33, 3, 8
# A moment beyond these seconds is beyond the range of dates.
_LAST_SECOND = 253_402_300_799


class Invalid(ValueError):
    """The text is no offer, or not one that can be paid. The message gives the reason."""


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """What is used of an offer."""

    chains: frozenset[bytes]
    """The chains on which it can be paid: bitcoin unless it names others."""
    expires_at: dt.datetime | None
    """None: it does not expire."""


def decode(text: str) -> Offer:
    """Return the content of an offer. Raises Invalid and nothing else."""
    try:
        prefix, groups = bech32.split(text)
    except bech32.Malformed as error:
        raise Invalid(str(error)) from None
    if prefix != "lno":
        raise Invalid("it is no offer")
    fields = dict(_fields(_bytes(groups)))
    if _ISSUER_ID not in fields and not fields.get(_PATHS):
        raise Invalid("nobody is named who could be asked for an invoice")
    _check_price(fields)
    _check_issuer(fields.get(_ISSUER_ID))
    if any(byte & 0x55 for byte in fields.get(_FEATURES, b"")):
        raise Invalid("it requires features that nobody knows")
    return Offer(chains=_chains(fields.get(_CHAINS)), expires_at=_expires_at(fields.get(_EXPIRY)))


def _bytes(groups: list[int]) -> bytes:
    spare = len(groups) * bech32.GROUP_BITS % 8
    if spare >= bech32.GROUP_BITS or (groups and groups[-1] & (0xFF >> (8 - spare))):
        raise Invalid("it ends with bits that mean nothing")
    return bech32.to_whole_bytes(groups)


def _fields(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield number and value of each field."""
    before, place = -1, 0
    while place < len(data):
        number, place = _big_size(data, place)
        length, place = _big_size(data, place)
        if len(data) - place < length:
            raise Invalid("a field ends early")
        if number <= before:
            raise Invalid("the fields are not in order")
        if not (0 < number <= _MOST_TYPE or _FIRST_EXPERIMENT <= number <= _LAST_EXPERIMENT):
            raise Invalid("it has a field that no offer has")
        if number % 2 == 0 and number not in _KNOWN_EVEN:
            raise Invalid("it has a field that nobody knows")
        yield number, data[place : place + length]
        before, place = number, place + length


def _big_size(data: bytes, place: int) -> tuple[int, int]:
    """Return a number of the form BigSize, and the place behind it."""
    head = data[place : place + 1]
    if not head:
        raise Invalid("a field ends early")
    length = {0xFD: 2, 0xFE: 4, 0xFF: 8}.get(head[0], 0)
    if not length:
        return head[0], place + 1
    digits = data[place + 1 : place + 1 + length]
    number = int.from_bytes(digits)
    if len(digits) < length or number < _LEAST[length]:
        raise Invalid("a number is not written as it should be")
    return number, place + 1 + length


def _check_price(fields: dict[int, bytes]) -> None:
    if _CURRENCY in fields:
        code = fields[_CURRENCY]
        if len(code) != _CODE_LENGTH or not code.isalpha() or not code.isupper():
            raise Invalid("its currency is none")
        if _AMOUNT not in fields:
            raise Invalid("it has a currency without an amount")
    if _AMOUNT in fields:
        if _number(fields[_AMOUNT]) == 0:
            raise Invalid("its amount is zero")
        if _DESCRIPTION not in fields:
            raise Invalid("it has an amount without a description")
    try:
        fields.get(_DESCRIPTION, b"").decode()
    except UnicodeDecodeError:
        raise Invalid("the description is not text") from None


def _check_issuer(key: bytes | None) -> None:
    if key is None:
        return
    try:
        if len(key) == _KEY_LENGTH:
            coincurve.PublicKey(key)
            return
    except ValueError:
        pass
    raise Invalid("its issuer is no public key")


def _chains(hashes: bytes | None) -> frozenset[bytes]:
    if hashes is None:
        return frozenset({BITCOIN})
    if not hashes or len(hashes) % _HASH_LENGTH:
        raise Invalid("its chains are not understood")
    return frozenset(hashes[place : place + _HASH_LENGTH] for place in range(0, len(hashes), _HASH_LENGTH))


def _expires_at(value: bytes | None) -> dt.datetime | None:
    if value is None:
        return None
    return dt.datetime.fromtimestamp(min(_number(value), _LAST_SECOND), dt.UTC)


def _number(value: bytes) -> int:
    """Return a truncated number: as few bytes as hold it."""
    if len(value) > _MOST_NUMBER_LENGTH or value[:1] == b"\0":
        raise Invalid("a number is not written as it should be")
    return int.from_bytes(value)
