"""Headers of replies: declared once, and named by every reply that carries them."""

from collections.abc import Iterator
from typing import Any

from platforms.http.document.parts import Part, operations, resolved

_HEADERS: dict[str, Part] = {
    "X-Request-Id": {
        "description": "Names the request: quote it when you ask for help. On every reply.",
        "required": True,
        "schema": {"type": "string", "format": "uuid"},
        "example": "01983c5e-7b1a-7c44-9d0e-5f2a8c6b1e37",
    },
    "Deprecation": {
        "description": "The moment from which this version of the API is deprecated: `@` and seconds since 1970"
        " (RFC 9745). On every reply of a version that is to end; absent otherwise.",
        "schema": {"type": "string", "pattern": r"^@[0-9]+$"},
        "example": "@1798761600",
    },
    "Sunset": {
        "description": "The day from which this version of the API may be gone, as an HTTP date (RFC 8594)."
        " On every reply of a version that is to end; absent otherwise.",
        "schema": {"type": "string"},
        "example": "Mon, 01 Jan 2029 00:00:00 GMT",
    },
    "Link": {
        "description": 'The page about the end of this version, with `rel="deprecation"`.'
        " On every reply of a version that is to end; absent otherwise.",
        "schema": {"type": "string"},
        "example": '<https://pay.example.com/docs/platform-developer/environments/#deprecation>; rel="deprecation";'
        ' type="text/html"',
    },
    "RateLimit-Limit": {
        "description": "How many requests may be made at once: by the token, or by all tokens of the platform together,"
        " whichever have less left. On every reply to a request whose token is known.",
        "schema": {"type": "integer", "minimum": 1},
        "example": 200,
    },
    "RateLimit-Remaining": {
        "description": "How many of them are left.",
        "schema": {"type": "integer", "minimum": 0},
        "example": 197,
    },
    "RateLimit-Reset": {
        "description": "Seconds until all of them are there again, if no further request is made.",
        "schema": {"type": "integer", "minimum": 0},
        "example": 1,
    },
    "Ignored-Fields": {
        "description": "Fields of the body that this endpoint does not know and has left out, as dotted paths with"
        " commas between them; 20 at most. Absent where every field is known.",
        "schema": {"type": "string"},
        "example": "memo, source.note",
    },
    "Idempotent-Replayed": {
        "description": "`true` where the reply was kept under the request's idempotency key and is given again."
        " Absent otherwise.",
        "schema": {"type": "string", "const": "true"},
        "example": "true",
    },
    "Retry-After": {
        "description": "Seconds to wait before asking again. At least 1.",
        "required": True,
        "schema": {"type": "integer", "minimum": 1},
        "example": 1,
    },
    "WWW-Authenticate": {
        "description": "How to authenticate: HTTP Basic with client id and client secret of an API token.",
        "required": True,
        "schema": {"type": "string"},
        "example": 'Basic realm="payments", charset="UTF-8"',
    },
    "Accept-Encoding": {
        "description": "`identity` where the body was compressed: send it as it is. Absent otherwise.",
        "schema": {"type": "string", "const": "identity"},
        "example": "identity",
    },
}
_ALWAYS = (
    *("X-Request-Id", "RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"),
    *("Deprecation", "Sunset", "Link"),
)
_OF_STATUSES = {"401": "WWW-Authenticate", "415": "Accept-Encoding", "429": "Retry-After", "503": "Retry-After"}
_KEPT = {"400", "404", "409", "410", "415"}
"""Refusals that are kept under an idempotency key; every success of a write is."""


def declare(result: Part, **_: Any) -> Part:
    """Declare the headers, and name them in every reply of the service."""
    result["components"]["headers"] = _HEADERS
    for status, response, is_write in _replies(result):
        names = [*_ALWAYS]
        if is_write and (status < "400" or status in _KEPT):
            names += ["Idempotent-Replayed", "Ignored-Fields"]
        names += [_OF_STATUSES[status]] if status in _OF_STATUSES else []
        response["headers"] = response.get("headers", {}) | {
            name: {"$ref": f"#/components/headers/{name}"} for name in names
        }
    return result


def _replies(document: Part) -> Iterator[tuple[str, Part, bool]]:
    """Yield status and reply, and whether requests that get it may carry a key."""
    for operation in operations(document):
        is_write = any("IdempotencyKey" in each.get("$ref", "") for each in operation.get("parameters", []))
        for status, response in operation["responses"].items():
            yield status, resolved(document, response), is_write
