"""The sealed log proves reviewers' reasons without holding a word of them, and the nightly check compares them."""

import hashlib
import io

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from compliance.customers import erasure
from compliance.models import HitState, ReviewNote, ScreeningHit, VerificationErrorType, VerificationStatusChange
from compliance.providers.base import Finding
from compliance.review_desk import assignments, notes, screening_hits
from compliance.verification import reviews
from platforms import audit
from platforms.models import AuditEntry
from platforms.operations import audit_seals, reasons
from tests.backoffice.review_desk.conftest import do

pytestmark = pytest.mark.django_db
WORDS = "The brother of Zoltan lives there"


def sha256(salt: str, text: str) -> str:
    """As `printf '%s\\n%s' SALT TEXT | sha256sum` does it."""
    return hashlib.sha256(f"{salt}\n{text}".encode()).hexdigest()


def entry(verb: str) -> AuditEntry:
    row: AuditEntry = AuditEntry.objects.filter(verb=verb).latest("id")
    return row


def changed(statement: str) -> list[tuple[str, str]]:
    """Change a row as the owner of the database can, and return what the check finds."""
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        cursor.execute(statement)
        cursor.execute("SET session_replication_role = origin")
    return [(fault.kind, fault.subject) for fault in reasons.differences()]


@pytest.mark.parametrize("verb", ["approve", "reject", "request_information", "reopen"])
def test_each_decision_has_the_hash_of_its_reason_and_not_its_words(individual, verb):
    if verb == "request_information":
        document = individual.row.customer.documents.first().public_id
        do(reviews.request_information, individual, reason=WORDS, findings=[_poor(document)])
    elif verb == "reopen":
        do(reviews.reject, individual, reason="first", findings=())
        do(reviews.reopen, individual, reason=WORDS)
    else:
        do(getattr(reviews, verb), individual, reason=WORDS, **({} if verb == "approve" else {"findings": ()}))

    details = entry(f"verification.{verb}").details
    change = VerificationStatusChange.objects.get(id=details["reasonIn"].removeprefix("VerificationStatusChange:"))
    assert change.reason == WORDS
    assert details["reasonSha256"] == sha256(change.salt, WORDS)
    assert len(change.salt) == 32
    assert "Zoltan" not in str(list(AuditEntry.objects.values_list("details", flat=True)))
    assert list(reasons.differences()) == []


def _poor(document: str) -> Finding:
    return Finding(document, VerificationErrorType.POOR_QUALITY_DOCUMENT, "The photo is blurred.")


@pytest.mark.parametrize("verb", ["note", "release", "escalate", "reassign"])
def test_so_has_each_note(individual, verb):
    do(assignments.claim, individual, reason=None, is_lead=True)
    call = {
        "note": lambda: do(notes.add, individual, reason=None, text=WORDS),
        "release": lambda: do(assignments.release, individual, reason=WORDS, is_lead=True),
        "escalate": lambda: do(assignments.escalate, individual, reason=WORDS),
        "reassign": lambda: do(assignments.reassign, individual, reason=WORDS, assigned_to="rob"),
    }[verb]
    call()

    note, details = ReviewNote.objects.get(), entry(f"verification.{verb}").details
    assert details["reasonIn"] == f"ReviewNote:{note.id}"
    assert details["reasonSha256"] == sha256(note.salt, note.text)
    assert "Zoltan" not in str(details)
    assert list(reasons.differences()) == []


def test_a_reason_that_was_changed_afterwards_is_named_by_the_nightly_check(individual, worker):
    do(reviews.approve, individual, reason=WORDS)
    subject = individual.row.public_id

    assert changed("UPDATE compliance_verificationstatuschange SET reason = 'All in order' WHERE reason <> ''") == [
        (reasons.CHANGED, subject)
    ]
    run = audit_seals.verify(now=individual.row.platform.now())
    assert [fault["kind"] for fault in run.faults if fault["kind"].startswith("REASON")] == [reasons.CHANGED]
    out = io.StringIO()
    with pytest.raises(CommandError):
        call_command("audit_verify", stdout=out)
    assert f"{subject}: the reason in VerificationStatusChange:" in out.getvalue()
    assert "All in order" not in out.getvalue()


@pytest.mark.parametrize(
    ("statement", "kind"),
    [
        ("UPDATE compliance_reviewnote SET text = '', salt = ''", reasons.CHANGED),
        ("UPDATE compliance_reviewnote SET text = 'bm90IHNlYWxlZA=='", reasons.CHANGED),
        ("UPDATE compliance_reviewnote SET salt = repeat('0', 32)", reasons.CHANGED),
        ("DELETE FROM compliance_reviewnote", reasons.MISSING),
    ],
)
def test_so_is_a_note_that_was_emptied_replaced_or_taken_away(individual, statement, kind):
    do(notes.add, individual, reason=None, text=WORDS)

    assert changed(statement) == [(kind, individual.row.public_id)]


def test_what_was_erased_with_its_customer_is_no_fault_and_its_hash_fits_no_guess(api, individual):
    do(notes.add, individual, reason=None, text=WORDS)
    assert api.delete(f"/customers/{individual.customer}").status_code in {200, 204}
    do(erasure.erase, customer=individual.row.customer, reason="request 17 of the privacy desk")

    assert list(reasons.differences()) == []
    assert ReviewNote.objects.get().salt == ""
    assert entry("verification.note").details["reasonSha256"] != sha256("", WORDS)


def test_a_hit_that_was_decided_anew_is_compared_with_the_later_decision(api):
    api.customer("Zebulon Quarrymoor", birthDate="1961-04-12", nationality="AQ")
    hit = ScreeningHit.objects.get()
    for state, reason in (
        (HitState.MORE_ASKED, "Asked for the birth date"),
        (HitState.CLEARED, "Born in another year"),
    ):
        by = {"actor": audit.Actor(kind="STAFF", id="rita"), "now": hit.platform.now()}
        screening_hits.resolve(hit_id=hit.id, state=state, reason=reason, **by)

    assert list(reasons.differences()) == []
    hit.refresh_from_db()
    assert entry("screening_hit.resolve").details["reasonSha256"] == sha256(hit.salt, "Born in another year")
    assert changed("UPDATE compliance_screeninghit SET reason = 'Somebody else'") == [(reasons.CHANGED, hit.public_id)]
