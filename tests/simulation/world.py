"""What a seed begins with: a database made once and copied for each seed, and the processes' memory."""

import contextlib
import dataclasses
import datetime as dt
import functools
import os
import pathlib
import signal
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import psycopg
from django.conf import settings
from django.db import connection

from banks.rail import routes, sweeps
from banks.statements.incoming import importing
from payments.providers import calls, registry
from payments.providers.time_limit import TookTooLong
from payments.workflow import claims as payment_claims
from payments.workflow import leases, outcomes
from platforms.base import jobs
from platforms.database import batches, prepared
from platforms.database.postgresql import base
from platforms.http import authentication, batched
from tests.banks.rail import world as banks_world
from tests.conftest import Api
from tests.simulation import bank, chance, sometimes, substitutes
from tests.simulation.endpoint import Endpoint
from tests.simulation.rail import SimulatedRail
from tests.simulation.rates import SimulatedRates
from tests.simulation.scheduler import current
from tests.support import databases, factories
from tests.support.payments import quote_requests
from webhooks.delivery import claims, client

FUNDS = 1_000_00
EURO_FUNDS = 100_00
RAIL, RATES = "tests.simulation.world.rail", "tests.simulation.world.rates"
_NOW = "simulated-now"
"""The database reads the simulated time from a file, of which each process that plays has one."""
_FUNCTIONS = """
CREATE SCHEMA simulated;
CREATE FUNCTION simulated.now() RETURNS timestamptz LANGUAGE sql STABLE SECURITY DEFINER
AS $$ SELECT pg_catalog.pg_read_file(pg_catalog.current_setting('simulated.now'), 0, 32)::timestamptz $$;
CREATE FUNCTION simulated.statement_timestamp() RETURNS timestamptz LANGUAGE sql STABLE
AS $$ SELECT simulated.now() $$;
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
    euro_account: str = ""
    """Its payments go by the files of a bank."""
    euro_payees: list[str] = dataclasses.field(default_factory=list)
    reference: str = ""
    """What those who pay into the account in euros have to write."""

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
    rates: SimulatedRates
    endpoint: Endpoint
    broker: Broker
    bank: bank.SimulatedBank


_LATE, _TOGETHER = "an answer comes after the worker has gone on", "answers are recorded together"
_outside: list[Outside] = []
_memories: list[substitutes.PerProcess] = []


def rail() -> SimulatedRail:
    """Return the rail of the seed: the adapter that the settings name."""
    return _outside[0].rail


def rates() -> SimulatedRates:
    """Return the source of rates of the seed, as the settings name it too."""
    return _outside[0].rates


def begin(seed: int) -> Outside:
    """Make what is outside of the service for a seed."""
    _outside[:] = [
        Outside(SimulatedRail(seed), SimulatedRates(seed), Endpoint(seed), Broker(), bank.SimulatedBank(seed))
    ]
    # By the clock of a bank, days pass from one attempt to the next: events would be given up.
    _outside[0].endpoint.is_kind = _outside[0].bank.is_played
    _outside[0].bank.use_folders(settings.STORAGES["documents"])
    chance.seed(seed)
    return _outside[0]


def forget(process: str) -> None:
    """Forget what a process that was killed had in memory."""
    for memory in _memories:
        memory.of.pop(process, None)


def _put(owner: Any, name: str, make: Callable[[Any], Any]) -> None:
    """Replace what a module or a class calls by this name with what is made of it."""
    assert hasattr(owner, name), f"what the simulation replaces has moved: {name}"
    setattr(owner, name, make(getattr(owner, name)))


def _memory(owner: Any, name: str, make: Callable[[Any], Any] = lambda plain: type(plain)()) -> None:
    """Give each process one of its own; `make` makes a new one like that which is there."""

    def own(plain: Any) -> substitutes.PerProcess:
        _memories.append(substitutes.PerProcess(lambda: make(plain)))
        return _memories[-1]

    _put(owner, name, own)


def install() -> None:
    """Put the simulated chance, time, waits and outside into the service."""
    chance.install()
    substitutes.install()
    # The database's own limits go by real time.
    _put(base, "_OPTIONS", lambda _plain: "-c idle_in_transaction_session_timeout=0")
    _put(batches, "_Entry", lambda plain: lambda kind, piece: plain(kind, piece, substitutes.Lock()))
    _memory(leases, "_held")
    _memory(calls, "_calls")
    _memory(vars(calls)["_Caller"], "_idle")
    _memory(prepared, "_idle")
    _memory(batched, "_together", lambda plain: batches.Batches(plain._execute))
    _memory(authentication, "_cache")
    _memory(routes, "_known")
    _put(calls, "_interrupt", lambda _plain: _interrupt)
    _put(calls, "make", functools.partial(_watched, is_it=lambda answer, _call: answer is None, name=_LATE))
    _put(outcomes, "record_all", functools.partial(_watched, is_it=lambda _left, these: len(these) > 1, name=_TOGETHER))
    _put(payment_claims, "claim_payments", functools.partial(_told_claim, tell=_tell_rail))
    _put(leases.Queue, "hold", _told_hold)
    _put(leases.Queue, "begin", _told_begin)
    _put(claims, "claim", functools.partial(_told_claim, tell=_tell_endpoint))
    for module in (sweeps, importing):
        _put(module, "_claim", _told_files)
    for owner, name, what in bank.FILES:
        _put(owner, name, functools.partial(bank.stepped, what=what))
    _put(jobs, "_pass_on", lambda _plain: _wake)
    _put(client, "send_all", lambda _plain: _send_all)
    ours = {"rail": RAIL, "rates": RATES}
    settings.PROVIDERS = {**settings.PROVIDERS, "SANDBOX": {**settings.PROVIDERS["SANDBOX"], **ours}}
    settings.RATE_LIMIT_PLATFORM_FACTOR = 10_000
    registry.forget()


def _watched(function: Any, is_it: Callable[[Any, Any], bool], name: str) -> Any:
    """Return a function of the service that tells when something of the list happens in it."""

    def watched(*arguments: Any, **options: Any) -> Any:
        result = function(*arguments, **options)
        sometimes.happened(name, is_it(result, arguments[0]))
        return result

    return watched


def _told_claim(plain: Any, tell: Callable[[str, Any], object]) -> Any:
    """Return a function that claims as `plain` does, and tells what a process has claimed."""

    def claim(**options: Any) -> Any:
        claimed, actor = plain(**options), current()
        if actor is not None:
            tell(actor.process, claimed)
        return claimed

    return claim


def _tell_rail(process: str, payments: Any) -> None:
    rail().takes(process, [payment.key for payment in payments])


def _tell_endpoint(process: str, claimed: Any) -> None:
    for batch in claimed.batches:
        _outside[0].endpoint.claims(process, batch[0].resource)


def _told_hold(plain: Any) -> Any:
    """Return `Queue.hold` that tells the rail what a process has claimed."""

    def hold(queue: leases.Queue, claimed: Any, *, since: float) -> None:
        actor = current()
        if actor is not None:
            rail().holds(actor.process, [row.key for row in claimed])
        plain(queue, claimed, since=since)

    return hold


def _told_begin(plain: Any) -> Any:
    """Return `Queue.begin` that tells the rail when a process began with a row."""

    def begin(queue: leases.Queue, row: Any, advance: Any) -> Any:
        actor = current()
        if actor is not None:
            rail().begins(actor.process, row.key)
        return plain(queue, row, advance)

    return begin


def _told_files(plain: Any) -> Any:
    """Return a function that claims batches, or files of a bank, and tells the bank which."""

    def claim(now: Any) -> Any:
        claimed, actor = plain(now), current()
        if actor is not None:
            _outside[0].bank.claims(actor.process, claimed)
        return claimed

    return claim


def _wake(name: str) -> None:
    if _outside:
        _outside[0].broker.send(name)


def _send_all(requests: Any, done: Any) -> None:
    _outside[0].endpoint.send_all(requests, done)


def _interrupt(thread: Any, _used: Any) -> None:
    if thread.actor is not None:
        thread.actor.raises = TookTooLong


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


def _use(name: str, **others: str) -> None:
    settings.DATABASES["default"].update(NAME=name, **others)
    connection.settings_dict.update(NAME=name, **others)


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
    banks_world.connect(made.platform, debit_format="SEPA_CORE_008_08")
    tenant.euro_account = api.internal_account(tenant.customers[0], "EUR")
    api.fund(tenant.euro_account, EURO_FUNDS)
    found = api.get("/customers/internal-accounts", customerId=tenant.customers[0], currency="EUR").json()
    tenant.reference = found["data"][0]["fundingPaymentInstructions"][0]["accountOrWalletInfo"]["reference"]
    tenant.euro_payees += [
        api.external_account(tenant.customers[0], banks_world.euro_account(), "EUR") for _ in range(2)
    ]
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


def name_for(process: int) -> str:
    """Return the name of the database of the seed that a process plays."""
    return f"{connection.settings_dict['NAME']}_{process}"


@contextlib.contextmanager
def database(seed: int, time: Time) -> Iterator[psycopg.Connection[Any]]:
    """Copy the database for a seed, and let the service use it as its own role; yields the superuser's connection."""
    plain, host, name = str(connection.settings_dict["NAME"]), connection.settings_dict["HOST"], name_for(os.getpid())
    with _server() as server:
        server.execute(f'CREATE DATABASE "{name}" TEMPLATE "{plain}" STRATEGY FILE_COPY')
        server.execute(f"ALTER ROLE {databases.SERVICE} IN DATABASE \"{name}\" SET deadlock_timeout = '{_DEADLOCK}'")
    _use(name, USER=databases.SERVICE)
    connection.settings_dict["OPTIONS"]["options"] = f"{_OPTIONS} -c simulated.now={time.path}"
    try:
        with (
            psycopg.connect(host=host, user="postgres", dbname=name) as reader,
            psycopg.connect(host=host, user="postgres", dbname=name, autocommit=True) as monitor,
        ):
            _keep_old_rows(reader)
            monitor.execute("SELECT setval('simulated.draws', %s)", [1 + seed % 1_000_000 * 1000])
            yield monitor
    finally:
        connection.close()


def drop(names: Sequence[str]) -> None:
    """Drop databases of seeds that are over, or were ended."""
    with _server() as server:
        # One that was stopped while it waited for a lock would hold up whoever drops any database.
        left = server.execute("SELECT pid FROM pg_stat_activity WHERE datname = ANY(%s)", [names]).fetchall()
        for (backend,) in left:
            with contextlib.suppress(ProcessLookupError):
                os.kill(backend, signal.SIGCONT)
        for name in names:
            server.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


def places(monitor: psycopg.Connection[Any]) -> str:
    """Return a line that tells in which places of their pages queued rows are.

    Two traces that differ in it alone may differ in more another time: an index returns equal rows by their places.
    """
    told = []
    for table in ("payments_transaction", "webhooks_event"):
        row = monitor.execute(f"SELECT md5(string_agg(ctid::text || id, ',' ORDER BY id)) FROM {table}").fetchone()
        told.append(f"{table} [{row[0][:10] if row and row[0] else ''}]")
    return f"places of rows: {', '.join(told)}"


def _server() -> psycopg.Connection[Any]:
    return psycopg.connect(host=connection.settings_dict["HOST"], user="postgres", dbname="postgres", autocommit=True)


def _keep_old_rows(reader: psycopg.Connection[Any]) -> None:
    """Begin a transaction that may read every row there is, so that no page gives the room of an old one away.

    Whether it does depends on the oldest transaction of all databases: those of seeds that are played beside this one.
    Where rows lie decides which comes first of those that an index holds for equal.
    """
    reader.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
    reader.execute("SELECT")
