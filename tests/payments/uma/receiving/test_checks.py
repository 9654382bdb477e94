"""Every check of a pay request: who may ask for what, in the order of what the check costs."""

import datetime as dt
import json
import secrets

import pytest

from compliance.models import Customer
from payments.models import Transaction, UmaNonce
from payments.uma import messages
from platforms.base import clock
from platforms.models import PlatformCurrency
from tests.support import factories
from tests.support.uma.senders import CENT_MSAT, payment_of

pytestmark = pytest.mark.django_db


def refused(reply) -> tuple[int, str]:
    body = reply.json()
    assert body["status"] == "ERROR"
    assert body["reason"]
    assert not Transaction.objects.exists()
    return reply.status_code, body["code"]


# The message itself.


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'"text"',
        b"\xff\xfe",
        b"{}",
        b'{"amount": "1.USD"}',
        b"9" * 400,
        b"[" * 5000,
        b'{"payerData": {"compliance": []}}',
    ],
)
def test_what_is_no_pay_request_is_refused(sender, body):
    status, _ = refused(sender.send(body))

    assert status in {400, 412}
    assert not UmaNonce.objects.exists()


def test_a_message_that_is_too_long_is_not_read(sender):
    status, code = refused(sender.send(b" " * (messages.MAX_BODY_BYTES + 1)))

    assert (status, code) == (400, "INVALID_REQUEST_FORMAT")


@pytest.mark.parametrize(("amount", "written"), [(-1, "-1.USD"), (0, "0.USD"), (2**63, f"{2**63}.USD")])
def test_an_amount_that_is_none_is_refused(sender, amount, written):
    body = json.loads(sender.request().body)
    assert body["amount"] == "1000.USD"
    body["amount"] = written

    assert refused(sender.send(json.dumps(body).encode()))[0] == 400


def test_only_a_post_is_answered(sender, web):
    path = f"/uma/payreq/{sender.receiver.partition(':')[2]}"

    assert web.get(path).status_code == 405
    assert web.put(path).status_code == 405


# Who is to be paid.


def test_nobody_is_paid_who_does_not_exist(sender):
    sender.receiver = "Customer:0197d6f0-0000-7000-8000-000000000001"

    assert refused(sender.ask()) == (404, "USER_NOT_FOUND")


def test_a_deleted_customer_is_not_found(api, sender, alice):
    api.delete(f"/customers/{alice}")

    assert refused(sender.ask()) == (404, "USER_NOT_FOUND")


def test_a_customer_who_is_not_approved_is_not_ready(sender, alice):
    Customer.objects.filter(id=alice.partition(":")[2]).update(kyc_status="PENDING")

    assert refused(sender.ask()) == (403, "USER_NOT_READY")


@pytest.mark.parametrize("currency", ["JPY", "usd", "XXX"])
def test_a_currency_that_the_platform_does_not_have_is_refused(sender, currency):
    assert refused(sender.ask(receiving_currency=currency)) == (400, "INVALID_CURRENCY")


def test_a_currency_that_only_goes_out_is_refused(sender, acme):
    PlatformCurrency.objects.filter(platform=acme.platform, code="USD").update(enabled_transaction_types=["OUTGOING"])

    assert refused(sender.ask()) == (400, "INVALID_CURRENCY")


def test_a_currency_that_the_customer_does_not_have_is_refused(api, sender, alice):
    Customer.objects.filter(id=alice.partition(":")[2]).update(currencies=["EUR"])

    assert refused(sender.ask()) == (400, "INVALID_CURRENCY")


@pytest.mark.parametrize("amount", [9_99, 100_01])
@pytest.mark.parametrize("in_msat", [False, True])
def test_an_amount_beyond_the_platforms_bounds_is_refused(sender, acme, amount, in_msat):
    PlatformCurrency.objects.filter(platform=acme.platform, code="USD").update(min_amount=10_00, max_amount=100_00)
    asked = amount * CENT_MSAT if in_msat else amount

    assert refused(sender.ask(asked, is_amount_in_msat=in_msat)) == (400, "AMOUNT_OUT_OF_RANGE")


@pytest.mark.parametrize("amount", [10_00, 100_00])
def test_the_bounds_themselves_are_within(sender, acme, amount):
    PlatformCurrency.objects.filter(platform=acme.platform, code="USD").update(min_amount=10_00, max_amount=100_00)

    assert sender.ask(amount).status_code == 200


def test_less_than_a_satoshi_is_refused(sender):
    assert refused(sender.ask(999, is_amount_in_msat=True, receiving_currency="NGN")) == (400, "AMOUNT_OUT_OF_RANGE")


# Who asks.


def test_a_blocked_counterparty_is_refused_before_its_keys_are_asked_for(sender, peer):
    factories.blocked_provider(peer.domain)

    assert refused(sender.ask()) == (403, "COUNTERPARTY_NOT_ALLOWED")
    assert peer.asked == 0


def test_play_money_never_meets_real_money(sender, db):
    factories.tenant("bank", environment="PRODUCTION")
    other = factories.tenant("broker", environment="PRODUCTION").platform.uma_domain

    assert refused(sender.ask(payer=f"$payer@{other}")) == (403, "COUNTERPARTY_NOT_ALLOWED")


def test_what_costs_nothing_is_checked_before_the_keys_are_asked_for(sender, peer, acme):
    PlatformCurrency.objects.filter(platform=acme.platform, code="USD").update(max_amount=1)

    refused(sender.ask())
    refused(sender.ask(receiving_currency="JPY"))
    refused(sender.send(b"{}"))
    refused(sender.ask(1, now=clock.real_now() - dt.timedelta(minutes=6)))

    assert peer.asked == 0


@pytest.mark.parametrize(
    ("age", "code"),
    [
        (dt.timedelta(minutes=5, seconds=5), "INVALID_TIMESTAMP"),
        (dt.timedelta(seconds=-65), "INVALID_TIMESTAMP"),
        (dt.timedelta(minutes=4, seconds=55), None),
        (dt.timedelta(seconds=-55), None),
    ],
)
def test_a_message_is_good_for_five_minutes_and_a_minute_ahead(sender, age, code):
    reply = sender.ask(now=clock.real_now() - age)

    if code is None:
        assert reply.status_code == 200, reply.content
    else:
        assert refused(reply) == (400, code)


def test_a_message_signed_by_somebody_else_is_refused_and_spends_no_nonce(sender, peer):
    forger = messages.Signer(peer.domain, secrets.token_bytes(32))

    assert refused(sender.ask(signer=forger)) == (401, "INVALID_SIGNATURE")
    assert not UmaNonce.objects.exists()


def test_a_message_with_another_payer_than_was_signed_is_refused(sender, peer):
    body = json.loads(sender.request().body)
    body["payerData"]["identifier"] = f"$mallory@{peer.domain}"

    assert refused(sender.send(json.dumps(body).encode())) == (401, "INVALID_SIGNATURE")


def test_a_counterparty_that_does_not_answer_can_not_pay(sender, peer):
    peer.server.default = type(peer.server.default)(500)

    assert refused(sender.ask()) == (424, "COUNTERPARTY_PUBKEY_FETCH_ERROR")


def test_a_message_is_accepted_once(sender):
    built = sender.request()

    assert sender.send(built).status_code == 200
    again = sender.send(built)

    assert (again.status_code, again.json()["code"]) == (400, "INVALID_NONCE")
    assert Transaction.objects.count() == 1


# Required facts about the sender.


def require(acme, *fields):
    rows = [{"name": name, "mandatory": must} for name, must in fields]
    PlatformCurrency.objects.filter(platform=acme.platform, code="USD").update(required_counterparty_fields=rows)


def test_a_mandatory_fact_about_the_sender_must_be_told(acme, sender):
    require(acme, ("BIRTH_DATE", True), ("NATIONALITY", False))

    assert refused(sender.ask()) == (400, "MISSING_MANDATORY_PAYER_DATA")
    assert sender.ask(facts={"BIRTH_DATE": "1990-01-01"}).status_code == 200


def test_facts_may_be_told_openly_or_encrypted(acme, sender):
    require(acme, ("FULL_NAME", True), ("NATIONALITY", True))

    reply = sender.ask(payer_data={"NATIONALITY": "MX"}, facts={"FULL_NAME": "Paul Payer"})

    assert payment_of(reply).counterparty_information == {"FULL_NAME": "Paul Payer", "NATIONALITY": "MX"}


@pytest.mark.parametrize("text", ["", "not json", "[]", "7", '{"FULL_NAME": 7, "SHOE_SIZE": "46"}'])
def test_travel_rule_information_that_is_not_understood_tells_nothing(acme, sender, text):
    require(acme, ("FULL_NAME", True))

    assert refused(sender.ask(travel_rule=text)) == (400, "MISSING_MANDATORY_PAYER_DATA")


def test_what_is_encrypted_for_somebody_else_is_refused(sender, peer):
    assert refused(sender.ask(receiver_keys=peer.keys)) == (400, "PARSE_PAYREQ_REQUEST_ERROR")


def test_somebody_on_a_list_of_sanctions_is_refused(sender):
    assert refused(sender.ask(facts={"FULL_NAME": "Zebulon Quarrymoor"})) == (403, "COUNTERPARTY_NOT_ALLOWED")


def test_a_politician_may_pay(sender):
    assert sender.ask(facts={"FULL_NAME": "Ottoline Vexforth"}).status_code == 200


# The word afterwards.


def test_only_the_counterparty_of_a_payment_speaks_about_it(sender, settings, peer):
    from tests.support.uma import institutions

    reply = sender.ask()
    with institutions.served("outsider.example", settings) as outsider:
        heard = sender.call_back(reply, who=outsider)

    assert (heard.status_code, heard.json()["code"]) == (404, "REQUEST_NOT_FOUND")
    payment = payment_of(reply)
    forged = messages.build_callback(
        status=messages.CallbackStatus.COMPLETED,
        signer=messages.Signer(peer.domain, secrets.token_bytes(32)),
        now=clock.real_now(),
    )
    heard = sender.web.post(f"/uma/callback/{payment.id}", forged, content_type="application/json")
    assert (heard.status_code, heard.json()["code"]) == (401, "INVALID_SIGNATURE")


def test_a_word_about_money_that_did_not_come_changes_nothing(sender, worker, dollars):
    reply = sender.ask()

    assert sender.call_back(reply).status_code == 200
    worker.run()

    assert payment_of(reply).status == "PENDING"
    assert factories.balance_of(dollars) == 0


def test_the_number_of_statements_of_a_pay_request_is_known(sender, costs):
    sender.ask()
    built = sender.request()

    with costs.of():
        assert sender.send(built).status_code == 200
