"""Bech32 (BIP 173) and Bech32m (BIP 350) without their limit of length, which invoices exceed.

A text is a prefix and groups of five bits.
"""

from collections.abc import Iterable, Iterator

_CHARACTERS = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
_VALUES = {character: value for value, character in enumerate(_CHARACTERS)}
_GENERATOR = (0x3B6A57B2, 0x26508E6D, 0x1EA119FA, 0x3D4233DD, 0x2A1462B3)
_CHECKSUM_LENGTH = 6
BECH32, BECH32M = 1, 0x2BC830A3
"""The remainder of a text with a right checksum."""
GROUP_BITS = 5


class Malformed(ValueError):
    """The text is not Bech32, or its checksum is wrong."""


def encode(prefix: str, groups: Iterable[int], *, remainder: int = BECH32) -> str:
    """Return the text of a lower-case prefix and groups of five bits."""
    data = list(groups)
    checksum = number_to_groups(_remainder(prefix, [*data, *[0] * _CHECKSUM_LENGTH]) ^ remainder, _CHECKSUM_LENGTH)
    return f"{prefix}1{''.join(_CHARACTERS[value] for value in (*data, *checksum))}"


def decode(text: str, *, remainder: int = BECH32) -> tuple[str, list[int]]:
    """Return the prefix of a Bech32 text in lower case and its groups without the checksum; raises Malformed."""
    prefix, values = split(text)
    if len(values) < _CHECKSUM_LENGTH:
        raise Malformed("the checksum is missing")
    if _remainder(prefix, values) != remainder:
        raise Malformed("the checksum is wrong")
    return prefix, values[:-_CHECKSUM_LENGTH]


def split(text: str) -> tuple[str, list[int]]:
    """Return the prefix of a text in lower case and all its groups, where no checksum is meant; raises Malformed."""
    if text not in {text.lower(), text.upper()}:
        raise Malformed("upper and lower case are mixed")
    prefix, separator, data = text.lower().rpartition("1")
    if not separator or not prefix:
        raise Malformed("the prefix or the separator is missing")
    if not all(33 <= ord(character) <= 126 for character in prefix) or not set(data) <= _VALUES.keys():
        raise Malformed("a character does not belong there")
    return prefix, [_VALUES[character] for character in data]


def to_groups(content: bytes) -> list[int]:
    """Return bytes as groups of five bits, the last one padded with zeros."""
    count = -(-len(content) * 8 // GROUP_BITS)
    return number_to_groups(int.from_bytes(content) << (count * GROUP_BITS - len(content) * 8), count)


def to_bytes(groups: list[int]) -> bytes:
    """Return groups of five bits as bytes, the last one padded with zeros."""
    length = -(-len(groups) * GROUP_BITS // 8)
    return (groups_to_number(groups) << (length * 8 - len(groups) * GROUP_BITS)).to_bytes(length)


def to_whole_bytes(groups: list[int]) -> bytes:
    """Return the whole bytes that groups of five bits hold, without what only fills up the last group."""
    length = len(groups) * GROUP_BITS // 8
    return (groups_to_number(groups) >> (len(groups) * GROUP_BITS - length * 8)).to_bytes(length)


def number_to_groups(number: int, count: int | None = None) -> list[int]:
    """Return a number as so many groups of five bits, the highest first; without a count as few as hold it."""
    length = -(-number.bit_length() // GROUP_BITS) if count is None else count
    return [(number >> (GROUP_BITS * place)) & 31 for place in reversed(range(length))]


def groups_to_number(groups: Iterable[int]) -> int:
    """Return the number that groups of five bits stand for, the highest first."""
    number = 0
    for value in groups:
        number = number << GROUP_BITS | value
    return number


def _remainder(prefix: str, values: list[int]) -> int:
    state = 1
    for value in _expanded(prefix, values):
        top = state >> 25
        state = (state & 0x1FFFFFF) << 5 ^ value
        for bit, term in enumerate(_GENERATOR):
            if top >> bit & 1:
                state ^= term
    return state


def _expanded(prefix: str, values: list[int]) -> Iterator[int]:
    yield from (ord(character) >> 5 for character in prefix)
    yield 0
    yield from (ord(character) & 31 for character in prefix)
    yield from values
