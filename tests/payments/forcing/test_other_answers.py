"""What name checks, identity checks, lists, rates, payers, institutions and the network of webhooks are told to answer.

With `stories.py` these are all outcomes of the generated list: each is forced over the API, and seen there.
"""

import pytest

from payments.models import OutgoingUmaPayment
from payments.providers.lightning_node import Payment, SettlementUnavailable
from payments.providers.sandbox import forced_payments
from payments.workflow import counterparty_calls
from platforms.forcing import catalogue
from tests.payments.forcing import playing
from tests.payments.forcing.stories import STORIES
from tests.support import factories, patience
from tests.support.compliance import cases
from tests.support.payments import quote_requests, scenarios
from tests.support.payments.spending import dollars, limited
from tests.support.servers.webhook_receiver import Receiver
from tests.support.uma.paying import Paying, sandbox
from webhooks.delivery import sender

pytestmark = pytest.mark.django_db(transaction=True)

NAME_CHECK = {
    **{name: (201, name) for name in ("MATCHED", "NOT_MATCHED", "PARTIAL_MATCH", "PENDING", "UNSUPPORTED")},
    "CHECKED_BY_RECEIVING_FI": (201, "CHECKED_BY_RECEIVING_FI"),
    "REFUSED": (400, "INVALID_BANK_ACCOUNT"),
    "UNREACHABLE": (500, "SWITCH_ERROR"),
}
IDENTITY = ("UNVERIFIED", "PENDING", "APPROVED", "REJECTED")
OWNER = ("PENDING", "APPROVED", "REJECTED")
VERIFICATION = {"APPROVED": "APPROVED", "PENDING": "PENDING_MANUAL_REVIEW", "REJECTED": "REJECTED"}
SCREENING = {"SANCTION_HIT": "PENDING", "PEP_HIT": "PENDING", "NO_LIST": "PENDING", "NO_HIT": "APPROVED"}
RATES = ("JUMP_UP", "JUMP_DOWN", "STALE", "UNAVAILABLE")
FUNDING = {
    "AMOUNT_DIFFERS": ("FAILED", "FUNDING_AMOUNT_MISMATCH", "COMPLETED"),
    "TOO_LATE": ("EXPIRED", "QUOTE_EXPIRED", "COMPLETED"),
    "PAID_TWICE": ("COMPLETED", None, None),
    "TOLD_TWICE": ("COMPLETED", None, None),
}
EXPIRE = ("EXPIRED",)
PAY_INVOICE = {
    **dict.fromkeys(("SETTLED", "LATE", "UNREACHABLE", "REPLY_LOST"), ("COMPLETED", None)),
    "EXPIRED": ("FAILED", "QUOTE_EXECUTION_FAILED"),
    **dict.fromkeys(("NO_ROUTE", "NO_FUNDS", "ERROR"), ("FAILED", "LIGHTNING_PAYMENT_FAILED")),
    "REFUSED": ("REJECTED", "COUNTERPARTY_POST_TX_FAILED"),
    "NEVER": ("PROCESSING", None),
}
RECEIVE = {
    "RETURNED": ("EXPIRED", "QUOTE_EXPIRED"),
    "RETURNED_LATE": ("FAILED", "QUOTE_EXECUTION_FAILED"),
    "TAKEN": ("FAILED", "OFFRAMP_FAILED"),
    "UNREACHABLE": ("COMPLETED", None),
}
COUNTERPARTY_SCREENING = {"SANCTION_HIT": (403, "COUNTERPARTY_NOT_ALLOWED"), "NO_HIT": (201, None)}
AWAIT_APPROVAL = ("NOT_DECIDED",)
SENDER = {
    "PAYS": ("COMPLETED", None),
    "LOOKUP": ("FAILED", "LNURLP_FAILED"),
    "PAY_REQUEST": ("FAILED", "PAY_REQUEST_FAILED"),
    "CURIOUS": ("FAILED", "MISSING_MANDATORY_PAYEE_DATA"),
    "UNPAID": ("EXPIRED", "QUOTE_EXPIRED"),
}
APPROVAL = {
    "APPROVED": ("COMPLETED", None),
    "REJECTED": ("REJECTED", None),
    "REFUSED": ("FAILED", "PAY_REQUEST_FAILED"),
    "ERROR": ("FAILED", "PAYMENT_APPROVAL_WEBHOOK_ERROR"),
    "TIMED_OUT": ("FAILED", "PAYMENT_APPROVAL_TIMED_OUT"),
}
WEBHOOK = {
    "SENT_TWICE": [1, 1, 2],
    "SENT_LATE": [1, 2],
    "OUT_OF_ORDER": [2, 1],
    "NOT_SENT": [],
}
"""The numbers in which events of one payment arrive."""


def status_and_reason(api, payment: str):
    shown = api.get(f"/transactions/{payment}").json()
    return shown["status"], shown.get("failureReason")


def test_each_outcome_of_the_list_has_its_story():
    others = {
        "NAME_CHECK": {*NAME_CHECK},
        "IDENTITY": {*IDENTITY},
        "OWNER": {*OWNER},
        "VERIFICATION": {*VERIFICATION},
        "SCREENING": {*SCREENING},
        "RATES": {*RATES},
        "FUNDING": {*FUNDING},
        "EXPIRE": {*EXPIRE},
        "PAY_INVOICE": {*PAY_INVOICE},
        "RECEIVE": {*RECEIVE},
        "COUNTERPARTY_SCREENING": {*COUNTERPARTY_SCREENING},
        "AWAIT_APPROVAL": {*AWAIT_APPROVAL},
        "SENDER": {*SENDER},
        "APPROVAL": {*APPROVAL},
        "WEBHOOK": {*WEBHOOK},
    }

    told = others | {step: {*of_step} for step, of_step in STORIES.items()}
    assert told == {step: {*catalogue.of_step(step)} for step in catalogue.steps()}


@pytest.mark.parametrize("outcome", NAME_CHECK)
def test_a_name_check(api, alice, outcome):
    playing.force(api, "NAME_CHECK", outcome)

    body = factories.us_bank_of(alice, "789")
    reply = api.post("/customers/external-accounts", body)
    again = api.post("/customers/external-accounts", factories.us_bank_of(alice, "789"))

    shown = reply.json()
    assert (reply.status_code, shown.get("code") or shown["beneficiaryVerificationStatus"]) == NAME_CHECK[outcome]
    assert (again.status_code, again.json()["beneficiaryVerificationStatus"]) == (201, "MATCHED")


@pytest.mark.parametrize("outcome", IDENTITY)
def test_the_check_of_an_individual(api, outcome):
    playing.force(api, "IDENTITY", outcome)

    assert api.post("/customers", factories.individual("Ada 002")).json()["kycStatus"] == outcome


@pytest.mark.parametrize("outcome", OWNER)
def test_the_check_of_an_owner(api, outcome):
    business = cases.business(api)
    assert api.post("/sandbox/outcomes", {"for": {"customerId": business}, "outcome": outcome}).status_code == 201

    assert cases.owner(api, business)["kycStatus"] == outcome


@pytest.mark.parametrize("outcome", VERIFICATION)
def test_a_verification(api, outcome):
    business, _ = cases.complete_business(api)
    about = {"customerId": business, "next": "VERIFICATION"}
    reason = {"reason": "APPLICANT_FRAUD"} if outcome == "REJECTED" else {}
    assert api.post("/sandbox/outcomes", {"for": about, "outcome": outcome, **reason}).status_code == 201

    shown = cases.submit(api, business)

    assert shown["verificationStatus"] == VERIFICATION[outcome]
    assert [error["type"] for error in shown["errors"]] == list(reason.values())


@pytest.mark.parametrize("outcome", SCREENING)
def test_a_screening(api, outcome):
    playing.force(api, "SCREENING", outcome)

    assert api.post("/customers", factories.individual()).json()["kycStatus"] == SCREENING[outcome]
    assert api.post("/customers", factories.individual()).json()["kycStatus"] == "APPROVED"


def test_a_payee_on_a_list_waits_for_a_reviewer(api, alice):
    playing.force(api, "SCREENING", "SANCTION_HIT")

    reply = api.post("/customers/external-accounts", factories.us_bank_of(alice, "789"))

    assert reply.json()["status"] == "UNDER_REVIEW"


@pytest.mark.parametrize("outcome", RATES)
def test_rates(api, rival_api, alice, outcome):
    source = api.internal_account(alice)
    api.fund(source, 1_000_00)
    pesos = api.external_account(alice, quote_requests.clabe(), "MXN")
    usual = quote_requests.quote(api, source, pesos).json()
    forced = playing.force(api, "RATES", outcome)

    reply = quote_requests.quote(api, source, pesos)

    if outcome.startswith("JUMP"):
        factor = 1.1 if outcome == "JUMP_UP" else 0.9
        assert reply.json()["exchangeRate"] == pytest.approx(usual["exchangeRate"] / factor)
        assert api.post(f"/quotes/{usual['id']}/execute").json()["exchangeRate"] == usual["exchangeRate"]
    else:
        assert quote_requests.code_of(reply) == (400, "QUOTE_REQUEST_FAILED")
    rival = rival_api.get("/exchange-rates", sourceCurrency="USD", destinationCurrency="MXN").json()["data"]
    assert rival[0]["exchangeRate"] == pytest.approx(usual["exchangeRate"])
    api.delete(f"/sandbox/outcomes/{forced['id']}")
    assert quote_requests.quote(api, source, pesos).json()["exchangeRate"] == usual["exchangeRate"]


def test_a_dry_run_is_priced_at_forced_rates(api, alice):
    source = api.internal_account(alice)
    api.fund(source, 1_000_00)
    body = quote_requests.body(source, api.external_account(alice, quote_requests.clabe(), "MXN"))
    usual = api.post("/quotes", body).json()["exchangeRate"]
    playing.force(api, "RATES", "JUMP_UP")
    assert api.post("/quotes", body).json()["exchangeRate"] == pytest.approx(usual / 1.1)

    rehearsed = api.post("/quotes?dryRun=true", body).json()["exchangeRate"]

    assert rehearsed == pytest.approx(usual / 1.1)


@pytest.mark.parametrize("outcome", FUNDING)
def test_money_for_a_quote(api, alice, worker, outcome):
    playing.force(api, "FUNDING", outcome)

    payment = scenarios.funded(100_00)(api, alice)
    playing.pass_time(api, worker, 1)

    statuses, reason, refund = playing.story(api, payment)
    assert (statuses[-1], reason, refund) == FUNDING[outcome]


def _paid_by_uma(api, alice, worker, outcome: str) -> tuple[str, str | None]:
    """Pay a UMA address with a forced outcome; return status and reason of the payment when time has passed."""
    account = api.internal_account(alice)
    api.fund(account, 1_000_00)
    paying = Paying(api, alice, account, worker)
    playing.force(api, "PAY_INVOICE", outcome)

    quote = paying.quote(sandbox("success.usd"))
    assert paying.execute(quote).status_code == 200
    # Where a busy machine puts a question off, it is asked in the next round.
    for seconds in (1, 61, 361, 361):
        paying.pass_time(quote, seconds)
    shown = paying.transaction(quote)
    return shown["status"], shown.get("failureReason")


@pytest.mark.parametrize("outcome", PAY_INVOICE)
def test_a_payment_to_a_uma_address(api, alice, worker, outcome):
    assert _paid_by_uma(api, alice, worker, outcome) == PAY_INVOICE[outcome]


def test_a_node_that_cannot_be_reached_has_not_heard_of_the_payment(api, alice, worker):
    account = api.internal_account(alice)
    api.fund(account, 1_000_00)
    paying = Paying(api, alice, account, worker)
    playing.force(api, "PAY_INVOICE", "UNREACHABLE")
    assert paying.execute(paying.quote(sandbox("success.usd"))).status_code == 200
    paid_hash = bytes.fromhex(OutgoingUmaPayment.objects.get().payment_hash)

    def asked() -> Payment:
        raise AssertionError("the node is asked")

    with pytest.raises(SettlementUnavailable):
        forced_payments.answer(paid_hash, asked)


def test_on_a_slow_machine_nobody_is_taken_for_slow(api, alice, worker, monkeypatch):
    monkeypatch.setattr(counterparty_calls, "_SLOW_SECONDS", 0.0)

    assert _paid_by_uma(api, alice, worker, "UNREACHABLE") == PAY_INVOICE["UNREACHABLE"]


_INCOMING = {"receivingCurrencyCode": "USD", "receivingCurrencyAmount": 25_00}


def _receive(api, alice) -> str:
    body = {**_INCOMING, "senderUmaAddress": sandbox("success.usd"), "customerId": alice}
    reply = api.post("/sandbox/uma/receive", body)
    assert reply.status_code == 200, reply.content
    return str(reply.json()["id"])


@pytest.mark.parametrize("step", ["SENDER", "APPROVAL"])
def test_a_payment_that_comes_by_uma(api, alice, worker, step):
    for outcome, story in (SENDER if step == "SENDER" else APPROVAL).items():
        playing.force(api, step, outcome)

        payment = _receive(api, alice)
        playing.pass_time(api, worker, 1, 400)

        assert status_and_reason(api, payment) == story, outcome


@pytest.mark.parametrize("outcome", RECEIVE)
def test_the_invoice_of_a_payment_that_comes_by_uma(api, alice, worker, outcome):
    playing.force(api, "RECEIVE", outcome)

    payment = _receive(api, alice)
    playing.pass_time(api, worker, 1, 61)

    assert status_and_reason(api, payment) == RECEIVE[outcome]


@pytest.mark.parametrize("outcome", COUNTERPARTY_SCREENING)
def test_the_screening_of_a_customer_of_another_institution(api, alice, worker, outcome):
    account = api.internal_account(alice)
    api.fund(account, 1_000_00)
    # Only a name can be compared.
    quote_requests.change_currency(api, "USD", requiredCounterpartyFields=[{"name": "FULL_NAME", "mandatory": True}])
    paying = Paying(api, alice, account, worker)
    playing.force(api, "COUNTERPARTY_SCREENING", outcome, times=2)

    quoted = paying.ask(sandbox("success.usd"))
    received = _receive(api, alice)
    worker.run()

    assert (quoted.status_code, quoted.json().get("code")) == COUNTERPARTY_SCREENING[outcome]
    is_hit = outcome == "SANCTION_HIT"
    assert status_and_reason(api, received) == (("FAILED", "PAY_REQUEST_FAILED") if is_hit else ("COMPLETED", None))


def test_a_payment_that_nobody_approves_ends_at_once(api, alice):
    source = api.internal_account(alice)
    api.fund(source, 100)
    agent = limited(api, currencies=dollars(approvalAbove=0))
    payment = agent.transfer_out(source, api.external_account(alice), 100).json()["id"]

    reply = api.post("/sandbox/outcomes", {"for": {"transactionId": payment}, "outcome": "NOT_DECIDED"})

    assert (reply.status_code, reply.json()["remaining"]) == (201, 0)
    assert status_and_reason(api, payment) == ("FAILED", "PAYMENT_APPROVAL_TIMED_OUT")
    assert factories.balance_of(source) == 100


@pytest.mark.parametrize("outcome", WEBHOOK)
def test_webhooks(acme, alice, worker, settings, outcome):
    settings.ALLOW_LOOPBACK_WEBHOOKS = True
    api = playing.client_of(acme)
    with Receiver() as receiver:
        assert api.patch("/config", {"webhookEndpoint": receiver.url}).status_code == 200
        source, target = api.internal_account(alice), api.external_account(alice)
        api.fund(source, 100)
        sender.run()
        receiver.received.clear()
        payment = api.transfer_out(source, target, 100).json()["id"]
        about = {"transactionId": payment, "next": "WEBHOOK"}
        assert api.post("/sandbox/outcomes", {"for": about, "outcome": outcome}).status_code == 201
        sender.run()
        worker.run()
        for seconds in (1, 60, 60):
            sender.run()
            api.post("/sandbox/clock/advance", {"seconds": seconds})
        patience.until(lambda: len(arrived(receiver, payment)) == len(WEBHOOK[outcome]))

        assert arrived(receiver, payment) == WEBHOOK[outcome]


def arrived(receiver: Receiver, payment: str) -> list[int]:
    bodies = [request.json for request in receiver.received]
    return [body["sequence"] for body in bodies if body["data"].get("id") == payment]
