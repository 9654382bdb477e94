"""A claim ends when its reviewer has left the case alone for REVIEW_CLAIM_HOURS."""

import datetime as dt

import pytest
from django.db import transaction

from compliance.models import ReviewAssignment, ReviewNote
from compliance.review_desk import assignments, claim_expiry, decisions, notes
from compliance.tasks import expire_claims
from platforms.base import clock
from platforms.models import AuditEntry
from tests.backoffice.review_desk.conftest import RITA, claim, do, page
from tests.support.backoffice.pages import words

pytestmark = [pytest.mark.service, pytest.mark.django_db]
HOUR = dt.timedelta(hours=1)


def end_at(case, moment) -> bool:
    with transaction.atomic():
        return claim_expiry.end(verification_id=case.key, now=moment)


def holder(case) -> str:
    return ReviewAssignment.objects.get(verification=case.key).assigned_to


def test_a_claim_that_was_left_alone_ends_with_a_note_and_a_row_in_the_audit_log(individual, api):
    claim(individual)
    assert expire_claims() == 0

    api.post("/sandbox/clock/advance", {"seconds": 25 * 3600})
    assert expire_claims() == 1

    assert holder(individual) == ""
    note = ReviewNote.objects.get()
    assert (note.kind, note.actor_kind) == ("RELEASE", "SYSTEM")
    assert note.text == "Returned to the queue: rita had it for 24 h, and did nothing."
    assert AuditEntry.objects.get(verb="verification.release").actor_kind == "SYSTEM"
    assert expire_claims() == 0


def test_a_note_makes_the_claim_last_longer(individual):
    claim(individual)
    start = clock.real_now()
    with transaction.atomic():
        notes.add(verification_id=individual.key, text="I wait for the register.", actor=RITA, now=start + 20 * HOUR)

    assert claim_expiry.due(now=start + 25 * HOUR) == []
    assert not end_at(individual, start + 25 * HOUR)
    assert claim_expiry.due(now=start + 45 * HOUR) == [individual.key]


def test_what_does_not_wait_keeps_its_reviewer(individual):
    claim(individual)
    do(decisions.approve, individual, seen=individual.seen, is_lead=False)

    assert not end_at(individual, clock.real_now() + 48 * HOUR)
    assert ReviewNote.objects.count() == 0


def test_a_decision_after_the_end_is_refused(individual):
    claim(individual)
    assert end_at(individual, clock.real_now() + 25 * HOUR)

    with pytest.raises(assignments.NotAssigned):
        do(decisions.approve, individual, seen=individual.seen, is_lead=False)


def test_the_page_says_when_the_claim_ends(individual, rita):
    claim(individual)

    assert "claim ends in 23 h 59 min" in words(rita.text(page(individual)))
