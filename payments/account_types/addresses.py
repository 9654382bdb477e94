"""Addresses of wallets: their checksums, and those that belong to nobody.

Each check takes an address whose form is right and returns why it can't be paid, or None. Money sent to an address with
a wrong letter is lost, and nobody can send it back.
"""

import re

import coincurve
from Crypto.Hash import keccak

from payments.account_types import bech32, encodings

_NOBODY = "must not be an address that nobody has the key of, such as the zero address"
_CONTRACT = "must not be the address of the token's own contract: what is sent there is lost"
_CONTRACTS = frozenset(
    {
        # USD Coin on Ethereum, on Base, and on Polygon its own and the one that was bridged there before.
        "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48",
        "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913",
        "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359",
        "0x2791bca1f2de4661ed88a30c99a7a9449aa84174",
        # USD Coin and Tether on Solana, Tether on Tron.
        "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
        "Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB",
        "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
    }
)
"""Contracts of the assets that wallets hold here, as their issuers publish them. People copy these for their own."""
_SPARK_PREFIXES = {
    "": ("spark", "sp"),
    "TESTNET": ("sparkt", "spt"),
    "REGTEST": ("sparkrt", "sprt"),
}
"""Prefixes of Spark addresses by test network: the present one, and the one before."""
_SPARK_KEY_TAG = bytes([0x0A, 0x21])
"""In front of the wallet's public key of 33 bytes: field 1 of the message that the address is."""
_TRON_NETWORK = 0x41
_HASH_LENGTH, _SOLANA_LENGTH = 20, 32
_FORMS_FILLED = frozenset(bytes([byte]) * _HASH_LENGTH for byte in (0xEE, 0xFF))
"""The sign for a network's own coin, and the other end of all addresses. Numbers of two bytes are the zero address, the
programs of the network (`0x…1` and so on) and `0x…dEaD`."""
_FILLED = re.compile(r"(.)\1{15}")
"""The same character sixteen times: Solana's programs are named so, and no key comes out like that."""


def evm_problem(address: str) -> str | None:
    """Return what is wrong with an address of an Ethereum-like network: EIP-55, and addresses of nobody."""
    digits = address[2:]
    if digits not in {digits.lower(), digits.upper()} and digits != _with_capitals(digits.lower()):
        return "must have its capitals as EIP-55 sets them, or be in small letters throughout"
    return _CONTRACT if address.lower() in _CONTRACTS else _hash_problem(bytes.fromhex(digits))


def tron_problem(address: str) -> str | None:
    """Return what is wrong with a Tron address: Base58Check of 0x41 and 20 bytes."""
    content = encodings.from_base58_checked(address)
    if content is None:
        return "must have the right checksum: a letter of the address is wrong"
    if len(content) != 1 + _HASH_LENGTH or content[0] != _TRON_NETWORK:
        return "must be the address of an account on Tron"
    return _CONTRACT if address in _CONTRACTS else _hash_problem(content[1:])


def solana_problem(address: str) -> str | None:
    """Return what is wrong with a Solana address: Base58 of 32 bytes. It has no checksum."""
    content = encodings.from_base58(address)
    if content is None or len(content) != _SOLANA_LENGTH:
        return "must be 32 bytes in Base58, which has no 0, O, I and l"
    if address in _CONTRACTS:
        return _CONTRACT
    return _NOBODY if _FILLED.search(address) else None


def spark_problem(address: str) -> str | None:
    """Return what is wrong with a Spark address: Bech32m of a public key, on any of its networks."""
    try:
        prefix, groups = bech32.decode(address, remainder=bech32.BECH32M)
    except bech32.Malformed:
        return "must be Bech32m with the right checksum: a letter of the address is wrong"
    if not any(prefix in prefixes for prefixes in _SPARK_PREFIXES.values()):
        return 'must start with "spark1", or on a test network with "sparkt1" or "sparkrt1"'
    content = bech32.to_whole_bytes(groups)
    try:
        if bech32.to_groups(content) == groups and content.startswith(_SPARK_KEY_TAG):
            # A Spark invoice has more fields behind the key, and can be paid once.
            coincurve.PublicKey(content[len(_SPARK_KEY_TAG) :])
            return None
    except ValueError:
        pass
    return "must be the address of a wallet on Spark: one public key, and nothing else"


def is_on_spark(address: str, *, networks: frozenset[str]) -> bool:
    """Tell whether a Spark address is of one of these networks; the empty text is the main one."""
    prefix = address.lower().rpartition("1")[0]
    return any(prefix in _SPARK_PREFIXES.get(network, ()) for network in networks)


def _with_capitals(digits: str) -> str:
    """Return hexadecimal digits with capitals where EIP-55 sets them."""
    marks = keccak.new(digest_bits=256, data=digits.encode()).hexdigest()
    return "".join(digit.upper() if int(mark, 16) >= 8 else digit for digit, mark in zip(digits, marks, strict=False))


def _hash_problem(content: bytes) -> str | None:
    """Return what is wrong with the hash that an address is, where it stands for nobody."""
    return _NOBODY if not any(content[:-2]) or content in _FORMS_FILLED else None
