"""Where the money is now: the sentence in every scenario, held against the balances of the books."""

import copy

import pytest
from django.db.models import Case, F, Sum, When

from payments.admin.support import money_location
from payments.ledger import check
from payments.models import Posting, SuspenseItem
from tests.support.payments import scenarios

_BEFORE_THE_WORKER = {
    "transfer out": (
        scenarios.transfer_out(),
        "100.00 USD has left the payer and waits in payout clearing: the rail has not taken it yet.",
        {"PAYOUT_CLEARING"},
    ),
    "transfer in": (
        scenarios.transfer_in(),
        "No money has moved: the rail has not yet said that it has collected it.",
        set(),
    ),
    "quote not executed": (
        scenarios.quoted(executed=False),
        "No money has moved: the quote has not been executed or paid.",
        set(),
    ),
    "quote to be collected": (
        scenarios.collected(),
        "No money has moved: the rail is collecting it from the payer's account.",
        set(),
    ),
}
_AFTER_THE_WORKER = {
    "transfer out": (scenarios.transfer_out(), "100.00 USD was paid out to the beneficiary on {day}."),
    "transfer out failed": (
        scenarios.transfer_out("002"),
        "100.00 USD was returned to the account that paid on {day}.",
    ),
    "transfer out rejected": (
        scenarios.transfer_out("004"),
        "100.00 USD was returned to the account that paid on {day}.",
    ),
    "transfer in failed": (
        scenarios.transfer_in("003"),
        "No money has moved: the payment ended as FAILED before any did.",
    ),
    "payout settled": (scenarios.quoted(), "1,849.99 MXN was paid out to the beneficiary on {day}."),
    "payout failed": (scenarios.quoted("002"), "100.00 USD was returned to the account that paid on {day}."),
    "payout came back": (scenarios.quoted("005"), "100.00 USD was returned to the account that paid on {day}."),
    "payout called back": (scenarios.quoted("006"), "100.00 USD was returned to the account that paid on {day}."),
    "payout not refunded": (
        scenarios.quoted("007"),
        "1,849.99 MXN is in suspense and needs staff action (failed payout not returned by bank).",
    ),
    "collection failed": (
        scenarios.collected(source="002"),
        "No money has moved: the payment ended as FAILED before any did.",
    ),
    "collected and refunded": (
        scenarios.collected("004"),
        "100.00 USD was returned to the payer by the rail on {day}.",
    ),
    "wrong amount": (scenarios.funded(90_00), "90.00 USD was returned to the payer by the rail on {day}."),
    "paid twice": (
        scenarios.funded(100_00, 100_00),
        (
            "100.00 USD is in suspense and needs staff action (paid twice);"
            " 1,849.99 MXN was paid out to the beneficiary on {day}."
        ),
    ),
}


def _sentence(public_id: str) -> str:
    payment = scenarios.payment_of(public_id)
    found = money_location.find(payment.pk)
    _hold_against_the_balances(payment.pk, found)
    return money_location.sentence(payment, found, items=list(SuspenseItem.objects.filter(transaction=payment)))


def _hold_against_the_balances(transaction_id, found) -> None:
    """Add up the payment's postings account by account, without the code under test."""
    signed = Sum(Case(When(side="C", then=F("amount")), default=-F("amount")))
    rows = Posting.objects.filter(entry__transaction_id=transaction_id).values("account__kind", "currency")
    held = {(row["account__kind"], row["currency"]): row["net"] for row in rows.annotate(net=signed) if row["net"]}
    told = {(part.place, part.currency): part.amount for part in found.parts}

    ours = {place for place in held if place[0] in {"PAYOUT_CLEARING", "FUNDING_CLEARING", "SUSPENSE", "WRITTEN_OFF"}}
    assert {place: held[place] for place in ours} == {place: told[place] for place in told if place in ours}
    for (place, currency), amount in told.items():
        if place == money_location.BENEFICIARY:
            assert held["RAIL_SETTLEMENT", currency] == amount
        if place == money_location.HOLDER:
            assert held["CUSTOMER_FUNDS", currency] == amount


@pytest.mark.parametrize("name", _BEFORE_THE_WORKER)
def test_the_sentence_before_a_worker_has_come(name, api, alice):
    play, wanted, places = _BEFORE_THE_WORKER[name]

    public_id = play(api, alice)

    assert _sentence(public_id) == wanted
    assert {part.place for part in money_location.find(scenarios.payment_of(public_id).pk).parts} == places


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("within_an_hour")
@pytest.mark.parametrize("name", _AFTER_THE_WORKER)
def test_the_sentence_when_the_worker_is_done(name, api, alice, worker):
    play, wanted = _AFTER_THE_WORKER[name]

    public_id = play(api, alice)
    worker.run()

    assert _sentence(public_id) == wanted.format(day=f"{scenarios.payment_of(public_id).updated_at:%-d %b %Y}")
    assert check.run().faults == []


def test_the_sentence_while_a_rail_takes_its_time(api, alice, worker):
    public_id = scenarios.transfer_out("005")(api, alice)

    worker.run()

    reference = scenarios.payment_of(public_id).provider_reference
    assert _sentence(public_id) == (
        f"100.00 USD has left the payer and is with the rail ({reference}), which has not settled it yet."
    )


def test_the_sentence_of_a_transfer_in_names_the_account(api, alice, worker):
    public_id = scenarios.transfer_in()(api, alice)

    worker.run()

    assert _sentence(public_id) == f"100.00 USD is in {api.internal_account(alice)}."


def test_the_sentence_while_money_is_on_its_way_back(api, alice, worker, stubborn_rail):
    public_id = scenarios.collected("004")(api, alice)

    worker.run()

    assert _sentence(public_id) == (
        "100.00 USD came from outside and is being refunded to the payer: the rail has not confirmed it yet."
    )


def test_the_sentence_when_a_rail_could_not_give_it_back(api, alice, worker, stubborn_rail):
    public_id = scenarios.collected("004")(api, alice)
    worker.run()
    api.post("/sandbox/clock/advance", {"seconds": 60})

    worker.run()

    assert _sentence(public_id) == ("100.00 USD is in suspense and needs staff action (refund failed).")


def test_the_sentence_gives_no_reason_that_is_settled_or_of_another_currency(api, alice, worker):
    public_id = scenarios.funded(100_00, 100_00)(api, alice)
    worker.run()
    payment = scenarios.payment_of(public_id)
    [waiting] = SuspenseItem.objects.filter(transaction=payment)
    settled, foreign = (copy.copy(waiting) for _ in "12")
    settled.reason, settled.resolved_at = "REFUND_FAILED", waiting.opened_at
    foreign.reason, foreign.currency = "RETURNED", "MXN"

    found = money_location.find(payment.pk)

    said = money_location.sentence(payment, found, items=[waiting, settled, foreign])
    assert "is in suspense and needs staff action (paid twice);" in said
