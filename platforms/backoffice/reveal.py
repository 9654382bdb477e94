"""Reveal: show personal data unmasked on one page, for one view, with a reason, in the audit log."""

import datetime as dt
from typing import Any

from django.contrib import messages
from django.db import models, transaction
from django.http import Http404, HttpRequest, HttpResponse

from platforms import audit
from platforms.backoffice import actions, dialogs, links
from platforms.backoffice.actions import Action, Role
from platforms.base import clock

_SESSION_KEY = "shows_personal_data_of"
_WITHIN = dt.timedelta(minutes=1)
"""A grant not used within this time expires."""


def _reason(*, reason: str, **_: Any) -> str:
    """Do nothing yet: what is shown, and so recorded, depends on the page."""
    return reason


def _grant(request: HttpRequest, row: models.Model | None, reason: str) -> HttpResponse:
    """Record who looks at what and why, and redirect to the page, which is unmasked once."""
    if row is None:
        raise Http404
    address = links.page(type(row), row.pk)
    subject = getattr(row, "public_id", "") or f"{row._meta.label}:{row.pk}"
    platform: Any = getattr(row, "platform_id", None)
    with transaction.atomic(durable=True):
        audit.record(
            audit.Subject(platform, subject[:64]),
            SHOW.name,
            actor=dialogs.actor(request),
            now=clock.real_now(),
            reason=reason,
            page=address,
        )
    request.session[_SESSION_KEY] = [address, clock.real_now().timestamp()]
    return HttpResponse(headers={"HX-Redirect": address})


def is_granted(request: HttpRequest) -> bool:
    """Tell whether this view of a page may show everything; uses the grant up."""
    granted = request.session.get(_SESSION_KEY) if request.method == "GET" else None
    if not granted or granted[0] != request.path:
        return False
    del request.session[_SESSION_KEY]
    is_recent = clock.real_now().timestamp() - granted[1] < _WITHIN.total_seconds()
    if is_recent:
        messages.warning(request, "Personal data is shown, this once. It is in the audit log that you have seen it.")
    return is_recent and actions.may(request.user, SHOW)


SHOW = Action(
    "personal_data.show",
    roles=[Role.SUPPORT, Role.REVIEWER, Role.LEAD_REVIEWER, Role.ADMINISTRATOR],
    path="show_personal_data",
    button="Show personal data",
    icon="visibility",
    title="Show personal data on this page",
    text="Unmasked, for one view. The audit log keeps who has looked, when and why.",
    submit="Show",
    perform=_reason,
    reply=_grant,
)
"""Offered on every page that has personal data."""
