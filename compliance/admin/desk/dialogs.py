"""The dialogs of the desk: each asks for a reason and does one thing, about the version of the case that was seen."""

import enum
import uuid
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from django import forms
from django.contrib.auth.models import User
from django.db import transaction
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldBooleanWidget

from compliance import case_files
from compliance.admin.desk import findings, powers
from compliance.models import HitState, VerificationStatus
from compliance.operations import assignments, decisions, notes, screening_hits
from compliance.providers.base import Finding
from platforms import audit
from platforms.backoffice import dialogs, verbs
from platforms.kit import clock
from webhooks import events


class Whose(enum.Enum):
    """On which cases a dialog is offered. The operation itself sees to it again."""

    ANY = enum.auto()
    OWN = enum.auto()
    HELD = enum.auto()
    """One's own, and to lead reviewers those that anybody has."""
    LED = enum.auto()
    """One's own, and to lead reviewers all."""


class DeskForm(dialogs.OperationForm):
    """A dialog on the page of a case."""

    do_not_call_in_templates = True  # the page of a case names the classes
    title = ""
    description = ""
    did = ""
    """What the person is told afterwards."""
    submit = ""
    colour = ""
    """Of its button: success, danger, or nothing."""
    icon = ""
    moves_on = False
    """Who has done this is done with the case, and may take the next."""
    tells = False
    """The platform is told: what, is shown before."""
    is_wide = False
    statuses: ClassVar[frozenset[str]] = frozenset({VerificationStatus.PENDING_MANUAL_REVIEW})
    """Of verifications that it is offered for."""
    whose = Whose.LED
    form_after_template = "admin/compliance/desk/dialog_after.html"

    def __init__(self, *args: Any, is_preview: bool = False, **kwargs: Any) -> None:
        """Take whether only what would be told is wanted: then nothing is done."""
        self.is_preview = is_preview
        super().__init__(*args, **kwargs)
        if self.moves_on:
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

    @property
    def seen(self) -> str:
        """The version of the case that the page showed, which opened the dialog."""
        return str(self.request.GET.get("seen", ""))

    def clean(self) -> dict[str, Any]:
        """Do it, unless it is a preview."""
        return dict(self.cleaned_data) if self.is_preview else super().clean()

    def carry_out(self, *, actor: audit.Actor, **entered: Any) -> Any:
        """Do it and take the next case, both or neither."""
        wants_next = entered.pop("next", False)
        done = self.act(verification_id=self.key, actor=actor, now=powers.platform_time(self.key), **entered)
        if wants_next and not self.is_preview:
            lead = powers.is_lead(self.request)
            self.following = assignments.claim_next(is_lead=lead, actor=actor, now=clock.real_now())
        return done

    following: Any = None
    """The verification that was taken next."""

    def act(self, **entered: Any) -> Any:
        """Call the operation."""
        raise NotImplementedError

    def foresee(self) -> list[events.NewEvent]:
        """Return what the platform would be told: done, listened to, and rolled back. Raises what would refuse it."""
        entered = {name: value for name, value in self.cleaned_data.items() if not name.startswith("_")}
        entered["reason"] = entered.get("reason") or "preview"
        with events.overheard() as told, transaction.atomic(durable=True):
            self.carry_out(actor=dialogs.actor(self.request), **entered)
            transaction.set_rollback(True)
        return told

    def get_after_template_context(self, *_: Any, **__: Any) -> dict[str, Any]:
        """Return where the preview comes from."""
        address = self.request.get_full_path().replace("/do/", "/preview/", 1) if self.tells else ""
        return {"preview": address, "is_wide": self.is_wide}


class _Decision(DeskForm):
    moves_on = True
    tells = True

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Say where the reason goes."""
        super().__init__(*args, **kwargs)
        self.fields["reason"].help_text = "For staff: kept in the history, not sent."

    def decide(self, operation: Any, **entered: Any) -> Any:
        """Decide about what was seen."""
        return operation(seen=self.seen, is_lead=powers.is_lead(self.request), **entered)


class ApproveForm(_Decision):
    """Approve."""

    verb = powers.APPROVE
    title = "Approve"
    did = "Approved"
    description = "The customer may move money at once."
    submit = "Approve"
    colour, icon = "success", "check"

    def act(self, **entered: Any) -> Any:
        """Approve."""
        return self.decide(decisions.approve, **entered)


class _FindingsForm(_Decision):
    is_wide = True

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Add a line for each document and person of the case."""
        super().__init__(*args, **kwargs)
        last = {name: self.fields.pop(name) for name in ("reason", "next")}
        self.fields |= dict(self.lines(case_files.load(self.key)))
        self.fields |= last

    def lines(self, file: case_files.CaseFile) -> Iterable[tuple[str, forms.Field]]:
        """Return the fields in which the findings are entered."""
        raise NotImplementedError

    @staticmethod
    def found(entered: dict[str, Any]) -> Sequence[Finding]:
        """Take the findings out of what was entered."""
        lines = [name for name in entered if name.startswith(("document_", "person_"))]
        return [finding for finding in (entered.pop(name) for name in lines) if finding is not None]


class AskForm(_FindingsForm):
    """Ask for more."""

    verb = powers.ASK
    title = "Ask for more"
    did = "Asked for more"
    description = "Say line by line what has to be resolved. The platform sees it as the errors of its verification."
    submit = "Ask for more"
    icon = "contact_support"

    def lines(self, file: case_files.CaseFile) -> Iterable[tuple[str, forms.Field]]:
        """Return a line for each document, and two for each person or business."""
        return findings.to_ask(file)

    def act(self, **entered: Any) -> Any:
        """Ask."""
        found = self.found(entered)
        return self.decide(decisions.request_information, findings=found, **entered)


class RejectForm(_FindingsForm):
    """Reject."""

    verb = powers.REJECT
    title = "Reject"
    did = "Rejected"
    description = "The customer moves no money. The platform may correct and submit anew; overturning takes two of you."
    submit = "Reject"
    colour, icon = "danger", "block"

    def lines(self, file: case_files.CaseFile) -> Iterable[tuple[str, forms.Field]]:
        """Return a line for each person or business."""
        return findings.to_reject(file)

    def act(self, **entered: Any) -> Any:
        """Reject."""
        found = self.found(entered)
        return self.decide(decisions.reject, findings=found, **entered)


class EscalateForm(DeskForm):
    """Pass the case up."""

    verb = powers.ESCALATE
    title = "Escalate"
    did = "Escalated"
    description = "The case goes to the lead reviewers. Tell them what to look at."
    submit = "Escalate"
    icon = "arrow_upward"
    moves_on = True
    whose = Whose.OWN

    def act(self, **entered: Any) -> Any:
        """Escalate."""
        return assignments.escalate(**entered)


class ReleaseForm(DeskForm):
    """Give the case back."""

    verb = powers.RELEASE
    title = "Give back"
    did = "Given back"
    description = "The case returns to its place in the queue. Tell whoever takes it what you saw."
    submit = "Give back"
    icon = "undo"
    moves_on = True
    whose = Whose.HELD

    def act(self, **entered: Any) -> Any:
        """Release."""
        return assignments.release(is_lead=powers.is_lead(self.request), **entered)


class ReassignForm(DeskForm):
    """Hand the case over."""

    verb = powers.REASSIGN
    title = "Hand over"
    did = "Handed over"
    description = "The case becomes somebody else's, and is no longer escalated."
    submit = "Hand over"
    icon = "person_add"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Add the choice of the person."""
        super().__init__(*args, **kwargs)
        choices = [("", "Choose a reviewer"), *powers.reviewers()]
        reason = self.fields.pop("reason")
        self.fields["assigned_to"] = forms.ChoiceField(label="To", choices=choices, widget=UnfoldAdminSelectWidget)
        self.fields["reason"] = reason

    def act(self, **entered: Any) -> Any:
        """Hand over."""
        return assignments.reassign(**entered)


class NoteForm(DeskForm):
    """Write a note."""

    verb = powers.NOTE
    title = "Note"
    did = "Noted"
    description = "For other reviewers. It is kept with the case, encrypted; the platform never sees it."
    submit = "Keep"
    icon = "sticky_note_2"
    statuses = frozenset(VerificationStatus.values)
    whose = Whose.ANY

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Make the reason the note."""
        super().__init__(*args, **kwargs)
        self.fields["reason"] = forms.CharField(
            label="Note", max_length=4000, widget=self.fields["reason"].widget, help_text=""
        )

    def act(self, **entered: Any) -> Any:
        """Write it."""
        return notes.add(text=entered.pop("reason"), **entered)


class ReopenForm(DeskForm):
    """Overturn a rejection."""

    verb = powers.REOPEN
    title = "Reopen"
    description = "The rejection is taken back and the case waits for a decision again, once a second person agrees."
    submit = "Propose"
    icon = "restart_alt"
    subject_type = "Verification"
    statuses = frozenset({VerificationStatus.REJECTED})
    whose = Whose.ANY
    tells = True

    def arguments(self, **entered: Any) -> dict[str, Any]:
        """Return what is carried out when it is approved."""
        return {"verification_id": str(self.key)}

    def carry_out(self, *, actor: audit.Actor, **entered: Any) -> Any:
        """Reopen: only a preview comes here, the dialog itself proposes."""
        perform = powers.REOPEN.perform
        assert perform is not None
        return perform(actor=actor, now=clock.real_now(), reason=entered["reason"], **self.arguments())


FORMS: dict[str, type[DeskForm]] = {
    "approve": ApproveForm,
    "ask": AskForm,
    "reject": RejectForm,
    "escalate": EscalateForm,
    "note": NoteForm,
    "release": ReleaseForm,
    "reassign": ReassignForm,
    "reopen": ReopenForm,
}
"""By the word in the address, in the order of the buttons."""


class ResolveHitForm(dialogs.OperationForm):
    """Say of a screening hit that it is somebody else, or the one on the list."""

    verb = powers.RESOLVE_HIT
    state = forms.ChoiceField(
        label="Decision",
        choices=[
            ("", "Choose one"),
            (HitState.CLEARED, "Somebody else: clear it"),
            (HitState.CONFIRMED, "The one on the list: confirm it and reject the customer"),
        ],
        widget=UnfoldAdminSelectWidget,
    )

    def carry_out(self, *, actor: audit.Actor, **entered: Any) -> Any:
        """Decide it."""
        key = dialogs.key_of(self.object_id)
        assert key is not None, "the address holds a key"
        return screening_hits.resolve(
            hit_id=key,
            state=HitState(entered["state"]),
            reason=entered["reason"],
            actor=actor,
            now=powers.hit_time(key),
        )


def offered(file: case_files.CaseFile, *, user: User, is_lead: bool) -> list[tuple[str, type[DeskForm]]]:
    """Return the dialogs that a person is offered on the page of a case."""
    own = file.assigned_to == user.get_username()[:64]
    fits = {
        Whose.ANY: True,
        Whose.OWN: own,
        Whose.HELD: own or (is_lead and bool(file.assigned_to)),
        Whose.LED: own or is_lead,
    }
    words = ("note",) if file.customer.is_deleted else tuple(FORMS)
    return [
        (word, form)
        for word, form in FORMS.items()
        if word in words
        and file.verification.status in form.statuses
        and fits[form.whose]
        and verbs.may(user, form.verb)
    ]
