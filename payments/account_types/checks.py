"""Checks of meaning: check digits, countries, calendar dates.

Each takes a value whose form has been checked and returns the reason why it can't be right, or None. Reasons name the
expected value and never repeat the actual one.
"""

import datetime as dt
from collections.abc import Sequence

import schwifty
from schwifty import exceptions, registry

from platforms.base import countries

_CLABE_WEIGHTS = (3, 7, 1)


def iban_problem(iban: str) -> str | None:
    """Return what is wrong with an IBAN: its country, length, structure or check digits.

    National check digits inside the account number are left alone: banks issue numbers that the
    published algorithms refuse.
    """
    iban = iban.upper()
    country = iban[:2]
    try:
        schwifty.IBAN(iban)
    except exceptions.InvalidCountryCode:
        return "must start with the code of a country that issues IBANs"
    except exceptions.InvalidLength:
        length = registry.get_iban_spec(country).iban_length
        return f"must be {length} characters: the length of an IBAN from {country}"
    except exceptions.InvalidChecksumDigits:
        return "must have the right check digits (third and fourth character)"
    except exceptions.SchwiftyException:
        structure = registry.get_iban_spec(country).bban_spec
        return (
            f"must have the structure of an IBAN from {country}: after the check digits {structure}"
            " (n digits, a capital letters, c letters or digits)"
        )
    return None


def clabe_problem(number: str) -> str | None:
    """Return what is odd about a CLABE's check digit."""
    if clabe_check_digit(number[:17]) != number[17]:
        return "has a check digit (last digit) that does not fit the 17 digits before it"
    return None


def clabe_check_digit(first_digits: Sequence[str]) -> str:
    """Return the check digit that follows the first 17 digits of a CLABE."""
    products = (int(digit) * _CLABE_WEIGHTS[place % 3] % 10 for place, digit in enumerate(first_digits))
    return str(-sum(products) % 10)


def country_problem(code: str) -> str | None:
    """Return what is wrong with an ISO 3166-1 alpha-2 country code."""
    if code not in countries.CODES:
        return "must be the two-letter ISO 3166-1 code of a country"
    return None


def date_problem(date: str) -> str | None:
    """Return what is wrong with a date of the form YYYY-MM-DD."""
    try:
        dt.date.fromisoformat(date)
    except ValueError:
        return "must be a date of the calendar, YYYY-MM-DD"
    return None
