"""Limits, ledger and HTTP in interleaved rounds, so that whatever the machine does happens to all of them."""

import dataclasses
import itertools
import os
import random
import uuid
from collections.abc import Callable, Iterable, Iterator

import orjson

from bench import cast, cpu, load, programs, report, statements
from payments.models import LedgerAccount
from platforms.models import Platform

BASE = "/2025-10-13"
CUSTOMERS = 1000


@dataclasses.dataclass
class Series:
    """What every round found, by the name of what was measured."""

    raw: dict[str, list[float]] = dataclasses.field(default_factory=dict)
    http: dict[str, list[load.Outcome]] = dataclasses.field(default_factory=dict)
    costs: dict[str, list[tuple[float, float]]] = dataclasses.field(default_factory=dict)
    """Milliseconds of processor time per request or call: of the web server, of the database."""

    def rates(self, name: str) -> list[float]:
        """Return the rates of all rounds."""
        return self.raw[name] if name in self.raw else [outcome.per_second for outcome in self.http[name]]

    def percentiles(self, name: str) -> str:
        """Write the latencies as medians of the rounds."""
        values = (report.median([each.percentile(share) for each in self.http[name]]) for share in (0.5, 0.95, 0.99))
        return "p50 {:.1f}  p95 {:.1f}  p99 {:.1f} ms".format(*values)

    def cost(self, name: str) -> str:
        """Write the processor time per call."""
        web, database = (report.median(column) for column in zip(*self.costs[name], strict=True))
        return f"CPU {f'{web:.2f} ms web, ' if web else ''}{database:.2f} ms database"


@dataclasses.dataclass(frozen=True)
class Step:
    """Something to measure in every round."""

    measure: Callable[[], load.Outcome | programs.Rate]
    server: int = 0
    """The web server's process, when there is one."""
    status: int = 0
    """What every reply must have."""


def measure(found: report.Report, *, rounds: int, seconds: float) -> None:
    """Measure everything that is held against a limit of the machine, and report it."""
    owner = cast.tenant()
    holders = cast.holders(owner, count=CUSTOMERS)
    programs.psql(file="limits.sql")
    transfers = _transfers(owner, holders)
    with programs.web("service") as service, programs.web("hello", application="bench.hello:application") as hello:
        made = [_transaction_id(service.port, text) for text in itertools.islice(transfers, CUSTOMERS)]
        reads = _reads(owner, made)
        lists = itertools.repeat(load.request("GET", f"{BASE}/transactions", headers=owner.headers))
        greetings = itertools.repeat(load.request("GET", "/hello"))

        def ask(server: programs.Web, requests: Iterable[bytes]) -> load.Outcome:
            return load.drive(port=server.port, requests=requests, seconds=seconds)

        def transfer() -> load.Outcome:
            return ask(service, list(itertools.islice(transfers, round(seconds * 6000))))

        steps = {
            **_database_steps(seconds),
            "hello": Step(lambda: ask(hello, greetings), hello.pid, 200),
            "get": Step(lambda: ask(service, reads), service.pid, 200),
            "list": Step(lambda: ask(service, lists), service.pid, 200),
            "transfer": Step(transfer, service.pid, 201),
        }
        series = run(steps, rounds)
        found.add("The generator", [_generator(seconds)])
    found.add("Ledger", _ledger_lines(series))
    found.add("HTTP", _http_lines(series, statements.count(owner, holders[0], made[0])))


def run(steps: dict[str, Step], rounds: int) -> Series:
    """Measure every step in every round."""
    series, meter = Series(), cpu.Meter()
    for number in range(1, rounds + 1):
        for name, step in steps.items():
            print(f"\r· Round {number} of {rounds}: {name:<16}", end="", flush=True)
            web, database = meter.group(step.server), meter.database()
            outcome = step.measure()
            web, database = meter.group(step.server) - web, meter.database() - database
            if isinstance(outcome, load.Outcome):
                if not outcome.only(step.status):
                    raise programs.ProgramError(f"{name} answered {outcome.statuses}: {outcome.example[:600]!r}")
                series.http.setdefault(name, []).append(outcome)
            else:
                series.raw.setdefault(name, []).append(outcome.per_second)
            calls = outcome.per_second * outcome.seconds / 1000
            series.costs.setdefault(name, []).append((web / calls, database / calls))
    print("\r" + " " * 60 + "\r", end="")
    return series


def _database_steps(seconds: float) -> dict[str, Step]:
    """Return the limits and the ledger; guarded accounts and clearing accounts have keys without gaps."""
    accounts = LedgerAccount.objects.filter(kind="BENCH_CLEARING_1").values_list("id", flat=True)
    first_clearing = accounts.get()
    spread = {
        "platform": Platform.objects.get(name="bench").id,
        "payload": orjson.dumps({"id": str(uuid.uuid4()), "data": "x" * 800}).decode(),
        "first_account": first_clearing - CUSTOMERS,
        "first_clearing": first_clearing,
        "clearings": CUSTOMERS,
    }
    hot = {**spread, "clearings": 1}
    return {
        "six": Step(lambda: programs.pgbench("six_statements", seconds=seconds, is_prepared=False)),
        "six, prepared": Step(lambda: programs.pgbench("six_statements", seconds=seconds)),
        "function": Step(lambda: programs.pgbench("one_function", seconds=seconds, variables=spread)),
        "core": Step(lambda: programs.pgbench("ledger_core", seconds=seconds, variables=spread)),
        "core, hot": Step(lambda: programs.pgbench("ledger_core", seconds=seconds, variables=hot)),
    }


def _transfers(owner: cast.Tenant, holders: list[cast.Holder]) -> Iterator[bytes]:
    """Write transfers without end, each with a key of its own, over all accounts."""
    run = os.urandom(4).hex()
    for number in itertools.count():
        holder = random.choice(holders)
        body = {
            "source": {"accountId": holder.internal},
            "destination": {"accountId": holder.external},
            "amount": random.randint(1, 100),
        }
        headers = {**owner.headers, "Idempotency-Key": f"{run}-{number}"}
        yield load.request("POST", f"{BASE}/transfer-out", body=orjson.dumps(body), headers=headers)


def _reads(owner: cast.Tenant, made: list[str]) -> Iterator[bytes]:
    texts = [load.request("GET", f"{BASE}/transactions/{key}", headers=owner.headers) for key in made]
    return itertools.cycle(random.sample(texts, len(texts)))


def _transaction_id(port: int, text: bytes) -> str:
    outcome = load.drive(port=port, requests=[text], seconds=30, connections=1)
    if not outcome.only(201):
        raise programs.ProgramError(f"a transfer was answered {outcome.example[:600]!r}")
    return str(orjson.loads(outcome.document)["id"])


def _generator(seconds: float) -> report.Line:
    """Measure the generator three times: one sample of it says little, it shares the machine with the responder."""
    with programs.responder() as port:
        asked = itertools.repeat(load.request("GET", "/", headers={"Authorization": "x" * 90}))
        rates = [load.drive(port=port, requests=asked, seconds=seconds / 2).per_second for _ in range(3)]
    note = "" if min(rates) > 20_000 else "below 20,000/s at times: fast figures are understated"
    return report.Line("load generator against an empty responder", report.per_second(rates), note=note)


def _ledger_lines(series: Series) -> list[report.Line]:
    six, known, function, core, hot = map(series.rates, ("six", "six, prepared", "function", "core", "core, hot"))
    return [
        report.Line("six-statement limit", report.per_second(six), note=series.cost("six")),
        report.Line(
            "the same with prepared statements",
            report.per_second(known),
            report.ratio(known, six),
            "not prepared",
            note=series.cost("six, prepared"),
        ),
        report.Line(
            "function limit (same rows as the ledger)", report.per_second(function), note=series.cost("function")
        ),
        report.Line(
            "ledger core, 1,000 accounts",
            report.per_second(core),
            report.ratio(core, function),
            "function limit",
            report.Target(0.5, 0.8),
            note=series.cost("core"),
        ),
        report.Line(
            "ledger core, one hot system account",
            report.per_second(hot),
            report.ratio(hot, core),
            "not hot",
            report.Target(0.5, 0.9),
        ),
    ]


def _http_lines(series: Series, counts: dict[str, int]) -> list[report.Line]:
    six, known, hello = map(series.rates, ("six", "six, prepared", "hello"))
    transfer, get, page = (series.rates(name) for name in ("transfer", "get", "list"))
    return [
        report.Line(
            "hello-world, same server",
            report.per_second(hello),
            note=f"{series.percentiles('hello')}; {series.cost('hello')}",
        ),
        report.Line(
            "POST /transfer-out",
            report.per_second(transfer),
            report.ratio(transfer, six),
            "six-statement limit",
            report.Target(0.20, 0.5),
            note=f"{series.percentiles('transfer')}; {series.cost('transfer')}; {counts['transfer']} statements",
        ),
        report.Line(
            "the same",
            report.per_second(transfer),
            report.ratio(transfer, known),
            "six prepared statements",
        ),
        report.Line(
            "GET /transactions/{id}",
            report.per_second(get),
            report.ratio(get, hello),
            "hello-world",
            report.Target(0.25, 0.5),
            note=f"{series.percentiles('get')}; {series.cost('get')}; {counts['get']} statements",
        ),
        report.Line(
            "GET /transactions (20 a page)",
            report.per_second(page),
            report.ratio(page, hello),
            "hello-world",
            note=f"{series.percentiles('list')}; {series.cost('list')}; {counts['list']} statements",
        ),
    ]
