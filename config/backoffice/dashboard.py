"""The start page of the back office: what needs attention first, limited to what the person may see.

Every figure has a time limit: one that takes longer is left out and named, so that the page opens under any load.
"""

import dataclasses
import datetime as dt
from collections.abc import Callable, Sequence
from typing import Any

from django.conf import settings
from django.db import OperationalError, connection, transaction
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html

from compliance.models import Verification, VerificationStatus
from compliance.review_desk import review_queue
from config.backoffice import age_charts, rail_charts, todo
from config.backoffice import help as page_help
from config.processes import service_faults
from payments.ledger import check
from payments.models import LedgerCheckRun, OperationsCase, SuspenseItem, Transaction
from payments.reporting import dashboard_metrics
from platforms.backoffice import actions, links, panels
from platforms.base import clock, identifiers
from platforms.models import AuditCheckRun, AuditSeal, Proposal
from platforms.operations import audit_seals
from webhooks.models import DisabledReason, EndpointHealth, Event, EventState, FurtherEndpoint

MOST_MILLISECONDS = 250
"""Time limit of the database for one figure."""
_OVERDUE = dt.timedelta(minutes=1)
_URGENT = ("bad", "warn", "", "good")
_STATES = {
    "ok": ("In order", "good"),
    "broken": ("Broken", "bad"),
    "altered": ("Altered", "bad"),
    "stale": ("Not checked", "bad"),
    "unchecked": ("First check pending", "warn"),
}


@dataclasses.dataclass(frozen=True, slots=True)
class Tile:
    """One figure: `tone` is bad, warn, good, or empty for what is neither: how urgent it is, whatever it is."""

    title: str
    value: str
    note: str = ""
    address: str = ""
    tone: str = ""
    ages: panels.Panel | None = None
    """What it counts, drawn by age."""


@dataclasses.dataclass(frozen=True, slots=True)
class Dashboard:
    """The data of the template."""

    waiting: panels.Panel | None
    """What needs somebody, oldest first; None for people of no role."""
    tiles: Sequence[Tile]
    in_flight: panels.Panel | None
    rails: rail_charts.Rails | None
    """None for who may not see payments, or where they took too long."""
    late: Sequence[str]
    """The figures that exceeded their time limit."""

    @property
    def ages(self) -> Sequence[panels.Panel]:
        """What waits, drawn by age."""
        return [tile.ages for tile in self.tiles if tile.ages]


def of(request: HttpRequest) -> Dashboard:
    """Return what the person may see. Costs a query or two for each figure, however many rows there are."""
    now = clock.real_now()
    tiles: list[Tile] = []
    late: list[str] = []
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL statement_timeout = {MOST_MILLISECONDS}")
        for title, model, make in _TILES:
            if _may_see(request, model) and (tile := _in_time(title, lambda: make(request, now), late)):  # noqa: B023 - called at once
                tiles.append(tile)
        waiting = _waiting(request, now, late)
        sees_money = _may_see(request, Transaction)
        in_flight = drawn = None
        if sees_money:
            in_flight = _in_time(
                "Money in flight", lambda: age_charts.in_flight(dashboard_metrics.in_flight(now=now)), late
            )
            drawn = _in_time("How payments ended", lambda: rail_charts.asked_for(request.GET), late)
        cursor.execute("SET LOCAL statement_timeout TO DEFAULT")
    return Dashboard(waiting, sorted(tiles, key=lambda tile: _URGENT.index(tile.tone)), in_flight, drawn, late)


def _waiting(request: HttpRequest, now: dt.datetime, late: list[str]) -> panels.Panel | None:
    todos: list[todo.Todo] = []
    has_sources = False
    for title, model, roles, make in todo.SOURCES:
        if _may_see(request, model) and actions.has_role(request.user, roles):
            has_sources = True
            todos += _in_time(title, lambda: list(make(request, now)), late) or []  # noqa: B023 - called at once
    if not has_sources:
        return None
    rows = [
        (
            format_html('<span class="todo todo-{}">{}</span>', item.tone(now) or "new", ago(item.since, now)),
            links.to(item.address, item.what),
            item.detail,
        )
        for item in todo.oldest(todos)
    ]
    return panels.Panel("Needs somebody, oldest first", ("waits", "what", "details"), rows)


def _in_time(title: str, make: Callable[[], Any], late: list[str]) -> Any:
    try:
        with transaction.atomic():
            return make()
    except OperationalError:
        late.append(title)
        return None


def _may_see(request: HttpRequest, model: type[Any]) -> bool:
    return request.user.has_perm(f"{model._meta.app_label}.view_{model._meta.model_name}")


def _service(_: HttpRequest, now: dt.datetime) -> Tile:
    faults = service_faults.found()
    address = page_help.address_of("operator/outages.md#how-each-is-seen")
    if faults:
        return Tile("Service", faults[0].name, " ".join(fault.meaning for fault in faults), address, "bad")
    return Tile("Service", "In order", service_faults.looked_at(), address, "good")


def _cases(_: HttpRequest, now: dt.datetime) -> Tile:
    by_kind = dashboard_metrics.open_cases()
    begun = [since for moments in by_kind.values() for since in moments]
    number, oldest = len(begun), min(begun, default=None)
    named = ", ".join(f"{kind.replace('_', ' ').lower()}: {len(moments)}" for kind, moments in by_kind.items())
    address = links.listing(OperationsCase, state__exact="OPEN")
    note = f"{named.capitalize()}; oldest {ago(oldest, now)}." if oldest else "No open cases."
    lists = [links.listing(OperationsCase, waits=waits) for waits in ("within", "beyond")]
    ages = age_charts.against(
        "Open cases, by age", [now - since for since in begun], age_charts.Target(todo.DAY, *lists)
    )
    tone = "bad" if number else "good"
    return Tile("Open cases", dashboard_metrics.Count(number).text, note, address, tone, ages)


def _due(_: HttpRequest, now: dt.datetime) -> Tile:
    count = dashboard_metrics.due(now=now)
    is_late = count.since is not None and now - count.since > _OVERDUE
    note = f"Oldest {ago(count.since, now)}." if count.since else "All on time."
    tone = "bad" if is_late else "" if count.number else "good"
    return Tile("Late payments", count.text, note, links.listing(Transaction, due="now"), tone)


def _suspense(_: HttpRequest, now: dt.datetime) -> Tile:
    count = dashboard_metrics.in_suspense()
    note = f"Oldest {ago(count.since, now)}." if count.since else "No open suspense items."
    tone = todo.urgency(count.since, now=now, limit=todo.DAY)
    return Tile("Money in suspense", count.text, note, links.listing(SuspenseItem, stands="open"), tone)


def _events(_: HttpRequest, now: dt.datetime) -> Tile:
    # In the order of a partial index, which the database uses so, whatever its statistics say.
    waiting = Event.objects.filter(state=EventState.PENDING).order_by("platform_id", "next_attempt_at")
    # Of keys, which hold real time; `created_at` is by the platform's clock.
    keys = waiting.values_list("pk", flat=True)[: dashboard_metrics.MANY]
    made = [identifiers.made_at(key) for key in keys]
    count = dashboard_metrics.Count(len(made), min(made, default=None))
    more = " or more" if count.number == dashboard_metrics.MANY else ""
    note = f"Oldest {ago(count.since, now)}{more}." if made else "No webhook waits to be sent."
    return Tile("Pending webhooks", count.text, note, f"{links.listing(Event)}?state__exact=PENDING")


def _endpoints(_: HttpRequest, now: dt.datetime) -> Tile:
    first = EndpointHealth.objects.filter(platform__isnull=False)
    further = FurtherEndpoint.objects.filter(deleted_at=None)
    off = first.filter(platform__webhook_endpoint=""), further
    by_service = [rows.exclude(disabled_reason=DisabledReason.SWITCHED_OFF) for rows in off]
    disabled = sum(rows.filter(disabled_at__isnull=False).count() for rows in by_service)
    failing = sum(rows.filter(disabled_at=None, failing_since__isnull=False).count() for rows in (first, further))
    note = (
        f"{failing} failing, {disabled or 'none'} disabled." if failing or disabled else "None failing, none disabled."
    )
    tone = "bad" if disabled else "warn" if failing else "good"
    address = links.listing(EndpointHealth, stands="broken")
    return Tile("Failing endpoints", str(failing + disabled), note, address, tone)


def _reviews(request: HttpRequest, now: dt.datetime) -> Tile:
    waiting = Verification.objects.filter(status=VerificationStatus.PENDING_MANUAL_REVIEW, customer__deleted_at=None)
    rows = waiting.order_by("submitted_at").values_list("submitted_at", "platform__clock_offset")
    found = [at - ahead for at, ahead in rows[: dashboard_metrics.MANY] if at is not None]
    since, target = min(found, default=None), review_queue.target()
    note = f"Oldest {ago(since, now)}; target {settings.REVIEW_TARGET_HOURS} h." if since else "Nobody waits."
    address = links.listing(Verification, status__exact=VerificationStatus.PENDING_MANUAL_REVIEW)
    tone = todo.urgency(since, now=now, limit=target)
    queue = reverse("admin:compliance_desk_queue")
    lists = [f"{queue}?part=all", f"{queue}?part=overdue"] if _reviews_cases(request) else [address, address]
    ages = age_charts.against(
        "Cases waiting for review, by age", [now - at for at in found], age_charts.Target(target, *lists)
    )
    return Tile("Waiting for review", dashboard_metrics.Count(len(found)).text, note, address, tone, ages)


def _reviews_cases(request: HttpRequest) -> bool:
    return actions.has_role(request.user, todo.REVIEWERS)


def _proposals(request: HttpRequest, now: dt.datetime) -> Tile:
    """Return how many proposals this person may decide: not those of other roles, nor their own."""
    waiting = todo.proposals(request, now)
    found = list(waiting.values_list("proposed_at", flat=True)[: dashboard_metrics.MANY])
    since = found[0] if found else None
    note = f"Oldest {ago(since, now)}." if since else "None waits for you."
    address = f"{links.listing(Proposal)}?status__exact=OPEN"
    tone = todo.urgency(since, now=now, limit=todo.DAY)
    return Tile("Open approvals", dashboard_metrics.Count(len(found)).text, note, address, tone)


def _books(_: HttpRequest, now: dt.datetime) -> Tile:
    word, tone = _STATES[check.state()]
    last = LedgerCheckRun.objects.order_by("-finished_at").first()
    note = f"{last.postings:,} postings checked {ago(last.finished_at, now)} ago" if last else ""
    return Tile("Books", word, note, links.listing(LedgerCheckRun), tone)


def _audit_log(_: HttpRequest, now: dt.datetime) -> Tile:
    word, tone = _STATES[audit_seals.state()]
    seal = AuditSeal.objects.defer("index").order_by("-number").first()
    note = f"Seal {seal.number:,}, {ago(seal.sealed_at, now)} ago" if seal else "No seal yet."
    return Tile("Audit log", word, note, links.listing(AuditCheckRun), tone)


_TILES: tuple[tuple[str, type[Any], Callable[[HttpRequest, dt.datetime], Tile]], ...] = (
    ("Service", LedgerCheckRun, _service),
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


def ago(moment: dt.datetime | None, now: dt.datetime) -> str:
    """Return how long ago a time was, in its largest unit."""
    seconds = max(0, int((now - moment).total_seconds())) if moment else 0
    for unit, length in (("d", 86_400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * length or (unit == "min" and seconds >= length):
            return f"{seconds // length} {unit}"
    return f"{seconds} s"
