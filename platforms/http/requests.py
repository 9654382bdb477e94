"""Reading requests: query, body, and the errors in them."""

import functools
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.http.request import RawPostDataException, UnreadablePostError
from rest_framework.serializers import Serializer, ValidationError

from platforms.base import errors
from platforms.http import bodies, json_bodies, multipart
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
        data, form = json_bodies.read(raw)
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
