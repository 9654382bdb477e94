"""Limits in words: lengths, bounds and numbers of items, behind what a field means.

Schemas have them as keywords, which many readers and most generated clients do not show.
"""

import re
from collections.abc import Iterator
from typing import Any

from platforms.http.document.parts import Part, operations

_ONE_OF = re.compile(r"\^\([A-Z_|]+\)\$$")
"""A pattern that lists codes: these have no length to speak of."""


def say(result: Part, **_: Any) -> Part:
    """Add to the description of every property and parameter its limits, unless it names them already."""
    for described, schema in [*_properties(result["components"]["schemas"]), *_parameters(result)]:
        said, limits = described.get("description", ""), _limits(schema)
        if said and limits and not _names(said, schema):
            described["description"] = f"{said} {limits}"
    return result


def _properties(schemas: dict[str, Part]) -> Iterator[tuple[Part, Part]]:
    for schema in schemas.values():
        for each in schema.get("properties", {}).values():
            yield each, each


def _parameters(document: Part) -> Iterator[tuple[Part, Part]]:
    yield from ((each, each["schema"]) for each in document["components"].get("parameters", {}).values())
    for operation in operations(document):
        yield from ((each, each["schema"]) for each in operation.get("parameters", []) if "schema" in each)


def _limits(schema: Part) -> str:
    if "enum" in schema or "const" in schema or _ONE_OF.match(str(schema.get("pattern"))):
        return ""
    for least, most, unit in (
        ("minLength", "maxLength", "character"),
        ("minItems", "maxItems", "item"),
        ("minProperties", "maxProperties", "member"),
        ("minimum", "maximum", ""),
    ):
        if least in schema or most in schema:
            return _span(schema.get(least), schema.get(most), unit)
    return ""


def _span(least: int | None, most: int | None, unit: str) -> str:
    counted = f" {unit}" if unit else ""
    if most is None:
        # Of texts and lists this is said of all: they are not empty.
        return "" if unit else f"At least {least:,}."
    counted += "s" if unit and most != 1 else ""
    if least == most:
        # What has one length only is of a form, which says it.
        return ""
    if least is None or (unit and least == 0):
        return f"At most {most:,}{counted}."
    return f"{least:,} to {most:,}{counted}."


def _names(said: str, schema: Part) -> bool:
    most = next((schema[name] for name in ("maxLength", "maxItems", "maximum") if name in schema), None)
    return most is not None and (f"{most:,}" in said or f"{most}" in said)
