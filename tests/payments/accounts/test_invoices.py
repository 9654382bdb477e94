"""Accounts that are Lightning invoices: each takes one payment, of what it asks for, before it expires."""

import datetime as dt

import pytest

from payments.ledger import check
from payments.models import ExternalAccount, Transaction
from tests.conftest import Api
from tests.support import factories
from tests.support.payments import lightning_invoices, quote_requests

PAID = "must be a new invoice of the payee: this one has taken its one payment"
EXPIRED = "must be a new invoice of the payee: this one has expired"
NO_INVOICE = "INVALID_BANK_ACCOUNT"


@pytest.fixture
def bitcoin(api, alice):
    """An internal account of Alice with a million satoshis."""
    account = api.internal_account(alice, "BTC")
    api.fund(account, 1_000_000)
    return account


@pytest.fixture
def dollars(api, alice):
    """An internal account of Alice with 1,000.00 USD."""
    account = api.internal_account(alice)
    api.fund(account, 1_000_00)
    return account


def register(api: Api, invoice: str, *, customer: str | None = None, **fields):
    """Register an invoice as an account of a customer, or of the platform."""
    body = {"currency": "BTC", "accountInfo": lightning_invoices.account(invoice), **fields}
    if customer is None:
        return api.post("/platform/external-accounts", body)
    return api.post("/customers/external-accounts", {"customerId": customer, **body})


def registered(api: Api, invoice: str, **options) -> str:
    reply = register(api, invoice, **options)
    assert reply.status_code == 201, reply.content
    return str(reply.json()["id"])


def problem(reply) -> tuple[int, str, str, str]:
    """Return status, code, field and reason of a refusal."""
    [error] = reply.json()["details"]["errors"]
    return reply.status_code, reply.json()["code"], error["field"], error["reason"]


def quoted(api: Api, source, invoice: str, *, satoshis=2_500, **fields):
    """Ask for a quote whose payee gets so many satoshis."""
    return quote_requests.quote(api, source, invoice, side="RECEIVING", amount=satoshis, **fields)


def advance(api: Api, seconds: int) -> None:
    assert api.post("/sandbox/clock/advance", {"seconds": seconds}).status_code == 200


@pytest.mark.parametrize(
    "invoice",
    [
        "lnbc1",
        lightning_invoices.text(network="tb"),
        lightning_invoices.text(age=dt.timedelta(days=3000), lifetime=dt.timedelta(days=1)),
    ],
    ids=["no invoice", "test network", "expired"],
)
def test_an_invoice_that_nobody_can_pay_is_no_account(api, alice, invoice):
    for customer in (alice, None):
        reply = register(api, invoice, customer=customer)

        assert problem(reply)[:3] == (400, NO_INVOICE, "accountInfo.invoice")
    assert not ExternalAccount.objects.exists()


def test_an_invoice_of_a_test_network_is_one_where_that_is_named(api):
    invoice = lightning_invoices.text(network="tb")

    assert register(api, invoice, cryptoNetwork="LIGHTNING_TESTNET").status_code == 201
    assert problem(register(api, lightning_invoices.text(), cryptoNetwork="LIGHTNING_TESTNET"))[1:] == (
        NO_INVOICE,
        "accountInfo.invoice",
        "must be of the test network that cryptoNetwork names",
    )


@pytest.mark.django_db
@pytest.mark.parametrize("network", ["tb", "tbs", "bcrt"])
def test_in_production_there_are_no_test_networks(network):
    live = factories.tenant("live", environment="PRODUCTION", regulated=True, currencies=["BTC", "USD"])
    live_api = Api(live.client_id, live.client_secret)

    reply = register(live_api, lightning_invoices.text(network=network))

    assert problem(reply) == (
        400,
        NO_INVOICE,
        "accountInfo.invoice",
        "must be of bitcoin's main network (an invoice: lnbc…)",
    )
    assert register(live_api, lightning_invoices.text()).status_code == 201


@pytest.mark.any_clock
@pytest.mark.parametrize("satoshis", [2_500, None])
def test_an_invoice_is_paid_once(api, alice, bitcoin, worker, satoshis):
    account = registered(api, lightning_invoices.text(satoshis=satoshis), customer=alice)

    first = api.transfer_out(bitcoin, account, 2_500)
    again = api.transfer_out(bitcoin, account, 2_500)
    worker.run()
    later = api.transfer_out(bitcoin, account, 2_500)

    assert first.status_code == 201
    assert api.get(f"/transactions/{first.json()['id']}").json()["status"] == "COMPLETED"
    for reply in (again, later):
        assert problem(reply) == (400, NO_INVOICE, "destination.accountId", PAID)
    assert factories.balance_of(bitcoin) == 997_500
    assert check.run().faults == []


def test_an_invoice_is_paid_once_through_whatever_account(api, rival_api, alice, bitcoin):
    text = lightning_invoices.text()
    accounts = [registered(api, text, customer=alice), registered(api, text.upper())]
    theirs = registered(rival_api, text)
    their_bitcoin = rival_api.internal_account(None, "BTC")
    rival_api.fund(their_bitcoin, 1_000_000)

    first = api.transfer_out(bitcoin, accounts[0], 2_500)

    assert first.status_code == 201
    assert problem(api.transfer_out(bitcoin, accounts[1], 2_500))[3] == PAID
    assert problem(rival_api.transfer_out(their_bitcoin, theirs, 2_500))[3] == PAID
    assert problem(register(api, text, customer=api.customer()))[2:] == ("accountInfo.invoice", PAID)


def test_an_invoice_written_anew_is_the_same_invoice(api, bitcoin):
    # One payment hash: whoever knows the preimage of one has the money of both.
    texts = [lightning_invoices.text(payment_hash=bytes(range(32))) for _ in range(2)]
    accounts = [registered(api, text) for text in texts]

    replies = [api.transfer_out(bitcoin, account, 2_500) for account in accounts]

    assert [reply.status_code for reply in replies] == [201, 400]


def test_a_payment_that_failed_has_used_its_invoice(api, alice, bitcoin, worker):
    account = registered(api, lightning_invoices.text(), customer=alice)
    row = ExternalAccount.objects.get(id=account.partition(":")[2])
    row.primary_identifier += "002"
    row.save(update_fields=["primary_identifier"])
    payment = api.transfer_out(bitcoin, account, 2_500).json()["id"]

    worker.run()

    assert api.get(f"/transactions/{payment}").json()["status"] == "FAILED"
    assert problem(api.transfer_out(bitcoin, account, 2_500))[3] == PAID
    assert factories.balance_of(bitcoin) == 1_000_000


@pytest.mark.parametrize("amount", [2_499, 2_501, 1])
def test_a_transfer_of_another_amount_than_the_invoice_asks_for_is_refused(api, bitcoin, amount):
    account = registered(api, lightning_invoices.text())

    reply = api.transfer_out(bitcoin, account, amount)

    reason = "must make the payee receive 2500, the satoshis that the invoice asks for"
    assert problem(reply) == (400, "INVALID_INPUT", "amount", reason)
    assert api.transfer_out(bitcoin, account, 2_500).status_code == 201


def test_a_quote_of_another_amount_than_the_invoice_asks_for_is_refused(api, dollars):
    account = registered(api, lightning_invoices.text())

    replies = [quoted(api, dollars, account, satoshis=2_501), quote_requests.quote(api, dollars, account)]

    reason = "must make the payee receive 2500, the satoshis that the invoice asks for"
    assert [problem(reply) for reply in replies] == [(400, "INVALID_INPUT", "lockedCurrencyAmount", reason)] * 2


@pytest.mark.any_clock
def test_an_invoice_expires_while_it_waits_to_be_paid(api, dollars, bitcoin):
    account = registered(api, lightning_invoices.text(lifetime=dt.timedelta(minutes=30)))
    advance(api, 29 * 60)

    quote = quoted(api, dollars, account)
    assert quote.status_code == 201
    advance(api, 61)

    assert api.post(f"/quotes/{quote.json()['id']}/execute").json()["code"] == "QUOTE_EXPIRED"
    assert problem(quoted(api, dollars, account)) == (400, NO_INVOICE, "destination.accountId", EXPIRED)
    assert problem(api.transfer_out(bitcoin, account, 2_500)) == (400, NO_INVOICE, "destination.accountId", EXPIRED)


def test_of_two_quotes_for_an_invoice_one_is_executed(api, dollars, worker):
    account = registered(api, lightning_invoices.text())
    first, second = (quoted(api, dollars, account).json()["id"] for _ in range(2))

    executed = api.post(f"/quotes/{first}/execute")
    refused = api.post(f"/quotes/{second}/execute")
    worker.run()

    assert executed.status_code == 200
    assert problem(refused) == (400, NO_INVOICE, "quoteId", PAID)
    assert problem(quoted(api, dollars, account)) == (400, NO_INVOICE, "destination.accountId", PAID)
    assert problem(quoted(api, dollars, account, immediatelyExecute=True))[3] == PAID
    assert Transaction.objects.filter(status="COMPLETED").count() == 1
    assert check.run().faults == []


def test_a_quote_that_ran_out_leaves_the_invoice_to_the_next_one(api, dollars, worker):
    account = registered(api, lightning_invoices.text())
    assert quoted(api, dollars, account).status_code == 201
    advance(api, 301)
    worker.run()

    assert quoted(api, dollars, account, immediatelyExecute=True).status_code == 201


def test_money_that_comes_for_an_invoice_that_was_paid_meanwhile_goes_back(api, alice, bitcoin, worker):
    account = registered(api, lightning_invoices.text())
    quote = quoted(api, quote_requests.realtime("USD", alice), account).json()
    assert api.transfer_out(bitcoin, account, 2_500).status_code == 201

    paid = api.post("/sandbox/send", {"quoteId": quote["id"], "currencyCode": "USD"})
    worker.run()

    assert paid.status_code == 200
    shown = api.get(f"/transactions/{quote['transactionId']}").json()
    assert (shown["status"], shown["failureReason"]) == ("FAILED", "QUOTE_EXECUTION_FAILED")
    assert shown["refund"]["status"] == "COMPLETED"
    assert check.run().faults == []


def test_money_collected_for_an_invoice_keeps_it_from_others(api, alice, bitcoin, worker):
    account = registered(api, lightning_invoices.text())
    bank = api.external_account(alice)
    payment = quoted(api, bank, account, immediatelyExecute=True).json()["transactionId"]

    refused = api.transfer_out(bitcoin, account, 2_500)
    worker.run()

    assert problem(refused)[3] == PAID
    assert api.get(f"/transactions/{payment}").json()["status"] == "COMPLETED"


def test_an_invoice_is_no_account_for_all_that_comes(api, alice):
    reply = register(api, lightning_invoices.text(), customer=alice, defaultUmaDepositAccount=True)

    assert problem(reply)[1:] == (
        "INVALID_INPUT",
        "defaultUmaDepositAccount",
        "must be false for an invoice, which takes one payment",
    )


def test_an_account_of_a_former_release_whose_invoice_is_none_is_not_paid(api, bitcoin):
    account = registered(api, lightning_invoices.text())
    row = ExternalAccount.objects.get(id=account.partition(":")[2])
    row.account_info = lightning_invoices.account("lnbc1")
    row.save(update_fields=["account_info"])

    reply = api.transfer_out(bitcoin, account, 2_500)

    assert problem(reply)[1:] == (
        NO_INVOICE,
        "destination.accountId",
        "must be an account whose invoice can be paid: register another one",
    )


def test_in_the_sandbox_an_invoice_that_chooses_what_happens_is_taken_by_its_form(api, bitcoin, worker):
    account = registered(api, "lnbc1pvjluez004")
    payment = api.transfer_out(bitcoin, account, 2_500).json()["id"]

    worker.run()

    assert api.get(f"/transactions/{payment}").json()["status"] == "REJECTED"


def test_offers_and_addresses_are_paid_as_often_as_wanted(api, bitcoin):
    offer = "lno1zcss9mk8y3wkklfvevcrszlmu23kfrxh49px20665dqwmn4p72pksese"
    for fields in ({"bolt12": offer}, {"lightningAddress": "ana@wallet.example"}):
        info = {"accountType": "LIGHTNING", **fields}
        account = api.post("/platform/external-accounts", {"currency": "BTC", "accountInfo": info}).json()["id"]

        assert [api.transfer_out(bitcoin, account, 700).status_code for _ in range(2)] == [201, 201]
