"""What supporters make happen: in a dialog, for a reason, and with a second person where money moves."""

import pytest
from django.urls import reverse

from compliance.models import Customer
from payments.ledger import check
from payments.models import ProviderMessage
from platforms.base import clock
from platforms.models import AuditEntry, Proposal
from tests.backoffice.conftest import page_of
from tests.backoffice.support_desk.steps import RESOLVE, approve, do, resolve
from tests.support import factories
from tests.support.payments import scenarios
from webhooks.models import Event

pytestmark = pytest.mark.django_db(transaction=True)

RETRY = "admin:payments_transaction_retry"
FAIL = "admin:payments_transaction_fail_and_refund"
REDELIVER = "admin:webhooks_event_redeliver"


def told_about(public_id: str) -> list[str]:
    return list(Event.objects.filter(resource=public_id).order_by("number").values_list("type", flat=True))


def acts(verb: str) -> list[tuple[str, object, object]]:
    rows = AuditEntry.objects.filter(verb=verb).order_by("id")
    return [(row.actor_id, row.details.get("proposedBy"), row.details.get("reason")) for row in rows]


def test_a_payment_that_waits_for_a_rail_is_asked_about_at_once(api, alice, worker, sam):
    payment = scenarios.payment_of(scenarios.transfer_out("005")(api, alice))
    worker.run()
    assert "Ask the bank again now" in sam.text(page_of(payment))

    reply = do(sam, RETRY, payment)
    worker.run()

    assert reply["HX-Redirect"] == page_of(payment)
    assert scenarios.payment_of(payment.public_id).status == "FAILED"
    assert acts("transaction.retry") == [("sam", None, "the customer called")]
    answers = ProviderMessage.objects.filter(transaction=payment).order_by("id")
    assert [(row.question, row.answer) for row in answers] == [("SUBMIT", "PENDING"), ("STATUS", "FAILED")]
    assert check.run().faults == []


def test_a_payment_that_has_ended_offers_nothing_and_refuses_what_is_forged(api, alice, worker, sam):
    payment = scenarios.payment_of(scenarios.transfer_out()(api, alice))
    worker.run()

    page = sam.text(page_of(payment))
    replies = [do(sam, RETRY, payment), do(sam, FAIL, payment, failure_reason="TIMED_OUT", is_not_paid="on")]

    assert "Ask the bank again now" not in page
    assert "Fail and refund" not in page
    assert all("HX-Redirect" not in reply for reply in replies)
    assert Proposal.objects.count() == 0


@pytest.mark.parametrize(
    ("play", "reason"),
    [(scenarios.transfer_out("005"), "TIMED_OUT"), (scenarios.quoted("003"), "OFFRAMP_FAILED")],
    ids=["transfer", "quote"],
)
def test_a_payment_is_failed_and_refunded_by_two_people(api, alice, worker, sam, sue, play, reason):  # noqa: PLR0917 - fixtures
    public_id = play(api, alice)
    worker.run()
    payment = scenarios.payment_of(public_id)
    account = api.internal_account(alice)

    do(sam, FAIL, payment, failure_reason=reason, is_not_paid="on")
    assert (scenarios.payment_of(public_id).status, factories.balance_of(account)) == (payment.status, 0)
    reply = approve(sue)
    worker.run()

    assert "HX-Redirect" in reply
    failed = scenarios.payment_of(public_id)
    assert (failed.status, failed.failure_reason) == ("FAILED", reason)
    assert factories.balance_of(account) == 100_00
    assert acts("transaction.fail_and_refund") == [("sue", "sam", "the customer called")]
    assert told_about(account)[-1] == "INTERNAL_ACCOUNT.BALANCE_UPDATED"
    assert "OUTGOING_PAYMENT.FAILED" in told_about(public_id)
    assert check.run().faults == []


def test_nobody_fails_a_payment_without_the_word_of_the_rail(api, alice, worker, sam):
    payment = scenarios.payment_of(scenarios.transfer_out("005")(api, alice))
    worker.run()

    do(sam, FAIL, payment, failure_reason="TIMED_OUT")

    assert Proposal.objects.count() == 0


def test_money_in_suspense_is_refunded_by_the_rail_that_brought_it(api, alice, worker, sam, sue):
    public_id = scenarios.funded(100_00, 100_00)(api, alice)
    worker.run()

    item = resolve(sam, sue, scenarios.item_of(public_id), way="GIVE_BACK")
    assert (item.way, item.resolved_at) == ("GIVE_BACK", None)
    assert check.run().faults == []
    worker.run()

    item.refresh_from_db()
    assert item.resolved_at is not None
    assert scenarios.purpose_of(item) == "SUSPENSE_GIVEN_BACK"
    assert acts("suspense.resolve") == [("sue", "sam", "the customer called")]
    assert acts("suspense.settled") == [("service", None, None)]
    assert "OUTGOING_PAYMENT.REFUND_COMPLETED" not in told_about(public_id)
    assert check.run().faults == []


def test_a_refund_that_had_failed_is_told_as_completed(api, alice, worker, sam, sue, use_rail):  # noqa: PLR0917 - fixtures
    use_rail("tests.support.faulty_rails.StubbornRail")
    public_id = scenarios.collected("004")(api, alice)
    worker.run()
    api.post("/sandbox/clock/advance", {"seconds": 60})
    worker.run()
    use_rail("payments.providers.sandbox.rail.SandboxRail")

    resolve(sam, sue, scenarios.item_of(public_id), way="GIVE_BACK")
    worker.run()

    assert scenarios.refund_of(public_id) == "COMPLETED"
    assert told_about(public_id)[-1] == "OUTGOING_PAYMENT.REFUND_COMPLETED"
    assert check.run().faults == []


def test_what_a_rail_can_not_refund_either_is_in_the_queue_again(api, alice, worker, sam, sue, stubborn_rail):  # noqa: PLR0917 - fixtures
    public_id = scenarios.funded(100_00, 100_00)(api, alice)
    worker.run()
    item = resolve(sam, sue, scenarios.item_of(public_id), way="GIVE_BACK")
    first = item.movement
    worker.run()
    api.post("/sandbox/clock/advance", {"seconds": 60})
    worker.run()

    item.refresh_from_db()
    assert (item.way, item.resolved_at, item.next_attempt_at) == ("", None, None)
    assert acts("suspense.reopen")[0][0] == "service"
    assert check.run().faults == []
    again = resolve(sam, sue, item, way="GIVE_BACK")
    assert again.movement != first


def test_a_payout_that_was_not_returned_is_paid_again(api, alice, worker, sam, sue):
    public_id = scenarios.quoted("007")(api, alice)
    worker.run()

    item = resolve(sam, sue, scenarios.item_of(public_id), way="PAY_AGAIN")
    worker.run()

    item.refresh_from_db()
    assert (item.resolved_at is not None, scenarios.purpose_of(item)) == (True, "SUSPENSE_PAID")
    assert scenarios.payment_of(public_id).status == "FAILED"
    assert check.run().faults == []


def test_a_payout_that_was_not_returned_is_undone_for_an_account_of_ours(api, alice, worker, sam, sue):
    public_id = scenarios.quoted("007")(api, alice)
    worker.run()
    account = api.internal_account(alice)

    item = resolve(sam, sue, scenarios.item_of(public_id), way="GIVE_BACK")

    assert item.resolved_at is not None
    assert factories.balance_of(account) == 100_00
    assert scenarios.refund_of(public_id) == "COMPLETED"
    assert told_about(public_id)[-1] == "OUTGOING_PAYMENT.REFUND_COMPLETED"
    assert check.run().faults == []


def test_a_payout_that_was_not_returned_is_refunded_to_a_payer_outside(api, alice, worker, sam, sue):
    public_id = scenarios.collected("007")(api, alice)
    worker.run()

    resolve(sam, sue, scenarios.item_of(public_id), way="GIVE_BACK")
    assert scenarios.refund_of(public_id) == "PENDING"
    assert check.run().faults == []
    worker.run()

    assert scenarios.refund_of(public_id) == "COMPLETED"
    assert check.run().faults == []


def test_money_in_suspense_is_credited_to_the_customer_who_paid(api, alice, worker, sam, sue):
    public_id = scenarios.funded(100_00, 100_00)(api, alice)
    worker.run()
    account = api.internal_account(alice)

    item = resolve(sam, sue, scenarios.item_of(public_id), way="CREDIT_HOLDER")

    assert factories.balance_of(account) == 100_00
    assert scenarios.purpose_of(item) == "SUSPENSE_CREDITED"
    assert told_about(account) == ["INTERNAL_ACCOUNT.BALANCE_UPDATED"]
    assert check.run().faults == []


@pytest.mark.parametrize(("account", "held"), [("PLATFORM_FUNDS", 100_00), ("WRITTEN_OFF", 0)])
def test_money_in_suspense_is_written_off_to_an_account_that_staff_name(api, alice, worker, sam, sue, account, held):  # noqa: PLR0917 - fixtures
    public_id = scenarios.funded(100_00, 100_00)(api, alice)
    worker.run()

    item = resolve(sam, sue, scenarios.item_of(public_id), way="WRITE_OFF", account=account)

    assert scenarios.purpose_of(item) == "SUSPENSE_WRITTEN_OFF"
    assert factories.balance_of(api.internal_account(None)) == held
    assert check.run().faults == []


def test_what_does_not_fit_is_refused_before_it_is_proposed(api, alice, worker, sam):
    public_id = scenarios.funded(100_00, 100_00)(api, alice)
    worker.run()
    item = scenarios.item_of(public_id)

    replies = [
        do(sam, RESOLVE, item, way="PAY_AGAIN", account=""),
        do(sam, RESOLVE, item, way="WRITE_OFF", account=""),
        do(sam, RESOLVE, item, way="WRITE_OFF", account="FEES"),
        do(sam, RESOLVE, item, way="CREDIT_HOLDER", account="", reason=""),
    ]

    assert all("HX-Redirect" not in reply for reply in replies)
    assert Proposal.objects.count() == 0


def test_a_customer_who_is_gone_is_credited_nothing(api, alice, worker, sam):
    public_id = scenarios.funded(100_00, 100_00)(api, alice)
    worker.run()
    # No customer is deleted with money in suspense; releases before deleted some.
    Customer.objects.update(deleted_at=clock.real_now())

    reply = do(sam, RESOLVE, scenarios.item_of(public_id), way="CREDIT_HOLDER", account="")

    assert "has no open account in USD" in reply.content.decode()
    assert Proposal.objects.count() == 0


def test_an_event_is_sent_again(api, alice, worker, sam):
    public_id = scenarios.transfer_out()(api, alice)
    worker.run()
    event = Event.objects.filter(resource=public_id).latest("number")
    Event.objects.filter(pk=event.pk).update(state="ABANDONED", next_attempt_at=None)

    reply = do(sam, REDELIVER, event)

    event.refresh_from_db()
    assert reply["HX-Redirect"] == page_of(event)
    assert (event.state, event.next_attempt_at is not None) == ("PENDING", True)
    assert [row[:2] for row in acts("event.redeliver")] == [("sam", None)]


def test_an_event_is_sent_again_to_the_endpoint_that_is_chosen(api, alice, worker, sam):
    public_id = scenarios.transfer_out()(api, alice)
    worker.run()
    event = Event.objects.filter(resource=public_id).latest("number")
    first = api.post("/webhook-endpoints", {"url": "https://first.example.com/hooks"}).json()
    second = api.post("/webhook-endpoints", {"url": "https://second.example.com/hooks"}).json()
    before = event.state
    address = reverse(REDELIVER, args=[event.pk])

    dialog = sam.get(address).content.decode()
    unchosen = do(sam, REDELIVER, event).content.decode()
    none = list(event.further.all())
    reply = do(sam, REDELIVER, event, endpoint=second["id"])

    assert first["url"] in dialog
    assert second["url"] in dialog
    assert "This field is required" in unchosen
    assert none == []
    assert reply["HX-Redirect"] == page_of(event)
    event.refresh_from_db()
    assert event.state == before
    assert [(row.endpoint.public_id, row.state) for row in event.further.all()] == [(second["id"], "PENDING")]


def test_who_is_here_for_something_else_can_do_none_of_it(api, alice, worker, hire):
    from platforms.backoffice.actions import Role

    reviewer = hire("rita", Role.REVIEWER)
    payment = scenarios.payment_of(scenarios.transfer_out("005")(api, alice))
    item = scenarios.item_of(scenarios.funded(100_00, 100_00)(api, alice))
    event = Event.objects.latest("number")
    worker.run()

    answers = [
        do(reviewer, RETRY, payment).status_code,
        do(reviewer, FAIL, payment, failure_reason="TIMED_OUT", is_not_paid="on").status_code,
        do(reviewer, RESOLVE, item, way="GIVE_BACK", account="").status_code,
        do(reviewer, REDELIVER, event).status_code,
    ]

    assert answers == [403, 403, 403, 403]
    assert Proposal.objects.count() == 0
