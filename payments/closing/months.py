"""Beginning, closing and reopening a month of a platform's books. Months are those of UTC, by the platform's clock.

Who begins a close sets how far the books are closed (`ClosedBooks.closed_until`): later entries are dated from there
on, so the month's figures hold still while people explain them. Two people then close it: its figures are kept, and
the database refuses what is dated before its end. An entry that read the books' end before it was set has ended by
then, since whoever closes waits for it.
"""

import datetime as dt
import re
import uuid
from collections.abc import Mapping, Sequence

from payments.closing import checklist, figures
from payments.closing.checklist import Item
from payments.closing.figures import Figure
from payments.models import ClosedBooks, MonthClose, MonthState
from payments.reporting.exports import JournalBusy
from platforms import audit
from platforms.base import clock, errors
from platforms.database import high_water
from platforms.database.rows import by_key
from platforms.models import Platform

_MONTH = re.compile(r"(\d{4})-(0[1-9]|1[0-2])")
_LAST_YEAR = 9999
"""No month of it has one after it."""


class MonthNotOver(errors.DomainError):
    """The month still goes on."""

    code = "INVALID_INPUT"

    def __init__(self, month: dt.date, now: dt.datetime) -> None:
        """Take the month, and the time of the platform."""
        super().__init__(
            f"{month:%Y-%m} is not over: by the platform's clock it is {now:%Y-%m-%d %H:%M} UTC."
            " Close it once the next month has begun."
        )


class OutOfOrder(errors.DomainError):
    """Another month comes first."""

    code = "INVALID_INPUT"

    def __init__(self, expected: dt.date) -> None:
        """Take the month that can be begun."""
        super().__init__(
            f"The next month to close is {expected:%Y-%m}: months are closed one after the other, without a gap."
        )


class AnotherBegun(errors.DomainError):
    """The close of a month has begun, and has not ended."""

    code = "INVALID_INPUT"

    def __init__(self, month: dt.date) -> None:
        """Take the month whose close has begun."""
        super().__init__(f"The close of {month:%Y-%m} has begun already. Open it in the list of closed months.")


class NotBegun(errors.DomainError):
    """Only a month whose close has begun can be closed."""

    code = "INVALID_INPUT"
    message = "This month is closed, or open again. Begin its close first."


class NotTheLast(errors.DomainError):
    """A later month is closed."""

    code = "INVALID_INPUT"
    message = "Only the last month that is closed can be opened again. Open the later ones first."


class Unexplained(errors.InvalidInput):
    """Something of the checklist is not in order, and nobody has explained it."""


class MonthNotFound(errors.NotFound):
    """There is no such month."""

    message = "The close of this month has not begun."


def begin(*, platform_id: uuid.UUID, month: str, reason: str, actor: audit.Actor, now: clock.RealTime) -> MonthClose:
    """Begin the close of a month, such as `2026-03`: from now on nothing is dated into it.

    Raises InvalidInput for what is no month, MonthNotOver, OutOfOrder, AnotherBegun.
    """
    platform: Platform | None = by_key(Platform.objects.select_for_update(no_key=True), platform_id)
    if platform is None:
        raise errors.InvalidInput.field("platform", "must be a platform that there is")
    first, at = _first_day(month), clock.of(platform, now)
    if figures.end_of(first) > at:
        raise MonthNotOver(first, at)
    _require_next(platform, first)
    row = MonthClose.objects.filter(platform=platform, month=first).first() or MonthClose(
        platform=platform, month=first
    )
    row.state, row.begun_at, row.begun_by = MonthState.BEGUN, at, actor.id
    row.save(force_insert=row._state.adding, update_fields=None if row._state.adding else _OF_BEGINNING)
    _set_books(platform, closed_until=figures.end_of(first))
    audit.record(row, "month.begin", actor=actor, now=at, month=month, reason=reason)
    return row


def close(
    *, month: uuid.UUID | None, explanations: Mapping[str, str], reason: str, actor: audit.Actor, now: clock.RealTime
) -> MonthClose:
    """Close a month for good: keep its figures, and have the database refuse what is dated into it.

    `explanations` by the names of the checklist. Raises MonthNotFound, NotBegun, Unexplained for what is neither in
    order nor explained, and JournalBusy while an entry that may belong to the month has not committed.
    """
    before = find(month)
    # Before anything is locked: a writer who is waited for may need the platform.
    _wait_for_writers(before)
    row = _locked(month)
    if row.begun_at != before.begun_at:
        raise JournalBusy
    shown, items = _checked(row, explanations)
    row.state, row.edition, row.closed_at = MonthState.CLOSED, row.edition + 1, clock.of(row.platform, now)
    row.proposed_by, row.closed_by = actor.proposed_by, actor.id
    row.checklist = [_kept(item, explanations) for item in items]
    row.digest = figures.digest(row, shown, edition=row.edition)
    row.save(update_fields=_OF_CLOSING)
    figures.keep(row, shown)
    _set_books(row.platform, sealed_until=figures.end_of(row.month))
    audit.record(
        row,
        "month.close",
        actor=actor,
        now=row.closed_at,
        month=f"{row.month:%Y-%m}",
        edition=row.edition,
        digest=row.digest,
        checklist=row.checklist,
        reason=reason,
    )
    return row


def foresee(row: MonthClose, explanations: Mapping[str, str]) -> tuple[Sequence[Figure], Sequence[Item]]:
    """Return the figures and the checklist with which a month would be closed; raises as `close` does."""
    _wait_for_writers(row)
    return _checked(row, explanations)


def _wait_for_writers(row: MonthClose) -> None:
    """Return once every entry has ended that may not have known of the close; raises NotBegun, and JournalBusy."""
    if row.state != MonthState.BEGUN:
        raise NotBegun
    if not high_water.wait_for_writers("payments_posting"):
        raise JournalBusy


def _checked(row: MonthClose, explanations: Mapping[str, str]) -> tuple[Sequence[Figure], Sequence[Item]]:
    if row.state != MonthState.BEGUN:
        raise NotBegun
    shown = figures.of_journal(row.platform_id, row.month)
    items = checklist.ask(row, shown)
    problems = [
        (item.name, f"{item.title}: {item.figure}" if not item.may_be_explained else "Explain it, or clear it first.")
        for item in items
        if not item.is_fine and not (item.may_be_explained and explanations.get(item.name, "").strip())
    ]
    if problems:
        names = ", ".join(item.title for item in items if item.name in dict(problems))
        raise Unexplained(problems, message=f"Not in order yet: {names}.")
    return shown, items


def reopen(*, month: uuid.UUID | None, reason: str, actor: audit.Actor, now: clock.RealTime) -> MonthClose:
    """Open a month again that is closed, or whose close has begun. What was kept of it stays.

    Entries that were dated from its end on meanwhile stay where they are. Raises MonthNotFound, NotBegun for a month
    that is open, NotTheLast.
    """
    row = _locked(month)
    if row.state == MonthState.REOPENED:
        raise NotBegun
    others = MonthClose.objects.filter(platform=row.platform).exclude(state=MonthState.REOPENED)
    if others.filter(month__gt=row.month).exists():
        raise NotTheLast
    was, row.state = row.state, MonthState.REOPENED
    row.save(update_fields=["state"])
    begin_of = figures.begin_of(row.month)
    is_first = not others.filter(month__lt=row.month).exists()
    _set_books(row.platform, closed_until=begin_of, sealed_until=None if is_first else begin_of)
    at = clock.of(row.platform, now)
    audit.record(row, "month.reopen", actor=actor, now=at, month=f"{row.month:%Y-%m}", was=was, reason=reason)
    return row


_OF_BEGINNING = ("state", "begun_at", "begun_by")
_OF_CLOSING = ("state", "edition", "closed_at", "proposed_by", "closed_by", "checklist", "digest")


def find(month: uuid.UUID | None) -> MonthClose:
    """Return a month with its platform; raises MonthNotFound."""
    row: MonthClose | None = by_key(MonthClose.objects.select_related("platform"), month)
    if row is None:
        raise MonthNotFound
    return row


def _locked(month: uuid.UUID | None) -> MonthClose:
    """Return a month that nobody else changes: whoever does so locks its platform first."""
    Platform.objects.select_for_update(no_key=True).get(pk=find(month).platform_id)
    return find(month)


def _first_day(month: str) -> dt.date:
    parts = _MONTH.fullmatch(month.strip())
    if parts is None or not 0 < int(parts[1]) < _LAST_YEAR:
        raise errors.InvalidInput.field("month", "must be a year and a month, such as 2026-03")
    return dt.date(int(parts[1]), int(parts[2]), 1)


def _require_next(platform: Platform, month: dt.date) -> None:
    """Raise unless a month follows the last one that is closed; without one, it is the first that was, or any month."""
    rows = MonthClose.objects.filter(platform=platform).order_by("month")
    last = rows.exclude(state=MonthState.REOPENED).last()
    if last is not None and last.state == MonthState.BEGUN:
        raise AnotherBegun(last.month)
    earliest = rows.first()
    expected = figures.following(last.month) if last else earliest.month if earliest else month
    if month != expected:
        raise OutOfOrder(expected)


def _set_books(platform: Platform, **until: dt.datetime | None) -> None:
    """Set how far the books of a platform are closed; whoever calls it has locked the platform."""
    if not ClosedBooks.objects.filter(platform=platform).update(**until):
        ClosedBooks.objects.create(platform=platform, **until)


def _kept(item: Item, explanations: Mapping[str, str]) -> dict[str, object]:
    explained = "" if item.is_fine else explanations.get(item.name, "").strip()
    return {"name": item.name, "title": item.title, "figure": item.figure, "isFine": item.is_fine} | (
        {"explanation": explained} if explained else {}
    )
