"""The button *File as PDF* on a customer's page: who takes the file says why, and the audit log keeps it."""

import datetime as dt
import hashlib
import logging
import uuid
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import models, transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.views.decorators.http import require_GET
from unfold.widgets import UnfoldAdminSelectWidget

from compliance.admin.customer_file import making, material
from compliance.models import Customer
from platforms import audit
from platforms.backoffice import actions, dialogs, links, reveal
from platforms.backoffice.actions import Action, Role
from platforms.base import clock, errors
from platforms.database.postgresql.base import statements_may_take
from platforms.database.rows import by_key
from platforms.encryption import encryption

logger = logging.getLogger(__name__)
SESSION_KEY = "takes_the_file_of"
"""Whose file the person may take: the key, the reason, whether personal data is shown, and since when."""
_WITHIN = dt.timedelta(minutes=5)
"""A grant that is not used within this time expires."""
_SECONDS = 60
"""Time limit of the file's statements: more than that of a page."""
_MASKED, _SHOWN = "masked", "shown"


def urls() -> list[URLPattern]:
    """Return the address of the file, below the list of customers."""
    return [path("<uuid:key>/file/", admin.site.admin_view(take), name="compliance_customer_file")]


def _say_why(*, reason: str, personal_data: str, **_: Any) -> tuple[str, bool]:
    """Do nothing yet: the audit log is written with the file, and has its digest."""
    return reason, personal_data == _SHOWN


def _offer(request: HttpRequest, row: models.Model | None, done: tuple[str, bool]) -> HttpResponse:
    """Keep in the session what was said, and return to the page, which has the link to the file."""
    if row is None:
        raise Http404
    request.session[SESSION_KEY] = [str(row.pk), *done, clock.real_now().timestamp()]
    address = reverse("admin:compliance_customer_file", args=[row.pk])
    link = format_html('<a class="text-link" href="{}" download>Download it</a>', address)
    messages.success(request, format_html("The file can be taken once, within five minutes. {}.", link))
    return HttpResponse(headers={"HX-Redirect": links.page(Customer, row.pk)})


TAKE = Action(
    "customer.take_file",
    # Those who see everything that is in it.
    roles=[Role.REVIEWER, Role.LEAD_REVIEWER, Role.ADMINISTRATOR],
    on=Customer,
    path="take-file",
    button="File as PDF",
    icon="picture_as_pdf",
    title="Take the file of this customer",
    text="Facts, documents without pictures, decisions with reasons, hits, notes and what is in force, for an examiner."
    " The audit log keeps who has taken it, when, why, and the digest of the file.",
    submit="Make the file",
    fields={
        "personal_data": forms.ChoiceField(
            label="Personal data",
            choices=[(_MASKED, "Masked, as on the pages"), (_SHOWN, "Shown")],
            widget=UnfoldAdminSelectWidget,
        )
    },
    perform=_say_why,
    reply=_offer,
)


@require_GET
@statements_may_take(_SECONDS)
def take(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """Return the file to whoever has just said why, after writing the audit log."""
    if not actions.may(request.user, TAKE):
        raise PermissionDenied
    customer: Customer | None = by_key(Customer.objects.select_related("platform"), key)
    if customer is None:
        raise Http404
    said = _said(request, key)
    if said is None:
        messages.error(request, "Press File as PDF, and say why you take it: each file is made once.")
        return HttpResponseRedirect(links.page(Customer, key))
    reason, is_open = said
    now, actor = customer.platform.now(), dialogs.actor(request)
    try:
        file = making.draw(request, material.read(customer), by=actor.id, is_open=is_open, now=now)
    except errors.DomainError as refusal:
        messages.error(request, refusal.text)
        return HttpResponseRedirect(links.page(Customer, key))
    except encryption.Unreadable:
        logger.exception("file of a customer not made")
        messages.error(request, "Something in this file can't be decrypted. Tell the operators.")
        return HttpResponseRedirect(links.page(Customer, key))
    with transaction.atomic(durable=True):
        audit.record(
            customer,
            TAKE.name,
            actor=actor,
            now=now,
            reason=reason,
            personalData=_SHOWN if is_open else _MASKED,
            pages=file.pages,
            sha256=hashlib.sha256(file.content).hexdigest(),
        )
    name = f"Customer-{customer.pk}-{now:%Y%m%dT%H%M%S}Z.pdf"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return HttpResponse(file.content, content_type="application/pdf", headers=headers)


def _said(request: HttpRequest, key: uuid.UUID) -> tuple[str, bool] | None:
    """Return why the person takes this file, and whether personal data is shown; uses the grant up."""
    granted = request.session.pop(SESSION_KEY, None)
    if granted is None or granted[0] != str(key):
        return None
    _, reason, is_open, at = granted
    if clock.real_now().timestamp() - at > _WITHIN.total_seconds():
        return None
    return reason, is_open and actions.may(request.user, reveal.SHOW)
