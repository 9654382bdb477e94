"""Rates are taken from their source by one process at a time, kept, and shared by all."""

import datetime as dt
import functools
from decimal import Decimal

import pytest
from django.db import transaction

from payments import rates, tasks
from payments.models import RateFeed, RateSnapshot
from payments.providers import asking, registry
from payments.providers.rate_source import Pair, RateTable
from payments.rates import feed
from payments.rates import rate_entries as operations
from payments.rates.book import RatesStale, RateUnknown
from payments.rates.rate_entries import Claim
from platforms.base import clock, identifiers
from platforms.base.slots import Slots
from tests.support import factories, threads

real_transactions = pytest.mark.django_db(transaction=True)
pytestmark = pytest.mark.django_db
PRODUCTION = "PRODUCTION"


@pytest.fixture
def someone_in_production(db: None) -> None:
    factories.tenant("acme", environment=PRODUCTION)


def due_now() -> None:
    RateFeed.objects.update(due_at=clock.real_now())


def now_and(delta: dt.timedelta) -> dt.datetime:
    return clock.real_now() + delta


def test_the_first_who_needs_rates_takes_them_and_the_next_find_them(bank):
    first = rates.ensure(PRODUCTION)
    second = rates.ensure(PRODUCTION)

    assert bank.asked == 1
    assert first.snapshot_id == second.snapshot_id == RateSnapshot.objects.get().id
    assert first.rate("USD", "EUR") == Decimal("1.1")


def test_the_beat_asks_a_source_when_it_is_due_and_not_before(bank, someone_in_production):
    assert tasks.refresh_rates() == 1
    assert tasks.refresh_rates() == 0
    due_now()
    assert tasks.refresh_rates() == 1

    assert bank.asked == 2
    row = RateFeed.objects.get()
    assert row.taken_at is not None
    assert (row.source, row.due_at - row.taken_at) == ("ECB", dt.timedelta(hours=1))


def test_a_source_that_no_platform_uses_is_left_alone(bank, acme):
    assert tasks.refresh_rates() == 1

    assert bank.asked == 0
    assert [row.source for row in RateFeed.objects.all()] == ["SANDBOX"]


def test_a_snapshot_is_made_only_when_something_has_changed(bank):
    before = rates.ensure(PRODUCTION)
    due_now()
    assert feed.refresh(registry.rate_source(PRODUCTION))
    unchanged = rates.ensure(PRODUCTION)
    bank.publish(days_ago=0 if clock.real_now().hour >= 14 else 1, USD="1.2000")
    due_now()
    assert feed.refresh(registry.rate_source(PRODUCTION))
    changed = rates.ensure(PRODUCTION)

    assert unchanged.snapshot_id == before.snapshot_id
    assert unchanged.taken_at > before.taken_at
    assert changed.rate("USD", "EUR") == Decimal("1.2")
    assert before.rate("USD", "EUR") == Decimal("1.1")
    assert [row.id for row in RateSnapshot.objects.order_by("id")] == [before.snapshot_id, changed.snapshot_id]


def test_a_source_that_goes_back_to_older_rates_is_not_followed(bank):
    book = rates.ensure(PRODUCTION)
    bank.publish(days_ago=2, USD="0.5")
    due_now()

    assert feed.refresh(registry.rate_source(PRODUCTION)) is False

    assert rates.ensure(PRODUCTION).rate("USD", "EUR") == book.rate("USD", "EUR")
    assert "older rates than before" in RateFeed.objects.get().last_error


def test_what_goes_wrong_is_noted_and_the_last_good_rates_stay(bank):
    book = rates.ensure(PRODUCTION)
    source = registry.rate_source(PRODUCTION)
    bank.serve(b"sorry", status=503)
    due_now()
    started = clock.real_now()

    assert feed.refresh(source) is False
    failing = RateFeed.objects.get()
    assert rates.ensure(PRODUCTION).snapshot_id == book.snapshot_id
    assert failing.last_error == "no file: HTTP status 503"
    assert failing.failing_since is not None
    assert started <= failing.failing_since <= clock.real_now()
    assert started <= failing.due_at - dt.timedelta(minutes=1) <= clock.real_now()
    assert (failing.claimed_by, failing.claimed_until) == (None, None)

    due_now()
    assert feed.refresh(source) is False
    assert RateFeed.objects.get().failing_since == failing.failing_since

    bank.publish()
    due_now()
    assert feed.refresh(source)
    repaired = RateFeed.objects.get()
    assert (repaired.last_error, repaired.failing_since) == ("", None)


class Broken:
    """A source that nobody has tested."""

    name = "BROKEN"
    refresh_every = stale_after = dt.timedelta(hours=1)

    def fetch(self, now: dt.datetime) -> RateTable:
        return RateTable((Pair("USD", "EUR", Decimal(1) / 0),))


def test_a_source_that_breaks_in_a_way_nobody_foresaw_hurts_no_other(someone_in_production, acme, exchange_at):
    exchange_at(f"{__name__}.Broken")

    assert tasks.refresh_rates() == 1

    assert RateFeed.objects.get(source="BROKEN").last_error == "unexpected: DivisionByZero"
    assert rates.ensure("SANDBOX").rate("USD", "USDC") == 1


def test_without_any_rates_there_is_no_book_and_nobody_waits(bank):
    bank.serve(b"", status=500)

    for _ in range(2):
        with pytest.raises(RatesStale, match="no exchange rates at the moment"):
            rates.ensure(PRODUCTION)

    assert bank.asked == 1


def test_rates_as_of_long_ago_are_refused_and_say_since_when(bank):
    bank.publish(days_ago=7)

    book = rates.ensure(PRODUCTION)

    with pytest.raises(RatesStale, match=r"between USD and EUR is as of \d{4}-\d\d-\d\dT14:00:00\.000000Z") as refused:
        book.rate("USD", "EUR")
    assert str(refused.value.details["asOf"]) in str(refused.value)
    found = book.find("USD", "EUR")
    assert found is not None
    assert found.rate == Decimal("1.1")
    assert book.rate("USD", "USD") == 1


def test_after_easter_rates_are_not_too_old(bank):
    # Thursday's rates until Tuesday evening: they are of 14:00 UTC, and good for five days and six hours.
    bank.publish(days_ago=5 if clock.real_now().hour < 20 else 4)

    assert rates.ensure(PRODUCTION).rate("USD", "EUR") == Decimal("1.1")


def test_rates_that_were_not_taken_for_too_long_are_taken_on_the_spot(db):
    rates.ensure("SANDBOX")
    long_ago = now_and(-dt.timedelta(hours=2))
    RateFeed.objects.update(taken_at=long_ago, due_at=long_ago)

    assert rates.ensure("SANDBOX").taken_at > long_ago


def test_rates_age_in_real_time_and_not_by_a_sandbox_clock(db):
    rates.ensure("SANDBOX")

    book = rates.current(environment="SANDBOX", now=now_and(dt.timedelta(days=400)))

    assert book.rate("USD", "USDC") == 1


def test_reading_rates_is_one_query_and_rings_when_they_are_due(costs, django_capture_on_commit_callbacks):
    rates.ensure("SANDBOX").rate("EUR", "USD")

    with django_capture_on_commit_callbacks() as woken, costs.of("fresh"):
        rates.current(environment="SANDBOX", now=clock.real_now()).rate("EUR", "USD")
    assert woken == []
    due_now()
    with django_capture_on_commit_callbacks() as woken, costs.of("due"):
        rates.current(environment="SANDBOX", now=clock.real_now())
    assert len(woken) == 1


def test_a_claim_that_ran_out_is_somebody_elses_and_its_late_answer_is_not_kept(bank):
    start = clock.real_now()
    source = registry.rate_source(PRODUCTION)
    table = source.fetch(start)

    lost = operations.claim(source="ECB", now=start)
    assert lost is not None
    meanwhile = operations.claim(source="ECB", now=start + dt.timedelta(seconds=29))
    later = start + operations.CLAIM
    taken_up = operations.claim(source="ECB", now=later)
    assert taken_up is not None
    late = operations.record(claim=lost, table=table, refresh_every=source.refresh_every, now=later)
    operations.note_failure(claim=lost, reason="late", now=later)
    in_time = operations.record(claim=taken_up, table=table, refresh_every=source.refresh_every, now=later)

    assert (meanwhile, late, in_time) == (None, False, True)
    assert RateFeed.objects.get().last_error == ""
    assert RateSnapshot.objects.get().id == taken_up.key


@real_transactions
def test_of_eight_who_need_rates_at_once_one_asks_and_all_get_them(bank):
    bank.publish(delay=0.3)

    books = threads.at_once([functools.partial(rates.ensure, PRODUCTION)] * 8)

    assert bank.asked == 1
    assert {book.snapshot_id for book in books} == {RateSnapshot.objects.get().id}


@real_transactions
def test_control_without_the_claim_all_eight_ask(bank, monkeypatch, settings):
    settings.WEB_THREADS = 16
    monkeypatch.setattr(asking, "SOURCES", Slots(lambda: 24))
    bank.publish(delay=0.3)
    monkeypatch.setattr(operations, "claim", lambda *, source, **_: Claim(source, identifiers.new_key()))

    threads.at_once([functools.partial(rates.ensure, PRODUCTION)] * 8)

    assert bank.asked >= 8


@real_transactions
def test_rates_are_not_taken_within_a_database_transaction(bank):
    with pytest.raises(RuntimeError, match="durable"), transaction.atomic():
        rates.ensure(PRODUCTION)

    assert bank.asked == 0


def test_a_rate_that_nobody_knows_is_refused(db):
    book = rates.ensure("SANDBOX")

    with pytest.raises(RateUnknown, match="between USD and XXX"):
        book.rate("USD", "XXX")
    with pytest.raises(RateUnknown):
        book.explain("XXX", "USD")
