"""Accounts elsewhere: valid numbers of banks, telephones and wallets, whose last three digits choose an ending."""

import hashlib

from anyascii import anyascii
from stdnum.iso7064 import mod_97_10

from practice.demo.client import Json
from practice.demo.people import Person

_BANKS = {"DE": "37040044", "AT": "19043", "IE": "AIBK931152", "LT": "10000"}
"""By the country of an IBAN: bank, and branch where there is one. The number of the account follows."""
_ACCOUNT_DIGITS = {"DE": 10, "AT": 11, "IE": 8, "LT": 11}
_ROUTING_NUMBERS = ("021000021", "026009593", "121000248", "111000025")
_CLABE_WEIGHTS = (3, 7, 1)
_CPF_DIGITS = 9


def ordinary(number: int) -> str:
    """Return an ending of which the sandbox makes nothing special."""
    return f"{11 + number % 80:03}"


def details(currency: str, *, number: int, ending: str, owner: Person) -> Json:
    """Return the `accountInfo` of an account of `owner`. `number` tells accounts apart, 0 to 99999."""
    digits = f"{number:05}{ending}"
    facts = _FACTS[currency](digits, owner)
    return facts if currency in {"BTC", "USDC"} else {**facts, "beneficiary": owner.beneficiary()}


def iban(country: str, digits: str) -> str:
    """Return an IBAN whose account number ends in `digits`."""
    account = _BANKS[country] + digits.zfill(_ACCOUNT_DIGITS[country])
    return country + mod_97_10.calc_check_digits(account + country) + account


def clabe(digits: str) -> str:
    """Return a CLABE that ends in the last three of eight digits; its check digit is the last of these."""
    number, ending = digits[:5], digits[5:]
    return next(
        candidate + ending[2]
        for filler in range(10_000)
        for candidate in [f"032180{number}{filler:04}{ending[:2]}"]
        if _clabe_check(candidate) == ending[2]
    )


def cpf(number: str) -> str:
    """Return a Brazilian tax number with its two check digits."""
    for length in (_CPF_DIGITS, _CPF_DIGITS + 1):
        total = sum(int(digit) * weight for digit, weight in zip(number, range(length + 1, 1, -1), strict=True))
        number += str(total * 10 % 11 % 10)
    return number


def _clabe_check(digits: str) -> str:
    products = (int(digit) * _CLABE_WEIGHTS[position % 3] % 10 for position, digit in enumerate(digits))
    return str(-sum(products) % 10)


def _usd(digits: str, _: Person) -> Json:
    routing = _ROUTING_NUMBERS[int(digits[:5]) % len(_ROUTING_NUMBERS)]
    return {"accountType": "USD_ACCOUNT", "accountNumber": f"4{digits}", "routingNumber": routing}


def _eur(digits: str, owner: Person) -> Json:
    country = owner.country if owner.country in _BANKS else "DE"
    return {"accountType": "EUR_ACCOUNT", "iban": iban(country, digits)}


def _brl(digits: str, _: Person) -> Json:
    key = {"pixKey": f"+55119{digits}", "pixKeyType": "PHONE"}
    return {"accountType": "BRL_ACCOUNT", **key, "taxId": cpf(f"1{digits}")}


def _inr(digits: str, owner: Person) -> Json:
    return {"accountType": "INR_ACCOUNT", "vpa": f"{owner.slug}.{digits}@okbank"}


def _usdc(digits: str, owner: Person) -> Json:
    octets = hashlib.sha256(f"{digits} {anyascii(owner.name)}".encode()).hexdigest()
    return {"accountType": "POLYGON_WALLET", "address": f"0x{octets[:37]}{digits[5:]}"}


_FACTS = {
    "USD": _usd,
    "EUR": _eur,
    "GBP": lambda digits, _: {"accountType": "GBP_ACCOUNT", "sortCode": "040004", "accountNumber": digits},
    "CAD": lambda digits, _: {
        "accountType": "CAD_ACCOUNT",
        "bankCode": "001",
        "branchCode": "00011",
        "accountNumber": digits,
    },
    "MXN": lambda digits, _: {"accountType": "MXN_ACCOUNT", "clabeNumber": clabe(digits)},
    "BRL": _brl,
    "INR": _inr,
    "PHP": lambda digits, _: {
        "accountType": "PHP_ACCOUNT",
        "bankName": "BDO Unibank",
        "accountNumber": f"0012{digits}",
    },
    "NGN": lambda digits, _: {"accountType": "NGN_ACCOUNT", "bankName": "GTBank", "accountNumber": f"01{digits}"},
    "BTC": lambda _, owner: {"accountType": "LIGHTNING", "lightningAddress": f"{owner.slug}@wallet.example"},
    "USDC": _usdc,
}
