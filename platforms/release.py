"""Which code runs: its version, and the commit that it was built of."""

import functools
import re

from django.conf import settings

VERSION = "1.0.0rc1"
"""That of pyproject.toml, which no installation has."""
_COMMIT = re.compile("[0-9a-f]{7,64}")
_SHORT = 12


@functools.cache
def commit() -> str:
    """Return the commit; empty where it is not known.

    An archive of a release has it in a file, and `deploy/build.sh` writes it into the folder that it makes. A working
    copy has it itself.
    """
    for place in ("COMMIT", ".git/HEAD"):
        text = _text(place)
        if text.startswith("ref: "):
            text = _text(f".git/{text.removeprefix('ref: ')}")
        if _COMMIT.fullmatch(text):
            return text
    return ""


@functools.cache
def name() -> str:
    """Return version and commit in one word, such as 1.0.0+1a2b3c4d5e6f; the version alone without a commit."""
    return f"{VERSION}+{commit()[:_SHORT]}" if commit() else VERSION


def _text(place: str) -> str:
    try:
        return str((settings.BASE_DIR / place).read_text().strip())
    except OSError:
        return ""
