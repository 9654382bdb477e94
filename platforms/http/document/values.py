"""Values that are listed: one alone is a constant, several are a component wherever they are taken.

Written plainly, because makers of clients read nothing else right: where a constant or a reference stood in an `allOf`,
they took unions for the wrong variant.
"""

from typing import Any

import orjson

from platforms.http.document.parts import SCHEMAS, Part, objects, replace


def make_constants(result: Part, generator: Any, **_: Any) -> Part:
    """Make a constant of a single value, before the generator makes components of lists of values."""
    # Those of webhooks are not in the result yet.
    result["components"] = generator.registry.build({})
    for schema in objects([result["paths"], result["components"]]):
        values = schema.get("enum")
        if isinstance(values, list) and len(values) == 1:
            del schema["enum"]
            schema.pop("x-spec-enum-id", None)
            schema["const"] = values[0]
    return result


def write_plainly(result: Part, **_: Any) -> Part:
    """Put references beside what is said of them, and name in parameters the lists that have names."""
    schemas = result["components"]["schemas"]
    names: dict[tuple[Any, ...], str] = {}
    for name, schema in schemas.items():
        if "enum" in schema:
            names.setdefault(tuple(schema["enum"]), name)
    for part in objects(result):
        if _is_reference(part.get("allOf")):
            [reference] = part.pop("allOf")
            replace(part, reference, dict(part))
        if "schema" in part and "in" in part and tuple(part["schema"].get("enum", ())) in names:
            name = names[tuple(part["schema"].pop("enum"))]
            del part["schema"]["type"]
            replace(part["schema"], {"$ref": f"{SCHEMAS}{name}"}, dict(part["schema"]))
        if part.get("in") == "query" and part["schema"].get("type") == "object":
            # Named by its key: `metadata[order]=17`.
            part.update(style="deepObject", explode=True)
        if "enum" in part or "enum" in schemas.get(str(part.get("$ref")).removeprefix(SCHEMAS), {}):
            # The values say it.
            part.pop("minLength", None)
            part.pop("maxLength", None)
    return result


def tell_defaults(result: Part, **_: Any) -> Part:
    """Say in words what a field is that is left out: types made of a `default` ask for the field."""
    for schema in result["components"]["schemas"].values():
        for field in schema.get("properties", {}).values():
            if "default" in field:
                told = f"If left out: `{orjson.dumps(field.pop('default')).decode()}`."
                field["description"] = " ".join(filter(None, [field.get("description"), told]))
    return result


def _is_reference(parts: Any) -> bool:
    return isinstance(parts, list) and len(parts) == 1 and parts[0].keys() == {"$ref"}
