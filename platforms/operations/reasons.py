"""Reasons that may describe people: the audit log holds their salted hash, and this check compares them with it.

The text is in a row of its own table, named by `reasonIn`; `reasonSha256` is the hash. Each app says how its rows are
read, by `keep`.
"""

import dataclasses
import uuid
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from django.db.models import Model

from platforms.base import identifiers
from platforms.encryption import encryption, salted
from platforms.encryption.seals import Fault
from platforms.models import AuditEntry, Note

CHANGED = "REASON_CHANGED"
MISSING = "REASON_MISSING"
_AT_ONCE = 1000


@dataclasses.dataclass(frozen=True, slots=True)
class Kept:
    """A reason as it is stored now."""

    text: str
    salt: str
    customer: uuid.UUID | None
    """Key of the customer with whom it is erased."""


Read = Callable[[Collection[str]], Mapping[str, Kept]]
_reads: dict[str, Read] = {}


def keep(table: str, read: Read) -> None:
    """Register how the rows of a table are read: by their keys as text, with one query."""
    _reads[table] = read


def readable(row: Model, column: str) -> str:
    """Return an encrypted text; a NUL, which no text holds, where somebody replaced it by what no key opens."""
    try:
        return str(getattr(row, column))
    except encryption.Unreadable:
        return "\0"


def differences(after: int = -1, until: int = 2**63 - 1) -> Iterator[Fault]:
    """Yield a fault for each reason that is no longer as rows of the log with keys `> after` and `<= until` have it.

    A reason that was replaced by a later decision about the same hit is compared with the later row only. One that was
    emptied is right where its customer was erased.
    """
    last = after
    rows = AuditEntry.objects.filter(id__lte=until, details__has_key="reasonIn").order_by("id")
    while entries := list(rows.filter(id__gt=last)[:_AT_ONCE]):
        yield from _of(entries)
        last = entries[-1].id


def _of(entries: Sequence[AuditEntry]) -> Iterator[Fault]:
    keys: dict[str, list[str]] = {}
    for entry in entries:
        table, _, key = entry.details["reasonIn"].partition(":")
        keys.setdefault(table, []).append(key)
    kept = {
        f"{table}:{key}": row for table in keys if table in _reads for key, row in _reads[table](keys[table]).items()
    }
    for entry in entries:
        fault = _compare(entry, kept.get(entry.details["reasonIn"]))
        if fault is not None and not _is_replaced(entry):
            yield fault


def _compare(entry: AuditEntry, kept: Kept | None) -> Fault | None:
    said = f"the reason in {entry.details['reasonIn']}, of the audit row {entry.id} ({entry.verb})"
    if kept is None:
        return Fault(MISSING, entry.subject, f"{said}, is gone", entry.id)
    if not kept.salt and not kept.text and kept.customer is not None and _is_erased(kept.customer):
        return None
    if salted.digest(kept.text, salt=kept.salt) == entry.details["reasonSha256"]:
        return None
    return Fault(CHANGED, entry.subject, f"{said}, is no longer what was written then", entry.id)


def _is_erased(customer: uuid.UUID) -> bool:
    subject = identifiers.public("Customer", customer)
    return AuditEntry.objects.filter(subject=subject, verb="customer.erase").exists()


def _is_replaced(entry: AuditEntry) -> bool:
    later = AuditEntry.objects.filter(subject=entry.subject, id__gt=entry.id)
    return later.filter(details__reasonIn=entry.details["reasonIn"]).exists()


def _notes(keys: Collection[str]) -> Mapping[str, Kept]:
    return {
        str(note.id): Kept(readable(note, "text"), note.salt, note.customer)
        for note in Note.objects.filter(id__in=keys)
    }


keep("Note", _notes)
