"""The monitor: opens a case for work that does not proceed by itself, and closes it when the cause is gone.

Each source returns its findings, and which subjects with an open case still have one. Sources of apps below are
registered by the composition root.
"""

import dataclasses
import datetime as dt
import uuid
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

from django.db import connection
from django.db.models import F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Greatest

from compliance import queries as customers
from payments.ledger import check
from payments.models import (
    BankAnswer,
    BankException,
    BankIncomingFile,
    BankPayment,
    CaseKind,
    CaseState,
    CaseStepKind,
    Claim,
    InternalAccount,
    LedgerCheckRun,
    OperationsCase,
    OperationsCaseStep,
    SuspenseItem,
)
from payments.workflow import cases, overdue
from platforms import audit
from platforms.base import clock, identifiers
from platforms.models import AuditCheckRun, DomainState, UmaDomain, WorkFailure
from platforms.operations import audit_seals, work_failures

MOST = 500
"""Cases of a kind opened by one sweep; the next sweep opens more."""
GONE = "The cause has gone."
_LONGEST_CAUSE = cases.LONGEST_CAUSE
_BAD_STATES = ("broken", "altered", "stale")


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
    persisting: Callable[[Collection[str], clock.RealTime], Collection[str]]
    """Those of the given subjects that still have the problem."""


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
        cursor.execute("SELECT pg_try_advisory_xact_lock(hashtext('payments_operationscase'))")
        if not cursor.fetchone()[0]:
            return Swept(0, 0)
    sources = _sources[kind]
    known = set(OperationsCase.objects.filter(kind=kind, state=CaseState.OPEN).values_list("subject", flat=True))
    persisting = {subject for source in sources for subject in source.persisting(known, now)} & known
    closed = _close(kind, known - persisting, now=now)
    by_subject: dict[str, Finding] = {}
    for finding in (one for source in sources for one in source.find(now)):
        by_subject.setdefault(finding.subject, finding)
    findings = sorted(by_subject.values(), key=lambda one: one.since)
    _age(kind, [one for one in findings if one.subject in persisting])
    # A subject whose former problem has just ended may have another one already.
    opened = _open(kind, [one for one in findings if one.subject not in persisting][:MOST], now=now)
    return Swept(opened, closed)


def _age(kind: str, found: Sequence[Finding]) -> None:
    """Let open cases be as old as what they are about: where a platform's clock was moved, that has waited longer."""
    if not found:
        return
    since = {one.subject: one.since for one in found}
    cases_of = OperationsCase.objects.filter(kind=kind, subject__in=since, state=CaseState.OPEN)
    older = [case for case in cases_of.only("subject", "since") if since[case.subject] < case.since]
    for case in older:
        case.since = since[case.subject]
    OperationsCase.objects.bulk_update(older, ["since"])


def _open(kind: str, found: Sequence[Finding], *, now: dt.datetime) -> int:
    accepted = _accepted(kind, found)
    made = OperationsCase.objects.bulk_create(
        OperationsCase(
            kind=kind,
            subject=one.subject,
            platform_id=one.platform_id,
            cause=one.cause,
            since=one.since,
            opened_at=now,
        )
        for one in found
        if one.subject not in accepted or one.since > accepted[one.subject]
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


def _accepted(kind: str, found: Sequence[Finding]) -> dict[str, dt.datetime]:
    """Return since when was what people closed a case of, by subject: only what began later is reported again.

    The same may seem to have begun earlier meanwhile, where its platform's clock was moved.
    """
    closed = OperationsCase.objects.filter(
        kind=kind, subject__in=[one.subject for one in found], state=CaseState.CLOSED
    ).exclude(closed_by=audit.SYSTEM.id)
    return dict(closed.order_by("since").values_list("subject", "since"))


def _close(kind: str, subjects: Collection[str], *, now: dt.datetime) -> int:
    gone = OperationsCase.objects.select_for_update().filter(kind=kind, subject__in=subjects, state=CaseState.OPEN)
    closing = list(gone.order_by("id"))
    for case in closing:
        cases.end(case, resolution=GONE, actor=audit.SYSTEM, now=now)
    return len(closing)


def _stuck_payments(now: dt.datetime) -> Iterable[Finding]:
    return [
        Finding(identifiers.public("Transaction", one.key), one.cause[:_LONGEST_CAUSE], one.since, one.platform_id)
        for one in overdue.find(now=now)
    ]


def _still_stuck(subjects: Collection[str], now: dt.datetime) -> Collection[str]:
    keys = [key for subject in subjects if (key := identifiers.parse("Transaction", subject))]
    return {identifiers.public("Transaction", one.key) for one in overdue.among(keys, now=now)}


def _suspense(now: dt.datetime) -> Iterable[Finding]:
    waiting = SuspenseItem.objects.filter(resolved_at=None, way="").select_related("platform").order_by("opened_at")
    # Those with a case are the oldest: read far enough to reach the others.
    have = OperationsCase.objects.filter(kind=CaseKind.MONEY_IN_SUSPENSE, state=CaseState.OPEN).count()
    return [
        Finding(
            identifiers.public("SuspenseItem", item.id),
            item.reason,
            min(item.opened_at - item.platform.clock_offset, now),
            item.platform_id,
        )
        for item in waiting[: have + MOST]
    ]


def _still_in_suspense(subjects: Collection[str], now: dt.datetime) -> Collection[str]:
    keys = [key for subject in subjects if (key := identifiers.parse("SuspenseItem", subject))]
    waiting = SuspenseItem.objects.filter(id__in=keys, resolved_at=None, way="").values_list("id", "reason")
    reasons = {identifiers.public("SuspenseItem", key): reason for key, reason in waiting}
    # While its money was under way the item may have had a case of another cause, which has gone.
    told = OperationsCase.objects.filter(kind=CaseKind.MONEY_IN_SUSPENSE, state=CaseState.OPEN, subject__in=reasons)
    return {subject for subject, cause in told.values_list("subject", "cause") if cause == reasons[subject]}


def _claims(now: dt.datetime) -> Iterable[Finding]:
    waiting = Claim.objects.filter(settled_at=None).select_related("platform").order_by("opened_at")
    have = OperationsCase.objects.filter(kind=CaseKind.MONEY_OWED, state=CaseState.OPEN).count()
    return [
        Finding(
            claim.public_id,
            f"{claim.reason}, owed by: {claim.debtor}",
            min(claim.opened_at - claim.platform.clock_offset, now),
            claim.platform_id,
        )
        for claim in waiting[: have + MOST]
    ]


def _still_owed(subjects: Collection[str], now: dt.datetime) -> Collection[str]:
    keys = [key for subject in subjects if (key := identifiers.parse("Claim", subject))]
    owed = Claim.objects.filter(id__in=keys, settled_at=None).values_list("id", flat=True)
    return {identifiers.public("Claim", key) for key in owed}


def _rejected_holders(now: dt.datetime) -> Iterable[Finding]:
    rejections = customers.rejections(OuterRef("customer"))
    # New money, or another rejection, is a trouble of its own: somebody has to hear of it although a case was closed.
    since = Greatest("ledger_account__balance_changed_at", Subquery(rejections.values("at")[:1]))
    found = (
        Finding(
            account.public_id,
            f"Money in {account.currency} of a customer whose identity was rejected: it stays until they are approved.",
            min(account.since - account.platform.clock_offset, now),
            account.platform_id,
        )
        for account in _money_of_rejected().select_related("platform").annotate(since=since)
    )
    return sorted(found, key=lambda one: one.since)


def _still_rejected_holders(subjects: Collection[str], now: dt.datetime) -> Collection[str]:
    keys = [key for subject in subjects if (key := identifiers.parse("InternalAccount", subject))]
    return {account.public_id for account in _money_of_rejected().filter(id__in=keys)}


def _money_of_rejected() -> QuerySet[InternalAccount]:
    rows: QuerySet[InternalAccount] = InternalAccount.objects.filter(
        customer__in=customers.rejected(), ledger_account__balance__gt=0
    )
    return rows


def _books(now: dt.datetime) -> Iterable[Finding]:
    """Return a finding for each payment, account or day named by the latest check, the oldest first."""
    last = LedgerCheckRun.objects.order_by("-finished_at").first()
    if last is None or not last.faults:
        return _check(check.state(), last.finished_at if last else now, faults=0, of="books")
    named: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for fault in last.faults:
        named[fault["subject"]].append(fault)
    found = (_fault(subject, faults, checked_at=last.finished_at) for subject, faults in named.items())
    return sorted(found, key=lambda one: one.since)


def _fault(subject: str, faults: Sequence[dict[str, Any]], *, checked_at: dt.datetime) -> Finding:
    # An earlier release stored neither platform nor time.
    platforms = {fault.get("platform_id") for fault in faults}
    since = [dt.datetime.fromisoformat(fault["since"]) for fault in faults if "since" in fault]
    return Finding(
        subject,
        "; ".join(f"{fault['kind']}: {fault['detail']}" for fault in faults)[:_LONGEST_CAUSE],
        # The newest fault: one added to accepted ones needs a case.
        max(since, default=checked_at),
        uuid.UUID(platforms.pop()) if len(platforms) == 1 and None not in platforms else None,
    )


def _audit_log(now: dt.datetime) -> Iterable[Finding]:
    last = AuditCheckRun.objects.order_by("-id").first()
    since, faults = (last.finished_at, len(last.faults)) if last else (now, 0)
    return _check(audit_seals.state(), since, faults=faults, of="audit log")


def _check(state: str, since: dt.datetime, *, faults: int, of: str) -> Iterable[Finding]:
    if state not in _BAD_STATES:
        return []
    cause = "The check has not run for two nights." if state == "stale" else f"The check found {faults} faults."
    return [Finding(of, cause, since)]


def _failing_domains(now: clock.RealTime) -> Iterable[Finding]:
    # Before a check has failed, or after the platform has changed its domain, there is nothing to do.
    failing = UmaDomain.objects.filter(failing_since__isnull=False, failures__gt=0)
    left = ~Q(state=DomainState.FAILING) & ~Q(platform__uma_domain=F("domain"))
    return [
        Finding(
            domain.public_id,
            f"{domain.domain} is not shown to be the platform's own any more: {domain.problem}."[:_LONGEST_CAUSE],
            domain.failing_since,
            domain.platform_id,
        )
        for domain in failing.exclude(left).order_by("failing_since")
    ]


def _failing_work(now: clock.RealTime) -> Iterable[Finding]:
    # Failing payments are cases of a kind of their own, with their own actions.
    return [
        Finding(one.subject, _failing_cause(one), one.since, one.platform_id)
        for one in work_failures.lasting(now=now)
        if identifiers.parse("Transaction", one.subject) is None
    ]


def _failing_cause(failure: WorkFailure) -> str:
    return f"{failure.work} has failed {failure.failures} times in a row: {failure.error}."


# A statement continues another one of its connection: by the balance, at the same day or before. The first one, by its
# date, continues none. Those of the last weeks: an older gap has its case.
_GAPS = """
SELECT statement.id, statement.connection_name, statement.opening_on
  FROM payments_bankstatement statement
 WHERE statement.kind = 'STATEMENT' AND statement.opening IS NOT NULL AND statement.received_at > %s
   AND EXISTS (SELECT FROM payments_bankstatement earlier
                WHERE earlier.connection_name = statement.connection_name AND earlier.kind = 'STATEMENT'
                  AND (earlier.closing_on, earlier.id)
                      < (coalesce(statement.closing_on, statement.opening_on), statement.id))
   AND NOT EXISTS (SELECT FROM payments_bankstatement earlier
                    WHERE earlier.connection_name = statement.connection_name AND earlier.kind = 'STATEMENT'
                      AND earlier.id <> statement.id AND earlier.closing = statement.opening
                      AND earlier.closing_on <= coalesce(statement.closing_on, statement.opening_on))
 ORDER BY statement.received_at LIMIT %s
"""
_GAP_SEEN = dt.timedelta(days=60)
_EXCEPTION_WAITS = dt.timedelta(days=2)


def _bank_files(now: clock.RealTime) -> Iterable[Finding]:
    """Return files from banks that were set aside, gaps between statements, and lines that wait for people too long."""
    set_aside = BankIncomingFile.objects.filter(state="SET_ASIDE").order_by("-id")
    found = [
        Finding(
            one.public_id, f"{_file(one)}, {one.place}: {one.problem}."[:_LONGEST_CAUSE], identifiers.made_at(one.pk)
        )
        for one in set_aside[:MOST]
    ]
    with connection.cursor() as cursor:
        cursor.execute(_GAPS, [now - _GAP_SEEN, MOST])
        found += [
            Finding(
                identifiers.public("BankStatement", key),
                f"The opening balance of {name} on {opening_on} is no closing balance of a statement before it.",
                identifiers.made_at(key),
            )
            for key, name, opening_on in cursor.fetchall()
        ]
    waiting = BankException.objects.filter(closed_at=None).select_related("line__statement__file").order_by("id")
    found += [
        Finding(
            one.public_id,
            f"A line of {_file(one.line.statement.file)} waits: {one.reason}.",
            identifiers.made_at(one.pk),
        )
        for one in waiting[:MOST]
        if identifiers.made_at(one.pk) < now - _EXCEPTION_WAITS
    ]
    return sorted(found, key=lambda one: one.since)


def _file(file: BankIncomingFile) -> str:
    """Return what a file of a bank is called, with the connection that it came by."""
    longest = 80
    name = file.name if len(file.name) <= longest else f"{file.name[:longest]}…"
    return f"the file {name} of {file.connection_name}"


def _still_bank_files(subjects: Collection[str], now: clock.RealTime) -> Collection[str]:
    """Return the subjects of `_bank_files`, and the payments and batches that a bank's report still contradicts."""
    contradicted = BankPayment.objects.filter(state__in=("BATCHED", "SETTLED")).exclude(reason="")
    payments = [key for subject in subjects if (key := identifiers.parse("BankPayment", subject))]
    batches = [key for subject in subjects if (key := identifiers.parse("BankBatch", subject))]
    of_payments = contradicted.filter(id__in=payments).values_list("id", flat=True)
    of_batches = contradicted.filter(batch__in=batches).values_list("batch", flat=True).distinct()
    return (
        {one.subject for one in _bank_files(now)}
        | {identifiers.public("BankPayment", key) for key in of_payments}
        | {identifiers.public("BankBatch", key) for key in of_batches}
        | _still_unapplied(subjects)
    )


def _still_unapplied(subjects: Collection[str]) -> set[str]:
    """Return the files with answers that moved nothing, and the corrections: people close these cases.

    A corrected account number ends its case when it is approved or refused.
    """
    files = [key for subject in subjects if (key := identifiers.parse("BankIncomingFile", subject))]
    rows = [key for subject in subjects if (key := identifiers.parse("BankAnswer", subject))]
    unapplied = BankAnswer.objects.filter(file__in=files).exclude(kind="CORRECTION")
    corrections = BankAnswer.objects.filter(id__in=rows, refused_at=None)
    return {
        *(identifiers.public("BankIncomingFile", key) for key in unapplied.values_list("file", flat=True).distinct()),
        *(one.public_id for one in corrections if one.in_force_at is None or "number" not in one.content),
    }


def _persisting(find: Callable[[clock.RealTime], Iterable[Finding]]) -> Callable[..., Collection[str]]:
    return lambda _subjects, now: {one.subject for one in find(now)}


watch(CaseKind.PAYMENT_STUCK, Source(_stuck_payments, _still_stuck))
watch(CaseKind.MONEY_IN_SUSPENSE, Source(_suspense, _still_in_suspense))
watch(CaseKind.MONEY_OWED, Source(_claims, _still_owed))
watch(CaseKind.HOLDER_REJECTED, Source(_rejected_holders, _still_rejected_holders))
watch(CaseKind.BOOKS_BROKEN, Source(_books, _persisting(_books)))
watch(CaseKind.AUDIT_LOG_BROKEN, Source(_audit_log, _persisting(_audit_log)))
watch(CaseKind.DOMAIN_FAILING, Source(_failing_domains, _persisting(_failing_domains)))
watch(CaseKind.BANK_FILE, Source(_bank_files, _still_bank_files))
watch(CaseKind.WORK_FAILING, Source(_failing_work, _persisting(_failing_work)))
