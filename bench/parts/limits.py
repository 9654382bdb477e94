"""The machine's limits, the ledger core and transfers over HTTP."""

import dataclasses
import itertools
import os
import random
import uuid
from collections.abc import Iterator
from typing import Any

import orjson

from bench import child, databases, load, programs, report, rounds
from bench.rounds import BASE, Series, Step
from bench.size import Size

SIX = "six-statement limit"
FUNCTION = "function limit"
BATCH = 50
"""Transfers in a batch."""
_MOST_BATCHES_PER_SECOND = 300


def measure(found: report.Report, size: Size) -> None:
    """Measure everything that is held against a limit of the machine, and report it."""
    with databases.fresh("limits") as url:
        owner = prepare(url, size)
        series, counts = _measured(url, owner, size)
    found.add("The generator", [_generator(size.seconds)])
    found.add("Ledger", _ledger_lines(series, size))
    found.add("HTTP", _http_lines(series, counts))


def _measured(url: str, owner: Any, size: Size) -> tuple[Series, dict[str, int]]:
    with (
        programs.web("service", variables={"DATABASE_URL": url}) as service,
        programs.web("hello", application="bench.hello:application") as hello,
    ):
        transfers = transfers_of(owner)
        made = [_transaction_id(service.port, text) for text in itertools.islice(transfers, size.customers)]
        reads = _reads(owner, made)
        lists = itertools.repeat(load.request("GET", f"{BASE}/transactions", headers=owner["headers"]))
        greetings = itertools.repeat(load.request("GET", "/hello"))
        pages = rounds.http(service, lambda: lists, seconds=size.seconds)
        steps = {
            **_database_steps(url, owner, size),
            "hello": rounds.http(hello, lambda: greetings, seconds=size.seconds),
            "get": rounds.http(service, lambda: reads, seconds=size.seconds),
            "list": dataclasses.replace(pages, measure=lambda: _with_all_counted(url, pages)),
            "transfer": rounds.http(
                service, lambda: rounds.some(transfers, size.seconds), seconds=size.seconds, status=201
            ),
            "batch": _batches(service, owner, size.seconds),
            "list, not counted": pages,
        }
        series = rounds.run(steps, size.rounds)
    return series, child.call("statements", url, owner=owner, transaction_id=made[0])


def prepare(url: str, size: Size, *currencies: str) -> Any:
    """Make a platform with customers, and the tables of the limits; return them (`bench.children.tenants`)."""
    owner = child.call("tenants", url, count=size.customers, currencies=["USD", *currencies])
    programs.psql(file="limits.sql", url=url, variables={"customers": size.customers})
    return owner


def six(url: str, size: Size, *, is_prepared: bool = False) -> Step:
    """Return the step that measures the smallest double-entry transfer."""
    variables = {"customers": size.customers}
    return Step(
        lambda: programs.pgbench(
            "six_statements", url=url, seconds=size.seconds, variables=variables, is_prepared=is_prepared
        )
    )


def ledger(script: str, url: str, owner: Any, size: Size, *, clearings: int) -> Step:
    """Return the step that measures the rows of ledger entries over so many clearing accounts."""
    # Guarded accounts and clearing accounts have keys without gaps.
    first = int(programs.psql(command="SELECT id FROM payments_ledgeraccount WHERE kind = 'BENCH_CLEARING_1'", url=url))
    variables = {
        "platform": owner["platform"],
        "payload": orjson.dumps({"id": str(uuid.uuid4()), "data": "x" * 800}).decode(),
        "customers": size.customers,
        "first_account": first - size.customers,
        "first_clearing": first,
        "clearings": clearings,
    }
    return Step(lambda: programs.pgbench(script, url=url, seconds=size.seconds, variables=variables))


def transfers_of(owner: Any) -> Iterator[bytes]:
    """Write transfers without end, each with its own key, over all accounts."""
    run = os.urandom(4).hex()
    for number in itertools.count():
        headers = {**owner["headers"], "Idempotency-Key": f"{run}-{number}"}
        yield load.request(
            "POST",
            f"{BASE}/transfer-out",
            body=orjson.dumps(_transfer(random.choice(owner["holders"]))),
            headers=headers,
        )


def _transfer(holder: Any) -> dict[str, object]:
    return {
        "source": {"accountId": holder["USD"]},
        "destination": {"accountId": holder["external"]},
        "amount": random.randint(1, 100),
    }


def _batches(service: programs.Web, owner: Any, seconds: float) -> Step:
    """Return the step of batches, whose rate and costs are those of a transfer."""

    def measure() -> programs.Rate:
        texts = list(itertools.islice(_batches_of(owner), round(seconds * _MOST_BATCHES_PER_SECOND)))
        outcome = load.drive(port=service.port, requests=texts, seconds=seconds)
        if not outcome.only(200) or b'"error"' in outcome.example:
            raise programs.ProgramError(f"a batch was answered {outcome.example[:600]!r}")
        return programs.Rate(outcome.per_second * BATCH, outcome.seconds)

    return Step(measure, service.pid)


def _with_all_counted(url: str, pages: Step) -> load.Outcome | programs.Rate:
    child.call("tally", url)
    return pages.measure()


def _batches_of(owner: Any) -> Iterator[bytes]:
    run = os.urandom(4).hex()
    for number in itertools.count():
        holder = random.choice(owner["holders"])
        transfers = [{"type": "OUT", **_transfer(holder)} for _ in range(BATCH)]
        body = {"mode": "EACH", "transfers": transfers}
        headers = {**owner["headers"], "Idempotency-Key": f"{run}-{number}"}
        yield load.request("POST", f"{BASE}/transfers/batch", body=orjson.dumps(body), headers=headers)


def _database_steps(url: str, owner: Any, size: Size) -> dict[str, Step]:
    return {
        "six": six(url, size),
        "six, prepared": six(url, size, is_prepared=True),
        "function": ledger("one_function", url, owner, size, clearings=size.customers),
        "core": ledger("ledger_core", url, owner, size, clearings=size.customers),
        "core, hot": ledger("ledger_core", url, owner, size, clearings=1),
    }


def _reads(owner: Any, made: list[str]) -> Iterator[bytes]:
    texts = [load.request("GET", f"{BASE}/transactions/{key}", headers=owner["headers"]) for key in made]
    return itertools.cycle(random.sample(texts, len(texts)))


def _transaction_id(port: int, text: bytes) -> str:
    outcome = load.drive(port=port, requests=[text], seconds=30, connections=1)
    if not outcome.only(201):
        raise programs.ProgramError(f"a transfer was answered {outcome.example[:600]!r}")
    return str(orjson.loads(outcome.document)["id"])


def _generator(seconds: float) -> report.Line:
    """Measure the generator three times: one sample means little, as it shares the machine with the responder."""
    with programs.responder() as port:
        asked = itertools.repeat(load.request("GET", "/", headers={"Authorization": "x" * 90}))
        rates = [load.drive(port=port, requests=asked, seconds=seconds / 2).per_second for _ in range(3)]
    note = "" if min(rates) > 20_000 else "below 20,000/s at times: fast figures are understated"
    return report.rate("load generator against an empty responder", rates, note=note)


def _ledger_lines(series: Series, size: Size) -> list[report.Line]:
    return [
        series.line(SIX, "six"),
        series.line("the same with prepared statements", "six, prepared", "six", "not prepared"),
        series.line("function limit (same rows as the ledger)", "function"),
        series.line(
            f"ledger core, {size.customers:,} accounts", "core", "function", FUNCTION, report.Target(0.55, 0.8)
        ),
        series.line("ledger core, one hot system account", "core, hot", "core", "not hot", report.Target(0.5, 0.9)),
    ]


def _http_lines(series: Series, counts: dict[str, int]) -> list[report.Line]:
    sent = {name: f"{count} statements" for name, count in counts.items()}
    return [
        series.line("hello-world, same server", "hello"),
        series.line("POST /transfer-out", "transfer", "six", SIX, report.Target(0.25, 0.4), note=sent["transfer"]),
        report.rate("the same", series.rates["transfer"], series.rates["six, prepared"], "six prepared statements"),
        series.line(
            f"transfers by POST /transfers/batch of {BATCH}",
            "batch",
            "six, prepared",
            "six prepared statements",
            report.Target(0.6, 1.0),
        ),
        series.line(
            "GET /transactions/{id}", "get", "hello", "hello-world", report.Target(0.30, 0.5), note=sent["get"]
        ),
        series.line(
            "GET /transactions (20 a page)",
            "list",
            "get",
            "GET /transactions/{id}",
            report.Target(0.25, 0.4),
            note=sent["list"],
        ),
        series.line(
            "the same after thousands of payments in a minute",
            "list, not counted",
            "list",
            "where all are counted",
            note="each page counts those of the last two minutes for its total",
        ),
    ]
