"""The two kinds of API view. A view translates in, makes one domain call, translates out.

`QueryView` answers reads. `CommandView` wraps each write in the request's database transaction with its
idempotency key. Both skip the parts of the framework's dispatch that this API has no use for (content
negotiation, parsers by media type), because they cost as much as the database work of a small request.
"""

import dataclasses
import datetime as dt
import functools
import json
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import orjson
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.http.request import RawPostDataException, UnreadablePostError
from rest_framework import serializers
from rest_framework.serializers import Serializer, ValidationError
from rest_framework.views import APIView

from platforms.audit import Actor
from platforms.kit import clock, errors
from platforms.models import Permission
from platforms.rest import authentication, batched, bodies, idempotency, multipart, rate_limit
from platforms.rest import errors as rest_errors
from platforms.rest.authentication import Caller
from platforms.rest.fields import Query, RepeatedField


@dataclasses.dataclass(slots=True)
class Call:
    """A request after the checks that all endpoints share; views do not change it.

    `body` and `query` (every value of each parameter) are raw; views validate them with `read_body` and `read_query`.
    """

    caller: Caller
    now: dt.datetime
    actor: Actor
    body: dict[str, Any]
    query: Mapping[str, list[str]]
    path: str

    def read_body(self, serializer: type[Serializer[Any]]) -> dict[str, Any]:
        """Return the validated body; raises a validation error that names every wrong field."""
        return dict(_shared(serializer).run_validation(self.body))

    def read_query(self, serializer: type[Serializer[Any]]) -> dict[str, Any]:
        """Return the validated query parameters; unknown ones, and single ones given twice, are errors too."""
        if not self.query and serializer is Query:
            return {}
        instance = _shared(serializer)
        repeatable = {name for name in self.query if isinstance(instance.fields.get(name), RepeatedField)}
        problems = [(name, "is not a parameter of this endpoint") for name in self.query if name not in instance.fields]
        problems += [
            (name, "is given more than once")
            for name, values in self.query.items()
            if len(values) > 1 and name in instance.fields and name not in repeatable
        ]
        given = {name: values if name in repeatable else values[0] for name, values in self.query.items()}
        try:
            valid = dict(instance.run_validation(given))
        except ValidationError as error:
            code = None if problems else rest_errors.common_code(error.detail)
            raise errors.InvalidInput([*rest_errors.flatten(error.detail), *problems], code=code) from None
        if problems:
            raise errors.InvalidInput(problems)
        return valid


@functools.cache
def _shared(serializer: type[Serializer[Any]]) -> Serializer[Any]:
    # Validation keeps nothing on the serializer, so one instance serves all requests: making one copies every field.
    return serializer()


@dataclasses.dataclass(frozen=True, slots=True)
class Reply:
    """What a view answers: JSON-ready data, or JSON that is encoded already, and a status."""

    data: Any
    status: int = 200
    row: batched.Row = dataclasses.field(default_factory=dict)
    """What an endpoint with `statements` writes."""

    def encode(self) -> bytes:
        """Return the body as it goes over the wire."""
        if isinstance(self.data, bytes):
            return self.data
        return b"" if self.status == 204 else orjson.dumps(self.data)


_HANDLERS = {"GET": "get", "HEAD": "get", "POST": "post", "PUT": "put", "PATCH": "patch", "DELETE": "delete"}
"""The HTTP methods of this API and the method of a view that answers each."""


class ApiView(APIView):
    """What reads and writes share: authentication, permission, rate limit, errors."""

    permission: ClassVar[Permission] = Permission.VIEW
    """What a write needs."""
    read_permission: ClassVar[Permission] = Permission.VIEW
    """What a read needs."""
    sandbox_only: ClassVar[bool] = False
    get_writes: ClassVar[bool] = False
    """A GET leaves something behind: there is no HEAD, and a `CommandView` answers it as it answers a POST."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Answer a request; whatever goes wrong becomes a reply in the API's error shape."""
        try:
            return self._answer(request, kwargs)
        except bodies.Wanted:
            return HttpResponse(status=100)
        except Exception as error:  # noqa: BLE001 - the edge of the API: nothing may leave it as a traceback
            return rest_errors.response(error, request)

    def _answer(self, request: HttpRequest, kwargs: dict[str, Any]) -> HttpResponse:
        # Only these names are looked up: a client may send any word as its method, also one that names our own code.
        handler = getattr(self, _HANDLERS.get(request.method or "", ""), None)
        if handler is None or (self.get_writes and request.method == "HEAD"):
            raise rest_errors.MethodNotAllowed(self._methods())
        caller = authentication.authenticate(request)
        # The request log names it.
        request.caller = caller  # type: ignore[attr-defined]
        if not bodies.was_looked_at(request):
            rate_limit.take(caller)
        self._check_allowed(caller, request.method or "")
        return self._handle(request, caller, handler, kwargs)

    @classmethod
    def _methods(cls) -> list[str]:
        return [
            method
            for method, name in _HANDLERS.items()
            if hasattr(cls, name) and not (cls.get_writes and method == "HEAD")
        ]

    def _check_allowed(self, caller: Caller, method: str) -> None:
        needed = self.read_permission if method in {"GET", "HEAD"} else self.permission
        if needed not in caller.permissions:
            raise rest_errors.Forbidden(f"This token lacks the permission {needed}.")
        if self.sandbox_only and not caller.is_sandbox:
            raise rest_errors.Forbidden("Sandbox endpoints do not take tokens of a production platform.")

    def _handle(self, request: HttpRequest, caller: Caller, handler: Any, kwargs: dict[str, Any]) -> HttpResponse:
        raise NotImplementedError


class QueryView(ApiView):
    """A view whose methods only read."""

    def _handle(self, request: HttpRequest, caller: Caller, handler: Any, kwargs: dict[str, Any]) -> HttpResponse:
        reply = handler(read_call(request, caller), **kwargs)
        return to_response(reply)


class CommandView(ApiView):
    """A view that may write: every method but a GET that reads runs in the request's database transaction."""

    moves_money: ClassVar[bool] = False
    """Replies of such an endpoint are kept under their idempotency key for ever."""
    statements: ClassVar[batched.Statements | None] = None
    """How an endpoint reads and writes that shares its statements with other requests: the fastest way."""
    prepares_once: ClassVar[bool] = False
    """What `prepare` does may not happen twice: requests with one key do it one after the other."""
    shows_secret: ClassVar[bool] = False
    """Replies of such an endpoint are encrypted where they are kept."""
    parts: ClassVar[multipart.Parts | None] = None
    """The file that the endpoint takes: its bodies are multipart/form-data then, and JSON otherwise."""

    def ask(self, call: Call, **path: str) -> batched.Row:
        """Return what an endpoint with `statements` asks about; what they find is handed to its method as `facts`."""
        raise NotImplementedError

    def prepare(self, call: Call, **path: str) -> Any:
        """Do what must happen before the database transaction, such as asking a provider; return what that gave."""
        return None

    def _handle(self, request: HttpRequest, caller: Caller, handler: Any, kwargs: dict[str, Any]) -> HttpResponse:
        if request.method in {"GET", "HEAD"} and not self.get_writes:
            return to_response(handler(read_call(request, caller), **kwargs))
        if self.statements is not None:
            with batched.expected():
                return self._receive_and_command(request, caller, handler, kwargs)
        if self.prepares_once:
            with idempotency.alone(request, caller=caller):
                return self._receive_and_command(request, caller, handler, kwargs)
        return self._receive_and_command(request, caller, handler, kwargs)

    def _receive_and_command(
        self, request: HttpRequest, caller: Caller, handler: Any, kwargs: dict[str, Any]
    ) -> HttpResponse:
        body = self._receive(request)
        try:
            return self._command(request, caller, body, handler, kwargs)
        finally:
            body.close()

    def _receive(self, request: HttpRequest) -> multipart.Received:
        has_body = request.method not in {"GET", "DELETE"}
        if self.parts is not None and has_body:
            return multipart.receive(request, self.parts, length=_content_length(request))
        raw = read_body_bytes(request)
        return multipart.Received(raw, lambda: parse_json(request, raw) if has_body else {})

    def _command(
        self, request: HttpRequest, caller: Caller, body: multipart.Received, handler: Any, kwargs: dict[str, Any]
    ) -> HttpResponse:
        claim = idempotency.read_claim(request, body.material)
        asked = None
        try:
            call = _read_write(request, caller, body)
            if self.statements is not None:
                asked = self.ask(call, **kwargs)
            if type(self).prepare is not CommandView.prepare:
                stored = idempotency.replay(caller=caller, claim=claim)
                if stored is not None:
                    return to_stored_response(stored)
                kwargs["prepared"] = self.prepare(call, **kwargs)
        except (errors.DomainError, serializers.ValidationError) as refusal:
            asked, answer = None, _refuse(refusal)
        else:

            def answer(now: dt.datetime, **facts: Any) -> Reply:
                call.now = now
                reply: Reply = handler(call, **facts, **kwargs)
                return reply

        attempt = (
            self._in_a_transaction(caller, claim, answer)
            if asked is None
            else self._batched(caller, claim, asked, answer)
        )
        return to_stored_response(idempotency.run(caller=caller, claim=claim, attempt=attempt))

    def _in_a_transaction(
        self, caller: Caller, claim: idempotency.Claim | None, answer: Callable[..., Reply]
    ) -> idempotency.Attempt:
        storage = idempotency.Storage(moved_money=self.moves_money, is_secret=self.shows_secret)
        return functools.partial(
            idempotency.in_a_transaction,
            caller=caller,
            claim=claim,
            storage=storage,
            work=lambda now: _to_store(answer(now)),
        )

    def _batched(
        self, caller: Caller, claim: idempotency.Claim | None, asked: batched.Row, answer: Callable[..., Reply]
    ) -> idempotency.Attempt:
        assert self.statements is not None

        def work(now: dt.datetime, facts: Any) -> tuple[idempotency.StoredReply, batched.Row]:
            reply = answer(now, facts=facts)
            return _to_store(reply), reply.row

        return batched.Command(self.statements, caller, claim, asked, work).attempt


def _read_write(request: HttpRequest, caller: Caller, body: multipart.Received) -> Call:
    call = read_call(request, caller)
    if call.query and request.method != "GET":
        raise errors.InvalidInput((name, "is not a parameter of this endpoint") for name in call.query)
    call.body = body.parse()
    return call


def _refuse(refusal: Exception) -> Callable[..., Reply]:
    """Return what refuses: a refusal before the database transaction belongs to its key like the rest."""

    def answer(_now: dt.datetime) -> Reply:
        raise refusal

    return answer


def _to_store(reply: Reply) -> idempotency.StoredReply:
    return idempotency.StoredReply(reply.status, reply.encode())


def read_call(request: HttpRequest, caller: Caller) -> Call:
    """Return the call of a request, without a body."""
    query = dict(request.GET.lists()) if request.META.get("QUERY_STRING") else {}
    actor = caller.actor(rest_errors.request_id(request))
    return Call(caller=caller, now=clock.now(caller.clock_offset), actor=actor, body={}, query=query, path=request.path)


def read_body_bytes(request: HttpRequest) -> bytes:
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
"""Whatever looks at a value goes through it level by level, and Python has an end of that."""
_LONGEST_NAME_SHOWN = 100
# Numbers are read as nothing: they are looked at by the other reader.
_ONE_VALUE_EACH = json.JSONDecoder(object_pairs_hook=_refuse_twice, parse_int=bool, parse_float=bool)


def parse_json(request: HttpRequest, raw: bytes) -> dict[str, Any]:
    """Return the JSON object in `raw`; an empty body is an empty object."""
    if not raw:
        return {}
    if request.content_type != "application/json":
        raise rest_errors.UnsupportedMediaType
    try:
        # Refuses what the standard refuses: NaN, lone surrogates, invalid UTF-8, nesting without end.
        data = orjson.loads(raw)
    except orjson.JSONDecodeError:
        raise errors.InvalidInput.field("", "the request body is not valid JSON") from None
    if raw.count(b"[") + raw.count(b"{") > _MOST_LEVELS and _is_deep(data):
        raise errors.InvalidInput.field("", f"the request body is nested more than {_MOST_LEVELS} levels deep")
    # Of a key that is there twice the reader above took the last value, and others take the first: two amounts.
    _ONE_VALUE_EACH.decode(raw.decode())
    if not isinstance(data, dict):
        raise errors.InvalidInput.field("", "the request body must be a JSON object")
    return data


def to_response(reply: Reply) -> HttpResponse:
    """Return the HTTP response of a reply."""
    return HttpResponse(reply.encode(), status=reply.status, content_type="application/json", charset="utf-8")


def to_stored_response(stored: idempotency.StoredReply) -> HttpResponse:
    """Return the HTTP response of a stored reply; a replayed one says so."""
    response = HttpResponse(stored.body, status=stored.status, content_type="application/json", charset="utf-8")
    if stored.status == 204:
        del response["Content-Type"]
    if stored.replayed:
        response["Idempotent-Replayed"] = "true"
    return response
