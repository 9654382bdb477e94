"""Movements that wait for a bank are ended by two people: carried out by hand, not carried out, or to another account.

After each story the books hold at the bank what the bank holds, once the line of what was done by hand has come.
"""

import datetime as dt

import pytest
from django.db import transaction

from banks.models import BankConnection, BankException, BankPayment
from banks.rail import by_hand
from banks.statements import comparing
from banks.statements.by_hand import decisions, matched_by_hand
from payments.models import SuspenseItem
from platforms.base import clock, errors
from platforms.models import AuditEntry
from tests.banks.rail import world as rail
from tests.banks.statements import sent_back, world
from tests.banks.statements.sent_back import Bank
from tests.banks.statements.world import Entry
from tests.support.payments import arrivals, quote_requests, scenarios
from webhooks.models import Event

pytestmark = pytest.mark.django_db(transaction=True)
OURS, THEIRS = "DE02120300000000202051", "FR1420041010050500013M02606"


@pytest.fixture
def bank(acme):
    """The bank; at the end books and bank agree."""
    rail.connect(acme.platform)
    made = Bank()
    yield made
    assert sent_back.booked() == made.balance
    assert world.books_are_right()


def do(operation, **of):
    with transaction.atomic():
        return operation(reason="seen at the bank", actor=rail.ANNA, now=clock.real_now(), **of)


def match(text: str) -> None:
    do(matched_by_hand.settle, exception=BankException.objects.get(closed_at=None).pk, end_to_end_id=text)


def waiting_refund(api, bank, worker, alice) -> tuple[str, BankPayment]:
    """A quote that was paid wrongly from an account that pays nobody; its refund waits."""
    payment = world.unpaid_quote(api, alice, 100_00)
    bank.state(Entry(60_00, text=rail.payment_of(payment).reference, account=OURS))
    worker.run()
    row = BankPayment.objects.get(leg="REFUND")
    assert row.state == "WAITING"
    return payment, row


def waiting_item(api, bank, worker, alice) -> tuple[SuspenseItem, BankPayment]:
    """Money of nobody that is known, sent back to an account that pays nobody; the movement waits."""
    bank.state(Entry(60_00, text="hello", account=OURS))
    do(decisions.send_back, exception=BankException.objects.get().pk)
    worker.run()
    row = BankPayment.objects.get()
    assert row.state == "WAITING"
    return SuspenseItem.objects.get(), row


def known_to_books_alone() -> list[str]:
    connection = BankConnection.objects.get()
    days = {one.answered_at for one in BankPayment.objects.exclude(answered_at=None)}
    rows = [row for at in days if at for row in comparing.movements(connection, _day(at))]
    return [row.subject for row in rows if row.known == comparing.Known.BOOKS]


def _day(at: dt.datetime) -> dt.date:
    return at.astimezone(dt.timezone(dt.timedelta(hours=1))).date()


def refund(api, payment: str) -> str:
    return str(api.get(f"/transactions/{payment}").json()["refund"]["status"])


@pytest.mark.parametrize("named", ["payment", "row", "id"])
def test_a_refund_that_was_made_by_hand_is_ended_and_its_line_comes_later(api, bank, worker, alice, named):
    payment, row = waiting_refund(api, bank, worker, alice)
    do(by_hand.carry_out, payment=row.pk)
    worker.run()
    assert refund(api, payment) == "COMPLETED"
    assert Event.objects.filter(resource=payment).latest("id").type == "OUTGOING_PAYMENT.REFUND_COMPLETED"
    assert known_to_books_alone() == [row.public_id]
    assert AuditEntry.objects.filter(verb="bank_payment.carry_out", subject=row.public_id).count() == 1

    bank.state(Entry(-60_00, text="by hand"))
    assert world.waiting() == ["UNKNOWN"]
    match({"payment": payment, "row": row.public_id, "id": row.end_to_end_id}[named])
    worker.run()

    assert (world.waiting(), known_to_books_alone()) == ([], [])
    bank.state(Entry(-60_00, text="by hand again", reference="B-2"))
    with pytest.raises(matched_by_hand.TakenBefore):
        match(payment)
    do(decisions.charge, exception=BankException.objects.get(closed_at=None).pk)


def test_the_line_of_a_refund_by_hand_may_come_first(api, bank, worker, alice):
    payment, row = waiting_refund(api, bank, worker, alice)
    bank.state(Entry(-60_00, text="by hand"))

    match(payment)
    worker.run()

    assert refund(api, payment) == "COMPLETED"
    with pytest.raises(by_hand.NotByHand):
        do(by_hand.carry_out, payment=row.pk)
    with pytest.raises(by_hand.NotByHand):
        do(by_hand.give_up, payment=row.pk)
    assert known_to_books_alone() == []


@pytest.mark.usefixtures("_alice")
@pytest.mark.parametrize("is_first", [True, False], ids=["line first", "line last"])
@pytest.mark.parametrize("is_under_way", [True, False], ids=["under way", "open"])
def test_an_item_in_suspense_is_ended_by_hand_and_by_its_line_once(request, bank, worker, is_first, is_under_way):
    api, alice = request.getfixturevalue("api"), request.getfixturevalue("alice")
    if is_under_way:
        item, row = waiting_item(api, bank, worker, alice)
    else:
        bank.state(Entry(60_00, text="hello", account=OURS))
        do(decisions.suspend, exception=BankException.objects.get().pk)
        item = SuspenseItem.objects.get()
    if not is_first and is_under_way:
        do(by_hand.carry_out, payment=row.pk)
    elif not is_first:
        do(by_hand.returned, item_id=item.pk, connection_name="house-bank")
    worker.run()
    bank.state(Entry(-60_00, text="by hand"))

    match(item.public_id)
    worker.run()

    item.refresh_from_db()
    assert (item.way, item.resolved_at is not None) == ("GIVE_BACK", True)
    assert (BankPayment.objects.get().state, known_to_books_alone()) == ("SETTLED", [])
    bank.state(Entry(-60_00, text="and again", reference="B-2"))
    with pytest.raises(errors.DomainError):
        match(item.public_id)
    do(decisions.charge, exception=BankException.objects.get(closed_at=None).pk)


def test_a_line_of_another_amount_ends_nothing(api, bank, worker, alice):
    item, _ = waiting_item(api, bank, worker, alice)
    bank.state(Entry(-59_00, text="by hand"))

    with pytest.raises(matched_by_hand.NoSuchPayment):
        match(item.public_id)

    do(decisions.charge, exception=BankException.objects.get(closed_at=None).pk)


def test_what_was_returned_by_hand_and_came_back_is_in_suspense_again(api, bank, worker, alice):
    payment, row = waiting_refund(api, bank, worker, alice)
    do(by_hand.carry_out, payment=row.pk)
    worker.run()
    bank.state(Entry(-60_00, text="by hand"))
    match(payment)
    bank.state(Entry(60_00, text="account closed", reference="B-3"))

    match(row.public_id)
    worker.run()

    assert refund(api, payment) == "FAILED"
    assert sent_back.waiting_item().reason == "REFUND_CAME_BACK"


def test_a_refund_that_will_not_be_made_is_in_suspense_and_goes_elsewhere(api, bank, worker, alice):
    payment, row = waiting_refund(api, bank, worker, alice)

    do(by_hand.give_up, payment=row.pk)
    worker.run()

    assert refund(api, payment) == "FAILED"
    item = sent_back.waiting_item()
    assert item.reason == "REFUND_FAILED"
    account = by_hand.seal(name="Ada Lovelace", number=THEIRS, bank="")
    do(by_hand.send_to, item_id=item.pk, account=account)
    worker.run()
    again = BankPayment.objects.latest("id")
    assert (again.state, again.content["number"]) == ("BATCHED", THEIRS)
    sent_back.give_out(worker)
    bank.state(Entry(-60_00, again.end_to_end_id))
    worker.run()
    assert refund(api, payment) == "COMPLETED"


def test_an_item_whose_movement_will_not_be_made_is_open_again(api, bank, worker, alice):
    item, row = waiting_item(api, bank, worker, alice)

    do(by_hand.give_up, payment=row.pk)
    worker.run()

    item.refresh_from_db()
    assert (item.way, item.resolved_at) == ("", None)


def test_a_refund_goes_to_the_account_that_staff_have_entered_also_after_its_batch_was_cancelled(
    api, bank, worker, alice
):
    payment, row = waiting_refund(api, bank, worker, alice)

    do(by_hand.enter_account, payment=row.pk, account=by_hand.seal(name="Ada Lovelace", number=THEIRS, bank=""))
    worker.run()
    row.refresh_from_db()
    assert (row.state, row.content["number"], row.content["name"]) == ("BATCHED", THEIRS, "Ada Lovelace")
    assert THEIRS not in str(list(AuditEntry.objects.values_list("details", flat=True)))
    assert row.batch is not None
    rail.cancel(row.batch)
    worker.run()

    row.refresh_from_db()
    assert (row.state, row.content["number"]) == ("BATCHED", THEIRS)
    sent_back.give_out(worker)
    bank.state(Entry(-60_00, row.end_to_end_id))
    worker.run()
    assert refund(api, payment) == "COMPLETED"


@pytest.mark.parametrize(
    ("number", "bank_code"),
    [(OURS, ""), ("DE88370400440532013000", ""), ("DE89********3000", ""), ("12345678", "")],
    ids=["ours", "check digits", "masked", "no bank"],
)
def test_an_account_that_pays_nobody_can_t_be_entered(bank, number, bank_code):
    with pytest.raises(errors.InvalidInput):
        by_hand.seal(name="Ada", number=number, bank=bank_code)


@pytest.mark.parametrize("name", [" ", "\u3164", "Ada\u200b", "12"])
def test_an_account_of_nobody_can_t_be_entered(name):
    with pytest.raises(errors.InvalidInput) as refused:
        by_hand.seal(name=name, number=THEIRS, bank="")

    [problem] = refused.value.problems
    assert problem["field"] == "name"
    assert problem["reason"].startswith("must be the name of the account's holder: it must ")


def test_an_account_that_the_connection_can_t_reach_can_t_be_entered(api, bank, worker, alice):
    _, row = waiting_refund(api, bank, worker, alice)

    with pytest.raises(errors.InvalidInput):
        do(
            by_hand.enter_account,
            payment=row.pk,
            account=by_hand.seal(name="Ada", number="12345678", bank="200000"),
        )


def test_what_was_ended_by_mistake_is_taken_back_until_its_line_has_come(api, bank, worker, alice):
    payment, row = waiting_refund(api, bank, worker, alice)
    do(by_hand.carry_out, payment=row.pk)
    worker.run()

    do(by_hand.give_up, payment=row.pk)
    worker.run()

    assert refund(api, payment) == "FAILED"
    item = sent_back.waiting_item()
    assert item.reason == "REFUND_CAME_BACK"
    do(by_hand.returned, item_id=item.pk, connection_name="house-bank")
    bank.state(Entry(-60_00, text="by hand"))
    match(item.public_id)
    worker.run()
    assert refund(api, payment) == "COMPLETED"
    with pytest.raises(by_hand.NotByHand):
        do(by_hand.give_up, payment=BankPayment.objects.latest("id").pk)


def test_a_payout_that_is_paid_again_is_carried_out_by_hand(api, acme, worker, alice):
    source = api.internal_account(alice)
    api.fund(source, 100_00)
    outside = api.external_account(alice, rail.euro_account(ending="007"), "EUR")
    reply = quote_requests.quote(api, source, outside, immediatelyExecute=True)
    worker.run()
    rail.connect(acme.platform, max_payment=1_00)
    item = scenarios.item_of(str(reply.json()["transactionId"]))
    gap = sent_back.booked()
    arrivals.resolve(item, "PAY_AGAIN")
    worker.run()
    row = BankPayment.objects.get()
    assert "limit of one payment" in row.reason

    bank = Bank()
    bank.state(Entry(-row.amount, text="by hand"))
    match(item.public_id)
    worker.run()

    item.refresh_from_db()
    assert item.resolved_at is not None
    assert sent_back.booked() - gap == bank.balance
    assert world.books_are_right()


def test_a_transfer_that_waits_is_carried_out_by_hand_and_can_t_be_failed_then(api, acme, worker, alice):
    rail.connect(acme.platform, max_payment=5_00)
    paid = rail.pay(api, alice, 10_00)
    worker.run()
    row = rail.row_of(paid)
    with pytest.raises(by_hand.NotByHand):
        do(by_hand.give_up, payment=row.pk)

    do(by_hand.carry_out, payment=row.pk)
    worker.run()

    assert api.get(f"/transactions/{paid}").json()["status"] == "COMPLETED"


def test_what_is_in_a_batch_or_has_ended_is_not_ended_by_hand(api, acme, worker, alice):
    rail.connect(acme.platform)
    paid = rail.pay(api, alice, 10_00)
    worker.run()

    for operation in (by_hand.carry_out, by_hand.give_up):
        with pytest.raises(by_hand.NotByHand):
            do(operation, payment=rail.row_of(paid).pk)


def test_money_that_a_connection_of_another_currency_can_t_have_returned_stays(api, bank, acme, alice):
    deposit = arrivals.arrive(acme.platform, 70_00, currency="USD")

    with pytest.raises(errors.InvalidInput):
        do(by_hand.returned, item_id=arrivals.item_of(deposit).pk, connection_name="house-bank")
