"""Greek names as passports spell them (ELOT 743): letters that are read together. All others are read one by one."""

import re
from collections.abc import Callable

_VOICED = "αβγδεζηιλμνορωάέήίόώ"
_TOGETHER = (
    ("(?<=ο)[υύ]", "u"),  # noqa: RUF001 - Greek
    (f"(?<=[αεη])[υύ](?=[{_VOICED}])", "v"),
    ("(?<=[αεη])[υύ]", "f"),
    ("γ(?=[γξχ])", "n"),  # noqa: RUF001 - Greek
    (r"\bμπ", "b"),
)
_PATTERNS = [(re.compile(greek, re.IGNORECASE), latin) for greek, latin in _TOGETHER]


def spell_pairs(text: str) -> str:
    """Return a text with Latin letters for Greek ones that are read together; the rest is left as it is."""
    for greek, latin in _PATTERNS:
        text = greek.sub(_in_case_of(latin), text)
    return text


def _in_case_of(latin: str) -> Callable[[re.Match[str]], str]:
    return lambda found: latin.upper() if found[0][0].isupper() else latin
