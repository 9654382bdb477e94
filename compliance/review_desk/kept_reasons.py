"""Where the reasons of reviewers are kept, for the nightly check that compares them with the audit log."""

from collections.abc import Collection, Mapping

from compliance.models import HandOpenedCase, ReviewNote, ScreeningHit, VerificationStatusChange
from platforms.operations import reasons
from platforms.operations.reasons import Kept


def register() -> None:
    """Let the check read the tables."""
    reasons.keep("HandOpenedCase", _opened)
    reasons.keep("HandOpenedCase.conclusion", _concluded)
    reasons.keep("ReviewNote", _notes)
    reasons.keep("ScreeningHit", _hits)
    reasons.keep("VerificationStatusChange", _changes)


def _notes(keys: Collection[str]) -> Mapping[str, Kept]:
    rows = ReviewNote.objects.filter(id__in=keys).select_related("verification")
    return {
        str(note.id): Kept(reasons.readable(note, "text"), note.salt, note.verification.customer_id) for note in rows
    }


def _hits(keys: Collection[str]) -> Mapping[str, Kept]:
    rows = ScreeningHit.objects.filter(id__in=keys)
    return {str(hit.id): Kept(hit.reason, hit.salt, None) for hit in rows}


def _changes(keys: Collection[str]) -> Mapping[str, Kept]:
    rows = VerificationStatusChange.objects.filter(id__in=keys)
    return {str(change.pk): Kept(change.reason, change.salt, None) for change in rows}


def _opened(keys: Collection[str]) -> Mapping[str, Kept]:
    rows = HandOpenedCase.objects.filter(id__in=keys)
    return {str(case.id): Kept(reasons.readable(case, "reason"), case.salt, case.customer_id) for case in rows}


def _concluded(keys: Collection[str]) -> Mapping[str, Kept]:
    rows = HandOpenedCase.objects.filter(id__in=keys)
    return {
        str(case.id): Kept(reasons.readable(case, "conclusion"), case.conclusion_salt, case.customer_id)
        for case in rows
    }
