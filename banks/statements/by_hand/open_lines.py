"""Lines that wait for people: found, and closed by a decision, which is a row."""

import datetime as dt
import uuid

from banks.models import BankException, BankMatch, MatchKind
from banks.statements import decided, references, shown
from platforms import audit
from platforms.base import clock, errors
from platforms.database.rows import by_key
from platforms.models import Platform


class ExceptionNotFound(errors.NotFound):
    """There is no such exception."""

    message = "There is no such exception."


class ExceptionClosed(errors.DomainError):
    """The exception was closed before, by a person or by a rule."""

    code = "INVALID_INPUT"
    message = "Somebody has decided about this line meanwhile: look at it again."


def find(key: uuid.UUID | None, *, lock: bool = False) -> BankException:
    """Return an open exception with its line and connection. Raises ExceptionNotFound and ExceptionClosed."""
    rows = BankException.objects.select_related("line__statement", "connection__platform")
    if lock:
        rows = rows.select_for_update(of=("self",))
    found: BankException | None = by_key(rows, key)
    if found is None:
        raise ExceptionNotFound
    if found.closed_at is not None:
        raise ExceptionClosed
    return found


def platform_of(one: BankException, platform: uuid.UUID | None) -> Platform:
    """Return the platform to book a line for: the connection's, else the named one. Raises InvalidInput."""
    wanted = one.connection.platform_id or platform
    found: Platform | None = by_key(references.platforms(one.connection), wanted)
    if found is None:
        raise errors.InvalidInput.field("platform", "must be a platform of the connection, in whose books it is booked")
    return found


def close(
    exception: BankException,
    kind: MatchKind,
    *,
    subject: str = "",
    platform: Platform | None = None,
    entry_id: int | None = None,
    difference: int = 0,
    reason: str,
    actor: audit.Actor,
    now: clock.RealTime,
) -> BankException:
    """Store a decision about a line, and close its exception. `subject` is what the line was taken for."""
    row, moment = exception.line, at(platform=platform or exception.connection.platform, now=now)
    made = BankMatch.objects.create(
        line=row,
        number=decided.numbers_of([row])[row.pk],
        kind=kind,
        subject=subject,
        platform=platform,
        amount=row.amount,
        currency=row.currency,
        is_credit=row.is_credit,
        entry_id=entry_id,
        difference=difference,
        decided_by=actor.id,
        reason=reason,
        at=moment,
    )
    shown.note([made])
    exception.closed_at = moment
    exception.save(update_fields=["closed_at"])
    audit.record(
        audit.Subject(platform.pk if platform else exception.connection.platform_id, exception.public_id),
        "bank_match.decide" if kind != MatchKind.UNDONE else "bank_match.undo",
        actor=actor,
        now=moment,
        **(
            {
                "kind": kind,
                "match": made.public_id,
                "line": row.public_id,
                "about": subject,
                "amount": row.amount,
                "currency": row.currency,
                "reason": reason,
            }
            | ({"fee": difference} if difference else {})
        ),
    )
    return exception


def at(*, platform: Platform | None, now: clock.RealTime) -> dt.datetime:
    """Return the time by a platform's clock; without one the real time."""
    return clock.of(platform, now)
