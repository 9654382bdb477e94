"""Where lists come from: an https address, a file, or a folder, of which the newest file counts."""

import dataclasses
import datetime as dt
import pathlib
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO
from urllib.parse import urljoin

from django.conf import settings

from compliance.models import ListKind, ScreeningListVersion
from compliance.providers.watchlists import files
from platforms.base import clock
from webhooks.delivery import client

FETCH_EVERY = dt.timedelta(hours=6)
_TIMEOUT_SECONDS = 600
_MOST_REDIRECTS = 3
_REDIRECTS = frozenset({301, 302, 303, 307, 308})


@dataclasses.dataclass(frozen=True, slots=True)
class Source:
    """A list that the operator has named in the settings."""

    name: str
    kind: ListKind
    place: str
    """An address, which may hold a secret, or a path."""


@dataclasses.dataclass(frozen=True, slots=True)
class Opened:
    """A list, ready to be read."""

    file: IO[bytes]
    seen_at: dt.datetime
    """When its source had nothing newer: now for an address; for a file, when it was written."""


def named() -> list[Source]:
    """Return the lists of the settings."""
    return [Source(name, ListKind(kind), place) for name, (kind, place) in settings.SCREENING_LISTS.items()]


def due(source: Source, *, now: clock.RealTime) -> bool:
    """Tell whether a list is to be fetched: an address after FETCH_EVERY, a file that is not the one last looked at."""
    current = ScreeningListVersion.objects.filter(name=source.name, is_current=True).first()
    if current is None or current.seen_at is None or current.kind != source.kind:
        return True
    if _is_address(source.place):
        return current.seen_at <= now - FETCH_EVERY
    return _written(_file(source.place)) > current.seen_at


def outdated(*, now: dt.datetime) -> list[ScreeningListVersion]:
    """Return the lists in use for which nothing newer was looked for within SCREENING_LIST_DAYS, the oldest first."""
    last = now - dt.timedelta(days=settings.SCREENING_LIST_DAYS)
    rows = ScreeningListVersion.objects.filter(is_current=True)
    return sorted((row for row in rows if looked_at(row) <= last), key=looked_at)


def looked_at(version: ScreeningListVersion) -> dt.datetime:
    """Return when a list was last known to be the newest one."""
    known: dt.datetime = version.seen_at or version.loaded_at
    return known


@contextmanager
def opened(place: str, *, now: dt.datetime) -> Iterator[Opened]:
    """Open a list for a block; raises ListRefused and OSError."""
    if not _is_address(place):
        path = _file(place)
        with path.open("rb") as file:
            yield Opened(file, min(_written(path), now))
        return
    with tempfile.TemporaryFile() as file:
        _download(place, file)
        file.seek(0)
        yield Opened(file, now)


def _download(address: str, file: IO[bytes]) -> None:
    """Write what is at an address into a file. Authorities redirect to the place of the file: a few are followed."""
    for _ in range(_MOST_REDIRECTS + 1):
        file.seek(0)
        file.truncate()
        reply = client.send(
            client.Request(
                url=address,
                method="GET",
                headers={"Accept": "application/xml, text/xml"},
                allow_loopback=settings.ALLOW_LOOPBACK_WEBHOOKS,
                read_bytes=files.MOST_BYTES + 1,
                timeout_seconds=_TIMEOUT_SECONDS,
                sink=file,
            )
        )
        if reply.status == 200:
            return
        if reply.status not in _REDIRECTS or not reply.location:
            break
        address = urljoin(address, reply.location)
    raise files.ListRefused(f"no file there: {reply.failure or f'HTTP status {reply.status}'}")


def _is_address(place: str) -> bool:
    return place.lower().startswith(("http://", "https://"))


def _file(place: str) -> pathlib.Path:
    """Return a file; of a folder the newest one. Those whose names begin with a point are not finished yet."""
    path = pathlib.Path(place)
    if not path.is_dir():
        return path
    found = [each for each in path.iterdir() if each.is_file() and not each.name.startswith(".")]
    if not found:
        raise files.ListRefused("the folder is empty")
    return max(found, key=lambda each: (each.stat().st_mtime_ns, each.name))


def _written(path: pathlib.Path) -> dt.datetime:
    return dt.datetime.fromtimestamp(path.stat().st_mtime, dt.UTC)
