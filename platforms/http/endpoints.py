"""Endpoints of the API: a function with its whole declaration in one place.

`@Endpoint("POST", "quotes", Permission.TRANSACT, body=QuoteBody, response=...)` makes an endpoint of a function. The
function gets the call and the variables of the path, makes one domain call, and returns JSON-ready data. Its name is
the operationId, its docstring the operation's summary and description. `platforms.http.urls` gives it its address.

The framework's dispatch (content negotiation, parsers by media type) is left out: it costs as much as the database work
of a small request.
"""

import dataclasses
import datetime as dt
import functools
import inspect
import itertools
import uuid
from collections.abc import Callable, Sequence
from typing import Any, TypedDict

import orjson
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from rest_framework.serializers import ValidationError

from platforms.audit import Actor
from platforms.base import clock, errors
from platforms.database import replica
from platforms.http import (
    authentication,
    batched,
    bodies,
    dry_runs,
    idempotency,
    multipart,
    rate_limit,
    requests,
    tables,
)
from platforms.http import errors as rest_errors
from platforms.http.authentication import Caller
from platforms.http.fields import PageQuery, Query
from platforms.models import Permission

Json = dict[str, Any]
"""A JSON object."""
_OF_EVERY = ("INVALID_INPUT", "UNAUTHORIZED", "FORBIDDEN", "RATE_LIMITED", "INTERNAL_ERROR", "SERVICE_UNAVAILABLE")
_OF_WRITES = ("IDEMPOTENCY_KEY_IN_USE", "IDEMPOTENCY_KEY_REUSED", "IDEMPOTENCY_KEY_VOIDED", "PAYLOAD_TOO_LARGE")
_OF_BODIES = ("REQUEST_TIMEOUT", "UNSUPPORTED_MEDIA_TYPE")


class By(TypedDict):
    """The arguments of nearly every operation: the caller's platform and actor, and the time."""

    platform_id: uuid.UUID
    actor: Actor
    now: dt.datetime


@dataclasses.dataclass(slots=True)
class Call:
    """A request after the checks that all endpoints share, with its validated query and body."""

    caller: Caller
    now: dt.datetime
    actor: Actor
    query: Json
    body: Json = dataclasses.field(default_factory=dict)
    """Empty where the endpoint declares no serializer class."""
    sent: Json = dataclasses.field(default_factory=dict)
    """The body as it came, not validated, where the endpoint declares a union: it chooses the class and validates."""
    key: str | None = None
    """The idempotency key of the request, if it has one."""

    @property
    def platform_id(self) -> uuid.UUID:
        """The caller's platform."""
        return self.caller.platform_id

    @property
    def is_dry_run(self) -> bool:
        """Whether all that the request does is rolled back. Then nobody outside may be asked or told anything."""
        return bool(self.query.get(dry_runs.PARAMETER))

    @property
    def by(self) -> By:
        """The arguments that nearly every operation takes: actor and time."""
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
    """The serializer class that validates the body. A union of several only describes it: see `Call.sent`."""
    query: type[Query] = Query
    """The serializer that validates the query of a GET. With `dry_run` that parameter is the query."""
    response: Any = None
    """The serializer that describes the reply; None for a reply without content."""
    status: int = 200
    errors: Sequence[str | int] = ()
    """Codes of refusals beside those of every endpoint like it; a status where this version sends none of its codes."""
    file: multipart.Parts | None = None
    """The file that the endpoint takes; its bodies are then multipart/form-data instead of JSON."""
    is_table: bool = False
    """A GET that returns a `tables.TableReply`: JSON, or CSV."""
    files: Sequence[str] = ()
    """A GET that returns a `tables.FileReply`: the types of the file, the usual one first."""
    get_writes: bool = False
    """A GET that writes: there is no HEAD, and it is handled like a POST."""
    moves_money: bool = False
    """Replies are kept under their idempotency key for ever. `statements` declare it themselves."""
    shows_secret: bool = False
    """Stored replies are encrypted."""
    shows_credential: bool = False
    """The reply lets its holder in: a token's secret, a link. Only the request itself gets it again, and no look-up of
    its key does."""
    prepare: Callable[..., Any] | None = None
    """Runs before the database transaction, for example to ask a provider. Its result is passed to the function as
    `prepared`."""
    prepares_once: bool = False
    """`prepare` must not run twice: requests with one key run it one after the other."""
    statements: batched.Statements | None = None
    """Statements shared with other requests: the fastest way to read and write. The function gets `facts`, and returns
    its reply with the row to write."""
    ask: Callable[..., batched.Row | None] | None = None
    """Returns the row for the statement that reads, for an endpoint with `statements`. None for a request that they do
    not fit: the function then works in a database transaction, gets no `facts`, and returns its reply alone."""
    dry_run: dry_runs.DryRun | None = None
    """How a request with `dryRun=true` is rehearsed; None: there is no such parameter."""
    function: Callable[..., Any] = dataclasses.field(init=False)

    def __post_init__(self) -> None:
        """Take the parameter of a dry run."""
        if self.dry_run is not None:
            self.query = dry_runs.DryRunQuery

    def __call__(self, function: Callable[..., Any]) -> "Endpoint":
        """Take the function of the endpoint."""
        self.function = function
        return self

    @functools.cached_property
    def writes(self) -> bool:
        """Whether requests are commands: with an idempotency key, in a database transaction."""
        return self.method != "GET" or self.get_writes

    @functools.cached_property
    def is_list(self) -> bool:
        """Whether replies are pages of a list, which may be read from a replica."""
        return not self.writes and issubclass(self.query, PageQuery)

    @property
    def operation(self) -> str:
        """The operation's name in the OpenAPI document: that of the function, `createQuote`."""
        first, *words = self.function.__name__.split("_")
        return "".join([first, *(word.capitalize() for word in words)])

    @property
    def texts(self) -> tuple[str, str, str]:
        """The docstring of the function in three parts: summary, description, and what is returned."""
        summary, _, rest = (inspect.getdoc(self.function) or "").partition("\n\n")
        description, _, returned = f"\n\n{rest}".partition("\n\nReturns:\n")
        return summary.removesuffix("."), description.strip(), " ".join(returned.split())

    @functools.cached_property
    def refusals(self) -> dict[int, tuple[str, ...]]:
        """The codes that a request may be refused with, by status: a test holds every refusal it meets against them."""
        shared = [_OF_EVERY, _OF_WRITES if self.writes else (), _OF_BODIES if self.method != "GET" else ()]
        codes = {*itertools.chain(*shared), *(code for code in self.errors if isinstance(code, str))}
        found: dict[int, tuple[str, ...]] = {status: () for status in self.errors if isinstance(status, int)}
        for code in sorted(codes):
            status = rest_errors.STATUS_OF_CODE[code]
            found[status] = (*found.get(status, ()), code)
        return dict(sorted(found.items()))

    def answer(self, request: HttpRequest, path: Json) -> HttpResponseBase:
        """Answer a request; raises its refusal."""
        caller = authentication.authenticate(request)
        # The request log names it.
        request.caller = caller  # type: ignore[attr-defined]
        count(request, caller)
        self._require_permission(caller)
        if not self.writes:
            work = functools.partial(self.function, self._read(request, caller), **path)
            data = replica.read(work) if self.is_list or self.is_table else work()
            if self.files:
                return tables.file_response(request, data, self.files)
            return tables.response(request, data) if self.is_table else _response(self._reply(data))
        if self.statements is not None and not self._is_dry_run(request):
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

    def _is_dry_run(self, request: HttpRequest) -> bool:
        return self.dry_run is not None and dry_runs.is_asked(request)

    def _read(self, request: HttpRequest, caller: Caller) -> Call:
        actor = caller.actor(rest_errors.request_id(request))
        query = requests.read_query(request, self.query)
        return Call(caller, clock.now(caller), actor, query)

    def _receive_and_command(self, request: HttpRequest, caller: Caller, path: Json) -> HttpResponse:
        received = requests.receive(request, self.file)
        with requests.noting_ignored(request):
            try:
                return _response(self._command(request, caller, received, path))
            finally:
                received.close()

    def _take_body(self, call: Call, sent: Json) -> None:
        """Give a call its body: nothing that no class has validated passes as validated."""
        if isinstance(self.body, type):
            call.body = requests.validated(sent, self.body)
        elif self.body is not None:
            call.sent = sent

    def _command(
        self, request: HttpRequest, caller: Caller, received: multipart.Received, path: Json
    ) -> idempotency.StoredReply:
        keyed = idempotency.read_key(request, received)
        if keyed is not None and keyed.is_joined:
            return idempotency.replay_joined(caller=caller, keyed=keyed)
        dry_run = self.dry_run if self._is_dry_run(request) else None
        keyed = None if dry_run else keyed
        asked = None
        try:
            call = self._read(request, caller)
            call.key = keyed.key if keyed else None
            self._take_body(call, received.parse())
            if self.ask is not None:
                asked = self.ask(call, **path)
            if self.prepare is not None:
                stored = idempotency.replay(caller=caller, keyed=keyed)
                if stored is not None:
                    return stored
                path["prepared"] = self.prepare(call, **path)
        except (errors.DomainError, ValidationError) as refusal:
            asked, answer = None, _refuse(refusal)
        else:

            def answer(now: dt.datetime, **facts: Any) -> Any:
                call.now = now
                return self.function(call, **path, **facts)

        begin = idempotency.within_a_transaction if dry_run else idempotency.in_a_transaction
        attempt = (
            self._in_a_transaction(begin, caller, keyed, answer)
            if asked is None
            else self._batched(caller, keyed, asked, answer, is_rolled_back=dry_run is not None)
        )
        if dry_run is not None:
            attempt = functools.partial(dry_runs.rehearse, plan=dry_run, caller=caller, attempt=attempt)
        return idempotency.run(caller=caller, keyed=keyed, attempt=attempt)

    def _in_a_transaction(
        self,
        begin: Callable[..., idempotency.StoredReply],
        caller: Caller,
        keyed: idempotency.KeyedRequest | None,
        answer: Callable[..., Any],
    ) -> idempotency.Attempt:
        return functools.partial(
            begin,
            caller=caller,
            keyed=keyed,
            storage=idempotency.Storage(moved_money=self.moves_money, is_secret=self.shows_secret),
            work=lambda now: self._reply(answer(now)),
        )

    def _batched(
        self,
        caller: Caller,
        keyed: idempotency.KeyedRequest | None,
        asked: batched.Row,
        answer: Callable[..., Any],
        *,
        is_rolled_back: bool,
    ) -> idempotency.Attempt:
        assert self.statements is not None

        def work(now: dt.datetime, facts: Any) -> tuple[idempotency.StoredReply, batched.Row]:
            data, row = answer(now, facts=facts)
            return self._reply(data), row

        return batched.Command(self.statements, caller, keyed, asked, work, is_rolled_back).attempt

    def _reply(self, data: Any) -> idempotency.StoredReply:
        if data is None:
            return idempotency.StoredReply(self.status, b"")
        return idempotency.StoredReply(self.status, data if isinstance(data, bytes) else orjson.dumps(data))


def count(request: HttpRequest, caller: Caller) -> None:
    """Count the request, once also where its body comes later; the middleware tells what is left."""
    announced = request.META.get(bodies.KEY)
    if bodies.was_looked_at(request):
        request.rate_left = announced.rate_left  # type: ignore[attr-defined,union-attr]
        return
    try:
        left = rate_limit.take(caller)
    except rest_errors.RateLimited as refusal:
        request.rate_left = refusal.left  # type: ignore[attr-defined]
        raise
    request.rate_left = left  # type: ignore[attr-defined]
    if announced is not None:
        announced.rate_left = left


def _refuse(refusal: Exception) -> Callable[..., Any]:
    """Return a function that raises a refusal made before the database transaction, so that its key stores it too."""

    def answer(_now: dt.datetime) -> Any:
        raise refusal

    return answer


def _response(reply: idempotency.StoredReply) -> HttpResponse:
    """Return the HTTP response of a reply; a replayed one is marked."""
    response = HttpResponse(reply.body, status=reply.status, content_type="application/json", charset="utf-8")
    if reply.status == 204:
        del response["Content-Type"]
    if reply.replayed:
        response["Idempotent-Replayed"] = "true"
    return response
