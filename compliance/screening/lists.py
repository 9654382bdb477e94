"""Watchlists: loading an edition."""

import dataclasses
import datetime as dt
import itertools

from django.db import connection

from compliance.models import ListKind, ScreeningListEntry, ScreeningListVersion, ScreeningSweep
from compliance.providers import un_list
from platforms import audit
from platforms.base import identifiers
from platforms.database.locks import Lock

_CHUNK = 1000
_SMALLEST_SHARE = 0.8
"""An edition with fewer than four fifths of the entries before is more likely truncated than right."""
_CLOCKS_DIFFER = dt.timedelta(days=1)
_KEPT_EDITIONS = 2
"""Editions whose entries are kept: the one in use, and the one before for processes that just began to read it."""


@dataclasses.dataclass(frozen=True, slots=True)
class Loaded:
    """The result of loading."""

    version: ScreeningListVersion
    is_new: bool
    """False when this very file is in use already."""


def load(
    *,
    name: str,
    kind: ListKind,
    checksum: str,
    edition: un_list.Edition,
    actor: audit.Actor,
    now: dt.datetime,
    is_smaller_or_older_accepted: bool = False,
) -> Loaded:
    """Replace the edition of the list `name` that is in use, and have all customers screened again.

    `edition` is read to its end. Raises ListRefused for a file with a fault, for one that is older or much smaller
    than the one in use (unless `is_smaller_or_older_accepted`), and for an empty one; then everything stays as it was.
    """
    with connection.cursor() as cursor:
        # A concurrent load waits until this one has ended, however long that takes.
        cursor.execute("SET LOCAL lock_timeout = 0")
        Lock.SCREENING_LISTS.hold(cursor)
    current = ScreeningListVersion.objects.filter(name=name, is_current=True).first()
    if current is not None and (current.checksum, current.kind) == (checksum, kind):
        return Loaded(current, is_new=False)
    compared = None if is_smaller_or_older_accepted else current
    if compared is not None and edition.published_at < compared.published_at:
        raise un_list.ListRefused("the list is older than the one in use")
    if edition.published_at > now + _CLOCKS_DIFFER:
        # A date in the future would make every later edition look old.
        raise un_list.ListRefused("the list was made in the future")
    version = ScreeningListVersion.objects.create(
        name=name,
        kind=kind,
        checksum=checksum,
        published_at=edition.published_at,
        loaded_at=now,
        entry_count=0,
        is_current=False,
    )
    version.entry_count = _store(version, edition)
    if not version.entry_count:
        raise un_list.ListRefused("the list is empty")
    if compared is not None and version.entry_count < _SMALLEST_SHARE * compared.entry_count:
        raise un_list.ListRefused(f"the list has {version.entry_count} entries, the one in use {compared.entry_count}")
    _put_in_use(version)
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
    )
    return Loaded(version, is_new=True)


def _store(version: ScreeningListVersion, edition: un_list.Edition) -> int:
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
    version.save(update_fields=["is_current", "entry_count"])
    kept = editions.order_by("-loaded_at", "-id").values_list("id", flat=True)[:_KEPT_EDITIONS]
    ScreeningListEntry.objects.filter(version__name=version.name).exclude(version_id__in=list(kept)).delete()
