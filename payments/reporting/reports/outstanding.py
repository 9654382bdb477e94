"""What waits at a moment in clearing and suspense, and what others owe us, by age."""

from collections.abc import Iterator
from typing import Any

from django.db import connections

from payments.ledger.chart import AccountKind
from payments.reporting.reports import declared, settlements
from payments.reporting.reports.declared import Asked
from platforms.base.reports.tables import Column, Kind, Row
from platforms.database import replica, sql

KINDS = (
    AccountKind.PAYOUT_CLEARING,
    AccountKind.FUNDING_CLEARING,
    AccountKind.SUSPENSE,
    AccountKind.CLAIMS,
)
AGES = (2, 8, 31)
"""Whole days that what stands in each column but the last has not reached."""
_SUMS = (
    Column("account", "Account", Kind.CODE, "Where it waits."),
    Column("upTo1Day", "0-1 days", Kind.AMOUNT, "What began to wait less than two days before."),
    Column("upTo7Days", "2-7 days", Kind.AMOUNT, "What began to wait two to seven days before."),
    Column("upTo30Days", "8-30 days", Kind.AMOUNT, "What began to wait eight to thirty days before."),
    Column("older", "Over 30 days", Kind.AMOUNT, "The rest of `total`."),
    Column("total", "Total", Kind.AMOUNT, "The balance of the account at the moment."),
)
_naming = [
    """SELECT deposit.entry_id, item.id
         FROM payments_suspenseitem item JOIN payments_deposit deposit ON deposit.id = item.deposit_id""",
    "SELECT entry_id, id FROM payments_suspenseitem WHERE transaction_id IS NULL AND entry_id IS NOT NULL",
]
"""Statements that return entries of no payment, and the key of what each is about."""


def name_entries(statement: str) -> None:
    """Have entries of no payment told apart by what they are about: a statement that returns entries and keys."""
    _naming.append(statement)


def _rows(asked: Asked) -> Iterator[Row]:
    (platform_id,) = asked.platforms
    # Whatever began to wait before these days is the rest of the balance, so nothing older is read. What began earlier,
    # and is taken out in them, has a first posting that lowers the balance.
    statement = sql.of_constants(
        """
WITH about (entry_id, key) AS MATERIALIZED (
    {naming}
), item AS (
    SELECT account.kind, account.currency, min(posting.at) AS since,
           (array_agg(posting.side ORDER BY posting.at, posting.id))[1] = account.normal_side AS began,
           sum(CASE WHEN posting.side = account.normal_side THEN posting.amount ELSE -posting.amount END) AS amount
      FROM payments_ledgeraccount account
      JOIN payments_posting posting ON posting.account_id = account.id
      JOIN payments_journalentry entry ON entry.id = posting.entry_id
      LEFT JOIN about ON about.entry_id = entry.id AND entry.transaction_id IS NULL
     WHERE account.platform_id = %(platform)s AND account.kind = ANY(%(kinds)s)
       AND NOT account.is_guarded
       AND posting.at > %(at)s - make_interval(days => %(oldest)s) AND posting.at <= %(at)s
     GROUP BY account.kind, account.currency, account.normal_side,
              coalesce(entry.transaction_id::text, about.key::text, 'entry ' || entry.id)
)
SELECT kind, currency, extract(day FROM %(at)s - since)::integer, sum(amount)
  FROM item WHERE began AND amount <> 0 GROUP BY 1, 2, 3
""",
        naming=" UNION ALL ".join(_naming),
    )
    parameters: dict[str, Any] = {"platform": platform_id, "at": asked.moment, "oldest": AGES[-1]}
    with connections[replica.alias()].cursor() as cursor:
        cursor.execute(statement, parameters | {"kinds": [kind.value for kind in KINDS]})
        found: list[tuple[str, str, int, Any]] = cursor.fetchall()
    balances = settlements.balances(platform_id, asked.moment)
    for code in sorted({code for _, code in balances}):
        for kind in KINDS:
            by_age = [0] * len(AGES)
            for of_kind, of_code, days, amount in found:
                if (of_kind, of_code) == (kind, code):
                    by_age[next(number for number, limit in enumerate(AGES) if days < limit)] += int(amount)
            total = balances.get((kind, code), 0)
            if total or any(by_age):
                yield (code, kind.value, *by_age, total - sum(by_age), total)


REPORT = declared.Report(
    name="outstanding",
    title="Outstanding by age",
    text=(
        "What waits at a moment: in clearing between two steps of a payment, in suspense for a decision, and what"
        " others owe. Its age counts from its first entry. `total` is the balance in the journal."
    ),
    when=declared.When.MOMENT,
    groups={},
    usual=(),
    sums=_SUMS,
    read=_rows,
)
