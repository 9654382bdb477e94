"""Recorded requests and replies as examples: what differs from one recording to the next is put into a fixed form."""

import datetime as dt
import json
import os
import pathlib
import re
from typing import Any

from config.launch import environment

FOLDER = pathlib.Path(environment.PROJECT) / "docs" / "examples"
ARE_WRITTEN = bool(os.environ.get("EXAMPLES_WRITE"))
_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_MOMENT = re.compile(r"\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z")
_EARLIEST = dt.datetime(2026, 1, 15, 9, 30, tzinfo=dt.UTC)
_SECRETS = (
    (re.compile(r"whsec_[A-Za-z0-9+/=]+"), "whsec_bm90IGEgc2VjcmV0OiBhbiBleGFtcGxlIG9ubHkuLi4="),
    (re.compile(r"(?<=\"clientSecret\": \")[^\"]+"), "an-example-and-no-secret"),
    (re.compile(r"(?<=\"clientId\": \")[^\"]+"), "an-example-and-no-client"),
    (re.compile(r"(?<=/identity/)[A-Za-z0-9_-]{30,}"), "an-example-and-no-link"),
    (re.compile(r"https?://(?:127\.0\.0\.1|localhost|testserver)(?::\d+)?"), "https://pay.example.com"),
)


class Recording:
    """Names and moments of one story: the same ones stay the same in all its examples."""

    def __init__(self, began: dt.datetime | None = None) -> None:
        self._keys: dict[str, str] = {}
        self._first = began

    def normalized(self, shown: Any) -> Any:
        """Return JSON with keys that are counted, and moments that begin in January 2026."""
        text = json.dumps(shown, ensure_ascii=False)
        for pattern, example in _SECRETS:
            text = pattern.sub(example, text)
        return json.loads(_MOMENT.sub(self._moment, _UUID.sub(self._key, text)))

    def _key(self, found: re.Match[str]) -> str:
        number = len(self._keys) + 1
        return self._keys.setdefault(found[0], f"0197d6f0-0000-7000-8000-{number:012x}")

    def _moment(self, found: re.Match[str]) -> str:
        moment = dt.datetime.fromisoformat(found[0])
        self._first = self._first or moment
        shifted = (_EARLIEST + (moment - self._first)).isoformat(timespec="milliseconds" if "." in found[0] else "auto")
        return shifted.replace("+00:00", "Z")


def shape(value: Any) -> Any:
    """Return what examples are compared by: names and types, of a list those of all its elements."""
    if isinstance(value, dict):
        return {name: shape(inner) for name, inner in sorted(value.items())}
    if isinstance(value, list):
        shapes = sorted((shape(inner) for inner in value), key=repr)
        return [each for number, each in enumerate(shapes) if each not in shapes[:number]]
    return type(value).__name__


def read(name: str) -> Any:
    """Return what `docs/examples` has under a name; empty where there is nothing yet."""
    file = FOLDER / f"{name}.json"
    return json.loads(file.read_text()) if file.exists() else {}


def write(name: str, shown: Any) -> None:
    """Write what `docs/examples` is to have under a name."""
    file = FOLDER / f"{name}.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(shown, indent=2, ensure_ascii=False) + "\n")
