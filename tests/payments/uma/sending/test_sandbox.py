"""The sandbox's receivers, paid from a lookup to the end."""

import pytest

from payments.models import OutgoingUmaPayment, SandboxInvoice
from payments.providers.lightning_node import hash_of
from tests.support.payments import own_fees
from tests.support.uma.paying import books_are_sound, entries, events, sandbox

pytestmark = pytest.mark.django_db(transaction=True)
A_WHILE, SIX_MINUTES = 10, 360


def test_a_payment_to_success_completes_with_a_proof(paying):
    quote = paying.quote(sandbox("success.eur"))
    paying.execute(quote)
    paying.work(quote)

    payment = paying.pass_time(quote, A_WHILE)

    session = OutgoingUmaPayment.objects.get()
    assert (payment["status"], paying.balance()) == ("COMPLETED", 900_00)
    assert hash_of(bytes.fromhex(session.preimage)).hex() == session.payment_hash
    assert (session.fee_msat, session.called_back_at is not None) == (0, True)
    assert events(quote) == ["PENDING", "PROCESSING", "COMPLETED"]
    assert books_are_sound()


def test_what_leaves_is_bitcoin(paying):
    quote = paying.quote(sandbox("success.eur"))
    paying.execute(quote)
    paying.work(quote)
    paying.pass_time(quote, A_WHILE)

    account = "CUSTOMER_FUNDS D 10000 USD"
    assert entries(quote) == {
        "QUOTE_EXECUTED": [
            account,
            "EXCHANGE C 10000 USD",
            "EXCHANGE D 125000 BTC",
            "PAYOUT_CLEARING C 125000 BTC",
        ],
        "PAYOUT_SETTLED": ["PAYOUT_CLEARING D 125000 BTC", "RAIL_SETTLEMENT C 125000 BTC"],
    }


def test_a_receiver_can_be_given_an_amount_to_the_unit(paying):
    quote = paying.quote(sandbox("success.mxn"), side="RECEIVING", amount=1_850_07)
    paying.execute(quote)
    paying.work(quote)

    payment = paying.pass_time(quote, A_WHILE)

    sent, received = quote["totalSendingAmount"], quote["totalReceivingAmount"]
    assert (payment["status"], received) == ("COMPLETED", 1_850_07)
    assert paying.balance() == 1_000_00 - sent
    assert int(sent / quote["exchangeRate"]) == received
    assert quote["receivingCurrency"]["code"] == "MXN"


def test_a_long_payment_completes_after_six_minutes(paying):
    quote = paying.quote(sandbox("pending.long.usd"))
    paying.execute(quote)
    paying.work(quote)
    # Its six minutes begin when the receiver sees the money, which may have looked just before it came.
    paying.pass_time(quote, A_WHILE)

    soon = paying.pass_time(quote, SIX_MINUTES - 60)
    paying.pass_time(quote, 61)
    later = paying.pass_time(quote, A_WHILE)

    assert (soon["status"], later["status"]) == ("PROCESSING", "COMPLETED")


def test_a_payment_that_fails_compliance_is_rejected_and_the_money_is_back(paying):
    quote = paying.quote(sandbox("fail.compliance.usd"))
    paying.execute(quote)
    paying.work(quote)

    payment = paying.pass_time(quote, A_WHILE)

    assert (payment["status"], payment["failureReason"]) == ("REJECTED", "COUNTERPARTY_POST_TX_FAILED")
    assert (payment["refund"]["status"], paying.balance()) == ("COMPLETED", 1_000_00)
    assert events(quote) == ["PENDING", "PROCESSING", "FAILED", "REFUND_PENDING", "REFUND_COMPLETED"]
    assert books_are_sound()


def test_nobody_else_lives_at_the_counterparty(paying):
    reply = paying.look_up(sandbox("nobody.usd"))

    assert (reply.status_code, reply.json()["code"]) == (404, "USER_NOT_FOUND")


def test_a_quote_can_be_funded_in_real_time(paying, api):
    source = {"sourceType": "REALTIME_FUNDING", "currency": "USD", "customerId": paying.customer}
    quote = paying.quote(sandbox("success.eur"), source=source)

    sent = api.post("/sandbox/send", {"quoteId": quote["id"], "currencyCode": "USD"})
    paying.work(quote)
    payment = paying.pass_time(quote, A_WHILE)

    assert (sent.status_code, sent.json()["status"], payment["status"]) == (200, "PROCESSING", "COMPLETED")
    assert (payment["source"]["sourceType"], paying.balance()) == ("REALTIME_FUNDING", 1_000_00)
    assert books_are_sound()


def test_a_quote_that_nobody_executes_expires(paying):
    quote = paying.quote(sandbox("success.usd"))

    payment = paying.pass_time(quote, 300)
    refusal = paying.execute(quote)

    assert (payment["status"], payment["failureReason"]) == ("EXPIRED", "QUOTE_EXPIRED")
    assert (refusal.status_code, refusal.json()["code"]) == (409, "QUOTE_EXPIRED")
    assert SandboxInvoice.objects.get().paid_at is None


def test_a_quote_can_be_executed_at_once(paying):
    quote = paying.quote(sandbox("success.usd"), immediatelyExecute=True)
    paying.work(quote)

    payment = paying.pass_time(quote, A_WHILE)

    assert (quote["status"], payment["status"]) == ("PROCESSING", "COMPLETED")


def test_an_invoice_that_ran_out_before_it_was_paid_gives_the_money_back(paying):
    quote = paying.quote(sandbox("success.usd"))
    paying.execute(quote)
    SandboxInvoice.objects.update(expires_at="2020-01-01T00:00:00Z")

    payment = paying.work(quote)

    assert (payment["status"], payment["failureReason"]) == ("FAILED", "QUOTE_EXECUTION_FAILED")
    assert (payment["refund"]["status"], paying.balance()) == ("COMPLETED", 1_000_00)
    assert events(quote) == ["PENDING", "PROCESSING", "FAILED", "REFUND_PENDING", "REFUND_COMPLETED"]
    assert books_are_sound()


def test_the_estimate_is_the_rate_of_the_quote_that_the_customer_can_pay(paying, api):
    address = sandbox("success.eur")
    for with_euros in (False, True):
        if with_euros:
            paying.account = api.internal_account(paying.customer, "EUR")
            api.fund(paying.account, 1_000_00)
        [estimate] = [
            row for row in paying.look_up(address).json()["supportedCurrencies"] if row["currency"]["code"] == "EUR"
        ]

        quote = paying.quote(address, currency="EUR")

        assert quote["sendingCurrency"]["code"] == estimate["sendingCurrency"]["code"]
        # The receiver gets whole cents, and the quote's rate is what it comes to.
        assert quote["exchangeRate"] == pytest.approx(estimate["estimatedExchangeRate"], rel=0.001)


def test_a_payment_that_is_cancelled_before_its_invoice_is_paid_gives_everything_back(paying):
    quote = paying.quote(sandbox("success.eur"))
    paying.execute(quote)

    reply = paying.api.post(f"/transactions/{quote['transactionId']}/cancel")
    payment = paying.pass_time(quote, A_WHILE)

    assert reply.status_code == 200, reply.content
    assert (payment["status"], payment["failureReason"]) == ("FAILED", "CANCELLED")
    assert (payment["refund"]["status"], paying.balance()) == ("COMPLETED", 1_000_00)
    assert books_are_sound()


def test_the_platform_charges_for_a_payment_to_an_address_as_well(paying, acme, api):
    own_fees.allow(acme)
    own_fees.configure(
        api, own_fees.config(fixed=3_00, destinationType="ACCOUNT"), own_fees.config(share=0.02, sourceType="ACCOUNT")
    )
    quote = paying.quote(sandbox("success.eur"))
    assert (quote["totalSendingAmount"], quote["feesIncluded"], quote["platformFees"]) == (100_00, 2_00, 2_00)
    exact = paying.quote(
        sandbox("success.mxn"), side="RECEIVING", amount=1_850_07, **own_fees.override(fixed=10, share=0.01)
    )
    assert exact["totalReceivingAmount"] == 1_850_07
    paying.execute(quote)
    paying.work(quote)

    payment = paying.pass_time(quote, A_WHILE)

    assert (payment["status"], payment["platformFees"]) == ("COMPLETED", 2_00)
    assert "PLATFORM_FEES C 200 USD" in entries(quote)["QUOTE_EXECUTED"]
    assert books_are_sound()


def test_a_payment_to_an_address_that_fails_gives_the_platform_s_fee_back(paying, acme, api):
    own_fees.allow(acme)
    own_fees.configure(api, own_fees.config(share=0.02))
    quote = paying.quote(sandbox("fail.compliance.usd"))
    paying.execute(quote)
    paying.work(quote)

    paying.pass_time(quote, A_WHILE)

    assert (paying.balance(), own_fees.accrued(acme)) == (1_000_00, 0)
    assert books_are_sound()
