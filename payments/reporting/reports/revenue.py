"""What exchanging has earned: fees and margin, by corridor, month and platform, from the entries of exchanges."""

from collections.abc import Iterator

from payments.reporting.reports import declared
from payments.reporting.reports.declared import Asked, Group
from platforms.base.reports.tables import Column, Kind, Row
from platforms.database import sql

_GROUPS = {
    "platform": declared.platform("account.platform_id"),
    "day": declared.day("posting.at"),
    "month": declared.month("posting.at"),
    "sourceCurrency": Group(Column("sourceCurrency", "From", Kind.CODE, "What was sent."), "quote.sending_currency"),
    "destinationCurrency": Group(
        Column("destinationCurrency", "To", Kind.CODE, "What was received."), "quote.receiving_currency"
    ),
}
_SUMS = (
    Column("executed", "Executed", Kind.COUNT, "Quotes executed."),
    Column("reversed", "Reversed", Kind.COUNT, "Quotes whose payment failed afterwards, so that all was returned."),
    Column("exchanged", "Exchanged", Kind.AMOUNT, "What was exchanged, fees not included, less what was reversed."),
    Column("fees", "Fees", Kind.AMOUNT, "Fees, less those returned: by how much the accounts of fees have grown."),
    Column("margin", "Margin", Kind.AMOUNT, "What the rate was above the mid rate, in the sent currency, rounded."),
    Column("revenue", "Revenue", Kind.AMOUNT, "`fees` plus `margin`."),
    Column("platformFees", "Platforms' fees", Kind.AMOUNT, "What platforms charged beside, less what was returned."),
)


def _rows(asked: Asked) -> Iterator[Row]:
    # An exchange credits the sent currency once, and its reversal debits it once: one posting stands for the quote. Of
    # what is exchanged, without the rest of rounding, the mid rate times the multiplier is what the sender has paid.
    statement = sql.of_constants(
        """
SELECT {groups} quote.sending_currency,
       count(*) FILTER (WHERE posting.side = 'C'), count(*) FILTER (WHERE posting.side = 'D'),
       sum(way.sign * posting.amount), sum(way.sign * (quote.fees_included - coalesce(quote.platform_fees, 0))),
       round(sum(way.sign * (posting.amount - quote.rounding) * (1 - 1 / coalesce(schedule.rate_multiplier, 1)))),
       sum(way.sign * coalesce(quote.platform_fees, 0))
  FROM payments_ledgeraccount account
  JOIN payments_posting posting ON posting.account_id = account.id
  JOIN payments_journalentry entry ON entry.id = posting.entry_id
  JOIN payments_quote quote ON quote.transaction_id = entry.transaction_id
  LEFT JOIN payments_feeschedule schedule ON schedule.id = quote.fee_schedule_id
 CROSS JOIN LATERAL (SELECT CASE posting.side WHEN 'C' THEN 1 ELSE -1 END AS sign) way
 WHERE account.platform_id = ANY(%(platforms)s) AND account.kind = 'EXCHANGE' AND NOT account.is_guarded
   AND posting.at >= %(begin)s AND posting.at < %(end)s
   AND (entry.purpose, posting.side) IN (('QUOTE_EXECUTED', 'C'), ('QUOTE_REVERSED', 'D'))
   AND posting.currency = quote.sending_currency AND posting.amount = quote.total_sending - quote.fees_included
 GROUP BY {places} ORDER BY {places}
""",
        groups=declared.columns_of(REPORT.every_group, asked.groups),
        places=declared.places_of(asked.groups),
    )
    for *place, executed, undone, exchanged, fees, margin, own in declared.rows_of(statement, asked):
        yield (*place, executed, undone, int(exchanged), int(fees), int(margin), int(fees) + int(margin), int(own))


REPORT = declared.Report(
    name="revenue",
    title="Revenue",
    text=(
        "Fees and margin of exchanges by the moment of their booking. Payments that come in by UMA are exchanged by"
        " the sender's side, and are not part of it."
    ),
    when=declared.When.PERIOD,
    groups={},
    usual=("month", "sourceCurrency", "destinationCurrency"),
    sums=_SUMS,
    read=_rows,
    of_staff=_GROUPS,
)
