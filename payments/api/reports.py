"""GET /reports and the reports below it."""

import datetime as dt
import functools
import zoneinfo
from collections.abc import Mapping, Sequence
from typing import Any

import psycopg
from django.db import OperationalError
from drf_spectacular.utils import extend_schema_serializer, inline_serializer
from rest_framework import serializers

from payments.reporting.reports import catalogue, declared, fee_totals, holder_balances, payment_totals, settlements
from payments.reporting.reports.declared import Asked, Report
from platforms.base import clock, errors
from platforms.base.reports import periods
from platforms.base.reports.periods import Period
from platforms.base.reports.tables import Column, Kind, Table
from platforms.database.postgresql.base import statements_may_take
from platforms.http import pagination
from platforms.http.document.operations import list_of
from platforms.http.endpoints import Call, Endpoint, Json
from platforms.http.fields import ChoiceField, EndField, MomentField, PageQuery, Query, RepeatedField, WholeListQuery
from platforms.http.tables import TableReply

_SECONDS = 20
"""Time limit of a report's statement."""
_FIELDS: Mapping[Kind, Any] = {
    Kind.TEXT: serializers.CharField,
    Kind.CODE: serializers.CharField,
    Kind.DAY: serializers.DateField,
    Kind.MONTH: serializers.CharField,
    Kind.COUNT: serializers.IntegerField,
    Kind.AMOUNT: serializers.IntegerField,
    Kind.SHARE: serializers.FloatField,
    Kind.SECONDS: serializers.IntegerField,
}


class TooMuch(errors.InvalidInput):
    """The period has more payments than one reply counts."""


class DayField(serializers.DateField):
    """A day of the calendar."""

    form = "`YYYY-MM-DD`."
    default_error_messages = {"invalid": "must be a date such as 2026-01-31", "datetime": "must be a date"}

    def __init__(self, **options: Any) -> None:
        """Take ISO 8601 alone."""
        super().__init__(input_formats=["%Y-%m-%d"], **options)


class ZoneField(serializers.CharField):
    """A time zone."""

    form = "A name of the IANA database."

    def to_internal_value(self, data: Any) -> str:
        """Refuse what is no time zone."""
        name = str(super().to_internal_value(data))
        if periods.zone(name) is None:
            raise serializers.ValidationError("must be a time zone such as Europe/Berlin")
        return name


def _groups(report: Report) -> RepeatedField:
    usual = f" Left out: `{','.join(report.usual)}`." if report.usual else ""
    return RepeatedField(
        required=False,
        child=ChoiceField(choices=list(report.groups)),
        max_length=len(report.groups),
        help_text=f"The columns that rows are cut by, in their order; `currency` always is one of them.{usual}",
    )


def _period_query(name: str, report: Report) -> type[Query]:
    fields = {
        "from": DayField(help_text="The first day."),
        "to": DayField(help_text=f"The last day, which is part of it: at most {periods.MOST_DAYS} days in all."),
        "timeZone": ZoneField(
            required=False, max_length=64, help_text="Where the days begin and end, such as `Europe/Berlin`; else UTC."
        ),
        "groupBy": _groups(report),
    }
    return type(name, (Query,), {**fields, "__doc__": "A period, and what rows are cut by."})


PaymentReportQuery = _period_query("PaymentReportQuery", payment_totals.REPORT)
FeeReportQuery = _period_query("FeeReportQuery", fee_totals.REPORT)


class SettlementReportQuery(Query):
    """A day."""

    date = DayField(help_text="The day, by the platform's clock.")
    timeZone = ZoneField(
        required=False, max_length=64, help_text="Where the day begins and ends, such as `Europe/Berlin`; else UTC."
    )


class BalanceReportQuery(PageQuery):
    """A moment."""

    at = EndField(required=False, help_text="The moment, which is part of it. Left out: now.")
    groupBy = ChoiceField(
        required=False,
        choices=["currency", holder_balances.ACCOUNT],
        default="currency",
        help_text="`account`: a row for each internal account, in pages. `currency`: a row for each currency, at once.",
    )


def _rows_of(name: str, columns: Sequence[Column], *, optional: Sequence[Column] = ()) -> serializers.Serializer[Any]:
    fields = {
        column.name: _FIELDS[column.kind](help_text=column.text, required=column not in optional)
        for column in (*optional, *columns)
    }
    return inline_serializer(name, fields, many=True)


def _reply_of(name: str, report: Report, **head: Any) -> serializers.Serializer[Any]:
    groups = [group.column for group in report.groups.values()]
    nullable = [column for column in report.sums if column.kind in {Kind.SHARE, Kind.SECONDS}]
    columns = [column for column in report.columns(()) if column not in nullable]
    rows = _rows_of(f"{name}Row", columns, optional=[*groups, *nullable])
    return inline_serializer(name, {**head, "data": rows})


_ZONE_SHOWN = serializers.CharField(help_text="Where the days begin and end.")
_BALANCES = inline_serializer(
    "BalanceReport",
    {
        "at": MomentField(help_text="The moment, which is part of it."),
        "data": _rows_of(
            "BalanceReportRow",
            [declared.CURRENCY],
            optional=[
                *(column for column in holder_balances.OF_ACCOUNTS if column is not declared.CURRENCY),
                *holder_balances.REPORT.sums,
            ],
        ),
        "hasMore": serializers.BooleanField(required=False, help_text="By `account`: whether another page follows."),
        "nextCursor": serializers.CharField(required=False, help_text="By `account`: `cursor` of the next page."),
        "totalCount": serializers.IntegerField(required=False, help_text="By `account`: the number of accounts."),
    },
)
_OF_PERIODS = {
    "from": serializers.DateField(help_text="The first day."),
    "to": serializers.DateField(help_text="The last day, which is part of it."),
    "timeZone": _ZONE_SHOWN,
}


@extend_schema_serializer(component_name="ReportColumn")
class _ColumnShown(serializers.Serializer[Json]):
    """A column of a report."""

    name = serializers.CharField(help_text="In JSON, and in the first line of a file.")
    type = serializers.ChoiceField(
        choices=[(kind.value, kind.value) for kind in Kind],
        help_text="`AMOUNT`: in the smallest unit in JSON, in major units in CSV. `SHARE`: between 0 and 1.",
    )
    description = serializers.CharField(help_text="What it says of a row.")


@extend_schema_serializer(component_name="Report")
class _ReportShown(serializers.Serializer[Json]):
    """A report that can be read."""

    name = serializers.CharField(help_text="Its path below `/reports`.")
    title = serializers.CharField(help_text="For people.")
    description = serializers.CharField(help_text="What it counts.")
    groupBy = serializers.ListField(child=serializers.CharField(), help_text="What its rows can be cut by.")
    columns = _ColumnShown(many=True, help_text="What its rows have, and which groups they can be cut by.")


@Endpoint(
    "GET", "reports", query=WholeListQuery, response=list_of("ReportListResponse", _ReportShown(many=True), paged=False)
)
def list_reports(call: Call) -> Json:
    """List reports.

    What can be counted over a period or at a moment. Each adds up to the journal.

    Returns:
        All reports with their columns.
    """
    return {"data": [_shown(report) for report in catalogue.REPORTS.values()]}


def _shown(report: Report) -> Json:
    columns = (
        *report.columns(list(report.groups)),
        *(holder_balances.OF_ACCOUNTS if report.name == "balances" else ()),
    )
    distinct = {column.name: column for column in columns}
    return {
        "name": report.name,
        "title": report.title,
        "description": report.text,
        "groupBy": list(report.groups),
        "columns": [
            {"name": column.name, "type": column.kind.value, "description": column.text} for column in distinct.values()
        ],
    }


@Endpoint(
    "GET",
    "reports/payments",
    query=PaymentReportQuery,
    response=_reply_of("PaymentReport", payment_totals.REPORT, **_OF_PERIODS),
    is_table=True,
)
def report_payments(call: Call) -> TableReply:
    """Report on payments.

    Payments that were created in the period, as they stand now: number, amounts, success and time to settle, by day,
    rail, type, status or reason. `Accept: text/csv` gives a file.

    Returns:
        The rows, cut by the groups and by currency.
    """
    return _of_period(payment_totals.REPORT, call)


@Endpoint(
    "GET",
    "reports/fees",
    query=FeeReportQuery,
    response=_reply_of("FeeReport", fee_totals.REPORT, **_OF_PERIODS),
    is_table=True,
)
def report_fees(call: Call) -> TableReply:
    """Report on fees.

    Fees that were booked in the period, by day or month, corridor and rail. `Accept: text/csv` gives a file.

    Returns:
        The rows, cut by the groups and by currency.
    """
    return _of_period(fee_totals.REPORT, call)


@Endpoint(
    "GET",
    "reports/settlement",
    query=SettlementReportQuery,
    response=_reply_of(
        "SettlementReport", settlements.REPORT, date=serializers.DateField(help_text="The day."), timeZone=_ZONE_SHOWN
    ),
    is_table=True,
)
def report_settlement(call: Call) -> TableReply:
    """Report on a day's settlement.

    What came in and went out on a day, the fees, and what is held for whom afterwards. `Accept: text/csv` gives a file.

    Returns:
        A row for each currency.
    """
    day, zone = call.query["date"], _zone(call)
    table = _read(settlements.REPORT, Asked([call.platform_id], (), Period(day, day, zone)))
    return TableReply(f"settlement-{day}", table, {"date": day.isoformat(), "timeZone": zone.key})


@Endpoint(
    "GET",
    "reports/balances",
    query=BalanceReportQuery,
    response=_BALANCES,
    is_table=True,
)
def report_balances(call: Call) -> TableReply:
    """Report on balances at a moment.

    What is owed to customers and to the platform, and what is held for it, by currency; or the balance of each internal
    account, in pages. `Accept: text/csv` gives a file, always whole.

    Returns:
        The rows.
    """
    at: dt.datetime = call.query.get("at", call.now)
    name = f"balances-{at:%Y-%m-%dT%H-%M-%S}"
    if call.query["groupBy"] != holder_balances.ACCOUNT:
        table = _read(holder_balances.REPORT, Asked([call.platform_id], (), at=at))
        return TableReply(name, table, {"at": clock.iso(at)})
    table = holder_balances.every_account(call.platform_id, at)
    return TableReply(name, table, {}, functools.partial(_accounts, call, at))


def _accounts(call: Call, at: dt.datetime) -> Json:
    def represent(account: Any) -> Json:
        return next(Table(holder_balances.OF_ACCOUNTS, [holder_balances.of_account(account)]).objects())

    rows = holder_balances.accounts(call.platform_id, at)
    scope = f"reports/balances:{call.platform_id}"
    return {
        "at": clock.iso(at),
        **pagination.page(rows, query={**call.query, "at": at}, scope=scope, represent=represent),
    }


def _of_period(report: Report, call: Call) -> TableReply:
    zone = _zone(call)
    period = Period(call.query["from"], call.query["to"], zone)
    groups = tuple(dict.fromkeys(call.query.get("groupBy", report.usual)))
    table = _read(report, Asked([call.platform_id], groups, period))
    head = {"from": period.first.isoformat(), "to": period.last.isoformat(), "timeZone": zone.key}
    return TableReply(f"{report.name}-{period.first}-{period.last}", table, head)


def _zone(call: Call) -> zoneinfo.ZoneInfo:
    return periods.zone(call.query.get("timeZone", "")) or periods.UTC


def _read(report: Report, asked: Asked) -> Table:
    """Return a report with its rows read; raises TooMuch for what the database does not count in time."""
    table = report.table(asked)
    try:
        with statements_may_take(_SECONDS):
            return Table(table.columns, list(table.rows))
    except OperationalError as error:
        if isinstance(error.__cause__, psycopg.errors.QueryCanceled):
            raise TooMuch.field(
                "from", "begins a period with more payments than one reply counts: ask for fewer days"
            ) from None
        raise
