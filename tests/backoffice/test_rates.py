"""Staff enter rates and fee schedules in dialogs; what was entered stays."""

import datetime as dt
from decimal import Decimal

import pytest
from django.contrib.auth.models import Group, Permission, User
from django.urls import reverse

from payments import rates
from payments.models import FeeSchedule, RateFeed, RateSnapshot, StaffRate
from platforms.backoffice.actions import Role
from platforms.base import clock
from platforms.models import AuditEntry, Proposal
from tests.backoffice.conftest import BackOffice, list_of, page_of
from tests.support.payments import rate_entries

ENTER_RATE = "admin:payments_staffrate_enter_rate"
ENTER_SCHEDULE = "admin:payments_feeschedule_enter_schedule"
END_SCHEDULE = "admin:payments_feeschedule_end_schedule"


@pytest.fixture
def clerk(db) -> BackOffice:
    """Staff who may enter what is exchanged at, and see it."""
    user = User.objects.create_user(username="clerk", is_staff=True)
    user.groups.add(Group.objects.get(name=Role.OPERATIONS))
    return BackOffice(user)


@pytest.fixture
def chief(db) -> BackOffice:
    """A second person of the same role."""
    user = User.objects.create_user(username="chief", is_staff=True)
    user.groups.add(Group.objects.get(name=Role.OPERATIONS))
    return BackOffice(user)


def approve(office: BackOffice):
    """Approve the one open proposal."""
    proposal = Proposal.objects.get(status="OPEN")
    address = reverse("admin:platforms_proposal_approve", args=[proposal.pk])
    return office.post(address, _form_submitted="True", reason="as agreed")


@pytest.fixture
def reader(db) -> BackOffice:
    """Staff who may only look."""
    user = User.objects.create_user(username="reader", is_staff=True)
    user.user_permissions.add(*Permission.objects.filter(codename__startswith="view_"))
    return BackOffice(user)


def rate_entry(**changes: str) -> dict[str, str]:
    entry = {"source": "USD", "destination": "EUR", "rate": "1.0825", "effective_at": "", "reason": "fixing of noon"}
    return {"_form_submitted": "True", **entry, **changes}


def schedule_entry(platform, /, **changes: str) -> dict[str, str]:
    entry = {
        "_form_submitted": "True",
        "platform": str(platform.id),
        "source_currency": "USD",
        "destination_currency": "",
        "fixed_fee": "1.50",
        "variable_rate": "1.5",
        "rate_multiplier": "1",
        "effective_from": "",
        "effective_until": "",
        "reason": "contract 17",
    }
    return entry | changes


def test_a_rate_is_entered_by_two_people_and_shown(clerk, chief):
    assert "Enter a rate" in clerk.text(list_of(StaffRate))
    assert "Price of one unit of the destination currency" in clerk.text(reverse(ENTER_RATE))

    reply = clerk.post(reverse(ENTER_RATE), **rate_entry())
    proposal = Proposal.objects.get()
    assert reply["HX-Redirect"] == page_of(proposal)
    assert not StaffRate.objects.exists(), "one person is not enough"
    assert "1.0825" in chief.text(page_of(proposal))
    approve(chief)

    row = StaffRate.objects.get()
    assert (row.source, row.destination, row.rate, row.entered_by) == ("USD", "EUR", Decimal("1.0825"), "clerk")
    assert "1.0825" in clerk.text(page_of(row))
    entry = AuditEntry.objects.get(subject=row.public_id)
    assert (entry.actor_kind, entry.actor_id, entry.verb) == ("STAFF", "chief", "staff_rate.enter")
    assert entry.details["proposedBy"] == "clerk"


def test_nobody_enters_a_rate_alone(clerk):
    clerk.post(reverse(ENTER_RATE), **rate_entry())

    reply = approve(clerk)

    assert "HX-Redirect" not in reply
    assert not StaffRate.objects.exists()


def test_a_rate_may_be_entered_for_a_time_to_come(clerk, chief):
    comes = (clock.real_now() + dt.timedelta(days=1)).replace(second=0, microsecond=0)

    clerk.post(reverse(ENTER_RATE), **rate_entry(effective_at=f"{comes:%Y-%m-%dT%H:%M}"))
    approve(chief)

    assert StaffRate.objects.get().effective_at == comes


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"reason": ""}, "This field is required."),
        ({"reason": "  "}, "This field is required."),
        ({"rate": ""}, "This field is required."),
        ({"rate": "0"}, "must be between"),
        ({"rate": "one"}, "Enter a number."),
        ({"destination": "USD"}, "must be another currency"),
        ({"source": "XXX"}, "Select a valid choice."),
        ({"effective_at": "2020-01-01T00:00"}, "must not be in the past"),
    ],
)
def test_a_slip_of_the_hand_is_named_beside_its_field_and_nothing_is_entered(clerk, change, said):
    reply = clerk.post(reverse(ENTER_RATE), **rate_entry(**change))

    assert reply.status_code == 200
    assert "HX-Redirect" not in reply
    assert said in reply.content.decode()
    assert not StaffRate.objects.exists()
    assert not AuditEntry.objects.filter(verb="staff_rate.enter").exists()


def test_a_rate_whose_time_has_passed_is_not_approved(clerk, chief):
    now = clock.real_now()
    proposal = Proposal.objects.create(
        verb="staff_rate.enter",
        subject="USD for EUR",
        arguments={"source": "USD", "destination": "EUR", "rate": "1.1", "effective_at": "2026-01-01T00:00:00+00:00"},
        reason="fixing of noon",
        proposed_by="clerk",
        proposed_at=now,
        expires_at=now + dt.timedelta(hours=1),
    )

    approve(chief)

    assert not StaffRate.objects.exists()
    assert "must not be in the past" in chief.text(page_of(proposal))


def test_a_fee_schedule_is_entered_shown_and_ended_by_two_people(clerk, chief, acme):
    clerk.post(reverse(ENTER_SCHEDULE), **schedule_entry(acme.platform))
    assert not FeeSchedule.objects.exists()
    approve(chief)
    schedule = FeeSchedule.objects.get()
    page = clerk.text(page_of(schedule))
    assert all(text in page for text in ("USD → any", "1.50 USD", "1.5 %", ">1 %<", "contract 17"))
    assert (schedule.fixed_fee, schedule.variable_rate, schedule.rate_multiplier) == (
        150,
        Decimal("0.015"),
        Decimal("1.01"),
    )

    clerk.post(reverse(END_SCHEDULE, args=[schedule.pk]), _form_submitted="True", effective_until="", reason="too dear")
    assert FeeSchedule.objects.get().effective_until is None
    approve(chief)

    assert FeeSchedule.objects.get().effective_until is not None
    verbs = (
        AuditEntry.objects.filter(subject=schedule.public_id, verb__startswith="fee_schedule")
        .order_by("id")
        .values_list("verb", "details__reason")
    )
    assert list(verbs) == [("fee_schedule.create", "contract 17"), ("fee_schedule.end", "too dear")]


def test_a_fee_schedule_is_in_force_from_and_until_the_moments_that_were_entered(clerk, chief, acme):
    moments = {"effective_from": "2130-01-31T10:00", "effective_until": "2130-02-28T17:30"}
    clerk.post(reverse(ENTER_SCHEDULE), **schedule_entry(acme.platform, **moments))
    approve(chief)

    schedule = FeeSchedule.objects.get()

    assert schedule.effective_from == dt.datetime(2130, 1, 31, 10, tzinfo=dt.UTC)
    assert schedule.effective_until == dt.datetime(2130, 2, 28, 17, 30, tzinfo=dt.UTC)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"reason": ""}, "This field is required."),
        ({"source_currency": ""}, "needs a source currency"),
        ({"fixed_fee": "1.505"}, "USD has 2 decimals"),
        ({"fixed_fee": "1,50"}, "Write it with a point before the decimals"),
        ({"fixed_fee": "-1"}, "must not be less than 0"),
        ({"fixed_fee": "1" * 25}, "larger than an amount can be"),
        ({"fixed_fee": f"1.{'0' * 28}1"}, "no more than 28 digits"),
        ({"variable_rate": "100"}, "less than or equal to 99.999999"),
        ({"rate_multiplier": "101"}, "less than or equal to 100"),
        ({"rate_multiplier": "-51"}, "greater than or equal to -50"),
        ({"platform": "0197f0d2-1111-7000-8000-000000000000"}, "Select a valid choice."),
        ({"effective_until": "2020-01-01T00:00"}, "must be later than the beginning"),
    ],
)
def test_a_schedule_that_makes_no_sense_is_not_entered(clerk, acme, change, said):
    reply = clerk.post(reverse(ENTER_SCHEDULE), **schedule_entry(acme.platform, **change))

    assert said in reply.content.decode()
    assert not FeeSchedule.objects.exists()


@pytest.mark.parametrize("key", ["0197f0d2-1111-7000-8000-000000000000", "nonsense"])
def test_a_schedule_that_is_not_there_is_not_ended(clerk, key):
    reply = clerk.post(reverse(END_SCHEDULE, args=[key]), _form_submitted="True", effective_until="", reason="x")

    assert reply.status_code == 200
    assert "must be a schedule that there is" in reply.content.decode()


def test_who_may_only_look_is_offered_nothing_and_refused(reader, acme):
    schedule = rate_entries.schedule(acme)

    assert "Enter a rate" not in reader.text(list_of(StaffRate))
    assert "Enter a schedule" not in reader.text(list_of(FeeSchedule))
    assert reader.post(reverse(ENTER_RATE), **rate_entry()).status_code == 403
    assert reader.post(reverse(ENTER_SCHEDULE), **schedule_entry(acme.platform)).status_code == 403
    ended = reader.post(reverse(END_SCHEDULE, args=[schedule.pk]), _form_submitted="True", reason="x")
    assert ended.status_code == 403
    assert not StaffRate.objects.exists()
    assert FeeSchedule.objects.get().effective_until is None


def test_sources_show_their_age_what_went_wrong_and_what_was_taken(reader):
    rates.ensure("SANDBOX")
    RateFeed.objects.create(
        source="ECB",
        due_at=clock.real_now(),
        tried_at=clock.real_now(),
        failing_since=clock.real_now(),
        last_error="no file: TIMEOUT",
    )

    listed = reader.text(list_of(RateFeed))
    RateFeed.objects.filter(source="SANDBOX").update(taken_at=clock.real_now() - dt.timedelta(hours=2))
    listed_later = reader.text(list_of(RateFeed))
    page = reader.text(page_of(RateFeed.objects.get(source="SANDBOX")))
    snapshot = reader.text(page_of(RateSnapshot.objects.get()))

    assert all(text in listed for text in ("Never taken", "no file: TIMEOUT", "Fresh"))
    assert "Too old" in listed_later
    assert page_of(RateSnapshot.objects.get()) in page
    assert f"{list_of(RateSnapshot)}?q=SANDBOX" in page
    assert page_of(RateSnapshot.objects.get()) in reader.text(list_of(RateSnapshot), q="SANDBOX")
    assert page_of(RateSnapshot.objects.get()) not in reader.text(list_of(RateSnapshot), q="ECB")
    assert "18.5" in snapshot
    assert "MXN" in snapshot
