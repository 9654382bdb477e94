"""Lists stay flat: the same requests against a small and a large database, in turns."""

import dataclasses
import itertools
import sys
from collections.abc import Sequence

import orjson

from bench import load, programs, report

SMALL = 10_000
"""Transactions in the small database, and customers: a total is counted up to this number."""
_IN_A_TURN = 10
_WARM_UP = 10
"""Turns that fill caches and prepare the statements on every connection."""


@dataclasses.dataclass(frozen=True)
class Filled:
    """A database with what to ask of it."""

    url: str
    authorization: str
    paths: dict[str, str]
    seconds: float


def measure(found: report.Report, *, transactions: int, customers: int, rounds: int) -> None:
    """Compare the p95 of each list between the two sizes; one request at a time, so that only the answer counts."""
    small = fill("bench_small", transactions=SMALL, customers=SMALL)
    large = fill("bench_large", transactions=transactions, customers=customers)
    with (
        programs.web("small", variables={"DATABASE_URL": small.url}) as small_web,
        programs.web("large", variables={"DATABASE_URL": large.url}) as large_web,
    ):
        lines = []
        for name in small.paths:
            print(f"\r· Asking for {name:<40}", end="", flush=True)
            lines.append(_line(name, (small, large), (small_web.port, large_web.port), rounds=rounds))
        print("\r" + " " * 60 + "\r", end="")
    title = f"Lists: {transactions:,} transactions and {customers:,} customers against {SMALL:,} of each"
    found.add(title, [report.Line("loading the large database", f"{large.seconds:.0f} s"), *lines])


def fill(name: str, *, transactions: int, customers: int) -> Filled:
    """Make a database and load it; say how long that takes."""
    print(f"· Loading {transactions:,} transactions ... ", end="", flush=True)
    programs.psql(command=f"CREATE DATABASE {name}")
    variables = {"DATABASE_URL": programs.database(name)}
    programs.run("migrate", [sys.executable, "manage.py", "migrate", "--no-input"], variables)
    text = programs.run(
        "bench.data",
        [
            *(sys.executable, "-m", "bench.data"),
            f"--customers={customers}",
            f"--transactions={transactions}",
        ],
        variables,
    )
    made = orjson.loads(text)
    print(f"{made['seconds']:.0f} s")
    return Filled(variables["DATABASE_URL"], made["authorization"], made["paths"], made["seconds"])


def _line(name: str, filled: Sequence[Filled], ports: Sequence[int], *, rounds: int) -> report.Line:
    """Ask both in turns of a few requests, so that a disturbance of the machine hits both alike."""
    taken: list[list[float]] = [[], []]
    for number in range(rounds + _WARM_UP):
        for size in (0, 1):
            latencies = _ask(filled[size], name, ports[size])
            if number >= _WARM_UP:
                taken[size] += latencies
    (small, small_middle), (large, large_middle) = (_percentiles(each) for each in taken)
    return report.Line(
        name,
        f"{large:.1f} ms",
        large / small,
        f"{small:.1f} ms",
        report.Target(1.5, 1.1, at_most=True),
        note=f"p50 {large_middle:.1f} ms against {small_middle:.1f} ms",
    )


def _percentiles(latencies: list[float]) -> tuple[float, float]:
    """Return p95 and p50 in milliseconds."""
    ordered = sorted(latencies)
    return ordered[round(len(ordered) * 0.95) - 1] * 1000, ordered[len(ordered) // 2] * 1000


def _ask(filled: Filled, name: str, port: int) -> list[float]:
    text = load.request("GET", filled.paths[name], headers={"Authorization": filled.authorization})
    outcome = load.drive(port=port, requests=itertools.repeat(text, _IN_A_TURN), seconds=60, connections=1)
    if not outcome.only(200):
        raise programs.ProgramError(f"{filled.paths[name]} was answered {outcome.example[:600]!r}")
    return outcome.latencies
