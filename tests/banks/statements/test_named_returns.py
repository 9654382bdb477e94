"""Returns whose line has no end-to-end id in its field: matched by the text before anything is received by it."""

import pytest

from banks.models import BankMatch, BankPayment
from payments.models import SuspenseItem
from tests.banks.rail import world as rail
from tests.banks.statements import sent_back, world
from tests.banks.statements.sent_back import Bank
from tests.banks.statements.world import Entry
from tests.support import factories
from tests.support.payments import quote_requests

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def bank():
    return Bank()


def paid_by_quote(api, acme, worker, alice: str, bank: Bank, *, currency: str = "USD") -> sent_back.Out:
    """A quote that was paid in real time, in dollars or euros, and whose payout in euros the bank has carried out."""
    rail.connect(acme.platform)
    outside = api.external_account(alice, rail.euro_account(), "EUR")
    reply = quote_requests.quote(api, quote_requests.realtime(currency, alice), outside, amount=50_00)
    assert reply.status_code == 201, reply.content
    payment = str(reply.json()["transactionId"])
    paid = api.post("/sandbox/send", {"quoteId": reply.json()["id"], "currencyCode": currency})
    assert paid.status_code == 200, paid.content
    sent_back.give_out(worker)
    row = BankPayment.objects.get()
    bank.state(Entry(-row.amount, row.end_to_end_id))
    worker.run()
    assert api.get(f"/transactions/{payment}").json()["status"] == "COMPLETED"
    return sent_back.Out(row, payment)


@pytest.mark.parametrize("write", [world.camt, world.mt940])
@pytest.mark.parametrize("reason", ["", "AC04"])
def test_a_returned_payout_that_repeats_the_quotes_reference_is_no_second_payment(  # noqa: PLR0917 - cases
    api, acme, worker, alice, bank, write, reason
):
    bank.write = write
    out = paid_by_quote(api, acme, worker, alice, bank)

    reference = rail.payment_of(out.payment).reference
    bank.state(Entry(out.row.amount, text=f"RETURN {reference}", reason=reason if write is world.camt else ""))
    worker.run()

    assert rail.row_of(out.payment).state == "RETURNED"
    assert api.get(f"/transactions/{out.payment}").json()["status"] == "FAILED"
    assert not SuspenseItem.objects.exists()
    assert (world.kinds(), world.waiting()) == (["SETTLED", "RETURNED"], [])
    bank.state(Entry(out.row.amount, text=f"RETURN {reference}", reference="B-9"))
    assert world.waiting() == ["AGAIN"]
    assert world.books_are_right()


@pytest.mark.parametrize("named", ["reference", "end_to_end_id"])
def test_a_returned_transfer_is_found_by_its_text(  # noqa: PLR0917 - a case
    api, acme, worker, alice, bank, named
):
    out = sent_back.transfer(api, acme, worker, alice, bank)
    bank.state(Entry(-20_00, out.row.end_to_end_id))
    worker.run()
    text = rail.payment_of(out.payment).reference if named == "reference" else out.row.end_to_end_id

    bank.state(Entry(20_00, text=f"unknown account {text}"))
    worker.run()

    assert rail.payment_of(out.payment).status == "FAILED"
    assert factories.balance_of(api.internal_account(alice, "EUR")) == 20_00
    assert BankMatch.objects.latest("id").kind == "RETURNED"
    assert world.books_are_right()


def test_a_line_that_names_two_movements_of_its_amount_waits(api, acme, worker, alice, bank):
    rail.connect(acme.platform)
    paid = rail.given_out(api, worker, alice, 20_00, 20_00)
    bank.state(*(Entry(-20_00, world.id_of(one)) for one in paid))
    worker.run()

    bank.state(Entry(20_00, text=" ".join(rail.payment_of(one).reference for one in paid)))

    assert world.waiting() == ["AMBIGUOUS"]


def test_another_amount_is_no_return(api, acme, worker, alice, bank):
    out = sent_back.transfer(api, acme, worker, alice, bank)
    bank.state(Entry(-20_00, out.row.end_to_end_id))
    worker.run()

    bank.state(Entry(19_00, text=rail.payment_of(out.payment).reference))

    assert (rail.row_of(out.payment).state, world.waiting()) == ("SETTLED", ["UNKNOWN"])


def test_a_line_that_may_be_a_return_or_a_second_payment_of_a_quote_waits(api, acme, worker, alice, bank):
    out = paid_by_quote(api, acme, worker, alice, bank, currency="EUR")
    price = api.get(f"/transactions/{out.payment}").json()["sentAmount"]["amount"]
    assert price == out.row.amount

    bank.state(Entry(price, text=rail.payment_of(out.payment).reference))

    assert (rail.row_of(out.payment).state, world.waiting()) == ("SETTLED", ["AMBIGUOUS"])
    assert not SuspenseItem.objects.exists()
