"""Examples: requests and replies that tests have recorded, below `docs/examples`."""

import json
import pathlib
import re
from typing import Any

from django.conf import settings

FOLDER = pathlib.Path(settings.BASE_DIR) / "docs" / "examples"


def attach(document: dict[str, Any]) -> None:
    """Show each example where it belongs: at parameters, bodies, replies, refusals, events and account types."""
    for operation in (each for item in document["paths"].values() for each in item.values()):
        _of_operation(document, operation)
    _of_refusals(document)
    _of_events(document)
    _of_account_types(document["components"]["schemas"])


def _read(name: str) -> Any:
    file = FOLDER / f"{name}.json"
    return json.loads(file.read_text()) if file.exists() else {}


def _of_operation(document: dict[str, Any], operation: dict[str, Any]) -> None:
    shown = _read(f"operations/{operation['operationId']}")
    for example in shown:
        for parameter in operation.get("parameters", []):
            _of_parameter(_resolved(document, parameter), example)
    sent = {_key(each): _shown(each, "request") for each in shown if "request" in each}
    if sent:
        [content] = operation["requestBody"]["content"].values()
        content["examples"] = sent
    answered = {_key(each): _shown(each, "reply") for each in shown if "reply" in each}
    for status, response in operation["responses"].items():
        if status < "300" and answered:
            response["content"]["application/json"]["examples"] = answered


def _of_parameter(parameter: dict[str, Any], example: dict[str, Any]) -> None:
    """Show the first value that was sent: names of variables are compared without their form."""
    given = {_plain(name): value for part in ("path", "query") for name, value in example.get(part, {}).items()}
    value = given.get(_plain(parameter["name"]))
    if value is not None:
        parameter.setdefault("example", value)


def _of_refusals(document: dict[str, Any]) -> None:
    shown = _read("errors")
    named: set[str] = set()
    for response in document["components"].get("responses", {}).values():
        codes = [code for code in response.get("x-codes", ()) if code in shown]
        if codes:
            named |= set(codes)
            response["content"]["application/json"]["examples"] = {
                code: {"$ref": f"#/components/examples/{code}"} for code in codes
            }
    examples = {code: {"summary": shown[code]["message"], "value": shown[code]} for code in sorted(named)}
    document["components"]["examples"] = examples


def _of_events(document: dict[str, Any]) -> None:
    for type_, envelope in _read("events").items():
        for item in document.get("webhooks", {}).values():
            content = item["post"]["requestBody"]["content"]["application/json"]
            schema = _resolved(document, content["schema"])
            if type_ in _values(document, schema["properties"]["type"]):
                content.setdefault("examples", {})[type_] = {"summary": type_, "value": envelope}


def _of_account_types(schemas: dict[str, Any]) -> None:
    shown = _read("account_types")
    for name, union in [*schemas.items()]:
        mapping = union.get("discriminator", {}).get("mapping", {})
        if union.get("discriminator", {}).get("propertyName") == "accountType":
            side = "request" if name.startswith("ExternalAccountCreate") else "reply"
            for code, reference in mapping.items():
                if name.startswith("ExternalAccount") and code in shown:
                    schemas[reference.rpartition("/")[2]]["examples"] = [shown[code][side]]


def _values(document: dict[str, Any], schema: dict[str, Any]) -> list[str]:
    """Return the values that a schema lists, also through references."""
    schema = _resolved(document, schema)
    found = [*schema.get("enum", []), *([schema["const"]] if "const" in schema else [])]
    return found + [value for part in schema.get("allOf", []) for value in _values(document, part)]


def _resolved(document: dict[str, Any], node: dict[str, Any]) -> dict[str, Any]:
    if "$ref" not in node:
        return node
    _, _, kind, name = node["$ref"].split("/")
    component: dict[str, Any] = document["components"][kind][name]
    return component


def _shown(example: dict[str, Any], side: str) -> dict[str, Any]:
    return {"summary": example["title"], "value": example[side]}


def _key(example: dict[str, Any]) -> str:
    words: list[str] = re.findall(r"[a-z0-9]+", example["title"].lower())
    first, *others = words
    return first + "".join(word.capitalize() for word in others)


def _plain(name: str) -> str:
    return name.replace("_", "").lower()
