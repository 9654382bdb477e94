"""Encodings of payment addresses: Base58, the Pix QR text, and numbers with check digits."""

import binascii
import hashlib

from stdnum.ar import cbu
from stdnum.iso7064 import mod_97_10

from payments.account_types import checks

_BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
_CHECKSUM_LENGTH = 4


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
    return base58(data + _checksum(data))


def from_base58(text: str) -> bytes | None:
    """Return the bytes of a Base58 text; None for a text with other characters."""
    number = 0
    for character in text:
        place = _BASE58.find(character)
        if place < 0:
            return None
        number = number * 58 + place
    zeros = len(text) - len(text.lstrip(_BASE58[0]))
    return bytes(zeros) + number.to_bytes((number.bit_length() + 7) // 8)


def from_base58_checked(text: str) -> bytes | None:
    """Return the bytes of a Base58Check text without their checksum; None when it does not fit."""
    data = from_base58(text)
    if data is None or len(data) < _CHECKSUM_LENGTH:
        return None
    content, checksum = data[:-_CHECKSUM_LENGTH], data[-_CHECKSUM_LENGTH:]
    return content if _checksum(content) == checksum else None


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

    `transaction` is reported back by the payer's bank: at most 25 letters and digits.
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


def _checksum(data: bytes) -> bytes:
    return hashlib.sha256(hashlib.sha256(data).digest()).digest()[:_CHECKSUM_LENGTH]


def _tagged(tag: str, value: str) -> str:
    return f"{tag}{len(value):02}{value}"
