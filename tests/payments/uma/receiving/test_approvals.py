"""The platform's word on an incoming payment: by its answer to the webhook, or by a call."""

import datetime as dt
import json

import pytest
from django.db import connection

from payments.models import IncomingUmaPayment, Transaction
from payments.uma.flows import pay_requests
from payments.uma.receiving import incoming
from tests.conftest import Api
from tests.support import factories
from tests.support.servers.webhook_receiver import Answer, Receiver
from tests.support.uma.senders import payment_of
from webhooks.delivery import approvals
from webhooks.models import Event

pytestmark = pytest.mark.django_db
_CALL_SECONDS = pay_requests.CALL_SECONDS


@pytest.fixture(autouse=True)
def _short_patience(monkeypatch):
    """Nobody waits five seconds in a test; how long they are is pinned below."""
    monkeypatch.setattr(pay_requests, "CALL_SECONDS", 0.3)
    plain = approvals.ask
    monkeypatch.setattr(approvals, "ask", lambda **asked: plain(**asked, timeout_seconds=0.5))


def test_a_platform_has_five_seconds_and_five_more_for_its_call():
    assert (approvals.SECONDS, _CALL_SECONDS) == (5.0, 5.0)


def test_the_webhook_shows_the_payment_as_its_get_does(api, sender, listening):
    sender.ask(requested_payee_data={"FULL_NAME": True, "TAX_ID": False})

    question = listening.received[-1].json
    payment = Transaction.objects.get()
    shown = api.get(f"/transactions/{payment.public_id}").json()
    assert question["type"] == "INCOMING_PAYMENT.PENDING"
    asked = question["data"].pop("requestedReceiverCustomerInfoFields")
    assert sorted(asked, key=lambda field: field["name"]) == [
        {"name": "FULL_NAME", "mandatory": True},
        {"name": "TAX_ID", "mandatory": False},
    ]
    # An approval changes nothing that a GET shows but what the payment waits for.
    assert (question["data"].pop("pendingReason"), shown.pop("pendingReason")) == ("APPROVAL", "FUNDING")
    assert question["data"] == shown


def test_without_questions_nothing_is_asked_about_the_receiver(sender, listening):
    sender.ask()

    assert "requestedReceiverCustomerInfoFields" not in listening.received[-1].json["data"]


@pytest.mark.parametrize(
    ("answer", "ending", "code"),
    [
        (Answer(403, b'{"reason": "We do not know them."}'), ("REJECTED", None), "SENDER_NOT_ACCEPTED"),
        (Answer(403, b"not json"), ("REJECTED", None), "SENDER_NOT_ACCEPTED"),
        (Answer(403, b'{"reason": {"a": 1}}'), ("REJECTED", None), "SENDER_NOT_ACCEPTED"),
        (Answer(422, b'{"requiredFields": []}'), ("FAILED", "PAY_REQUEST_FAILED"), "PAYREQ_REQUEST_FAILED"),
        (Answer(500), ("FAILED", "PAYMENT_APPROVAL_WEBHOOK_ERROR"), "PAYREQ_REQUEST_FAILED"),
        (Answer(204, b""), ("FAILED", "PAYMENT_APPROVAL_WEBHOOK_ERROR"), "PAYREQ_REQUEST_FAILED"),
        (Answer(302, b"", {"Location": "/"}), ("FAILED", "PAYMENT_APPROVAL_WEBHOOK_ERROR"), "PAYREQ_REQUEST_FAILED"),
        (Answer(200, delay=1), ("FAILED", "PAYMENT_APPROVAL_TIMED_OUT"), "PAYREQ_REQUEST_FAILED"),
        (Answer(202, b""), ("FAILED", "PAYMENT_APPROVAL_TIMED_OUT"), "PAYREQ_REQUEST_FAILED"),
    ],
)
def test_an_answer_that_is_no_yes_ends_the_payment(api, sender, listening, answer, ending, code):  # noqa: PLR0917 - fixtures
    listening.answers = [answer]

    reply = sender.ask()

    assert reply.status_code >= 400
    assert (reply.json()["status"], reply.json()["code"]) == ("ERROR", code)
    shown = api.get("/transactions").json()["data"][0]
    assert (shown["status"], shown.get("failureReason")) == ending
    told = Event.objects.filter(resource=shown["id"]).order_by("sequence", "id").values_list("type", flat=True)
    assert sorted(told) == ["INCOMING_PAYMENT.FAILED", "INCOMING_PAYMENT.PENDING"]
    assert Transaction.objects.get().next_action_at is None


def test_an_endpoint_that_is_gone_is_an_error_of_the_webhook(api, sender, listening):
    with Receiver() as gone:
        api.patch("/config", {"webhookEndpoint": gone.url})

    sender.ask()

    shown = api.get("/transactions").json()["data"][0]
    assert shown["failureReason"] == "PAYMENT_APPROVAL_WEBHOOK_ERROR"


def test_a_yes_with_facts_tells_the_sender_who_is_paid(sender, listening):
    facts = {"FULL_NAME": "Alice A. Approved", "TAX_ID": "12-345", "EMAIL": "not@asked.example", "X": 1}
    listening.answers = [Answer(200, json.dumps({"receiverCustomerInfo": facts}).encode())]

    said = sender.read(sender.ask(requested_payee_data={"FULL_NAME": True, "TAX_ID": True}))

    assert said.payee_data == {"FULL_NAME": "Alice A. Approved", "TAX_ID": "12-345"}


def test_what_is_known_of_the_receiver_need_not_be_told(sender, listening):
    said = sender.read(sender.ask(requested_payee_data={"FULL_NAME": True, "NATIONALITY": False}))

    assert said.payee_data == {"FULL_NAME": "Alice Approved", "NATIONALITY": "GB"}


def test_a_yes_without_a_mandatory_fact_fails_the_payment(api, sender, listening):
    reply = sender.ask(requested_payee_data={"TAX_ID": True})

    assert reply.json()["code"] == "MISSING_MANDATORY_PAYEE_DATA"
    shown = api.get("/transactions").json()["data"][0]
    assert (shown["status"], shown["failureReason"]) == ("FAILED", "MISSING_MANDATORY_PAYEE_DATA")


def test_a_question_that_nobody_can_answer_is_refused_as_the_protocol_says(sender):
    body = json.loads(sender.request().body)
    body["payeeData"]["shoeSize"] = {"mandatory": True}

    reply = sender.send(json.dumps(body).encode())

    assert (reply.status_code, reply.json()["code"]) == (501, "UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY")
    assert not Transaction.objects.exists()


def test_a_sandbox_platform_without_an_endpoint_is_not_asked(sender, endpoint):
    assert sender.ask().status_code == 200
    assert endpoint.received == []


def test_a_production_platform_without_an_endpoint_is_not_paid(settings, acme, sender):
    type(acme.platform).objects.filter(id=acme.platform.id).update(environment="PRODUCTION")
    settings.PROVIDERS = {**settings.PROVIDERS, "PRODUCTION": {**settings.PROVIDERS["SANDBOX"]}}
    settings.PROVIDERS["PRODUCTION"]["incoming_review"] = "payments.providers.incoming.NoReview"

    reply = sender.ask()

    assert reply.status_code >= 400
    assert Transaction.objects.get().failure_reason == "PAYMENT_APPROVAL_WEBHOOK_ERROR"


# By a call.


def calling(api, listening, verb: str, body=None):
    """Let the platform call back while it is asked, and only then say 202; return its replies."""
    replies = []

    def call(request):
        if request.json["type"] == "INCOMING_PAYMENT.PENDING":
            replies.append(api.post(f"/transactions/{request.json['data']['id']}/{verb}", body))
            # The connection of the endpoint's thread.
            connection.close()

    listening.on_request = call
    listening.default = Answer(202, b"")
    return replies


@pytest.mark.django_db(transaction=True)
def test_an_approval_by_a_call_lets_the_payment_in(api, sender, listening):
    facts = {"receiverCustomerInfo": {"TAX_ID": "12-345"}}
    replies = calling(api, listening, "approve", facts)

    reply = sender.ask(requested_payee_data={"TAX_ID": True})

    assert sender.read(reply).payee_data == {"TAX_ID": "12-345"}
    assert replies[0].status_code == 200, replies[0].content
    assert (replies[0].json()["status"], replies[0].json()["type"]) == ("PENDING", "INCOMING")


@pytest.mark.django_db(transaction=True)
def test_a_rejection_by_a_call_ends_the_payment(api, sender, listening):
    replies = calling(api, listening, "reject", {"reason": "Not today"})

    reply = sender.ask()

    assert reply.json()["code"] == "SENDER_NOT_ACCEPTED"
    assert replies[0].json()["status"] == "REJECTED"
    assert IncomingUmaPayment.objects.get().refusal == "Not today"


@pytest.mark.django_db(transaction=True)
def test_an_approval_that_lacks_a_mandatory_fact_is_refused_and_may_be_made_again(api, sender, listening):
    replies = calling(api, listening, "approve")

    sender.ask(requested_payee_data={"TAX_ID": True})

    assert (replies[0].status_code, replies[0].json()["code"]) == (400, "MISSING_MANDATORY_USER_INFO")
    assert replies[0].json()["details"]["errors"][0]["field"] == "receiverCustomerInfo.TAX_ID"


@pytest.mark.parametrize("verb", ["approve", "reject"])
def test_a_payment_that_is_decided_takes_no_word_any_more(api, sender, verb):
    payment = payment_of(sender.ask())

    reply = api.post(f"/transactions/{payment.public_id}/{verb}")

    assert (reply.status_code, reply.json()["code"]) == (409, "TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL")


@pytest.mark.parametrize("verb", ["approve", "reject"])
def test_other_payments_take_no_word(api, alice, verb):
    account, bank = api.internal_account(alice), api.external_account(alice)
    api.fund(account, 100)
    transfers = [api.transfer_out(account, bank, 100), api.transfer_in(bank, account, 100)]

    for transfer in transfers:
        reply = api.post(f"/transactions/{transfer.json()['id']}/{verb}")
        assert (reply.status_code, reply.json()["code"]) == (409, "TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL")
    missing = api.post(f"/transactions/Transaction:0197d6f0-0000-7000-8000-000000000001/{verb}")
    assert (missing.status_code, missing.json()["code"]) == (404, "TRANSACTION_NOT_FOUND")


@pytest.mark.parametrize("verb", ["approve", "reject"])
def test_only_a_token_that_may_move_money_says_a_word(acme, sender, verb):
    token = factories.token(acme.platform, permissions=("VIEW", "MANAGE"))
    looker = Api(token.token.client_id, token.client_secret)
    payment = payment_of(sender.ask())

    assert looker.post(f"/transactions/{payment.public_id}/{verb}").status_code == 403


# When the process that waits dies.


class Died(BaseException):
    """Ends a request as a kill does."""


def die(**_):
    raise Died


@pytest.mark.parametrize("verb", ["approve", None])
def test_a_payment_whose_request_died_ends_by_its_due_time(api, sender, worker, monkeypatch, verb):
    monkeypatch.setattr(approvals, "ask", die)
    with pytest.raises(Died):
        sender.ask()
    payment = Transaction.objects.get()
    if verb:
        assert api.post(f"/transactions/{payment.public_id}/{verb}").status_code == 200
    assert worker.run() == 0

    api.post("/sandbox/clock/advance", {"seconds": int(incoming.APPROVAL_GRACE.total_seconds()) + 6})
    worker.run()

    shown = api.get(f"/transactions/{payment.public_id}").json()
    expected = "PAY_REQUEST_FAILED" if verb else "PAYMENT_APPROVAL_TIMED_OUT"
    assert (shown["status"], shown["failureReason"]) == ("FAILED", expected)


@pytest.mark.parametrize("verb", ["approve", "reject"])
def test_nobody_decides_after_the_due_time_though_no_worker_has_ended_it(api, sender, worker, monkeypatch, verb):
    monkeypatch.setattr(approvals, "ask", die)
    with pytest.raises(Died):
        sender.ask()
    payment = Transaction.objects.get()
    api.post("/sandbox/clock/advance", {"seconds": int(incoming.APPROVAL_GRACE.total_seconds())})

    reply = api.post(f"/transactions/{payment.public_id}/{verb}")

    assert (reply.status_code, reply.json()["code"]) == (409, "TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL")
    assert "its time is over" in reply.json()["message"]
    assert IncomingUmaPayment.objects.get().approval == "ASKED"
    worker.run()
    payment.refresh_from_db()
    assert (payment.status, payment.failure_reason) == ("FAILED", "PAYMENT_APPROVAL_TIMED_OUT")


@pytest.mark.parametrize("answer", [Answer(200), Answer(403), None], ids=["approved", "rejected", "nobody is asked"])
def test_a_word_after_the_due_time_decides_nothing_though_no_worker_has_ended_it(sender, request, monkeypatch, answer):
    if answer is not None:
        request.getfixturevalue("listening").answers.append(answer)
    monkeypatch.setattr(incoming, "APPROVAL_GRACE", dt.timedelta(0))

    assert sender.ask().status_code >= 400

    payment = Transaction.objects.get()
    assert (payment.status, payment.failure_reason) == ("FAILED", "PAYMENT_APPROVAL_TIMED_OUT")
    assert IncomingUmaPayment.objects.get().invoice == ""


def test_a_request_that_comes_to_life_too_late_gives_no_invoice(api, sender, worker, monkeypatch):
    def sleep_long(**asked):
        api.post("/sandbox/clock/advance", {"seconds": 60})
        worker.run()

    monkeypatch.setattr(approvals, "ask", sleep_long)

    reply = sender.ask()

    assert reply.status_code >= 400
    assert Transaction.objects.get().failure_reason == "PAYMENT_APPROVAL_TIMED_OUT"
    assert IncomingUmaPayment.objects.get().invoice == ""
