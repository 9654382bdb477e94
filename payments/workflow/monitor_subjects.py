"""What the monitor watches on the floors below, and in suspense: the books, holders, the audit log, domains, work."""

import datetime as dt
import uuid
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from django.db.models import F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Greatest

from compliance import queries as customers
from compliance.screening import sources
from payments.ledger import check
from payments.models import CaseKind, CaseState, InternalAccount, LedgerCheckRun, OperationsCase, SuspenseItem
from payments.workflow import cases
from payments.workflow.monitor import MOST, Finding, Source, watch
from platforms.base import clock, identifiers
from platforms.models import AuditCheckRun, DomainState, UmaDomain, WorkFailure
from platforms.operations import audit_seals, work_failures

_BAD_STATES = ("broken", "altered", "stale")


def _suspense(now: dt.datetime) -> Iterable[Finding]:
    waiting = SuspenseItem.objects.filter(resolved_at=None, way="").select_related("platform").order_by("opened_at")
    # Those with a case are the oldest: read far enough to reach the others.
    have = OperationsCase.objects.filter(kind=CaseKind.MONEY_IN_SUSPENSE, state=CaseState.OPEN).count()
    return [
        Finding(
            identifiers.public("SuspenseItem", item.id),
            item.reason,
            min(clock.real(item.platform, item.opened_at), now),
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


def _rejected_holders(now: dt.datetime) -> Iterable[Finding]:
    rejections = customers.rejections(OuterRef("customer"))
    # New money, or another rejection, is a trouble of its own: somebody has to hear of it although a case was closed.
    since = Greatest("ledger_account__balance_changed_at", Subquery(rejections.values("at")[:1]))
    findings = (
        Finding(
            account.public_id,
            f"Money in {account.currency} of a customer whose identity was rejected: it stays until they are approved.",
            min(clock.real(account.platform, account.since), now),
            account.platform_id,
        )
        for account in _money_of_rejected().select_related("platform").annotate(since=since)
    )
    return sorted(findings, key=lambda finding: finding.since)


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
    by_subject: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for fault in last.faults:
        by_subject[fault["subject"]].append(fault)
    findings = (_fault(subject, faults, checked_at=last.finished_at) for subject, faults in by_subject.items())
    return sorted(findings, key=lambda finding: finding.since)


def _fault(subject: str, faults: Sequence[dict[str, Any]], *, checked_at: dt.datetime) -> Finding:
    # An earlier release stored neither platform nor time.
    platforms = {fault.get("platform_id") for fault in faults}
    since = [dt.datetime.fromisoformat(fault["since"]) for fault in faults if "since" in fault]
    return Finding(
        subject,
        "; ".join(f"{fault['kind']}: {fault['detail']}" for fault in faults)[: cases.LONGEST_CAUSE],
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
            f"{domain.domain} is not shown to be the platform's own any more: {domain.problem}."[: cases.LONGEST_CAUSE],
            domain.failing_since,
            domain.platform_id,
        )
        for domain in failing.exclude(left).order_by("failing_since")
    ]


def _failing_work(now: clock.RealTime) -> Iterable[Finding]:
    # Failing payments are cases of a kind of their own, with their own actions.
    return [
        Finding(failure.subject, _failing_cause(failure), failure.since, failure.platform_id)
        for failure in work_failures.lasting(now=now)
        if identifiers.parse("Transaction", failure.subject) is None
    ]


def _failing_cause(failure: WorkFailure) -> str:
    return f"{failure.work} has failed {failure.failures} times in a row: {failure.error}."


def _outdated_lists(now: clock.RealTime) -> Iterable[Finding]:
    return [
        Finding(
            f"list {version.name}"[:64],
            f"Nobody has looked for a newer edition of the list {version.name} since "
            f"{sources.looked_at(version):%Y-%m-%d %H:%M} UTC: fetch it, or load it by hand.",
            sources.looked_at(version),
        )
        for version in sources.outdated(now=now)
    ]


watch(CaseKind.MONEY_IN_SUSPENSE, Source(_suspense, _still_in_suspense))
watch(CaseKind.HOLDER_REJECTED, Source(_rejected_holders, _still_rejected_holders))
watch(CaseKind.BOOKS_BROKEN, Source(_books))
watch(CaseKind.AUDIT_LOG_BROKEN, Source(_audit_log))
watch(CaseKind.DOMAIN_FAILING, Source(_failing_domains))
watch(CaseKind.WORK_FAILING, Source(_failing_work))
watch(CaseKind.WORK_FAILING, Source(_outdated_lists))
