"""What was decided about the customer: by whom, on which ground, with which reason, and what was looked at before."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from compliance.admin.customer_file import words
from compliance.admin.customer_file.material import Material
from compliance.admin.review_desk import checklists, findings
from compliance.admin.review_desk.evidence import history
from compliance.models import (
    CaseOutcome,
    Deciders,
    HitState,
    ListKind,
    RejectionGround,
    ReviewApproval,
    RuleFlag,
    ScreeningHit,
    SourceOfFunds,
    Verification,
    VerificationStatusChange,
)
from platforms.backoffice import columns
from platforms.base.pdf.files import Block, Facts, Heading, Table, Text

_STEP = ("Time", "What", "By whom", "Why")
_WIDTHS = (3, 3, 3, 8)


def verifications(file: Material) -> Iterator[Block]:
    """Yield each verification with its steps, its decisions and what the rules asked."""
    yield Heading("Verifications and decisions")
    if not file.verifications:
        yield Text("There was no verification.")
    for row in file.verifications:
        yield Heading(f"{row.public_id}: {history.STATUSES[row.status]}", 2)
        yield Facts(
            [
                ("Begun", words.moment(row.created_at)),
                ("Last submitted", words.moment(row.submitted_at)),
                ("Decided", words.moment(row.decided_at)),
                ("Stands against it", "\n".join(words.error(problem, file.holders) for problem in row.errors)),
            ]
        )
        steps = [step for step in file.steps if step.verification_id == row.pk]
        yield Table(_STEP, [_step(step, file) for step in steps], _WIDTHS)
        yield from _approvals(row, file)


def _step(step: VerificationStatusChange, file: Material) -> Sequence[str]:
    grounds = [_ground(ground, file.holders) for ground in step.grounds]
    told = [f"Told to the platform: {words.error(problem, file.holders)}" for problem in step.errors]
    key = f"VerificationStatusChange:{step.pk}"
    reason = [words.proof(step.reason, step.salt, file.proofs.get(key, ""))] if step.reason or step.salt else []
    return words.moment(step.at), *words.step(step), "\n".join([*reason, *grounds, *told])


def _ground(ground: Mapping[str, str], holders: Mapping[str, str]) -> str:
    about = holders.get(ground["resourceId"], ground["resourceId"])
    return f"Ground: {RejectionGround(ground['ground']).label} ({about})"


def _approvals(row: Verification, file: Material) -> Iterator[Block]:
    for approval in file.approvals:
        if approval.verification_id == row.pk:
            yield Heading("What was looked at before the approval", 2)
            yield Facts(_approval(approval, file))


def _approval(approval: ReviewApproval, file: Material) -> list[tuple[str, str]]:
    titles = {document.public_id: findings.title(document) for document in file.documents}
    asked = [f"{RuleFlag(rule['flag']).label}: {Deciders(rule['deciders']).label.lower()}" for rule in approval.rules]
    compared = [f"{titles.get(key, key)}: {checklists.words(items)}" for key, items in approval.checklist.items()]
    return [
        ("Approved", words.moment(approval.at)),
        ("By", " and ".join(filter(None, (approval.proposed_by, approval.actor_id)))),
        ("Rules that applied", "\n".join(asked)),
        ("Documents of the case", "\n".join(f"{titles.get(key, 'Document')}, {key}" for key in approval.documents)),
        ("Compared", "\n".join(compared) or "Nothing was to be compared."),
    ]


def screening(file: Material) -> Iterator[Block]:
    """Yield the checks against watchlists, and each hit with its end."""
    rows = (
        (
            words.moment(check.at),
            words.verb(check.cause),
            columns.words(check.outcome),
            str(check.hit_count),
            str(check.threshold),
            "\n".join(check.compared_with),
        )
        for check in file.screenings
    )
    headers = ("Time", "Cause", "Outcome", "Hits", "From score", "Lists and editions")
    none = "The customer was not compared with watchlists."
    yield from words.listed("Checks against watchlists", headers, rows, (3, 3, 2, 1, 1.5, 7), none=none)
    yield Heading("Screening hits")
    if not file.hits:
        yield Text("There was no hit.")
    for hit in file.hits:
        yield Heading(f"{hit.matched_name}: {HitState(hit.state).label}", 2)
        yield Facts(_hit(hit, file))


def _hit(hit: ScreeningHit, file: Material) -> list[tuple[str, str]]:
    editions = hit.screening.compared_with
    decided = words.who(hit.decided_by_kind, hit.decided_by_id)
    people = " and ".join(filter(None, (hit.proposed_by, decided))) if hit.decided_at else ""
    reason = words.proof(hit.reason, hit.salt, file.proofs.get(f"ScreeningHit:{hit.pk}", "")) if hit.decided_at else ""
    return [
        ("Id", hit.public_id),
        ("About", file.holders.get(hit.subject, hit.subject)),
        ("List", f"{hit.list_name} ({ListKind(hit.kind).label.lower()}), entry {hit.entry_reference}"),
        ("Edition", next((edition for edition in editions if edition.startswith(hit.list_name)), "")),
        ("Score", f"{hit.score} of 100"),
        ("Of the entry", _details(hit.details)),
        ("Found", words.moment(hit.created_at)),
        ("Decided", words.moment(hit.decided_at) or "Not yet."),
        ("By", people),
        ("Reason", reason),
        ("Source of funds", SourceOfFunds(hit.source_of_funds).label if hit.source_of_funds else ""),
        ("To be looked at again", hit.review_on.isoformat() if hit.review_on else ""),
    ]


def _details(details: Mapping[str, Any]) -> str:
    said = {name: ", ".join(map(str, value)) if isinstance(value, list) else value for name, value in details.items()}
    return "; ".join(f"{findings.words(name).lower()}: {value}" for name, value in said.items() if value)


def cases(file: Material) -> Iterator[Block]:
    """Yield the cases that staff opened by hand."""
    yield Heading("Cases opened by hand")
    if not file.cases:
        yield Text("Staff opened no case.")
    for case in file.cases:
        yield Heading(f"{case.public_id}: {columns.words(case.outcome) if case.outcome else 'Waits'}", 2)
        opened = f"HandOpenedCase:{case.pk}"
        concluded = f"HandOpenedCase.conclusion:{case.pk}"
        conclusion = words.proof(words.kept(case, "conclusion"), case.conclusion_salt, file.proofs.get(concluded, ""))
        yield Facts(
            [
                ("Opened", f"{words.moment(case.opened_at)}, {case.opened_by}"),
                ("Why", words.proof(words.kept(case, "reason"), case.salt, file.proofs.get(opened, ""))),
                ("Decided", f"{words.moment(case.decided_at)}, {case.decided_by}" if case.decided_at else "Not yet."),
                ("End", CaseOutcome(case.outcome).label if case.outcome else ""),
                ("Conclusion", conclusion if case.decided_at else ""),
            ]
        )


def notes(file: Material) -> Iterator[Block]:
    """Yield the notes on the customer's page and on its cases, in the order of time."""
    written = [
        (note.at, words.who(note.actor_kind, note.actor_id), note, key)
        for kind, rows in (("Note", file.notes), ("ReviewNote", file.review_notes))
        for note in rows
        for key in [f"{kind}:{note.pk}"]
    ]
    rows = (
        (words.moment(at), who, words.proof(words.kept(note, "text"), note.salt, file.proofs.get(key, "")))
        for at, who, note, key in sorted(written, key=lambda line: line[0])
    )
    yield from words.listed("Notes", ("Time", "By whom", "Note"), rows, (3, 3, 11), none="Nobody wrote a note.")
