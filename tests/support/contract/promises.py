"""What one OpenAPI document promises and another does not keep.

A request that was taken is taken; a reply has what it had. Additions are no breach:
docs/platform-developer/environments.md says what is one.
"""

import dataclasses
import re
from collections.abc import Iterator, Mapping
from typing import Any

import hypothesis
from hypothesis import strategies

from tests.support.contract.shapes import Reader, Shape, tighter

_VERSION = re.compile(r"^/\d{4}-\d{2}-\d{2}(?=/)")
_METHODS = frozenset({"get", "put", "post", "patch", "delete", "head", "options"})
_TEXTS_OF_A_PATTERN = 100


@dataclasses.dataclass(frozen=True)
class Body:
    """The bodies of a request or a reply, by media type."""

    is_required: bool
    shapes: Mapping[str, Shape]


@dataclasses.dataclass(frozen=True)
class Operation:
    """A method of a path."""

    name: str
    permission: str
    parameters: Mapping[tuple[str, str], tuple[bool, Shape]]
    """By place and name (in a path: their number): whether they must be there, and what they may be."""
    body: Body | None
    replies: Mapping[str, tuple[Body, frozenset[str]]]
    """By status: bodies, and the names of headers."""


def operations(document: Mapping[str, Any]) -> dict[str, Operation]:
    """Return the operations, by method and path without its version and the names of its parameters."""
    reader = Reader(document)
    found: dict[str, Operation] = {}
    for path, item in document["paths"].items():
        places = re.findall(r"\{(\w+)\}", path)
        short = re.sub(r"\{\w+\}", "{}", _VERSION.sub("", path))
        for method in sorted(_METHODS & item.keys()):
            found[f"{method.upper()} {short}"] = _operation(reader, item, item[method], places)
    return found


def _operation(reader: Reader, item: Mapping[str, Any], told: Mapping[str, Any], places: list[str]) -> Operation:
    parameters = {}
    for each in map(reader.resolved, [*item.get("parameters", ()), *told.get("parameters", ())]):
        name = str(places.index(each["name"]) + 1) if each["in"] == "path" else each["name"].removesuffix("[]")
        key = (each["in"], name.lower() if each["in"] == "header" else name)
        parameters[key] = (each.get("required", False), reader.read(each["schema"]))
    replies = {}
    for status, reply in told["responses"].items():
        known = reader.resolved(reply)
        replies[status] = (_body(reader, known), frozenset(name.lower() for name in known.get("headers", ())))
    body = _body(reader, reader.resolved(told["requestBody"])) if "requestBody" in told else None
    return Operation(told["operationId"], told.get("x-permission", ""), parameters, body, replies)


def _body(reader: Reader, told: Mapping[str, Any]) -> Body:
    shapes = {media: reader.read(content["schema"]) for media, content in told.get("content", {}).items()}
    return Body(told.get("required", False), shapes)


def events(document: Mapping[str, Any]) -> dict[str, tuple[Shape, set[str]]]:
    """Return what webhooks carry and which answers count, by type of event."""
    reader = Reader(document)
    found: dict[str, tuple[Shape, set[str]]] = {}
    for item in document["webhooks"].values():
        [shape] = _body(reader, reader.resolved(item["post"]["requestBody"])).shapes.values()
        for variant in (shape.variants or {"": shape}).values():
            for name in (variant.fields["type"].values or ()) if "type" in variant.fields else ():
                alone = dataclasses.replace(variant.fields["type"], values=frozenset([name]))
                fields = {**variant.fields, "type": alone}
                found[name] = dataclasses.replace(variant, fields=fields), set(item["post"]["responses"])
    return found


def breaches(promised: Mapping[str, Any], kept: Mapping[str, Any]) -> list[str]:
    """Return what clients of the document `promised` may miss where `kept` is served, a line each."""
    compare = Comparison()
    lines: list[str] = []
    now = operations(kept)
    for name, operation in sorted(operations(promised).items()):
        lines += compare.operations(operation, now[name], name) if name in now else [f"{name} is gone"]
    sent = events(kept)
    for name, (shape, answers) in sorted(events(promised).items()):
        if name not in sent:
            lines.append(f"event {name} is gone")
            continue
        lines += [f"event {name} answer {status} is gone" for status in sorted(answers - sent[name][1])]
        lines += compare.shown(shape, sent[name][0], f"event {name}")
    return lines


class Comparison:
    """Compares shapes. What was found equal once is not looked at again: a document says most things in many places."""

    def __init__(self) -> None:
        self._fine: set[tuple[int, int, bool]] = set()
        self._kept: list[Shape] = []

    def operations(self, was: Operation, now: Operation, at: str) -> Iterator[str]:
        """Yield what is missing of an operation."""
        if was.name != now.name:
            yield f"{at} is called {now.name}, was {was.name}"
        if was.permission and now.permission not in {was.permission, "VIEW"}:
            yield f"{at} asks for the permission {now.permission}, was {was.permission}"
        yield from self._parameters(was, now, at)
        yield from self._requests(was.body, now.body, f"{at} request")
        for status, (body, headers) in was.replies.items():
            if status not in now.replies:
                yield f"{at} {status} is gone"
                continue
            shown, sent = now.replies[status]
            yield from (f"{at} {status} header {name} is gone" for name in sorted(headers - sent))
            for media, shape in body.shapes.items():
                if media not in shown.shapes:
                    yield f"{at} {status} {media} is gone"
                else:
                    yield from self.shown(shape, shown.shapes[media], f"{at} {status}")

    def _parameters(self, was: Operation, now: Operation, at: str) -> Iterator[str]:
        for key, (must, shape) in now.parameters.items():
            place = f"{at} {' '.join(key)}"
            if key in was.parameters:
                yield from self.taken(was.parameters[key][1], shape, place)
            if must and not was.parameters.get(key, (False,))[0]:
                yield f"{place} is required"
        yield from (f"{at} {' '.join(key)} is gone" for key in was.parameters.keys() - now.parameters.keys())

    def _requests(self, was: Body | None, now: Body | None, at: str) -> Iterator[str]:
        if was is None or now is None:
            if now is not None and now.is_required:
                yield f"{at} is required"
            elif was is not None:
                yield f"{at} is gone"
            return
        if now.is_required and not was.is_required:
            yield f"{at} is required"
        for media, shape in was.shapes.items():
            if media in now.shapes:
                yield from self.taken(shape, now.shapes[media], at)
            else:
                yield f"{at} {media} is gone"

    def taken(self, was: Shape, now: Shape, at: str) -> Iterator[str]:
        """Yield what the service took and takes no longer."""
        yield from self._once(was, now, at, is_request=True)

    def shown(self, was: Shape, now: Shape, at: str) -> Iterator[str]:
        """Yield what clients could rely on in a reply and can no longer."""
        yield from self._once(was, now, at, is_request=False)

    def _once(self, was: Shape, now: Shape, at: str, *, is_request: bool) -> Iterator[str]:
        key = (id(was), id(now), is_request)
        if key in self._fine:
            return
        found = [
            *(_taken(was, now, at) if is_request else _shown(was, now, at)),
            *self._inside(was, now, at, is_request=is_request),
        ]
        if not found:
            self._fine.add(key)
            # An id is free for another object as soon as the first is gone.
            self._kept += [was, now]
        yield from found

    def _inside(self, was: Shape, now: Shape, at: str, *, is_request: bool) -> Iterator[str]:
        for name, field in was.fields.items():
            if name in now.fields:
                yield from self._once(field, now.fields[name], f"{at} .{name}", is_request=is_request)
            elif not now.variants:
                yield f"{at} .{name} is gone"
        tag = was.tag or now.tag
        after = now.by(tag)
        for value, variant in was.by(tag).items():
            if value not in after:
                yield f"{at} <{tag} {value}> is gone"
            elif variant is not was or after[value] is not now:
                yield from self._once(variant, after[value], f"{at} <{value}>", is_request=is_request)
        if was.items is not None and now.items is not None:
            yield from self._once(was.items, now.items, f"{at} []", is_request=is_request)
        if isinstance(was.others, Shape) and isinstance(now.others, Shape):
            yield from self._once(was.others, now.others, f"{at} .*", is_request=is_request)


def _taken(was: Shape, now: Shape, at: str) -> Iterator[str]:
    if now.types is not None:
        wider = now.types | ({"integer"} if "number" in now.types else set())
        gone = {"anything"} if was.types is None else was.types - wider
        yield from (f"{at} no longer takes {name}" for name in sorted(gone))
    if now.values is not None:
        gone = {"other values"} if was.values is None else was.values - now.values
        yield from (f"{at} no longer takes {value}" for value in sorted(map(str, gone)))
    for name, limit in now.limits.items():
        before = was.limits.get(name)
        if limit != before and (before is None or tighter(name, before, limit) == limit):
            yield f"{at} has {name} {limit}, was {'without' if before is None else before}"
    yield from (f"{at} must fit {each}" for each in sorted(now.patterns) if not _fits(was, each))
    yield from (f"{at} must be {each}" for each in sorted(now.formats - was.formats))
    if was.default != now.default:
        yield f"{at} is {now.default} where it is not said, was {was.default}"
    yield from (f"{at} .{name} is required" for name in sorted(now.required - was.required))
    if now.others is False and was.others is not False:
        yield f"{at} takes no other fields"
    if now.items is not None and was.items is None:
        yield f"{at} no longer takes any items"


def _shown(was: Shape, now: Shape, at: str) -> Iterator[str]:
    if was.types is not None:
        allowed = was.types | ({"integer"} if "number" in was.types else set())
        new = {"anything"} if now.types is None else now.types - allowed
        yield from (f"{at} may be {name}" for name in sorted(new))
    if was.values is not None:
        gone = {"the list of its values"} if now.values is None else was.values - now.values
        yield from (f"{at} {value} is gone" for value in sorted(map(str, gone)))
    yield from (f"{at} is no longer {each}" for each in sorted(was.formats - now.formats))
    gone = was.fields.keys() - now.fields.keys()
    yield from (
        f"{at} .{name} may be missing" for name in sorted(was.required - now.required - gone) if not now.variants
    )
    if was.items is not None and now.items is None:
        yield f"{at} [] may be anything"


def _fits(was: Shape, pattern: str) -> bool:
    """Tell whether texts that were taken fit a pattern: it is the same, or a hundred texts of each former one do."""
    if pattern in was.patterns:
        return True
    if was.values is not None:
        return all(re.search(pattern, str(value)) for value in was.values)
    return bool(was.patterns) and all(_is_within(former, pattern) for former in was.patterns)


def _is_within(former: str, pattern: str) -> bool:
    # A list of words is looked at word by word.
    if re.fullmatch(r"\^\((\w+\|)*\w+\)\$", former):
        return all(re.search(pattern, word) for word in former[2:-2].split("|"))
    misses: list[str] = []

    @hypothesis.settings(
        max_examples=_TEXTS_OF_A_PATTERN,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[hypothesis.Phase.generate],
    )
    @hypothesis.given(strategies.from_regex(former, fullmatch=True))
    def look(text: str) -> None:
        if not re.search(pattern, text):
            misses.append(text)

    look()
    return not misses
