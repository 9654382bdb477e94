"""The history of a case: actions, by whom and why, the latest first."""

import dataclasses
import datetime as dt
from collections.abc import Iterator, Mapping, Sequence

from compliance.admin.review_desk import checklists, findings
from compliance.admin.review_desk.evidence import causes
from compliance.models import (
    Deciders,
    HitState,
    NoteKind,
    RejectionGround,
    ReviewApproval,
    RuleFlag,
    VerificationStatus,
)
from compliance.review_desk.case_files import CaseFile

_CAUSES = {
    "submission": "Submitted",
    "recheck": "Changed by the platform",
    "review": "Decided",
    "verification": "Automatic check",
    "exemption": "Exempt",
    "reopening": "Reopened",
}
STATUSES: Mapping[str, str] = {
    VerificationStatus.RESOLVE_ERRORS: "errors to resolve",
    VerificationStatus.READY_FOR_VERIFICATION: "ready to be submitted again",
    VerificationStatus.IN_PROGRESS: "verification in progress",
    VerificationStatus.PENDING_MANUAL_REVIEW: "manual review",
    VerificationStatus.APPROVED: "approved",
    VerificationStatus.REJECTED: "rejected",
}
_NOTES = {
    NoteKind.NOTE: "Note",
    NoteKind.RELEASE: "Unassigned",
    NoteKind.REASSIGNMENT: "Reassigned",
    NoteKind.ESCALATION: "Escalated",
}
_HIT_WORDS: Mapping[str, str] = {
    HitState.CLEARED: "cleared",
    HitState.CONFIRMED: "confirmed",
    HitState.ACCEPTED: "accepted",
    HitState.MORE_ASKED: "undecided, more asked for",
}


@dataclasses.dataclass(frozen=True, slots=True)
class Step:
    """One line of the history."""

    at: dt.datetime
    what: str
    who: str
    why: str = ""
    errors: Sequence[str] = ()
    is_note: bool = False
    compared: Sequence[str] = ()
    """What a reviewer compared before an approval, and what the rules asked."""


def of(file: CaseFile) -> list[Step]:
    """Return the steps of a case, the latest first."""
    return sorted([*_hits(file), *_changes(file), *_approvals(file), *_notes(file)], key=lambda step: step.at)[::-1]


def error_text(error: dict[str, str], file: CaseFile) -> str:
    """Return an entry of `errors` in words: what, of whom, and the text sent to the platform."""
    about = file.holders.get(error["resourceId"])
    if about is None:
        document = next((row for row in file.documents if row.public_id == error["resourceId"]), None)
        about = findings.title(document) if document else error["resourceId"]
    field = findings.words(error["field"].rpartition(".")[2]) if error.get("field") else ""
    what = ", ".join(filter(None, (findings.words(error["type"]), field)))
    return f"{what} ({about}): {error['reason']}"


def _changes(file: CaseFile) -> Iterator[Step]:
    for change in file.changes:
        grounds = [_ground_text(each, file) for each in change.grounds]
        yield Step(
            change.at,
            f"{_CAUSES.get(change.cause, change.cause.capitalize())}: {STATUSES[change.to_status]}",
            causes.actor(change),
            change.reason,
            [
                *grounds,
                *(
                    f"Told: {error_text(error, file)}" if grounds else error_text(error, file)
                    for error in change.errors
                ),
            ],
        )


def _ground_text(named: Mapping[str, str], file: CaseFile) -> str:
    about = file.holders.get(named["resourceId"], named["resourceId"])
    return f"Ground: {RejectionGround(named['ground']).label} ({about})"


def _approvals(file: CaseFile) -> Iterator[Step]:
    """Yield what was looked at before an approval: one query for an approved case, for others none."""
    if file.verification.status != VerificationStatus.APPROVED:
        return
    titles = {document.public_id: findings.title(document) for document in file.documents}
    for row in ReviewApproval.objects.filter(verification=file.verification).order_by("id"):
        lines = [f"{titles.get(key, key)}: {checklists.words(items)}" for key, items in row.checklist.items()]
        asked = ", ".join(f"{RuleFlag(rule['flag']).label} ({Deciders(rule['deciders']).label})" for rule in row.rules)
        who = f"{row.proposed_by} and {row.actor_id}" if row.proposed_by else row.actor_id
        yield Step(row.at, "Compared before the approval", who, f"Rules: {asked}", compared=lines)


def _notes(file: CaseFile) -> Iterator[Step]:
    for note in file.notes:
        who = causes.who(note.actor_kind, note.actor_id)
        yield Step(note.at, _NOTES[NoteKind(note.kind)], who, note.text, is_note=True)


def _hits(file: CaseFile) -> Iterator[Step]:
    for hit in file.hits:
        if hit.decided_at is not None:
            what = f"Screening hit {_HIT_WORDS[hit.state]}: {hit.matched_name}"
            yield Step(hit.decided_at, what, causes.who(hit.decided_by_kind, hit.decided_by_id), hit.reason)
