"""The start page of the back office: what has to be looked at first, for who may see it.

Every figure has its time: whatever takes longer is left out and named, so that the page opens when nothing else does.
"""

import dataclasses
import datetime as dt
from collections.abc import Callable, Sequence
from typing import Any

from django.db import OperationalError, connection, transaction
from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString

from compliance.models import Verification, VerificationStatus
from payments.ledger import check
from payments.models import LedgerCheckRun, OperationsCase, SuspenseItem, Transaction
from payments.reporting import dashboard_metrics
from platforms.backoffice import amounts, charts, links, panels
from platforms.base import clock
from platforms.models import AuditCheckRun, AuditSeal, Proposal, ProposalStatus
from platforms.operations import audit_seals
from webhooks.models import EndpointHealth, Event, EventState

MOST_MILLISECONDS = 250
"""Of the database's time for one figure."""
_OVERDUE = dt.timedelta(minutes=1)
_STATES = {
    "ok": ("In order", "good"),
    "broken": ("Broken", "bad"),
    "altered": ("Altered", "bad"),
    "stale": ("Not checked", "bad"),
    "unchecked": ("First check pending", "warn"),
}


@dataclasses.dataclass(frozen=True, slots=True)
class Tile:
    """One figure: `tone` is good, warn, bad, or empty for what is neither."""

    title: str
    value: str
    note: str = ""
    address: str = ""
    tone: str = ""


@dataclasses.dataclass(frozen=True, slots=True)
class Chart:
    """A drawing of one rail, and the table that says the same."""

    title: str
    figure: str
    note: str
    drawing: SafeString
    table: panels.Panel


@dataclasses.dataclass(frozen=True, slots=True)
class Dashboard:
    """What the template shows."""

    tiles: Sequence[Tile]
    in_flight: panels.Panel | None
    rails: Sequence[Chart]
    late: Sequence[str]
    """What could not be had in time."""


def of(request: HttpRequest) -> Dashboard:
    """Return what the person may see. Costs a query or two for each figure, however much there is."""
    now = clock.real_now()
    tiles: list[Tile] = []
    late: list[str] = []
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL statement_timeout = {MOST_MILLISECONDS}")
        for title, model, make in _TILES:
            if _may_see(request, model) and (tile := _in_time(title, lambda: make(now), late)):  # noqa: B023 - called at once
                tiles.append(tile)
        sees_money = _may_see(request, Transaction)
        in_flight = _in_time("Money in flight", lambda: _in_flight(now), late) if sees_money else None
        rails = (_in_time("Rails", _rails, late) if sees_money else None) or []
        cursor.execute("SET LOCAL statement_timeout TO DEFAULT")
    return Dashboard(tiles, in_flight, rails, late)


def _in_time(title: str, make: Callable[[], Any], late: list[str]) -> Any:
    try:
        with transaction.atomic():
            return make()
    except OperationalError:
        late.append(title)
        return None


def _may_see(request: HttpRequest, model: type[Any]) -> bool:
    return request.user.has_perm(f"{model._meta.app_label}.view_{model._meta.model_name}")


def _cases(now: dt.datetime) -> Tile:
    by_kind = dashboard_metrics.open_cases()
    number = sum(count.number for count in by_kind.values())
    named = ", ".join(f"{kind.replace('_', ' ').lower()}: {count.number}" for kind, count in by_kind.items())
    address = f"{links.listing(OperationsCase)}?state__exact=OPEN"
    oldest = min((count.since for count in by_kind.values() if count.since), default=None)
    note = f"{named.capitalize()}; oldest {_ago(oldest, now)}." if oldest else "No open cases."
    return Tile("Open cases", dashboard_metrics.Count(number).text, note, address, "bad" if number else "good")


def _due(now: dt.datetime) -> Tile:
    count = dashboard_metrics.due(now=now)
    is_late = count.since is not None and now - count.since > _OVERDUE
    note = f"Oldest {_ago(count.since, now)}." if count.since else "All on time."
    return Tile("Late payments", count.text, note, links.listing(Transaction), "bad" if is_late else "good")


def _suspense(now: dt.datetime) -> Tile:
    count = dashboard_metrics.in_suspense()
    note = f"Oldest {_ago(count.since, now)}." if count.since else "No open suspense items."
    return Tile("Money in suspense", count.text, note, links.listing(SuspenseItem), "warn" if count.number else "good")


def _events(now: dt.datetime) -> Tile:
    waiting = Event.objects.filter(state=EventState.PENDING)
    number = len(waiting.order_by().values_list("platform_id")[: dashboard_metrics.MANY])
    address = f"{links.listing(Event)}?state__exact=PENDING"
    return Tile("Pending webhooks", dashboard_metrics.Count(number).text, "Due now, or tried again later.", address)


def _endpoints(now: dt.datetime) -> Tile:
    rows = EndpointHealth.objects.filter(platform__isnull=False)
    disabled = rows.filter(disabled_at__isnull=False, platform__webhook_endpoint="").count()
    failing = rows.filter(disabled_at=None, failing_since__isnull=False).count()
    note = (
        f"{failing} failing, {disabled or 'none'} disabled." if failing or disabled else "None failing, none disabled."
    )
    tone = "bad" if disabled else "warn" if failing else "good"
    return Tile("Failing endpoints", str(failing + disabled), note, links.listing(EndpointHealth), tone)


def _reviews(now: dt.datetime) -> Tile:
    waiting = Verification.objects.filter(status=VerificationStatus.PENDING_MANUAL_REVIEW, customer__deleted_at=None)
    number = len(waiting.order_by().values_list("id")[: dashboard_metrics.MANY])
    address = reverse("admin:compliance_verification_changelist")
    return Tile("Waiting for review", dashboard_metrics.Count(number).text, "Verifications in manual review.", address)


def _proposals(now: dt.datetime) -> Tile:
    waiting = Proposal.objects.filter(status=ProposalStatus.OPEN, expires_at__gt=now)
    number = len(waiting.order_by().values_list("id")[: dashboard_metrics.MANY])
    note = "Second person needed." if number else "No second person needed."
    address = f"{links.listing(Proposal)}?status__exact=OPEN"
    return Tile("Open approvals", dashboard_metrics.Count(number).text, note, address, "warn" if number else "")


def _books(now: dt.datetime) -> Tile:
    word, tone = _STATES[check.state()]
    last = LedgerCheckRun.objects.order_by("-finished_at").first()
    note = f"{last.postings:,} postings checked {_ago(last.finished_at, now)} ago" if last else ""
    return Tile("Books", word, note, links.listing(LedgerCheckRun), tone)


def _audit_log(now: dt.datetime) -> Tile:
    word, tone = _STATES[audit_seals.state()]
    seal = AuditSeal.objects.defer("index").order_by("-number").first()
    note = f"Seal {seal.number:,}, {_ago(seal.sealed_at, now)} ago" if seal else "No seal yet."
    return Tile("Audit log", word, note, links.listing(AuditCheckRun), tone)


_TILES: tuple[tuple[str, type[Any], Callable[[dt.datetime], Tile]], ...] = (
    ("Open cases", OperationsCase, _cases),
    ("Money in suspense", SuspenseItem, _suspense),
    ("Late payments", Transaction, _due),
    ("Open approvals", Proposal, _proposals),
    ("Waiting for review", Verification, _reviews),
    ("Pending webhooks", Event, _events),
    ("Failing endpoints", EndpointHealth, _endpoints),
    ("Books", LedgerCheckRun, _books),
    ("Audit log", AuditCheckRun, _audit_log),
)


def _in_flight(now: dt.datetime) -> panels.Panel:
    rows = [
        (
            one.currency,
            str(one.payments),
            *(amounts.major_units(amount, one.currency) if amount else "" for amount in one.by_age),
        )
        for one in dashboard_metrics.in_flight(now=now)
    ]
    headers = ("currency", "payments", *dashboard_metrics.AGES)
    return panels.Panel(
        title="Money in flight, by age",
        headers=headers,
        rows=rows,
        numeric=frozenset(range(1, len(headers))),
        note="Sent amounts of payments that have not ended. Unpaid quotes are not counted.",
    )


def _rails() -> Sequence[Chart]:
    first = clock.real_now().date() - dt.timedelta(days=dashboard_metrics.DAYS - 1)
    return [_chart(rail, first) for rail in dashboard_metrics.rails()]


def _chart(rail: dashboard_metrics.Rail, first: dt.date) -> Chart:
    completed, failed = sum(rail.completed), sum(rail.failed)
    figure = "" if rail.success is None else f"{rail.success * 100:.1f} %"
    name = rail.name.removesuffix("_ACCOUNT").replace("_", " ")
    note = f"{completed:,} completed, {failed:,} failed in {dashboard_metrics.DAYS} days"
    days = [first + dt.timedelta(days=number) for number in range(dashboard_metrics.DAYS)]
    table = panels.Panel(
        title=name,
        headers=("day", "completed", "failed"),
        rows=[
            (f"{day:%d %b}", f"{good:,}", f"{bad:,}")
            for day, good, bad in zip(days, rail.completed, rail.failed, strict=True)
            if good or bad
        ],
        numeric=frozenset({1, 2}),
    )
    drawing = charts.days(f"{name}: {note}", first=first, good=rail.completed, bad=rail.failed)
    return Chart(name, figure, note, drawing, table)


def _ago(moment: dt.datetime | None, now: dt.datetime) -> str:
    """Return how long ago a moment was, in its largest unit."""
    seconds = max(0, int((now - moment).total_seconds())) if moment else 0
    for unit, length in (("d", 86_400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * length or (unit == "min" and seconds >= length):
            return f"{seconds // length} {unit}"
    return f"{seconds} s"
