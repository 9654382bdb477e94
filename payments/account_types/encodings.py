"""Encodings of payment addresses: Base58, Bech32m, the Pix QR text, and numbers with check digits."""

import binascii
import hashlib

from stdnum.ar import cbu
from stdnum.iso7064 import mod_97_10

from payments.account_types import checks

_BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
_BECH32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
_BECH32_GENERATORS = (0x3B6A57B2, 0x26508E6D, 0x1EA119FA, 0x3D4233DD, 0x2A1462B3)
_BECH32M = 0x2BC830A3
_BECH32_CHECKSUM_LENGTH = 6


def base58(data: bytes) -> str:
    """Return the Base58 text of some bytes, leading zeros kept."""
    number = int.from_bytes(data, "big")
    text = ""
    while number:
        number, place = divmod(number, 58)
        text = _BASE58[place] + text
    zeros = len(data) - len(data.lstrip(b"\0"))
    return _BASE58[0] * zeros + text


def base58_checked(data: bytes) -> str:
    """Return the Base58 text of some bytes and the first four of their double SHA-256."""
    checksum = hashlib.sha256(hashlib.sha256(data).digest()).digest()[:4]
    return base58(data + checksum)


def bech32m(prefix: str, data: bytes) -> str:
    """Return the Bech32m text of some bytes (BIP 350), with its checksum."""
    values = _five_bit_groups(data)
    head = [*(ord(letter) >> 5 for letter in prefix), 0, *(ord(letter) & 31 for letter in prefix)]
    remainder = _bech32_remainder([*head, *values, *[0] * _BECH32_CHECKSUM_LENGTH]) ^ _BECH32M
    checksum = [remainder >> 5 * (5 - place) & 31 for place in range(_BECH32_CHECKSUM_LENGTH)]
    return prefix + "1" + "".join(_BECH32[value] for value in [*values, *checksum])


def iban(country: str, account: str) -> str:
    """Return the IBAN of a national account number."""
    return country + str(mod_97_10.calc_check_digits(account + country)) + account


def clabe(bank: str, account: str) -> str:
    """Return the CLABE of a bank and branch (6 digits) and an account (11 digits)."""
    return bank + account + checks.clabe_check_digit(bank + account)


def argentine_account(bank: str, account: str) -> str:
    """Return the CBU of a bank and branch (7 digits) and an account (13 digits)."""
    return bank + cbu.calc_check_digit(bank) + account + cbu.calc_check_digit(account)


def pix_qr_text(*, key: str, transaction: str, payee: str, city: str) -> str:
    """Return the text of a static Pix QR code for any amount (BR Code, EMV tags, CRC-16).

    `transaction` is what the payer's bank reports back: at most 25 letters and digits.
    """
    text = "".join(
        (
            _tagged("00", "01"),
            _tagged("26", _tagged("00", "br.gov.bcb.pix") + _tagged("01", key)),
            _tagged("52", "0000"),
            _tagged("53", "986"),
            _tagged("58", "BR"),
            _tagged("59", payee),
            _tagged("60", city),
            _tagged("62", _tagged("05", transaction)),
            # The checksum covers its own tag and length.
            "6304",
        )
    )
    return text + f"{binascii.crc_hqx(text.encode(), 0xFFFF):04X}"


def _tagged(tag: str, value: str) -> str:
    return f"{tag}{len(value):02}{value}"


def _five_bit_groups(data: bytes) -> list[int]:
    bits = "".join(f"{byte:08b}" for byte in data)
    bits += "0" * (-len(bits) % 5)
    return [int(bits[place : place + 5], 2) for place in range(0, len(bits), 5)]


def _bech32_remainder(values: list[int]) -> int:
    remainder = 1
    for value in values:
        top = remainder >> 25
        remainder = (remainder & 0x1FFFFFF) << 5 ^ value
        for place, generator in enumerate(_BECH32_GENERATORS):
            remainder ^= generator if top >> place & 1 else 0
    return remainder
