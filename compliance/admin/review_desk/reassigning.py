"""Lead reviewers hand several chosen cases of the queue to one reviewer at once."""

import uuid
from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_POST
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from compliance.admin.review_desk import actions as desk_actions
from compliance.admin.review_desk import permissions
from compliance.review_desk import assignments, review_queue
from platforms import audit
from platforms.backoffice import actions, dialogs
from platforms.base import errors

_REASSIGN = next(action for action in desk_actions.OF_CASE if action.name == "verification.reassign")


class ReassignForm(forms.Form):
    """To whom the chosen cases go, and why."""

    def __init__(self, *args: Any, **options: Any) -> None:
        """Offer the reviewers there are."""
        super().__init__(*args, **options)
        choices = [("", "Choose a reviewer"), *permissions.reviewers()]
        self.fields["assigned_to"] = forms.ChoiceField(label="To", choices=choices, widget=UnfoldAdminSelectWidget)
        self.fields["reason"] = forms.CharField(label="Why", max_length=1000, widget=UnfoldAdminTextInputWidget)


def form_for(request: HttpRequest) -> ReassignForm | None:
    """Return the form of the queue; None for people who may not reassign."""
    return ReassignForm() if actions.may(request.user, _REASSIGN) else None


@require_POST
def reassign(request: HttpRequest) -> HttpResponse:
    """Reassign the chosen cases, each in a database transaction of its own, and say which were skipped, and why."""
    if not actions.may(request.user, _REASSIGN):
        raise PermissionDenied
    form, keys = ReassignForm(request.POST), _chosen(request)
    if not keys:
        messages.error(request, "Choose at least one case by its box.")
    elif not form.is_valid():
        messages.error(request, "Choose a reviewer and say why, in at most 1000 characters.")
    else:
        _reassign(request, keys, **form.cleaned_data)
    query = request.GET.urlencode()
    address = reverse("admin:compliance_desk_queue")
    return HttpResponseRedirect(f"{address}?{query}" if query else address)


def _reassign(request: HttpRequest, keys: Sequence[uuid.UUID], *, assigned_to: str, reason: str) -> None:
    actor, done = dialogs.actor(request), 0
    for key in keys:
        try:
            with transaction.atomic(durable=True):
                _reassign_one(key, assigned_to=assigned_to, reason=reason, actor=actor)
            done += 1
        except errors.DomainError as refusal:
            messages.warning(request, f"Skipped Verification:{key}: {refusal.text}")
    if done:
        messages.success(request, f"{done} {'case' if done == 1 else 'cases'} reassigned to {assigned_to}.")


def _reassign_one(key: uuid.UUID, *, assigned_to: str, reason: str, actor: audit.Actor) -> None:
    now = permissions.platform_time(key)
    assignments.reassign(verification_id=key, assigned_to=assigned_to, reason=reason, actor=actor, now=now)


def _chosen(request: HttpRequest) -> Sequence[uuid.UUID]:
    """Return the keys of the chosen cases, each once, of one page at most."""
    keys = (dialogs.key_of(text) for text in request.POST.getlist("case"))
    return list(dict.fromkeys(key for key in keys if key is not None))[: review_queue.PAGE]
