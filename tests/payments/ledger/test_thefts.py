"""Thefts that leave the books balanced: the nightly check names the payment of each."""

import datetime as dt

import pytest

from payments.ledger import check
from payments.models import ExternalAccount
from platforms.base import clock
from platforms.models import CheckPart
from platforms.operations import nightly_checks
from tests.banks.rail import world as rail
from tests.banks.statements import world
from tests.banks.statements.world import Entry
from tests.payments.ledger import thefts
from tests.support.payments import checking, rate_entries

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _bank(settings, tmp_path):
    """Folders of the test's own."""
    settings.BANK_FILES_FOLDER = str(tmp_path / "bank")


@pytest.fixture
def place(acme, api, worker, alice, monkeypatch):
    terms = {"source_currency": "USD", "fixed_fee": 150, "variable_rate": "0.01", "rate_multiplier": "1.005"}
    rate_entries.schedule(acme, **terms, now=clock.RealTime(clock.real_now() - dt.timedelta(hours=1)))
    rail.connect(acme.platform)
    return thefts.Place(acme.platform, api, worker, alice, monkeypatch)


THEFTS: dict[str, tuple[thefts.Theft, ...]] = {
    "PRICE_DIFFERS": (
        *(
            thefts.margin_raised,
            thefts.mid_rate_raised,
            thefts.fee_raised,
            thefts.one_unit_kept_of_what_is_received,
            thefts.schedule_of_nobody_charged,
        ),
        *(thefts.rate_rewritten, thefts.amount_lowered_before_it_is_executed, thefts.margin_raised_on_a_payment_by_uma),
        thefts.margin_raised_on_money_that_comes_by_uma,
    ),
    "RAIL_DIFFERS": (
        *(
            thefts.one_unit_less_for_a_payout,
            thefts.one_unit_less_for_a_transfer,
            thefts.one_unit_less_for_a_refund,
            thefts.told_another_currency,
        ),
        *(thefts.told_another_account, thefts.account_exchanged_while_it_is_sent),
    ),
    "PARTY_DIFFERS": (thefts.account_exchanged_before_it_is_sent,),
    "BANK_DIFFERS": (
        *(
            thefts.one_unit_less_in_the_file,
            thefts.one_unit_less_and_the_rest_to_another,
            thefts.only_the_rest_to_another,
        ),
        *(
            thefts.another_account_in_the_file,
            thefts.account_in_the_row_rewritten,
            thefts.paid_by_the_bank_and_called_failed,
        ),
    ),
    "ARRIVAL_DIFFERS": (
        *(
            thefts.deposit_less_than_its_line,
            thefts.line_credited_with_one_unit_less,
            thefts.deposit_moved_to_another_account,
        ),
        *(thefts.line_credited_to_another_account, thefts.decision_about_a_line_deleted),
    ),
    "LINE_DIFFERS": (thefts.line_rewritten, thefts.two_lines_taken_for_one_payment),
    "STATEMENT_DIFFERS": (thefts.line_deleted, thefts.balance_of_a_statement_rewritten),
    "REFUND_DIFFERS": (thefts.refund_shown_that_is_in_suspense,),
    "SETTLEMENT_DIFFERS": (thefts.time_of_settlement_removed,),
}
EACH = [pytest.param(kind, steal, id=steal.__name__) for kind, each in THEFTS.items() for steal in each]


@pytest.mark.parametrize(("kind", "steal"), EACH)
def test_the_nightly_check_names_the_payment_of_a_theft(place, kind, steal):
    stolen = steal(place)

    faults = check.run().faults

    assert kind in {fault["kind"] for fault in faults if fault["subject"] == stolen}, faults


def test_payments_of_an_honest_installation_differ_in_nothing(place):
    place.quoted()
    place.quoted(ends="005")
    place.quoted(ends="007")
    place.sent()
    paid = place.to_the_bank()
    place.arrived()
    world.send(world.camt([Entry(-10_00, world.id_of(paid))], number=2, opening=1_012_34))
    place.worker.run()

    assert check.run().faults == []


def test_accounts_marked_with_a_former_key_are_not_compared(place, settings):
    place.sent()
    settings.BLIND_INDEX_KEY = "another-key-of-blind-indexes-that-is-long-enough"
    for account in ExternalAccount.objects.all():
        account.save(update_fields=["primary_identifier_digest"])

    assert check.run().faults == []


@pytest.mark.parametrize(("kind", "steal"), EACH)
def test_a_night_finds_a_theft_of_the_day_and_a_week_of_nights_an_old_one(place, kind, steal):
    assert checking.check_tonight().faults == []

    stolen = steal(place)

    def is_found(night: int) -> bool:
        faults = checking.check_tonight(days=night).faults
        return kind in {fault["kind"] for fault in faults if fault["subject"] == stolen}

    assert is_found(1)
    # Ten days later all of it is old, and somebody has removed what was known of it.
    is_found(10)
    CheckPart.objects.update(faults=[])
    assert any(is_found(11 + night) for night in range(nightly_checks.NIGHTS))
