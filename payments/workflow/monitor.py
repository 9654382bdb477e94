"""The monitor: opens a case for work that does not proceed by itself, and closes it when the cause is gone.

What is watched is registered here: each source stands beside its subject, or in the file `monitor_subjects.py` of its
folder. A source returns its findings, and which subjects with an open case still have one.
"""

import dataclasses
import datetime as dt
import uuid
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence

from django.db import connection

from payments.models import CaseKind, CaseState, CaseStepKind, OperationsCase, OperationsCaseStep
from payments.workflow import cases
from platforms import audit
from platforms.base import clock
from platforms.database.locks import Lock

MOST = 500
"""Cases of a kind opened by one sweep; the next sweep opens more."""
GONE = "The cause has gone."


@dataclasses.dataclass(frozen=True, slots=True)
class Finding:
    """A problem for a person. `since` in real time; it tells one problem of a subject from the next."""

    subject: str
    cause: str
    since: dt.datetime
    platform_id: uuid.UUID | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class Source:
    """A source of findings of one kind."""

    find: Callable[[clock.RealTime], Iterable[Finding]]
    """Called with the present; returns the oldest first, MOST are taken."""
    persisting: Callable[[Collection[str], clock.RealTime], Collection[str]] | None = None
    """Those of the given subjects that still have the problem. None: those that `find` names."""

    def persists(self, subjects: Collection[str], now: clock.RealTime) -> Collection[str]:
        """Return the subjects that still have the problem: of those given, and maybe others."""
        if self.persisting is not None:
            return self.persisting(subjects, now)
        return {finding.subject for finding in self.find(now)}


@dataclasses.dataclass(frozen=True, slots=True)
class Swept:
    """Result of a sweep."""

    opened: int
    closed: int


_sources: dict[str, list[Source]] = defaultdict(list)


def watch(kind: CaseKind, source: Source) -> None:
    """Register a source, asked by every sweep; a kind may have several. The first finding about a subject counts."""
    _sources[kind].append(source)


def kinds() -> list[str]:
    """Return the kinds of cases with a source."""
    return sorted(_sources)


def sweep(*, kind: str, now: clock.RealTime) -> Swept:
    """Open and close the cases of a kind; does nothing while another worker does."""
    assert connection.in_atomic_block
    with connection.cursor() as cursor:
        if not Lock.TABLE.try_to_hold(cursor, OperationsCase._meta.db_table):
            return Swept(0, 0)
    sources = _sources[kind]
    known = set(OperationsCase.objects.filter(kind=kind, state=CaseState.OPEN).values_list("subject", flat=True))
    persisting = {subject for source in sources for subject in source.persists(known, now)} & known
    closed = _close(kind, known - persisting, now=now)
    by_subject: dict[str, Finding] = {}
    for finding in (finding for source in sources for finding in source.find(now)):
        by_subject.setdefault(finding.subject, finding)
    findings = sorted(by_subject.values(), key=lambda finding: finding.since)
    _age(kind, [finding for finding in findings if finding.subject in persisting])
    # A subject whose former problem has just ended may have another one already.
    opened = _open(kind, [finding for finding in findings if finding.subject not in persisting][:MOST], now=now)
    return Swept(opened, closed)


def _age(kind: str, findings: Sequence[Finding]) -> None:
    """Let open cases be as old as what they are about: where a platform's clock was moved, that has waited longer."""
    if not findings:
        return
    since = {finding.subject: finding.since for finding in findings}
    cases_of = OperationsCase.objects.filter(kind=kind, subject__in=since, state=CaseState.OPEN)
    older = [case for case in cases_of.only("subject", "since") if since[case.subject] < case.since]
    for case in older:
        case.since = since[case.subject]
    OperationsCase.objects.bulk_update(older, ["since"])


def _open(kind: str, findings: Sequence[Finding], *, now: dt.datetime) -> int:
    accepted = _accepted(kind, findings)
    made = OperationsCase.objects.bulk_create(
        OperationsCase(
            kind=kind,
            subject=finding.subject,
            platform_id=finding.platform_id,
            cause=finding.cause,
            since=finding.since,
            opened_at=now,
        )
        for finding in findings
        if finding.subject not in accepted or finding.since > accepted[finding.subject]
    )
    OperationsCaseStep.objects.bulk_create(
        OperationsCaseStep(
            case=case,
            kind=CaseStepKind.OPENED,
            at=now,
            actor_kind=audit.SYSTEM.kind,
            actor_id=audit.SYSTEM.id,
            text=case.cause,
        )
        for case in made
    )
    return len(made)


def _accepted(kind: str, findings: Sequence[Finding]) -> dict[str, dt.datetime]:
    """Return since when was what people closed a case of, by subject: only what began later is reported again.

    The same may seem to have begun earlier meanwhile, where its platform's clock was moved.
    """
    closed = OperationsCase.objects.filter(
        kind=kind, subject__in=[finding.subject for finding in findings], state=CaseState.CLOSED
    ).exclude(closed_by=audit.SYSTEM.id)
    return dict(closed.order_by("since").values_list("subject", "since"))


def _close(kind: str, subjects: Collection[str], *, now: dt.datetime) -> int:
    gone = OperationsCase.objects.select_for_update().filter(kind=kind, subject__in=subjects, state=CaseState.OPEN)
    closing = list(gone.order_by("id"))
    for case in closing:
        cases.end(case, resolution=GONE, actor=audit.SYSTEM, now=now)
    return len(closing)
