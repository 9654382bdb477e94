"""Examples: requests and replies that tests have recorded, below `docs/examples`."""

import json
import pathlib
import re
from typing import Any

from django.conf import settings

from platforms.http.document.parts import Part, operations, resolved

FOLDER = pathlib.Path(settings.BASE_DIR) / "docs" / "examples"


def attach(result: Part, **_: Any) -> Part:
    """Show each example where it belongs: at parameters, bodies, replies, refusals, events and account types."""
    for operation in operations(result):
        _of_operation(result, operation)
    _of_refusals(result)
    _of_events(result)
    _of_account_types(result["components"]["schemas"])
    return result


def account_type(code: str) -> Any:
    """Return the example of an `accountInfo` that makes an account of this type."""
    return _read("account_types")[code]["request"]


def _read(name: str) -> Any:
    file = FOLDER / f"{name}.json"
    return json.loads(file.read_text()) if file.exists() else {}


def _of_operation(document: Part, operation: Part) -> None:
    shown = _read(f"operations/{operation['operationId']}")
    for example in shown:
        for parameter in operation.get("parameters", []):
            _of_parameter(resolved(document, parameter), example)
    sent = {_key(each): _shown(each, "request") for each in shown if "request" in each}
    if sent:
        [content] = operation["requestBody"]["content"].values()
        content["examples"] = sent
    both = {"200", "201"} <= operation["responses"].keys()
    for status, response in operation["responses"].items():
        # Where two statuses mean success, 200 is that of a dry run.
        answered = {
            _key(each): _shown(each, "reply")
            for each in shown
            if "reply" in each and (not both or each["reply"].get("dryRun", False) == (status == "200"))
        }
        if status < "300" and answered:
            # A file is shown in its usual type, which comes first.
            content = response["content"]
            content.get("application/json", next(iter(content.values())))["examples"] = answered


def _of_parameter(parameter: Part, example: Part) -> None:
    """Show the first value that was sent: names of variables are compared without their form."""
    given = {_plain(name): value for part in ("path", "query") for name, value in example.get(part, {}).items()}
    value = given.get(_plain(parameter["name"]))
    if value is not None:
        # A flag is sent as a word.
        is_flag = parameter["schema"].get("type") == "boolean"
        parameter.setdefault("example", value == "true" if is_flag else value)


def _of_refusals(document: Part) -> None:
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


def _of_events(document: Part) -> None:
    for type_, envelope in _read("events").items():
        for item in document.get("webhooks", {}).values():
            content = item["post"]["requestBody"]["content"]["application/json"]
            schema = resolved(document, content["schema"])
            if type_ in _values(document, schema["properties"]["type"]):
                content.setdefault("examples", {})[type_] = {"summary": type_, "value": envelope}


def _of_account_types(schemas: Part) -> None:
    shown = _read("account_types")
    for name, union in [*schemas.items()]:
        mapping = union.get("discriminator", {}).get("mapping", {})
        if union.get("discriminator", {}).get("propertyName") == "accountType":
            side = "request" if name.startswith("ExternalAccountCreate") else "reply"
            for code, reference in mapping.items():
                if name.startswith("ExternalAccount") and code in shown:
                    schemas[reference.rpartition("/")[2]]["examples"] = [shown[code][side]]


def _values(document: Part, schema: Part) -> list[str]:
    """Return the values that a schema lists, also through references."""
    schema = resolved(document, schema)
    found = [*schema.get("enum", []), *([schema["const"]] if "const" in schema else [])]
    return found + [value for part in schema.get("allOf", []) for value in _values(document, part)]


def _shown(example: Part, side: str) -> Part:
    return {"summary": example["title"], "value": example[side]}


def _key(example: Part) -> str:
    words: list[str] = re.findall(r"[a-z0-9]+", example["title"].lower())
    first, *others = words
    return first + "".join(word.capitalize() for word in others)


def _plain(name: str) -> str:
    return name.replace("_", "").lower()
