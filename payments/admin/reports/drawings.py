"""The charts of reports: payments by day with the period before behind them, and what is outstanding, by age."""

import datetime as dt
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from payments.models import SuspenseItem, Transaction
from payments.reporting.reports import outstanding, payment_totals
from payments.reporting.reports.declared import Asked, Report
from platforms.backoffice import amounts, columns, links
from platforms.backoffice.charts import Chart, Series, Tone, major
from platforms.base.reports.periods import Period
from platforms.base.reports.tables import Row

Draw = Callable[[str, Iterable[Row]], Chart]
"""Returns the chart of the rows of a currency."""
_ByDay = Mapping[tuple[str, dt.date], Mapping[str, Any]]
_DAY = dt.timedelta(days=1)
_WAITING = ("upTo1Day", "upTo7Days", "upTo30Days", "older")
_TONES = (Tone.MAIN, Tone.GOOD, Tone.WAITING, Tone.BAD)


def of(report: Report, asked: Asked) -> Draw | None:
    """Return what draws a report that has a chart. Payments by day read the period before, with one statement."""
    if report is payment_totals.REPORT and list(asked.groups) == ["day"]:
        before = _by_day(report, Asked(asked.platforms, asked.groups, asked.days.before))
        return lambda code, rows: _payments(asked, code, _named(report, asked, rows), before)
    if report is outstanding.REPORT:
        return lambda code, rows: _outstanding(report, asked, code, rows)
    return None


def list_of(asked: Asked, code: str, day: dt.date) -> str:
    """Return the list of the payments in a currency that were created on a day."""
    days = {"from": day.isoformat(), "to": day.isoformat(), "zone": asked.days.zone.key}
    return links.listing(Transaction, **days, currency=code, **_of_platform(asked))


def _of_platform(asked: Asked) -> Mapping[str, str]:
    return {"platform__id__exact": str(asked.platforms[0])} if len(asked.platforms) == 1 else {}


def _by_day(report: Report, asked: Asked) -> _ByDay:
    return _named(report, asked, report.table(asked).rows)


def _named(report: Report, asked: Asked, rows: Iterable[Row]) -> _ByDay:
    names = [column.name for column in report.columns(asked.groups)]
    dicts = (dict(zip(names, row, strict=True)) for row in rows)
    return {(row["currency"], row["day"]): row for row in dicts}  # type: ignore[misc]


def _payments(asked: Asked, code: str, rows: _ByDay, before: _ByDay) -> Chart:
    period, former = asked.days, asked.days.before
    days = [period.first + number * _DAY for number in range(period.days)]
    earlier = [former.first + number * _DAY for number in range(former.days)]
    lists = [list_of(asked, code, day) for day in days]

    def amount(of_days: _ByDay, day: dt.date) -> int:
        return int(of_days.get((code, day), {}).get("completedAmount", 0))

    sums = [amount(rows, day) for day in days]
    # A month of 30 days before one of 31 has no last day.
    former_sums = [amount(before, day) for day in earlier][: len(days)]
    shares = [rows.get((code, day), {}).get("successShare") for day in days]
    return Chart(
        names=[f"{day:%d %b}" for day in days],
        below=f"day of creation ({period.zone.key})",
        unit=f"{code} completed",
        series=(
            Series("Completed", [major(one, code) for one in sums], Tone.GOOD, _texts(sums, code), lists),
            Series(
                f"Completed in the period before, from {former.first:%d %b}",
                [major(one, code) for one in former_sums],
                Tone.QUIET,
                _texts(former_sums, code),
                is_line=True,
            ),
            Series(
                "Success",
                [None if share is None else share * 100 for share in shares],
                Tone.WAITING,
                ["" if share is None else f"{share * 100:.1f} %" for share in shares],
                lists,
                is_line=True,
                is_share=True,
            ),
        ),
        period=f"{_said(period)}; behind it {_said(former)}. By the clocks of the platforms.",
        title=f"{code}: completed amount and success by day",
        figure=amounts.major_units(sum(sums), code),
        empty="No payment that was created in this time is completed.",
    )


def _said(period: Period) -> str:
    return f"{period.first:%d %b %Y} to {period.last:%d %b %Y}"


def _texts(sums: Sequence[int], code: str) -> Sequence[str]:
    return [amounts.major_units(one, code) for one in sums]


def _outstanding(report: Report, asked: Asked, code: str, rows: Iterable[Row]) -> Chart:
    names = [column.name for column in report.columns(())]
    titles = {column.name: column.title for column in report.sums}
    named = [dict(zip(names, row, strict=True)) for row in rows]
    sums = [(str(row["account"]), [int(str(row[age])) for age in _WAITING]) for row in named]
    return Chart(
        names=[titles[age] for age in _WAITING],
        below="time waited",
        unit=code,
        series=[
            Series(
                columns.words(kind),
                [major(one, code) for one in by_age],
                _TONES[outstanding.KINDS.index(kind)],
                _texts(by_age, code),
                [_waiting(asked, kind, code)] * len(by_age),
            )
            for kind, by_age in sums
        ],
        period=f"At {asked.moment:%d %b %Y %H:%M} UTC, by the clock of the platform.",
        title=f"{code}: what waits, by age",
        figure=amounts.major_units(sum(sum(by_age) for _, by_age in sums), code),
        empty="Nothing is outstanding.",
    )


def _waiting(asked: Asked, kind: str, code: str) -> str:
    """Return the list of what stands in an account now; none of claims, which are of an app above."""
    if kind == "SUSPENSE":
        return links.listing(SuspenseItem, stands="open", **_of_platform(asked))
    if kind == "CLAIMS":
        return ""
    return links.listing(Transaction, due="ever", currency=code, **_of_platform(asked))
