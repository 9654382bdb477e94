"""A refund by file goes to the account that paid, as the bank's line names it; if that pays nobody, people decide."""

import pytest
from django.db import transaction

from banks.models import BankException, BankPayment
from banks.rail import by_hand, payers
from banks.statements.by_hand import decisions
from compliance.models import Customer
from payments.models import SuspenseItem
from platforms.base import clock
from tests.banks.rail import world as rail
from tests.banks.statements import sent_back, world
from tests.banks.statements.sent_back import Bank
from tests.banks.statements.world import Entry
from tests.support.compliance import screening_lists
from tests.support.payments import arrivals

pytestmark = pytest.mark.django_db(transaction=True)
ADA, BOB = "FR1420041010050500013M02606", "DE89370400440532013000"


@pytest.fixture
def connection(acme):
    return rail.connect(acme.platform)


@pytest.fixture
def bank(connection):
    """The bank; at the end books and bank agree."""
    made = Bank()
    yield made
    assert sent_back.booked() == made.balance
    assert world.books_are_right()


def waits(row: BankPayment) -> str:
    row.refresh_from_db()
    return row.reason if row.state == "WAITING" else ""


def refund_of(payment: str) -> BankPayment:
    row: BankPayment = BankPayment.objects.get(movement=payment.partition(":")[2], leg="REFUND")
    return row


def refund_goes_out(api, worker, bank: Bank, payment: str) -> None:
    row = refund_of(payment)
    sent_back.give_out(worker)
    bank.state(Entry(-row.amount, row.end_to_end_id))
    worker.run()
    assert api.get(f"/transactions/{payment}").json()["refund"]["status"] == "COMPLETED"


@pytest.mark.parametrize("paid", [(60_00, world.camt), (100_01, world.mt940)], ids=["too little", "too much"])
def test_a_quote_that_is_paid_wrongly_is_refunded_to_the_account_that_paid(api, bank, worker, alice, paid):
    amount, bank.write = paid
    payment = world.unpaid_quote(api, alice, 100_00)
    text = rail.payment_of(payment).reference
    if bank.write is world.mt940:
        text += f"?30COBADEFFXXX?31{ADA}"

    bank.state(Entry(amount, text=text, account=ADA))
    worker.run()

    content = refund_of(payment).content
    assert (content["number"], content["isIban"], content["bic"], content["name"]) == (
        ADA,
        True,
        "COBADEFFXXX",
        "Ada Lovelace",
    )
    refund_goes_out(api, worker, bank, payment)


def test_a_quote_that_is_paid_too_late_is_refunded_to_the_account_that_paid(api, bank, worker, alice):
    payment = world.unpaid_quote(api, alice, 100_00)
    assert api.post("/sandbox/clock/advance", {"seconds": 3_600}).status_code == 200
    worker.run()
    assert api.get(f"/transactions/{payment}").json()["status"] == "EXPIRED"

    bank.state(Entry(100_00, text=rail.payment_of(payment).reference, account=BOB, name="Bob"))
    worker.run()

    assert refund_of(payment).content["number"] == BOB


def test_each_of_several_payers_of_a_quote_gets_the_own_money_back(api, bank, worker, alice):
    payment = world.unpaid_quote(api, alice, 100_00)
    text = rail.payment_of(payment).reference
    cleo = rail.iban()
    bank.state(
        Entry(60_00, text=text, account=ADA, reference="B-1"),
        Entry(40_00, text=text, account=BOB, name="Bob", reference="B-2"),
        Entry(40_00, text=text, account=cleo, name="Cleo", reference="B-3"),
    )
    for item in SuspenseItem.objects.order_by("id"):
        arrivals.resolve(item, "GIVE_BACK")
    worker.run()

    paid = {row.content["number"]: (row.amount, row.content["name"]) for row in BankPayment.objects.all()}
    assert paid == {ADA: (60_00, "Ada Lovelace"), BOB: (40_00, "Bob"), cleo: (40_00, "Cleo")}
    rows = list(BankPayment.objects.all())
    sent_back.give_out(worker)
    bank.state(*[Entry(-row.amount, row.end_to_end_id) for row in rows])
    worker.run()
    # The money of one comes back: it is still its payer's.
    [back] = [row for row in rows if row.content["number"] == cleo]
    bank.state(Entry(40_00, back.end_to_end_id, reason="AC04"))
    worker.run()
    item = sent_back.waiting_item()
    assert item.reason == "PAID_AGAIN_CAME_BACK"
    arrivals.resolve(item, "GIVE_BACK")
    worker.run()
    assert BankPayment.objects.latest("id").content["number"] == cleo


@pytest.mark.parametrize(
    "line",
    [
        ({"account": ""}, "names no account"),
        ({"name": ""}, "no name of the payer"),
        ({"account": "DE89********3000"}, "is masked"),
        ({"account": "DE89XXXXXXXXXXXX3000"}, "is masked"),
        ({"account": "0000000000"}, "is masked, or no number"),
        ({"account": "DE88370400440532013000"}, "right check digits"),
        ({"account": "DE02120300000000202051"}, "is an account of ours"),
        ({"account": "DE02 1203 0000 0000 2020 51"}, "is an account of ours"),
        ({"name": "Commerzbank AG"}, "is a bank's"),
        ({"name": "Deutsche Bank, Nostro EUR"}, "is a bank's"),
        ({"account": "12345678"}, "IBAN"),
        ({"account": "SA0380000000608010167519"}, "SEPA does not reach"),
        ({"account": "NOTPROVIDED"}, "is masked, or no number"),
        ({"name": "NOTPROVIDED"}, "no name of the payer"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_an_account_that_pays_nobody_waits_for_people(api, bank, worker, alice, line):
    fields, says = line
    payment = world.unpaid_quote(api, alice, 100_00)

    bank.state(Entry(60_00, text=rail.payment_of(payment).reference, **fields))
    worker.run()

    reason = waits(refund_of(payment))
    assert says in reason
    assert payers.WAYS_ON in reason
    assert api.get(f"/transactions/{payment}").json()["refund"]["status"] == "PENDING"


def test_an_account_from_which_many_pay_waits_for_people(api, bank, worker, alice):
    payment = world.unpaid_quote(api, alice, 100_00)
    names = ("Bob Bobson", "Cleo Clarke")
    bank.state(
        *[Entry(7_00, text="hello", name=name, account=ADA, reference=name) for name in names],
        Entry(60_00, text=rail.payment_of(payment).reference, account=ADA),
    )
    worker.run()

    assert "many pay from it" in waits(refund_of(payment))
    for one in BankException.objects.all():
        with transaction.atomic():
            decisions.suspend(exception=one.pk, reason="whose?", actor=rail.ANNA, now=clock.real_now())


def test_a_customer_who_was_rejected_gets_nothing_without_people(api, bank, worker, alice):
    payment = world.unpaid_quote(api, alice, 100_00)
    Customer.objects.filter(id=alice.partition(":")[2]).update(kyc_status="REJECTED")

    bank.state(Entry(100_00, text=rail.payment_of(payment).reference))
    worker.run()

    assert "was rejected" in waits(refund_of(payment))


def test_a_payer_whose_name_is_on_a_list_gets_nothing_without_people(api, bank, worker, alice):
    screening_lists.load(screening_lists.xml([screening_lists.person("A.1", "Zebulon Quarrymoor")]))
    payment = world.unpaid_quote(api, alice, 100_00)

    bank.state(Entry(60_00, text=rail.payment_of(payment).reference, name="Zebulon Quarrymoor"))
    worker.run()

    assert "on a list of sanctions" in waits(refund_of(payment))


def test_a_payer_with_a_number_and_the_number_of_its_bank_is_paid_by_them(acme, worker):
    rail.connect(acme.platform, **rail.DOLLARS)
    item = arrivals.item_of(arrivals.arrive(acme.platform, 70_00))
    arrivals.resolve(item, "GIVE_BACK")
    worker.run()
    row = BankPayment.objects.get()
    assert payers.NOT_KNOWN in waits(row)

    account = by_hand.seal(name="Ada Lovelace", number="0001-2345 678", bank="0210 0002 1")
    with transaction.atomic():
        by_hand.enter_account(
            payment=row.pk, account=account, reason="she wrote", actor=rail.ANNA, now=clock.real_now()
        )
    worker.run()

    row.refresh_from_db()
    assert (row.state, row.content["number"], row.content["clearingNumber"]) == ("BATCHED", "00012345678", "021000021")


def test_what_an_adapter_told_goes_back_once_the_statement_names_the_account(api, bank, worker, alice, acme):
    payment = world.unpaid_quote(api, alice, 100_00)
    reference = rail.payment_of(payment).reference
    arrivals.arrive(acme.platform, 60_00, named=reference, reference="B-1", currency="EUR")
    worker.run()
    assert payers.NOT_KNOWN in waits(refund_of(payment))

    bank.state(Entry(60_00, text=reference, account=BOB, name="Bob"))
    rail.ask_again(api, worker)

    assert refund_of(payment).content["number"] == BOB
    refund_goes_out(api, worker, bank, payment)


def test_a_refund_goes_out_after_the_connection_was_changed(api, connection, bank, worker, alice):
    payment = world.unpaid_quote(api, alice, 100_00)
    bank.state(Entry(60_00, text=rail.payment_of(payment).reference, account=ADA))
    rail.replace(connection, max_payment=1_000_00)
    worker.run()

    refund_goes_out(api, worker, bank, payment)


def test_money_sent_back_out_of_suspense_waits_alike_where_its_account_pays_nobody(api, acme, worker, alice, bank):
    bank.state(Entry(50_00, text="hello", account="DE02120300000000202051"))
    with transaction.atomic():
        decisions.send_back(
            exception=BankException.objects.get().pk, reason="not ours", actor=rail.ANNA, now=clock.real_now()
        )
    worker.run()

    assert "is an account of ours" in waits(BankPayment.objects.get())


def test_what_the_connection_can_t_reach_waits_for_people_and_does_not_fail(api, bank, worker, alice):
    """A name that no file has letters for: an account of the platform would fail, who paid is owed the money."""
    payment = world.unpaid_quote(api, alice, 100_00)

    bank.state(Entry(60_00, text=rail.payment_of(payment).reference, name="\U00020002AAA"))
    worker.run()

    assert payers.WAYS_ON in waits(refund_of(payment))
