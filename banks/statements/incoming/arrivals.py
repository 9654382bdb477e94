"""Files from banks: fetched or uploaded, stored encrypted in parts, and known by their hash.

A file is stored, then its row is committed, then it is removed at the bank: a worker that dies in between fetches it
again, and finds the row.
"""

import datetime as dt
import functools
import hashlib
import tempfile
import uuid
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from django.db import transaction

from banks.due import STATEMENTS_TASK
from banks.formats import packing
from banks.models import BankConnection, BankFile, BankIncomingFile, IncomingState
from banks.rail import connections, delivery, files
from banks.statements.contents import Parts
from platforms import audit
from platforms.base import clock, errors, identifiers, jobs
from platforms.database.rows import by_key
from platforms.encryption import encrypted_storage
from platforms.operations import attempts

ROOT = "bank_incoming_files"
"""Apart from files to banks, and from documents."""
PART = 4 * 2**20
"""Bytes that are encrypted at once: the memory that a file takes, whatever its size."""
LONGEST_NAME = 255


class Taken(NamedTuple):
    """A file from a bank, and whether it is new."""

    file: BankIncomingFile
    is_new: bool


class NotSetAside(errors.DomainError):
    """There is no such file, or it was not set aside."""

    code = "INVALID_INPUT"
    message = "Only a file that was set aside, or that waits after its upload, can be read."


class EmptyFile(errors.DomainError):
    """The file has no content."""

    code = "INVALID_INPUT"
    message = "The file is empty."


class FileIsKnown(errors.DomainError):
    """The same content was received before."""

    code = "INVALID_INPUT"

    def __init__(self, public_id: str) -> None:
        """Take the public identifier of the file stored before."""
        super().__init__(f"This file came before, as {public_id}. Nothing was changed.")


def fetch_all(*, now: clock.RealTime) -> int:
    """Fetch the files in the folders of all banks; return the number of new ones."""
    found = BankConnection.objects.select_related("platform").filter(ended_at=None).exclude(answers_folder="")
    fetched = 0
    for connection in found.order_by("name"):
        part = functools.partial(_fetch, connection, now)
        fetched += attempts.attempt(part, work=STATEMENTS_TASK, subject=connection.public_id, now=now) or 0
    return fetched


def _fetch(connection: BankConnection, now: clock.RealTime) -> int:
    """Fetch each file of a folder; one that can't be taken keeps no other waiting, and is raised in the end."""
    way, fetched, failure = delivery.answers_of(connection), 0, None
    for name in way.names():
        try:
            fetched += _take(way, name, connection, now)
        except FileNotFoundError:
            continue  # another worker has taken it
        except (TimeoutError, ConnectionError):
            raise
        except OSError as error:
            failure = error
    if failure:
        raise failure
    return fetched


def _take(way: delivery.Delivery, name: str, connection: BankConnection, now: clock.RealTime) -> int:
    """Store a file and remove it at the bank; return how many are new. An empty one may be one that is begun."""
    at = connections.now_of(connection, now)
    with tempfile.TemporaryFile() as file:
        way.fetch(name, file)
        file.seek(0)
        taken = [
            store(connection=connection, name=inner, file=content, actor=audit.SYSTEM, now=at)
            for inner, content in packing.unpacked(name, file)
        ]
    if None in taken:
        return 0
    way.remove(name)
    return sum(one.is_new for one in taken if one)


def upload(
    *, connection: uuid.UUID | None, name: str, file: BinaryIO, reason: str, actor: audit.Actor, now: clock.RealTime
) -> BankIncomingFile:
    """Store a file uploaded by staff; two people have to approve reading it. Opens its own transaction.

    Of a packed file each file within is stored, and the first one returned that is new. Raises ConnectionNotFound,
    EmptyFile, and FileIsKnown.
    """
    rows = BankConnection.objects.select_related("platform").filter(ended_at=None)
    bank: BankConnection | None = by_key(rows, connection)
    if bank is None:
        raise connections.ConnectionNotFound
    if not reason.strip():
        raise errors.InvalidInput.field("reason", "must say why")
    at = connections.now_of(bank, now)
    taken = [
        store(connection=bank, name=inner, file=content, reason=reason, actor=actor, now=at)
        for inner, content in packing.unpacked(name, file)
    ]
    stored = [arrival for arrival in taken if arrival]
    if not stored:
        raise EmptyFile
    new = [arrival.file for arrival in stored if arrival.is_new]
    if not new:
        raise FileIsKnown(stored[0].file.public_id)
    return new[0]


def store(
    *, connection: BankConnection, name: str, file: BinaryIO, reason: str = "", actor: audit.Actor, now: dt.datetime
) -> Taken | None:
    """Store a file once for each connection and content; None for an empty one. Opens its own transaction."""
    sha256 = hashlib.sha256()
    for part in _parts(file):
        sha256.update(part)
    digest = sha256.digest()
    if file.tell() == 0:
        return None
    same = BankIncomingFile.objects.filter(connection_name=connection.name, sha256=digest)
    if (known := same.first()) is not None:
        return Taken(known, is_new=False)
    size = file.tell()
    file.seek(0)
    keys = [encrypted_storage.put(part, root=ROOT, today=now.date()) for part in _parts(file)]
    new = BankIncomingFile(
        connection=connection,
        connection_name=connection.name,
        name=_printable(name)[-LONGEST_NAME:],
        storage_keys=keys,
        size=size,
        sha256=digest,
        received_at=now,
        received_by="" if actor == audit.SYSTEM else actor.id,
        reason=reason.strip(),
    )
    if new.received_by:
        new.state, new.place, new.problem = IncomingState.SET_ASIDE, _UPLOADED, _WAITS
    with transaction.atomic(durable=True):
        # Of two that take it at the same moment one waits here for the other.
        BankIncomingFile.objects.bulk_create([new], ignore_conflicts=True)
        stored: BankIncomingFile = same.get()
        if stored.pk == new.pk:
            audit.record(
                audit.Subject(connection.platform_id, new.public_id),
                "bank_incoming_file.receive",
                actor=actor,
                now=now,
                sha256=digest.hex(),
                size=size,
                **({"reason": new.reason} if new.reason else {}),
            )
        jobs.notify(STATEMENTS_TASK)
    if stored.pk != new.pk:
        for key in keys:
            encrypted_storage.erase(key)
    return Taken(stored, is_new=stored.pk == new.pk)


_UPLOADED, _WAITS = "upload", "two people have to approve reading it"


def find_set_aside(key: uuid.UUID | None, *, lock: bool = False) -> BankIncomingFile:
    """Return a file that was set aside, or waits after its upload, with its connection. Raises NotSetAside."""
    rows = BankIncomingFile.objects.select_related("connection__platform")
    if lock:
        rows = rows.select_for_update(of=("self",))
    found: BankIncomingFile | None = by_key(rows.filter(state=IncomingState.SET_ASIDE), key)
    if found is None:
        raise NotSetAside
    return found


def have_read(*, file: uuid.UUID | None, reason: str, actor: audit.Actor, now: clock.RealTime) -> BankIncomingFile:
    """Have a worker read a file that was uploaded, or set aside. Raises NotSetAside."""
    incoming = find_set_aside(file, lock=True)
    incoming.state, incoming.place, incoming.problem, incoming.finished_at = IncomingState.RECEIVED, "", "", None
    incoming.save(update_fields=["state", "place", "problem", "finished_at"])
    audit.record(
        audit.Subject(incoming.connection.platform_id, incoming.public_id),
        "bank_incoming_file.read",
        actor=actor,
        now=connections.now_of(incoming.connection, now),
        sha256=bytes(incoming.sha256).hex(),
        reason=reason,
    )
    jobs.notify(STATEMENTS_TASK)
    return incoming


def content_of(file: BankIncomingFile) -> Parts:
    """Return the content of a file, to be read or iterated part by part: that raises Unreadable."""
    return Parts(encrypted_storage.get(key) for key in file.storage_keys)


def note_download(*, file: BankIncomingFile, actor: audit.Actor, now: clock.RealTime) -> None:
    """Write to the audit log that a person downloads the content."""
    audit.record(
        audit.Subject(file.connection.platform_id, file.public_id),
        "bank_incoming_file.download",
        actor=actor,
        now=connections.now_of(file.connection, now),
        sha256=bytes(file.sha256).hex(),
    )


def sweep(*, now: clock.RealTime) -> int:
    """Erase contents of files to and from banks without a row, older than a day; return their number."""
    erased = 0
    for root, is_named in ((files.ROOT, _is_of_file), (ROOT, _is_of_incoming_file)):
        for day in encrypted_storage.days(root):
            # A row is committed seconds after its content; days are those of the platforms' clocks.
            old = [key for key in encrypted_storage.keys_of(root, day) if _made_at(key) < now - _ORPHANED_AFTER]
            for key in old:
                if not is_named(key):
                    encrypted_storage.erase(key)
                    erased += 1
    return erased


_ORPHANED_AFTER = dt.timedelta(days=1)


def _made_at(key: str) -> dt.datetime:
    """Return the real time at which a content was stored: its key begins with it."""
    return identifiers.made_at(uuid.UUID(key.rpartition("/")[2]))


def _is_of_file(key: str) -> bool:
    return BankFile.objects.filter(storage_key=key).exists()


def _is_of_incoming_file(key: str) -> bool:
    return BankIncomingFile.objects.filter(storage_keys__contains=[key]).exists()


def _parts(file: BinaryIO) -> Iterator[bytes]:
    while part := file.read(PART):
        yield part


def _printable(text: str) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in text)
