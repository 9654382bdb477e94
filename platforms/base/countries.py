"""The countries of ISO 3166-1, and Kosovo: their two-letter codes, and which of them have no postal codes."""

import itertools
from collections.abc import Iterable

import pycountry

_KOSOVO = "XK"
"""The standard leaves it to its users, and IBAN, banks and passports use it."""
CODES = frozenset(country.alpha_2 for country in pycountry.countries) | {_KOSOVO}
_WITHOUT = """
    AE AG AO AQ AW BF BI BJ BO BQ BS BV BW BZ CD CF CG CI CK CM CW DJ DM ER FJ GA GD GH GM GN GQ GY HK IE JM KI KM KN KP
    LC LY ML MO MR MS MU MW NR NU PA PS QA RW SB SC SL SO SR SS ST SX SY TD TF TG TK TL TO TT TV UG VU WS YE ZW
"""
WITHOUT_POSTAL_CODES = frozenset(_WITHOUT.split())
"""Where addresses have no postal code, or often have none: Ireland, for one, has codes that many never use.

After the Universal Postal Union's descriptions of addresses, and the forms for addresses in browsers (libaddressinput).
"""


def name(code: str) -> str:
    """Return the English name of a country; empty for a code that is none."""
    if code == _KOSOVO:
        return "Kosovo"
    country = pycountry.countries.get(alpha_2=code)
    return country.name if country else ""


def _pattern() -> str:
    by_letter = itertools.groupby(sorted(CODES), key=lambda code: code[0])
    return f"^({'|'.join(_group(first, codes) for first, codes in by_letter)})$"


def _group(first: str, codes: Iterable[str]) -> str:
    return f"{first}[{''.join(code[1] for code in codes)}]"


PATTERN = _pattern()
"""A regular expression of all codes. An enumeration would break generated clients when a country is added."""
