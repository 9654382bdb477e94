"""The OpenAPI document: served as JSON, and what is done to it after it is generated."""

import functools
from typing import Any

import orjson
from django.http import HttpRequest, HttpResponse
from drf_spectacular.generators import SchemaGenerator

from platforms.rest import errors


def document(request: HttpRequest) -> HttpResponse:
    """Answer with the OpenAPI document; it needs no token."""
    if request.method not in {"GET", "HEAD"}:
        return errors.response(errors.MethodNotAllowed(["GET", "HEAD"]), request)
    return HttpResponse(_document(), content_type="application/json")


@functools.cache
def _document() -> bytes:
    generator = SchemaGenerator()  # type: ignore[no-untyped-call]
    return orjson.dumps(generator.get_schema(request=None, public=True))  # type: ignore[no-untyped-call]


def finish(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Name the authentication scheme: HTTP Basic with an API token."""
    components = result.setdefault("components", {})
    components.setdefault("securitySchemes", {})["BasicAuth"] = {
        "type": "http",
        "scheme": "basic",
        "description": "User name: client id of an API token (or the token's id). Password: its client secret.",
    }
    result["security"] = [{"BasicAuth": []}]
    return result
