"""Quotes over HTTP: creating and executing, against the machine's limits; whether the past or more currencies cost."""

import itertools
import os
import random
from collections.abc import Iterator
from typing import Any

import orjson

from bench import child, databases, load, programs, report, rounds
from bench.parts import limits
from bench.rounds import BASE, Series, Side
from bench.size import Size

_OPEN = (
    "SELECT quote.id FROM payments_quote quote JOIN payments_transaction payment ON payment.id = quote.transaction_id"
    " WHERE payment.status = 'PENDING'"
)


def measure(found: report.Report, size: Size) -> None:
    """Measure both, and report them."""
    _against_limits(found, size)
    _against_the_past(found, size)


def _against_limits(found: report.Report, size: Size) -> None:
    with databases.fresh("quotes") as url:
        owner = limits.prepare(url, size, "MXN")
        bodies = [_body(holder) for holder in owner["holders"]]
        series = _measured(url, owner, bodies, size)
        counts = child.call("statements", url, owner=owner, quote=bodies[0])
    found.add("Quotes", _lines(series, counts))


def _measured(url: str, owner: Any, bodies: list[dict[str, object]], size: Size) -> Series:
    greetings, asked = itertools.repeat(load.request("GET", "/hello")), _asked(owner, bodies)
    with (
        programs.web("service", variables={"DATABASE_URL": url}) as service,
        programs.web("hello", application="bench.hello:application") as hello,
    ):
        steps = {
            "six": limits.six(url, size),
            "hello": rounds.http(hello, lambda: greetings, seconds=size.seconds),
            "ask": rounds.http(service, lambda: rounds.some(asked, size.seconds), seconds=size.seconds, status=201),
            "execute": rounds.http(service, lambda: _executions(owner, url), seconds=size.seconds),
        }
        return rounds.run(steps, size.rounds)


def _asked(owner: Any, bodies: list[dict[str, object]]) -> Iterator[bytes]:
    """Write requests for quotes without end, each with its own key, over all customers."""
    texts = [orjson.dumps(body) for body in bodies]
    run = os.urandom(4).hex()
    for number in itertools.count():
        headers = {**owner["headers"], "Idempotency-Key": f"{run}-{number}"}
        yield load.request("POST", f"{BASE}/quotes", body=random.choice(texts), headers=headers)


def _body(holder: dict[str, str]) -> dict[str, object]:
    return {
        "source": {"sourceType": "ACCOUNT", "accountId": holder["USD"]},
        "destination": {"destinationType": "ACCOUNT", "accountId": holder["MXN"]},
        "lockedCurrencySide": random.choice(["SENDING", "RECEIVING"]),
        "lockedCurrencyAmount": random.randint(100, 1000),
    }


def _executions(owner: Any, url: str) -> list[bytes]:
    """Write an execution of every quote not executed yet; quotes last for five minutes."""
    run = os.urandom(4).hex()
    return [
        load.request(
            "POST",
            f"{BASE}/quotes/Quote:{key}/execute",
            body=b"{}",
            headers={**owner["headers"], "Idempotency-Key": f"{run}-{number}"},
        )
        for number, key in enumerate(programs.psql(command=_OPEN, url=url).splitlines())
    ]


def _lines(series: Series, counts: dict[str, int]) -> list[report.Line]:
    lines = [series.line(limits.SIX, "six"), series.line("hello-world, same server", "hello")]
    for name, what, target in (
        ("ask", "POST /quotes", report.Target(0.16, 0.25)),
        ("execute", "POST /quotes/{id}/execute", report.Target(0.15, 0.25)),
    ):
        hello = report.ratio(series.rates[name], series.rates["hello"])
        note = f"{hello:.2f} x hello-world; {counts[name]} statements"
        lines.append(series.line(what, name, "six", limits.SIX, target, note=note))
    return lines


def _against_the_past(found: report.Report, size: Size) -> None:
    with databases.fresh("few_quotes") as few_url, databases.fresh("many_quotes") as many_url:
        few = _fill(few_url, past=size.few_quotes, every_currency=False)
        many = _fill(many_url, past=size.quotes, every_currency=True)
        with (
            programs.web("few", variables={"DATABASE_URL": few_url}) as few_web,
            programs.web("many", variables={"DATABASE_URL": many_url}) as many_web,
        ):
            sides = Side(few_web, few), Side(many_web, many)
            line = rounds.compare("POST /quotes, p95", *sides, status=201, turns=size.turns)
    found.add(
        f"Quotes: {size.quotes:,} past ones and every currency against {size.few_quotes:,} and two currencies", [line]
    )


def _fill(url: str, *, past: int, every_currency: bool) -> bytes:
    print(f"· Loading {past:,} quotes", flush=True)
    owner = child.call("quote_data", url, past=past, every_currency=every_currency)
    body = {**_body(owner["holders"][0]), "lockedCurrencySide": "SENDING", "lockedCurrencyAmount": 10_000}
    return load.request("POST", f"{BASE}/quotes", body=orjson.dumps(body), headers=owner["headers"])
