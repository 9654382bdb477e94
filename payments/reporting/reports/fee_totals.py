"""Fees by day, month, corridor and rail, from the postings of the accounts of fees, those of platforms beside."""

from collections.abc import Iterator

from payments.reporting.reports import declared
from payments.reporting.reports.declared import Asked, Group
from platforms.base.reports.tables import Column, Kind, Row
from platforms.database import sql

_GROUPS = {
    "day": declared.day("posting.at"),
    "month": declared.month("posting.at"),
    "sourceCurrency": Group(
        Column("sourceCurrency", "From", Kind.CODE, "What was sent."), "coalesce(payment.sent_currency, '')"
    ),
    "destinationCurrency": Group(
        Column("destinationCurrency", "To", Kind.CODE, "What was received."),
        "coalesce(payment.received_currency, '')",
    ),
    "rail": declared.rail(),
}
_OF_STAFF = {"platform": declared.platform("account.platform_id")}
_SUMS = (
    Column("count", "Payments", Kind.COUNT, "How many payments were charged, or had a fee returned."),
    Column("charged", "Charged", Kind.AMOUNT, "Fees of payments that were executed."),
    Column("returned", "Returned", Kind.AMOUNT, "Fees returned, since the payment failed afterwards."),
    Column("net", "Net", Kind.AMOUNT, "`charged` less `returned`: by how much the accounts of fees have grown."),
    Column("platformFees", "Platform's fees", Kind.AMOUNT, "What the platform charged beside, less what was returned."),
)


def _rows(asked: Asked) -> Iterator[Row]:
    statement = sql.of_constants(
        """
SELECT {groups} posting.currency, count(DISTINCT entry.transaction_id),
       coalesce(sum(posting.amount) FILTER (WHERE posting.side = 'C' AND account.kind = 'FEES'), 0),
       coalesce(sum(posting.amount) FILTER (WHERE posting.side = 'D' AND account.kind = 'FEES'), 0),
       coalesce(sum(CASE posting.side WHEN 'C' THEN posting.amount ELSE -posting.amount END)
                FILTER (WHERE account.kind = 'PLATFORM_FEES'), 0)
  FROM payments_ledgeraccount account
  JOIN payments_posting posting ON posting.account_id = account.id
  JOIN payments_journalentry entry ON entry.id = posting.entry_id
  LEFT JOIN payments_transaction payment ON payment.id = entry.transaction_id
  LEFT JOIN payments_externalaccount outside ON outside.id = payment.external_account_id
 WHERE account.platform_id = ANY(%(platforms)s) AND account.kind IN ('FEES', 'PLATFORM_FEES')
   AND NOT account.is_guarded
   AND (account.kind = 'FEES' OR entry.transaction_id IS NOT NULL)
   AND posting.at >= %(begin)s AND posting.at < %(end)s
 GROUP BY {places} ORDER BY {places}
""",
        groups=declared.columns_of(REPORT.every_group, asked.groups),
        places=declared.places_of(asked.groups),
    )
    for *place, count, charged, returned, own in declared.rows_of(statement, asked):
        yield (*place, count, int(charged), int(returned), int(charged) - int(returned), int(own))


REPORT = declared.Report(
    name="fees",
    title="Fees",
    text=(
        "Fees by the moment of their booking. `net` is what the account of fees has gained in the journal, and"
        " `platformFees` what goes to the platform's internal account the day after."
    ),
    when=declared.When.PERIOD,
    groups=_GROUPS,
    usual=("month", "sourceCurrency", "destinationCurrency"),
    sums=_SUMS,
    read=_rows,
    of_staff=_OF_STAFF,
)
