"""Digits of primary identifiers."""

import re

_SEPARATORS = re.compile(r"[\s.\-/()]")
_LAST_DIGITS = re.compile(r"[0-9]*\Z")


def digits(primary_identifier: str) -> str:
    """Return the digits at the end of an identifier, without separators.

    Where there is an `@`, the digits are those before it: `shop102@bank` gives `102`. Digits followed by a letter
    do not count, so an address such as `1a0b2c` has none.
    """
    name, _, domain = primary_identifier.rpartition("@")
    found = _LAST_DIGITS.search(_SEPARATORS.sub("", name or domain))
    return found.group() if found else ""
