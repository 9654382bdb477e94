"""Watchlists: loading an edition."""

import dataclasses
import datetime as dt
import itertools

from django.db import connection

from compliance.models import ListKind, ScreeningListEntry, ScreeningListVersion, ScreeningSweep
from compliance.providers.watchlists import files
from platforms import audit
from platforms.base import identifiers
from platforms.database.locks import Lock

_CHUNK = 1000
_SMALLEST_SHARE = 0.8
"""An edition with fewer than four fifths of the entries before is more likely truncated than right."""
_CLOCKS_DIFFER = dt.timedelta(days=1)
_MOST_NAMED = 200
"""References that are kept of each kind of change."""
_CHANGES = """
WITH old AS (SELECT * FROM compliance_screeninglistentry WHERE version_id = %(old)s),
     new AS (SELECT * FROM compliance_screeninglistentry WHERE version_id = %(new)s),
     change AS (
         SELECT coalesce(new.reference, old.reference) AS reference,
                CASE WHEN old.id IS NULL THEN 'added' WHEN new.id IS NULL THEN 'removed' ELSE 'changed' END AS what
           FROM old FULL JOIN new ON new.reference = old.reference
          WHERE old.id IS NULL OR new.id IS NULL
             OR (old.kind, old.names, old.birth_dates, old.birth_years, old.countries, old.identifiers, old.listed_on)
                IS DISTINCT FROM
                (new.kind, new.names, new.birth_dates, new.birth_years, new.countries, new.identifiers, new.listed_on))
SELECT what, count(*), (array_agg(reference ORDER BY reference))[:%(most)s] FROM change GROUP BY what
"""
_KEPT_EDITIONS = 2
"""Editions whose entries are kept: the one in use, and the one before for processes that just began to read it."""


@dataclasses.dataclass(frozen=True, slots=True)
class Loaded:
    """The result of loading."""

    version: ScreeningListVersion
    is_new: bool
    """False when this very file is in use already."""

    @property
    def has_changed(self) -> bool:
        """Tell whether the entries are others than those that were compared with before."""
        counts = (self.version.added_count, self.version.changed_count, self.version.removed_count)
        return self.is_new and any(count is None or count for count in counts)


def load(
    *,
    name: str,
    kind: ListKind,
    checksum: str,
    edition: files.Edition,
    actor: audit.Actor,
    now: dt.datetime,
    seen_at: dt.datetime | None = None,
    is_smaller_or_older_accepted: bool = False,
) -> Loaded:
    """Replace the edition of the list `name` that is in use, and have everybody screened again if an entry differs.

    `edition` is read to its end. `seen_at`: when its source was found to have nothing newer, `now` if it is left out.
    Raises ListRefused for a file with a fault, for one that is older or much smaller than the one in use (unless
    `is_smaller_or_older_accepted`), for one of another form, and for an empty one; then everything stays as it was.
    """
    seen_at = min(seen_at or now, now)
    with connection.cursor() as cursor:
        # A concurrent load waits until this one has ended, however long that takes.
        cursor.execute("SET LOCAL lock_timeout = 0")
        Lock.SCREENING_LISTS.hold(cursor)
    current = ScreeningListVersion.objects.filter(name=name, is_current=True).first()
    if current is not None and (current.checksum, current.kind) == (checksum, kind):
        current.seen_at = max(seen_at, current.seen_at or seen_at)
        current.save(update_fields=["seen_at"])
        return Loaded(current, is_new=False)
    if current is not None and current.form not in {"", edition.form}:
        raise files.ListRefused(
            f"the list {name} is in the form of {current.form}, and this file in that of {edition.form}: give it a "
            "name of its own"
        )
    compared = None if is_smaller_or_older_accepted else current
    if compared is not None and edition.published_at < compared.published_at:
        raise files.ListRefused("the list is older than the one in use")
    if edition.published_at > now + _CLOCKS_DIFFER:
        # A date in the future would make every later edition look old.
        raise files.ListRefused("the list was made in the future")
    version = ScreeningListVersion.objects.create(
        name=name,
        kind=kind,
        checksum=checksum,
        published_at=edition.published_at,
        loaded_at=now,
        entry_count=0,
        is_current=False,
        form=edition.form,
        seen_at=seen_at,
    )
    version.entry_count = _store(version, edition)
    if not version.entry_count:
        raise files.ListRefused("the list is empty")
    if compared is not None and version.entry_count < _SMALLEST_SHARE * compared.entry_count:
        raise files.ListRefused(f"the list has {version.entry_count} entries, the one in use {compared.entry_count}")
    if current is not None and current.kind == kind:
        _note_changes(version, since=current)
    _put_in_use(version)
    loaded = Loaded(version, is_new=True)
    if loaded.has_changed:
        ScreeningSweep.objects.filter(is_running=True).update(is_running=False)
        ScreeningSweep.objects.create(version=version, started_at=now)
    audit.record(
        audit.Subject(None, identifiers.public("ScreeningListVersion", version.id)),
        "screening_list.load",
        actor=actor,
        now=now,
        name=name,
        kind=kind,
        entries=version.entry_count,
        checksum=checksum,
        added=version.added_count,
        changed=version.changed_count,
        removed=version.removed_count,
    )
    return loaded


def _note_changes(version: ScreeningListVersion, *, since: ScreeningListVersion) -> None:
    """Note what differs from the edition in use, whose entries are all kept."""
    with connection.cursor() as cursor:
        cursor.execute(_CHANGES, {"old": since.id, "new": version.id, "most": _MOST_NAMED})
        found = {what: (count, references) for what, count, references in cursor.fetchall()}
    none: tuple[int, list[str]] = (0, [])
    version.added_count, version.changed_count, version.removed_count = (
        found.get(what, none)[0] for what in ("added", "changed", "removed")
    )
    version.changes = {what: references for what, (_, references) in found.items()}


def _store(version: ScreeningListVersion, edition: files.Edition) -> int:
    count = 0
    entries = iter(edition.entries)
    while chunk := list(itertools.islice(entries, _CHUNK)):
        ScreeningListEntry.objects.bulk_create(
            ScreeningListEntry(
                version=version,
                reference=entry.reference,
                kind=entry.kind,
                names=list(entry.names),
                birth_dates=list(entry.birth_dates),
                birth_years=list(entry.birth_years) if entry.birth_years else None,
                countries=list(entry.countries),
                identifiers=list(entry.identifiers),
                listed_on=entry.listed_on,
            )
            for entry in chunk
        )
        count += len(chunk)
    return count


def _put_in_use(version: ScreeningListVersion) -> None:
    editions = ScreeningListVersion.objects.filter(name=version.name)
    editions.filter(is_current=True).update(is_current=False)
    version.is_current = True
    counts = ("added_count", "changed_count", "removed_count", "changes")
    version.save(update_fields=["is_current", "entry_count", *counts])
    kept = editions.order_by("-loaded_at", "-id").values_list("id", flat=True)[:_KEPT_EDITIONS]
    ScreeningListEntry.objects.filter(version__name=version.name).exclude(version_id__in=list(kept)).delete()
