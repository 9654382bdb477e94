"""The back office with a million transactions: the server's own time for lists, searches and the page of a payment."""

from bench import child, databases, report
from bench.parts import lists
from bench.size import Size

_MOST = 300
"""Milliseconds of server time that a list or a search may take."""


def measure(found: report.Report, size: Size) -> None:
    """Time each page some times over, one request at a time."""
    with databases.fresh("backoffice") as url:
        lists.load_large(url, size)
        times = child.call("desk", url, rounds=size.pages)
    lines = [_line(name, taken) for name, taken in times.items()]
    title = f"Back office: server time with {size.transactions:,} transactions and {size.many_customers:,} customers"
    found.add(title, lines)


def _line(name: str, times: list[float]) -> report.Line:
    worst, middle = report.percentile(times, 0.95), report.percentile(times, 0.5)
    target = report.Target(1.0, 0.5, at_most=True)
    return report.Line(name, f"{worst:.0f} ms", worst / _MOST, f"{_MOST} ms", target, note=f"p50 {middle:.0f} ms")
