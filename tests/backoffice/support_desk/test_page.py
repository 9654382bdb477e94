"""The page of a payment: its timeline, its parties and what is wrong; and what support sees of its holders."""

import datetime as dt
import re

import pytest
from django.contrib.contenttypes.models import ContentType

from compliance.models import Customer
from payments.models import Transaction
from payments.workflow import advancing, claims, leases, staff_actions
from platforms import audit
from platforms.base import clock
from platforms.models import AuditEntry
from tests.backoffice.conftest import MODELS, page_of
from tests.support import factories
from tests.support.payments import scenarios
from webhooks.models import Delivery, Event

SIGNED_IN = 2  # the session and the person
STAFF = audit.Actor(kind="STAFF", id="sam")


@pytest.fixture(autouse=True)
def _content_types_are_known(db):
    """Every process reads them once."""
    for model in MODELS:
        ContentType.objects.get_for_model(model)


def steps(office, payment) -> list[tuple[str, str]]:
    """The timeline as kinds and texts."""
    desk = office.get(page_of(payment)).context["desk"]
    return [(step.kind, " ".join(re.sub(r"<[^>]+>", " ", step.title).split())) for step in desk.steps]


def problems(office, payment) -> list[str]:
    return [re.sub(r"<[^>]+>", "", text) for text in office.get(page_of(payment)).context["desk"].problems]


def test_the_timeline_goes_from_the_call_to_the_last_attempt(backoffice, api, alice, worker):
    payment = scenarios.payment_of(scenarios.transfer_out()(api, alice))
    worker.run()
    told = list(Event.objects.filter(resource=payment.public_id).order_by("number"))
    for number, event in enumerate(told):
        at = told[-1].created_at + dt.timedelta(seconds=number + 1)
        Delivery.objects.create(
            event=event, attempt=1, at=at, url="https://acme.example.com", status=503, milliseconds=9
        )

    found = steps(backoffice, payment)

    first, second = payment.journal_entries.order_by("id")
    assert found == [
        ("API call", "Transfer out made transfer_out.create"),
        ("Status", "Pending"),
        ("Ledger entry", f"Transfer sent #{first.pk} TRANSFER_OUT_SENT"),
        ("Webhook", "OUTGOING_PAYMENT.PENDING not delivered yet, next attempt to come PENDING"),
        ("Status", "Completed"),
        ("Ledger entry", f"Transfer settled #{second.pk} TRANSFER_OUT_SETTLED"),
        ("Rail", "Bank confirmed payment (attempt 1) Settled"),
        ("Webhook", "OUTGOING_PAYMENT.COMPLETED not delivered yet, next attempt to come PENDING"),
        ("Delivery", "Attempt 1: HTTP 503 OUTGOING_PAYMENT.PENDING"),
        ("Delivery", "Attempt 1: HTTP 503 OUTGOING_PAYMENT.COMPLETED"),
    ]


def test_the_call_names_its_request_and_its_token(backoffice, api, acme, alice):
    payment = scenarios.payment_of(scenarios.transfer_out()(api, alice))
    call = AuditEntry.objects.get(subject=payment.public_id)

    page = backoffice.text(page_of(payment))

    assert call.request_id in page
    assert "tests</a>" in page  # the token's name, as a link


def test_both_parties_are_named_and_numbers_are_not(backoffice, api, alice):
    payment = scenarios.payment_of(scenarios.transfer_out()(api, alice))
    account = payment.external_account
    assert account is not None

    desk = backoffice.get(page_of(payment)).context["desk"]

    sender, receiver = desk.parties
    assert (sender.name, receiver.name) == ("Alice Approved", "Ada Lovelace")
    assert any(f"•••• {account.last_four}" in line for line in receiver.lines)
    assert account.primary_identifier not in backoffice.text(page_of(payment))


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("within_an_hour")
def test_the_sentence_names_whose_money_it_is_and_the_day(backoffice, api, alice, worker):
    paid, returned = (scenarios.payment_of(scenarios.transfer_out(end)(api, alice)) for end in ("789", "002"))
    worker.run()
    today = f"{clock.real_now():%-d %b %Y}"

    found = [backoffice.get(page_of(payment)).context["desk"].sentence for payment in (paid, returned)]

    assert found == [
        f"100.00 USD was paid out to Ada Lovelace on {today}.",
        f"100.00 USD was returned to the account of Alice Approved on {today}.",
    ]


def test_who_may_see_only_payments_sees_no_books_and_no_rail(hire, api, alice, worker):
    from django.contrib.auth.models import Permission, User

    office = hire("visitor")
    User.objects.get(username="visitor").user_permissions.add(Permission.objects.get(codename="view_transaction"))
    payment = scenarios.payment_of(scenarios.transfer_out()(api, alice))
    worker.run()

    assert steps(office, payment) == []


@pytest.mark.parametrize("attempts", [1, 7])
def test_a_page_costs_the_same_however_often_a_rail_was_asked(backoffice, api, alice, worker, queries, attempts):  # noqa: PLR0917 - fixtures
    payment = scenarios.payment_of(scenarios.transfer_out("005")(api, alice))
    for _ in range(attempts):
        Transaction.objects.filter(pk=payment.pk).update(next_action_at=clock.real_now(), provider_reference="")
        worker.run()

    # The payment and four relations; what may be done, twice asked; items; the books twice: where the money is, and
    # entries with postings and accounts; calls and tokens; states; what the rail said; receipts; proposals; events and
    # attempts; both parties.
    assert queries(lambda: backoffice.text(page_of(payment))) <= SIGNED_IN + 24


def test_a_payment_that_no_worker_takes_up_is_a_problem(backoffice, api, alice):
    payment = scenarios.payment_of(scenarios.transfer_out()(api, alice))
    assert problems(backoffice, payment) == []

    Transaction.objects.filter(pk=payment.pk).update(next_action_at=clock.real_now() - dt.timedelta(minutes=31))

    assert problems(backoffice, payment) == ["The next step is 31 minutes late."]


def test_a_rail_that_gives_no_sense_is_a_problem(backoffice, api, alice, worker, use_rail):
    use_rail("payments.providers.unavailable.UnavailableRail")
    payment = scenarios.payment_of(scenarios.transfer_out()(api, alice))
    for _ in range(5):
        Transaction.objects.filter(pk=payment.pk).update(next_action_at=clock.real_now())
        worker.run()

    assert problems(backoffice, payment) == ["The bank answered unexpectedly 5 times in a row."]


def test_a_webhook_that_was_given_up_is_a_problem(backoffice, api, alice):
    payment = scenarios.payment_of(scenarios.transfer_out()(api, alice))
    Event.objects.filter(resource=payment.public_id).update(state="ABANDONED", next_attempt_at=None)

    assert problems(backoffice, payment) == ["1 webhook failed permanently."]


def test_a_rail_that_settles_what_staff_had_failed_is_a_problem(backoffice, api, alice, monkeypatch):
    payment = scenarios.payment_of(scenarios.transfer_out()(api, alice))
    [claimed] = claims.claim_payments(limit=1)
    # The lease runs out while the rail thinks; staff believe that it never got the payment.
    staff_actions.fail_and_refund(
        transaction_id=payment.pk,
        failure_reason="TIMED_OUT",
        reason="the bank does not know it",
        actor=STAFF,
        real_now=clock.real_now() + leases.LEASE,
    )
    advancing.advance(claimed)

    assert scenarios.payment_of(payment.public_id).status == "FAILED"
    assert problems(backoffice, payment) == [
        "The bank confirmed a payment that had been failed: the money may be both paid out and returned."
    ]


def test_a_customers_page_shows_money_payments_and_problems(backoffice, api, alice, worker, queries):
    customer = Customer.objects.get(id=alice.partition(":")[2])
    scenarios.funded(100_00, 100_00)(api, alice)
    late = scenarios.payment_of(scenarios.transfer_out()(api, alice))
    before = queries(lambda: backoffice.text(page_of(customer)))
    Transaction.objects.filter(pk=late.pk).update(next_action_at=clock.real_now() - dt.timedelta(hours=1))

    page = backoffice.text(page_of(customer))

    for text in ("Open problems", "in suspense", "overdue payment", "Balances", "Latest payments", late.reference):
        assert text in page
    for _ in range(3):
        scenarios.transfer_out()(api, alice)
    assert queries(lambda: backoffice.text(page_of(customer))) == before


def test_a_platforms_page_shows_its_own_money_and_what_is_wrong(backoffice, api, acme, alice, worker):
    scenarios.funded(100_00, 100_00)(api, alice)
    api.fund(api.internal_account(None), 555_55)

    page = backoffice.text(page_of(acme.platform))

    for text in ("Open problems", "in suspense", "555.55 USD", "Latest payments"):
        assert text in page
    assert factories.balance_of(api.internal_account(alice)) == 0
