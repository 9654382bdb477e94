"""What version 2025-10-13 has promised is kept.

`CONTRACT_WRITE=1` adds to the file what is new; it never takes anything out.
"""

import contextlib
import copy
import os
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.support import api_document
from tests.support.contract import frozen, promises
from tests.support.contract.shapes import Unclear

FILE = frozen.FILE
_CHANGES_TRIED = 30


def test_nothing_that_was_promised_is_missing():
    if os.environ.get("CONTRACT_WRITE") and not FILE.exists():
        FILE.write_text(frozen.text(api_document.generated()))

    assert promises.breaches(frozen.read(FILE), api_document.generated()) == []


def test_everything_that_is_served_is_promised():
    served = api_document.generated()
    if os.environ.get("CONTRACT_WRITE") and not promises.breaches(frozen.read(FILE), served):
        FILE.write_text(frozen.text(served))

    new = [line.removesuffix(" is gone") for line in promises.breaches(served, frozen.read(FILE))]
    assert new == [], "not in the frozen contract yet: CONTRACT_WRITE=1 make test ARGS=tests/contract/test_frozen.py"


# Anything that is taken out of the real document is noticed.


def _removals(node: Any, *, at: str = "") -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield what can be taken out of a document, each with what does it."""
    if isinstance(node, list):
        for each in node:
            yield from _removals(each, at=at)
    if not isinstance(node, dict):
        return
    for name, each in node.items():
        place = f"{at}/{name}"
        if name in {"paths", "properties", "responses"} and isinstance(each, dict) and not at.endswith("/properties"):
            if at != "/components":
                yield from ((f"{place}/{part}", lambda each=each, part=part: each.pop(part)) for part in each)
        elif name in {"enum", "required"} and isinstance(each, list):
            yield from ((f"{place} {part}", lambda each=each, part=part: each.remove(part)) for part in each)
        yield from _removals(each, at=place)


def _used(document: dict[str, Any]) -> set[str]:
    """Return the components that a reply or an event leads to."""
    used: set[str] = set()
    waiting: list[Any] = [document["webhooks"]]
    waiting += [
        each["responses"] for item in document["paths"].values() for each in item.values() if "responses" in each
    ]
    while waiting:
        node = waiting.pop()
        if isinstance(node, dict):
            name = node.get("$ref", "")
            if name.startswith("#/") and name not in used:
                used.add(name)
                _, _, kind, component = name.split("/")
                waiting.append(document["components"][kind][component])
            waiting += node.values()
        elif isinstance(node, list):
            waiting += node
    return used


def test_whatever_is_taken_out_of_a_reply_or_an_event_is_noticed():
    promised = frozen.read(FILE)
    used = tuple(f"{name[1:]}/" for name in _used(promised))
    names = [
        place
        for place, _ in _removals(promised)
        if place.startswith(("/paths/", "/webhooks/", *used))
        and "/requestBody/" not in place
        # What a request must have may be taken out: then it takes more.
        and not ("/parameters/" in place and "/required " in place)
    ]
    unnoticed = []
    for number in random.Random(20251013).sample(range(len(names)), _CHANGES_TRIED):
        changed = copy.deepcopy(promised)
        place, remove = next(each for each in _removals(changed) if each[0] == names[number])
        remove()
        # Some removals leave a union that says no more which variant is which.
        with contextlib.suppress(Unclear):
            if not promises.breaches(promised, changed):
                unnoticed.append(place)

    assert len(names) > 2_000
    assert unnoticed == []


# Rule by rule, on a small document.

_TEXT = {"type": "string", "maxLength": 10}
_CAT = {"type": "object", "properties": {"kind": {"const": "CAT"}, "lives": {"type": "integer"}}, "required": ["kind"]}
_DOG = {"type": "object", "properties": {"kind": {"const": "DOG"}}, "required": ["kind"]}


def document(*, request: Any = None, reply: Any = None, query: Any = None, **operation: Any) -> dict[str, Any]:
    """A document of one operation and one event."""
    content = {"application/json": {"schema": {} if reply is None else reply}}
    body = {"content": {"application/json": {"schema": {} if request is None else request}}}
    described = {
        "operationId": "feed",
        "parameters": [{"in": "query", "name": "q", "schema": {} if query is None else query}],
        "requestBody": body,
        "responses": {"200": {"content": content, "headers": {"X-Fed": {"schema": {}}}}, "404": {}},
    }
    event = {"type": "object", "properties": {"type": {"enum": ["FED", "HUNGRY"]}}, "required": ["type"]}
    return {
        "paths": {"/2025-10-13/pets/{pet_id}": {"post": described | operation}},
        "webhooks": {
            "pet": {
                "post": {"requestBody": {"content": {"application/json": {"schema": event}}}, "responses": {"200": {}}}
            }
        },
        "components": {"schemas": {"Cat": _CAT, "Dog": _DOG}},
    }


def fields(required: tuple[str, ...] = (), **properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(required)}


_BOTH = [
    # A value, a field, a variant, a type that is gone.
    ({"enum": ["A", "B"]}, {"enum": ["A"]}),
    (fields(a=_TEXT, b=_TEXT), fields(a=_TEXT)),
    (fields(a=fields(b=_TEXT)), fields(a=fields())),
    ({"oneOf": [_CAT, _DOG]}, _CAT),
    ({"oneOf": [_CAT, _DOG]}, {"oneOf": [_CAT, fields(("kind",), kind={"const": "COW"})]}),
    ({"type": "array", "items": {"enum": ["A", "B"]}}, {"type": "array", "items": {"enum": ["A"]}}),
    ({"type": "string"}, {"type": "integer"}),
    ({"type": "string"}, {"type": "array", "items": {"type": "string"}}),
    (
        {"type": "object", "additionalProperties": {"enum": ["A", "B"]}},
        {"type": "object", "additionalProperties": {"enum": ["A"]}},
    ),
]
_REQUESTS = [
    *_BOTH,
    (fields(a=_TEXT), fields(("a",), a=_TEXT)),
    (fields(a=_TEXT), fields(("b",), a=_TEXT, b=_TEXT)),
    (_TEXT, _TEXT | {"maxLength": 9}),
    (_TEXT, _TEXT | {"minLength": 1}),
    (_TEXT, _TEXT | {"format": "date"}),
    (_TEXT, _TEXT | {"enum": ["A"]}),
    (_TEXT, _TEXT | {"pattern": "^[0-9]*$"}),
    ({"type": "string", "pattern": "^[A-Z]{2}$"}, {"type": "string", "pattern": "^[A-Y]{2}$"}),
    ({"type": "string", "pattern": "^(AA|BB)$"}, {"type": "string", "pattern": "^(AA|CC)$"}),
    ({"type": "integer", "maximum": 5}, {"type": "integer", "maximum": 4}),
    ({"type": "integer", "minimum": 1}, {"type": "integer", "minimum": 2}),
    ({"type": "integer", "default": 1}, {"type": "integer", "default": 2}),
    ({"type": ["string", "null"]}, {"type": "string"}),
    ({"type": "number"}, {"type": "integer"}),
    ({"type": "object"}, {"type": "object", "additionalProperties": False}),
    ({"type": "array", "items": {}}, {"type": "array", "items": {}, "uniqueItems": True}),
]
_REPLIES = [
    *_BOTH,
    (fields(("a",), a=_TEXT), fields(a=_TEXT)),
    ({"type": "string"}, {"type": ["string", "null"]}),
    ({"type": "string"}, {"anyOf": [{"type": "string"}, {"type": "null"}]}),
    ({"type": "string", "format": "date"}, {"type": "string"}),
    ({"type": "string"}, {}),
    ({"type": "integer"}, {"type": "number"}),
    ({"enum": ["A"]}, {"type": "string"}),
]
_OPERATIONS: list[dict[str, Any]] = [
    {"operationId": "feedPet"},
    {"x-permission": "MANAGE"},
    {"parameters": []},
    {"parameters": [{"in": "query", "name": "q", "required": True, "schema": {}}]},
    {"responses": {"200": {"content": {"application/json": {"schema": {}}}, "headers": {"X-Fed": {"schema": {}}}}}},
    {"responses": {"200": {"content": {"application/json": {"schema": {}}}}, "404": {}}},
    {"requestBody": {"required": True, "content": {"application/json": {"schema": {}}}}},
    {"requestBody": {"content": {"multipart/form-data": {"schema": {}}}}},
]


@pytest.mark.parametrize(("was", "now"), _REQUESTS)
def test_a_request_that_was_taken_is_taken(was, now):
    assert promises.breaches(document(request=was), document(request=now))
    assert promises.breaches(document(query=was), document(query=now))


@pytest.mark.parametrize(("was", "now"), _REPLIES)
def test_a_reply_has_what_it_had(was, now):
    assert promises.breaches(document(reply=was), document(reply=now))


@pytest.mark.parametrize("change", _OPERATIONS, ids=lambda change: next(iter(change)))
def test_an_operation_is_what_it_was(change):
    assert promises.breaches(
        document(**{"x-permission": "TRANSACT"}), document(**{"x-permission": "TRANSACT"} | change)
    )


def test_paths_methods_and_events_stay():
    was = document()
    for part, name in ((was["paths"], "/2025-10-13/pets/{pet_id}"), (was["webhooks"], "pet")):
        now = copy.deepcopy(was)
        now["paths" if part is was["paths"] else "webhooks"].pop(name)
        assert promises.breaches(was, now), name
    renamed = copy.deepcopy(was)
    renamed["webhooks"]["pet"]["post"]["requestBody"]["content"]["application/json"]["schema"]["properties"]["type"] = {
        "const": "FED"
    }
    assert promises.breaches(was, renamed) == ["event HUNGRY is gone"]


_ADDITIONS = [
    (fields(("a",), a=_TEXT), fields(("a",), a=_TEXT, b=_TEXT)),
    ({"enum": ["A"]}, {"enum": ["A", "B"]}),
    ({"type": "string", "pattern": "^(AA|BB)$"}, {"type": "string", "pattern": "^(AA|BB|CC)$"}),
    ({"type": "string", "pattern": "^[A-Y]{2}$"}, {"type": "string", "pattern": "^[A-Z]{2,3}$"}),
    (_CAT, {"oneOf": [_CAT, _DOG]}),
]
_SAME = [
    # What is said in another way: by reference, in parts, as a union of one, as a list of one value.
    (_CAT, {"$ref": "#/components/schemas/Cat"}),
    (_CAT, {"allOf": [{"$ref": "#/components/schemas/Cat"}], "description": "A cat."}),
    (
        _CAT,
        {"oneOf": [_CAT], "discriminator": {"propertyName": "kind", "mapping": {"CAT": "#/components/schemas/Cat"}}},
    ),
    ({"const": "A"}, {"type": "string", "enum": ["A"]}),
    ({"type": "string", "enum": ["A"], "anyOf": [{"enum": ["A", "B"]}]}, {"type": "string", "const": "A"}),
    ({"type": ["string", "null"]}, {"oneOf": [{"type": "string"}, {"type": "null"}]}),
    (
        {"oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}]},
        {"anyOf": [_DOG, _CAT], "discriminator": {"propertyName": "kind"}},
    ),
    ({"allOf": [fields(a=_TEXT), fields(("b",), b=_TEXT)]}, fields(("b",), a=_TEXT, b=_TEXT)),
]


@pytest.mark.parametrize(("was", "now"), [*_ADDITIONS, *_SAME])
def test_an_addition_is_no_breach(was, now):
    assert promises.breaches(document(request=was, reply=was), document(request=now, reply=now)) == []


@pytest.mark.parametrize(("was", "now"), _SAME)
def test_what_is_said_in_another_way_is_the_same(was, now):
    assert promises.breaches(document(request=now, reply=now), document(request=was, reply=was)) == []


def test_what_parameters_of_paths_are_called_and_where_the_version_stands_is_free():
    was, now = document(), document()
    now["paths"] = {"/pets/{petId}": now["paths"].popitem()[1]}

    assert promises.breaches(was, now) == []
