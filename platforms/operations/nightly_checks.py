"""Checks that go on where they stopped, a page at a time: what is new each night, and all else within a week.

A page is read in one snapshot, and then a short database transaction notes how far the check is and what was found.
A worker that is killed loses a page; of two workers that read the same page the first one's counts. A page that can't
be read is a difference itself (`NOT_READ`): the check goes on behind it, and each night tries again.

Each night a part reads what has come since the night before, a seventh of what is older, and the pages with differences
that were found before: one stays until its page is read again without it, whatever else the night reads.
"""

import contextlib
import datetime as dt
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from celery.exceptions import SoftTimeLimitExceeded
from django.db import connection, transaction

from platforms.base import clock
from platforms.database import sql
from platforms.database.locks import Lock
from platforms.models import CheckPart, CheckStage, NightlyCheck
from platforms.operations import unread_pages

_OF_A_ROUND = (
    "faults",
    "pages",
    "good_until",
    "whole_since",
    "round_size",
    "round_began_at",
    "round_position",
    "round_rows",
)
NIGHTS = 7
"""In so many nights every row is read again."""
OVERDUE = dt.timedelta(days=NIGHTS + 1)
"""A part is late when its round began longer ago and is not over."""
MOST_FAULTS = 1000
"""Of a part, whatever there is."""
Key = int | str | None
Finding = dict[str, Any]
"""A difference: `kind`, `subject`, `detail`, and what else its check stores of it."""


class Page(NamedTuple):
    """Keys of a part that are read at once."""

    after: Key
    until: Key
    rows: int


Read = tuple[Page, Sequence[Finding]]
"""A page, and the differences in it."""


class Part(Protocol):
    """One comparison of a check."""

    @property
    def name(self) -> str:
        """Its name, which stays."""

    @property
    def has_rounds(self) -> bool:
        """Whether old rows are read too, within a week. A part without reads new ones alone."""

    @property
    def is_small(self) -> bool:
        """Whether everything is read each night."""

    def mark(self, now: clock.RealTime) -> Key:
        """Return where the new rows of the next night begin: below it none appears any more.

        Called outside of database transactions.
        """

    def page(self, after: Key, until: Key) -> Page:
        """Return the next page of the keys after `after`, up to `until`."""

    def size(self) -> int:
        """Return about how many rows there are."""

    def read(self, page: Page, former: dt.datetime | None) -> Iterator[Finding]:
        """Yield the differences in a page; `former` is when the check before began."""


class Check(NamedTuple):
    """A check: its name, its parts, and what becomes of what they find."""

    name: str
    parts: Callable[[], Sequence[Part]]
    found: Callable[[Sequence[Finding]], None]
    """Is called with differences that were not known, in the database transaction that notes them."""
    ended: Callable[[NightlyCheck, Sequence[CheckPart]], None]
    """Is called in the database transaction that notes the end of a night."""
    stored: Callable[[str, str, str], Finding]
    """Returns a difference of this kind, subject and detail, with all that the check stores of one."""


def due(name: str, *, first: str) -> str:
    """Return SQL for whether a check has a page to read, or a night of UTC to begin; `first`: the first one of all."""
    return sql.of_constants(
        """
        coalesce((SELECT ended_at IS NULL OR began_at < date_trunc('day', %(now)s::timestamptz, 'UTC')
                    FROM platforms_nightlycheck WHERE name = '{name}'), {first})
        """,
        name=name,
        first=first,
    )


def begin(check: Check, *, now: clock.RealTime, is_asked: bool = False) -> bool:
    """Begin tonight's check, unless it is under way, or was made already and nobody asks for another one."""
    last = NightlyCheck.objects.filter(name=check.name).first()
    if last is not None and (last.ended_at is None or (last.began_at.date() >= now.date() and not is_asked)):
        return False
    marks = {part.name: _mark(part, now) for part in check.parts()}
    with transaction.atomic(durable=True):
        if not _is_ours(check):
            return False
        night, is_first = NightlyCheck.objects.select_for_update().get_or_create(
            name=check.name, defaults={"began_at": now}
        )
        if not is_first and (last is None or night.began_at != last.began_at):
            return False
        night.former_at, night.began_at, night.ended_at = None if is_first else night.began_at, now, None
        night.save()
        _lay_out(check, night, marks)
    return True


def step(check: Check, *, now: clock.RealTime) -> int | None:
    """Read the next page; return 1, or None where none is left, or another worker reads."""
    with snapshot():
        if not _is_ours(check):
            return None
        night = NightlyCheck.objects.filter(name=check.name, ended_at=None).first()
        if night is None:
            return None
        rows = {row.name: row for row in CheckPart.objects.filter(parent=night)}
        read = _read_next(check, night, rows)
    with transaction.atomic(durable=True):
        if not _is_ours(check):
            return None
        if not NightlyCheck.objects.select_for_update().filter(pk=night.pk, began_at=night.began_at, ended_at=None):
            return None
        if read is None:
            night.ended_at = now
            night.save(update_fields=["ended_at"])
            check.ended(night, list(rows.values()))
            return 1
        row, found = read
        _record(check, night, rows.values(), row, found)
    return 1


def _read_next(check: Check, night: NightlyCheck, rows: Mapping[str, CheckPart]) -> tuple[CheckPart, Read] | None:
    for part in check.parts():
        # A part that an upgrade has brought begins with the next night.
        row = rows.get(part.name)
        read = _read_part(check, part, row, night) if row else None
        if row and read:
            return row, read
    return None


def _read_part(check: Check, part: Part, row: CheckPart, night: NightlyCheck) -> Read | None:
    """Read the next page of a part."""

    def left() -> Page:
        # Without a next page the part is done for tonight.
        page, row.stage = Page(*_rest_of_stage(row, night), 0), CheckStage.DONE
        return page

    return unread_pages.read(
        part, check=check, former=night.former_at, page=lambda: _next_page(part, row, night), left=left
    )


def _rest_of_stage(row: CheckPart, night: NightlyCheck) -> tuple[Key, Key]:
    """Return the keys that a part has yet to read in its stage."""
    if row.stage == CheckStage.NEW:
        return row.position, None
    if row.stage == CheckStage.OLD:
        return row.round_position, row.new_after
    after, until = next(one["page"] for one in row.faults if one["seen"] != night.began_at.isoformat())
    return after, until


def _mark(part: Part, now: clock.RealTime) -> Key:
    """Return where a part's new rows of the next night begin; without a mark, that one reads tonight's again."""
    try:
        return part.mark(now)
    except SoftTimeLimitExceeded:
        raise
    except Exception as error:  # noqa: BLE001 - outages are raised again, others are told
        unread_pages.reason(error, part=part.name)
        return None


def _record(check: Check, night: NightlyCheck, rows: Iterable[CheckPart], row: CheckPart, read: Read) -> None:
    if CheckPart.objects.values_list("pages", flat=True).get(pk=row.pk) != row.pages:
        return  # Somebody has read this page, or everything, meanwhile.
    page, findings = read
    before = _by_identity(one for each in rows for one in each.faults)
    _note(row, page, findings, before, night)
    if row.stage != CheckStage.DONE:
        _go_on(row, page, night)
    row.pages += 1
    row.save()
    if fresh := [one for one in findings if identity(one) not in before]:
        check.found(fresh)


def record_whole(check: Check, found: Mapping[str, Sequence[Read]], *, began_at: dt.datetime) -> None:
    """Note, in the caller's database transaction, that somebody has read everything, and what there is."""
    night, _ = NightlyCheck.objects.select_for_update().get_or_create(
        name=check.name, defaults={"began_at": began_at, "ended_at": began_at}
    )
    rows = _rows_of(check, night)
    for part in check.parts():
        if part.name not in found:
            continue  # There were too many differences before it.
        row, pages = rows[part.name], found[part.name]
        seen = night.began_at.isoformat()
        now_there = [
            one | {"page": [page.after, page.until], "seen": seen} for page, findings in pages for one in findings
        ]
        is_whole, identities = unread_pages.are_none(now_there), {identity(fault) for fault in now_there}
        # What was found in a page that can't be read now stays.
        stays = [] if is_whole else [fault for fault in row.faults if identity(fault) not in identities]
        row.faults = [*now_there, *stays]
        row.pages += 1
        if pages:
            row.good_until = began_at if is_whole else row.good_until
            _end_round(row, began_at, sum(page.rows for page, _ in pages))
    CheckPart.objects.bulk_update(rows.values(), _OF_A_ROUND)


def progress(check: Check) -> list[dict[str, Any]]:
    """Return how far each part of a check is: what it has read last, and until when it is good."""
    rows = CheckPart.objects.filter(parent=check.name).order_by("id")
    return [
        {
            "part": row.name,
            "rows": row.rows,
            "goodUntil": row.good_until and row.good_until.isoformat(),
            "wholeSince": row.whole_since and row.whole_since.isoformat(),
        }
        for row in rows
    ]


def known(check: Check) -> dict[tuple[str, str, str], Finding]:
    """Return the differences that stand, by their identity."""
    rows = CheckPart.objects.filter(parent=check.name).values_list("faults", flat=True)
    return _by_identity(one for faults in rows for one in faults)


def late(check: Check, *, now: dt.datetime) -> list[str]:
    """Return the parts for which a week was too short to read them as a whole."""
    old = CheckPart.objects.filter(parent=check.name, round_began_at__lt=now - OVERDUE)
    return list(old.order_by("id").values_list("name", flat=True))


def identity(finding: Finding) -> tuple[str, str, str]:
    """Return what is equal for the same difference found twice."""
    return finding["kind"], finding["subject"], finding["detail"]


@contextlib.contextmanager
def snapshot() -> Iterator[None]:
    """Use one snapshot of the database; within the caller's database transaction it is that one's."""
    if connection.in_atomic_block:
        yield
        return
    with transaction.atomic(durable=True), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        # Compiling these statements to machine code costs more than running them.
        cursor.execute("SET LOCAL jit = off")
        # A plan for any keys takes a page's thousands for ten.
        cursor.execute("SET LOCAL plan_cache_mode = force_custom_plan")
        yield


def _is_ours(check: Check) -> bool:
    with connection.cursor() as cursor:
        return Lock.TABLE.try_to_hold(cursor, f"{NightlyCheck._meta.db_table} {check.name}")


def _rows_of(check: Check, night: NightlyCheck) -> dict[str, CheckPart]:
    """Return a row for each part, made where there is none."""
    there = set(CheckPart.objects.filter(parent=night).values_list("name", flat=True))
    CheckPart.objects.bulk_create(
        CheckPart(parent=night, name=part.name) for part in check.parts() if part.name not in there
    )
    return {row.name: row for row in CheckPart.objects.select_for_update().filter(parent=night)}


def _lay_out(check: Check, night: NightlyCheck, marks: Mapping[str, Key]) -> None:
    rows = _rows_of(check, night)
    for part in check.parts():
        row, mark = rows[part.name], marks[part.name]
        is_trail = not part.has_rounds and not part.is_small
        row.new_after = None if part.is_small else mark if is_trail and row.new_next is None else row.new_next
        # Writers that do not end leave no mark: then the next night reads these rows again.
        row.new_next = row.new_next if mark is None else mark
        row.stage, row.position, row.rows = CheckStage.NEW, row.new_after, 0
        if row.round_began_at is None:
            row.round_began_at, row.round_rows, row.round_position = night.began_at, 0, None
        row.save()


def _next_page(part: Part, row: CheckPart, night: NightlyCheck) -> Page | None:
    """Return what a part reads next tonight, and bring its stage forward to it; None where it has done its share."""
    if row.stage == CheckStage.NEW:
        return part.page(row.position, None)
    if row.stage == CheckStage.OLD:
        if row.new_after is not None and part.has_rounds and not _has_its_share(part, row, night):
            return part.page(row.round_position, row.new_after)
        row.stage = CheckStage.FOUND
    if row.stage == CheckStage.FOUND:
        for one in row.faults:
            if one["seen"] != night.began_at.isoformat():
                after, until = one["page"]
                return part.page(after, until)
        row.stage = CheckStage.DONE
    return None


def _has_its_share(part: Part, row: CheckPart, night: NightlyCheck) -> bool:
    """Tell whether the old rows of tonight are read; on the seventh night of a round all of them are."""
    if row.round_began_at is None:
        return True  # The round has ended tonight.
    nights = (night.began_at.date() - row.round_began_at.date()).days + 1
    return nights < NIGHTS and row.round_rows * NIGHTS >= max(part.size(), row.round_size, 1) * nights


def _go_on(row: CheckPart, page: Page, night: NightlyCheck) -> None:
    """Note that a page was read."""
    row.rows += page.rows
    if row.stage == CheckStage.NEW:
        row.position = page.until
        if page.until is None:
            row.stage = CheckStage.OLD
            row.good_until = night.began_at if unread_pages.are_none(row.faults) else row.good_until
            if row.new_after is None:
                # What is new is everything.
                _end_round(row, night.began_at, row.rows)
    elif row.stage == CheckStage.OLD:
        row.round_position = page.until
        row.round_rows += page.rows
        if page.until == row.new_after:
            assert row.round_began_at is not None
            _end_round(row, row.round_began_at, row.round_rows)


def _end_round(row: CheckPart, began_at: dt.datetime, rows: int) -> None:
    row.whole_since = began_at if unread_pages.are_none(row.faults) else row.whole_since
    row.round_size = rows
    row.round_began_at, row.round_position, row.round_rows = None, None, 0


def _note(
    row: CheckPart,
    page: Page,
    findings: Sequence[Finding],
    before: Mapping[tuple[str, str, str], Finding],
    night: NightlyCheck,
) -> None:
    """Replace what was found in a page before by what is found now; keep it where the page could not be read."""
    seen = night.began_at.isoformat()
    now_there = {identity(one) for one in findings}
    others = [one for one in row.faults if identity(one) not in now_there]
    if unread_pages.are_none(findings):
        kept = [one for one in (one | {"page": _rest(one["page"], page)} for one in others) if one["page"]]
    else:
        # Once a night is often enough for what can't be read.
        kept = [one | ({"seen": seen} if _rest(one["page"], page) != one["page"] else {}) for one in others]
    fresh = {"page": [page.after, page.until], "seen": seen}
    now = clock.real_now().isoformat()
    since = {name: one["since"] for name, one in before.items()}
    row.faults = [*kept, *(one | fresh | {"since": since.get(identity(one), now)} for one in findings)][:MOST_FAULTS]


def _rest(keys: Sequence[Any], page: Page) -> list[Any]:
    """Return those keys of a page that another one leaves behind it; nothing where that has all of them.

    The last page of a night has no end: what has come since is read a page at a time too.
    """
    after, until = keys
    begins_before = page.after is not None and (after is None or after < page.after)
    begins_behind = page.until is not None and after is not None and after >= page.until
    if begins_before or begins_behind:
        return [after, until]
    if page.until is None or (until is not None and until <= page.until):
        return []
    return [page.until, until]


def _by_identity(findings: Iterable[Finding]) -> dict[tuple[str, str, str], Finding]:
    """Return each difference once: the one that was found first."""
    return {identity(one): one for one in sorted(findings, key=lambda one: str(one["since"]), reverse=True)}
