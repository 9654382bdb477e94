"""Showing personal data unmasked: on one page, for one view, with a reason, in the audit log."""

import datetime as dt
from typing import Any

from django.contrib import messages
from django.db import models, transaction
from django.http import Http404, HttpRequest, HttpResponse

from platforms import audit
from platforms.backoffice import dialogs, links, verbs
from platforms.backoffice.verbs import Role
from platforms.kit import clock

SHOW = verbs.declare(
    "personal_data.show",
    title="Show personal data unmasked",
    roles=[Role.SUPPORT, Role.REVIEWER, Role.LEAD_REVIEWER, Role.ADMINISTRATOR],
)
_SESSION_KEY = "shows_personal_data_of"
_WITHIN = dt.timedelta(minutes=1)
"""A view that was asked for and not taken by then is lost."""


class ShowForm(dialogs.OperationForm):
    """The dialog that asks why."""

    verb = SHOW

    def carry_out(self, *, actor: audit.Actor, **entered: Any) -> str:
        """Take the reason; the page, which knows what it shows, writes it down."""
        return str(entered["reason"])


def grant(request: HttpRequest, row: models.Model | None, reason: str) -> HttpResponse:
    """Write down who looks at what and why, and lead to the page, which will be open once."""
    if row is None:
        raise Http404
    address = links.page(type(row), row.pk)
    subject = getattr(row, "public_id", "") or f"{row._meta.label}:{row.pk}"
    platform: Any = getattr(row, "platform_id", None)
    with transaction.atomic(durable=True):
        audit.record(
            actor=dialogs.actor(request),
            platform_id=platform,
            verb=SHOW.name,
            subject=subject[:64],
            now=clock.real_now(),
            details={"reason": reason, "page": address},
        )
    request.session[_SESSION_KEY] = [address, clock.real_now().timestamp()]
    return HttpResponse(headers={"HX-Redirect": address})


def is_granted(request: HttpRequest) -> bool:
    """Tell whether this view of a page may show everything; it uses the grant up."""
    granted = request.session.get(_SESSION_KEY) if request.method == "GET" else None
    if not granted or granted[0] != request.path:
        return False
    del request.session[_SESSION_KEY]
    is_recent = clock.real_now().timestamp() - granted[1] < _WITHIN.total_seconds()
    if is_recent:
        messages.warning(request, "Personal data is shown, this once. It is in the audit log that you have seen it.")
    return is_recent and verbs.may(request.user, SHOW)
