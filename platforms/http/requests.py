"""Reading requests: query, body, and the errors in them.

A body of JSON is read strictly, and put into one form, by which a repeated request is recognised. Blanks, the order of
keys and the ways to write a character or a number make no difference: clients that build a body anew for each attempt
differ in them.
"""

import contextlib
import functools
import itertools
import json
from collections.abc import Iterator, Sequence
from contextvars import ContextVar
from typing import Any
from urllib.parse import quote

import orjson
from django.conf import settings
from django.http import HttpRequest
from django.http.request import RawPostDataException, UnreadablePostError
from rest_framework.serializers import ChoiceField, ListField, ListSerializer, Serializer, ValidationError

from platforms.base import errors
from platforms.http import bodies, multipart
from platforms.http import errors as rest_errors
from platforms.http.fields import Query, RepeatedField, Variants


def read_query(request: HttpRequest, serializer: type[Query]) -> dict[str, Any]:
    """Return the validated query parameters; unknown ones, and single ones given twice, are errors too."""
    query = serializer.gathered(dict(request.GET.lists())) if request.META.get("QUERY_STRING") else {}
    if not query and serializer is Query:
        return {}
    instance = _shared(serializer)
    repeatable = {name for name in query if isinstance(instance.fields.get(name), RepeatedField)}
    known = ", ".join(instance.fields) or "none"
    problems = [
        (name, f"is not a parameter of this endpoint: it takes {known}")
        for name in query
        if name not in instance.fields
    ]
    problems += [
        (name, "is given more than once")
        for name, values in query.items()
        if len(values) > 1 and name in instance.fields and name not in repeatable
    ]
    given = {name: values if name in repeatable else values[0] for name, values in query.items()}
    try:
        valid = dict(instance.run_validation(given))
    except ValidationError as error:
        raise refusal(error, instance, given, problems) from None
    if problems:
        raise errors.InvalidInput(problems)
    return valid


def validated(body: dict[str, Any], serializer: type[Serializer[Any]]) -> dict[str, Any]:
    """Return what a serializer class declares of a body, validated; raises all wrong fields at once."""
    declared = _shared(serializer)
    _note_ignored(body, declared)
    try:
        return dict(declared.run_validation(body))
    except ValidationError as error:
        raise refusal(error, declared, body) from None


def refusal(
    error: ValidationError, declared: Serializer[Any], data: Any, others: Sequence[tuple[str, str]] = ()
) -> errors.InvalidInput:
    """Return the refusal that names all wrong fields, `others` too, each with what is expected of it."""
    problems = [*rest_errors.flatten(error.detail), *others]
    code = None if others else rest_errors.common_code(error.detail)
    expected = {path: _expected(declared, data, path.split(".")) for path, _ in problems}
    told = {path: each for path, each in expected.items() if each is not None}
    return errors.InvalidInput(problems, code=code).expecting(told)


def _expected(field: Any, data: Any, path: Sequence[str]) -> object:
    """Return the accepted values or the bounds of the field at a path; None where neither is declared."""
    if isinstance(field, Variants) and isinstance(data, dict):
        kind = data.get(field.discriminator)
        known = isinstance(kind, str) and kind in field.kinds
        return _expected(field.kinds[kind], data, path) if known else list(field.kinds)  # type: ignore[index]
    if path and isinstance(field, Serializer) and path[0] in field.fields:
        inner = data.get(path[0]) if isinstance(data, dict) else None
        return _expected(field.fields[path[0]], inner, path[1:])
    if path and isinstance(field, ListField | ListSerializer) and path[0].isdecimal():
        return _expected(field.child, None, path[1:])
    if path:
        return None
    if isinstance(field, ChoiceField):
        return list(field.choices)
    bounds = {"minimum": getattr(field, "min_value", None), "maximum": getattr(field, "max_value", None)}
    return {name: value for name, value in bounds.items() if value is not None} or None


_MOST_IGNORED, _LONGEST_IGNORED = 20, 80
_ignored: ContextVar[list[str] | None] = ContextVar("fields of the body that nothing declares", default=None)


@contextlib.contextmanager
def noting_ignored(request: HttpRequest) -> Iterator[None]:
    """Note which fields of the body nobody reads, while it is validated; the middleware tells them in a header."""
    names: list[str] = []
    token = _ignored.set(names)
    try:
        yield
    finally:
        _ignored.reset(token)
        # A name may hold any character, and a header takes few.
        shown = (quote(name[:_LONGEST_IGNORED], safe="._-[]") for name in names)
        request.ignored_fields = ", ".join(shown)  # type: ignore[attr-defined]


def _note_ignored(body: dict[str, Any], declared: Serializer[Any]) -> None:
    names = _ignored.get()
    if names is not None:
        names += itertools.islice(_undeclared(body, declared), _MOST_IGNORED - len(names))


def _undeclared(data: Any, field: Any, path: str = "") -> Iterator[str]:
    """Yield the paths of an object's members that a field does not declare; what free objects hold is all declared."""
    if isinstance(field, Serializer) and isinstance(data, dict):
        for name, value in data.items():
            inner, here = field.fields.get(name), f"{path}.{name}" if path else name
            if inner is None:
                yield here
            else:
                yield from _undeclared(value, inner, here)
    elif isinstance(field, Variants) and isinstance(data, dict):
        kind = data.get(field.discriminator)
        if isinstance(kind, str) and kind in field.kinds:
            yield from _undeclared(data, field.kinds[kind], path)
    elif isinstance(field, ListField | ListSerializer) and isinstance(data, list):
        each = getattr(field, "known", field.child)
        for index, value in enumerate(data):
            yield from _undeclared(value, each, f"{path}.{index}")


@functools.cache
def _shared(serializer: type[Serializer[Any]]) -> Serializer[Any]:
    """Return one instance for all requests: validation keeps no state in it, and making one copies every field."""
    return serializer()


def receive(request: HttpRequest, parts: multipart.Parts | None) -> multipart.Received:
    """Read the body: a file with its text parts, or JSON. A body of a GET or DELETE is ignored."""
    has_body = request.method not in {"GET", "DELETE"}
    if parts is not None and has_body:
        return multipart.receive(request, parts, length=_content_length(request))
    raw = _read_raw(request)
    found, form = _parse(request, raw)
    return multipart.Received(form, functools.partial(multipart.give, found if has_body else {}), sent=raw)


def _parse(request: HttpRequest, raw: bytes) -> tuple[dict[str, Any] | errors.DomainError, bytes]:
    """Return the JSON object in a body, or its fault, and the form by which it is recognised when it is sent again.

    An empty body is an empty object. What can't be read is recognised by its bytes.
    """
    if not raw:
        return {}, b"{}"
    if request.content_type != "application/json":
        return rest_errors.UnsupportedMediaType(), raw
    try:
        data, form = _read_json(raw)
    except errors.InvalidInput as fault:
        return fault, raw
    if not isinstance(data, dict):
        return errors.InvalidInput.field("", "the request body must be a JSON object"), form
    return data, form


def _read_raw(request: HttpRequest) -> bytes:
    """Return the raw JSON body; refuses one that is too large before reading it, and one that ended early."""
    length = _content_length(request)
    if length > settings.MAX_JSON_BYTES:
        raise rest_errors.PayloadTooLarge(
            f"A JSON body may hold at most {settings.MAX_JSON_BYTES} bytes.", maxBytes=settings.MAX_JSON_BYTES
        )
    bodies.want(request, settings.MAX_JSON_BYTES)
    try:
        raw = request.body
    except (UnreadablePostError, RawPostDataException):
        raise errors.InvalidInput.field("", "the request body ended early") from None
    if len(raw) != length:
        raise errors.InvalidInput.field("", "the request body ended early")
    return raw


def _content_length(request: HttpRequest) -> int:
    if not request.META.get("CONTENT_LENGTH") and "HTTP_TRANSFER_ENCODING" in request.META:
        raise errors.InvalidInput.field("Content-Length", "is required: bodies in chunks are not read")
    text = request.META.get("CONTENT_LENGTH") or "0"
    if not (text.isascii() and text.isdigit()):
        raise errors.InvalidInput.field("Content-Length", "must be a number")
    return int(text[:20])


_MOST_LEVELS = 100
"""Limit of nesting: code that walks a value goes down level by level, and Python's recursion is limited."""
_LONGEST_NAME_SHOWN = 100


def _read_json(raw: bytes) -> tuple[Any, bytes]:
    """Return the value of a JSON text, and the text's one form; raises InvalidInput.

    Two texts have the same form if they stand for the same value: 1.50 is 1.5, but neither 1.0 nor "1" is 1.
    """
    try:
        # Refuses what the standard refuses: NaN, lone surrogates, invalid UTF-8, unlimited nesting.
        data = orjson.loads(raw)
    except orjson.JSONDecodeError as error:
        raise errors.InvalidInput.field("", f"the request body is not valid JSON: {_place(raw, error)}") from None
    if raw.count(b"[") + raw.count(b"{") > _MOST_LEVELS and _is_deep(data):
        raise errors.InvalidInput.field("", f"the request body is nested more than {_MOST_LEVELS} levels deep")
    # The reader above takes two long numbers for one, and of a repeated key the last value where others take the first.
    exact = _EXACTLY.decode(raw.decode())
    return data, orjson.dumps(exact, option=orjson.OPT_SORT_KEYS)


def _place(raw: bytes, error: orjson.JSONDecodeError) -> str:
    """Return what is wrong and where, without anything that the body holds."""
    try:
        raw.decode()
    except UnicodeDecodeError as broken:
        before = raw[: broken.start]
        line, column = before.count(b"\n") + 1, len(before) - before.rfind(b"\n")
        return f"not UTF-8 at line {line}, byte {column}"
    return f"{error.msg} at line {error.lineno}, column {error.colno}"


def _is_deep(data: Any) -> bool:
    level = [data]
    for _ in range(_MOST_LEVELS):
        inside = [value for value in level if isinstance(value, dict | list)]
        level = [inner for value in inside for inner in (value.values() if isinstance(value, dict) else value)]
    return any(isinstance(value, dict | list) for value in level)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object's keys and values; refuses a key that is there twice: two amounts."""
    values = dict(pairs)
    if len(values) != len(pairs):
        known: set[str] = set()
        for name, _ in pairs:
            if name in known:
                raise errors.InvalidInput.field(name[:_LONGEST_NAME_SHOWN], "is given more than once")
            known.add(name)
    return values


def _whole(text: str) -> orjson.Fragment:
    """Return a whole number as its digits, however many: JSON writes each in one way, but for -0."""
    return orjson.Fragment("0" if text == "-0" else text)


def _fraction(text: str) -> orjson.Fragment:
    """Return a number with a point or an exponent as digits and exponent: 1.50 and 0.15e1 are 15e-1."""
    mantissa, _, exponent = text.lower().partition("e")
    sign, digits = ("-", mantissa[1:]) if mantissa.startswith("-") else ("", mantissa)
    whole, _, decimals = digits.partition(".")
    shown = (whole + decimals).rstrip("0")
    try:
        power = int(exponent or 0) + len(whole) - len(shown)
    except ValueError:
        # An exponent of thousands of digits, most of them zeros.
        return orjson.Fragment(text)
    shown = shown.lstrip("0")
    return orjson.Fragment(f"{sign}{shown}e{power}" if shown else "0e0")


_EXACTLY = json.JSONDecoder(object_pairs_hook=_object, parse_int=_whole, parse_float=_fraction)
