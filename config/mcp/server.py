"""The view: a stateless server of the Model Context Protocol over streamable HTTP, if MCP turns it on.

Each request stands alone: no session is kept, in no process and in no store. The caller is a token of the API.
"""

import functools
from collections.abc import Callable, Mapping
from typing import Any

import orjson
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django_mcpz.server import MCPServer, ToolError

from config import urls
from config.mcp import calls, schemas, texts
from config.mcp.tools import TOOLS, Tool
from platforms import release
from platforms.base import errors
from platforms.http import authentication, bodies, endpoints, requests
from platforms.http import errors as rest_errors
from platforms.http.document import served
from platforms.http.endpoints import Endpoint

_INSTRUCTIONS = (
    "Accounts, payments and their state at a payments platform. Amounts are whole numbers in the smallest unit of their"
    " currency: 400 is 4.00 US dollars. Whatever pays or stops a payment takes an idempotencyKey of your choice: note"
    " it first, and after a lost or unclear reply ask look_up_key before you repeat. A refusal says in `code` and"
    f" `details` what to change; VELOCITY_LIMIT_EXCEEDED is the end of what you may spend. {texts.NOTICE}"
)
_UNCLEAR = (
    "It is not certain whether anything was done. Call look_up_key with the same idempotencyKey before you repeat, and"
    " repeat with the same key alone."
)
_PARSE_ERROR, _INVALID_REQUEST = -32700, -32600
_SCHEMES = 'Bearer realm="payments", Basic realm="payments", charset="UTF-8"'


def view(request: HttpRequest) -> HttpResponseBase:
    """Answer a message; whatever goes wrong before it is understood becomes a refusal as the API has it."""
    if not settings.MCP:
        return rest_errors.response(errors.NotFound("There is no such path."), request)
    try:
        return of_tools()(request)
    except bodies.Wanted:
        return HttpResponse(status=100)
    except Exception as error:  # noqa: BLE001 - the edge of the service: nothing may leave it as a traceback
        return rest_errors.response(error, request)


@functools.cache
def of_tools() -> MCPServer:
    """Return the server with the tools, made with the first request for it: the document takes seconds."""
    return make()


def make() -> MCPServer:
    """Make a server with the tools."""
    server = MCPServer(
        name="payments-platform",
        version=release.name(),
        title="Payments platform",
        instructions=_INSTRUCTIONS,
        auth=_admit,
    )
    document = schemas.Document(served.whole())
    fixed = document.names_of_fixed_values()
    permissions = {endpoint.operation: endpoint.permission for endpoint in _endpoints()}
    for tool in TOOLS:
        operation = document.operation(tool.operation)
        reads = operation.method == "GET" or tool.is_dry
        server.tool(
            name=tool.name,
            description=document.described(tool, operation),
            input_schema=document.arguments(tool, operation),
            output_schema=schemas.RESULT,
            read_only=reads,
            destructive=tool.needs_key,
            idempotent=True,
            permission=_may(permissions[tool.operation]),
        )(_function(tool, operation, fixed))
    return server


def _endpoints() -> list[Endpoint]:
    views = (getattr(pattern, "callback", None) for pattern in urls.RESOURCES)
    return [endpoint for each in views for endpoint in getattr(each, "endpoints", {}).values()]


def _may(permission: str) -> Callable[[HttpRequest], bool]:
    return lambda request: permission in request.caller.permissions  # type: ignore[attr-defined]


def _function(
    tool: Tool, operation: schemas.Operation, fixed: frozenset[str]
) -> Callable[[HttpRequest, Mapping[str, Any]], dict[str, Any]]:
    def call(request: HttpRequest, arguments: Mapping[str, Any]) -> dict[str, Any]:
        try:
            reply = calls.perform(request, tool, operation, arguments)
        except calls.WrongArguments as wrong:
            raise ToolError(str(wrong)) from None
        told = {
            "status": reply.status,
            "requestId": reply.request_id,
            "replayed": reply.is_replayed,
            "notice": texts.NOTICE,
            "writtenByOthers": texts.written_by_others(reply.body, fixed),
            "reply": reply.body,
        }
        if reply.status < 400:
            return told
        if tool.needs_key and (reply.status >= 500 or reply.body.get("code") == "IDEMPOTENCY_KEY_IN_USE"):
            told["advice"] = _UNCLEAR
        raise ToolError(orjson.dumps(told).decode())

    return call


def _admit(request: HttpRequest) -> HttpResponse | None:
    """Find the caller and count the request; return a refusal, of a body too that is no message."""
    try:
        # The same credentials by either scheme: most programs for this protocol can only send the former.
        scheme, _, credentials = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
        if scheme.lower() == "bearer":
            request.META["HTTP_AUTHORIZATION"] = f"Basic {credentials}"
        caller = authentication.authenticate(request)
        request.caller = caller  # type: ignore[attr-defined]
        endpoints.count(request, caller)
        received = requests.receive(request, None)
    except rest_errors.Unauthorized as refusal:
        reply = rest_errors.response(refusal, request)
        reply["WWW-Authenticate"] = _SCHEMES
        return reply
    try:
        received.parse()
    except errors.InvalidInput as fault:
        is_json = "valid JSON" not in fault.text
        return _refused(_INVALID_REQUEST if is_json else _PARSE_ERROR, fault)
    return None


def _refused(code: int, fault: errors.InvalidInput) -> HttpResponse:
    """Return a refusal of a body in the form of the protocol, without anything that the body holds."""
    told = {"jsonrpc": "2.0", "id": None, "error": {"code": code, "message": fault.text, "data": fault.details}}
    return HttpResponse(orjson.dumps(told, default=str), status=400, content_type="application/json")
