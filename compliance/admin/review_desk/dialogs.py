"""Dialogs of the desk: each asks for a reason and carries out one action on the version of the case that was shown."""

import dataclasses
import enum
import uuid
from collections.abc import Collection
from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.db import transaction
from unfold.widgets import UnfoldAdminTextareaWidget, UnfoldBooleanWidget

from compliance.admin.review_desk import filters, permissions
from compliance.admin.review_desk.checklists import ChecklistField
from compliance.models import HitState, VerificationStatus
from compliance.review_desk import assignments, case_files
from platforms import audit
from platforms.backoffice import actions, dialogs
from platforms.base import clock
from webhooks.outbox import events

_OF_PREVIEW = "Preview of a decision."
"""A reason that is long enough for every decision."""
KEPT = "Why. Kept with the case. The audit log has its hash, so a later change shows; it does not have the words."


class Whose(enum.Enum):
    """The cases on which a dialog is offered. The operation checks this again."""

    ANY = enum.auto()
    OWN = enum.auto()
    HELD = enum.auto()
    """One's own cases, and for lead reviewers all assigned ones."""
    LED = enum.auto()
    """One's own cases, and for lead reviewers all."""


@dataclasses.dataclass(frozen=True, eq=False)
class DeskAction(actions.Action):
    """An action of reviewers on the page of a case."""

    _: dataclasses.KW_ONLY
    key: str = "verification_id"
    shortcut: str = ""
    """The letter that presses its button."""
    colour: str = ""
    """Colour of its button: success, danger, or nothing."""
    moves_on: bool = False
    """The action ends the reviewer's work on the case; the next one may be taken."""
    tells: bool = False
    """The action sends webhooks to the platform: they are previewed."""
    statuses: Collection[str] = (VerificationStatus.PENDING_MANUAL_REVIEW,)
    """Statuses of verifications for which it is offered."""
    whose: Whose = Whose.LED
    takes: Collection[str] = ()
    """Further arguments of the function: `seen`, the version of the case on the page, and `is_lead`."""

    def fits(self, file: case_files.CaseFile, *, user: User, is_lead: bool) -> bool:
        """Tell whether the action is offered to a person on the page of a case."""
        own = file.assigned_to == user.get_username()[:64]
        fits = {
            Whose.ANY: True,
            Whose.OWN: own,
            Whose.HELD: own or (is_lead and bool(file.assigned_to)),
            Whose.LED: own or is_lead,
        }
        return file.verification.status in self.statuses and fits[self.whose] and actions.may(user, self)


class KeptForm(dialogs.ActionForm):
    """A dialog whose reason is kept with what it is about, because it may describe people."""

    reason = forms.CharField(max_length=1000, widget=UnfoldAdminTextareaWidget(attrs={"rows": 2}), help_text=KEPT)


class DeskForm(KeptForm):
    """A dialog on the page of a case."""

    action: DeskAction
    form_after_template = "admin/compliance/desk/dialog_after.html"
    following: Any = None
    """The verification taken next."""

    def __init__(self, *args: Any, is_preview: bool = False, **kwargs: Any) -> None:
        """Take whether only a preview of webhooks is wanted: then nothing is done."""
        self.is_preview = is_preview
        super().__init__(*args, **kwargs)
        # What is typed behind a letter is the reason, and has the focus: Tab leads from there to the checklist.
        for name in [name for name, field in self.fields.items() if isinstance(field, ChecklistField)]:
            self.fields[name] = self.fields.pop(name)
        if self.action.moves_on:
            self.fields["next"] = _next_case()
        if self.is_preview:
            self._ask_for_nothing()

    @property
    def key(self) -> uuid.UUID:
        """The key of the verification."""
        key = dialogs.key_of(self.object_id)
        assert key is not None, "the address holds a key"
        return key

    def clean(self) -> dict[str, Any]:
        """Carry the action out, unless it is a preview."""
        return dict(self.cleaned_data) if self.is_preview else super().clean()

    def arguments(self, entered: dict[str, Any]) -> dict[str, Any]:
        """Add the arguments that come from the page and the person."""
        known = {"seen": str(self.request.GET.get("seen", "")), "is_lead": permissions.is_lead(self.request)}
        return super().arguments(entered) | {name: known[name] for name in self.action.takes}

    def carry_out(self, *, actor: audit.Actor, reason: str, **entered: Any) -> Any:
        """Carry the action out by the platform's clock and take the next case, both or neither."""
        wants_next = entered.pop("next", False)
        now = permissions.platform_time(self.key)
        done = self.action.do(actor=actor, now=now, reason=reason, arguments=self.arguments(entered))
        if wants_next and not self.is_preview:
            lead = permissions.is_lead(self.request)
            self.following = assignments.claim_next(
                is_lead=lead, filters=filters.read(self.request.GET), actor=actor, now=clock.real_now()
            )
        return done

    def foresee(self) -> list[events.NewEvent]:
        """Return the webhooks that the action would send: carried out and rolled back. Raises its refusals."""
        entered = {name: value for name, value in self.cleaned_data.items() if not name.startswith("_")}
        entered["reason"] = _OF_PREVIEW
        with events.captured() as captured, transaction.atomic(durable=True):
            self.carry_out(actor=dialogs.actor(self.request), **entered)
            transaction.set_rollback(True)
        return list(captured.values())

    def _ask_for_nothing(self) -> None:
        """Let a preview be of what is filled in so far."""
        self.fields["reason"] = forms.CharField(required=False)
        for field in self.fields.values():
            if isinstance(field, ChecklistField):
                field.fills_in = True

    def get_after_template_context(self, *_: Any, **__: Any) -> dict[str, Any]:
        """Return the address of the preview."""
        address = self.request.get_full_path().replace("/do/", "/preview/", 1) if self.action.tells else ""
        return {"preview": address}


class HitForm(KeptForm):
    """The dialog of a screening hit. A true match rejects the customer: a case that waited is over then."""

    ends_case = False
    """Whether the case was ended by the decision."""
    following: Any = None
    """The verification taken next."""

    def __init__(self, *args: Any, waits: bool, **kwargs: Any) -> None:
        """Take whether the case waits for a decision."""
        self.waits = waits
        super().__init__(*args, **kwargs)
        if waits:
            self.fields["next"] = _next_case(help_text="After a true match, which ends this case.")

    def carry_out(self, *, actor: audit.Actor, reason: str, **entered: Any) -> Any:
        """Decide, and take the next case where this one is over: both or neither."""
        wants_next, lead = entered.pop("next", False), permissions.is_lead(self.request)
        hit = super().carry_out(actor=actor, reason=reason, is_lead=lead, **entered)
        self.ends_case = self.waits and hit.state == HitState.CONFIRMED
        if wants_next and self.ends_case:
            self.following = assignments.claim_next(
                is_lead=lead, filters=filters.read(self.request.GET), actor=actor, now=clock.real_now()
            )
        return hit


def _next_case(**said: Any) -> forms.BooleanField:
    return forms.BooleanField(
        label="Open the next case", required=False, initial=True, widget=UnfoldBooleanWidget, **said
    )
