"""The back office with a million transactions: the server's own time for lists, searches and the page of a payment."""

from typing import Any

from bench import child, databases, report
from bench.parts import lists
from bench.size import Size

_MOST = 300
"""Milliseconds of server time that a list or a search may take."""


def measure(found: report.Report, size: Size) -> None:
    """Time each page several times, one request at a time."""
    with databases.fresh("backoffice") as url:
        lists.load_large(url, size)
        pages = child.call("desk", url, rounds=size.pages, before=size.pages_before)
    lines = [_line(name, page) for name, page in pages.items()]
    title = f"Back office: server time with {size.transactions:,} transactions and {size.many_customers:,} customers"
    found.add(title, lines)


def _line(name: str, page: dict[str, Any]) -> report.Line:
    worst, middle = (report.percentile(page["milliseconds"], share) for share in (0.95, 0.5))
    note = (
        f"p50 {middle:.0f} ms, of which Python's processor time {report.percentile(page['processor'], 0.5):.0f}; "
        f"{page['statements']} statements in {page['database']:.0f} ms"
    )
    if page["left_out"]:
        note += f"; not waited for: {page['left_out']}"
    target = report.Target(1.0, 0.5, at_most=True)
    return report.Line(name, f"{worst:.0f} ms", worst / _MOST, f"{_MOST} ms", target, note=note)
