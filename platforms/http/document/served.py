"""The document as the service shows it: JSON."""

import functools
import threading
from typing import Any

import orjson
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from drf_spectacular.generators import SchemaGenerator

from platforms.http import errors, rate_limit


@rate_limit.per_address("openapi")
def document(request: HttpRequest) -> HttpResponseBase:
    """Answer with the OpenAPI document; it needs no token."""
    if request.method not in {"GET", "HEAD"}:
        return errors.response(errors.MethodNotAllowed(["GET", "HEAD"]), request)
    return HttpResponse(_once(), content_type="application/json")


def whole() -> dict[str, Any]:
    """Return the document, for pages that show a part of it."""
    return dict(orjson.loads(_once()))


def _once() -> bytes:
    # It takes seconds, by a library that is not made for several threads: the first one makes it, the others wait.
    with _one_at_a_time:
        return generated()


_one_at_a_time = threading.Lock()


@functools.cache
def generated() -> bytes:
    """Return the document, made when it is first asked for."""
    generator = SchemaGenerator()  # type: ignore[no-untyped-call]
    return orjson.dumps(generator.get_schema(request=None, public=True))  # type: ignore[no-untyped-call]
