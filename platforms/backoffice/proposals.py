"""Proposals of actions that need two people. A second person approves or declines; the proposer may withdraw.

Which actions need two: those that are declared with `takes_two` (`actions.Action`).
"""

import dataclasses
import datetime as dt
import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib.auth.models import User

from platforms import audit
from platforms.backoffice import actions, effects
from platforms.backoffice.actions import Action
from platforms.base import errors
from platforms.models import AuditEntry, Proposal, ProposalStatus

LIFETIME = dt.timedelta(hours=72)
"""An undecided proposal ends after this time: it may no longer be right."""
_MADE = "proposal.make"


class Undecidable(errors.DomainError):
    """The proposal can't be decided on: not by this person, or not any more."""

    code = "FORBIDDEN"


class ProposalNotFound(Undecidable):
    """There is no such proposal."""

    code = "NOT_FOUND"
    message = "There is no such proposal."


class ProposalNotOpen(Undecidable):
    """The proposal was decided on by another person, or has expired."""

    code = "INVALID_INPUT"
    message = "This proposal is no longer open."


class AlreadyProposed(errors.DomainError):
    """The same action on the same subject already waits for a second person."""

    code = "INVALID_INPUT"
    message = "This is proposed already and waits for a second person."


class SecondPersonNeeded(Undecidable):
    """The proposer tried to approve or decline."""

    message = "Somebody else has to decide on this: it is your own proposal."


class NotTheProposer(Undecidable):
    """Another person tried to withdraw."""

    message = "Only the one who proposed this can withdraw it. Decline it instead."


class ProposerMayNoLonger(Undecidable):
    """The proposer has left, or has lost the role."""

    message = "The one who proposed this may no longer do it. Decline it."


class EffectChanged(errors.DomainError):
    """What would be done is no longer what was proposed."""

    code = "INVALID_INPUT"
    message = "What this would do has changed since it was proposed. Decline it, and propose it anew."


class ActionUnknown(Undecidable):
    """The service no longer has the action."""

    message = "This can no longer be done: the service does not know it any more. It will expire."


def propose(
    *,
    action: Action,
    subject: str,
    arguments: Mapping[str, Any],
    reason: str,
    actor: audit.Actor,
    now: dt.datetime,
) -> Proposal:
    """Store a proposal; raises AlreadyProposed when the same one is open for that subject.

    The audit log keeps what it would do at this moment; refusals of the action's `effect` are raised.
    """
    would_do = effects.kept(action.foresee(arguments).facts)
    waiting = Proposal.objects.select_for_update().filter(verb=action.name, subject=subject, status=ProposalStatus.OPEN)
    for earlier in waiting:
        if earlier.expires_at > now:
            raise AlreadyProposed
        _close(earlier, ProposalStatus.EXPIRED, reason="", actor=audit.SYSTEM, now=now)
    proposal = Proposal(
        verb=action.name,
        subject=subject,
        arguments=dict(arguments),
        reason=reason,
        proposed_by=actor.id,
        proposed_at=now,
        expires_at=now + LIFETIME,
    )
    Proposal.objects.bulk_create([proposal], ignore_conflicts=True)
    if not Proposal.objects.filter(id=proposal.id).exists():
        raise AlreadyProposed  # at the same moment
    _record(_MADE, proposal, actor=actor, now=now, reason=reason, **would_do)
    return proposal


def then(proposals: Sequence[Proposal]) -> dict[str, Mapping[str, Any]]:
    """Return what each would have done when it was proposed (`effects.kept`), by public identifier: one query.

    A proposal of a release that kept nothing is missing.
    """
    made = AuditEntry.objects.filter(verb=_MADE, subject__in={proposal.subject for proposal in proposals})
    found = made.filter(details__proposal__in=[proposal.public_id for proposal in proposals]).order_by("id")
    return {row.details["proposal"]: row.details for row in found if "effect" in row.details}


def approve(*, proposal_id: uuid.UUID | None, reason: str, actor: audit.Actor, now: dt.datetime) -> Proposal:
    """Carry out a proposal in this database transaction; refusals of the operation are raised.

    Raises ProposalNotFound, ProposalNotOpen, SecondPersonNeeded, ProposerMayNoLonger, and EffectChanged where it would
    do something else than was proposed.
    """
    proposal = _to_decide(proposal_id, actor=actor, now=now)
    action = actions.declared()[proposal.verb]
    proposer = User.objects.filter(username=proposal.proposed_by).first()
    if proposer is None or not actions.may(proposer, action):
        raise ProposerMayNoLonger
    facts = action.foresee(proposal.arguments).facts
    before = then([proposal]).get(proposal.public_id)
    if before is not None and (changed := effects.changes(before, facts)):
        raise EffectChanged(changed=[label for label, _, _ in changed])
    both = dataclasses.replace(actor, proposed_by=proposal.proposed_by)
    action.replay(actor=both, now=now, reason=proposal.reason, stored=proposal.arguments)
    _close(proposal, ProposalStatus.APPROVED, reason=reason, actor=actor, now=now)
    _record("proposal.approve", proposal, actor=both, now=now, reason=reason, effect=facts)
    return proposal


def decline(*, proposal_id: uuid.UUID | None, reason: str, actor: audit.Actor, now: dt.datetime) -> Proposal:
    """Turn down another person's proposal; raises as `approve` does."""
    proposal = _to_decide(proposal_id, actor=actor, now=now)
    _close(proposal, ProposalStatus.DECLINED, reason=reason, actor=actor, now=now)
    _record("proposal.decline", proposal, actor=actor, now=now, reason=reason)
    return proposal


def withdraw(*, proposal_id: uuid.UUID | None, reason: str, actor: audit.Actor, now: dt.datetime) -> Proposal:
    """Withdraw one's own proposal; raises ProposalNotFound, ProposalNotOpen and NotTheProposer."""
    proposal = _open(proposal_id)
    if proposal.proposed_by != actor.id:
        raise NotTheProposer
    _close(proposal, ProposalStatus.WITHDRAWN, reason=reason, actor=actor, now=now)
    _record("proposal.withdraw", proposal, actor=actor, now=now, reason=reason)
    return proposal


def note_refusal(*, proposal_id: uuid.UUID, text: str, now: dt.datetime) -> None:
    """Store why the operation refused an approved proposal, which stays open."""
    open_ones = Proposal.objects.filter(id=proposal_id, status=ProposalStatus.OPEN)
    open_ones.update(last_refusal=text[:1000], refused_at=now)


def expire(*, now: dt.datetime) -> int:
    """Close the proposals not decided on in time; return how many."""
    late = Proposal.objects.select_for_update(skip_locked=True).filter(status=ProposalStatus.OPEN, expires_at__lte=now)
    closed = list(late.order_by("expires_at")[:1000])
    for proposal in closed:
        _close(proposal, ProposalStatus.EXPIRED, reason="", actor=audit.SYSTEM, now=now)
        _record("proposal.expire", proposal, actor=audit.SYSTEM, now=now, reason="")
    return len(closed)


def _open(proposal_id: uuid.UUID | None) -> Proposal:
    found = Proposal.objects.select_for_update().filter(id__in=[proposal_id] if proposal_id else [])
    proposal: Proposal | None = found.first()
    if proposal is None:
        raise ProposalNotFound
    if proposal.status != ProposalStatus.OPEN:
        raise ProposalNotOpen
    return proposal


def _to_decide(proposal_id: uuid.UUID | None, *, actor: audit.Actor, now: dt.datetime) -> Proposal:
    proposal = _open(proposal_id)
    if proposal.expires_at <= now:
        raise ProposalNotOpen
    if proposal.proposed_by == actor.id:
        raise SecondPersonNeeded
    if proposal.verb not in actions.declared():
        raise ActionUnknown
    return proposal


def _close(proposal: Proposal, status: ProposalStatus, *, reason: str, actor: audit.Actor, now: dt.datetime) -> None:
    proposal.status = status
    proposal.decided_by, proposal.decided_at, proposal.decision_reason = actor.id, now, reason
    proposal.save(update_fields=["status", "decided_by", "decided_at", "decision_reason"])


def _record(
    what: str, proposal: Proposal, *, actor: audit.Actor, now: dt.datetime, reason: str, **more: object
) -> None:
    details: dict[str, object] = {"proposal": proposal.public_id, "verb": proposal.verb, **more}
    if reason:
        details["reason"] = reason
    audit.record(audit.Subject(None, proposal.subject), what, actor=actor, now=now, **details)
