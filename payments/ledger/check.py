"""The check of the books: compares them with the payments, re-adds every balance, and names each fault.

It relies on no trigger or constraint, because it exists for the day when one was switched off, a backup was restored
wrongly, or tables were written by hand. `movements` defines what payments are compared with. A consistent change by
hand is found by the `seals` of the journal.

A holder's account with a fault is held: no money moves on it until a later check finds nothing, or staff release it
(`holds`). All other accounts are unaffected.
"""

import contextlib
import dataclasses
import datetime as dt
import itertools
import logging
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django.db import connection, transaction

from payments.ledger import chart, comparison, holds, payout_comparison, rail_comparison, seals, terms_comparison
from payments.models import LedgerCheckRun, provider_message
from platforms.base import clock, identifiers
from platforms.database import sql
from platforms.encryption import seals as seals_kit

logger = logging.getLogger(__name__)
MAX_FAULTS = 1000
"""The check stops after this number of faults."""
RANGE = 10_000
"""Payments, or accounts of holders, covered by one statement."""
OVERLAP = dt.timedelta(days=2)
"""How much of what the check before has read is read again, where a comparison reads what has come since."""
STALE_AFTER = dt.timedelta(hours=49)
"""A check that has not run for two nights proves nothing about the books."""
_FIRST, _LAST = uuid.UUID(int=0), uuid.UUID(int=2**128 - 1)
_NAMED = 20
"""Subjects of faults named in the log."""


@dataclasses.dataclass(frozen=True, slots=True)
class Fault:
    """An inconsistency in the books."""

    kind: str
    subject: str
    """The public identifier of the payment, deposit or internal account; other words where there is none."""
    detail: str
    platform_id: uuid.UUID | None = None
    accounts: tuple[int, ...] = ()
    """Keys of the holders' ledger accounts concerned."""

    @property
    def identity(self) -> tuple[str, str, str]:
        """Equal for the same fault found by two checks."""
        return self.kind, self.subject, self.detail


class Comparison(NamedTuple):
    """Statements that each return rows (kind, subject, detail, platform, accounts), `most` of them at most."""

    statements: Sequence[str]
    next_of_range: str = ""
    """Returns the last key of a range from the keys after `after`, of `size` and one keys, or no row. The statements
    then get `after` and `until`, for each range. Empty: they read all rows at once, and have no LIMIT of their own."""
    parameters: Callable[[], Mapping[str, Any]] = dict
    """Returns further parameters of the statements."""


_comparisons: list[Comparison] = []
_functions: list[Callable[[uuid.UUID], Iterator[Fault]]] = []
_naming_entries: list[str] = ["payments_deposit", "payments_platformfeepayout"]
"""Tables whose rows name an entry of the journal by `entry_id`, see `register_entries_of`."""
_CHART_VALUES = ", ".join(
    f"('{kind.value}', '{row.normal_side}', {row.is_guarded})" for kind, row in chart.CHART.items()
)
_NAME = "coalesce('InternalAccount:' || holder.id, 'ledger account ' || account.id)"
# Accounts shared by many payments have no balance, and so no postings to re-add.
_BALANCES = sql.of_constants(
    """
SELECT kind, subject, detail, platform_id, ARRAY[id] FROM (
    SELECT account.id, account.platform_id, {name} AS subject, fault.*
      FROM payments_ledgeraccount account
      LEFT JOIN payments_internalaccount holder ON holder.ledger_account_id = account.id
     CROSS JOIN LATERAL (
           SELECT coalesce(sum(CASE WHEN side = account.normal_side THEN amount ELSE -amount END), 0) AS balance
             FROM payments_posting WHERE account_id = account.id
           ) added
     CROSS JOIN LATERAL (VALUES
           ('BALANCE_WRONG', account.balance IS DISTINCT FROM added.balance,
            coalesce('shows ' || account.balance - added.balance || ' more than its postings add up to',
                     'shows no balance')),
           ('BALANCE_NEGATIVE', account.balance < 0, 'shows less than nothing')
           ) AS fault (kind, is_found, detail)
     WHERE account.is_guarded AND account.id > %(after)s AND account.id <= %(until)s AND fault.is_found
) found ORDER BY id LIMIT %(most)s
""",
    name=_NAME,
)
_NEXT_ACCOUNTS = "SELECT id FROM payments_ledgeraccount WHERE id > %(after)s ORDER BY id OFFSET %(size)s LIMIT 1"
_WHOLE: tuple[str, ...] = (
    """
    SELECT 'POSTING_MISDATED', min(coalesce('InternalAccount:' || holder.id, 'journal entry ' || entry.id)),
           'a posting of entry ' || entry.id || ' has another time than the entry', entry.platform_id,
           coalesce(array_agg(account.id) FILTER (WHERE account.is_guarded), '{}')
      FROM payments_journalentry entry
      JOIN payments_posting posting ON posting.entry_id = entry.id
      JOIN payments_ledgeraccount account ON account.id = posting.account_id
      LEFT JOIN payments_internalaccount holder ON holder.ledger_account_id = account.id
     WHERE entry.transaction_id IS NULL
     GROUP BY entry.id HAVING bool_or(posting.at <> entry.at)
    """,
    """
    SELECT 'POSTING_WITHOUT_ENTRY', coalesce('InternalAccount:' || holder.id, 'posting ' || posting.id),
           'the entry or the account of posting ' || posting.id || ' is missing', holder.platform_id,
           array_remove(ARRAY[account.id], NULL)
      FROM payments_posting posting
      LEFT JOIN payments_journalentry entry ON entry.id = posting.entry_id
      LEFT JOIN payments_ledgeraccount account ON account.id = posting.account_id
      LEFT JOIN payments_internalaccount holder ON holder.ledger_account_id = account.id
     WHERE entry.id IS NULL OR account.id IS NULL
    """,
    *(
        sql.of_constants(
            """
        SELECT 'ROW_WITHOUT_PAYMENT', 'Transaction:' || row.transaction_id,
               'a row of {table} names it, and it does not exist', row.platform_id, '{{}}'
          FROM {table} row LEFT JOIN payments_transaction payment ON payment.id = row.transaction_id
         WHERE payment.id IS NULL AND row.transaction_id IS NOT NULL
        """,
            table=table,
        )
        for table in (
            "payments_quote",
            "payments_fundingreceipt",
            "payments_suspenseitem",
            "payments_incomingumapayment",
            "payments_outgoingumapayment",
        )
    ),
    """
    SELECT 'SUSPENSE_UNEXPLAINED', 'SuspenseItem:' || item.id, 'is of no payment and of no deposit',
           item.platform_id, '{}'::bigint[]
      FROM payments_suspenseitem item LEFT JOIN payments_deposit deposit ON deposit.id = item.deposit_id
     WHERE deposit.id IS NULL AND (item.transaction_id IS NULL OR item.deposit_id IS NOT NULL)
    """,
    sql.of_constants(
        """
    SELECT 'ACCOUNT_OFF_CHART', {name}, 'kind ' || account.kind || ' does not agree with the chart of accounts',
           account.platform_id, ARRAY[account.id]
      FROM payments_ledgeraccount account
      LEFT JOIN payments_internalaccount holder ON holder.ledger_account_id = account.id
      LEFT JOIN (VALUES {chart_values}) AS chart(kind, normal_side, is_guarded) ON chart.kind = account.kind
     WHERE chart.normal_side IS DISTINCT FROM account.normal_side::text
        OR chart.is_guarded IS DISTINCT FROM account.is_guarded
    """,
        name=_NAME,
        chart_values=_CHART_VALUES,
    ),
    sql.of_constants(
        """
    SELECT 'ACCOUNT_MISLAID', {name}, 'holder and ledger account are not of one currency, platform and kind',
           coalesce(account.platform_id, holder.platform_id), array_remove(ARRAY[account.id], NULL)
      FROM payments_ledgeraccount account
      FULL JOIN payments_internalaccount holder ON holder.ledger_account_id = account.id
     WHERE (account.is_guarded OR holder.id IS NOT NULL)
       AND (account.currency, account.platform_id, account.kind::text) IS DISTINCT FROM
           (holder.currency, holder.platform_id,
            CASE WHEN holder.customer_id IS NULL THEN 'PLATFORM_FUNDS' ELSE 'CUSTOMER_FUNDS' END)
    """,
        name=_NAME,
    ),
    """
    SELECT 'DAY_TOTALS_WRONG',
           coalesce(shown.kind, added.kind) || ' ' || coalesce(shown.currency, added.currency) || ' '
           || coalesce(shown.day, added.day),
           'totals of the day show ' || coalesce(shown.debit, 0) - coalesce(added.debit, 0) || ' more debited and '
           || coalesce(shown.credit, 0) - coalesce(added.credit, 0) || ' more credited than its postings add up to',
           coalesce(shown.platform_id, added.platform_id), '{}'::bigint[]
      FROM payments_ledgerday shown
      FULL JOIN (
          SELECT account.platform_id, account.kind, account.currency, posting.day,
                 sum(posting.debit) AS debit, sum(posting.credit) AS credit,
                 min(posting.first) AS first, max(posting.last) AS last
            FROM (
                SELECT account_id, (at AT TIME ZONE 'UTC')::date AS day,
                       coalesce(sum(amount) FILTER (WHERE side = 'D'), 0) AS debit,
                       coalesce(sum(amount) FILTER (WHERE side = 'C'), 0) AS credit,
                       min(id) AS first, max(id) AS last
                  FROM payments_posting
                 WHERE id <= (SELECT up_to FROM payments_daymark WHERE name = 'ledger')
                 GROUP BY 1, 2
            ) posting JOIN payments_ledgeraccount account ON account.id = posting.account_id
           GROUP BY 1, 2, 3, 4
      ) added ON (added.platform_id, added.kind, added.currency, added.day)
                = (shown.platform_id, shown.kind, shown.currency, shown.day)
     WHERE (shown.debit, shown.credit) IS DISTINCT FROM (added.debit, added.credit)
        -- Who reads a part of a day looks between these two keys only.
        OR shown.first_posting > added.first OR shown.last_posting < added.last
    """,
)


def run(*, expected: seals_kit.Head | None = None) -> LedgerCheckRun:
    """Check the books, hold and release accounts accordingly, store the result and return it.

    `expected` is a seal of the journal that was noted somewhere else.
    """
    started = clock.real_now()
    sealed, altered = seals.compare(expected=expected, most=MAX_FAULTS)
    faults = [*map(_altered, altered), *find()][:MAX_FAULTS]
    with connection.cursor() as cursor:
        cursor.execute("SELECT (SELECT count(*) FROM payments_journalentry), (SELECT count(*) FROM payments_posting)")
        entries, postings = cursor.fetchone()
    with transaction.atomic(durable=True):
        known = _known()
        stored = LedgerCheckRun.objects.create(
            started_at=started,
            finished_at=clock.real_now(),
            entries=entries,
            postings=postings,
            seals=sealed,
            faults=[_stored(fault, since=known.get(fault.identity, started.isoformat())) for fault in faults],
        )
        holds.hold({key for fault in faults if fault.identity not in known for key in fault.accounts}, now=started)
        if len(faults) < MAX_FAULTS:
            holds.release_others({key for fault in faults for key in fault.accounts}, now=started)
    if faults:
        subjects = sorted({fault.subject for fault in faults})
        logger.critical(
            "the books are broken: see manage.py ledger_check",
            extra={"count": len(faults), "subjects": subjects[:_NAMED]},
        )
    return stored


def find() -> Iterator[Fault]:
    """Yield inconsistencies, MAX_FAULTS at most.

    Each statement has a snapshot of its own, because a fault is about one payment, one account or one day: payments go
    on meanwhile, and no snapshot is older than a range.
    """
    left = MAX_FAULTS
    for statement, parameters in _questions():
        with _snapshot(), connection.cursor() as cursor:
            cursor.execute(statement, {**parameters, "most": left})
            rows = cursor.fetchall()
        for kind, subject, detail, platform_id, accounts in rows:
            yield Fault(kind, subject, detail, platform_id, tuple(accounts))
        left -= len(rows)
        if left <= 0:
            return
    since = _since()
    faults = itertools.chain.from_iterable(compare(since) for compare in _functions)
    yield from itertools.islice(faults, left)


def register(comparison: Comparison) -> None:
    """Add statements to the check, also those of an app above."""
    _comparisons.append(comparison)


def register_function(compare: Callable[[uuid.UUID], Iterator[Fault]]) -> None:
    """Add a comparison that no statement of the database can make.

    It is called with a key, and yields the faults of rows with later ones: those made since OVERLAP before the latest
    check, or all of them before the first one.
    """
    _functions.append(compare)


def register_entries_of(table: str) -> None:
    """Have entries explained that rows of a table name by `entry_id`; a registered comparison says what they hold."""
    _naming_entries.append(table)


def _since() -> uuid.UUID:
    started = LedgerCheckRun.objects.order_by("-finished_at").values_list("started_at", flat=True).first()
    return identifiers.first_key(started - OVERLAP) if started else _FIRST


def state() -> str:
    """Return the result of the latest check: `ok`, `broken`, `stale`, or `unchecked` before the first one."""
    latest = LedgerCheckRun.objects.order_by("-finished_at").values("finished_at", "faults").first()
    if latest is None:
        return "unchecked"
    if latest["faults"]:
        return "broken"
    return "stale" if latest["finished_at"] < clock.real_now() - STALE_AFTER else "ok"


def _altered(found: tuple[seals_kit.Fault, seals.Concerned]) -> Fault:
    fault, (platform_id, subject, accounts) = found
    kind = fault.kind.replace("ROW_", "ENTRY_")
    return Fault(kind, subject or f"journal {fault.subject}", f"{fault.subject}: {fault.detail}", platform_id, accounts)


def _questions() -> Iterator[tuple[str, Mapping[str, Any]]]:
    for statement in (_unexplained(), *_WHOLE):
        yield f"{statement} LIMIT %(most)s", {}
    for after, until in _ranges(_NEXT_ACCOUNTS, 0, 2**63 - 1):
        yield _BALANCES, {"after": after, "until": until}
    for each in _comparisons:
        parameters = each.parameters()
        if not each.next_of_range:
            yield from ((f"{statement} LIMIT %(most)s", parameters) for statement in each.statements)
            continue
        for after, until in _ranges(each.next_of_range, _FIRST, _LAST):
            yield from ((statement, {**parameters, "after": after, "until": until}) for statement in each.statements)


def _unexplained() -> str:
    """Return the statement for entries of neither a payment nor a row of any table that names entries."""
    named = " ".join(
        f"AND NOT EXISTS (SELECT FROM {table} named WHERE named.entry_id = entry.id)" for table in _naming_entries
    )
    return sql.of_constants(
        """
    SELECT 'ENTRY_UNEXPLAINED', min(coalesce('InternalAccount:' || holder.id, 'journal entry ' || entry.id)),
           'entry ' || entry.id || ' (' || entry.purpose || ') belongs to no payment, deposit, payout, fee or claim',
           entry.platform_id, coalesce(array_agg(account.id) FILTER (WHERE account.is_guarded), '{{}}')
      FROM payments_journalentry entry
      LEFT JOIN payments_posting posting ON posting.entry_id = entry.id
      LEFT JOIN payments_ledgeraccount account ON account.id = posting.account_id
      LEFT JOIN payments_internalaccount holder ON holder.ledger_account_id = account.id
     WHERE entry.transaction_id IS NULL
       AND NOT EXISTS (SELECT FROM payments_suspenseitem item
                        WHERE item.entry_id = entry.id AND item.deposit_id IS NOT NULL)
       {named}
     GROUP BY entry.id
    """,
        named=named,
    )


def _ranges(statement: str, first: Any, last: Any) -> Iterator[tuple[Any, Any]]:
    """Yield consecutive ranges of keys from the first to the last possible one."""
    after = first
    while after != last:
        with connection.cursor() as cursor:
            cursor.execute(statement, {"after": after, "size": RANGE - 1})
            found = cursor.fetchone()
        until = found[0] if found else last
        yield after, until
        after = until


@contextlib.contextmanager
def _snapshot() -> Iterator[None]:
    """Use one snapshot of the database; within the caller's database transaction it is that one's."""
    if connection.in_atomic_block:
        yield
        return
    with transaction.atomic(durable=True), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        # Compiling these statements to machine code costs more than running them.
        cursor.execute("SET LOCAL jit = off")
        yield


def _known() -> dict[tuple[str, str, str], str]:
    """Return the faults of the latest check, each with the time when it was first found."""
    latest = LedgerCheckRun.objects.order_by("-finished_at").values_list("faults", flat=True).first()
    return {(one["kind"], one["subject"], one["detail"]): one["since"] for one in latest or () if "since" in one}


def _stored(fault: Fault, *, since: str) -> dict[str, object]:
    found = dataclasses.asdict(fault)
    return found | {"platform_id": str(fault.platform_id) if fault.platform_id else None, "since": since}


register(
    Comparison(
        (comparison.COMPARE, terms_comparison.COMPARE_TERMS, rail_comparison.COMPARE_RAILS),
        comparison.NEXT_RANGE,
        lambda: {"key": provider_message.key_mark()},
    )
)
register(Comparison((payout_comparison.COMPARE_PAYOUTS,)))
register(Comparison((comparison.COMPARE_DEPOSITS, rail_comparison.COMPARE_ARRIVALS), comparison.NEXT_DEPOSITS))
