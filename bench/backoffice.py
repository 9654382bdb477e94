"""The back office with a million transactions: the server's own time for lists, searches and the page of a payment."""

import sys

import orjson

from bench import lists, programs, report

_MOST = 300
"""Milliseconds of server time that a list or a search may take."""


def measure(found: report.Report, *, transactions: int, customers: int, rounds: int) -> None:
    """Time each page some times over, one request at a time."""
    filled = lists.fill("bench_backoffice", transactions=transactions, customers=customers)
    command = [sys.executable, "-m", "bench.desk", f"--rounds={rounds}"]
    text = programs.run("bench.desk", command, {"DATABASE_URL": filled.url})
    lines = [_line(name, times) for name, times in orjson.loads(text).items()]
    found.add(f"Back office: server time with {transactions:,} transactions and {customers:,} customers", lines)


def _line(name: str, times: list[float]) -> report.Line:
    ordered = sorted(times)
    worst, middle = ordered[round(len(ordered) * 0.95) - 1], ordered[len(ordered) // 2]
    target = report.Target(1.0, 0.5, at_most=True)
    return report.Line(name, f"{worst:.0f} ms", worst / _MOST, f"{_MOST} ms", target, note=f"p50 {middle:.0f} ms")
