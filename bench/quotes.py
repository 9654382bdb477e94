"""Quotes over HTTP: asking and executing against the machine's limits, and whether the past or more currencies cost."""

import itertools
import os
import random
import sys
from collections.abc import Iterator

import orjson

from bench import cast, load, programs, report, rounds, statements
from bench.rounds import BASE, Series, Step
from payments.models import InternalAccount, Quote, TransactionStatus
from platforms.kit import identifiers

CUSTOMERS = 1000
FEW = 1000
"""Past quotes in the small database."""
_MOST_PER_SECOND = 6000
_WARM_UP = 10
_IN_A_TURN = 10


def measure(found: report.Report, *, seconds: float, number: int, past: int) -> None:
    """Measure both, and report them."""
    _against_limits(found, seconds=seconds, number=number)
    _against_the_past(found, past=past, turns=number * 12)


def _against_limits(found: report.Report, *, seconds: float, number: int) -> None:
    owner = cast.tenant("bench-quotes", currencies=("USD", "MXN"))
    cast.holders(owner, count=CUSTOMERS)
    programs.psql(file="limits.sql")
    asked = _asked(owner)
    with programs.web("service") as service, programs.web("hello", application="bench.hello:application") as hello:
        greetings = itertools.repeat(load.request("GET", "/hello"))

        def ask() -> load.Outcome:
            few = list(itertools.islice(asked, round(seconds * _MOST_PER_SECOND)))
            return load.drive(port=service.port, requests=few, seconds=seconds)

        steps = {
            "six": Step(lambda: programs.pgbench("six_statements", seconds=seconds)),
            "hello": Step(lambda: load.drive(port=hello.port, requests=greetings, seconds=seconds), hello.pid, 200),
            "ask": Step(ask, service.pid, 201),
            "execute": Step(
                lambda: load.drive(port=service.port, requests=_executions(owner), seconds=seconds), service.pid, 200
            ),
        }
        series = rounds.run(steps, number)
    found.add("Quotes", _lines(series, _counts(owner)))


def _asked(owner: cast.Tenant) -> Iterator[bytes]:
    """Write requests for quotes without end, each with a key of its own, over all customers."""
    bodies = [orjson.dumps(body) for body in _bodies(owner)]
    run = os.urandom(4).hex()
    for number in itertools.count():
        headers = {**owner.headers, "Idempotency-Key": f"{run}-{number}"}
        yield load.request("POST", f"{BASE}/quotes", body=random.choice(bodies), headers=headers)


def _bodies(owner: cast.Tenant) -> list[dict[str, object]]:
    rows = InternalAccount.objects.filter(platform_id=owner.platform_id).exclude(customer=None)
    accounts = {(account.customer_id, account.currency): account.public_id for account in rows}
    return [
        {
            "source": {"sourceType": "ACCOUNT", "accountId": account},
            "destination": {"destinationType": "ACCOUNT", "accountId": accounts[customer, "MXN"]},
            "lockedCurrencySide": random.choice(["SENDING", "RECEIVING"]),
            "lockedCurrencyAmount": random.randint(100, 1000),
        }
        for (customer, currency), account in accounts.items()
        if currency == "USD"
    ]


def _executions(owner: cast.Tenant) -> list[bytes]:
    """Write an execution of every quote that was made and not executed; they live for five minutes."""
    open_ = Quote.objects.filter(platform_id=owner.platform_id, transaction__status=TransactionStatus.PENDING)
    run = os.urandom(4).hex()
    return [
        load.request(
            "POST",
            f"{BASE}/quotes/{identifiers.public('Quote', key)}/execute",
            body=b"{}",
            headers={**owner.headers, "Idempotency-Key": f"{run}-{number}"},
        )
        for number, key in enumerate(open_.values_list("id", flat=True))
    ]


def _counts(owner: cast.Tenant) -> dict[str, int]:
    body = _bodies(owner)[0]
    return statements.count_quotes(owner, body)


def _lines(series: Series, counts: dict[str, int]) -> list[report.Line]:
    six, hello = series.rates("six"), series.rates("hello")
    lines = [
        report.Line("six-statement limit", report.per_second(six), note=series.cost("six")),
        report.Line("hello-world, same server", report.per_second(hello), note=series.percentiles("hello")),
    ]
    for name, what in (("ask", "POST /quotes"), ("execute", "POST /quotes/{id}/execute")):
        rates = series.rates(name)
        note = (
            f"{report.ratio(rates, hello):.2f} x hello-world; {series.percentiles(name)}; {series.cost(name)};"
            f" {counts[name]} statements"
        )
        lines.append(
            report.Line(what, report.per_second(rates), report.ratio(rates, six), "six-statement limit", note=note)
        )
    return lines


def _against_the_past(found: report.Report, *, past: int, turns: int) -> None:
    few = _fill("bench_few_quotes", past=FEW, every_currency=False)
    many = _fill("bench_many_quotes", past=past, every_currency=True)
    with (
        programs.web("few", variables={"DATABASE_URL": few["url"]}) as few_web,
        programs.web("many", variables={"DATABASE_URL": many["url"]}) as many_web,
    ):
        taken: list[list[float]] = [[], []]
        for turn in range(turns + _WARM_UP):
            for side, (filled, port) in enumerate(((few, few_web.port), (many, many_web.port))):
                outcome = _turn(filled, port)
                if turn >= _WARM_UP:
                    taken[side] += outcome.latencies
    (small, small_middle), (large, large_middle) = (_percentiles(each) for each in taken)
    line = report.Line(
        "POST /quotes",
        f"{large:.1f} ms",
        large / small,
        f"{small:.1f} ms",
        report.Target(1.5, 1.1, at_most=True),
        note=f"p95; p50 {large_middle:.1f} ms against {small_middle:.1f} ms",
    )
    found.add(f"Quotes: {past:,} past ones and every currency against {FEW:,} and two currencies", [line])


def _fill(name: str, *, past: int, every_currency: bool) -> dict[str, str]:
    print(f"· Loading {past:,} quotes ... ", end="", flush=True)
    programs.psql(command=f"CREATE DATABASE {name}")
    variables = {"DATABASE_URL": programs.database(name)}
    programs.run("migrate", [sys.executable, "manage.py", "migrate", "--no-input"], variables)
    words = [f"--past={past}", *(["--every-currency"] if every_currency else [])]
    made = orjson.loads(programs.run("bench.quote_data", [sys.executable, "-m", "bench.quote_data", *words], variables))
    print(f"{made['seconds']:.0f} s")
    return {"url": variables["DATABASE_URL"], **made}


def _turn(filled: dict[str, str], port: int) -> load.Outcome:
    headers = {"Authorization": filled["authorization"]}
    text = load.request("POST", f"{BASE}/quotes", body=filled["body"].encode(), headers=headers)
    outcome = load.drive(port=port, requests=itertools.repeat(text, _IN_A_TURN), seconds=60, connections=1)
    if not outcome.only(201):
        raise programs.ProgramError(f"a quote was answered {outcome.example[:600]!r}")
    return outcome


def _percentiles(latencies: list[float]) -> tuple[float, float]:
    """Return p95 and p50 in milliseconds."""
    ordered = sorted(latencies)
    return ordered[round(len(ordered) * 0.95) - 1] * 1000, ordered[len(ordered) // 2] * 1000
