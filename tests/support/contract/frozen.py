"""The contract as it is kept: an OpenAPI document without its sentences, a line for each path and each component."""

import json
import pathlib
from typing import Any

from tests.support.contract.shapes import PROSE

FILE = pathlib.Path(__file__).parents[2] / "contract" / "2025-10-13.json"
_OF_NAMES = {
    "paths",
    "webhooks",
    "schemas",
    "parameters",
    "responses",
    "headers",
    "requestBodies",
    "properties",
    "content",
}
_LEFT_OUT = PROSE | {"servers", "info", "security", "securitySchemes", "pathItems"}


def read(path: pathlib.Path) -> dict[str, Any]:
    """Return the document of a file."""
    document: dict[str, Any] = json.loads(path.read_text())
    return document


def text(document: dict[str, Any]) -> str:
    """Return what a file holds of a document."""
    plain = _plain(document)
    parts = {name: plain[name] for name in ("paths", "webhooks")}
    components = {kind: named for kind, named in plain["components"].items() if named}
    lines = ",\n".join(f'"{name}": {_lines(part)}' for name, part in parts.items())
    kinds = ",\n".join(f'"{kind}": {_lines(named)}' for kind, named in components.items())
    return f'{{\n{lines},\n"components": {{\n{kinds}\n}}\n}}\n'


def _lines(named: dict[str, Any]) -> str:
    entries = (f"{json.dumps(name)}: {json.dumps(named[name], ensure_ascii=False)}" for name in sorted(named))
    return "{\n" + ",\n".join(entries) + "\n}"


def _plain(node: Any, *, is_of_names: bool = False) -> Any:
    """Leave out what is for readers. Whatever a field, a path or a component is called stays."""
    if isinstance(node, list):
        return [_plain(each) for each in node]
    if not isinstance(node, dict):
        return node
    return {
        name: _plain(each, is_of_names=name in _OF_NAMES and not is_of_names)
        for name, each in node.items()
        if is_of_names or name not in _LEFT_OUT
    }
