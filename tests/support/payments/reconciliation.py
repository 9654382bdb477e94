"""The script of the guide to reconciliation."""

import pathlib
from typing import Any

from config.launch import environment

_SCRIPT = pathlib.Path(environment.PROJECT) / "docs" / "samples" / "reconcile.py"


def text() -> str:
    """Return the script that the page shows."""
    return _SCRIPT.read_text()


def names() -> dict[str, Any]:
    """Return what the script defines."""
    defined: dict[str, Any] = {"__name__": "reconcile"}
    exec(compile(text(), "reconcile.py", "exec"), defined)
    return defined
