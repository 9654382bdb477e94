"""What is done to the document after it is generated."""

import collections
import re
from typing import Any

import orjson

from platforms.http.document import plain_yaml, tags, values
from platforms.http.document.parts import Part, objects


def finish(result: Part, **_: Any) -> Part:
    """Write values plainly, say once what is alike, and name the authentication scheme and the groups."""
    plain_yaml.quote_numbers()
    values.write_plainly(result)
    values.tell_defaults(result)
    result = _merge_alike(result)
    components = result["components"]
    components["schemas"] = dict(sorted(components["schemas"].items()))
    components["parameters"] = _share_parameters(result["paths"])
    components.setdefault("securitySchemes", {})["BasicAuth"] = {
        "type": "http",
        "scheme": "basic",
        "description": "User name: client id of an API token (or the token's id). Password: its client secret.",
    }
    result["security"] = [{"BasicAuth": []}]
    for item in result["webhooks"].values():
        # Requests to a platform's endpoint are signed instead.
        item["post"]["security"] = []
    result["tags"] = tags.of(result)
    return result


def _share_parameters(paths: Part) -> Part:
    """Refer to parameters that several operations take in one form, and return these by the names that they get."""
    operations = [operation for item in paths.values() for operation in item.values() if "parameters" in operation]
    forms = collections.Counter(orjson.dumps(each) for operation in operations for each in operation["parameters"])
    shared: dict[str, bytes] = {}
    for form, count in forms.most_common():
        if count >= _SEVERAL:
            # Of two forms with one name, the one that more operations take.
            words = re.split("[-_]", orjson.loads(form)["name"])
            shared.setdefault("".join(word[0].upper() + word[1:] for word in words), form)
    named = {form: {"$ref": f"#/components/parameters/{name}"} for name, form in shared.items()}
    for operation in operations:
        operation["parameters"] = [named.get(orjson.dumps(each), each) for each in operation["parameters"]]
    return {name: orjson.loads(shared[name]) for name in sorted(shared)}


_SEVERAL = 3


def _merge_alike(result: Part) -> Part:
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
    return _renamed(result, alike)


def _form(schema: Part, names: set[str]) -> Part:
    """Return what two schemas have to agree in."""
    form = _renamed(schema, names)
    for part in objects(form):
        if part.get("minLength") == 1:
            del part["minLength"]
    return form


def _renamed(part: Part, names: set[str]) -> Part:
    """Return a part of the document as it is where both forms of these names have one name."""

    def name(found: re.Match[bytes]) -> bytes:
        return found[1] if found[1].decode() in names else found[0]

    renamed: Part = orjson.loads(re.sub(rb"(?<=/schemas/)(\w+)Request(?=\")", name, orjson.dumps(part)))
    return renamed
