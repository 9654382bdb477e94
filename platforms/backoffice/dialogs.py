"""Dialogs: how staff do something. A form asks for what the action needs and why, then does it or proposes it."""

import copy
import functools
import types
import uuid
from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import models, transaction
from django.http import Http404, HttpRequest, HttpResponse
from unfold.decorators import action as button
from unfold.enums import ActionVariant
from unfold.forms import BaseDialogForm
from unfold.widgets import UnfoldAdminTextareaWidget, UnfoldAdminTextInputWidget

from platforms import audit
from platforms.backoffice import actions, links, proposals
from platforms.backoffice.actions import Action
from platforms.backoffice.sign_in import second_factors, sessions
from platforms.base import clock, errors
from platforms.models import Proposal, ProposalStatus

_CODE = UnfoldAdminTextInputWidget(attrs={"autocomplete": "one-time-code", "spellcheck": "false"})


class ActionForm(BaseDialogForm):  # type: ignore[misc]
    """The form of an action's dialog: its fields, then the reason. What the function gave is in `done`.

    A person who may not do it gets 403, whether they look or send. Where it takes two, it is tried and rolled back, so
    that its refusals are known at once; then a proposal is stored.
    """

    reason = forms.CharField(
        max_length=1000, widget=UnfoldAdminTextareaWidget(attrs={"rows": 2}), help_text="Why. Kept in the audit log."
    )
    done: Any

    def __init__(self, *args: Any, action: Action, model: type[models.Model], **kwargs: Any) -> None:
        """Refuse who may not; take the fields of the action, and put the reason last."""
        self.action, self.model = action, model
        super().__init__(*args, **kwargs)
        if not actions.may(self.request.user, action, self.row if action.lets else None):
            raise PermissionDenied
        fields = action.fields(self.row) if callable(action.fields) else action.fields
        self.fields |= copy.deepcopy(dict(fields))
        self.fields["reason"] = self.fields.pop("reason")
        if self.is_one_of_two_steps() and sessions.owes_fresh_code(self.request):
            self.fields["code"] = forms.CharField(max_length=32, widget=_CODE, help_text="Six digits from your app.")
        if action.takes_two:
            self.fields["reason"].help_text = "Why. This is done once a second person has approved it."

    @functools.cached_property
    def row(self) -> Any:
        """The object on whose page the dialog opened; None if there is none, or no longer."""
        return find(self.model, self.object_id)

    def is_one_of_two_steps(self) -> bool:
        """Tell whether this is one of the two steps of something that takes two people."""
        return self.action.takes_two

    def arguments(self, entered: dict[str, Any]) -> dict[str, Any]:
        """Return what the function is called with beside actor, now and reason."""
        named = {self.action.key: key_of(self.object_id)} if self.action.key else {}
        return named | (self.action.arguments(self.row, entered) if self.action.arguments else entered)

    def carry_out(self, *, actor: audit.Actor, reason: str, **entered: Any) -> Any:
        """Do it, in the database transaction of the dialog."""
        return self.action.do(actor=actor, now=clock.real_now(), reason=reason, arguments=self.arguments(entered))

    def refused(self, refusal: errors.DomainError) -> None:
        """Do what is to be done after a refusal, when everything else was rolled back."""

    def clean(self) -> dict[str, Any]:
        """Do what the dialog is for: the operation's refusals belong beside the fields that they name."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if self.errors or not self._shows_code(cleaned.pop("code", None)):
            return cleaned
        entered = {name: value for name, value in cleaned.items() if not name.startswith("_")}
        do = self._propose if self.action.takes_two else self.carry_out
        try:
            with transaction.atomic(durable=True):
                self.done = do(actor=actor(self.request), **entered)
        except errors.InvalidInput as refusal:
            for problem in refusal.problems:
                self.add_error(problem["field"] if problem["field"] in self.fields else "reason", problem["reason"])
            self.refused(refusal)
        except errors.DomainError as refusal:
            # The dialog shows what belongs to a field, and nothing else.
            self.add_error("reason", refusal.text)
            self.refused(refusal)
        return cleaned

    def finish(self) -> HttpResponse:
        """Close the dialog and show what was done, or the proposal that was made instead."""
        if self.action.reply and not isinstance(self.done, Proposal):
            return self.action.reply(self.request, self.row, self.done)
        message = self.action.message
        text = message if isinstance(message, str) else message(self.done)
        return leave(self.request, self.done if isinstance(self.done, models.Model) else self.row, text)

    def _shows_code(self, code: str | None) -> bool:
        if "code" not in self.fields:
            return True
        with transaction.atomic(durable=True):
            outcome = second_factors.check(
                username=self.request.user.get_username(),
                code=code or "",
                actor=actor(self.request),
                now=clock.real_now(),
            )
        if outcome is second_factors.Outcome.ACCEPTED:
            sessions.note_second_factor(self.request)
            return True
        self.add_error("code", second_factors.SAID[outcome])
        return False

    def _propose(self, *, actor: audit.Actor, reason: str, **entered: Any) -> Proposal:
        now, stored = clock.real_now(), actions.stored(self.arguments(entered))
        with transaction.atomic():
            self.action.replay(actor=actor, now=now, reason=reason, stored=stored)
            transaction.set_rollback(True)
        subject = self.action.subject(**stored) if self.action.subject else self._public_id()
        return proposals.propose(
            action=self.action, subject=subject, arguments=stored, reason=reason, actor=actor, now=now
        )

    def _public_id(self) -> str:
        key = key_of(self.object_id)
        if key is None:
            raise Http404
        return str(self.model(pk=key).public_id)  # type: ignore[attr-defined]


class MomentInput(UnfoldAdminTextInputWidget):  # type: ignore[misc]
    """A calendar and a clock."""

    input_type = "datetime-local"


def method(page: Any, action: Action) -> Callable[..., HttpResponse]:
    """Return what a page of the back office has for an action: its button, and the view of its dialog."""

    def finish(page: Any, request: HttpRequest, form: ActionForm, object_id: str = "") -> HttpResponse:
        return form.finish()

    finish.__name__ = action.word
    shown = {
        "title": action.title,
        "description": action.text,
        "form_class": functools.partial(action.form or ActionForm, action=action, model=page.model),
        "form_submit_text": action.submit_text,
    }
    variant = ActionVariant.PRIMARY if action.is_main else ActionVariant.DEFAULT
    made = button(description=action.button, icon=action.icon, variant=variant, dialog=shown, permissions=("view",))
    return types.MethodType(made(finish), page)


def actor(request: HttpRequest) -> audit.Actor:
    """Return the member of staff who is signed in."""
    assert isinstance(request.user, User)
    request_id: str = getattr(request, "request_id", "")
    return audit.Actor(kind="STAFF", id=request.user.get_username()[:64], request_id=request_id)


def key_of(object_id: object) -> uuid.UUID | None:
    """Return the key of the object on whose page a dialog was opened; None when the address names none."""
    try:
        return uuid.UUID(str(object_id).rpartition(":")[2])
    except ValueError:
        return None


def find(model: type[models.Model], object_id: object) -> Any:
    """Return the object on whose page a dialog was opened; None when the address names none."""
    try:
        key = model._meta.pk.to_python(str(object_id).rpartition(":")[2])
    except ValidationError:
        return None
    return model._default_manager.filter(pk=key).first()


def leave(request: HttpRequest, row: models.Model, message: str) -> HttpResponse:
    """Close the dialog and open the page of `row`, what was done, or of the proposal that was made instead."""
    if isinstance(row, Proposal) and row.status == ProposalStatus.OPEN:
        message = "Proposed. Nothing has happened yet: a second person has to approve it."
    messages.success(request, message)
    return HttpResponse(headers={"HX-Redirect": links.page(type(row), row.pk)})
