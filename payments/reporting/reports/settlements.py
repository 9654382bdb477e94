"""The settlement of a day: what came and went over the rails, fees, and what is held for whom in the end."""

import datetime as dt
import uuid
from collections.abc import Iterator, Mapping

from payments.ledger.chart import CHART, DEBIT, AccountKind
from payments.reporting import daily_totals
from payments.reporting.reports import declared
from payments.reporting.reports.declared import Asked
from platforms.base.reports.tables import Column, Kind, Row

_HELD, _FEES, _OWN = AccountKind.RAIL_SETTLEMENT, AccountKind.FEES, AccountKind.PLATFORM_FEES
_CUSTOMERS, _PLATFORM = AccountKind.CUSTOMER_FUNDS, AccountKind.PLATFORM_FUNDS
_SUMS = (
    Column("opening", "Opening", Kind.AMOUNT, "What banks and networks held for the platform before the day."),
    Column("received", "Received", Kind.AMOUNT, "What came in over all rails, money that came back included."),
    Column("sent", "Sent", Kind.AMOUNT, "What went out over all rails, money that was sent back included."),
    Column("net", "Net", Kind.AMOUNT, "`received` less `sent`."),
    Column("closing", "Closing", Kind.AMOUNT, "What is held after the day: `opening` plus `net`."),
    Column("fees", "Fees", Kind.AMOUNT, "Fees of the day, less those returned."),
    Column("customers", "Of customers", Kind.AMOUNT, "Of `closing`: balances of customers' internal accounts."),
    Column("platform", "Of the platform", Kind.AMOUNT, "Of `closing`: balances of the platform's internal accounts."),
    Column("others", "Other", Kind.AMOUNT, "The rest of `closing`: under way, in suspense, fees, and exchanged money."),
    Column("platformFees", "Platform's fees", Kind.AMOUNT, "Charged by the platform on the day, less those returned."),
)
_TURNOVER = """
SELECT account.kind, account.currency,
       coalesce(sum(posting.amount) FILTER (WHERE posting.side = 'D'), 0),
       coalesce(sum(posting.amount) FILTER (WHERE posting.side = 'C'), 0)
  FROM payments_ledgeraccount account
  JOIN payments_posting posting ON posting.account_id = account.id
  JOIN payments_journalentry entry ON entry.id = posting.entry_id
 WHERE account.platform_id = ANY(%(platforms)s) AND NOT account.is_guarded
   AND (account.kind IN ('RAIL_SETTLEMENT', 'FEES')
        OR account.kind = 'PLATFORM_FEES' AND entry.transaction_id IS NOT NULL)
   AND posting.at >= %(begin)s AND posting.at < %(end)s
 GROUP BY account.kind, account.currency
"""
Place = tuple[str, str]
"""Kind of account, and currency."""


def _rows(asked: Asked) -> Iterator[Row]:
    period = asked.days
    before = balances(asked.platforms[0], period.begin - dt.timedelta(microseconds=1))
    after = balances(asked.platforms[0], declared.last_moment(period))
    moved = {
        (kind, code): (int(debit), int(credit)) for kind, code, debit, credit in declared.rows_of(_TURNOVER, asked)
    }
    for code in sorted({code for _, code in (*after, *moved)}):
        received, sent = moved.get((_HELD, code), (0, 0))
        returned, charged = moved.get((_FEES, code), (0, 0))
        own_returned, own_charged = moved.get((_OWN, code), (0, 0))
        opening, closing = before.get((_HELD, code), 0), after.get((_HELD, code), 0)
        customers, platform = after.get((_CUSTOMERS, code), 0), after.get((_PLATFORM, code), 0)
        others = closing - customers - platform
        held = (opening, received, sent, received - sent, closing)
        amounts = (*held, charged - returned, customers, platform, others, own_charged - own_returned)
        if any(amounts):
            yield (code, *amounts)


def balances(platform_id: uuid.UUID, at: dt.datetime) -> Mapping[Place, int]:
    """Return the balances of a platform's accounts, each kind on its normal side, up to and including a moment."""
    return {
        (total.kind, total.currency): (total.debit - total.credit)
        * (1 if CHART[AccountKind(total.kind)].normal_side == DEBIT else -1)
        for total in daily_totals.totals(at=at, platform_id=platform_id)
    }


REPORT = declared.Report(
    name="settlement",
    title="Settlement of a day",
    text=(
        "What came and went for one platform, and what is held in the end for whom, from the journal. Money that is"
        " exchanged leaves one currency for the other without passing a rail: it is part of `others`."
    ),
    when=declared.When.DAY,
    groups={},
    usual=(),
    sums=_SUMS,
    read=_rows,
)
