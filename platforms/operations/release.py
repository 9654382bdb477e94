"""Which code runs: its version, and the commit that it was built of."""

import functools
import re

from django.conf import settings

VERSION = "0.1.0"
"""That of pyproject.toml, which no installation has."""
_COMMIT = re.compile("[0-9a-f]{7,64}")


@functools.cache
def commit() -> str:
    """Return the commit; empty where it is not known.

    `deploy/build.sh` writes it into the folder that it makes. A working copy has it itself.
    """
    for place in ("COMMIT", ".git/HEAD"):
        text = _text(place)
        if text.startswith("ref: "):
            text = _text(f".git/{text.removeprefix('ref: ')}")
        if _COMMIT.fullmatch(text):
            return text
    return ""


def _text(place: str) -> str:
    try:
        return str((settings.BASE_DIR / place).read_text().strip())
    except OSError:
        return ""
