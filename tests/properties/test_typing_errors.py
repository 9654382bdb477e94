"""A right number in which one character is another one of its kind: as many are refused as the check digits promise.

What each field promises is `Field.caught`, which the documents show for each type.
"""

import copy
import random
import string
import uuid
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from Crypto.Hash import keccak
from stdnum.br import cnpj
from stdnum.us import rtn

from payments.account_types import encodings, table, validation
from payments.account_types.fields import Field, Severity
from payments.account_types.samples import Account, spark_address
from practice.demo import accounts
from tests.selection import hooks
from tests.support.payments import account_examples, lightning_invoices

MANY = 1000
HEXADECIMAL, BASE58 = "0123456789abcdef", "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
BECH32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"


def _digits(chance: random.Random, count: int) -> str:
    return "".join(chance.choices(string.digits, k=count))


def _iban(country: str, count: int, bank: str = "") -> Callable[[random.Random], str]:
    return lambda chance: encodings.iban(country, bank + _digits(chance, count))


def _routing_number(chance: random.Random) -> str:
    number = chance.choice(("01", "12", "21", "32", "61", "72", "80")) + _digits(chance, 6)
    return number + rtn.calc_check_digit(number)


def _cpf(chance: random.Random) -> str:
    return accounts.cpf(_digits(chance, 9))


def _cnpj(chance: random.Random) -> str:
    number = _digits(chance, 12)
    return number + cnpj.calc_check_digits(number)


def _evm(chance: random.Random) -> str:
    digits = chance.randbytes(20).hex()
    marks = keccak.new(digest_bits=256, data=digits.encode()).hexdigest()
    return "0x" + "".join(d.upper() if int(mark, 16) > 7 else d for d, mark in zip(digits, marks, strict=False))


def _tron(chance: random.Random) -> str:
    return encodings.base58_checked(b"\x41" + chance.randbytes(20))


def _spark(chance: random.Random) -> str:
    return spark_address(Account(key=uuid.UUID(bytes=chance.randbytes(16)), reference=""))


def _invoice(chance: random.Random) -> str:
    return lightning_invoices.text(satoshis=chance.randint(1, 10**6))


def _clabe(chance: random.Random) -> str:
    return encodings.clabe("032180", _digits(chance, 11))


GOOD: dict[tuple[str, str], tuple[Callable[[random.Random], str], dict[str, Any]]] = {
    ("USD_ACCOUNT", "routingNumber"): (_routing_number, {}),
    ("MXN_ACCOUNT", "clabeNumber"): (_clabe, {}),
    ("BRL_ACCOUNT", "pixKey"): (_cpf, {"pixKeyType": "CPF"}),
    ("BRL_ACCOUNT", "taxId"): (lambda chance: chance.choice((_cpf, _cnpj))(chance), {}),
    ("GTQ_ACCOUNT", "accountNumber"): (_iban("GT", 16, "TRAJ0102"), {}),
    ("PKR_ACCOUNT", "accountNumber"): (_iban("PK", 16, "SCBL"), {"iban": None}),
    ("PKR_ACCOUNT", "iban"): (_iban("PK", 16, "SCBL"), {"accountNumber": None}),
    ("EGP_ACCOUNT", "accountNumber"): (_iban("EG", 25), {"iban": None}),
    ("EGP_ACCOUNT", "iban"): (_iban("EG", 25), {"accountNumber": None}),
    ("EUR_ACCOUNT", "iban"): (_iban("DE", 18), {"swiftCode": None}),
    ("DKK_ACCOUNT", "iban"): (_iban("DK", 14), {}),
    ("AED_ACCOUNT", "iban"): (_iban("AE", 19), {"swiftCode": None}),
    ("SWIFT_ACCOUNT", "iban"): (_iban("DE", 18), {"accountNumber": None}),
    ("SPARK_WALLET", "address"): (_spark, {}),
    ("LIGHTNING", "invoice"): (_invoice, {"lightningAddress": None}),
    ("TRON_WALLET", "address"): (_tron, {}),
    **{(f"{network}_WALLET", "address"): (_evm, {}) for network in ("POLYGON", "BASE", "ETHEREUM")},
}
"""Random right values of each field that has check digits, and what changes beside it; None leaves a field out."""
WITH_CHECK_DIGITS = [(code, field) for code, row in table.ACCOUNT_TYPES.items() for field in row.fields if field.caught]


def _alphabet(code: str, field: Field, character: str) -> str:
    """Return the characters that somebody may have meant in the place of this one."""
    if code == "TRON_WALLET":
        return BASE58
    if code in {"SPARK_WALLET", "LIGHTNING"}:
        return BECH32
    if field.name == "address":
        return HEXADECIMAL + "ABCDEF"
    return string.digits if character.isdigit() else string.ascii_uppercase


def _slips(code: str, field: Field, chance: random.Random, count: int) -> Iterator[tuple[str, str]]:
    """Yield right values, each with another one that differs in one character."""
    make, _ = GOOD[code, field.name]
    for _ in range(count):
        right = make(chance)
        place = chance.randrange(len(right))
        others = _alphabet(code, field, right[place]).replace(right[place], "")
        yield right, f"{right[:place]}{chance.choice(others)}{right[place + 1 :]}"


def _problem(code: str, field: Field, value: str) -> bool:
    """Tell whether an account with this value is refused, or is taken with a warning where that is all there is."""
    currency, info = copy.deepcopy(account_examples.EXAMPLES[code])
    changes = {field.name: value} | GOOD[code, field.name][1]
    if field.name == "pixKey":
        changes["taxId"] = value
    if changes.get("accountNumber", "") is None and code != "SWIFT_ACCOUNT":
        changes["accountNumber"] = value
    info = {name: text for name, text in (info | changes).items() if text is not None}
    try:
        account = validation.validate(info, currency=currency)
    except validation.AccountInfoInvalid:
        return True
    return bool(account.warnings)


def test_every_field_with_check_digits_is_played():
    assert {(code, field.name) for code, field in WITH_CHECK_DIGITS} == GOOD.keys()
    warned = {field.name for _, field in WITH_CHECK_DIGITS if field.severity is Severity.WARNING}
    assert warned == {"clabeNumber"}


@pytest.mark.parametrize(("code", "field"), WITH_CHECK_DIGITS, ids=lambda value: getattr(value, "name", value))
def test_of_a_thousand_numbers_with_a_wrong_character_as_many_are_refused_as_promised(code, field, pytestconfig):
    # The same in every run: what is promised for almost all could else fail by chance.
    chance, count = random.Random(f"{code} {field.name}"), hooks.some_of(MANY, pytestconfig)
    found = 0
    for right, wrong in _slips(code, field, chance, count):
        assert not _problem(code, field, right), right
        found += _problem(code, field, wrong)

    assert found >= field.caught * count
