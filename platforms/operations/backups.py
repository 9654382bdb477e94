"""What operators tell of their backups, so that somebody notices when they stop: it is kept in the audit log."""

import datetime as dt
import enum

from platforms import audit
from platforms.base import clock
from platforms.models import AuditEntry


class Kind(enum.StrEnum):
    """What was done."""

    BASE = "base"
    """A base backup was made and verified."""
    DRILL = "drill"
    """A backup was restored, and the restored database was checked."""


LATE_AFTER = {Kind.BASE: dt.timedelta(hours=26), Kind.DRILL: dt.timedelta(days=100)}
"""How old the last one may be: a night, a quarter of a year, and some time to do it."""


def tell(kind: Kind, *, actor: audit.Actor, now: clock.RealTime) -> None:
    """Note that it was done just now."""
    audit.record(_subject(kind), f"backup.{kind}", actor=actor, now=now)


def last(kind: Kind) -> clock.RealTime | None:
    """Return when it was done last; None if nobody has told."""
    entries = AuditEntry.objects.filter(subject=_subject(kind).public_id)
    at = entries.order_by("-id").values_list("at", flat=True).first()
    return None if at is None else clock.real(None, at)


def _subject(kind: Kind) -> audit.Subject:
    return audit.Subject(None, f"Backup:{kind}")
