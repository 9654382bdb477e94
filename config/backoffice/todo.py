"""What needs somebody now, oldest first: the list at the head of the start page, of what the person may act on."""

import dataclasses
import datetime as dt
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from django.db.models import DateTimeField, ExpressionWrapper, F, QuerySet
from django.http import HttpRequest
from django.urls import reverse

from compliance.models import UNDECIDED, HandOpenedCase, HitState, ScreeningHit, Verification
from compliance.review_desk import review_queue
from payments.admin import names
from payments.models import CaseKind, CaseState, OperationsCase, SuspenseItem
from platforms.backoffice import actions, amounts, columns, links
from platforms.backoffice.actions import Role
from platforms.base import clock
from platforms.models import Proposal, ProposalStatus
from webhooks.models import EndpointHealth, FurtherEndpoint

MOST = 12
"""Rows of the list, and rows that are read of each kind."""
DAY = dt.timedelta(days=1)


@dataclasses.dataclass(frozen=True, slots=True)
class Todo:
    """Something that waits for a person. `since` in real time."""

    since: dt.datetime
    what: str
    detail: str
    address: str
    limit: dt.timedelta
    """How long it may wait."""

    def tone(self, now: dt.datetime) -> str:
        """Return its colour."""
        return urgency(self.since, now=now, limit=self.limit)


def urgency(since: dt.datetime | None, *, now: dt.datetime, limit: dt.timedelta) -> str:
    """Return the colour of what waits since a time: good for nothing, bad beyond the limit, warn beyond half of it."""
    if since is None:
        return "good"
    waited = now - since
    return "bad" if waited > limit else "warn" if waited > limit / 2 else ""


def _cases(request: HttpRequest, _: dt.datetime) -> Iterator[Todo]:
    """Yield open cases; those of money in suspense are told by the items themselves."""
    rows = OperationsCase.objects.filter(state=CaseState.OPEN).exclude(kind=CaseKind.MONEY_IN_SUSPENSE)
    for row in rows.order_by("opened_at", "id")[:MOST]:
        owner = f"Owner: {row.assigned_to}. " if row.assigned_to else ""
        # What is a case has waited too long before it became one.
        address = links.page(OperationsCase, row.pk)
        yield Todo(row.since, columns.words(row.kind), f"{owner}{row.cause}", address, dt.timedelta())


def _suspense(request: HttpRequest, _: dt.datetime) -> Iterator[Todo]:
    rows = SuspenseItem.objects.filter(resolved_at=None, way="").select_related("platform")
    for row in rows.order_by("opened_at")[:MOST]:
        since = clock.real(row.platform, row.opened_at)
        money = amounts.major_units(row.amount, row.currency)
        detail = f"{columns.words(row.reason, names.REASONS)}. {row.platform}"
        yield Todo(since, f"{money} in suspense", detail, links.page(SuspenseItem, row.pk), DAY)


def proposals(request: HttpRequest, now: dt.datetime) -> QuerySet[Proposal]:
    """Return what somebody else has proposed and this person may approve, oldest first."""
    declared = actions.declared()
    allowed = {name for name, action in declared.items() if action.takes_two and actions.may(request.user, action)}
    rows: QuerySet[Proposal] = Proposal.objects.filter(status=ProposalStatus.OPEN, expires_at__gt=now, verb__in=allowed)
    return rows.exclude(proposed_by=request.user.get_username()[:64]).order_by("proposed_at")


def _proposals(request: HttpRequest, now: dt.datetime) -> Iterator[Todo]:
    declared = actions.declared()
    for row in proposals(request, now)[:MOST]:
        action = declared[row.verb]
        what = f"Approve: {action.proposed_as or action.title}"
        yield Todo(row.proposed_at, what, f"Proposed by {row.proposed_by}.", links.page(Proposal, row.pk), DAY)


def _reviews(request: HttpRequest, _: dt.datetime) -> Iterator[Todo]:
    person = request.user.get_username()[:64]
    for line in review_queue.page(part=review_queue.Part.ALL, person=person).lines[:MOST]:
        row = line.verification
        since = clock.real(row.customer.platform, row.submitted_at or row.created_at)
        address = reverse("admin:compliance_desk_case", args=[row.pk])
        owner = f"With {line.assigned_to}. " if line.assigned_to else ""
        yield Todo(since, f"Review: {line.name}", f"{owner}{row.customer.platform}", address, review_queue.target())


def _opened_by_hand(request: HttpRequest, _: dt.datetime) -> Iterator[Todo]:
    """Yield cases that somebody opened about approved customers."""
    rows = HandOpenedCase.objects.filter(decided_at=None).select_related("customer", "platform")
    for row in rows.order_by("opened_at")[:MOST]:
        since = clock.real(row.platform, row.opened_at)
        detail = f"Opened by {row.opened_by}. {row.platform}"
        name = review_queue.name_of(row.customer)
        yield Todo(since, f"Decide: {name}", detail, links.page(HandOpenedCase, row.pk), review_queue.target())


def _payees(request: HttpRequest, _: dt.datetime) -> Iterator[Todo]:
    """Yield hits of payees, whose accounts nobody can pay meanwhile; those of customers are told by their reviews."""
    rows = ScreeningHit.objects.filter(state__in=UNDECIDED, customer=None).select_related("platform")
    for row in rows.order_by("created_at")[:MOST]:
        since = clock.real(row.platform, row.created_at)
        detail = f"Like {row.matched_name}, score {row.score}. {row.platform}"
        yield Todo(since, "Payee on a list?", detail, links.page(ScreeningHit, row.pk), review_queue.target())


def _accepted(request: HttpRequest, now: dt.datetime) -> Iterator[Todo]:
    """Yield accepted matches whose day to be looked at again has come, by their platform's clock."""
    rows = ScreeningHit.objects.filter(state=HitState.ACCEPTED).select_related("platform").order_by("review_on")
    today = ExpressionWrapper(now + F("platform__clock_offset"), output_field=DateTimeField())
    for row in rows.annotate(today=today).filter(review_on__lte=F("today"))[:MOST]:
        assert row.review_on is not None, "a constraint of the table"
        since = clock.real(row.platform, dt.datetime.combine(row.review_on, dt.time.min, dt.UTC))
        detail = f"Accepted on {row.decided_at:%Y-%m-%d}. {row.platform}"
        yield Todo(since, f"Look again: {row.matched_name}", detail, links.page(ScreeningHit, row.pk), DAY)


def _endpoints(request: HttpRequest, _: dt.datetime) -> Iterator[Todo]:
    """Yield endpoints that fail; one that was disabled is a case."""
    every: tuple[Any, ...] = (EndpointHealth.objects, FurtherEndpoint.objects.filter(deleted_at=None))
    for endpoints in every:
        rows = endpoints.filter(disabled_at=None, failing_since__isnull=False).select_related("platform")
        for row in rows.order_by("failing_since")[:MOST]:
            since = clock.real(row.platform, row.failing_since)
            detail = f"{row.consecutive_failures} failed attempts in a row. {row.platform}"
            yield Todo(since, "Webhook endpoint fails", detail, links.page(type(row), row.pk), DAY)


REVIEWERS = (Role.REVIEWER, Role.LEAD_REVIEWER)
_OPERATE = (Role.OPERATIONS, Role.ADMINISTRATOR)
_SUPPORT = (Role.SUPPORT, *_OPERATE)
SOURCES: Sequence[tuple[str, type[Any], Sequence[Role], Callable[[HttpRequest, dt.datetime], Iterator[Todo]]]] = (
    ("Cases", OperationsCase, _OPERATE, _cases),
    ("Suspense", SuspenseItem, _SUPPORT, _suspense),
    ("Approvals", Proposal, tuple(Role), _proposals),
    ("Reviews", Verification, REVIEWERS, _reviews),
    ("Cases opened by hand", HandOpenedCase, REVIEWERS, _opened_by_hand),
    ("Payees", ScreeningHit, REVIEWERS, _payees),
    ("Accepted matches", ScreeningHit, REVIEWERS, _accepted),
    ("Endpoints", EndpointHealth, _SUPPORT, _endpoints),
)
"""Name, table that the person must see, roles that act on it, and what reads it."""


def oldest(found: Sequence[Todo]) -> list[Todo]:
    """Return what has waited longest."""
    return sorted(found, key=lambda one: one.since)[:MOST]
