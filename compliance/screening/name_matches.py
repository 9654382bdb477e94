"""Whether a name that a payer gives is that of an account's holder, by the measure that lists are searched with."""

import enum

from compliance.models import SubjectKind
from compliance.providers import matching, names

_CLOSE = 85
"""How alike two names must be, of 100, for the holder's own to be told: initials alone are 80, one of two names 66."""


class NameMatch(enum.StrEnum):
    """What a payer is told about a name."""

    MATCH = "MATCH"
    CLOSE_MATCH = "CLOSE_MATCH"
    NO_MATCH = "NO_MATCH"


def compare(given: str, known: str, *, is_business: bool) -> NameMatch:
    """Compare the name that a payer gives with the one that we know.

    MATCH: the same words in any order, whatever their accents, capitals, script, titles or legal form. CLOSE_MATCH: a
    letter is wrong, an initial stands for a name, a middle name is missing.
    """
    kind = SubjectKind.BUSINESS if is_business else SubjectKind.PERSON
    given_words, known_words = names.words(given, kind), names.words(known, kind)
    if not given_words or not known_words:
        return NameMatch.NO_MATCH
    if sorted(given_words) == sorted(known_words) or "".join(given_words) == "".join(known_words):
        return NameMatch.MATCH
    is_close = matching.likeness(given, known, kind) >= _CLOSE
    return NameMatch.CLOSE_MATCH if is_close else NameMatch.NO_MATCH
