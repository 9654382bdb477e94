"""Reading requests: query, body, and the errors in them."""

import functools
import json
from typing import Any

import orjson
from django.conf import settings
from django.http import HttpRequest
from django.http.request import RawPostDataException, UnreadablePostError
from rest_framework.serializers import Serializer, ValidationError

from platforms.base import errors
from platforms.http import bodies, multipart
from platforms.http import errors as rest_errors
from platforms.http.fields import Query, RepeatedField


def read_query(request: HttpRequest, serializer: type[Serializer[Any]]) -> dict[str, Any]:
    """Return the validated query parameters; unknown ones, and single ones given twice, are errors too."""
    query = dict(request.GET.lists()) if request.META.get("QUERY_STRING") else {}
    if not query and serializer is Query:
        return {}
    instance = _shared(serializer)
    repeatable = {name for name in query if isinstance(instance.fields.get(name), RepeatedField)}
    problems = [(name, "is not a parameter of this endpoint") for name in query if name not in instance.fields]
    problems += [
        (name, "is given more than once")
        for name, values in query.items()
        if len(values) > 1 and name in instance.fields and name not in repeatable
    ]
    given = {name: values if name in repeatable else values[0] for name, values in query.items()}
    try:
        valid = dict(instance.run_validation(given))
    except ValidationError as error:
        code = None if problems else rest_errors.common_code(error.detail)
        raise errors.InvalidInput([*rest_errors.flatten(error.detail), *problems], code=code) from None
    if problems:
        raise errors.InvalidInput(problems)
    return valid


def validated(body: dict[str, Any], serializer: Any) -> dict[str, Any]:
    """Return the body validated by a serializer class, else unchanged; raises all wrong fields at once."""
    return dict(_shared(serializer).run_validation(body)) if isinstance(serializer, type) else body


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
    return multipart.Received(raw, lambda: _parse_json(request, raw) if has_body else {})


def _read_raw(request: HttpRequest) -> bytes:
    """Return the raw JSON body; refuses one that is too large before reading it, and one that ended early."""
    length = _content_length(request)
    if length > settings.MAX_JSON_BYTES:
        raise rest_errors.PayloadTooLarge(f"A JSON body may hold at most {settings.MAX_JSON_BYTES} bytes.")
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


def _refuse_twice(pairs: list[tuple[str, Any]]) -> None:
    known = set()
    for name, _ in pairs:
        if name in known:
            raise errors.InvalidInput.field(name[:_LONGEST_NAME_SHOWN], "is given more than once")
        known.add(name)


def _is_deep(data: Any) -> bool:
    level = [data]
    for _ in range(_MOST_LEVELS):
        inside = [value for value in level if isinstance(value, dict | list)]
        level = [inner for value in inside for inner in (value.values() if isinstance(value, dict) else value)]
    return any(isinstance(value, dict | list) for value in level)


_MOST_LEVELS = 100
"""Limit of nesting: code that walks a value goes down level by level, and Python's recursion is limited."""
_LONGEST_NAME_SHOWN = 100
# Numbers are read as nothing here: the other reader looks at them.
_ONE_VALUE_EACH = json.JSONDecoder(object_pairs_hook=_refuse_twice, parse_int=bool, parse_float=bool)


def _parse_json(request: HttpRequest, raw: bytes) -> dict[str, Any]:
    """Return the JSON object in `raw`; an empty body is an empty object."""
    if not raw:
        return {}
    if request.content_type != "application/json":
        raise rest_errors.UnsupportedMediaType
    try:
        # Refuses what the standard refuses: NaN, lone surrogates, invalid UTF-8, unlimited nesting.
        data = orjson.loads(raw)
    except orjson.JSONDecodeError:
        raise errors.InvalidInput.field("", "the request body is not valid JSON") from None
    if raw.count(b"[") + raw.count(b"{") > _MOST_LEVELS and _is_deep(data):
        raise errors.InvalidInput.field("", f"the request body is nested more than {_MOST_LEVELS} levels deep")
    # For a repeated key the reader above took the last value, and others take the first: two amounts.
    _ONE_VALUE_EACH.decode(raw.decode())
    if not isinstance(data, dict):
        raise errors.InvalidInput.field("", "the request body must be a JSON object")
    return data
