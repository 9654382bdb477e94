"""What takes two people: one proposes in a dialog, another approves or declines on the page of the proposal."""

import datetime as dt

import pytest
from django import forms
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.http import Http404
from django.test import RequestFactory
from django.urls import reverse

from platforms import audit
from platforms.backoffice import actions, dialogs, effects, proposals
from platforms.backoffice.actions import Role
from platforms.backoffice.effects import Effect
from platforms.base import clock, errors, identifiers
from platforms.models import AuditEntry, Platform, Proposal
from tests.backoffice.conftest import list_of, page_of

ANNA = audit.Actor(kind="STAFF", id="anna")
BERT = audit.Actor(kind="STAFF", id="bert")
KEY = identifiers.new_key()
GREEN = {"Effect": "Paints the fence green, which is grey.", "Owner": "nobody"}


class Refused(errors.DomainError):
    code = "INVALID_INPUT"
    message = "There is not enough paint."


@pytest.fixture
def fence() -> dict[str, str]:
    return {"colour": "grey", "owner": "nobody"}


@pytest.fixture
def paint(own_actions, fence) -> actions.Action:
    """An action of operations that writes an audit row, and refuses to paint anything black."""

    def perform(*, actor, now, reason, colour) -> str:
        audit.record(audit.Subject(None, "Fence:1"), "fence.paint", actor=actor, now=now, colour=colour)
        if colour == "black":
            raise Refused
        return "painted"

    return actions.Action(
        "fence.paint",
        title="Paint the fence",
        roles=[Role.OPERATIONS],
        takes_two=True,
        fields={"colour": forms.CharField()},
        perform=perform,
        effect=lambda colour: Effect(
            does=f"Paints the fence {colour}, which is {fence['colour']}.", more={"Owner": fence["owner"]}
        ),
    )


@pytest.fixture
def anna(hire):
    return hire("anna", Role.OPERATIONS)


@pytest.fixture
def bert(hire):
    return hire("bert", Role.OPERATIONS)


def proposed(verb, colour="green", *, by=ANNA, now=None) -> Proposal:
    return proposals.propose(
        action=verb,
        subject=f"Fence:{KEY}",
        arguments={"colour": colour},
        reason="it fades",
        actor=by,
        now=now or clock.real_now(),
    )


def decide(office, proposal, what: str, reason: str = "seen"):
    address = reverse(f"admin:platforms_proposal_{what}", args=[proposal.pk])
    return office.post(address, _form_submitted="True", reason=reason)


def approving(proposal, query: str = "") -> str:
    return reverse("admin:platforms_proposal_approve", args=[proposal.pk]) + query


def trail() -> list[tuple[str, str, object]]:
    rows = AuditEntry.objects.order_by("id").values_list("verb", "actor_id", "details__proposedBy")
    return [row for row in rows if row[0].startswith(("fence.", "proposal."))]


def test_a_second_person_approves_and_both_stand_in_the_audit_log(paint, anna, bert):
    proposal = proposed(paint)

    assert "Paint the fence" in bert.text(list_of(Proposal))
    assert "Approve" in bert.text(page_of(proposal))
    reply = decide(bert, proposal, "approve")

    assert reply["HX-Redirect"] == page_of(proposal)
    proposal.refresh_from_db()
    assert (proposal.status, proposal.decided_by, proposal.decision_reason) == ("APPROVED", "bert", "seen")
    assert trail() == [
        ("proposal.make", "anna", None),
        ("fence.paint", "bert", "anna"),
        ("proposal.approve", "bert", "anna"),
    ]


def dialog(paint, *, object_id=str(KEY), **entered) -> dialogs.ActionForm:
    """The dialog as anna sends it from the page of a platform."""
    request = RequestFactory().post("/", {"_form_submitted": "True", "reason": "it fades", **entered})
    request.user = User.objects.get(username="anna")
    return dialogs.ActionForm(action=paint, model=Platform, data=request.POST, request=request, object_id=object_id)


def test_the_dialog_of_such_an_action_stores_a_proposal_and_does_nothing(paint, anna):
    form = dialog(paint, colour="green")

    assert form.is_valid()
    proposal = Proposal.objects.get()
    assert form.done == proposal
    assert (proposal.subject, proposal.arguments) == (f"PlatformConfig:{KEY}", {"colour": "green"})
    assert proposal.proposed_by == "anna"
    assert trail() == [("proposal.make", "anna", None)]


def test_an_address_that_names_nothing_leads_nowhere(paint, anna):
    with pytest.raises(Http404):
        dialog(paint, colour="green", object_id="nonsense").is_valid()

    assert not Proposal.objects.exists()


def test_what_the_operation_refuses_is_not_even_proposed(paint, anna):
    form = dialog(paint, colour="black")

    assert form.errors == {"reason": ["There is not enough paint."]}
    assert not Proposal.objects.exists()
    assert trail() == []


def test_nobody_is_the_second_person_of_their_own_proposal(paint, anna, administrator, backoffice):
    own = proposed(paint)
    by_superuser = proposals.propose(
        action=paint,
        subject="Fence:2",
        arguments={"colour": "red"},
        reason="x",
        actor=audit.Actor(kind="STAFF", id="administrator"),
        now=clock.real_now(),
    )

    assert "it is your own proposal" in decide(anna, own, "approve").content.decode()
    assert "it is your own proposal" in decide(anna, own, "decline").content.decode()
    assert "it is your own proposal" in decide(backoffice, by_superuser, "approve").content.decode()
    assert "Withdraw" in anna.text(page_of(own))
    assert 'title="Approve"' not in anna.text(page_of(own))
    assert set(Proposal.objects.values_list("status", flat=True)) == {"OPEN"}
    assert "fence.paint" not in [verb for verb, _, _ in trail()]


@pytest.mark.parametrize("status", ["APPROVED", "DECLINED"])
def test_the_database_refuses_a_decision_by_the_proposer_whoever_writes_it(paint, anna, status):
    proposal = proposed(paint)

    with pytest.raises(IntegrityError, match="proposal_second_person_is_another"), transaction.atomic():
        Proposal.objects.filter(id=proposal.id).update(status=status, decided_by="anna", decided_at=clock.real_now())


@pytest.mark.parametrize(
    "change", [{"arguments": {"colour": "red"}}, {"verb": "fence.burn"}, {"subject": "Fence:3"}, {"proposed_by": "x"}]
)
def test_the_database_keeps_what_was_proposed(paint, anna, change):
    proposal = proposed(paint)

    with pytest.raises(IntegrityError, match="stays as it is"), transaction.atomic():
        Proposal.objects.filter(id=proposal.id).update(**change)


def test_a_decision_is_made_once(paint, anna, bert, hire):
    proposal = proposed(paint)
    decide(bert, proposal, "decline")

    again = decide(hire("carl", Role.OPERATIONS), proposal, "approve")

    assert "no longer open" in again.content.decode()
    proposal.refresh_from_db()
    assert (proposal.status, proposal.decided_by) == ("DECLINED", "bert")
    with pytest.raises(IntegrityError, match="stays as it is"), transaction.atomic():
        Proposal.objects.filter(id=proposal.id).update(status="APPROVED")


def test_who_may_not_do_it_may_not_decide_on_it(paint, anna, hire):
    proposal = proposed(paint)
    reviewer = hire("rita", Role.REVIEWER)

    assert decide(reviewer, proposal, "approve").status_code == 403
    assert decide(reviewer, proposal, "decline").status_code == 403
    assert Proposal.objects.get().status == "OPEN"


def test_when_the_operation_refuses_the_proposal_stays_open_and_shows_why(paint, anna, bert):
    proposal = proposed(paint, "black")

    reply = decide(bert, proposal, "approve")

    assert "There is not enough paint." in reply.content.decode()
    proposal.refresh_from_db()
    assert (proposal.status, proposal.last_refusal) == ("OPEN", "There is not enough paint.")
    assert "There is not enough paint." in bert.text(page_of(proposal))
    assert trail() == [("proposal.make", "anna", None)]


def test_a_kept_effect_is_read_in_the_order_of_a_new_one():
    facts = Effect(does="Pays 1.00 EUR", amount="1.00 EUR", source="A", target="B").facts
    as_the_database_keeps_it = dict(sorted(facts.items(), key=lambda fact: (len(fact[0]), fact[0])))

    assert effects.table(as_the_database_keeps_it, {}) == effects.table(facts, {})


def test_a_decision_opens_the_next_proposal_of_somebody_else(paint, anna, bert):
    first, second = (
        proposed(paint),
        proposals.propose(
            action=paint,
            subject="Fence:other",
            arguments={"colour": "blue"},
            reason="it fades",
            actor=ANNA,
            now=clock.real_now(),
        ),
    )

    assert decide(bert, second, "approve")["HX-Redirect"] == page_of(first)
    assert decide(bert, first, "decline")["HX-Redirect"] == page_of(first)


def test_only_the_proposer_withdraws(paint, anna, bert):
    proposal = proposed(paint)

    assert "Only the one who proposed this" in decide(bert, proposal, "withdraw").content.decode()
    assert decide(anna, proposal, "withdraw")["HX-Redirect"] == page_of(proposal)

    proposal.refresh_from_db()
    assert (proposal.status, proposal.decided_by) == ("WITHDRAWN", "anna")


def test_a_proposal_of_somebody_who_lost_the_role_is_not_done(paint, anna, bert):
    proposal = proposed(paint)
    User.objects.get(username="anna").groups.clear()

    reply = decide(bert, proposal, "approve")

    assert "may no longer do it" in reply.content.decode()
    assert Proposal.objects.get().status == "OPEN"


def test_after_three_days_it_is_too_late(paint, anna, bert):
    proposal = proposed(paint, now=clock.real_now() - dt.timedelta(hours=72, seconds=1))

    assert "no longer open" in decide(bert, proposal, "approve").content.decode()
    assert proposals.expire(now=clock.real_now()) == 1

    proposal.refresh_from_db()
    assert (proposal.status, proposal.decided_by) == ("EXPIRED", "service")
    assert proposals.expire(now=clock.real_now()) == 0


def test_at_the_moment_when_it_ends_it_is_too_late_already(paint, bert):
    proposal = proposed(paint)

    with pytest.raises(proposals.ProposalNotOpen):
        proposals.approve(proposal_id=proposal.id, actor=BERT, now=proposal.expires_at, reason="seen")
    assert proposals.expire(now=proposal.expires_at) == 1


def test_the_audit_log_names_the_proposal_what_is_to_be_done_and_why(paint, bert):
    proposal = proposed(paint)

    decide(bert, proposal, "decline", reason="black is better")

    of_it = {"proposal": proposal.public_id, "verb": "fence.paint"}
    rows = AuditEntry.objects.filter(subject=proposal.subject).order_by("id").values_list("verb", "details")
    assert [(verb, {**details}) for verb, details in rows] == [
        ("proposal.make", {**of_it, "reason": "it fades", "effect": GREEN}),
        ("proposal.decline", {**of_it, "reason": "black is better"}),
    ]


def test_the_same_waits_once_and_can_be_proposed_anew_when_it_has_expired(paint, anna, bert):
    late = proposed(paint, now=clock.real_now() - dt.timedelta(hours=73))

    second = proposed(paint, by=BERT)
    with pytest.raises(proposals.AlreadyProposed):
        proposed(paint)

    late.refresh_from_db()
    assert (late.status, second.status) == ("EXPIRED", "OPEN")


def test_both_people_and_the_audit_log_read_the_same_effect(paint, anna, bert):
    proposal = proposed(paint)
    sentence = GREEN["Effect"]

    approval = bert.post(approving(proposal, "?effect="), _form_submitted="True").content.decode()
    assert all(sentence in page for page in (bert.text(list_of(Proposal)), bert.text(page_of(proposal)), approval))
    assert "was “" not in bert.text(page_of(proposal))
    assert Proposal.objects.get().status == "OPEN", "to look is not to approve"
    decide(bert, proposal, "approve")

    rows = AuditEntry.objects.filter(verb__startswith="proposal.").order_by("id")
    assert [(row.verb, row.details["effect"]) for row in rows] == [
        ("proposal.make", GREEN),
        ("proposal.approve", GREEN),
    ]
    assert all(sentence in bert.text(page_of(row)) for row in rows)


def test_what_would_do_something_else_than_was_proposed_is_not_approved(paint, fence, anna, bert):
    proposal = proposed(paint)
    fence["owner"] = "the neighbour"

    page, reply = bert.text(page_of(proposal)), decide(bert, proposal, "approve")

    assert "Owner: was “nobody”, is now “the neighbour”" in page
    assert "has changed since it was proposed" in reply.content.decode()
    proposal.refresh_from_db()
    assert (proposal.status, "has changed" in proposal.last_refusal) == ("OPEN", True)
    assert trail() == [("proposal.make", "anna", None)]
    decide(bert, proposal, "decline")
    decide(bert, proposed(paint), "approve")
    assert ("fence.paint", "bert", "anna") in trail()


def test_who_proposes_reads_what_it_does_before(paint, anna):
    request = RequestFactory().post("/?effect=", {"_form_submitted": "True", "colour": "green"})
    request.user = User.objects.get(username="anna")
    form = dialogs.ActionForm(action=paint, model=Platform, data=request.POST, request=request, object_id=str(KEY))

    assert not form.is_valid()
    assert GREEN["Effect"] in form.render_before_template()
    assert not Proposal.objects.exists()


def test_an_action_that_takes_two_people_says_what_it_does():
    with pytest.raises(AssertionError, match="has to say what it does"):
        actions.Action("fence.burn", title="Burn", roles=[Role.OPERATIONS], takes_two=True, perform=lambda **_: None)
