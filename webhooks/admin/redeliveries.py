"""Redelivery of all events since a moment: its dialog above the list of events, and the page of its progress."""

import datetime as dt
from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path, reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_GET
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from platforms.backoffice import columns, dialogs, links, panels
from platforms.backoffice.actions import Action, Fields, Role
from platforms.base import clock, errors, identifiers
from platforms.database.postgresql.base import statements_may_take
from platforms.database.rows import by_key
from platforms.models import Platform
from webhooks.delivery import platform_endpoints, redelivery
from webhooks.models import OPEN_STATES, Event, EventState, FurtherEndpoint, FurtherEvent
from webhooks.outbox.event_types import EventType

_UNDELIVERED = (EventState.REFUSED, EventState.ABANDONED, EventState.NO_ENDPOINT)
_ALL = (*_UNDELIVERED, EventState.DELIVERED)
_SECONDS = 20
_A_MOMENT = dt.timedelta(seconds=1)
_NAMES: Mapping[str, str] = {
    EventState.PENDING: "waiting for an attempt",
    EventState.WAITING: "waiting for an earlier event",
    EventState.DELIVERED: "delivered",
    EventState.REFUSED: "refused by the endpoint",
    EventState.ABANDONED: "given up",
    EventState.NO_ENDPOINT: "without an endpoint",
}


class TooManyEvents(errors.DomainError):
    """More events match than are put back at once, and delivered ones would match again."""

    code = "INVALID_INPUT"
    message = (
        f"More than {redelivery.MOST_AT_ONCE:,} events match. Choose a later start or one type, or leave out what was "
        "delivered."
    )


def _fields(_: object) -> Fields:
    return {
        "platform": forms.ModelChoiceField(
            queryset=Platform.objects.order_by("name", "environment"),
            empty_label="Choose a platform",
            widget=UnfoldAdminSelectWidget,
        ),
        "since": forms.DateTimeField(
            label="Created since (UTC)", widget=dialogs.MomentInput, help_text="By the platform's clock."
        ),
        "kind": forms.ChoiceField(
            label="Type",
            required=False,
            choices=[("", "All types"), *((event_type, event_type) for event_type in EventType)],
            widget=UnfoldAdminSelectWidget,
        ),
        "is_all": forms.ChoiceField(
            label="Which",
            choices=[("", "Not delivered"), ("1", "Delivered ones too")],
            required=False,
            help_text="Not delivered: given up, refused, or without an endpoint.",
            widget=UnfoldAdminSelectWidget,
        ),
        "endpoint": forms.CharField(
            label="To one endpoint alone",
            required=False,
            max_length=64,
            help_text="WebhookEndpoint:… of the platform. Empty: to every endpoint that takes the type.",
            widget=UnfoldAdminTextInputWidget,
        ),
    }


def _redeliver(
    *,
    platform: Platform,
    since: dt.datetime,
    kind: str,
    is_all: str,
    endpoint: str,
    reason: str,
    actor: Any,
    now: dt.datetime,
) -> Mapping[str, Any]:
    """Put the events back, and return what the page of progress needs. `now` is real, the period the platform's."""
    until = platform.now()
    wanted: dict[str, Any] = {"startDate": since, "endDate": until, "statuses": _ALL if is_all else _UNDELIVERED}
    if kind:
        wanted["type"] = kind
    count, has_more = redelivery.redeliver_range(
        platform_id=platform.pk,
        wanted=wanted,
        endpoint_id=platform_endpoints.key(endpoint) if endpoint else None,
        reason=reason,
        actor=actor,
        now=until,
    )
    if has_more and is_all:
        raise TooManyEvents
    return {
        "platform": platform.pk,
        "since": since.isoformat(),
        "until": until.isoformat(),
        "type": kind,
        "endpoint": endpoint,
        "count": count,
        "more": "1" if has_more else "",
    }


def _show_progress(_: HttpRequest, __: object, done: Mapping[str, Any]) -> HttpResponse:
    return HttpResponse(headers={"HX-Redirect": f"{reverse('admin:webhooks_event_progress')}?{urlencode(done)}"})


Action(
    "event.redeliver_range",
    roles=[Role.OPERATIONS],
    on=Event,
    is_of_list=True,
    button="Redeliver all since",
    icon="replay",
    title="Redeliver all events since a moment",
    text=f"Up to {redelivery.MOST_AT_ONCE:,} at once, oldest first. Each keeps its id, so the platform knows it.",
    submit="Redeliver",
    fields=_fields,
    perform=_redeliver,
    reply=_show_progress,
)


def urls() -> list[URLPattern]:
    """Return the address of the progress, below the list of events."""
    return [path("redelivery/", admin.site.admin_view(progress), name="webhooks_event_progress")]


class _Period(forms.Form):
    """What was put back."""

    platform = forms.UUIDField()
    since = forms.DateTimeField()
    until = forms.DateTimeField()
    type = forms.ChoiceField(required=False, choices=[("", ""), *EventType.choices])
    endpoint = forms.CharField(required=False, max_length=64)
    count = forms.IntegerField(min_value=0)
    more = forms.BooleanField(required=False)


@require_GET
@statements_may_take(_SECONDS)
def progress(request: HttpRequest) -> HttpResponse:
    """Show how the events of a period and type stand now; the page asks again while some of them wait."""
    if not admin.site._registry[Event].has_view_permission(request):
        raise PermissionDenied
    form = _Period(request.GET)
    platform = by_key(Platform.objects, form.cleaned_data["platform"]) if form.is_valid() else None
    if platform is None:
        raise Http404
    entered = form.cleaned_data
    events, ways = _events(platform, entered), _ways(platform, entered)
    title = f"{entered['type'] or 'All types'}, created since {entered['since']:%Y-%m-%d %H:%M} UTC"
    shown, waits = [], Q(pk__in=())
    if entered["endpoint"] in {"", identifiers.public(FurtherEndpoint.public_type, platform.pk)}:
        shown.append(_panel(title, events, more=links.listing(Event, platform=platform.pk)))
        waits |= Q(state__in=OPEN_STATES)
    if ways is not None:
        shown.append(_panel(f"{title}, to further endpoints", ways.filter(event__in=events)))
        waits |= Q(Exists(ways.filter(event=OuterRef("pk"), state__in=OPEN_STATES)))
    waiting = events.filter(waits).count()
    context = {
        **admin.site.each_context(request),
        "title": f"Redelivery to {platform.name}",
        "panels": shown,
        "count": entered["count"],
        "waiting": waiting,
        "waiting_text": f"{waiting:,}",
        "done": max(entered["count"] - waiting, 0),
        "more": entered["more"],
    }
    return render(request, "admin/webhooks/redelivery.html", context)


def _panel(title: str, rows: QuerySet[Any], *, more: str = "") -> panels.Panel:
    """Return how many rows are in each state."""
    counted = dict(rows.values_list("state").annotate(count=Count("pk")))
    return panels.Panel(
        title=title,
        headers=("state", "events"),
        rows=[(columns.named_text(state, _NAMES), f"{counted.get(state, 0):,}") for state in EventState.values],
        numeric=frozenset({1}),
        more=more,
        more_text="Open the events",
    )


def _events(platform: Platform, entered: Mapping[str, Any]) -> QuerySet[Event]:
    """Return the events of the period and type, from one look at the keys of the period."""
    # Keys hold real time. The platform's clock runs ahead of it, and has never been further ahead than now.
    since, until = clock.real(platform, entered["since"]), entered["until"] + _A_MOMENT
    rows = Event.objects.filter(
        pk__gte=identifiers.first_key(since),
        pk__lt=identifiers.first_key(until),
        platform=platform.pk,
        created_at__gte=entered["since"],
        created_at__lte=entered["until"],
    ).order_by()
    return rows.filter(type=entered["type"]) if entered["type"] else rows


def _ways(platform: Platform, entered: Mapping[str, Any]) -> QuerySet[FurtherEvent] | None:
    """Return events on their way to further endpoints, or to the one that was named; None where there are none."""
    endpoints = platform_endpoints.of_platform(platform.pk)
    named = entered["endpoint"]
    further = [each.id for each in endpoints if not each.is_of_configuration and named in {"", each.public_id}]
    return FurtherEvent.objects.filter(endpoint__in=further).order_by() if further else None
