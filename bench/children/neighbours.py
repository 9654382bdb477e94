"""The effect of bad neighbours on a platform: its payments are measured in quiet, and beside one of them."""

import contextlib
import http.client
import io
import itertools
import multiprocessing
import os
import pathlib
import socket
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from typing import Any
from urllib.parse import urlsplit

import orjson
from coincurve import PrivateKey
from django.db import connection, transaction
from PIL import Image

from bench import report
from bench.children import tenants
from bench.rounds import BASE
from compliance.models import Customer
from payments.models import NextAction, OutgoingUmaPayment, Transaction
from payments.uma import messages
from payments.uma.identities import identities
from platforms import audit
from platforms.base import clock, identifiers
from platforms.models import Environment, Platform
from platforms.operations import platforms
from webhooks.outbox import events

_PER_SECOND = 10
"""Payments of the measured platform."""
_LONGEST_SECONDS = 120
_CALLS, _EVENTS, _PAYMENTS, _WIDTH = 500, 2000, 200, 7000
_CLIENTS = 4
_LOOKUP_PAUSE, _FLOOD_PAUSE = 0.2, 0.01
"""Seconds between a client's requests: the flood is four times what a token may send."""
_Waits = dict[str, float]
_SETTLED = """
SELECT extract(epoch FROM settled_at - created_at) FROM payments_transaction
 WHERE platform_id = %s AND created_at >= %s AND settled_at IS NOT NULL
"""
_TOLD = """
SELECT extract(epoch FROM delivery.at - event.created_at) - delivery.milliseconds / 1000.0
  FROM webhooks_event event JOIN webhooks_delivery delivery ON delivery.event_id = event.id AND delivery.attempt = 1
 WHERE event.platform_id = %s AND event.created_at >= %s
"""
_LEFT = """
SELECT EXISTS (SELECT FROM payments_transaction WHERE platform_id = %(key)s AND created_at >= %(since)s
                  AND settled_at IS NULL)
    OR EXISTS (SELECT FROM webhooks_event WHERE platform_id = %(key)s AND state IN ('PENDING', 'WAITING'))
"""


class _Measured:
    """The measured platform, which does nothing wrong."""

    def __init__(self, web: int, answering: int, customers: int) -> None:
        self.owner = tenants.tenant("measured", webhook_endpoint=f"http://127.0.0.1:{answering}/webhooks")
        self.holders = tenants.holders(self.owner, count=customers)
        self._turns = itertools.cycle(self.holders)
        self._http = http.client.HTTPConnection("127.0.0.1", web, timeout=_LONGEST_SECONDS)

    def measure(self, seconds: float) -> _Waits:
        """Make payments for some seconds; return the 95th percentiles of their latency, in milliseconds."""
        self._http.close()  # The service closed idle connections while a neighbour was made.
        since, began, asked = clock.real_now(), time.monotonic(), []
        for number in range(max(2, round(seconds * _PER_SECOND))):
            time.sleep(max(0.0, began + number / _PER_SECOND - time.monotonic()))
            sent = time.monotonic()
            self._pay()
            asked.append(time.monotonic() - sent)
        found = {"key": self.owner.platform_id, "since": since}
        with connection.cursor() as cursor:
            until = time.monotonic() + _LONGEST_SECONDS
            while _ask(cursor, _LEFT, found)[0]:
                if time.monotonic() > until:
                    raise AssertionError("payments of the measured platform are not settled, or not told of")
                time.sleep(0.05)
            settled, told = (_ask(cursor, sql, [*found.values()]) for sql in (_SETTLED, _TOLD))
        waits = {"POST /transfer-out": asked, "settlement": settled, "first webhook attempt": told}
        return {name: report.percentile([*map(float, values)], 0.95) * 1000 for name, values in waits.items()}

    def _pay(self) -> None:
        holder = next(self._turns)
        body = {"source": {"accountId": holder["USD"]}, "destination": {"accountId": holder["external"]}, "amount": 1}
        headers = {**self.owner.headers, "Content-Type": "application/json", "Idempotency-Key": str(uuid.uuid4())}
        self._http.request("POST", f"{BASE}/transfer-out", orjson.dumps(body), headers)
        reply = self._http.getresponse()
        content = reply.read()
        if reply.status != 201:
            raise AssertionError(content)


class _Neighbours:
    """Parties that misbehave in turns. Each is a context manager during which it does."""

    def __init__(
        self, measured: _Measured, *, web: int, silent: int, dripping: int, domains: int, due: int, share: float
    ) -> None:
        self._measured, self._web, self._silent, self._dripping = measured, web, silent, dripping
        self._domains, self._due, self._share = domains, due, share
        self._owner = tenants.tenant("bad")
        self._holder = tenants.holders(self._owner, count=1)[0]
        self._template = self._a_payment()
        now = clock.real_now()
        with transaction.atomic():
            identities.signer(platform_id=self._owner.platform_id, domain="bad.example.com", now=now)
            self._in_production = platforms.create_platform(
                name="bad rail",
                environment=Environment.PRODUCTION,
                uma_domain="rail.example.com",
                currencies=["USD"],
                actor=audit.SYSTEM,
                now=now,
            ).id

    @contextlib.contextmanager
    def callback(self, domain: str) -> Iterator[None]:
        """Have many payments with calls due to a counterparty that does not answer."""
        with transaction.atomic():
            keys = self._copies(self._some(_CALLS), next_action=NextAction.CALL_BACK, status="COMPLETED")
            OutgoingUmaPayment.objects.bulk_create(
                OutgoingUmaPayment(
                    transaction_id=key,
                    platform_id=self._owner.platform_id,
                    counterparty_domain=domain,
                    invoice="",
                    payment_hash=uuid.uuid4().hex,
                    amount_msat=1,
                    most_fee_msat=0,
                    callback_url=f"https://{domain}/callback",
                )
                for key in keys
            )
        yield
        _nothing_is_due(self._owner.platform_id)

    @contextlib.contextmanager
    def endpoint(self) -> Iterator[None]:
        """Have many events for an endpoint that accepts connections and never answers."""
        own = Platform.objects.filter(id=self._owner.platform_id)
        own.update(webhook_endpoint=f"http://127.0.0.1:{self._silent}/webhooks")
        now = clock.real_now()
        new = [
            events.NewEvent(
                platform_id=self._owner.platform_id,
                type="OUTGOING_PAYMENT.COMPLETED",
                resource=f"Transaction:{uuid.uuid4()}",
                data={},
                now=now,
            )
            for _ in range(self._some(_EVENTS))
        ]
        with transaction.atomic():
            events.emit_many(new)
        yield
        own.update(webhook_endpoint="")

    @contextlib.contextmanager
    def key_server(self) -> Iterator[None]:
        """Look up receivers again and again, each at an institution whose keys are not available."""
        platform = Platform.objects.get(id=self._measured.owner.platform_id)
        receiver = Customer.objects.filter(platform=platform).values_list("uma_address", flat=True)[0]
        key, numbers = PrivateKey().secret, itertools.count(os.getpid())

        def look_up(http_: http.client.HTTPConnection) -> None:
            signer = messages.Signer(domain=f"silent{next(numbers) % self._domains}.example", private_key=key)
            url = messages.build_lookup_url(
                receiver, signer=signer, is_subject_to_travel_rule=True, now=clock.real_now()
            )
            parts = urlsplit(url)
            http_.request("GET", f"{parts.path}?{parts.query}", headers={"Host": platform.uma_domain})

        with self._clients(look_up, pause=_LOOKUP_PAUSE):
            yield

    @contextlib.contextmanager
    def rail(self) -> Iterator[None]:
        """Have many payments for which the rail does not answer, or raises."""
        with transaction.atomic():
            count = self._some(_PAYMENTS)
            self._copies(count, platform_id=self._in_production, next_action=NextAction.TRANSFER, status="PENDING")
        yield
        _nothing_is_due(self._in_production)

    @contextlib.contextmanager
    def uploads(self) -> Iterator[None]:
        """Upload pictures that need the most work allowed, several at a time."""
        picture = io.BytesIO()
        Image.new("RGB", (self._some(_WIDTH),) * 2).save(picture, "PNG")
        customer = Customer.objects.filter(platform_id=self._owner.platform_id).values_list("id", flat=True)[0]
        said = {"documentType": "PASSPORT", "country": "GB", "documentHolder": identifiers.public("Customer", customer)}
        parts = [
            f'Content-Disposition: form-data; name="{name}"\r\n\r\n{value}'.encode() for name, value in said.items()
        ]
        head = b'Content-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n'
        edge = b"--bench\r\n"
        body = b"".join(edge + part + b"\r\n" for part in (*parts, head + picture.getvalue())) + b"--bench--\r\n"
        headers = {**self._owner.headers, "Content-Type": "multipart/form-data; boundary=bench"}

        def upload(http_: http.client.HTTPConnection) -> None:
            http_.request("POST", f"{BASE}/documents", body, headers)

        with self._clients(upload, pause=0.0):
            yield

    @contextlib.contextmanager
    def flood(self) -> Iterator[None]:
        """Send many more requests than a token of a new platform may."""
        own = Platform.objects.filter(id=self._owner.platform_id)
        own.update(rate_limit_per_second=None, rate_limit_burst=None)

        def ask(http_: http.client.HTTPConnection) -> None:
            http_.request("GET", f"{BASE}/transactions", headers=self._owner.headers)

        with self._clients(ask, pause=_FLOOD_PAUSE):
            yield
        own.update(rate_limit_per_second=tenants.NO_LIMIT, rate_limit_burst=tenants.NO_LIMIT)

    @contextlib.contextmanager
    def million(self) -> Iterator[None]:
        """Have more payments due than can be settled in hours."""
        self._copies(self._due, next_action=NextAction.TRANSFER, status="PENDING", settled_at=None)
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE payments_transaction")
        yield

    def each(self) -> dict[str, Callable[[], contextlib.AbstractContextManager[None]]]:
        """Return all of them by their names; the last leaves work behind."""
        return {
            "a callback that is never answered": lambda: self.callback("silent0.example"),
            "a callback that answers a byte a second": lambda: self.callback("dripping.example"),
            "an endpoint that never answers": self.endpoint,
            "a key server that hangs": self.key_server,
            "a rail that hangs or raises": self.rail,
            "uploads of pictures that are much work": self.uploads,
            "a token that floods": self.flood,
            f"{self._due:,} due payments": self.million,
        }

    def _some(self, number: int) -> int:
        return round(number * self._share)

    def _a_payment(self) -> Transaction:
        http_ = http.client.HTTPConnection("127.0.0.1", self._web)
        body = {
            "source": {"accountId": self._holder["USD"]},
            "destination": {"accountId": self._holder["external"]},
            "amount": 1,
        }
        headers = {**self._owner.headers, "Content-Type": "application/json"}
        http_.request("POST", f"{BASE}/transfer-out", orjson.dumps(body), headers)
        made = orjson.loads(http_.getresponse().read())
        found: Transaction = Transaction.objects.get(id=identifiers.parse("Transaction", made["id"]))
        return found

    def _copies(self, count: int, **changed: object) -> Sequence[uuid.UUID]:
        """Store copies of a due payment, and return their keys."""
        values = {"next_action_at": clock.real_now(), "attempts": 0, "provider_reference": ""} | changed
        columns = [field.column for field in Transaction._meta.concrete_fields if field.column != "id"]
        taken = ", ".join("%s" if column in values else f'"{column}"' for column in columns)
        names = ", ".join(f'"{column}"' for column in columns)
        statement = f"""
        INSERT INTO payments_transaction (id, {names})
        SELECT gen_random_uuid(), {taken} FROM payments_transaction, generate_series(1, %s) WHERE id = %s RETURNING id
        """
        given = [values[column] for column in columns if column in values]
        arguments: list[Any] = [*given, count, self._template.id]
        with connection.cursor() as cursor:
            cursor.execute(statement, arguments)
            return [row[0] for row in cursor.fetchall()]

    @contextlib.contextmanager
    def _clients(self, ask: Callable[[http.client.HTTPConnection], None], *, pause: float) -> Iterator[None]:
        """Let some processes send requests again and again, whatever the answer."""
        fork = multiprocessing.get_context("fork")
        clients = [
            fork.Process(target=_ask_for_ever, args=(self._web, ask, pause), daemon=True) for _ in range(_CLIENTS)
        ]
        for client in clients:
            client.start()
        try:
            yield
        finally:
            for client in clients:
                client.kill()
                client.join()


def run(
    *,
    web: int,
    answering: int,
    silent: int,
    dripping: int,
    domains: int,
    due: int,
    customers: int,
    seconds: float,
    share: float,
) -> list[tuple[str, str, float, float]]:
    """Measure beside a running web server, worker and scheduler, with each neighbour in turn.

    Returns neighbour, measured value, and the 95th percentiles in quiet and beside the neighbour (milliseconds).
    """
    fork = multiprocessing.get_context("fork")
    dripper = fork.Process(target=_drip, args=(dripping,), daemon=True)
    dripper.start()
    found: list[tuple[str, str, float, float]] = []
    try:
        with socket.create_server(("127.0.0.1", silent), backlog=512):
            measured = _Measured(web, answering, customers)
            neighbours = _Neighbours(
                measured, web=web, silent=silent, dripping=dripping, domains=domains, due=due, share=share
            )
            measured.measure(min(seconds, 3))
            for name, bad in neighbours.each().items():
                quiet = measured.measure(seconds)
                with bad():
                    beside = measured.measure(seconds)
                found += [(name, what, quiet[what], beside[what]) for what in quiet]
    finally:
        dripper.kill()
    return found


def _nothing_is_due(platform_id: uuid.UUID) -> None:
    Transaction.objects.filter(platform_id=platform_id).update(next_action_at=None)


def _ask(cursor: Any, statement: str, arguments: Any) -> list[Any]:
    cursor.execute(statement, arguments)
    return [row[0] for row in cursor.fetchall()]


def _ask_for_ever(port: int, ask: Callable[[http.client.HTTPConnection], None], pause: float) -> None:
    # Outside clients have machines of their own, so theirs gets next to no share here. Where Linux shares a core
    # between sessions first, the weight of a process counts in its session only.
    os.setsid()
    os.nice(19)
    with contextlib.suppress(OSError):
        pathlib.Path("/proc/self/autogroup").write_text("19")
    while True:
        client = http.client.HTTPConnection("127.0.0.1", port)
        with contextlib.suppress(OSError, http.client.HTTPException):
            while True:
                ask(client)
                client.getresponse().read()
                time.sleep(pause)


def _drip(port: int) -> None:
    """Accept every connection and send it a byte of a reply each second."""
    open_: list[socket.socket] = []
    with socket.create_server(("127.0.0.1", port), backlog=512) as server:
        server.settimeout(1.0)
        while True:
            with contextlib.suppress(TimeoutError):
                open_.append(server.accept()[0])
            for each in list(open_):
                try:
                    each.send(b"H")
                except OSError:
                    open_.remove(each)
