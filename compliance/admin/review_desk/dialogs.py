"""The dialogs of the desk: each asks for a reason and does one thing, about the version of the case that was seen."""

import dataclasses
import enum
import uuid
from collections.abc import Collection
from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.db import transaction
from unfold.widgets import UnfoldBooleanWidget

from compliance.admin.review_desk import permissions
from compliance.models import VerificationStatus
from compliance.review_desk import assignments, case_files
from platforms import audit
from platforms.backoffice import actions, dialogs
from platforms.base import clock
from webhooks.outbox import events


class Whose(enum.Enum):
    """On which cases a dialog is offered. The operation itself sees to it again."""

    ANY = enum.auto()
    OWN = enum.auto()
    HELD = enum.auto()
    """One's own, and to lead reviewers those that anybody has."""
    LED = enum.auto()
    """One's own, and to lead reviewers all."""


@dataclasses.dataclass(frozen=True, eq=False)
class DeskAction(actions.Action):
    """Something that reviewers do on the page of a case."""

    _: dataclasses.KW_ONLY
    key: str = "verification_id"
    colour: str = ""
    """Of its button: success, danger, or nothing."""
    moves_on: bool = False
    """Who has done this is done with the case, and may take the next."""
    tells: bool = False
    """The platform is told: what, is shown before."""
    is_wide: bool = False
    statuses: Collection[str] = (VerificationStatus.PENDING_MANUAL_REVIEW,)
    """Of verifications that it is offered for."""
    whose: Whose = Whose.LED
    takes: Collection[str] = ()
    """What the function is told besides: `seen`, the version of the case on the page, and `is_lead`."""

    def fits(self, file: case_files.CaseFile, *, user: User, is_lead: bool) -> bool:
        """Tell whether a person is offered it on the page of a case."""
        own = file.assigned_to == user.get_username()[:64]
        fits = {
            Whose.ANY: True,
            Whose.OWN: own,
            Whose.HELD: own or (is_lead and bool(file.assigned_to)),
            Whose.LED: own or is_lead,
        }
        return file.verification.status in self.statuses and fits[self.whose] and actions.may(user, self)


class DeskForm(dialogs.ActionForm):
    """A dialog on the page of a case."""

    action: DeskAction
    form_after_template = "admin/compliance/desk/dialog_after.html"
    following: Any = None
    """The verification that was taken next."""

    def __init__(self, *args: Any, is_preview: bool = False, **kwargs: Any) -> None:
        """Take whether only what would be told is wanted: then nothing is done."""
        self.is_preview = is_preview
        super().__init__(*args, **kwargs)
        if self.action.moves_on:
            self.fields["next"] = forms.BooleanField(
                label="Open the next case", required=False, initial=True, widget=UnfoldBooleanWidget
            )
        if self.is_preview:
            self.fields["reason"].required = False

    @property
    def key(self) -> uuid.UUID:
        """The key of the verification."""
        key = dialogs.key_of(self.object_id)
        assert key is not None, "the address holds a key"
        return key

    def clean(self) -> dict[str, Any]:
        """Do it, unless it is a preview."""
        return dict(self.cleaned_data) if self.is_preview else super().clean()

    def arguments(self, entered: dict[str, Any]) -> dict[str, Any]:
        """Add what the function takes of the page and of the person."""
        known = {"seen": str(self.request.GET.get("seen", "")), "is_lead": permissions.is_lead(self.request)}
        return super().arguments(entered) | {name: known[name] for name in self.action.takes}

    def carry_out(self, *, actor: audit.Actor, reason: str, **entered: Any) -> Any:
        """Do it by the clock of the platform and take the next case, both or neither."""
        wants_next = entered.pop("next", False)
        now = permissions.platform_time(self.key)
        done = self.action.do(actor=actor, now=now, reason=reason, arguments=self.arguments(entered))
        if wants_next and not self.is_preview:
            lead = permissions.is_lead(self.request)
            self.following = assignments.claim_next(is_lead=lead, actor=actor, now=clock.real_now())
        return done

    def foresee(self) -> list[events.NewEvent]:
        """Return what the platform would be told: done, listened to, and rolled back. Raises what would refuse it."""
        entered = {name: value for name, value in self.cleaned_data.items() if not name.startswith("_")}
        entered["reason"] = entered.get("reason") or "preview"
        with events.captured() as told, transaction.atomic(durable=True):
            self.carry_out(actor=dialogs.actor(self.request), **entered)
            transaction.set_rollback(True)
        return told

    def get_after_template_context(self, *_: Any, **__: Any) -> dict[str, Any]:
        """Return where the preview comes from."""
        address = self.request.get_full_path().replace("/do/", "/preview/", 1) if self.action.tells else ""
        return {"preview": address, "is_wide": self.action.is_wide}
