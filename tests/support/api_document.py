"""The OpenAPI document as a judge of replies."""

import copy
import functools
import json
import re
from typing import Any
from urllib.parse import quote

import jsonschema
import jsonschema_rs
import referencing
import referencing.jsonschema

from platforms.http.document import served

_NAME = "urn:openapi"


@functools.cache
def generated() -> dict[str, Any]:
    """Return the document as it is served."""
    document: dict[str, Any] = json.loads(served.generated())
    return document


def resolved(node: dict[str, Any]) -> dict[str, Any]:
    """Return a response or a parameter of the document, also where it refers to a component."""
    if "$ref" not in node:
        return node
    _, _, kind, name = node["$ref"].split("/")
    component: dict[str, Any] = generated()["components"][kind][name]
    return component


def operation(method: str, path: str) -> dict[str, Any]:
    """Return what the document says of a request. `path` without its version, with or without a query."""
    template = _template(path.partition("?")[0])
    assert template is not None, path
    described: dict[str, Any] = generated()["paths"][template][method]
    return described


def problems(method: str, path: str, status: int, content: bytes) -> list[str]:
    """Return what is wrong with a reply, by the document. `path` with its version, without its query."""
    template = _template(path.removeprefix(generated()["servers"][0]["url"]))
    if template is None:
        return [] if status == 404 else [f"{path} is not in the document"]
    operation = generated()["paths"][template].get(method)
    if operation is None:
        return [] if status == 405 else [f"{method} {template} is not in the document"]
    if str(status) not in operation["responses"]:
        return [f"{method} {template} does not document {status}: {content[:300]!r}"]
    if "content" not in resolved(operation["responses"][str(status)]):
        return [f"{method} {template} {status} should be empty"] if content else []
    reply, schema = json.loads(content), _schema(template, method, str(status))
    # To say that a reply is right takes this one a hundredth of the time; the other one explains what is wrong.
    if _judge(schema).is_valid(reply):
        return []
    errors = jsonschema.Draft202012Validator({"$ref": schema}, registry=_registry()).iter_errors(reply)
    return [f"{method} {template} {status} {error.json_path}: {_deepest(error)}" for error in errors]


def _template(path: str) -> str | None:
    fits = [template for template in generated()["paths"] if _pattern(template).fullmatch(path)]
    # Words come before variables: /customers/internal-accounts is no customer's id.
    return min(fits, key=lambda template: template.count("{"), default=None)


@functools.cache
def _pattern(template: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(template)))


def _schema(template: str, method: str, status: str) -> str:
    """Return where in the document the schema of a reply is."""
    parts = ("paths", template, method, "responses", status)
    place = "/".join(part.replace("~", "~0").replace("/", "~1") for part in ("#", *parts))
    place = generated()["paths"][template][method]["responses"][status].get("$ref", place)
    return f"{_NAME}{quote(place, safe='#/~')}/content/application~1json/schema"


@functools.cache
def _judge(schema: str) -> Any:
    return jsonschema_rs.Draft202012Validator({"$ref": schema}, registry=_quick_registry())


@functools.cache
def _quick_registry() -> Any:
    return jsonschema_rs.Registry([(_NAME, _closed())], draft=jsonschema_rs.Draft202012)


@functools.cache
def _registry() -> Any:
    resource = referencing.jsonschema.DRAFT202012.create_resource(_closed())
    return referencing.Registry().with_resource(_NAME, resource)


@functools.cache
def _closed() -> Any:
    return _strict(copy.deepcopy(generated()))


def _strict(node: Any) -> Any:
    """Forbid fields that an object schema does not name: a reply shows nothing that is not documented."""
    if isinstance(node, dict):
        if node.get("type") == "object" and "properties" in node and "additionalProperties" not in node:
            node["additionalProperties"] = False
        for value in node.values():
            _strict(value)
    elif isinstance(node, list):
        for value in node:
            _strict(value)
    return node


def _deepest(error: Any) -> str:
    """Of a union's complaints, tell those of the variant which has the fewest."""
    if not error.context:
        return f"{error.json_path} {error.message[:300]}"
    variants: dict[Any, list[Any]] = {}
    for inner in error.context:
        variants.setdefault(inner.relative_schema_path[0], []).append(inner)
    return "; ".join(_deepest(inner) for inner in min(variants.values(), key=len))
