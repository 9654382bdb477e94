"""The values that an OpenAPI document lists for what the service sends, place by place."""

import functools
import re
from collections.abc import Iterator, Mapping
from typing import Any

_METHODS = frozenset({"get", "put", "post", "patch", "delete"})
_VERSION = re.compile(r"^/\d{4}-\d{2}-\d{2}(?=/)")
Values = dict[str, frozenset[str]]


def sent(document: Mapping[str, Any]) -> Values:
    """Return the listed values by place: `GET /config 200 .supportedCurrencies[].…`, `webhook customer-update .…`.

    Variants of a union have one place: the values of all of them count.
    """
    found: Values = {}
    for path, item in document["paths"].items():
        short = re.sub(r"\{\w+\}", "{}", _VERSION.sub("", path))
        for method in sorted(_METHODS & item.keys()):
            for status, reply in item[method]["responses"].items():
                for schema in _schemas(document, reply):
                    _add(found, _values(document, schema), f"{method.upper()} {short} {status} ")
    for name, item in document["webhooks"].items():
        for schema in _schemas(document, item["post"]["requestBody"]):
            _add(found, _values(document, schema), f"webhook {name} ")
    return found


def _schemas(document: Mapping[str, Any], body: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    for content in _resolved(document, body).get("content", {}).values():
        yield content.get("schema", {})


def _resolved(document: Mapping[str, Any], node: Mapping[str, Any]) -> Mapping[str, Any]:
    while "$ref" in node:
        rest = {name: part for name, part in node.items() if name != "$ref"}
        target = functools.reduce(lambda part, name: part[name], node["$ref"].split("/")[1:], document)
        node = {**target, **rest}
    return node


def _values(document: Mapping[str, Any], schema: Mapping[str, Any], above: tuple[int, ...] = ()) -> Values:
    node = _resolved(document, schema)
    # Resolving a reference makes a new object; what it was made of stays the same.
    mark = id(node.get("properties", node))
    if mark in above:
        return {}
    above = (*above, mark)
    found: Values = {}
    listed = [node["const"]] if "const" in node else node.get("enum")
    if listed is not None:
        found[""] = frozenset(str(value) for value in listed if value not in {None, ""})
    for name, field in node.get("properties", {}).items():
        _add(found, _values(document, field, above), f".{name}")
    if "items" in node:
        _add(found, _values(document, node["items"], above), "[]")
    for part in node.get("allOf", ()):
        # What several parts list is what all of them allow.
        for place, values in _values(document, part, above).items():
            found[place] = (found[place] & values) or values if place in found else values
    for part in (*node.get("oneOf", ()), *node.get("anyOf", ())):
        _add(found, _values(document, part, above), "")
    return found


def _add(found: Values, more: Values, at: str) -> None:
    for place, values in more.items():
        found[f"{at}{place}"] = found.get(f"{at}{place}", frozenset()) | values
