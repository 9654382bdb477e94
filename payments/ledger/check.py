"""The check of the books: compares them with the payments, re-adds every balance, and names each fault.

It relies on no trigger or constraint, because it exists for the day when one was switched off, a backup was restored
wrongly, or tables were written by hand. `movements` defines what payments are compared with. A consistent change by
hand is found by the `seals` of the journal.

`run` reads everything at once. At night `step` reads a page after the other, what is new and a seventh of the rest:
`platforms.operations.nightly_checks` says how.

A holder's account with a fault is held: no money moves on it until a later check finds nothing, or staff release it
(`holds`). All other accounts are unaffected.
"""

import datetime as dt
import itertools
import logging
from collections.abc import Iterable, Iterator, Sequence

from django.db import transaction

from payments.ledger import (
    books_comparison,
    check_parts,
    comparison,
    holds,
    payout_comparison,
    rail_comparison,
    seals,
    terms_comparison,
)
from payments.ledger.check_parts import Comparison, Fault, Trail
from payments.models import LedgerCheckRun, provider_message
from platforms.base import clock
from platforms.database import sql
from platforms.encryption import seals as seals_kit
from platforms.models import CheckPart, NightlyCheck
from platforms.operations import check_keys, nightly_checks
from platforms.operations.check_keys import DAYS, NUMBERS, UUIDS, Keys
from platforms.operations.nightly_checks import Finding, Part

logger = logging.getLogger(__name__)
TASK = "payments.check_the_books"
DUE = nightly_checks.due("books", first="EXISTS (SELECT FROM payments_journalentry)")
STALE_AFTER = dt.timedelta(hours=49)
"""A check that has not run for two nights proves nothing about the books."""
_NAMED = 20
"""Subjects of faults named in the log."""
_naming_entries: list[str] = ["payments_deposit", "payments_platformfeepayout"]
"""Tables whose rows name an entry of the journal by `entry_id`, see `register_entries_of`."""
_registered: list[Part] = []

PAYMENTS = Comparison(
    "payments",
    (
        comparison.COMPARE,
        terms_comparison.COMPARE_TERMS,
        rail_comparison.COMPARE_RAILS,
        *books_comparison.ROWS_WITHOUT_PAYMENT,
    ),
    Keys("payments_transaction", margin=check_parts.IN_FLIGHT),
    parameters=lambda: {"key": provider_message.key_mark()},
    named_by=("payments_journalentry", *books_comparison.NAMING_PAYMENTS),
)
DEPOSITS = Comparison(
    "deposits", (comparison.COMPARE_DEPOSITS, rail_comparison.COMPARE_ARRIVALS), Keys("payments_deposit")
)
_ACCOUNTS = Keys("payments_ledgeraccount", NUMBERS)
_OWN: Sequence[Part] = (
    Comparison("postings", books_comparison.COMPARE_POSTINGS, Keys("payments_posting", NUMBERS)),
    Comparison("suspense", (books_comparison.COMPARE_SUSPENSE,), Keys("payments_suspenseitem")),
    Comparison("sums", (books_comparison.COMPARE_SUMS,), _ACCOUNTS, is_nightly=True),
    # Each account's postings are read, of all years.
    Comparison("accounts", books_comparison.COMPARE_ACCOUNTS, _ACCOUNTS, share=20),
    Comparison("days", (books_comparison.COMPARE_DAYS,), Keys("payments_ledgerday", DAYS, "day"), share=100),
    PAYMENTS,
    Comparison("payouts", (payout_comparison.COMPARE_PAYOUTS,)),
    DEPOSITS,
    *(
        Trail(
            f"payments of {name}",
            Keys(table, kind),
            sql.of_constants(
                """
                SELECT DISTINCT transaction_id FROM {table}
                 WHERE id > %(after)s AND id <= %(until)s AND transaction_id <= %(before)s
                """,
                table=table,
            ),
            PAYMENTS,
        )
        for name, table, kind in (
            ("entries", "payments_journalentry", NUMBERS),
            ("statuses", "payments_transactionstatuschange", NUMBERS),
            ("messages", "payments_providermessage", NUMBERS),
            ("receipts", "payments_fundingreceipt", UUIDS),
            ("suspense", "payments_suspenseitem", UUIDS),
        )
    ),
    Trail(
        "deposits of entries",
        Keys("payments_journalentry", NUMBERS),
        """
        SELECT DISTINCT deposit_id FROM payments_suspenseitem
         WHERE entry_id > %(after)s AND entry_id <= %(until)s AND deposit_id <= %(before)s
        """,
        DEPOSITS,
    ),
)


def register(part: Part) -> None:
    """Add a comparison to the check, also one of an app above."""
    _registered.append(part)


def register_entries_of(table: str) -> None:
    """Have entries explained that rows of a table name by `entry_id`; a registered comparison says what they hold."""
    _naming_entries.append(table)


def run(*, expected: seals_kit.Head | None = None) -> LedgerCheckRun:
    """Check all books at once, hold and release accounts accordingly, store the result and return it.

    `expected` is a seal of the journal that was noted somewhere else.
    """
    started, found, left = clock.real_now(), dict[str, list[nightly_checks.Read]](), check_parts.MAX_FAULTS
    parts: list[Part] = [seals.part(expected), *_parts()[1:]]
    for part in parts:
        pages = found.setdefault(part.name, [])
        for page, findings in _everything(part):
            pages.append((page, findings[:left]))
            left -= len(findings[:left])
        if not left:
            break
    with transaction.atomic(durable=True):
        known = _known()
        for finding in (one for pages in found.values() for _, findings in pages for one in findings):
            finding["since"] = known.get(nightly_checks.identity(finding), started.isoformat())
        nightly_checks.record_whole(BOOKS, found, began_at=started)
        counted = {name: sum(page.rows for page, _ in pages) for name, pages in found.items()}
        faults = list(_once(one for pages in found.values() for _, findings in pages for one in findings))
        fresh = [one for one in faults if nightly_checks.identity(one) not in known]
        holds.hold(_accounts(fresh), now=started)
        return _store(faults, started, counted, is_whole=left > 0)


def find() -> Iterator[Fault]:
    """Yield inconsistencies of the books with themselves, without their seals, MAX_FAULTS at most.

    Each page has a snapshot of its own: payments go on meanwhile, and no snapshot is older than a page.
    """
    pages = itertools.chain.from_iterable(
        _everything(part) for part in _parts() if not isinstance(part, check_keys.Seals)
    )
    faults = (finding for _, findings in pages for finding in findings)
    for finding in itertools.islice(_once(faults), check_parts.MAX_FAULTS):
        yield Fault.of(finding)


def begin(*, now: clock.RealTime, is_asked: bool = False) -> bool:
    """Begin tonight's check, unless it is under way, or was made already and nobody asks for another one."""
    return nightly_checks.begin(BOOKS, now=now, is_asked=is_asked)


def step(*, now: clock.RealTime) -> int | None:
    """Read the next page of tonight's check; None where nothing is left, or another worker reads."""
    return nightly_checks.step(BOOKS, now=now)


def state() -> str:
    """Return the result of the latest check: `ok`, `broken`, `stale`, or `unchecked` before the first one.

    It is `stale` too when a week was too short to read a part as a whole.
    """
    latest = LedgerCheckRun.objects.order_by("-finished_at").values("finished_at", "faults").first()
    if latest is None:
        return "unchecked"
    if latest["faults"]:
        return "broken"
    is_stale = latest["finished_at"] < clock.real_now() - STALE_AFTER or late_parts()
    return "stale" if is_stale else "ok"


def late_parts() -> Sequence[str]:
    """Return the parts for which a week was too short to read them as a whole."""
    return nightly_checks.late(BOOKS, now=clock.real_now())


def _parts() -> Sequence[Part]:
    entries = (books_comparison.COMPARE_ENTRIES, books_comparison.unexplained_entries(_naming_entries))
    return (
        seals.part(),
        Comparison("entries", entries, Keys("payments_journalentry", NUMBERS)),
        *_OWN,
        *_registered,
    )


def _everything(part: Part) -> Iterator[nightly_checks.Read]:
    """Yield all pages of a part, each with its faults; nothing of a trail, as what it leads to is read as well."""
    if isinstance(part, Trail):
        return
    latest = LedgerCheckRun.objects.order_by("-finished_at").values_list("started_at", flat=True).first()
    yield from check_keys.everything(part, check=BOOKS, former=latest)


def _found(findings: Sequence[Finding]) -> None:
    """Hold the accounts of faults that the night has just found."""
    holds.hold(_accounts(findings), now=clock.real_now())
    subjects = sorted({one["subject"] for one in findings})
    logger.error("faults in the books", extra={"count": len(findings), "subjects": subjects[:_NAMED]})


def _ended(night: NightlyCheck, rows: Sequence[CheckPart]) -> None:
    """Store the result of a night."""
    by_identity = {nightly_checks.identity(one): one for row in rows for one in row.faults}
    faults = list(by_identity.values())
    is_whole = len(faults) < check_parts.MAX_FAULTS
    _store(faults, night.began_at, {row.name: row.rows for row in rows}, is_whole=is_whole)


def _store(
    faults: Sequence[Finding], started: dt.datetime, counted: dict[str, int], *, is_whole: bool
) -> LedgerCheckRun:
    stored: LedgerCheckRun = LedgerCheckRun.objects.create(
        started_at=started,
        finished_at=clock.real_now(),
        entries=counted.get("entries", 0),
        postings=counted.get("postings", 0),
        seals=seals.LOG.count(),
        faults=[{name: one[name] for name in one if name not in {"page", "seen"}} for one in faults],
        parts=nightly_checks.progress(BOOKS),
    )
    if is_whole:
        holds.release_others(_accounts(faults), now=clock.real_now())
    if faults:
        subjects = sorted({one["subject"] for one in faults})
        logger.critical(
            "the books are broken: see manage.py ledger_check",
            extra={"count": len(faults), "subjects": subjects[:_NAMED]},
        )
    return stored


def _known() -> dict[tuple[str, str, str], str]:
    """Return the faults of the latest check, each with the time when it was first found."""
    latest = LedgerCheckRun.objects.order_by("-finished_at").values_list("faults", flat=True).first()
    of_run = {(one["kind"], one["subject"], one["detail"]): one["since"] for one in latest or () if "since" in one}
    return of_run | {key: one["since"] for key, one in nightly_checks.known(BOOKS).items()}


def _once(findings: Iterable[Finding]) -> Iterator[Finding]:
    """Yield each fault once, though two comparisons find it."""
    seen = set()
    for finding in findings:
        if nightly_checks.identity(finding) not in seen:
            seen.add(nightly_checks.identity(finding))
            yield finding


def _accounts(findings: Iterable[Finding]) -> set[int]:
    return {key for finding in findings for key in finding["accounts"]}


def _stored(kind: str, subject: str, detail: str) -> Finding:
    return Fault(kind, subject, detail).stored


BOOKS = nightly_checks.Check("books", _parts, _found, _ended, _stored)
