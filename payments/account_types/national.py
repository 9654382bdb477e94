"""National numbers: what a country's accounts, taxes and telephones are numbered by.

Each check takes a value whose form has been checked and returns the reason why it can't be right, or None.
"""

import re

import phonenumbers
import schwifty
from schwifty import exceptions, registry
from stdnum.br import cnpj, cpf
from stdnum.us import rtn

from payments.account_types import checks
from platforms.base import countries

_KOSOVO = "XK"
_JOINED_SEPA = frozenset({"AL", "MD", "ME", "MK", "RS"})
"""Countries in SEPA that the library's register does not have there yet."""


def _is_in_sepa(country: str) -> bool:
    try:
        return country in _JOINED_SEPA or bool(registry.get_iban_spec(country).in_sepa_zone)
    except exceptions.InvalidCountryCode:
        return False


SEPA = frozenset(filter(_is_in_sepa, countries.CODES))
"""Where SEPA reaches accounts."""
EURO_IBANS = SEPA | {_KOSOVO}
"""Kosovo has the euro, and IBANs of its own."""
KRONE_IBANS = frozenset({"DK", "FO", "GL"})
_NEIGHBOURS = EURO_IBANS | KRONE_IBANS
"""Where an account of one country is often held by a bank of another."""
_ROUTING_PREFIXES = frozenset({*range(13), *range(21, 33), *range(61, 73), 80})
"""The first two digits of ABA routing numbers that are given out."""
_CPF_LENGTH, _CNPJ_LENGTH, _CNPJ_ROOT = 11, 14, 8


def routing_number_problem(number: str) -> str | None:
    """Return what is wrong with an ABA routing number: its district or its check digit."""
    if int(number[:2]) not in _ROUTING_PREFIXES or not number.strip("0"):
        return "must start with two digits that ABA gives out: 00 to 12, 21 to 32, 61 to 72, or 80"
    if rtn.calc_check_digit(number[:-1]) != number[-1]:
        return "must have the right check digit (last digit of an ABA routing number)"
    return None


def zeros_problem(number: str) -> str | None:
    """Return what is wrong with a number that nobody has: zeros alone."""
    return None if number.strip("0") else "must not be zeros alone"


def account_digits_problem(number: str, *, shortest: int, longest: int) -> str | None:
    """Return what is wrong with an account number of a country whose accounts have digits alone."""
    if not re.fullmatch(f"[0-9]{{{shortest},{longest}}}", number):
        return f"must be {shortest} to {longest} digits, without letters, blanks and hyphens"
    return zeros_problem(number)


def account_letters_problem(number: str, *, shortest: int, longest: int) -> str | None:
    """Return what is wrong with an account number of a country whose accounts have letters too."""
    if not re.fullmatch(f"[0-9A-Za-z]{{{shortest},{longest}}}", number):
        return f"must be {shortest} to {longest} digits and letters from A to Z, without blanks and hyphens"
    return zeros_problem(number)


def account_or_iban_problem(number: str, *, country: str, has_letters: bool, shortest: int, longest: int) -> str | None:
    """Return what is wrong with an account number of a country, where its IBAN may be given in its place."""
    if re.fullmatch(f"{country}[0-9]{{2}}.+", number.upper()):
        return checks.iban_problem(number)
    check = account_letters_problem if has_letters else account_digits_problem
    return check(number, shortest=shortest, longest=longest)


def is_of_iban(number: str, iban: str) -> bool:
    """Tell whether an account number and an IBAN can name one account.

    Banks build one from the other in several ways: with the branch in front or without it, with zeros or without them.
    """
    number, iban = number.upper(), iban.upper()
    if number.startswith(iban[:2]):
        return number == iban
    if iban[4:].endswith(number.lstrip("0")):
        return True
    account = schwifty.IBAN(iban, validate_bban=False).account_code
    bank_and_branch, without_zeros = iban[4 : len(iban) - len(account)], account.lstrip("0")
    if not without_zeros or not number.endswith(without_zeros):
        return False
    in_front = number.removesuffix(without_zeros).strip("0")
    return in_front in bank_and_branch


def iban_country_problem(iban: str, *, allowed: frozenset[str], which: str) -> str | None:
    """Return what is wrong with an IBAN for accounts of these countries: itself, or its country."""
    problem = checks.iban_problem(iban)
    if problem is None and iban[:2].upper() not in allowed:
        return f"must be the IBAN of an account {which}"
    return problem


def bic_problem(code: str) -> str | None:
    """Return what is wrong with a BIC: its country."""
    if code[4:6] not in countries.CODES and code[4:6] != _KOSOVO:
        return "must have the code of a country as its fifth and sixth letter"
    return None


def is_bic_for(code: str, iban: str) -> bool:
    """Tell whether a bank of this BIC can hold the account of an IBAN: in its country, or both in SEPA."""
    bank, account = code[4:6], iban[:2].upper()
    return bank == account or (bank in _NEIGHBOURS and account in _NEIGHBOURS)


def cpf_problem(number: str) -> str | None:
    """Return what is wrong with the tax number of a person in Brazil."""
    return None if cpf.is_valid(number) and _varies(number) else "must be a CPF with the right check digits"


def cnpj_problem(number: str) -> str | None:
    """Return what is wrong with the tax number of a company in Brazil."""
    return None if cnpj.is_valid(number) and _varies(number) else "must be a CNPJ with the right check digits"


def brazilian_tax_problem(number: str) -> str | None:
    """Return what is wrong with a tax number in Brazil, a person's or a company's."""
    if len(number) == _CPF_LENGTH:
        return cpf_problem(number)
    if len(number) == _CNPJ_LENGTH:
        return cnpj_problem(number)
    return "must be a CPF of 11 digits or a CNPJ of 14"


def are_one_taxpayer(key: str, tax_number: str) -> bool:
    """Tell whether two tax numbers can be of one holder. Branches of a company share the first eight digits."""
    key = re.sub(r"[.\-/]", "", key)
    if len(key) != len(tax_number) or not key.isdigit():
        # A person may hold the account of a company; a CNPJ with letters has no place among digits.
        return True
    return key == tax_number or (len(key) == _CNPJ_LENGTH and key[:_CNPJ_ROOT] == tax_number[:_CNPJ_ROOT])


def phone_problem(number: str, *, is_mobile: bool = False) -> str | None:
    """Return what is wrong with a telephone number, `+` and digits: its country, or its length there.

    Whether an operator has given out such numbers is not asked: new ones come faster than releases of the library.
    """
    try:
        parsed = phonenumbers.parse(number)
    except phonenumbers.NumberParseException:
        return "must have the code of a country behind the plus sign"
    code = str(parsed.country_code)
    national = number[len(code) + 1 :]
    if national.startswith("0") and not parsed.italian_leading_zero:
        return f'must have no 0 behind "+{code}": it is dialled within the country alone'
    kind = phonenumbers.PhoneNumberType.MOBILE if is_mobile else phonenumbers.PhoneNumberType.UNKNOWN
    if phonenumbers.is_possible_number_for_type(parsed, kind):
        return None
    return f'must have {_phone_lengths(code, is_mobile=is_mobile)} digits behind "+{code}", as numbers there have'


def mobile_problem(number: str, *, code: str = "") -> str | None:
    """Return what is wrong with the number of a mobile telephone, in the country with this code or in any."""
    return phone_country_problem(number, code=code) or phone_problem(number, is_mobile=True)


def phone_country_problem(number: str, *, code: str) -> str | None:
    """Return what is wrong with a telephone number of the country with this code."""
    return None if number.startswith(f"+{code}") else f'must start with "+{code}": the account is held there'


def _phone_lengths(code: str, *, is_mobile: bool) -> str:
    """Return how many digits numbers behind the code of a country have: "9", or "9 to 12"."""
    region = phonenumbers.region_code_for_country_code(int(code))
    known = phonenumbers.PhoneMetadata.metadata_for_region_or_calling_code(int(code), region)
    assert known is not None, "the number has been parsed by it"
    assert known.general_desc is not None, "each country has numbers"
    # Kinds of numbers that are as long as all others say nothing of their own.
    own = known.mobile.possible_length if is_mobile and known.mobile else ()
    lengths = [length for length in own or known.general_desc.possible_length if length > 0]
    return str(lengths[0]) if len(lengths) == 1 else f"{min(lengths)} to {max(lengths)}"


def _varies(number: str) -> bool:
    """Tell whether the digits are not all the same: such numbers pass the check and are given to nobody."""
    return len(set(re.sub(r"[.\-/]", "", number))) > 1
