"""Pages of proposals, and the dialogs in which a second person decides on them."""

import datetime as dt
import json
import re
from collections.abc import Sequence
from typing import Any

from django.contrib import admin
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, User
from django.db import models, transaction
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from platforms.backoffice import actions, columns, dialogs, effects, links, panels, proposals
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


def _sentence(proposal: Proposal) -> str:
    """Return what it does in one sentence, as it was when it was proposed."""
    said = _then(proposal).get("Effect", "")
    return format_html('<span class="effect-sentence">{}</span>', effects.html(said, _names(proposal))) if said else ""


def _effect(proposal: Proposal) -> str:
    """Return what it would do now; of a decided one what it was to do when it was proposed."""
    facts = proposal.facts if hasattr(proposal, "facts") else _then(proposal)
    problem = format_html('<p class="effect-changed">{}</p>', proposal.problem) if hasattr(proposal, "problem") else ""
    return SafeString(f"{problem}{effects.table(facts, _names(proposal))}")


def _changes(proposal: Proposal) -> str:
    """Return what has changed since it was proposed; "nothing" where nothing has."""
    if not hasattr(proposal, "changes"):
        return ""
    known = _names(proposal)
    lines = ((label, effects.html(then, known), effects.html(now, known)) for label, then, now in proposal.changes)
    changed = format_html_join("", '<p class="effect-changed">{}: was “{}”, is now “{}”</p>', lines)
    return changed + format_html("<p>{}</p>", proposals.EffectChanged.message) if changed else "nothing"


def _then(proposal: Proposal) -> effects.Facts:
    facts: effects.Facts = getattr(proposal, "then", {}).get("effect") or {}
    return facts


def _names(proposal: Proposal) -> effects.Names:
    known: effects.Names = getattr(proposal, "names", {})
    return known


def _foresee(proposal: Proposal, user: AbstractBaseUser | AnonymousUser) -> None:
    """Set on an open proposal what it would do now, and what has changed since it was proposed.

    Notes, which may be personal, are for those who may decide.
    """
    action = actions.declared().get(proposal.verb)
    if action is None or proposal.status != ProposalStatus.OPEN:
        return
    shown: Any = proposal
    try:
        foreseen = action.foresee(proposal.arguments)
    except errors.DomainError as refusal:
        shown.problem = f"It would be refused now: {refusal.text}"
        return
    shown.facts = foreseen.facts | (dict(foreseen.notes) if actions.may(user, action) else {})
    if shown.then:
        shown.changes = effects.changes(shown.then, foreseen.facts)


def _age(proposal: Proposal) -> str:
    if proposal.status != ProposalStatus.OPEN:
        return ""
    now: dt.datetime = clock.real_now()
    hours, seconds = divmod(int((now - proposal.proposed_at) / dt.timedelta(seconds=1)), 3600)
    return f"{hours} h {seconds // 60} min"


def _may_decide(user: AbstractBaseUser | AnonymousUser, proposal: Proposal | None) -> bool:
    """Tell whether a member of staff may carry out the proposed action, and so decide on it."""
    action = actions.declared().get(proposal.verb) if proposal else None
    return action is None or actions.may(user, action)


def _is_open(proposal: Proposal, *, by: User, is_own: bool) -> bool:
    return proposal.status == ProposalStatus.OPEN and (proposal.proposed_by == by.get_username()[:64]) == is_own


def _waiting(request: HttpRequest) -> models.QuerySet[Proposal]:
    """Return the proposals that the person may decide on."""
    mine = [name for name, action in actions.declared().items() if actions.has_role(request.user, action.roles)]
    waiting = Proposal.objects.filter(status=ProposalStatus.OPEN, expires_at__gt=clock.real_now(), verb__in=mine)
    return waiting.exclude(proposed_by=request.user.get_username()[:64])


def _next(request: HttpRequest, proposal: Proposal) -> Proposal | None:
    """Return the next proposal that the person may decide on; None: no other waits for them."""
    found: Proposal | None = links.next_of(_waiting(request), proposal.pk)
    return found


class _ApproveForm(dialogs.ActionForm):
    """The dialog in which the second person approves; the proposed action is then carried out."""

    def is_one_of_two_steps(self) -> bool:
        """Return that approving is the second of two steps."""
        return True

    def effect(self, entered: dict[str, Any]) -> SafeString:
        """Return what approving would do now, and what has changed since it was proposed."""
        if self.row is None:
            raise proposals.ProposalNotFound
        prepare(self.request, [self.row], is_page=True)
        changed = _changes(self.row)
        return SafeString(_effect(self.row) + (changed if changed != "nothing" else ""))

    def refused(self, refusal: errors.DomainError) -> None:
        """Show on the page of the proposal why it could not be carried out."""
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
    following=_next,
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
    following=_next,
    message="Declined. Nothing changed.",
)
Action(
    "proposal.withdraw",
    lets=lambda *_: True,  # the proposer may, with the role or without
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


def prepare(request: HttpRequest, rows: Sequence[Any], *, is_page: bool) -> None:
    """Set on proposals what they were to do, on a page what the open one would do now, and the names in it.

    Costs a query for the audit rows, and those of `effects.names`.
    """
    then = proposals.then(rows)
    for row in rows:
        row.then = then.get(row.public_id, {})
        if is_page:
            _foresee(row, request.user)
    texts = [text for row in rows for text in (*_then(row).values(), *getattr(row, "facts", {}).values())]
    names = effects.names(texts, request)
    for row in rows:
        row.names = names


@admin.register(Proposal)
class ProposalAdmin(ReadOnlyAdmin):
    """Staff actions that need two people. Letters press the buttons of a page; j and k go through the list."""

    names_others_in = "subject"
    exact = ("proposed_by", "verb")
    search_help_text = "Proposal:…, what it is about, or who proposed it"
    list_display = ("public_id", "what", "sentence", "status", "age", "proposed_by", "proposed_at", "decided_by")
    list_filter = ("status",)
    shown = (
        columns.column("what", _title),
        columns.subject("subject"),
        columns.column("sentence", _sentence, title="effect"),
        columns.column("effect", _effect, is_wide=True),
        columns.column("changes", _changes, title="changed since it was proposed", is_wide=True),
        # The deciding person has to see all of it; arguments hold nothing personal but names of staff.
        columns.column("arguments", _arguments, title="as entered", is_wide=True),
        columns.label("status", _COLOURS),
        columns.column("age", _age, title="waiting for"),
        columns.text("last_refusal", title="last error", is_wide=True),
    )
    groups = (
        ("Proposal", ("what", "status", "effect", "changes", "reason", "proposed_by", "proposed_at")),
        ("Decision", ("decided_by", "decided_at", "decision_reason", "last_refusal", "refused_at")),
        ("Details", ("public_id", "subject", "arguments", "expires_at", "age", "verb")),
    )

    class Media:
        """Letters for the buttons."""

        js = ("backoffice/queue_keys.js",)

    def named(self, row: Any) -> str:
        """Return what is proposed."""
        return _title(row)

    def heading(self, row: Any) -> str:
        """Return what is proposed, and about how much money where it says so."""
        facts: effects.Facts = row.facts if hasattr(row, "facts") else _then(row)
        return ": ".join(filter(None, (_title(row), facts.get("Amount", ""))))

    def prepare(self, request: HttpRequest, rows: Sequence[Any], *, is_page: bool) -> None:
        """Load what the proposals were to do and, on a page, what the open one would do now."""
        prepare(request, rows, is_page=is_page)

    def panels(self, request: HttpRequest, row: Any) -> Sequence[panels.Panel | None]:
        """Show what letters do."""
        by = [_is_open(row, by=request.user, is_own=is_own) for is_own in (False, True)]  # type: ignore[arg-type]
        letters = {"a": "Approve", "d": "Decline"} if by[0] else {"w": "Withdraw"} if by[1] else {}
        return (panels.by_keyboard(_waiting(request), row, letters),)

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """Leave out the sentence of the list, which the effect begins with."""
        return [
            (title, {"fields": [line for line in said["fields"] if line[0].name != "sentence"]})
            for title, said in super().get_fieldsets(request, obj)
        ]
