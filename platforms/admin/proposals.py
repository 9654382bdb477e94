"""Pages of proposals: what waits for a second person, and the dialogs in which that person decides."""

import dataclasses
import datetime as dt
import json
from typing import Any

from django.contrib import admin
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html_join
from unfold.decorators import action
from unfold.enums import ActionVariant

from platforms import audit
from platforms.backoffice import columns, dialogs, verbs
from platforms.backoffice.read_only import ReadOnlyAdmin
from platforms.kit import clock, errors
from platforms.models import Proposal, ProposalStatus
from platforms.operations import proposals

_COLOURS = {"OPEN": "warning", "APPROVED": "success", "DECLINED": "danger"}


def _find(object_id: object) -> Proposal | None:
    key = dialogs.key_of(object_id)
    return Proposal.objects.filter(id=key).first() if key else None


def _title(proposal: Proposal) -> str:
    verb = verbs.declared().get(proposal.verb)
    return verb.title if verb else proposal.verb


def _arguments(proposal: Proposal) -> str:
    said = ((name.replace("_", " "), _text(value)) for name, value in proposal.arguments.items())
    return format_html_join("", '<div>{}: <strong class="font-semibold">{}</strong></div>', said)


def _text(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(_text, value))
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _age(proposal: Proposal) -> str:
    if proposal.status != ProposalStatus.OPEN:
        return ""
    now: dt.datetime = clock.real_now()
    hours, seconds = divmod(int((now - proposal.proposed_at) / dt.timedelta(seconds=1)), 3600)
    return f"{hours} h {seconds // 60} min"


class _DecisionForm(dialogs.OperationForm):
    """The dialog of a second person: for whoever may do what is proposed."""

    @classmethod
    def verb_of(cls, object_id: object) -> verbs.Verb | None:
        """Return what is proposed, as something that this person does now."""
        proposal = _find(object_id)
        verb = verbs.declared().get(proposal.verb) if proposal else None
        return verb and dataclasses.replace(verb, needs_second_person=False)


class ApproveForm(_DecisionForm):
    """The dialog that approves: what is proposed is done."""

    def takes_two(self, verb: verbs.Verb | None) -> bool:
        """Tell that this is the second step."""
        return True

    def carry_out(self, *, actor: audit.Actor, **entered: Any) -> Proposal:
        """Approve the proposal."""
        key = dialogs.key_of(self.object_id)
        return proposals.approve(proposal_id=key, actor=actor, now=clock.real_now(), **entered)

    def refused(self, refusal: errors.DomainError) -> None:
        """Show on the page of the proposal why it could not be done."""
        if isinstance(refusal, errors.InvalidInput):
            text = "; ".join(f"{problem['field']}: {problem['reason']}" for problem in refusal.problems)
        else:
            text = refusal.text
        key = dialogs.key_of(self.object_id)
        if key and not isinstance(refusal, proposals.Undecidable):
            with transaction.atomic(durable=True):
                proposals.note_refusal(proposal_id=key, text=text, now=clock.real_now())


class DeclineForm(_DecisionForm):
    """The dialog that turns a proposal down."""

    def carry_out(self, *, actor: audit.Actor, **entered: Any) -> Proposal:
        """Decline the proposal."""
        key = dialogs.key_of(self.object_id)
        return proposals.decline(proposal_id=key, actor=actor, now=clock.real_now(), **entered)


class WithdrawForm(_DecisionForm):
    """The dialog in which proposers take back what they proposed."""

    @classmethod
    def verb_of(cls, object_id: object) -> verbs.Verb | None:  # noqa: ARG003 - as in the base class
        """Return none: whoever proposed may withdraw, with the role or without."""
        return None

    def carry_out(self, *, actor: audit.Actor, **entered: Any) -> Proposal:
        """Withdraw the proposal."""
        key = dialogs.key_of(self.object_id)
        return proposals.withdraw(proposal_id=key, actor=actor, now=clock.real_now(), **entered)


@admin.register(Proposal)
class ProposalAdmin(ReadOnlyAdmin):
    """What takes two people."""

    public_type = "Proposal"
    names_others_in = "subject"
    exact = ("proposed_by", "verb")
    search_help_text = "Proposal:…, what it is about, or who proposed it"
    list_display = ("public_id", "what", "subject", "status", "age", "proposed_by", "proposed_at", "decided_by")
    list_filter = ("status",)
    shown = (
        columns.column("what", _title),
        columns.subject("subject"),
        # Whoever decides has to see all of it; arguments hold nothing personal but names of staff.
        columns.column("arguments", _arguments, title="in detail", is_wide=True),
        columns.label("status", _COLOURS),
        columns.column("age", _age, title="waiting for"),
        columns.text("last_refusal", title="refused at the last attempt", is_wide=True),
    )
    groups = (
        ("Proposal", ("what", "status", "subject", "arguments", "reason", "proposed_by", "proposed_at", "expires_at")),
        ("Decision", ("decided_by", "decided_at", "decision_reason", "last_refusal", "refused_at")),
    )
    actions_detail = ("approve", "decline", "withdraw")

    def get_actions_detail(self, request: HttpRequest, object_id: Any) -> list[Any]:
        """Offer the proposer to withdraw and everybody else to decide, as long as it is open."""
        proposal = _find(object_id)
        if proposal is None or proposal.status != ProposalStatus.OPEN:
            return []
        is_own = proposal.proposed_by == dialogs.actor(request).id
        offered = {"withdraw"} if is_own else {"approve", "decline"}
        return [action for action in super().get_actions_detail(request, object_id) if action.path in offered]

    @action(  # type: ignore[untyped-decorator]
        description="Approve",
        icon="check",
        variant=ActionVariant.PRIMARY,
        dialog={
            "title": "Approve this proposal",
            "description": "It is done at once, in your name and that of the proposer.",
            "form_class": ApproveForm,
            "form_submit_text": "Approve",
        },
    )
    def approve(self, request: HttpRequest, form: ApproveForm, object_id: str) -> HttpResponse:
        """Show that it was done."""
        return dialogs.leave(request, form.done, "Approved and done.")

    @action(  # type: ignore[untyped-decorator]
        description="Decline",
        icon="close",
        dialog={
            "title": "Decline this proposal",
            "description": "Nothing is done. It can be proposed again.",
            "form_class": DeclineForm,
            "form_submit_text": "Decline",
        },
    )
    def decline(self, request: HttpRequest, form: DeclineForm, object_id: str) -> HttpResponse:
        """Show that it was declined."""
        return dialogs.leave(request, form.done, "Declined. Nothing was done.")

    @action(  # type: ignore[untyped-decorator]
        description="Withdraw",
        icon="undo",
        dialog={
            "title": "Withdraw your proposal",
            "description": "Nothing is done.",
            "form_class": WithdrawForm,
            "form_submit_text": "Withdraw",
        },
    )
    def withdraw(self, request: HttpRequest, form: WithdrawForm, object_id: str) -> HttpResponse:
        """Show that it was withdrawn."""
        return dialogs.leave(request, form.done, "Withdrawn. Nothing was done.")
