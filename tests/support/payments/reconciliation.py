"""The script of the guide to reconciliation."""

import pathlib
import re
from typing import Any

from config.launch import environment

_PAGE = pathlib.Path(environment.PROJECT) / "docs" / "platform-developer" / "reconciliation.md"


def text() -> str:
    """Return the script as the page shows it."""
    [script] = re.findall(r"^```python\n(.*?)^```", _PAGE.read_text(), re.MULTILINE | re.DOTALL)
    return str(script)


def names() -> dict[str, Any]:
    """Return what the script defines."""
    defined: dict[str, Any] = {"__name__": "reconcile"}
    exec(compile(text(), "reconcile.py", "exec"), defined)
    return defined
