"""Which schedule applies to a corridor, and what may be done with one."""

import datetime as dt
from decimal import Decimal

import pytest
from django.db import IntegrityError, connection, transaction

from payments.models import FeeSchedule
from payments.pricing import fee_schedules
from payments.pricing.arithmetic import Fees
from payments.pricing.fee_schedules import FeeTerms
from platforms.base import clock, errors
from platforms.models import AuditEntry
from tests.support.payments import rate_entries
from tests.support.payments.rate_entries import end

pytestmark = pytest.mark.django_db
HOUR = dt.timedelta(hours=1)


def find(tenant, sending="USD", receiving="EUR", *, now=None) -> FeeTerms:
    return fee_schedules.find(
        platform_id=tenant.platform.id, sending=sending, receiving=receiving, now=now or clock.real_now()
    )


def test_without_a_schedule_there_is_no_fee_and_no_margin(acme):
    assert find(acme) == FeeTerms(None, Fees(0, Decimal(0)), Decimal(1))


def test_the_schedule_that_names_most_of_the_corridor_wins(acme):
    everywhere = rate_entries.schedule(acme, variable_rate="0.04")
    to_euro = rate_entries.schedule(acme, destination_currency="EUR", variable_rate="0.03")
    from_dollar = rate_entries.schedule(acme, source_currency="USD", variable_rate="0.02")
    both = rate_entries.schedule(acme, source_currency="USD", destination_currency="EUR", variable_rate="0.01")

    assert find(acme).schedule_id == both.id
    assert find(acme, "USD", "GBP").schedule_id == from_dollar.id
    assert find(acme, "GBP", "EUR").schedule_id == to_euro.id
    assert find(acme, "GBP", "INR").schedule_id == everywhere.id
    end(both)
    assert find(acme).schedule_id == from_dollar.id


def test_of_equals_the_latest_effective_wins(acme):
    now = clock.real_now()
    rate_entries.schedule(acme, now=now - 3 * HOUR, variable_rate="0.01")
    current = rate_entries.schedule(acme, now=now - 3 * HOUR, effective_from=now - HOUR, variable_rate="0.02")
    coming = rate_entries.schedule(acme, effective_from=now + HOUR, variable_rate="0.03")

    assert find(acme) == FeeTerms(current.id, Fees(0, Decimal("0.02")), Decimal(1))
    assert find(acme, now=now + HOUR).schedule_id == coming.id


def test_a_schedule_is_effective_from_its_first_moment_to_just_before_its_last(acme):
    start = clock.real_now() + HOUR
    schedule = rate_entries.schedule(acme, effective_from=start, effective_until=start + HOUR, variable_rate="0.01")
    tick = dt.timedelta(microseconds=1)

    found = {
        moment: find(acme, now=start + moment).schedule_id is not None
        for moment in (-tick, dt.timedelta(), HOUR - tick, HOUR)
    }

    assert list(found.values()) == [False, True, True, False]
    assert FeeSchedule.objects.get() == schedule


def test_a_platform_pays_its_own_fees_only(acme, rival):
    rate_entries.schedule(rival, variable_rate="0.5")

    assert find(acme).schedule_id is None


def test_one_query_finds_the_terms_of_a_corridor_or_of_all(acme, costs):
    for source in ("USD", "EUR", "GBP", ""):
        for destination in ("USD", "EUR", ""):
            rate_entries.schedule(acme, source_currency=source, destination_currency=destination, variable_rate="0.01")

    with costs.of():
        tariff = fee_schedules.tariff(platform_id=acme.platform.id, now=clock.real_now())
        assert tariff.terms(sending="GBP", receiving="EUR") == find(acme, "GBP", "EUR")


def test_the_charged_rate_is_the_mid_rate_with_the_margin_rounded_once():
    terms = FeeTerms(None, Fees(), Decimal("1.0125"))

    assert terms.exchange_rate(Decimal("0.333333333333333")) == Decimal("0.337500000000000")
    assert FeeTerms().exchange_rate(Decimal("0.333333333333333")) == Decimal("0.333333333333333")


def test_an_end_is_now_or_later_and_only_moves_nearer(acme):
    now = clock.real_now()
    schedule = rate_entries.schedule(acme, now=now - HOUR, effective_until=now + 3 * HOUR)

    for at, field in ((now + 4 * HOUR, "effective_until"), (now - HOUR, "effective_until")):
        with pytest.raises(errors.InvalidInput) as refused:
            end(schedule, at=at, now=now)
        assert refused.value.problems[0]["field"] == field
    assert end(schedule, at=now + HOUR, now=now).effective_until == now + HOUR
    assert end(schedule, now=now).effective_until == now
    with pytest.raises(errors.InvalidInput):
        end(schedule, now=now)


def test_a_schedule_that_has_not_begun_never_does_when_it_is_ended(acme):
    start = clock.real_now() + HOUR
    schedule = rate_entries.schedule(acme, effective_from=start, variable_rate="0.01")

    assert end(schedule).effective_until == start
    assert find(acme, now=start).schedule_id is None


def test_who_entered_and_ended_it_and_why_is_written_down(acme):
    schedule = rate_entries.schedule(acme, source_currency="USD", fixed_fee=25)
    end(schedule, reason="too cheap")

    made, ended = AuditEntry.objects.filter(subject=f"FeeSchedule:{schedule.id}").order_by("id")
    assert (made.verb, made.actor_id, made.platform_id) == ("fee_schedule.create", "clerk", acme.platform.id)
    assert made.details["corridor"] == "USD → any"
    assert (made.details["fixedFee"], made.details["reason"]) == (25, "agreed with the platform")
    assert (ended.verb, ended.details["reason"]) == ("fee_schedule.end", "too cheap")


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"source_currency": "XXX"}, "source_currency"),
        ({"destination_currency": "usd"}, "destination_currency"),
        ({"fixed_fee": -1}, "fixed_fee"),
        ({"fixed_fee": 1}, "fixed_fee"),
        ({"source_currency": "USD", "fixed_fee": 2**63}, "fixed_fee"),
        ({"variable_rate": "1"}, "variable_rate"),
        ({"variable_rate": "-0.1"}, "variable_rate"),
        ({"variable_rate": "0.000000001"}, "variable_rate"),
        ({"variable_rate": "NaN"}, "variable_rate"),
        ({"variable_rate": "1e40"}, "variable_rate"),
        ({"rate_multiplier": "0.49"}, "rate_multiplier"),
        ({"rate_multiplier": "2.1"}, "rate_multiplier"),
        ({"rate_multiplier": "Infinity"}, "rate_multiplier"),
        ({"effective_from": dt.datetime(2020, 1, 1, tzinfo=dt.UTC)}, "effective_from"),
        ({"effective_until": dt.datetime(2020, 1, 1, tzinfo=dt.UTC)}, "effective_until"),
        ({"reason": ""}, "reason"),
    ],
)
def test_a_slip_of_the_hand_is_refused_by_name(acme, change, field):
    with pytest.raises(errors.InvalidInput) as refused:
        rate_entries.schedule(acme, **change)

    assert [problem["field"] for problem in refused.value.problems] == [field]
    assert FeeSchedule.objects.count() == 0


@pytest.mark.parametrize(
    "change",
    [
        "fixed_fee = 1",
        "effective_until = NULL",
        "effective_until = effective_until + interval '1 hour'",
        "reason = 'other', effective_until = effective_from",
    ],
)
def test_the_database_lets_nobody_change_what_was_agreed(acme, change):
    rate_entries.schedule(acme, source_currency="USD", effective_until=clock.real_now() + HOUR)

    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"UPDATE payments_feeschedule SET {change}")
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        FeeSchedule.objects.all().delete()
