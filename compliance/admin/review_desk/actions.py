"""Actions of reviewers, on the page of a case and on its screening hits."""

import datetime as dt
import uuid
from typing import Any

from django import forms
from django.contrib.auth.models import User
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextareaWidget

from compliance import queries
from compliance.admin.review_desk import approving, checklists, findings, permissions
from compliance.admin.review_desk.dialogs import DeskAction, DeskForm, HitForm, Whose
from compliance.models import HIT_TRANSITIONS, HitState, ScreeningHit, Verification, VerificationStatus
from compliance.providers.base import Finding
from compliance.review_desk import approvals, assignments, case_files, decision_reasons, decisions, notes, rules
from compliance.verification import reviews
from platforms import audit
from platforms.backoffice.actions import Action, Fields, Role
from platforms.backoffice.effects import Effect
from platforms.base import identifiers
from platforms.database.rows import by_key

_OF_CASE: dict[str, Any] = {"roles": permissions.REVIEWERS, "form": DeskForm}
_DECIDES = _OF_CASE | {"moves_on": True, "tells": True, "takes": ("seen", "is_lead")}


def _reason(**said: Any) -> forms.CharField:
    return forms.CharField(**({"max_length": 1000, "widget": UnfoldAdminTextareaWidget(attrs={"rows": 2})} | said))


_OF_DECISION: Fields = {"reason": _reason(help_text="Internal note, never sent to the platform.")}
_OF_END: Fields = {
    "reason": _reason(
        min_length=decision_reasons.SHORTEST,
        help_text=f"Internal note, never sent to the platform. At least {decision_reasons.SHORTEST} characters.",
    )
}
"""Of decisions that end a case."""


def _lines_to_ask(verification: Verification) -> Fields:
    return {**dict(findings.to_ask(case_files.load(verification.pk))), **_OF_DECISION}


def _lines_to_reject(verification: Verification) -> Fields:
    return {**dict(findings.to_reject(case_files.load(verification.pk))), **_OF_END}


def _lines_to_approve(verification: Verification | None) -> Fields:
    """Return what the rules ask to be compared, as of now: a case with another flag asks for more when it is sent."""
    if verification is None:
        return _OF_END
    file = case_files.load(verification.pk)
    asked = checklists.fields(file) if rules.of_case(file).asks_checklist else ()
    return {**dict(asked), **_OF_END}


def _found(_: object, entered: dict[str, Any]) -> dict[str, Any]:
    """Return the findings of all lines with one."""
    return {"findings": [finding for finding in entered.values() if isinstance(finding, Finding)]}


def _note(*, reason: str, **by: Any) -> Any:
    return notes.add(text=reason, **by)


def _colleagues(_: object) -> Fields:
    choices = [("", "Choose a reviewer"), *permissions.reviewers()]
    return {"assigned_to": forms.ChoiceField(label="To", choices=choices, widget=UnfoldAdminSelectWidget)}


def _reopen(*, verification_id: uuid.UUID, now: dt.datetime, **by: Any) -> Verification:
    """Carry out an approved reopening, by the platform's clock like every decision."""
    return reviews.reopen(verification_id=verification_id, now=permissions.platform_time(verification_id), **by)


def _reopened(*, verification_id: uuid.UUID) -> Effect:
    """Return what a reopening would do; raises VerificationNotFound and NotReopened."""
    rows = Verification.objects.select_related("customer")
    verification: Verification | None = by_key(rows, verification_id)
    if verification is None:
        raise queries.VerificationNotFound
    if verification.status != VerificationStatus.REJECTED:
        raise reviews.NotReopened("Only a rejected verification can be reopened.")
    customer = verification.customer
    return Effect(
        does=f"Reverses the rejection of {customer.public_id}: {verification.public_id} is in review again.",
        booked="Nothing. The customer moves no money until a reviewer approves.",
        sent="The platform is told that the customer is pending and the verification in review.",
    )


def _approve_by_two(*, verification_id: uuid.UUID, now: dt.datetime, actor: audit.Actor, **by: Any) -> Verification:
    """Carry out an approval that was proposed, by the platform's clock like every decision."""
    is_lead = permissions.leads().filter(username__in=[actor.id, actor.proposed_by]).exists()
    now = permissions.platform_time(verification_id)
    return decisions.approve(verification_id=verification_id, is_lead=is_lead, by_two=True, now=now, actor=actor, **by)


def _approved_by_two(*, verification_id: uuid.UUID, checklist: approvals.Checklist, seen: str) -> Effect:
    """Return what an approval would do; raises VerificationNotFound, NotUnderReview and CaseChanged."""
    file = case_files.load(verification_id)
    if file.verification.status != VerificationStatus.PENDING_MANUAL_REVIEW:
        raise reviews.NotUnderReview
    decisions.require_unchanged(file, seen=seen)
    compared = ". ".join(f"{key}: {checklists.words(items)}" for key, items in checklist.items())
    return Effect(
        does=f"Approves {file.customer.public_id}: {file.verification.public_id} ends, and money may move at once.",
        booked="Nothing.",
        sent="The platform is told that the customer and the verification are approved.",
        more={"Compared": compared} if compared else {},
        notes={"To be looked at first": "Every page of the documents, by you too: open the case for that."}
        if rules.of_case(file).opens_documents
        else {},
    )


_TO_APPROVE = _OF_CASE | {
    "icon": "check",
    "shortcut": "a",
    "colour": "success",
    "tells": True,
    "fields": _lines_to_approve,
    "arguments": checklists.entered,
}

OF_CASE = (
    DeskAction(
        approving.BY_ONE,
        **_TO_APPROVE | _DECIDES,
        button="Approve",
        title="Approve",
        text="The customer can move money immediately.",
        perform=decisions.approve,
        message="Approved",
    ),
    DeskAction(
        approving.BY_TWO,
        **_TO_APPROVE,
        takes=("seen",),
        takes_two=True,
        button="Propose approval",
        title="Propose the approval",
        text="After a second person approves, the customer can move money.",
        perform=_approve_by_two,
        effect=_approved_by_two,
        subject=lambda *, verification_id, **_: identifiers.public("Verification", uuid.UUID(verification_id)),
        proposed_as="Approve a verification",
    ),
    DeskAction(
        "verification.request_information",
        **_DECIDES,
        path="ask",
        button="Ask for more",
        icon="contact_support",
        shortcut="m",
        title="Ask for more",
        text="Add a line for each thing that is wrong. The platform receives it as verification errors.",
        fields=_lines_to_ask,
        arguments=_found,
        perform=decisions.request_information,
        message="Asked for more",
    ),
    DeskAction(
        "verification.reject",
        **_DECIDES,
        button="Reject",
        icon="block",
        shortcut="r",
        colour="danger",
        title="Reject",
        text="The customer cannot move money. The platform can resubmit; reversing needs a second approver.",
        fields=_lines_to_reject,
        arguments=_found,
        perform=decisions.reject,
        message="Rejected",
    ),
    DeskAction(
        "verification.escalate",
        **_OF_CASE,
        button="Escalate",
        icon="arrow_upward",
        shortcut="e",
        whose=Whose.OWN,
        title="Escalate",
        text="The case goes to the lead reviewers. Say what they should look at.",
        moves_on=True,
        perform=assignments.escalate,
        message="Escalated",
    ),
    DeskAction(
        "verification.note",
        **_OF_CASE,
        button="Note",
        icon="sticky_note_2",
        shortcut="n",
        statuses=VerificationStatus.values,
        whose=Whose.ANY,
        title="Note",
        text="For other reviewers. Stored with the case, encrypted; never sent to the platform.",
        submit="Save",
        fields={"reason": _reason(label="Note", max_length=4000)},
        perform=_note,
        message="Note saved",
    ),
    DeskAction(
        "verification.release",
        **_OF_CASE,
        button="Unassign",
        icon="undo",
        shortcut="u",
        whose=Whose.HELD,
        title="Unassign",
        text="The case returns to its place in the queue. Leave a note for the next reviewer.",
        moves_on=True,
        takes=("is_lead",),
        perform=assignments.release,
        message="Unassigned",
    ),
    DeskAction(
        "verification.reassign",
        **_OF_CASE | {"roles": [Role.LEAD_REVIEWER]},
        button="Reassign",
        icon="person_add",
        shortcut="s",
        title="Reassign",
        text="The case is assigned to another reviewer, and is no longer escalated.",
        fields=_colleagues,
        perform=assignments.reassign,
        message="Reassigned",
    ),
    DeskAction(
        "verification.reopen",
        **_OF_CASE,
        takes_two=True,
        button="Reopen",
        icon="restart_alt",
        shortcut="o",
        statuses=(VerificationStatus.REJECTED,),
        whose=Whose.ANY,
        title="Reopen",
        text="After a second person approves, the rejection is reversed and the case is in review again.",
        tells=True,
        perform=_reopen,
        effect=_reopened,
        subject=lambda *, verification_id: identifiers.public("Verification", uuid.UUID(verification_id)),
        proposed_as="Reopen a rejected verification",
    ),
)
"""In the order of the buttons."""


def _decide_hit(
    *, hit_id: uuid.UUID, state: str, now: dt.datetime, actor: audit.Actor, reason: str, is_lead: bool | None = None
) -> ScreeningHit:
    """Decide a hit by the platform's clock. `is_lead`: None where the dialog does not say it."""
    if is_lead is None:
        is_lead = permissions.leads().filter(username=actor.id).exists()
    now = permissions.hit_time(hit_id)
    return decisions.resolve_hit(
        hit_id=hit_id, state=HitState(state), reason=reason, is_lead=is_lead, actor=actor, now=now
    )


def _ends_of_hit(hit: ScreeningHit | None) -> Fields:
    """Return the decisions that a hit can have now. Who was accepted is known to be the one on the list."""
    ends: list[tuple[str, str]] = [
        (HitState.CLEARED, "False positive: clear"),
        (HitState.CONFIRMED, "True match: confirm and reject"),
        (HitState.MORE_ASKED, "Undecided: more was asked for"),
    ]
    allowed = HIT_TRANSITIONS[HitState(hit.state)] if hit is not None and hit.state == HitState.ACCEPTED else HitState
    choices = [("", "Choose one"), *(end for end in ends if end[0] in allowed)]
    return {"state": forms.ChoiceField(label="Decision", choices=choices, widget=UnfoldAdminSelectWidget)}


RESOLVE_HIT = Action(
    "screening_hit.resolve",
    roles=permissions.REVIEWERS,
    title="Decide a screening hit",
    fields=_ends_of_hit,
    key="hit_id",
    form=HitForm,
    perform=_decide_hit,
)


def offered(file: case_files.CaseFile, *, user: User, is_lead: bool) -> list[DeskAction]:
    """Return the actions offered to a person on the page of a case; approving by one person and by two are both."""
    fitting = [one for one in OF_CASE if one.fits(file, user=user, is_lead=is_lead)]
    return [one for one in fitting if one.word == "note" or not file.customer.is_deleted]
