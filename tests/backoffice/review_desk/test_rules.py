"""Who may approve a case, and what they have looked at first: by the platform's rules, on the page and behind it."""

import pytest
from django.db import transaction
from django.urls import reverse

from compliance.models import HitState, ReviewApproval, ReviewRule, ScreeningHit
from compliance.review_desk import approvals, decisions, rules
from compliance.verification import reviews
from platforms import audit
from platforms.backoffice import proposals
from platforms.backoffice.actions import Role
from platforms.base import errors
from platforms.models import AuditEntry, Proposal
from tests.backoffice.conftest import BackOffice
from tests.backoffice.review_desk.conftest import (
    LENA,
    RITA,
    ROB,
    Waiting,
    address,
    approve,
    button,
    claim,
    do,
    page,
    person,
    refusal,
    rule,
    send,
    waiting_business,
    with_hit,
)
from tests.support.backoffice.pages import words
from tests.support.compliance.reviewing import look_at

pytestmark = pytest.mark.django_db


# Who approves.


def test_a_flagged_case_is_approved_by_a_lead_reviewer_alone(rita, lena, risky):
    said = words(send(rita, risky, "approve").content.decode())

    assert "High-risk country: a lead reviewer approves. Escalate the case" in said
    assert risky.row.status == "PENDING_MANUAL_REVIEW"
    send(lena, risky, "approve")
    assert risky.row.status == "APPROVED"


@pytest.mark.parametrize(
    ("kind", "state", "cause"),
    [
        ("SANCTION", "CLEARED", "Sanctions hit cleared: a lead reviewer approves."),
        ("PEP", "CLEARED", "PEP hit cleared: a lead reviewer approves."),
        ("PEP", "ACCEPTED", "PEP hit accepted: two people approve. Propose it."),
    ],
)
def test_a_decided_hit_takes_more_than_a_reviewer(listed, kind, state, cause):
    with_hit(listed, kind, state)

    assert cause in refusal(listed)


def test_a_platform_may_ask_for_less_or_for_more_and_another_one_is_left_alone(api, rival, risky):
    rule(risky, "HIGH_RISK_COUNTRY")
    rule(risky, "EVERY", "LEAD")
    assert refusal(risky).startswith("Every case: a lead reviewer approves.")
    rule(risky, "EVERY")

    other = rules.in_force(rival.platform.id)

    assert other == rules.DEFAULTS
    approve(risky)
    assert risky.row.status == "APPROVED"


def test_two_rules_take_the_people_of_both(listed, risky):
    with_hit(listed, "PEP", "ACCEPTED")
    rule(listed, "EVERY", "LEAD")
    look_at(listed.key, "rita", "rob")
    both = audit.Actor(kind="STAFF", id="rob", proposed_by="rita")

    assert "one of the two who approve is a lead reviewer" in refusal(listed, actor=both, by_two=True)

    approve(listed, actor=both, by_two=True, is_lead=True)
    assert ReviewApproval.objects.get().proposed_by == "rita"


@pytest.mark.parametrize(("volume", "takes_lead"), [("VOLUME_100K_TO_1M", False), ("VOLUME_OVER_10M", True)])
def test_a_large_volume_takes_a_lead_reviewer_where_the_platform_says_from_which(api, volume, takes_lead):
    case = waiting_business(api, expectedMonthlyTransactionVolume=volume)
    claim(case)
    rule(case, "VOLUME", "LEAD", least_volume="VOLUME_1M_TO_10M")

    if takes_lead:
        assert refusal(case).startswith("Expected volume a month: a lead reviewer approves.")
    else:
        approve(case)
        assert case.row.status == "APPROVED"


@pytest.mark.parametrize("word", ["approve", "reject"])
def test_a_decision_says_why_in_ten_characters(rita, individual, word):
    claim(individual)

    reply = send(rita, individual, word, reason="x")

    assert "at least 10 characters" in words(reply.content.decode())
    verb = getattr(decisions, word)
    findings = {} if word == "approve" else {"findings": ()}
    with pytest.raises(errors.InvalidInput) as refused:
        do(verb, individual, seen=individual.seen, is_lead=False, reason=f" {'x' * 9} ", **findings)
    assert refused.value.problems == [{"field": "reason", "reason": "must say why, in 10 to 1000 characters"}]
    assert individual.row.status == "PENDING_MANUAL_REVIEW"


# A hit without a case.


def test_a_hit_of_an_approved_customer_is_cleared_by_a_lead_reviewer_unless_the_rule_leaves_it(listed):
    [hit] = ScreeningHit.objects.all()
    with_hit(listed, "SANCTION", "CLEARED")
    do(reviews.approve, listed)
    ScreeningHit.objects.update(state="OPEN", decided_at=None, reason="")
    cleared = {"hit_id": hit.id, "state": HitState.CLEARED, "reason": "Born in another year."}

    with pytest.raises(approvals.NotReady, match="a lead reviewer clears it"):
        do(decisions.resolve_hit, is_lead=False, **cleared)
    with transaction.atomic():
        do(decisions.resolve_hit, is_lead=True, **cleared)
        transaction.set_rollback(True)
    rule(listed, "SANCTION_CLEARED")
    do(decisions.resolve_hit, is_lead=False, **cleared)

    assert ScreeningHit.objects.get().state == "CLEARED"


# Two people.


def propose(who: BackOffice, case: Waiting) -> Proposal:
    send(who, case, "approve_by_two")
    return Proposal.objects.get()


def second(proposal: Proposal, actor: audit.Actor = ROB):
    return do(proposals.approve, actor=actor, proposal_id=proposal.id, reason="Agreed.")


@pytest.fixture
def accepted(listed: Waiting, rita, rob) -> Waiting:
    """A politically exposed person whom two have accepted; rita has the case."""
    with_hit(listed, "PEP", "ACCEPTED")
    return listed


def test_two_people_approve_and_both_have_looked(rita, rob, accepted):
    assert "/do/approve_by_two/?seen=" in _ready(rita, accepted)
    foreseen = rita.post(address(accepted, "approve_by_two", kind="preview"), _form_submitted="True", reason="")
    assert "CUSTOMER.KYC_APPROVED" in foreseen.content.decode()
    proposal = propose(rita, accepted)
    assert (proposal.verb, proposal.subject) == ("verification.approve_by_two", accepted.verification)
    assert accepted.row.status == "PENDING_MANUAL_REVIEW"
    assert "rita has proposed to approve it." in words(button(rita, accepted))

    with pytest.raises(approvals.NotReady, match="You have not opened 1 of 1 documents"):
        second(proposal)
    with pytest.raises(proposals.SecondPersonNeeded):
        second(proposal, RITA)
    look_at(accepted.key, "rob")
    second(proposal)

    assert accepted.row.status == "APPROVED"
    kept = ReviewApproval.objects.get()
    assert (kept.proposed_by, kept.actor_id) == ("rita", "rob")
    assert AuditEntry.objects.get(verb="verification.approve").details["proposedBy"] == "rita"
    assert "by rita and rob" in words(rita.text(page(accepted)))


def _ready(who: BackOffice, case: Waiting) -> str:
    look_at(case.key, "rita")
    return button(who, case)


def test_one_person_does_not_approve_what_takes_two(rita, accepted):
    reply = send(rita, accepted, "approve")

    assert "PEP hit accepted: two people approve. Propose it." in words(reply.content.decode())


def test_a_rule_that_changed_while_a_proposal_waits_counts(rita, rob, accepted):
    proposal = propose(rita, accepted)
    look_at(accepted.key, "rob", "lena")
    rule(accepted, "PEP_ACCEPTED", "LEAD")

    with pytest.raises(approvals.NotReady, match="one of the two who approve is a lead reviewer"):
        second(proposal)

    person("lena", Role.LEAD_REVIEWER)
    second(proposal, LENA)
    assert accepted.row.status == "APPROVED"


def test_a_case_that_changed_while_a_proposal_waits_is_looked_at_again(api, rita, rob, accepted):
    proposal = propose(rita, accepted)
    look_at(accepted.key, "rob")
    api.patch(f"/customers/{accepted.customer}", {"customerType": "INDIVIDUAL", "fullName": "Zebulon Quarry"})

    with pytest.raises(errors.DomainError):
        second(proposal)

    assert accepted.row.status != "APPROVED"


# The rules themselves.


def test_two_lead_reviewers_change_a_rule(lena, acme):
    mona = BackOffice(person("mona", Role.LEAD_REVIEWER))
    entered = {
        "platform": str(acme.platform.id),
        "flag": "HIGH_RISK_COUNTRY",
        "deciders": "TWO",
        "opens_documents": "on",
        "least_volume": "",
        "reason": "Agreed by the board.",
        "_form_submitted": "True",
    }
    in_force = reverse("admin:compliance_reviewrule_in_force")
    before = words(lena.text(in_force, platform=str(acme.platform.id)))

    lena.post(reverse("admin:compliance_reviewrule_enter_rule"), **entered)
    assert not ReviewRule.objects.exists()
    proposal = Proposal.objects.get()
    effect = AuditEntry.objects.get(verb="proposal.make").details["effect"]
    reply = mona.post(
        reverse("admin:platforms_proposal_approve", args=[proposal.pk]), _form_submitted="True", reason="Agreed."
    )

    assert reply.status_code == 200
    row = ReviewRule.objects.get()
    assert (row.flag, row.deciders, row.opens_documents, row.asks_checklist) == (
        "HIGH_RISK_COUNTRY",
        "TWO",
        True,
        False,
    )
    assert (row.proposed_by, row.approved_by) == ("lena", "mona")
    logged = AuditEntry.objects.get(verb="review_rule.enter")
    assert (logged.actor_id, logged.details["proposedBy"], logged.details["deciders"]) == ("mona", "lena", "TWO")
    assert effect["Until now"] == "a lead reviewer."
    assert "High-risk country: two people, every page of the documents opened first." in effect["Effect"]
    shown = words(lena.text(in_force, platform=str(acme.platform.id)))
    assert "High-risk country A lead reviewer default" in before
    assert f"High-risk country Two people every page opened {row.created_at:%Y-%m-%d} by lena and mona" in shown
    assert "High-risk country A lead reviewer" in words(lena.text(in_force))


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"flag": "SHOE_SIZE"}, "flag"),
        ({"deciders": "NOBODY"}, "deciders"),
        ({"flag": "NAME_DIFFERS", "deciders": "TWO"}, "deciders"),
        ({"least_volume": "VOLUME_OVER_10M"}, "least_volume"),
        ({"flag": "VOLUME", "least_volume": "A_LOT"}, "least_volume"),
        ({"reason": "x"}, "reason"),
    ],
)
def test_a_rule_that_makes_no_sense_is_refused(individual, wrong, field):
    with pytest.raises(errors.InvalidInput) as refused:
        rule(individual, **{"flag": "BUSINESS", "deciders": "LEAD"} | wrong)

    assert [problem["field"] for problem in refused.value.problems] == [field]
    assert not ReviewRule.objects.exists()


def test_who_sees_no_rules_sees_no_page_of_them(rita):
    support = BackOffice(person("sue", Role.SUPPORT))
    in_force = reverse("admin:compliance_reviewrule_in_force")

    assert support.get(in_force).status_code == 403
    assert rita.get(in_force).status_code == 200
    assert "enter_rule" not in rita.text(in_force)
    assert rita.get(in_force, platform="nonsense").status_code == 200
