"""What a seed begins with: a database made once and copied for each seed, and the processes' memory."""

import contextlib
import dataclasses
import datetime as dt
import functools
import os
import pathlib
from collections.abc import Callable, Iterator
from typing import Any

import psycopg
from django.conf import settings
from django.db import connection

from payments.providers import calls, registry
from payments.workflow import leases, outcomes
from platforms.base import jobs
from platforms.database import batches, prepared
from platforms.http import authentication, batched
from tests.conftest import Api
from tests.simulation import chance, sometimes, substitutes
from tests.simulation.endpoint import Endpoint
from tests.simulation.rail import SimulatedRail
from tests.support import databases, factories
from tests.support.payments import quote_requests
from webhooks.delivery import client

FUNDS = 1_000_00
RAIL = "tests.simulation.world.rail"
_NOW = "simulated-now"
"""The database reads the simulated time from a file, of which each process that plays has one."""
_FUNCTIONS = """
CREATE SCHEMA simulated;
CREATE FUNCTION simulated.now() RETURNS timestamptz LANGUAGE sql STABLE SECURITY DEFINER
AS $$ SELECT pg_catalog.pg_read_file(pg_catalog.current_setting('simulated.now'), 0, 32)::timestamptz $$;
CREATE SEQUENCE simulated.draws;
CREATE FUNCTION simulated.random() RETURNS double precision LANGUAGE sql VOLATILE SECURITY DEFINER
AS $$ SELECT (pg_catalog.hashint8extended(pg_catalog.nextval('simulated.draws'), 7) & 1048575) / 1048576.0::float8 $$;
GRANT USAGE ON SCHEMA simulated TO PUBLIC;
"""
_OPTIONS = (
    "-c search_path=simulated,pg_catalog,public -c lock_timeout=0 -c max_parallel_workers_per_gather=0 -c jit=off"
)
_DEADLOCK = "30ms"
"""Real time after which who closes a circle of locks is told of it: nobody else looks for circles."""


@dataclasses.dataclass
class Tenant:
    """The platform that is played, and its accounts."""

    client_id: str
    client_secret: str
    customers: list[str] = dataclasses.field(default_factory=list)
    accounts: list[str] = dataclasses.field(default_factory=list)
    banks: list[str] = dataclasses.field(default_factory=list)
    abroad: list[str] = dataclasses.field(default_factory=list)

    @functools.cached_property
    def api(self) -> Api:
        """A client of its API: one for all, as each loads the middleware once more."""
        return Api(self.client_id, self.client_secret)


class Broker:
    """The wake-ups that wait for a worker: a message of each name at most, as messages say only that there is work."""

    def __init__(self) -> None:
        """Begin empty."""
        self.names: list[str] = []
        self.early: list[str] = []
        """Wake-ups for what is not committed yet."""
        self.is_lossy = lambda: False

    def send(self, name: str) -> None:
        """Take a message, unless it gets lost."""
        if connection.in_atomic_block:
            self.early.append(name)
        if not self.is_lossy() and name not in self.names:
            self.names.append(name)


@dataclasses.dataclass
class Outside:
    """What is outside of the service in a seed."""

    rail: SimulatedRail
    endpoint: Endpoint
    broker: Broker


_outside: list[Outside] = []
_memories: list[substitutes.PerProcess] = []


def rail() -> SimulatedRail:
    """Return the rail of the seed: the adapter that the settings name."""
    return _outside[0].rail


def begin(seed: int) -> Outside:
    """Make what is outside of the service for a seed."""
    _outside[:] = [Outside(SimulatedRail(seed), Endpoint(seed), Broker())]
    chance.seed(seed)
    return _outside[0]


def forget(process: str) -> None:
    """Forget what a process that was killed had in memory."""
    for memory in _memories:
        memory.of.pop(process, None)


def _memory(owner: Any, name: str, make: Any) -> None:
    memory = substitutes.PerProcess(make)
    _memories.append(memory)
    setattr(owner, name, memory)


def install() -> None:
    """Put the simulated chance, time, waits and outside into the service."""
    chance.install()
    substitutes.install()
    batches._Entry = lambda kind, piece, plain=batches._Entry: plain(kind, piece, substitutes.Lock())  # type: ignore[assignment, misc]
    _memory(leases, "_held", leases._Held)
    _memory(calls, "_calls", calls._Calls)
    _memory(calls._Caller, "_idle", list)
    _memory(prepared, "_idle", list)
    _memory(batched, "_together", lambda: batches.Batches(batched._execute))
    _memory(authentication, "_cache", dict)
    calls._interrupt = _interrupt
    calls.make = _watched(
        calls.make, lambda answer, _arguments: answer is None, "an answer comes after the worker has gone on"
    )
    outcomes.record_all = _watched(
        outcomes.record_all, lambda _left, answers: len(answers) > 1, "answers are recorded together"
    )
    jobs._pass_on = lambda name: _outside[0].broker.send(name) if _outside else None
    client.send_all = _send_all
    settings.PROVIDERS = {**settings.PROVIDERS, "SANDBOX": {**settings.PROVIDERS["SANDBOX"], "rail": RAIL}}
    settings.RATE_LIMIT_PLATFORM_FACTOR = 10_000
    registry.forget()


def _watched(function: Any, is_it: Callable[[Any, Any], bool], name: str) -> Any:
    """Return a function of the service that tells when something of the list happens in it."""

    def watched(*arguments: Any, **options: Any) -> Any:
        result = function(*arguments, **options)
        sometimes.happened(name, is_it(result, arguments[0]))
        return result

    return watched


def _send_all(requests: Any, done: Any) -> None:
    _outside[0].endpoint.send_all(requests, done)


def _interrupt(thread: Any, _used: Any) -> None:
    if thread.actor is not None:
        thread.actor.raises = calls.TookTooLong


@contextlib.contextmanager
def template(run: str) -> Iterator[Tenant]:
    """Make the database that each seed begins with; it goes at the end of the block."""
    with databases.a_copy_for("simulation", run=run):
        with connection.cursor() as cursor:
            cursor.execute(_FUNCTIONS)
        tenant = _tenant()
        connection.close()
        prepared.close_idle()
        yield tenant


def _tenant() -> Tenant:
    # What no actor plays has no other side: events wait, and no payment is made.
    made = factories.tenant("acme")
    tenant = Tenant(made.client_id, made.client_secret)
    api = tenant.api
    for name in ("Ada Lovelace", "Alan Turing"):
        customer = api.customer(name)
        account = api.internal_account(customer)
        api.fund(account, FUNDS)
        tenant.customers.append(customer)
        tenant.accounts.append(account)
        tenant.banks.append(api.external_account(customer))
        tenant.abroad.append(api.external_account(customer, quote_requests.clabe(name=name), "MXN"))
    reply = api.patch("/config", {"webhookEndpoint": "https://hooks.example.com/events"})
    assert reply.status_code == 200, reply.content
    return tenant


class Time:
    """The file from which the database reads the simulated time."""

    def __init__(self) -> None:
        """Make the file of this process."""
        self.path = pathlib.Path(os.environ["VAR_DIR"]) / f"{_NOW}-{os.getpid()}"
        self.path.touch()
        self.path.chmod(0o644)
        self._file = os.open(self.path, os.O_WRONLY)
        self.write(substitutes.BEGINS)

    def write(self, seconds: float) -> None:
        """Tell the database the time."""
        moment = dt.datetime.fromtimestamp(round(seconds, 6), dt.UTC)
        os.pwrite(self._file, moment.isoformat(timespec="microseconds").encode(), 0)


@contextlib.contextmanager
def database(seed: int, time: Time) -> Iterator[psycopg.Connection[Any]]:
    """Copy the database for a seed, and let the service use it as its own role; yields the superuser's connection."""
    plain, host = str(connection.settings_dict["NAME"]), connection.settings_dict["HOST"]
    name = f"{plain}_{os.getpid()}"
    with psycopg.connect(host=host, user="postgres", dbname="postgres", autocommit=True) as server:
        server.execute(f'CREATE DATABASE "{name}" TEMPLATE "{plain}" STRATEGY FILE_COPY')  # type: ignore[call-overload]
        server.execute(f"ALTER ROLE {databases.SERVICE} IN DATABASE \"{name}\" SET deadlock_timeout = '{_DEADLOCK}'")  # type: ignore[call-overload]
        settings.DATABASES["default"].update(NAME=name, USER=databases.SERVICE)
        connection.settings_dict.update(NAME=name, USER=databases.SERVICE)
        connection.settings_dict["OPTIONS"]["options"] = f"{_OPTIONS} -c simulated.now={time.path}"
        try:
            with psycopg.connect(host=host, user="postgres", dbname=name, autocommit=True) as monitor:
                monitor.execute("SELECT setval('simulated.draws', %s)", [1 + seed % 1_000_000 * 1000])
                yield monitor
        finally:
            connection.close()
            server.execute(f'DROP DATABASE "{name}" WITH (FORCE)')  # type: ignore[call-overload]
