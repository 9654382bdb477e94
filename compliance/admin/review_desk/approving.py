"""Whether a case can be approved now, by whom, and if not why: for the page of the case."""

import dataclasses
from collections.abc import Iterator, Sequence

from django.contrib.auth.models import User
from django.http import HttpRequest

from compliance.admin.review_desk import permissions
from compliance.models import UNDECIDED, Deciders, HitState
from compliance.review_desk import approvals, rules
from compliance.review_desk.case_files import CaseFile
from compliance.review_desk.rules import Demand
from platforms.base import clock
from platforms.models import Proposal, ProposalStatus

BY_ONE, BY_TWO = "verification.approve", "verification.approve_by_two"
_NO_LEAD = "Nobody is a lead reviewer: ask an administrator to give somebody the role (Staff, Change roles)."
_NO_SECOND = "Nobody else may approve it: ask an administrator to make somebody a reviewer (Staff, Change roles)."


@dataclasses.dataclass(frozen=True, slots=True)
class Approving:
    """What the page says about approving a case."""

    verb: str
    """The action: approved by one person, or proposed."""
    causes: Sequence[str]
    """Why it can't be approved at this moment, in sentences; empty where it can."""
    waits_for_documents: bool
    """To open documents may change it."""
    note: str = ""
    """What is to be known though it can be approved."""


def of(request: HttpRequest, file: CaseFile) -> Approving:
    """Return whether the person may approve the case now: three queries, up to three more where other people decide."""
    demand = rules.of_case(file)
    unopened = list(approvals.unopened_causes(file, demand=demand, names=[permissions.person(request)]))
    causes = [*_of_hits(file), *unopened, *_of_people(request, file, demand)]
    note = ""
    if demand.needs_two:
        flags = ", ".join(rule.name for rule in demand.rules_for(Deciders.TWO))
        note = f"{flags}: two people approve. You propose it, and the second opens the documents too."
    return Approving(BY_TWO if demand.needs_two else BY_ONE, causes, bool(unopened), note)


def _of_hits(file: CaseFile) -> Iterator[str]:
    undecided = sum(hit.state in UNDECIDED for hit in file.hits)
    if any(hit.state == HitState.CONFIRMED for hit in file.hits):
        yield "A screening hit is confirmed: this case can only be rejected."
    if undecided:
        hits = "A screening hit is" if undecided == 1 else f"{undecided} screening hits are"
        yield f"{hits} undecided. Decide first."


def _of_people(request: HttpRequest, file: CaseFile, demand: Demand) -> Iterator[str]:
    is_lead = permissions.is_lead(request)
    if demand.needs_two:
        yield from _of_two(request, file)
    elif not is_lead:
        yield from approvals.people_causes(demand, approvals.People([permissions.person(request)], has_lead=False))
    if demand.needs_lead and not is_lead and not permissions.leads().exists():
        yield _NO_LEAD


def _of_two(request: HttpRequest, file: CaseFile) -> Iterator[str]:
    waiting = Proposal.objects.filter(
        verb=BY_TWO,
        subject=file.verification.public_id,
        status=ProposalStatus.OPEN,
        expires_at__gt=clock.real_now(),
    ).first()
    assert isinstance(request.user, User)
    if waiting is not None:
        yield f"{waiting.proposed_by} has proposed to approve it. Somebody else decides on that in Approvals."
    elif not permissions.people().exclude(pk=request.user.pk).exists():
        yield _NO_SECOND
