"""Dialogs of staff actions. A form asks for the action's fields and a reason, then carries it out or proposes it."""

import copy
import functools
import types
import uuid
from collections.abc import Callable
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import models, transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from unfold.decorators import action as button
from unfold.enums import ActionVariant
from unfold.forms import BaseDialogForm
from unfold.widgets import UnfoldAdminTextareaWidget, UnfoldAdminTextInputWidget

from platforms import audit
from platforms.backoffice import actions, effects, links, proposals
from platforms.backoffice.actions import Action
from platforms.backoffice.sign_in import second_factors, sessions
from platforms.base import clock, errors
from platforms.database.rows import by_key
from platforms.models import Proposal, ProposalStatus

_CODE = "code"
"""The field for the second factor's code."""
_CODE_WIDGET = UnfoldAdminTextInputWidget(attrs={"autocomplete": "one-time-code", "spellcheck": "false"})


class ActionForm(BaseDialogForm):  # type: ignore[misc]
    """The form of an action's dialog: its fields, then the reason. `done` is what the function returned.

    A person without the role gets 403, on GET and POST. Where two people are needed, the action is tried and rolled
    back, so that refusals are known at once; then a proposal is stored.
    """

    form_before_template = "admin/backoffice/effect.html"
    reason = forms.CharField(
        max_length=1000, widget=UnfoldAdminTextareaWidget(attrs={"rows": 2}), help_text="Why. Kept in the audit log."
    )
    done: Any

    def __init__(
        self, *args: Any, request: HttpRequest, action: Action, model: type[models.Model], **kwargs: Any
    ) -> None:
        """Refuse people without the role; take the fields of the action, and put the reason last."""
        self.action, self.model = action, model
        super().__init__(request, *args, **kwargs)
        if not actions.may(self.request.user, action, self.row if action.lets else None):
            raise PermissionDenied
        fields = action.fields(self.row) if callable(action.fields) else action.fields
        if _CODE in fields:
            raise TypeError(f"{action.name} has a field {_CODE!r}, which is that of the second factor")
        self.fields |= copy.deepcopy(dict(fields))
        for name in self.fields.keys() & request.GET.keys() - {"reason"}:
            # A link may fill in what its page suggests. Nothing is done before a person sends it, with a reason.
            self.fields[name].initial = request.GET[name]
        self.fields["reason"] = self.fields.pop("reason")
        owes = self.is_one_of_two_steps() and sessions.owes_fresh_code(self.request)
        self.owes_sign_on = owes and sessions.is_vouched_for(self.request)
        if owes and not self.owes_sign_on:
            self.fields[_CODE] = forms.CharField(
                max_length=32, widget=_CODE_WIDGET, help_text="Six digits from your app."
            )
        if action.takes_two:
            self.fields["reason"].help_text = "Why. This is done once a second person has approved it."
        if self.owes_sign_on:
            self.fields["reason"].help_text = format_html("{} {}", self.fields["reason"].help_text, _sign_on_again())

    @functools.cached_property
    def row(self) -> Any:
        """The object on whose page the dialog opened; None if there is none, or no longer."""
        return find(self.model, self.object_id)

    @property
    def asks_for_effect(self) -> bool:
        """Whether only what the action would do is asked for: nothing is done."""
        return "effect" in self.request.GET

    def is_valid(self) -> bool:
        """Tell whether the action was carried out."""
        return not self.asks_for_effect and bool(super().is_valid())

    def get_before_template_context(self, *_: Any, **__: Any) -> dict[str, Any]:
        """Return what the action would do as far as it is filled in, or the address that tells it."""
        if not self.is_one_of_two_steps():
            return {}
        if not self.asks_for_effect:
            sign = "&" if self.request.GET else "?"
            return {"address": f"{self.request.get_full_path()}{sign}effect="}
        missing = set(self.errors) - {"reason", _CODE}
        if missing:
            return {"problem": "Fill in the fields to see what this does."}
        fields = {*self.fields} - {"reason", _CODE}
        entered = {name: value for name, value in self.cleaned_data.items() if name in fields and name[0] != "_"}
        try:
            return {"effect": self.effect(entered)}
        except errors.DomainError as refusal:
            return {"problem": refusal.text}

    def effect(self, entered: dict[str, Any]) -> SafeString:
        """Return what the action would do with what is entered; raises its refusals."""
        foreseen = self.action.foresee(actions.stored(self.arguments(entered)))
        said = foreseen.facts | dict(foreseen.notes)
        return effects.table(said, effects.names(said.values(), self.request))

    def is_one_of_two_steps(self) -> bool:
        """Tell whether the action needs two people and this is one of the two steps."""
        return self.action.takes_two

    def arguments(self, entered: dict[str, Any]) -> dict[str, Any]:
        """Return the arguments of the function beside actor, now and reason."""
        named = {self.action.key: key_of(self.object_id)} if self.action.key else {}
        return named | (self.action.arguments(self.row, entered) if self.action.arguments else entered)

    def carry_out(self, *, actor: audit.Actor, reason: str, **entered: Any) -> Any:
        """Carry the action out, in the database transaction of the dialog."""
        return self.action.do(actor=actor, now=clock.real_now(), reason=reason, arguments=self.arguments(entered))

    def refused(self, refusal: errors.DomainError) -> None:
        """React to a refusal, after everything else was rolled back."""

    def clean(self) -> dict[str, Any]:
        """Carry the action out; refusals of the operation are shown beside the fields that they name."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if self.errors or self.asks_for_effect or not self._shows_code(cleaned.pop(_CODE, None)):
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
            # The dialog shows only messages that belong to a field.
            self.add_error("reason", refusal.text)
            self.refused(refusal)
        return cleaned

    def finish(self) -> HttpResponse:
        """Close the dialog and show the result, or the proposal that was made instead."""
        if self.action.reply and not isinstance(self.done, Proposal):
            return self.action.reply(self.request, self.row, self.done)
        message = self.action.message
        text = message if isinstance(message, str) else message(self.done)
        shown = self.done if isinstance(self.done, models.Model) else self.row
        following = self.action.following(self.request, self.row) if self.action.following and self.row else None
        return leave(self.request, shown, text, following=following)

    def _shows_code(self, code: str | None) -> bool:
        if self.owes_sign_on:
            self.add_error("reason", ValidationError(_sign_on_again()))
            return False
        if _CODE not in self.fields:
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
        self.add_error(_CODE, second_factors.SAID[outcome])
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


def _sign_on_again() -> SafeString:
    """Return what is said where the provider has asked for the second factor too long ago."""
    return format_html(
        'Your sign-in is older than {} minutes: <a class="underline" href="{}?fresh=1" target="_blank">'
        "sign in again</a> in another window, then send this.",
        settings.STAFF_CODE_MINUTES,
        reverse(sessions.SIGN_ON),
    )


class MomentInput(UnfoldAdminTextInputWidget):  # type: ignore[misc]
    """A calendar and a clock."""

    input_type = "datetime-local"


def method(page: Any, action: Action) -> Callable[..., HttpResponse]:
    """Return the method that a page of the back office needs for an action: its button, and the view of its dialog."""

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
    as_button = button(
        description=action.button, icon=action.icon, variant=variant, dialog=shown, permissions=("view",)
    )
    return types.MethodType(as_button(finish), page)


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
    return by_key(model._default_manager, key)


def leave(
    request: HttpRequest, row: models.Model, message: str, *, following: models.Model | None = None
) -> HttpResponse:
    """Close the dialog, say what became of `row`, or that a proposal was made instead, and open its page.

    Where another row is `following` in the queue, its page opens, and the message has a link to this one.
    """
    if isinstance(row, Proposal) and row.status == ProposalStatus.OPEN:
        message = "Proposed. Nothing has happened yet: a second person has to approve it."
    if following is None:
        following = row
    else:
        message = format_html("{} {}", message, links.to(links.page(type(row), row.pk), links.heading(row)))
    messages.success(request, message)
    return HttpResponse(headers={"HX-Redirect": links.page(type(following), following.pk)})
