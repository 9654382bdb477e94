"""Rates that staff enter: direct, inverse, or through a currency in common; with a history and an effective time."""

import datetime as dt
from decimal import Decimal

import pytest

from payments import rates
from payments.models import RateFeed, StaffRate
from payments.providers import registry
from payments.rates import feed
from payments.rates import rate_entries as operations
from payments.rates.book import RatesStale, RateUnknown
from platforms.base import clock, errors
from platforms.models import AuditEntry
from tests.support.payments import rate_entries

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("staff_rates")]
PRODUCTION = "PRODUCTION"
HOUR = dt.timedelta(hours=1)


def test_a_rate_is_used_as_entered_and_the_other_way_round():
    rate_entries.rate("USD", "EUR", "1.25")

    book = rates.ensure(PRODUCTION)

    assert book.rate("USD", "EUR") == Decimal("1.25")
    assert book.rate("EUR", "USD") == Decimal("0.8")


def test_each_direction_may_have_a_rate_of_its_own():
    rate_entries.rate("USD", "EUR", "1.25")
    rate_entries.rate("EUR", "USD", "0.81")

    book = rates.ensure(PRODUCTION)

    assert book.rate("USD", "EUR") == Decimal("1.25")
    assert book.rate("EUR", "USD") == Decimal("0.81")


def test_two_rates_that_share_a_currency_make_a_third():
    rate_entries.rate("USD", "EUR", "1.25")
    rate_entries.rate("MXN", "USD", "18")

    book = rates.ensure(PRODUCTION)

    assert book.rate("MXN", "EUR") == Decimal("22.5")
    assert [step["inverse"] for step in book.explain("EUR", "MXN")["steps"]] == [True, True]


def test_the_currency_that_most_others_share_is_gone_through_first():
    for code, value in {"EUR": "0.9", "MXN": "18", "GBP": "0.8"}.items():
        rate_entries.rate(code, "USD", value)
    rate_entries.rate("MXN", "BRL", "3")
    rate_entries.rate("EUR", "BRL", "0.2")

    steps = rates.ensure(PRODUCTION).explain("MXN", "EUR")["steps"]

    assert [(step["source"], step["destination"]) for step in steps] == [("MXN", "USD"), ("EUR", "USD")]


def test_two_extremes_make_no_rate():
    rate_entries.rate("USD", "EUR", "1e-12")
    rate_entries.rate("EUR", "GBP", "0.1")
    rate_entries.rate("EUR", "MXN", "1")

    book = rates.ensure(PRODUCTION)

    assert book.rate("USD", "MXN") == Decimal("1e-12")
    with pytest.raises(RateUnknown):
        book.rate("USD", "GBP")


def test_there_is_no_rate_through_two_currencies():
    rate_entries.rate("MXN", "USD", "18")
    rate_entries.rate("USD", "EUR", "1.25")
    rate_entries.rate("EUR", "GBP", "1.1")

    with pytest.raises(RateUnknown):
        rates.ensure(PRODUCTION).rate("MXN", "GBP")


def test_the_latest_that_has_become_effective_wins_and_the_history_stays():
    now = clock.real_now()
    rate_entries.rate("USD", "EUR", "1.1", now=now - 3 * HOUR)
    rate_entries.rate("USD", "EUR", "1.2", now=now - 2 * HOUR, effective_at=now - HOUR)
    rate_entries.rate("USD", "EUR", "1.3", now=now - 2 * HOUR, effective_at=now + HOUR)

    assert rates.ensure(PRODUCTION).rate("USD", "EUR") == Decimal("1.2")
    assert StaffRate.objects.count() == 3


def test_of_two_for_one_moment_the_one_entered_later_wins():
    moment = clock.real_now()
    rate_entries.rate("USD", "EUR", "1.1", now=moment)
    rate_entries.rate("USD", "EUR", "1.2", now=moment)

    assert rates.ensure(PRODUCTION).rate("USD", "EUR") == Decimal("1.2")


def test_a_rate_to_come_is_looked_for_when_it_comes():
    comes = clock.real_now() + dt.timedelta(minutes=2)
    rate_entries.rate("USD", "EUR", "1.1")
    rate_entries.rate("USD", "EUR", "1.2", effective_at=comes)

    rates.ensure(PRODUCTION)

    assert RateFeed.objects.get().due_at == comes


def test_a_new_rate_is_taken_at_once():
    rate_entries.rate("USD", "EUR", "1.1")
    before = rates.ensure(PRODUCTION)
    rate_entries.rate("USD", "EUR", "1.2")

    assert RateFeed.objects.get().due_at <= clock.real_now()
    assert feed.refresh(registry.rate_source(PRODUCTION))
    assert rates.ensure(PRODUCTION).rate("USD", "EUR") == Decimal("1.2")
    assert before.rate("USD", "EUR") == Decimal("1.1")


def test_a_rate_entered_while_others_are_being_taken_is_not_missed():
    rate_entries.rate("USD", "EUR", "1.1")
    source = registry.rate_source(PRODUCTION)
    start = clock.real_now()
    claim = operations.claim(source=source.name, now=start)
    assert claim is not None
    table = source.fetch(start)
    rate_entries.rate("USD", "EUR", "1.2")

    assert operations.record(claim=claim, table=table, refresh_every=source.refresh_every, now=start)

    assert RateFeed.objects.get().due_at <= clock.real_now()
    assert feed.refresh(source)
    assert rates.ensure(PRODUCTION).rate("USD", "EUR") == Decimal("1.2")


def test_a_rate_is_too_old_a_day_after_it_became_effective_though_others_are_young(settings):
    now = clock.real_now()
    rate_entries.rate("USD", "EUR", "1.1", now=now - 25 * HOUR)
    rate_entries.rate("MXN", "USD", "18")

    book = rates.ensure(PRODUCTION)

    assert book.rate("MXN", "USD") == 18
    for sending, receiving in (("USD", "EUR"), ("EUR", "USD"), ("MXN", "EUR")):
        with pytest.raises(RatesStale):
            book.rate(sending, receiving)
    settings.STAFF_RATES_STALE_HOURS = 48
    assert rates.ensure(PRODUCTION).rate("USD", "EUR") == Decimal("1.1")


def test_without_any_entry_there_are_no_rates():
    with pytest.raises(RatesStale):
        rates.ensure(PRODUCTION)

    assert RateFeed.objects.get().last_error == "there is no rate at all"


@pytest.mark.parametrize("value", ["1.23456789012345e-12", "999999999999", "0.1", "123456789012.345"])
def test_a_rate_is_kept_to_its_last_digit(value):
    rate_entries.rate("USD", "EUR", value)

    assert rates.ensure(PRODUCTION).rate("USD", "EUR") == Decimal(value)


def test_who_entered_what_and_why_is_written_down():
    row = rate_entries.rate("USD", "EUR", "1.25", reason="  fixing of noon  ")

    assert (row.entered_by, row.reason) == ("clerk", "fixing of noon")
    entry = AuditEntry.objects.get(verb="staff_rate.enter")
    assert (entry.actor_kind, entry.actor_id, entry.subject) == ("STAFF", "clerk", f"StaffRate:{row.id}")
    assert entry.details == {"source": "USD", "destination": "EUR", "rate": "1.25", "reason": "fixing of noon"}


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"source": "XXX"}, "source"),
        ({"destination": ""}, "destination"),
        ({"destination": "USD"}, "destination"),
        ({"value": "0"}, "rate"),
        ({"value": "-1"}, "rate"),
        ({"value": "NaN"}, "rate"),
        ({"value": "1e13"}, "rate"),
        ({"value": "1e-13"}, "rate"),
        ({"value": "1.000000000000001"}, "rate"),
        ({"reason": " "}, "reason"),
        ({"effective_at": dt.datetime(2020, 1, 1, tzinfo=dt.UTC)}, "effective_at"),
    ],
)
def test_a_slip_of_the_hand_is_refused_by_name(change, field):
    entry = {"source": "USD", "destination": "EUR", "value": "1.25"} | change

    with pytest.raises(errors.InvalidInput) as refused:
        rate_entries.rate(entry.pop("source"), entry.pop("destination"), entry.pop("value"), **entry)

    assert field in [problem["field"] for problem in refused.value.problems]
    assert StaffRate.objects.count() == 0
