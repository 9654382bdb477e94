"""The ends of a hit: false positive; true match, rejected or accepted; undecided, while more is asked for."""

import datetime as dt
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from compliance.models import Customer, HitState, ScreeningHit, SourceOfFunds
from compliance.review_desk import screening_hits
from compliance.screening import screenings
from platforms import audit
from platforms.backoffice import links
from platforms.base import clock, errors, states
from platforms.models import AuditEntry, Platform
from tests.backoffice.conftest import PASSWORD, BackOffice, page_of
from tests.support.compliance.stories import created

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("within_an_hour")]
POLITICIAN, SANCTIONED = "Ottoline Vexforth", "Zebulon Quarrymoor"
BOTH = audit.Actor(kind="STAFF", id="second", proposed_by="first")
REASON = "Same birth date; the payslips of the ministry are in the case."


def hit_of(api, name: str = POLITICIAN) -> ScreeningHit:
    created(api, fullName=name)
    hit: ScreeningHit = ScreeningHit.objects.get()
    return hit


def today() -> dt.date:
    """Return the day by the platform's clock."""
    day: dt.date = Platform.objects.get(name="acme").now().date()
    return day


def accept(hit: ScreeningHit, **changed: Any) -> ScreeningHit:
    said: dict[str, Any] = {
        "source_of_funds": SourceOfFunds.SALARY,
        "review_on": today() + dt.timedelta(days=180),
        "reason": REASON,
        "now": Platform.objects.get(name="acme").now(),
    }
    with transaction.atomic():
        return screening_hits.accept(hit_id=hit.id, actor=BOTH, **said | changed)


def resolve(hit: ScreeningHit, state: HitState) -> None:
    with transaction.atomic():
        screening_hits.resolve(hit_id=hit.id, state=state, reason=REASON, actor=BOTH, now=clock.real_now())


def test_an_accepted_politician_no_longer_holds_up_the_approval(api):
    hit = hit_of(api)
    customer = Customer.objects.get()
    assert screenings.has_unresolved(customer)

    accept(hit)

    assert not screenings.has_unresolved(customer)
    hit.refresh_from_db()
    assert (hit.state, hit.source_of_funds, hit.proposed_by, hit.decided_by_id) == (
        "ACCEPTED",
        "SALARY",
        "first",
        "second",
    )
    entry = AuditEntry.objects.get(verb="screening_hit.accept")
    assert (entry.details["state"], entry.details["sourceOfFunds"]) == ("ACCEPTED", "SALARY")
    assert entry.details["proposedBy"] == "first"
    assert entry.details["reviewOn"] == str(hit.review_on)
    # It changes no status by itself.
    assert Customer.objects.get().status == customer.status


def test_who_is_on_a_list_of_sanctions_is_never_accepted(api):
    hit = hit_of(api, SANCTIONED)

    with pytest.raises(screening_hits.MayNotBeAccepted):
        accept(hit)
    with pytest.raises(IntegrityError, match="screening_hit_accepted_with_care"), transaction.atomic():
        ScreeningHit.objects.update(
            state="ACCEPTED", review_on=today(), source_of_funds="SALARY", decided_at=clock.real_now(), reason=REASON
        )


@pytest.mark.parametrize("days", [-1, 0, 367])
def test_the_day_of_the_next_look_is_within_a_year(api, days):
    hit = hit_of(api)

    with pytest.raises(errors.InvalidInput, match="within a year"):
        accept(hit, review_on=today() + dt.timedelta(days=days))

    hit.refresh_from_db()
    assert hit.state == "OPEN"


def test_nobody_accepts_alone(api):
    hit = hit_of(api)

    with pytest.raises(errors.InvalidInput, match="two people"):
        resolve(hit, HitState.ACCEPTED)


def test_who_was_accepted_is_accepted_anew_or_rejected(api):
    hit = hit_of(api)
    accept(hit)

    later = today() + dt.timedelta(days=300)
    assert accept(hit, review_on=later).review_on == later
    with pytest.raises(states.ForbiddenTransition):
        resolve(hit, HitState.CLEARED)
    resolve(hit, HitState.CONFIRMED)
    assert Customer.objects.get().status == "REJECTED"


def test_a_hit_about_which_more_was_asked_holds_up_what_an_open_one_does(api):
    hit = hit_of(api)

    resolve(hit, HitState.MORE_ASKED)
    assert screenings.has_unresolved(Customer.objects.get())
    resolve(hit, HitState.MORE_ASKED)
    resolve(hit, HitState.CLEARED)

    assert not screenings.has_unresolved(Customer.objects.get())
    told = [entry.details["state"] for entry in AuditEntry.objects.filter(verb="screening_hit.resolve").order_by("id")]
    assert told == ["MORE_ASKED", "MORE_ASKED", "CLEARED"]


def test_reviewers_are_told_when_an_accepted_match_is_to_be_looked_at_again(api):
    office = BackOffice(User.objects.create_superuser(username="administrator", password=PASSWORD))
    hit = accept(hit_of(api))
    assert f"Look again: {POLITICIAN}" not in office.text("/admin/")

    # The day comes by the platform's clock.
    Platform.objects.filter(name="acme").update(clock_offset=dt.timedelta(days=200))

    assert f"Look again: {POLITICIAN}" in office.text("/admin/")
    assert "Salary of the office" in office.text(page_of(hit))


def test_a_reviewer_confirms_a_match_that_was_accepted(api):
    office = BackOffice(User.objects.create_superuser(username="administrator", password=PASSWORD))
    hit = hit_of(api)
    dialog = links.of_action(ScreeningHit, "resolve", hit.pk)
    # While the hit of a customer waits it is decided on the page of the case.
    assert dialog not in office.get(page_of(hit)).content.decode()
    accept(hit)

    assert dialog in office.get(page_of(hit)).content.decode()
    offered = office.get(dialog).content.decode()
    assert 'value="CONFIRMED"' in offered
    assert 'value="CLEARED"' not in offered
    office.post(dialog, state="CLEARED", reason=REASON, _form_submitted="True")
    assert ScreeningHit.objects.get().state == HitState.ACCEPTED
    office.post(dialog, state="CONFIRMED", reason=REASON, _form_submitted="True")
    assert (ScreeningHit.objects.get().state, Customer.objects.get().status) == (HitState.CONFIRMED, "REJECTED")
