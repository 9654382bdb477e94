"""Pages of proposals: what waits for a second person, and the dialogs in which that person decides."""

import datetime as dt
import json
import re

from django.contrib import admin
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, User
from django.db import transaction
from django.utils.html import format_html_join

from platforms.backoffice import actions, columns, dialogs, proposals
from platforms.backoffice.actions import Action
from platforms.backoffice.read_only import ReadOnlyAdmin
from platforms.base import clock, errors
from platforms.models import Proposal, ProposalStatus

_CODE = re.compile(r"[A-Z]+(_[A-Z]+)+")
_COLOURS = {"OPEN": "warning", "APPROVED": "success", "DECLINED": "danger"}


def _title(proposal: Proposal) -> str:
    action = actions.declared().get(proposal.verb)
    return (action.proposed_as or action.title) if action else proposal.verb


def _arguments(proposal: Proposal) -> str:
    said = ((name.replace("_", " "), _text(value)) for name, value in proposal.arguments.items())
    return format_html_join("", '<div>{}: <strong class="font-semibold">{}</strong></div>', said)


def _text(value: object) -> str:
    if isinstance(value, list):
        return format_html_join(", ", "{}", ((_text(one),) for one in value))
    if isinstance(value, str):
        return columns.named_text(value) if _CODE.fullmatch(value) else value
    return json.dumps(value, ensure_ascii=False)


def _age(proposal: Proposal) -> str:
    if proposal.status != ProposalStatus.OPEN:
        return ""
    now: dt.datetime = clock.real_now()
    hours, seconds = divmod(int((now - proposal.proposed_at) / dt.timedelta(seconds=1)), 3600)
    return f"{hours} h {seconds // 60} min"


def _may_decide(user: AbstractBaseUser | AnonymousUser, proposal: Proposal | None) -> bool:
    """Tell whether somebody may do what is proposed, and so decide on it."""
    action = actions.declared().get(proposal.verb) if proposal else None
    return action is None or actions.may(user, action)


def _is_open(proposal: Proposal, *, by: User, is_own: bool) -> bool:
    return proposal.status == ProposalStatus.OPEN and (proposal.proposed_by == by.get_username()[:64]) == is_own


class _ApproveForm(dialogs.ActionForm):
    """The dialog of the second person, in which what is proposed is done."""

    def is_one_of_two_steps(self) -> bool:
        """Tell that this is the second."""
        return True

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


Action(
    "proposal.approve",
    lets=_may_decide,
    on=Proposal,
    button="Approve",
    icon="check",
    is_main=True,
    offered=lambda proposal, user: _is_open(proposal, by=user, is_own=False),
    title="Approve this proposal",
    text="Executed immediately. Both names are logged.",
    form=_ApproveForm,
    key="proposal_id",
    perform=proposals.approve,
    message="Approved and executed.",
)
Action(
    "proposal.decline",
    lets=_may_decide,
    on=Proposal,
    button="Decline",
    icon="close",
    offered=lambda proposal, user: _is_open(proposal, by=user, is_own=False),
    title="Decline this proposal",
    text="Nothing changes. It can be proposed again.",
    key="proposal_id",
    perform=proposals.decline,
    message="Declined. Nothing changed.",
)
Action(
    "proposal.withdraw",
    lets=lambda *_: True,  # whoever proposed may, with the role or without
    on=Proposal,
    button="Withdraw",
    icon="undo",
    offered=lambda proposal, user: _is_open(proposal, by=user, is_own=True),
    title="Withdraw your proposal",
    text="Nothing changes.",
    key="proposal_id",
    perform=proposals.withdraw,
    message="Withdrawn. Nothing changed.",
)


@admin.register(Proposal)
class ProposalAdmin(ReadOnlyAdmin):
    """What takes two people."""

    names_others_in = "subject"
    exact = ("proposed_by", "verb")
    search_help_text = "Proposal:…, what it is about, or who proposed it"
    list_display = ("public_id", "what", "subject", "status", "age", "proposed_by", "proposed_at", "decided_by")
    list_filter = ("status",)
    shown = (
        columns.column("what", _title),
        columns.subject("subject"),
        # Whoever decides has to see all of it; arguments hold nothing personal but names of staff.
        columns.column("arguments", _arguments, title="effect", is_wide=True),
        columns.label("status", _COLOURS),
        columns.column("age", _age, title="waiting for"),
        columns.text("last_refusal", title="last error", is_wide=True),
    )
    groups = (
        ("Proposal", ("what", "status", "subject", "arguments", "reason", "proposed_by", "proposed_at", "expires_at")),
        ("Decision", ("decided_by", "decided_at", "decision_reason", "last_refusal", "refused_at")),
    )
