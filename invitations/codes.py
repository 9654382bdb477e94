"""Codes of invitations: 60 random bits as twelve letters and digits for people to read out and type.

The alphabet is Crockford's base 32: without I, L and O, which look like digits, and without U.
"""

import secrets

LENGTH = 12
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_READ_AS = str.maketrans("ILO", "110", "- ")


def new() -> str:
    """Return a new code. It can't be guessed, and no code is ever made twice: there are 2 to the power of 60."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def read(text: str) -> str | None:
    """Return the code that a person typed, None for text that can't be one.

    Case, hyphens and spaces do not count; I and L are read as 1, O as 0.
    """
    code = text.upper().translate(_READ_AS) if text.isascii() else ""
    return code if len(code) == LENGTH and set(code) <= set(ALPHABET) else None


def grouped(code: str) -> str:
    """Return a code in groups of four, for people: `7KQ2-M9XD-R4TB`."""
    return "-".join(code[start : start + 4] for start in range(0, LENGTH, 4))
