"""Why a case is on the desk, in sentences, from its history and its screening."""

from collections.abc import Iterator, Sequence

from compliance.models import (
    RESOLVED,
    UNDECIDED,
    ScreeningHit,
    ScreeningOutcome,
    VerificationStatus,
    VerificationStatusChange,
)
from compliance.review_desk.case_files import CaseFile
from compliance.screening import screenings

SERVICE = "the service"
_WAITS = VerificationStatus.PENDING_MANUAL_REVIEW
_LATER: dict[str, str] = {
    VerificationStatus.RESOLVE_ERRORS: "It waits for the platform, which has to resolve the errors.",
    VerificationStatus.READY_FOR_VERIFICATION: "It waits for the platform, which has to submit it again.",
    VerificationStatus.IN_PROGRESS: "It waits for the provider of the check, which has not decided yet.",
}


def why(file: CaseFile) -> str:
    """Return why this case is here: who sent it, what left it to a person, and what has come up since."""
    return " ".join(_sentences(file))


def actor(change: VerificationStatusChange) -> str:
    """Return who has made a change of a verification's status. A check is the service's, whoever has submitted it."""
    if change.cause in {"verification", "exemption"}:
        return SERVICE
    return who(change.actor_kind, change.actor_id)


def who(kind: str, name: str) -> str:
    """Return who has acted, in words."""
    names = {"STAFF": name, "SYSTEM": SERVICE, "OPERATOR": f"operator ({name})", "CUSTOMER": "the customer"}
    return names.get(kind, "the platform")


def _sentences(file: CaseFile) -> Iterator[str]:
    last = next(reversed(file.changes), None)
    if last is not None and last.to_status == _WAITS:
        yield from _of_waiting(file, last)
    elif last is not None and last.to_status in _LATER:
        yield _LATER[last.to_status]
    elif last is not None:
        yield f"{_at_the_beginning(actor(last))} {last.to_status.lower()} it on {_day(last)}."
    yield from _of_hits([hit for hit in file.hits if hit.state in UNDECIDED and last and hit.created_at > last.at])


def _of_waiting(file: CaseFile, last: VerificationStatusChange) -> Iterator[str]:
    if last.cause == "reopening":
        yield f"{_at_the_beginning(actor(last))} reopened it on {_day(last)} after it was rejected."
        return
    submission = next((change for change in reversed(file.changes) if change.cause == "submission"), None)
    if submission is not None:
        yield f"{_at_the_beginning(actor(submission))} submitted it on {_day(submission)}."
    yield f"The automatic check left the decision to a person because {_undecided(file, last)}."


def _undecided(file: CaseFile, last: VerificationStatusChange) -> str:
    """Return why the check did not approve, as far as what is stored says it."""
    hits = [
        hit
        for hit in file.hits
        if hit.created_at <= last.at
        and (hit.state not in RESOLVED or (hit.decided_at is not None and hit.decided_at > last.at))
    ]
    if hits:
        return f"{_matches(hits)} with watchlists had to be looked at"
    screening = file.screening
    if screening is not None and screening.at <= last.at and screening.outcome == ScreeningOutcome.NOT_SCREENED:
        return "there was no watchlist to compare with"
    return "its provider neither approved nor rejected the customer"


def _of_hits(hits: Sequence[ScreeningHit]) -> Iterator[str]:
    """Say what checks have found since the verification was decided or left to a person."""
    for with_list in dict.fromkeys(_check(hit) for hit in hits):
        of_list = [hit for hit in hits if _check(hit) == with_list]
        waits = "waits" if len(of_list) == 1 else "wait"
        yield f"Since then {with_list} has found {_matches(of_list)}, which {waits} for a decision."


def _check(hit: ScreeningHit) -> str:
    editions = hit.screening.compared_with
    edition = next((edition for edition in editions if edition.startswith(hit.list_name)), hit.list_name)
    again = "re-screening" if hit.screening.cause == screenings.NEW_LIST else "the check after a change of facts"
    return f"{again} with {edition}"


def _matches(hits: Sequence[ScreeningHit]) -> str:
    return "1 possible match" if len(hits) == 1 else f"{len(hits)} possible matches"


def _at_the_beginning(name: str) -> str:
    """Return who has acted as the first words of a sentence. User names stay as they are."""
    return f"The {name.removeprefix('the ')}" if name.startswith("the ") else name


def _day(change: VerificationStatusChange) -> str:
    return f"{change.at:%Y-%m-%d %H:%M} UTC"
