"""Endpoints of the API: a function with all that is said of it in one place.

`@Endpoint("POST", "quotes", Permission.TRANSACT, body=QuoteBody, response=...)` makes an endpoint of a function. It is
called with the call and the variables of the path, makes one domain call, and returns JSON-ready data. Its name is the
operation's, its docstring the operation's summary and description. `platforms.http.urls` gives it its address.

The framework's dispatch (content negotiation, parsers by media type) is left out: it costs as much as the database work
of a small request.
"""

import dataclasses
import datetime as dt
import functools
import uuid
from collections.abc import Callable, Sequence
from typing import Any, TypedDict

import orjson
from django.http import HttpRequest, HttpResponse
from rest_framework.serializers import Serializer, ValidationError

from platforms.audit import Actor
from platforms.base import clock, errors
from platforms.http import authentication, batched, bodies, idempotency, multipart, rate_limit, requests
from platforms.http import errors as rest_errors
from platforms.http.authentication import Caller
from platforms.http.fields import Query
from platforms.models import Permission

Json = dict[str, Any]
"""A JSON object."""


class By(TypedDict):
    """The arguments of an operation that say who asks, and when."""

    platform_id: uuid.UUID
    actor: Actor
    now: dt.datetime


@dataclasses.dataclass(slots=True)
class Call:
    """A request after the checks that all endpoints share, with its validated body and query."""

    caller: Caller
    now: dt.datetime
    actor: Actor
    body: Json
    query: Json

    @property
    def platform_id(self) -> uuid.UUID:
        """The caller's platform."""
        return self.caller.platform_id

    @property
    def by(self) -> By:
        """Who asks, and when: what nearly every operation takes."""
        return {"platform_id": self.caller.platform_id, "actor": self.actor, "now": self.now}


@dataclasses.dataclass(eq=False)
class Endpoint:
    """A method of a path. Used as a decorator."""

    method: str
    path: str
    """As Django writes it, relative to the version. What lies under `sandbox/` is for sandbox platforms."""
    permission: Permission = Permission.VIEW
    _: dataclasses.KW_ONLY
    body: Any = None
    """The serializer that validates the body. A union describes it only: its endpoint is given it as it came."""
    query: type[Serializer[Any]] = Query
    """The serializer that validates the query of a GET."""
    response: Any = None
    """The serializer that describes the reply; None for a reply without content."""
    status: int = 200
    errors: Sequence[int] = ()
    """Statuses of refusals beside those of every endpoint."""
    file: multipart.Parts | None = None
    """The file that the endpoint takes: its bodies are multipart/form-data then, and JSON otherwise."""
    get_writes: bool = False
    """A GET leaves something behind: there is no HEAD, and it is answered as a POST is."""
    moves_money: bool = False
    """Replies are kept under their idempotency key for ever. `statements` say it of theirs."""
    shows_secret: bool = False
    """Replies are encrypted where they are kept."""
    prepare: Callable[..., Any] | None = None
    """Does what must happen before the database transaction, such as asking a provider. The function is given what it
    returns as `prepared`."""
    prepares_once: bool = False
    """What `prepare` does may not happen twice: requests with one key do it one after the other."""
    statements: batched.Statements | None = None
    """How an endpoint reads and writes that shares its statements with other requests: the fastest way. Its function
    is given `facts`, and returns its reply with the row to write."""
    ask: Callable[..., batched.Row] | None = None
    """Returns what an endpoint with `statements` asks about."""
    function: Callable[..., Any] = dataclasses.field(init=False)

    def __call__(self, function: Callable[..., Any]) -> "Endpoint":
        """Take the function that answers."""
        self.function = function
        return self

    @functools.cached_property
    def writes(self) -> bool:
        """Whether requests are commands: with an idempotency key, in a database transaction."""
        return self.method != "GET" or self.get_writes

    def answer(self, request: HttpRequest, path: Json) -> HttpResponse:
        """Answer a request; raises what refuses it."""
        caller = authentication.authenticate(request)
        # The request log names it.
        request.caller = caller  # type: ignore[attr-defined]
        if not bodies.was_looked_at(request):
            rate_limit.take(caller)
        self._require_permission(caller)
        if not self.writes:
            return _response(self._reply(self.function(self._read(request, caller), **path)))
        if self.statements is not None:
            with batched.expected():
                return self._receive_and_command(request, caller, path)
        if self.prepares_once:
            with idempotency.alone(request, caller=caller):
                return self._receive_and_command(request, caller, path)
        return self._receive_and_command(request, caller, path)

    def _require_permission(self, caller: Caller) -> None:
        if self.permission not in caller.permissions:
            raise rest_errors.Forbidden(f"This token lacks the permission {self.permission}.")
        if not caller.is_sandbox and self.path.startswith("sandbox/"):
            raise rest_errors.Forbidden("Sandbox endpoints do not take tokens of a production platform.")

    def _read(self, request: HttpRequest, caller: Caller) -> Call:
        actor = caller.actor(rest_errors.request_id(request))
        query = requests.read_query(request, self.query if self.method == "GET" else Query)
        return Call(caller, clock.now(caller.clock_offset), actor, {}, query)

    def _receive_and_command(self, request: HttpRequest, caller: Caller, path: Json) -> HttpResponse:
        received = requests.receive(request, self.file)
        try:
            return _response(self._command(request, caller, received, path))
        finally:
            received.close()

    def _command(
        self, request: HttpRequest, caller: Caller, received: multipart.Received, path: Json
    ) -> idempotency.StoredReply:
        claim = idempotency.read_claim(request, received.material)
        asked = None
        try:
            call = self._read(request, caller)
            call.body = requests.validated(received.parse(), self.body)
            if self.ask is not None:
                asked = self.ask(call, **path)
            if self.prepare is not None:
                stored = idempotency.replay(caller=caller, claim=claim)
                if stored is not None:
                    return stored
                path["prepared"] = self.prepare(call, **path)
        except (errors.DomainError, ValidationError) as refusal:
            asked, answer = None, _refuse(refusal)
        else:

            def answer(now: dt.datetime, **facts: Any) -> Any:
                call.now = now
                return self.function(call, **path, **facts)

        attempt = (
            self._in_a_transaction(caller, claim, answer)
            if asked is None
            else self._batched(caller, claim, asked, answer)
        )
        return idempotency.run(caller=caller, claim=claim, attempt=attempt)

    def _in_a_transaction(
        self, caller: Caller, claim: idempotency.Claim | None, answer: Callable[..., Any]
    ) -> idempotency.Attempt:
        return functools.partial(
            idempotency.in_a_transaction,
            caller=caller,
            claim=claim,
            storage=idempotency.Storage(moved_money=self.moves_money, is_secret=self.shows_secret),
            work=lambda now: self._reply(answer(now)),
        )

    def _batched(
        self, caller: Caller, claim: idempotency.Claim | None, asked: batched.Row, answer: Callable[..., Any]
    ) -> idempotency.Attempt:
        assert self.statements is not None

        def work(now: dt.datetime, facts: Any) -> tuple[idempotency.StoredReply, batched.Row]:
            data, row = answer(now, facts=facts)
            return self._reply(data), row

        return batched.Command(self.statements, caller, claim, asked, work).attempt

    def _reply(self, data: Any) -> idempotency.StoredReply:
        if data is None:
            return idempotency.StoredReply(self.status, b"")
        return idempotency.StoredReply(self.status, data if isinstance(data, bytes) else orjson.dumps(data))


def _refuse(refusal: Exception) -> Callable[..., Any]:
    """Return what refuses: a refusal before the database transaction belongs to its key like the rest."""

    def answer(_now: dt.datetime) -> Any:
        raise refusal

    return answer


def _response(reply: idempotency.StoredReply) -> HttpResponse:
    """Return the HTTP response of a reply; a replayed one says so."""
    response = HttpResponse(reply.body, status=reply.status, content_type="application/json", charset="utf-8")
    if reply.status == 204:
        del response["Content-Type"]
    if reply.replayed:
        response["Idempotent-Replayed"] = "true"
    return response
