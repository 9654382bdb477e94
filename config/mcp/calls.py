"""A call of a tool is a request of the API, answered in the same thread by what answers any other.

So a tool has the permissions, limits, checks, refusals, audit and log of its endpoint, and no rule stands twice.
"""

import dataclasses
import io
import json
import urllib.parse
from collections.abc import Iterator, Mapping
from typing import Any

import orjson
from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpRequest, HttpResponseBase

from config.mcp.schemas import Operation, parameter_names
from config.mcp.tools import KEY, Tool
from platforms.base import errors
from platforms.http import bodies, middleware

_KEPT = (
    "HTTP_AUTHORIZATION",
    "HTTP_HOST",
    "HTTP_X_FORWARDED_FOR",
    "HTTP_X_FORWARDED_PROTO",
    "REMOTE_ADDR",
    "SERVER_NAME",
    "SERVER_PORT",
    "SERVER_PROTOCOL",
    "wsgi.url_scheme",
)
"""What the request of the API has of the one that calls the tool: who asks, from where, over what."""
_NO_KEY = (
    "idempotencyKey is required, and nothing was done. Choose a new one for each payment that is wanted, and note it"
    " before you call. If this call repeats one whose reply you did not get, do not choose another: call look_up_key"
    " with the key of that one first."
)


class WrongArguments(Exception):
    """Arguments that no request can be made of. Its text says what to do."""


@dataclasses.dataclass(frozen=True, slots=True)
class Reply:
    """What the API answered."""

    status: int
    request_id: str
    is_replayed: bool
    body: dict[str, Any]


def perform(request: HttpRequest, tool: Tool, operation: Operation, arguments: Mapping[str, Any]) -> Reply:
    """Carry out a call of a tool that came with a request; raises WrongArguments before anything is done."""
    given = {name: value for name, value in arguments.items() if value is not None}
    _refuse_unknown(given, tool, operation)
    key = _key_of(given, tool)
    path = _path_of(request, operation, given)
    query = [*tool.fixed.items(), *_pairs(given, operation)]
    members = operation.body["properties"] if operation.body is not None else {}
    body = {name: value for name, value in given.items() if name in members}
    # Not by orjson, which writes no number of more than 64 bits: the endpoint is to refuse it.
    sent = json.dumps(body, ensure_ascii=False).encode() if operation.method != "GET" else b""
    variables: dict[str, Any] = {name: request.META[name] for name in _KEPT if name in request.META}
    variables |= {
        "REQUEST_METHOD": operation.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": path.encode().decode("latin-1"),
        "QUERY_STRING": urllib.parse.urlencode(query),
        "CONTENT_TYPE": "application/json",
        "CONTENT_LENGTH": str(len(sent)),
        "wsgi.input": io.BytesIO(sent),
        bodies.KEY: _counted(request),
    }
    if key is not None:
        variables["HTTP_IDEMPOTENCY_KEY"] = key
    return _read(_api(WSGIRequest(variables)))


def _refuse_unknown(given: Mapping[str, Any], tool: Tool, operation: Operation) -> None:
    known = parameter_names(operation) - tool.fixed.keys()
    if operation.body is not None:
        known |= operation.body["properties"].keys()
    if tool.needs_key:
        known |= {KEY}
    unknown = sorted(given.keys() - known)
    if unknown:
        raise WrongArguments(f"{tool.name} does not take {', '.join(unknown)}. It takes {', '.join(sorted(known))}.")


def _key_of(given: Mapping[str, Any], tool: Tool) -> str | None:
    if not tool.needs_key:
        return None
    key = given.get(KEY, "")
    if not isinstance(key, str):
        raise WrongArguments(f"{KEY} must be a string.")
    if not key.strip():
        raise WrongArguments(_NO_KEY)
    return key


def _path_of(request: HttpRequest, operation: Operation, given: Mapping[str, Any]) -> str:
    """Return the address of the operation in the version of the API that the tool was called in."""
    values = {}
    for name in operation.names("path"):
        value = given.get(name)
        # A key may hold any character; no id holds one that parts an address.
        if not isinstance(value, str) or not value or ("/" in value and name != "key"):
            raise WrongArguments(f"{name} must be a string, as a reply has shown it.")
        values[name] = value
    return request.path.removesuffix("/mcp") + operation.path.format(**values)


def _pairs(given: Mapping[str, Any], operation: Operation) -> Iterator[tuple[str, str]]:
    for name in sorted(operation.names("query") & given.keys()):
        for value in given[name] if isinstance(given[name], list) else [given[name]]:
            if isinstance(value, dict | list):
                raise WrongArguments(f"{name} must be a single value, or a list of them.")
            yield name, str(value).lower() if isinstance(value, bool) else str(value)


def _counted(request: HttpRequest) -> bodies.Announced:
    """Return the mark of a request that was counted before: with its call it counts as one."""
    announced = bodies.Announced()
    announced.was_looked_at = True
    announced.rate_left = getattr(request, "rate_left", None)
    return announced


def _nothing_else(request: HttpRequest) -> HttpResponseBase:
    raise errors.NotFound("There is no such path.")


_api = middleware.RequestMiddleware(middleware.ApiShortcutMiddleware(_nothing_else))


def _read(response: HttpResponseBase) -> Reply:
    content = getattr(response, "content", b"")
    return Reply(
        status=response.status_code,
        request_id=response["X-Request-Id"],
        is_replayed="Idempotent-Replayed" in response,
        body=orjson.loads(content) if content else {},
    )
