"""Deposits in suspense: credited to an account that staff name, refunded, or written off."""

import pytest

from payments.ledger import check
from platforms.base import errors
from platforms.models import AuditEntry
from tests.payments.deposits.rails import ListeningRail
from tests.support import factories
from tests.support.payments.arrivals import arrive, item_of, resolve
from webhooks.models import Event

pytestmark = pytest.mark.django_db(transaction=True)
_ABSENT = "0197d6f0-0000-7000-8000-000000000001"


def sound() -> bool:
    return list(check.find()) == []


def test_it_is_credited_to_the_account_that_staff_name(acme, api, alice):
    account = api.internal_account(alice)
    item = item_of(arrive(acme.platform, named="for Alice"))

    resolve(item, "CREDIT_HOLDER", account)

    item.refresh_from_db()
    assert item.resolved_at is not None
    assert item.entry.purpose == "SUSPENSE_CREDITED"
    assert factories.balance_of(account) == 100_00
    assert Event.objects.filter(resource=account, type="INTERNAL_ACCOUNT.BALANCE_UPDATED").count() == 1
    assert AuditEntry.objects.get(verb="suspense.resolve").subject == item.deposit.public_id
    assert sound()


@pytest.mark.parametrize("wrong", ["", "x", f"InternalAccount:{_ABSENT}", "of another", "in euros", "closed"])
def test_it_is_credited_to_no_account_that_does_not_fit(acme, api, rival_api, alice, bob, wrong):  # noqa: PLR0917 - fixtures
    accounts = {
        "of another": rival_api.internal_account(None),
        "in euros": api.internal_account(alice, "EUR"),
        "closed": api.internal_account(bob),
    }
    assert api.delete(f"/customers/{bob}").status_code == 200
    item = item_of(arrive(acme.platform))

    with pytest.raises(errors.InvalidInput):
        resolve(item, "CREDIT_HOLDER", accounts.get(wrong, wrong))

    item.refresh_from_db()
    assert (item.way, item.resolved_at) == ("", None)
    assert sound()


@pytest.mark.any_clock
def test_it_is_refunded_by_the_rail_that_brought_it(acme, worker, adapters):
    adapters(rail="tests.payments.deposits.rails.ListeningRail")
    ListeningRail.heard.clear()
    item = item_of(arrive(acme.platform, 9_00, reference="BANK-77"))
    resolve(item, "GIVE_BACK")
    assert sound()

    worker.run()

    item.refresh_from_db()
    assert item.resolved_at is not None
    assert item.entry.purpose == "SUSPENSE_GIVEN_BACK"
    [told] = ListeningRail.heard
    assert (told.amount, told.currency, told.reference, told.leg) == (9_00, "USD", "BANK-77", "REFUND")
    assert sound()


def test_what_the_rail_can_not_refund_is_in_the_queue_again(acme, api, worker, adapters):
    adapters(rail="tests.support.faulty_rails.StubbornRail")
    item = item_of(arrive(acme.platform))
    resolve(item, "GIVE_BACK")
    worker.run()
    api.post("/sandbox/clock/advance", {"seconds": 60})
    worker.run()

    item.refresh_from_db()
    assert (item.way, item.resolved_at, item.next_attempt_at) == ("", None, None)
    entry = AuditEntry.objects.get(verb="suspense.reopen")
    assert (entry.subject, entry.details["reason"], entry.details["tried"]) == (
        item.deposit.public_id,
        "FAILED",
        "GIVE_BACK",
    )
    assert sound()


@pytest.mark.parametrize(("account", "held_by_platform"), [("PLATFORM_FUNDS", 100_00), ("WRITTEN_OFF", 0)])
def test_it_is_written_off(acme, api, account, held_by_platform):
    item = item_of(arrive(acme.platform))

    resolve(item, "WRITE_OFF", account)

    item.refresh_from_db()
    assert item.entry.purpose == "SUSPENSE_WRITTEN_OFF"
    assert factories.balance_of(api.internal_account(None)) == held_by_platform
    assert sound()


def test_nobody_pays_it_again(acme):
    with pytest.raises(errors.InvalidInput):
        resolve(item_of(arrive(acme.platform)), "PAY_AGAIN")
