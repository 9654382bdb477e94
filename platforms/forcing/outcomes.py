"""What sandbox platforms have forced: kept, listed and taken back."""

import datetime as dt
import time
import uuid
from collections.abc import Iterable

from django.db import transaction

from platforms import audit
from platforms.base import clock, errors, identifiers
from platforms.database.rows import by_key
from platforms.forcing import asked, catalogue
from platforms.forcing.catalogue import Outcome, Subject
from platforms.models import ForcedOutcome, Platform

NEXT = "next"
SUBJECTS = ("transactionId", "accountId", "customerId")
MOST_TIMES = 100
MOST_WAITING = 100
"""Outcomes of a platform that still wait for a question."""
_KEPT = dt.timedelta(days=30)
"""How long an outcome that has been given is remembered: then it is deleted, when another one is forced."""


class OutcomeNotFound(errors.NotFound):
    """The platform has forced no such outcome."""

    message = "There is no such outcome."


class TooManyWaiting(errors.DomainError):
    """The platform waits for as many outcomes as it may."""

    code = "FORCED_OUTCOME_LIMIT_REACHED"
    message = f"At most {MOST_WAITING} forced outcomes may wait. Delete some that are no longer needed."


def of_platform(platform_id: uuid.UUID) -> list[ForcedOutcome]:
    """Return what a platform has forced, the latest first: what waits, and what was given in the last month."""
    return list(ForcedOutcome.objects.for_platform(platform_id).order_by("-id")[: 10 * MOST_WAITING])


def force(
    *,
    platform_id: uuid.UUID,
    step: str | None,
    subject_named: tuple[str, str] | None,
    outcome: str,
    reason: str | None,
    delay_seconds: int | None,
    times: int,
    actor: audit.Actor,
    now: dt.datetime,
) -> ForcedOutcome:
    """Have the next questions about a subject, or of a step, answered by an outcome.

    `subject_named` is one of SUBJECTS with a public identifier. Without one the next question of the `step` is meant,
    with both that about the subject. Raises InvalidInput, TooManyWaiting, and the NotFound of the subject.
    """
    Platform.objects.select_for_update(no_key=True).only("id").get(id=platform_id)
    kind, named = subject_named or ("", "")
    subject = catalogue.find_subject(kind, platform_id, named) if kind else None
    fitting = _fitting(step, kind, subject, outcome)
    _require_terms(fitting, reason=reason, delay_seconds=delay_seconds, times=times)
    rows = ForcedOutcome.objects.for_platform(platform_id)
    if rows.filter(remaining__gt=0).count() >= MOST_WAITING:
        raise TooManyWaiting(most=MOST_WAITING)
    rows.filter(remaining=0, id__lt=identifiers.first_key(clock.real_now() - _KEPT)).delete()
    if not any(one.is_repeated for one in fitting):
        # It lasts: of two of a step the later one counts.
        steps = {one.step for one in fitting}
        lasting = [one.name for one in catalogue.everything() if one.step in steps and not one.is_repeated]
        rows.filter(step__in=steps, outcome__in=lasting).delete()
    row: ForcedOutcome = ForcedOutcome.objects.create(
        platform_id=platform_id,
        step=step or "",
        subject_kind=kind,
        subject="" if subject is None else subject.public_id,
        outcome=outcome,
        reason=reason or "",
        delay_seconds=delay_seconds,
        times=times,
        remaining=times,
        created_at=now,
    )
    if subject is not None and subject.then is not None:
        subject.then(row)
    audit.record(row, "sandbox.force_outcome", actor=actor, now=now, outcome=outcome, about=row.subject or row.step)
    transaction.on_commit(_wait_until_known)
    return row


def withdraw(*, platform_id: uuid.UUID, outcome_id: uuid.UUID | None, actor: audit.Actor, now: dt.datetime) -> None:
    """Take an outcome back: no further question is answered by it. Raises OutcomeNotFound."""
    row = by_key(ForcedOutcome.objects.for_platform(platform_id), outcome_id)
    if row is None:
        raise OutcomeNotFound
    row.delete()
    audit.record(row, "sandbox.withdraw_outcome", actor=actor, now=now, outcome=row.outcome)


def _fitting(step: str | None, kind: str, subject: Subject | None, outcome: str) -> list[Outcome]:
    """Return what the outcome means in the steps that may be asked; raises InvalidInput where there is none."""
    if step is not None and step not in catalogue.steps():
        raise errors.InvalidInput.field(f"for.{NEXT}", f"must be one of {', '.join(catalogue.steps())}")
    possible = [one for one in catalogue.everything() if step in {None, one.step} and _is_for(one, kind, subject)]
    if not possible:
        where, what = (kind, subject.instead) if subject else (NEXT, "a step of which no single question is named")
        raise errors.InvalidInput.field(f"for.{where}", f"must be {what}")
    found = [one for one in possible if one.name == outcome]
    if not found:
        raise errors.InvalidInput.field("outcome", f"must be one of {_named(one.name for one in possible)}")
    return found


def _is_for(outcome: Outcome, kind: str, subject: Subject | None) -> bool:
    if subject is None:
        return outcome.is_for_next
    is_possible = subject.only is None or outcome.name in subject.only
    return kind in outcome.subjects and outcome.step in subject.steps and is_possible


def _require_terms(fitting: list[Outcome], *, reason: str | None, delay_seconds: int | None, times: int) -> None:
    reasons = _named(reason for one in fitting for reason in one.reasons)
    if reason is not None and not any(reason in one.reasons for one in fitting):
        expected = f"must be one of {reasons}" if reasons else "must be left out: this outcome gives no reason"
        raise errors.InvalidInput.field("reason", expected)
    if delay_seconds is not None and all(one.delay is None for one in fitting):
        raise errors.InvalidInput.field("delaySeconds", "must be left out: this outcome takes no time of its own")
    if times != 1 and not any(one.is_repeated for one in fitting):
        raise errors.InvalidInput.field("times", "must be 1: this outcome lasts until it is deleted")


def _named(names: Iterable[str]) -> str:
    return ", ".join(sorted(set(names)))


def _wait_until_known() -> None:
    """Reply when no process of the service can still believe that the platform has forced nothing."""
    time.sleep(asked.KNOWN_SECONDS)
