"""What waits for people has a case for as long as it waits: it names the payment, the connection and since when."""

import datetime as dt

import pytest
from django.db import transaction

from banks.models import BankException, BankPayment
from banks.rail import by_hand
from banks.statements.by_hand import decisions
from payments.models import OperationsCase, SuspenseItem
from payments.workflow import monitor
from platforms import audit
from platforms.base import clock
from tests.banks.rail import world as rail
from tests.banks.statements import sent_back, world
from tests.banks.statements.sent_back import Bank
from tests.banks.statements.world import Entry
from tests.support.payments import arrivals

pytestmark = pytest.mark.django_db(transaction=True)
OURS = "DE02120300000000202051"


@pytest.fixture
def bank(acme):
    rail.connect(acme.platform)
    return Bank()


def do(operation, **of):
    with transaction.atomic():
        return operation(reason="so", actor=rail.ANNA, now=clock.real_now(), **of)


def causes(kind: str = "MONEY_IN_SUSPENSE") -> dict[str, str]:
    with transaction.atomic():
        monitor.sweep(kind=kind, now=clock.real_now())
    return dict(OperationsCase.objects.filter(kind=kind, state="OPEN").values_list("subject", "cause"))


def waiting_item(bank, worker) -> SuspenseItem:
    bank.state(Entry(60_00, text="hello", account=OURS))
    do(decisions.suspend, exception=BankException.objects.get().pk)
    item: SuspenseItem = SuspenseItem.objects.get()
    assert causes() == {item.public_id: "UNKNOWN_REFERENCE"}
    arrivals.resolve(item, "GIVE_BACK")
    worker.run()
    return item


def test_an_item_whose_movement_waits_has_a_case_of_its_own_until_it_goes_on(bank, worker):
    item = waiting_item(bank, worker)

    [(subject, cause)] = causes().items()

    assert subject == item.public_id
    assert item.deposit is not None
    for named in (item.deposit.public_id, "house-bank", "waits since 20", "an account of ours"):
        assert named in cause
    assert list(OperationsCase.objects.filter(state="CLOSED").values_list("cause", "closed_by")) == [
        ("UNKNOWN_REFERENCE", audit.SYSTEM.id)
    ]
    assert list(causes()) == [subject], "one case, however often it is looked for"
    do(by_hand.carry_out, payment=BankPayment.objects.get().pk)
    assert causes() == {}


def test_an_item_that_is_open_again_has_the_case_of_an_open_item(bank, worker):
    item = waiting_item(bank, worker)
    causes()

    do(by_hand.give_up, payment=BankPayment.objects.get().pk)
    worker.run()

    assert causes() == {item.public_id: "UNKNOWN_REFERENCE"}


def test_a_bank_that_is_silent_about_money_out_of_suspense_is_a_case_after_its_days(api, acme, worker, alice):
    bank = Bank()
    out = sent_back.sent_back_out_of_suspense(api, acme, worker, alice, bank)
    assert causes() == {}

    assert api.post("/sandbox/clock/advance", {"seconds": 11 * 86_400}).status_code == 200
    worker.run()

    [cause] = causes().values()
    assert "the bank has said nothing" in cause
    bank.state(Entry(-out.row.amount, out.row.end_to_end_id))
    worker.run()
    assert causes() == {}


def test_money_that_no_worker_takes_up_is_a_case(api, acme, worker):
    item = arrivals.item_of(arrivals.arrive(acme.platform, 70_00))
    arrivals.resolve(item, "GIVE_BACK")
    assert causes() == {}

    SuspenseItem.objects.update(next_attempt_at=clock.real_now() - dt.timedelta(hours=1))

    assert "no worker has taken it up" in causes()[item.public_id]


@pytest.mark.any_clock
def test_a_refund_that_waits_for_people_is_a_case_at_once_and_ends_with_the_waiting(api, bank, worker, alice):
    payment = world.unpaid_quote(api, alice, 100_00)
    bank.state(Entry(60_00, text=rail.payment_of(payment).reference, account=OURS))
    worker.run()

    [(subject, cause)] = causes("PAYMENT_STUCK").items()

    assert subject == payment
    # In real time, also where the platform's clock was moved.
    assert OperationsCase.objects.get(subject=payment).since <= clock.real_now()
    for named in ("its refund waits at house-bank since 20", "an account of ours"):
        assert named in cause
    do(
        by_hand.enter_account,
        payment=BankPayment.objects.get().pk,
        account=by_hand.seal(name="Ada", number="FR1420041010050500013M02606", bank=""),
    )
    worker.run()
    assert causes("PAYMENT_STUCK") == {}
