"""Screening against the lists that `load_sanctions_list` has loaded.

The editions in use are read from the database at each screening, by one small statement; their entries are in the
memory of the process, indexed, by the keys of the editions. So a new edition is in use from the moment it is
committed, in every process, and each process reads it once.
"""

import threading
import uuid
from collections.abc import Iterator, Sequence

from django.conf import settings

from compliance.models import ListKind, ScreeningListEntry, SubjectKind
from compliance.providers import matching
from compliance.providers.screening import Screened, Subject
from platforms.database import prepared

_CURRENT = (
    "SELECT id, name, kind, published_at, entry_count FROM compliance_screeninglistversion"
    " WHERE is_current ORDER BY name"
)
_ATTEMPTS = 3
_COLUMNS = (
    "version_id", "reference", "kind", "names", "birth_dates", "birth_years", "countries", "identifiers", "listed_on"
)  # fmt: skip


class ListScreening:
    """Compares with all loaded lists; returns that nothing was compared while there are none."""

    follows_loaded_lists = True

    def screen(self, subjects: Sequence[Subject]) -> Screened:
        """Search the index of the editions in use; the process's first search after a new one builds it."""
        labels, index = _Shelf.current()
        threshold = settings.SCREENING_THRESHOLD
        return Screened(labels, tuple(index.find(subject, threshold=threshold) for subject in subjects))


class _Shelf:
    """The index of this process. A newer index replaces it; searches under way keep the old one."""

    _guard = threading.Lock()
    _key: tuple[uuid.UUID, ...] = ()
    _index = matching.Index(())

    @classmethod
    def current(cls) -> tuple[tuple[str, ...], matching.Index]:
        """Return the editions in use, by name and date, and their index."""
        for _ in range(_ATTEMPTS):
            editions = prepared.rows(_CURRENT, [])
            key = tuple(edition[0] for edition in editions)
            labels = tuple(f"{name} {published_at:%Y-%m-%d}" for _, name, _, published_at, _ in editions)
            with cls._guard:
                if key != cls._key:
                    lists = {identifier: (name, ListKind(kind)) for identifier, name, kind, *_ in editions}
                    index = matching.Index(_entries(lists))
                    # Two newer editions within this moment have had the entries of ours deleted: look again.
                    if index.size != sum(edition[4] for edition in editions):
                        continue
                    cls._key, cls._index = key, index
                return labels, cls._index
        raise RuntimeError("the entries of the lists in use are not there")


def _entries(lists: dict[uuid.UUID, tuple[str, ListKind]]) -> Iterator[matching.Entry]:
    rows = ScreeningListEntry.objects.filter(version_id__in=lists).order_by("id").values_list(*_COLUMNS)
    for version, reference, kind, names, dates, years, countries, identifiers, listed_on in rows:
        list_name, list_kind = lists[version]
        yield matching.Entry(
            list_name=list_name,
            list_kind=list_kind,
            reference=reference,
            kind=SubjectKind(kind),
            names=tuple(names),
            birth_dates=tuple(dates),
            birth_years=(years[0], years[-1]) if years else None,
            countries=tuple(countries),
            identifiers=tuple(identifiers),
            listed_on=listed_on,
        )
