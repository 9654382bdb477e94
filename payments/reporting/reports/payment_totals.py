"""Payments by day, rail, type, status and reason: number, amounts, success, time to settle."""

from collections.abc import Iterator

from payments.reporting.reports import declared
from payments.reporting.reports.declared import Asked, Group
from platforms.base.reports import tables
from platforms.base.reports.tables import Column, Kind, Row
from platforms.database import sql

_GROUPS = {
    "day": declared.day("payment.created_at"),
    "month": declared.month("payment.created_at"),
    "rail": declared.rail(),
    "type": Group(Column("type", "Type", Kind.CODE, "Whether money came in or went out."), "payment.type"),
    "status": Group(Column("status", "Status", Kind.CODE, "How the payments stand now."), "payment.status"),
    "reason": Group(
        Column("reason", "Reason", Kind.CODE, "`failureReason`; left out where none failed."), "payment.failure_reason"
    ),
}
_OF_STAFF = {"platform": declared.platform("payment.platform_id")}
_SUMS = (
    Column("count", "Payments", Kind.COUNT, "How many payments were created in the period."),
    Column("amount", "Amount", Kind.AMOUNT, "The sum of their `sentAmount`."),
    Column("completed", "Completed", Kind.COUNT, "How many of them are completed."),
    Column("completedAmount", "Amount completed", Kind.AMOUNT, "The sum of what these sent."),
    Column("failed", "Failed", Kind.COUNT, "How many failed, were rejected, or were refunded."),
    Column("pending", "Under way", Kind.COUNT, "How many have not ended. Unpaid quotes that expired count only above."),
    Column("successShare", "Success", Kind.SHARE, "`completed` of those that were completed or failed."),
    Column("secondsToSettle", "Median time to settle", Kind.SECONDS, "The median of those that were settled."),
)


def _rows(asked: Asked) -> Iterator[Row]:
    statement = sql.of_constants(
        """
SELECT {groups} payment.sent_currency, count(*), sum(payment.sent_amount),
       count(*) FILTER (WHERE payment.status = 'COMPLETED'),
       coalesce(sum(payment.sent_amount) FILTER (WHERE payment.status = 'COMPLETED'), 0),
       count(*) FILTER (WHERE payment.status IN ('FAILED', 'REJECTED', 'REFUNDED')),
       count(*) FILTER (WHERE payment.status IN ('CREATED', 'PENDING', 'PROCESSING')),
       percentile_disc(0.5) WITHIN GROUP (ORDER BY payment.settled_at - payment.created_at)
  FROM payments_transaction payment
  LEFT JOIN payments_externalaccount outside ON outside.id = payment.external_account_id
 WHERE payment.platform_id = ANY(%(platforms)s) AND payment.created_at >= %(begin)s AND payment.created_at < %(end)s
 GROUP BY {places} ORDER BY {places}
""",
        groups=declared.columns_of(REPORT.every_group, asked.groups),
        places=declared.places_of(asked.groups),
    )
    for *place, count, amount, completed, completed_amount, failed, pending, time in declared.rows_of(statement, asked):
        success = tables.share(completed, completed + failed)
        seconds = None if time is None else int(time.total_seconds())
        yield (*place, count, int(amount), completed, int(completed_amount), failed, pending, success, seconds)


REPORT = declared.Report(
    name="payments",
    title="Payments",
    text="Payments by the moment of their creation, as they stand now.",
    when=declared.When.PERIOD,
    groups=_GROUPS,
    usual=("day",),
    sums=_SUMS,
    read=_rows,
    of_staff=_OF_STAFF,
)
