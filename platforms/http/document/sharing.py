"""Say once what is alike: schemas that are read and written in one form, parameters that several operations take."""

import collections
import re
from typing import Any

import orjson

from platforms.http.document.parts import Part, objects, operations

_SEVERAL = 3
"""So many operations must take a parameter to make it a component."""


def merge_requests(result: Part, **_: Any) -> Part:
    """Show what is read and written in one form as one component, where the generator has made two.

    A text that is not empty when it is sent is not empty when it is shown: the form of the request is taken.
    """
    schemas = result["components"]["schemas"]
    alike = {name for name in schemas if f"{name}Request" in schemas}
    while different := {
        name for name in alike if _form(schemas[name], alike) != _form(schemas[f"{name}Request"], alike)
    }:
        alike -= different
    for name in alike:
        schemas[name] = schemas.pop(f"{name}Request")
    result["components"]["schemas"] = dict(sorted(schemas.items()))
    return _with_one_name(result, alike)


def share_parameters(result: Part, **_: Any) -> Part:
    """Make a component of each form of a parameter that several operations take, and refer to it."""
    taking = [operation for operation in operations(result) if "parameters" in operation]
    forms = collections.Counter(orjson.dumps(each) for operation in taking for each in operation["parameters"])
    form_of: dict[str, bytes] = {}
    for form, count in forms.most_common():
        if count >= _SEVERAL:
            # Of two forms with one name, the one that more operations take.
            words = re.split("[-_]", orjson.loads(form)["name"])
            form_of.setdefault("".join(word[0].upper() + word[1:] for word in words), form)
    reference_of = {form: {"$ref": f"#/components/parameters/{name}"} for name, form in form_of.items()}
    for operation in taking:
        operation["parameters"] = [reference_of.get(orjson.dumps(each), each) for each in operation["parameters"]]
    result["components"]["parameters"] = {name: orjson.loads(form_of[name]) for name in sorted(form_of)}
    return result


def _form(schema: Part, names: set[str]) -> Part:
    """Return what two schemas have to agree in."""
    form = _with_one_name(schema, names)
    for part in objects(form):
        if part.get("minLength") == 1:
            del part["minLength"]
    return form


def _with_one_name(part: Part, names: set[str]) -> Part:
    """Return a part of the document as it is where both forms of these names have one name."""

    def name(reference: re.Match[bytes]) -> bytes:
        return reference[1] if reference[1].decode() in names else reference[0]

    renamed: Part = orjson.loads(re.sub(rb"(?<=/schemas/)(\w+)Request(?=\")", name, orjson.dumps(part)))
    return renamed
