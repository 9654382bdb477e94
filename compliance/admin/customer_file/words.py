"""Times, people and errors in the words of a customer's file."""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping, Sequence

from django.db.models import Model

from compliance.admin.review_desk import findings
from compliance.admin.review_desk.evidence import causes, history
from compliance.models import VerificationStatusChange
from platforms.base.pdf.files import Block, Heading, Table, Text
from platforms.operations import reasons

ERASED = "Erased."
_VERBS = {
    "beneficial_owner.create": "Person of the business added",
    "beneficial_owner.update": "Person of the business changed",
    "customer.create": "Customer made",
    "customer.delete": "Customer deleted",
    "customer.erase": "Customer erased",
    "customer.open_duplicate": "Looked at as a possible duplicate",
    "customer.read_payments": "Balances and payments looked at",
    "customer.take_file": "This file taken",
    "customer.update": "Customer changed",
    "personal_data.show": "Personal data shown",
    "verification.read": "Case opened",
}


def moment(at: dt.datetime | None) -> str:
    """Return a time to the second, in UTC as ISO 8601; nothing for None."""
    return at.astimezone(dt.UTC).isoformat(timespec="seconds").replace("+00:00", "Z") if at else ""


def who(kind: str, name: str) -> str:
    """Return who has acted; a platform by the token that it used."""
    text = causes.who(kind, name)
    return text if name in {"", "service"} or name in text else f"{text} ({name})"


def verb(name: str) -> str:
    """Return a verb of the audit log, or a cause of a history, in words."""
    return _VERBS.get(name) or findings.words(name.replace(".", " ").replace("_", " "))


def step(change: VerificationStatusChange) -> tuple[str, str]:
    """Return what a change of a verification's status is, and by whom it was made."""
    made_by = causes.actor(change)
    made_by = made_by if made_by == causes.SERVICE else who(change.actor_kind, change.actor_id)
    return f"{verb(change.cause)}: {history.STATUSES[change.to_status]}", made_by


def listed(
    title: str,
    headers: Sequence[str],
    rows: Iterable[Sequence[str]],
    widths: Sequence[float],
    *,
    none: str,
    note: str = "",
) -> Iterator[Block]:
    """Yield a section with a table, or with the sentence that there is nothing."""
    kept = list(rows)
    yield Heading(title)
    if note and kept:
        yield Text(note)
    yield Table(headers, kept, widths) if kept else Text(none)


def error(problem: Mapping[str, str], holders: Mapping[str, str]) -> str:
    """Return an entry of a verification's `errors`: what, of whom, and the text that the platform reads."""
    about = holders.get(problem["resourceId"], problem["resourceId"])
    field = findings.words(problem["field"].rpartition(".")[2]) if problem.get("field") else ""
    what = ", ".join(filter(None, (findings.words(problem["type"]), field)))
    return f"{what} ({about}): {problem['reason']}"


def kept(row: Model, column: str) -> str:
    """Return an encrypted text; where no key opens it, a sentence that says so."""
    text = reasons.readable(row, column)
    return text if text != "\0" else "No key opens this text: it was replaced, or its key is lost."


def proof(text: str, salt: str, digest: str) -> str:
    """Return a reason with what proves that it is the one whose hash the audit log has."""
    lines = [text or ERASED]
    if digest:
        lines.append(f"SHA-256 in the audit log: {digest}")
    if salt:
        lines.append(f"Salt: {salt}")
    return "\n".join(lines)
