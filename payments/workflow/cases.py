"""Actions of operators on a case: claim, release, note, close."""

import datetime as dt
import uuid

from django.db import connection

from payments.models import CaseKind, CaseState, CaseStepKind, OperationsCase, OperationsCaseStep
from platforms import audit
from platforms.base import clock, errors
from platforms.database.locks import Lock
from platforms.database.rows import by_key

LONGEST_CAUSE = 200


class CaseNotFound(errors.NotFound):
    """There is no such case."""

    message = "There is no such case."


class CaseIsClosed(errors.DomainError):
    """The case was closed, possibly by the monitor."""

    code = "INVALID_INPUT"
    message = "This case is closed."


class CaseOfAnother(errors.DomainError):
    """Another person has claimed the case."""

    code = "FORBIDDEN"
    message = "Somebody else has this case. Ask them to release it, or release it yourself."


def claim(*, case_id: uuid.UUID | None, reason: str, actor: audit.Actor, now: dt.datetime) -> OperationsCase:
    """Assign a case to the actor; raises CaseNotFound, CaseIsClosed, or CaseOfAnother when another person has it."""
    case = _lock(case_id)
    if case.assigned_to and case.assigned_to != actor.id:
        raise CaseOfAnother
    case.assigned_to, case.assigned_at = actor.id, now
    case.save(update_fields=["assigned_to", "assigned_at"])
    _note(case, CaseStepKind.CLAIMED, text=reason, actor=actor, now=now)
    return case


def release(*, case_id: uuid.UUID | None, reason: str, actor: audit.Actor, now: dt.datetime) -> OperationsCase:
    """Return a case to the queue, whoever has it: people fall ill. Raises CaseNotFound and CaseIsClosed."""
    case = _lock(case_id)
    case.assigned_to, case.assigned_at = "", None
    case.save(update_fields=["assigned_to", "assigned_at"])
    _note(case, CaseStepKind.RELEASED, text=reason, actor=actor, now=now)
    return case


def begin(*, kind: CaseKind, subject: str, platform_id: uuid.UUID | None, cause: str, now: clock.RealTime) -> None:
    """Open a case for something that has just happened; does nothing while the subject has an open one of the kind."""
    with connection.cursor() as cursor:
        # The monitor opens and closes cases under the same lock.
        Lock.TABLE.hold(cursor, OperationsCase._meta.db_table)
    if OperationsCase.objects.filter(kind=kind, subject=subject, state=CaseState.OPEN).exists():
        return
    case = OperationsCase.objects.create(
        kind=kind, subject=subject, platform_id=platform_id, cause=cause[:LONGEST_CAUSE], since=now, opened_at=now
    )
    OperationsCaseStep.objects.create(
        case=case,
        kind=CaseStepKind.OPENED,
        at=now,
        actor_kind=audit.SYSTEM.kind,
        actor_id=audit.SYSTEM.id,
        text=case.cause,
    )


def note(*, case_id: uuid.UUID | None, reason: str, actor: audit.Actor, now: dt.datetime) -> OperationsCase:
    """Add a note; raises CaseNotFound and CaseIsClosed."""
    case = _lock(case_id)
    _note(case, CaseStepKind.NOTED, text=reason, actor=actor, now=now)
    return case


def close(*, case_id: uuid.UUID | None, reason: str, actor: audit.Actor, now: dt.datetime) -> OperationsCase:
    """Close a case; raises CaseNotFound, CaseIsClosed, or CaseOfAnother when another person has it.

    The monitor opens no other case for the same finding: closing it by hand means that it is acceptable.
    """
    case = _lock(case_id)
    if case.assigned_to and case.assigned_to != actor.id:
        raise CaseOfAnother
    end(case, resolution=reason, actor=actor, now=now)
    return case


def end(case: OperationsCase, *, resolution: str, actor: audit.Actor, now: dt.datetime) -> None:
    """Close a locked case, with an entry in its history."""
    assert connection.in_atomic_block
    case.state, case.closed_at, case.closed_by, case.resolution = CaseState.CLOSED, now, actor.id, resolution
    case.save(update_fields=["state", "closed_at", "closed_by", "resolution"])
    _note(case, CaseStepKind.CLOSED, text=resolution, actor=actor, now=now)


def _lock(case_id: uuid.UUID | None) -> OperationsCase:
    case: OperationsCase | None = by_key(OperationsCase.objects.select_for_update(), case_id)
    if case is None:
        raise CaseNotFound
    if case.state != CaseState.OPEN:
        raise CaseIsClosed
    return case


def _note(case: OperationsCase, kind: CaseStepKind, *, text: str, actor: audit.Actor, now: dt.datetime) -> None:
    OperationsCaseStep.objects.create(case=case, kind=kind, at=now, actor_kind=actor.kind, actor_id=actor.id, text=text)
    audit.record(case, f"case.{_VERBS[kind]}", actor=actor, now=now, about=case.subject, kind=case.kind, reason=text)


_VERBS = {
    CaseStepKind.CLAIMED: "claim",
    CaseStepKind.RELEASED: "release",
    CaseStepKind.NOTED: "note",
    CaseStepKind.CLOSED: "close",
}
