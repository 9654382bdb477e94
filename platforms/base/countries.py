"""The countries of ISO 3166-1: the two-letter codes that are assigned."""

import itertools
from collections.abc import Iterable

import pycountry

CODES = frozenset(country.alpha_2 for country in pycountry.countries)


def _pattern() -> str:
    by_letter = itertools.groupby(sorted(CODES), key=lambda code: code[0])
    return f"^({'|'.join(_group(first, codes) for first, codes in by_letter)})$"


def _group(first: str, codes: Iterable[str]) -> str:
    return f"{first}[{''.join(code[1] for code in codes)}]"


PATTERN = _pattern()
"""A regular expression of all codes. An enumeration would break generated clients when a country is added."""
