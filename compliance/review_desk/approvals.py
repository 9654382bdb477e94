"""What stands in the way of an approval: undecided hits, documents that nobody opened, the wrong person."""

import dataclasses
import datetime as dt
import uuid
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from compliance.models import (
    UNDECIDED,
    CheckedItem,
    Comparison,
    Deciders,
    Document,
    HitState,
    ReviewApproval,
    RuleFlag,
)
from compliance.review_desk import rules
from compliance.review_desk.case_files import CaseFile
from compliance.review_desk.rules import Demand, Rule
from compliance.screening import screenings
from compliance.verification import requirements
from platforms import audit
from platforms.base import errors
from platforms.models import AuditEntry

Checklist = Mapping[str, Mapping[str, str]]
"""Public identifier of an identity document → item (`CheckedItem`) → what came of comparing it (`Comparison`)."""
MAY_BE_ABSENT = frozenset({CheckedItem.NUMBER, CheckedItem.EXPIRY})
"""Items that some identity documents do not have."""

_NAMED = 3
"""Documents that a sentence names."""


class NotReady(errors.DomainError):
    """Something is to be looked at first, or another person decides."""

    code = "INVALID_INPUT"


@dataclasses.dataclass(frozen=True, slots=True)
class People:
    """Who approves: one person, or two by a proposal."""

    names: Sequence[str]
    """User names; of two the one who acts now first."""
    has_lead: bool
    """One of them is a lead reviewer."""
    by_two: bool = False
    """They approve by a proposal, which the second of them carries out."""


def require(file: CaseFile, *, checklist: Checklist, people: People) -> Demand:
    """Return what the rules ask of the approval, which `people` fulfil.

    Raises HitsUnresolved, InvalidInput for a checklist that is none, and NotReady with all that is missing.
    """
    if any(hit.state in {*UNDECIDED, HitState.CONFIRMED} for hit in file.hits):
        raise screenings.HitsUnresolved
    identities = [document.public_id for document in identity_documents(file)]
    _check_form(checklist, identities)
    demand = rules.of_case(file, differences=_differences(checklist))
    missing = [*unopened_causes(file, demand=demand, names=people.names), *people_causes(demand, people)]
    if demand.asks_checklist and (left := sum(len(CheckedItem) - len(checklist.get(key, {})) for key in identities)):
        missing.append(f"Say of each identity document what you compared: {left} items are missing.")
    if missing:
        raise NotReady(" ".join(missing))
    return demand


def identity_documents(file: CaseFile) -> Sequence[Document]:
    """Return the identity documents of a case: of one with two sides the side that was uploaded first."""
    documents: dict[tuple[str, str, str], Document] = {}
    for document in file.documents:
        if document.document_type in requirements.IDENTITY:
            documents.setdefault((document.holder_id, document.document_type, document.country), document)
    return list(documents.values())


def unopened_causes(file: CaseFile, *, demand: Demand, names: Sequence[str]) -> Iterator[str]:
    """Yield what each person has still to open: one query where the rules ask for it."""
    if not demand.opens_documents:
        return
    read = _opened(file.documents, names)
    for place, name in enumerate(names):
        unopened = [document for document in file.documents if document.id not in read[name]]
        if unopened:
            kinds = ", ".join(map(_kind, unopened[:_NAMED]))
            kinds += f" and {len(unopened) - _NAMED} more" if len(unopened) > _NAMED else ""
            who = f"{name} has" if place else "You have"
            yield f"{who} not opened {len(unopened)} of {len(file.documents)} documents: {kinds}. Open each page first."


def people_causes(demand: Demand, people: People) -> Iterator[str]:
    """Yield why other people approve than those at hand."""
    if demand.needs_two and not people.by_two:
        yield f"{_names(demand.rules_for(Deciders.TWO))}: two people approve. Propose it."
    if demand.needs_lead and not people.has_lead:
        flags = _names(demand.rules_for(Deciders.LEAD))
        if people.by_two:
            yield f"{flags}: one of the two who approve is a lead reviewer. Decline it, and have one propose it."
        else:
            yield f"{flags}: a lead reviewer approves. Escalate the case, and say what they should look at."


def record(
    file: CaseFile, demand: Demand, *, checklist: Checklist, actor: audit.Actor, now: dt.datetime
) -> ReviewApproval:
    """Keep what the rules asked of an approval, and what was compared."""
    approval: ReviewApproval = ReviewApproval.objects.create(
        verification=file.verification,
        at=now,
        actor_kind=actor.kind,
        actor_id=actor.id,
        proposed_by=actor.proposed_by,
        rules=[_as_json(rule) for rule in demand.rules],
        documents=[document.public_id for document in file.documents],
        checklist={key: dict(items) for key, items in checklist.items()},
    )
    return approval


def _opened(documents: Sequence[Document], names: Collection[str]) -> Mapping[str, set[uuid.UUID]]:
    """Return by person the documents of which they have opened every page, of the file that the document has now."""
    seen: dict[tuple[str, str], set[int]] = defaultdict(set)
    counts: dict[str, int] = {}
    by_name: dict[str, set[uuid.UUID]] = defaultdict(set)
    files = {document.public_id: (document.id, bytes(document.sha256).hex()) for document in documents}
    rows = AuditEntry.objects.filter(
        subject__in=files, verb="document.read", actor_kind="STAFF", actor_id__in=list(names)
    )
    for subject, name, details in rows.values_list("subject", "actor_id", "details"):
        key, digest = files[subject]
        if details.get("sha256") != digest:
            continue
        page = details.get("page")
        if page is not None:
            seen[name, subject].add(page)
            # A row of a release that did not note how many pages there are says that the document was opened.
            counts[subject] = details.get("pages", 1)
        if page is None or len(seen[name, subject]) >= counts[subject]:
            by_name[name].add(key)
    return by_name


def _check_form(checklist: Checklist, identities: Collection[str]) -> None:
    problems = [("checklist", f"{key} is no identity document of this case") for key in {*checklist} - {*identities}]
    for key, items in checklist.items():
        for item, came_of_it in items.items():
            is_known = item in CheckedItem.values and came_of_it in Comparison.values
            if not is_known or (came_of_it == Comparison.ABSENT and item not in MAY_BE_ABSENT):
                problems.append(("checklist", f"{item} of {key} can't be {came_of_it}"))
    if problems:
        raise errors.InvalidInput(problems)


def _differences(checklist: Checklist) -> set[RuleFlag]:
    return {
        rules.DIFFERENCES[item]
        for items in checklist.values()
        for item, came_of_it in items.items()
        if came_of_it == Comparison.DIFFERS
    }


def _kind(document: Document) -> str:
    return f"{document.document_type.replace('_', ' ').lower()} ({document.country})"


def _names(applied: Iterable[Rule]) -> str:
    return ", ".join(rule.name for rule in applied)


def _as_json(rule: Rule) -> dict[str, object]:
    return {
        "flag": str(rule.flag),
        "deciders": str(rule.deciders),
        "opensDocuments": rule.opens_documents,
        "asksChecklist": rule.asks_checklist,
    }
