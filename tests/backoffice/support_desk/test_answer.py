"""The head of a payment's page: what comes next, who has to act, what the platform knows, what to tell the customer."""

import datetime as dt
import re

import pytest

from payments.admin.support import customer_text, explanations
from payments.models import FailureReason, Transaction
from payments.models.transaction import NextAction
from platforms.backoffice.actions import Role
from tests.backoffice.conftest import page_of
from tests.backoffice.support_desk.steps import RESOLVE, approve, do
from tests.support.backoffice.pages import words
from tests.support.payments import scenarios
from webhooks.models import Event, EventState

pytestmark = pytest.mark.django_db(transaction=True)


def head(office, payment) -> dict[str, str]:
    """The head of the page, in words."""
    desk = office.get(page_of(payment)).context["desk"]
    told = {
        name: words(getattr(desk.answer, name)).strip()
        for name in ("amount", "status", "failure", "since", "expected", "acts", "told")
    }
    return told | {"text": desk.for_customer, "decided": words(" ".join(desk.answer.decided)).strip()}


def played(play, api, alice, worker) -> Transaction:
    public_id = play(api, alice)
    worker.run()
    return scenarios.payment_of(public_id)


_FACTS = {
    "transfer out": (
        scenarios.transfer_out(),
        ("Completed", "Settled", "Nobody.", "OUTGOING_PAYMENT.COMPLETED"),
        "100.00 USD was paid out to the receiver's account on",
    ),
    "at the bank": (
        scenarios.transfer_out("005"),
        ("Waiting", "The bank names no time. Asked next", "The bank or network.", "OUTGOING_PAYMENT.PENDING"),
        "100.00 USD has been with the receiver's bank since",
    ),
    "failed": (
        scenarios.transfer_out("002"),
        ("Failed", "Nothing more: the payment has ended.", "Nobody.", "OUTGOING_PAYMENT.FAILED"),
        "The whole amount, fees included, was returned on",
    ),
    "transfer in": (
        scenarios.transfer_in(),
        ("Completed", "Settled", "Nobody.", "INCOMING_PAYMENT.COMPLETED"),
        "100.00 USD was credited to the account with us on",
    ),
    "transfer in failed": (
        scenarios.transfer_in("003"),
        ("Failed", "Nothing more: the payment has ended.", "Nobody.", "INCOMING_PAYMENT.FAILED"),
        "No money was charged.",
    ),
    "not executed": (
        scenarios.quoted(executed=False),
        (
            "Waiting",
            "Ends",
            "The customer or the platform: the quote has to be paid or executed.",
            "OUTGOING_PAYMENT.PENDING",
        ),
        "We have not received the money for it yet.",
    ),
    "not returned by the bank": (
        scenarios.quoted("007"),
        (
            *("Failed", "When staff have decided about the money in suspense."),
            *("Staff: say where the money in suspense goes.", "OUTGOING_PAYMENT.REFUND_FAILED"),
        ),
        "1,849.99 MXN is safe with us while we clear up where it has to go.",
    ),
    "paid twice": (
        scenarios.funded(100_00, 100_00),
        (
            *("Completed", "When staff have decided about the money in suspense."),
            *("Staff: say where the money in suspense goes.", "OUTGOING_PAYMENT.COMPLETED"),
        ),
        "100.00 USD arrived beyond it. It is safe with us",
    ),
    "returned by the rail": (
        scenarios.collected("004"),
        ("Failed", "Nothing more: the payment has ended.", "Nobody.", "OUTGOING_PAYMENT.REFUND_COMPLETED"),
        "100.00 USD was returned on",
    ),
}


@pytest.mark.parametrize("name", _FACTS)
def test_the_head_of_a_page_in_each_state(name, api, alice, worker, sam):
    play, (status, expected, acts, told), text = _FACTS[name]

    found = head(sam, played(play, api, alice, worker))

    assert found["status"] == status
    assert found["expected"].startswith(expected)
    assert found["acts"] == acts
    assert found["told"].startswith(told)
    assert text in found["text"]
    assert ("It could not be completed" in found["text"]) == (status == "Failed")
    assert re.match(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC", found["since"])


@pytest.mark.parametrize(
    ("digits", "reason"),
    [
        ("002", "there was not enough money in the account that was to be debited"),
        ("003", "the receiving account could not be paid"),
        ("004", "the bank rejected it"),
    ],
)
def test_the_customer_is_told_why_a_payment_failed(  # noqa: PLR0917 - fixtures
    digits, reason, api, alice, worker, sam
):
    text = head(sam, played(scenarios.transfer_out(digits), api, alice, worker))["text"]

    assert f": It could not be completed: {reason}. The whole amount" in text


@pytest.mark.parametrize("name", _FACTS)
def test_the_text_for_the_customer_names_nobody_and_no_identifier(name, api, alice, worker, sam):
    payment = played(_FACTS[name][0], api, alice, worker)
    text = head(sam, payment)["text"]
    account = payment.external_account

    assert text.startswith(("Your payment of", "The payment to you of"))
    for private in (
        "Alice",
        "Approved",
        "Lovelace",
        "Account:",
        "Transaction:",
        str(payment.pk),
        payment.platform.name,
    ):
        assert private not in text
    assert not re.search(r"[A-Z]{3,}_[A-Z]", text), "a code"
    if account is not None:
        assert account.last_four not in text.replace(payment.reference, "")


def test_the_sentence_and_the_status_agree_after_it_was_paid_again_by_hand(api, alice, worker, sam, sue):
    payment = played(scenarios.quoted("007"), api, alice, worker)
    item = scenarios.item_of(payment.public_id)
    do(sam, RESOLVE, item, way="PAY_AGAIN", account="")
    assert head(sam, payment)["acts"].startswith("A second person: Proposed: resolve the suspense item")
    approve(sue)

    under_way = head(sam, payment)
    worker.run()
    done = head(sam, payment)

    assert scenarios.payment_of(payment.public_id).status == "FAILED"
    assert "not settled by the bank yet" in under_way["decided"]
    assert "The status stays FAILED although the beneficiary is paid once more" in under_way["decided"]
    assert under_way["acts"] == "The bank or network."
    assert "The status stays FAILED although the beneficiary has the money" in done["decided"]
    assert "We paid 1,849.99 MXN to the receiver once more on" in done["text"]
    assert "could not be completed" in done["text"]


def test_a_proposal_that_waits_names_who_has_to_act(api, alice, worker, sam):
    payment = played(scenarios.transfer_out("005"), api, alice, worker)

    do(sam, "admin:payments_transaction_fail_and_refund", payment, failure_reason="TIMED_OUT", is_not_paid="on")

    assert head(sam, payment)["acts"].startswith("A second person: Proposed: fail and refund transaction")


def test_actions_stand_beside_the_sentence_and_only_there(api, alice, worker, sam, hire):
    payment = played(scenarios.transfer_out("005"), api, alice, worker)

    page = sam.get(page_of(payment))
    others = hire("olga", Role.OPERATIONS).get(page_of(payment)).context["desk"].buttons

    assert [button.text for button in page.context["desk"].buttons] == [
        *("Ask the bank again now", "Fail and refund", "Note"),
    ]
    assert page.content.decode().count("Ask the bank again now") == 1
    assert len(others) == 3
    assert all(sam.get(button.address).status_code == 200 for button in page.context["desk"].buttons)


def test_an_item_in_suspense_is_resolved_from_the_payments_page(api, alice, worker, sam, hire):
    payment = played(scenarios.funded(100_00, 100_00), api, alice, worker)

    buttons = sam.get(page_of(payment)).context["desk"].buttons

    assert [button.text for button in buttons] == ["Resolve 100.00 USD", "Note"]
    assert "Send to" in sam.text(buttons[0].address)
    others = hire("anna", Role.ADMINISTRATOR).get(page_of(payment)).context["desk"].buttons
    assert [button.text for button in others] == ["Note"]


def test_other_payments_of_the_customer_and_amount_are_named(api, alice, worker, sam):
    first = played(scenarios.transfer_out(), api, alice, worker)
    assert sam.get(page_of(first)).context["desk"].similar is None
    second = played(scenarios.transfer_out("002"), api, alice, worker)
    api.fund(api.internal_account(alice), 50_00)
    api.transfer_out(api.internal_account(alice), first.receiver, 50_00)

    panel = sam.get(page_of(second)).context["desk"].similar

    assert len(panel.rows) == 1
    assert page_of(first) in panel.rows[0][0]
    assert page_of(second) not in panel.rows[0][0]


@pytest.mark.parametrize("state", EventState)
def test_what_became_of_the_latest_webhook_is_told(state, api, alice, worker, sam):
    payment = played(scenarios.transfer_out(), api, alice, worker)
    due = dt.datetime.now(dt.UTC) if state == EventState.PENDING else None
    Event.objects.filter(resource=payment.public_id).update(state=state, next_attempt_at=due)

    told = head(sam, payment)["told"]

    assert told.startswith(f"OUTGOING_PAYMENT.COMPLETED {explanations.WEBHOOKS[state]} {state}")


def test_the_fields_are_folded_after_the_timeline(api, alice, worker, sam):
    page = sam.text(page_of(played(scenarios.transfer_out(), api, alice, worker)))

    assert page.index('id="money-location"') < page.index("What happened") < page.index('<details class="desk-fields">')
    assert page.index('<details class="desk-fields">') < page.index("Parties")


def test_every_code_has_words():
    assert set(FailureReason.values) == set(explanations.FAILURES)
    assert set(EventState.values) == set(explanations.WEBHOOKS)
    assert set(customer_text._WAITING) <= set(NextAction)
    assert set(customer_text._REASONS) <= set(FailureReason.values)
