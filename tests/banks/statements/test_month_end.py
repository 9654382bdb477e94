"""Banks and the close of a month: what is asked of them, and which entries correct a closed month."""

import datetime as dt
from typing import Any

import pytest
from django.db import transaction

from banks.models import BankException, Claim
from banks.statements import claims
from banks.statements.by_hand import decisions
from payments.closing import checklist, figures
from payments.closing.checklist import Item
from payments.models import Correction, JournalEntry, MonthClose, SuspenseItem
from payments.reporting.reports import catalogue
from payments.reporting.reports.declared import Asked
from platforms import audit
from platforms.base import clock
from platforms.base.reports.periods import Period
from tests.banks.rail import world as rail
from tests.banks.statements import world
from tests.banks.statements.world import Entry
from tests.support.payments import month_ends

pytestmark = pytest.mark.django_db(transaction=True)
_BOOKED = ["BANK_FEE", "DEPOSIT_RECEIVED", "DEPOSIT_RECEIVED"]


@pytest.fixture
def month(api, acme) -> dt.date:
    """A month that is over, by the clock of the platform."""
    return month_ends.end_month(api, acme.platform)


def last_day(month: dt.date) -> dt.date:
    return figures.following(month) - dt.timedelta(days=1)


def answers(platform, month: dt.date) -> dict[str, Item]:
    row = MonthClose(platform=platform, month=month)
    return {item.name: item for item in checklist.ask(row, ())}


def send(month: dt.date, *entries: Entry, until: dt.date | None = None) -> None:
    world.send(world.camt(entries, day=until or last_day(month)))


def test_without_a_bank_nothing_is_asked_of_banks(acme, month):
    assert [(answers(acme.platform, month)[name].is_fine) for name in ("bank", "lines")] == [True, True]


def test_a_bank_whose_statements_do_not_reach_the_end_of_the_month_is_named(acme, month):
    rail.connect(acme.platform)
    assert answers(acme.platform, month)["bank"].figure == "house-bank: it has sent no statement"
    send(month, until=month)
    assert answers(acme.platform, month)["bank"].figure == f"house-bank: its statements reach until {month}"
    world.send(world.camt([], number=2, day=last_day(month)))
    assert answers(acme.platform, month)["bank"] == Item(
        "bank", "Books against bank", "house-bank: equal", is_fine=True
    )


def test_a_line_that_nobody_has_decided_and_one_that_only_the_bank_knows_are_asked_about(acme, month):
    rail.connect(acme.platform)
    send(month, Entry(-12_34, day=month, name="Landlord"))

    asked = answers(acme.platform, month)

    assert asked["lines"].figure == f"1 booked until {last_day(month)} wait for people"
    assert asked["bank"].figure == "house-bank: 1 of -12.34 EUR only the bank knows"
    assert not asked["lines"].is_fine
    assert not asked["bank"].is_fine
    # The next month is none of its business.
    assert answers(acme.platform, (month - dt.timedelta(days=1)).replace(day=1))["lines"].is_fine


@pytest.mark.usefixtures("within_an_hour")
def test_what_only_the_books_know_is_asked_about(api, acme, worker, alice):
    rail.connect(acme.platform)
    [paid] = rail.given_out(api, worker, alice, 10_00)
    world.send(world.camt([Entry(-10_00, world.id_of(paid))], kind="052"))
    worker.run()
    assert rail.payment_of(paid).status == "COMPLETED"
    month = acme.platform.now().date().replace(day=1)

    assert "1 of -10.00 EUR only the books know" in answers(acme.platform, month)["bank"].figure


@pytest.mark.parametrize("is_closed", [True, False])
def test_what_a_bank_did_in_a_closed_month_is_booked_in_the_open_one_and_names_it(api, acme, month, alice, is_closed):
    rail.connect(acme.platform)
    reference = api.get(f"/customers/internal-accounts?customerId={alice}&currency=EUR").json()["data"][0]
    named = reference["fundingPaymentInstructions"][0]["accountOrWalletInfo"]["reference"]
    if is_closed:
        month_ends.begin(acme.platform, month)
    send(
        month,
        Entry(50_00, text=named, day=month),
        Entry(-12_34, day=month, name="Landlord", reference="B-2"),
        Entry(60_00, day=month, text="nobody", reference="B-3"),
    )
    with transaction.atomic():
        staff: dict[str, Any] = {"reason": "seen", "actor": audit.Actor("STAFF", "olga"), "now": clock.real_now()}
        for line in BankException.objects.filter(closed_at=None).order_by("line__number"):
            if line.line.amount == 12_34:
                decisions.charge(exception=line.pk, platform=acme.platform.pk, **staff)
            else:
                decisions.suspend(exception=line.pk, platform=acme.platform.pk, **staff)

    assert sorted(JournalEntry.objects.values_list("purpose", flat=True)) == _BOOKED
    assert SuspenseItem.objects.get().amount == 60_00
    marked = sorted(Correction.objects.values_list("entry__purpose", "month"))
    assert marked == ([(purpose, month) for purpose in _BOOKED] if is_closed else [])


def test_bank_against_books_adds_up_from_the_opening_to_the_closing_and_names_differences_by_age(acme, month):
    rail.connect(acme.platform)
    last = last_day(month)
    send(
        month,
        Entry(-5_00, code="PMNT/MCOP/CHRG", day=month),
        Entry(-12_34, day=month, name="Landlord", reference="B-2"),
        Entry(60_00, day=last, text="nobody", reference="B-3"),
    )

    [row] = catalogue.OF_STAFF["bank-against-books"].read(
        Asked([acme.platform.pk], ("bankAccount",), Period(month, last))
    )

    undecided = 60_00 - 12_34
    assert row == (
        *("house-bank", "EUR", 1, 1_000_00, undecided - 5_00, 1_000_00 + undecided - 5_00, 0),
        *(undecided, 0, 60_00, -12_34),
    )


def test_lines_that_did_not_come_are_missing(acme, month):
    rail.connect(acme.platform)
    send(month, Entry(-5_00, code="PMNT/MCOP/CHRG", day=month), until=month)
    world.send(world.camt([], number=3, opening=900_00, day=last_day(month)))

    [row] = catalogue.OF_STAFF["bank-against-books"].read(
        Asked([acme.platform.pk], ("bankAccount",), Period(month, last_day(month)))
    )

    assert row[2:7] == (2, 1_000_00, -5_00, 900_00, -95_00)


def test_claims_are_outstanding_until_they_are_settled(acme, month):
    rail.connect(acme.platform)
    send(month, Entry(-12_34, day=month, name="Landlord"), Entry(-2_00, day=month, name="Landlord", reference="B-2"))
    staff: dict[str, Any] = {"reason": "seen", "actor": month_ends.OLGA, "now": clock.real_now()}
    with transaction.atomic():
        for waiting in BankException.objects.filter(closed_at=None):
            decisions.claim(exception=waiting.pk, debtor="BANK", **staff)
        claims.write_off(claim=Claim.objects.get(amount=12_34).pk, amount=2_34, **staff)

    acme.platform.refresh_from_db()
    rows = list(catalogue.OF_STAFF["outstanding"].read(Asked([acme.platform.pk], (), at=acme.platform.now())))
    assert rows == [("EUR", "CLAIMS", 12_00, 0, 0, 0, 12_00)]
    long_after = acme.platform.now() + dt.timedelta(days=40)
    rows = list(catalogue.OF_STAFF["outstanding"].read(Asked([acme.platform.pk], (), at=long_after)))
    assert rows == [("EUR", "CLAIMS", 0, 0, 0, 12_00, 12_00)]
