"""The sandbox's samples of account details for payers: of accounts that nobody has.

Every number is derived from a key. Form and check digits are right, but banks, branches and operators do not exist: an
instruction followed by mistake reaches nobody.
"""

import dataclasses
import hashlib
import itertools
import re
import uuid
from collections.abc import Callable, Mapping
from typing import TypeAlias

from payments.account_types import addresses, bech32, encodings

_BANK_NAME = "Settlement Bank"
_PROVIDER = "Settlement Mobile"
_PAYEE = "SETTLEMENT ACCOUNT"
_PAYMENT_PAGE = "https://pay.example/fund"
"""Payment page for Colombian payers; the account's key is appended."""
_PIX_REFERENCE_LENGTH = 25
# 02 leads a compressed public key; the two bytes before it are its tag and length in the address.
_SPARK_KEY_HEADER = bytes([0x0A, 0x21, 0x02])
_TRON_NETWORK = b"\x41"


@dataclasses.dataclass(frozen=True, slots=True)
class Account:
    """The source of one account's details."""

    key: uuid.UUID
    reference: str

    def octets(self, purpose: str) -> bytes:
        """Return 32 bytes unique to this account, another 32 for each purpose."""
        return hashlib.sha256(purpose.encode() + b"\0" + self.key.bytes).digest()

    def digits(self, count: int) -> str:
        """Return so many digits."""
        return f"{int.from_bytes(self.octets('digits'), 'big') % 10**count:0{count}}"


Detail: TypeAlias = str | Callable[[Account], str]
Details: TypeAlias = Mapping[str, Detail]
"""By the name of a field: the same for every account, or generated for one."""


def digits(count: int) -> Detail:
    """Return a number of so many digits."""
    return lambda account: account.digits(count)


def phone_number(country_code: str) -> Detail:
    """Return a telephone number of a country."""
    # No operator gives out numbers that start with three zeros.
    return lambda account: f"+{country_code}000{account.digits(6)}"


def iban(country: str, bank: str, account_digits: int) -> Detail:
    """Return the IBAN of an account at a bank that does not exist."""
    return lambda account: encodings.iban(country, bank + account.digits(account_digits))


def swift_code(country: str) -> Detail:
    """Return a BIC of a country."""
    # A zero in the eighth place marks a BIC that is not connected to the network.
    return f"SETL{country}S0"


def bank(account_digits: int, country: str = "") -> dict[str, Detail]:
    """Return the details of an account at a bank that is named, and by BIC where it has one."""
    details: dict[str, Detail] = {"bankName": _BANK_NAME, "accountNumber": digits(account_digits)}
    return details | ({"swiftCode": swift_code(country)} if country else {})


def mobile_money(country_code: str) -> dict[str, Detail]:
    """Return the details of a mobile-money account."""
    return {"phoneNumber": phone_number(country_code), "provider": _PROVIDER}


def clabe(account: Account) -> str:
    """Return a CLABE."""
    return encodings.clabe("000001", account.digits(11))


def argentine_account(account: Account) -> str:
    """Return a CBU."""
    return encodings.argentine_account("0000001", account.digits(13))


def vpa(account: Account) -> str:
    """Return a UPI address."""
    return f"fund.{account.key.hex}@settlement"


def payment_url(account: Account) -> str:
    """Return the address of a page to pay on."""
    return f"{_PAYMENT_PAGE}/{account.key}"


def pix_qr_code(account: Account) -> str:
    """Return the text of a Pix QR code."""
    reference = re.sub("[^A-Za-z0-9]", "", account.reference)[:_PIX_REFERENCE_LENGTH] or "***"
    key = str(uuid.UUID(bytes=account.octets("pix")[:16], version=4))
    return encodings.pix_qr_text(key=key, transaction=reference, payee=_PAYEE, city="SAO PAULO")


def evm_address(account: Account) -> str:
    """Return an address of an Ethereum-like network."""
    return "0x" + account.octets("evm")[:20].hex()


def solana_address(account: Account) -> str:
    """Return a Solana address."""
    return encodings.base58(account.octets("solana"))


def tron_address(account: Account) -> str:
    """Return a Tron address."""
    return encodings.base58_checked(_TRON_NETWORK + account.octets("tron")[:20])


def spark_address(account: Account) -> str:
    """Return a Spark address: the first that is a point of the curve, as every second number is."""
    purposes = itertools.chain(["spark"], (f"spark {number}" for number in itertools.count(1)))
    groups = (bech32.to_groups(_SPARK_KEY_HEADER + account.octets(purpose)) for purpose in purposes)
    texts = (bech32.encode("spark", each, remainder=bech32.BECH32M) for each in groups)
    return next(text for text in texts if addresses.spark_problem(text) is None)
