"""Payments to a receiver at an institution on loopback: its messages, and refusals of its wrong answers."""

import dataclasses
import datetime as dt
import json
from decimal import Decimal

import pytest

from payments.models import Lookup, OutgoingUmaPayment, Quote, UmaNonce
from payments.providers import registry
from payments.uma import messages
from tests.payments.uma.sending import nodes
from tests.support import factories
from tests.support.faulty_rails import WorkerDied
from tests.support.payments import quote_requests
from tests.support.payments.quote_requests import code_of
from tests.support.servers.webhook_receiver import Answer
from tests.support.uma import peers
from tests.support.uma.institutions import private_key, raw
from tests.support.uma.paying import entries, sandbox
from tests.support.uma.peers import error

pytestmark = pytest.mark.django_db


def test_a_lookup_says_what_can_be_received(paying, peer):
    peer.lookup["required_payer_data"] = {"FULL_NAME": True, "BIRTH_DATE": False}

    reply = paying.look_up(peer.address)

    found = reply.json()
    [currency] = found["supportedCurrencies"]
    assert (reply.status_code, found["receiverUmaAddress"], currency["currency"]["code"]) == (200, peer.address, "EUR")
    assert (currency["min"], currency["max"]) == (1, 10_000_000)
    # The customer has dollars, and euros none.
    assert (currency["sendingCurrency"]["code"], currency["estimatedExchangeRate"]) == ("USD", pytest.approx(1.2))
    assert {"name": "FULL_NAME", "mandatory": True} in found["requiredPayerDataFields"]
    assert found["lookupId"].startswith("Lookup:")


def test_the_sender_can_be_named_by_address(paying, peer, api):
    address = api.get(f"/customers/{paying.customer}").json()["umaAddress"]

    reply = paying.look_up(peer.address, senderUmaAddress=address)

    assert reply.status_code == 200
    assert str(Lookup.objects.get().customer_id) == paying.customer.partition(":")[2]


def test_a_sender_named_by_id_and_address_is_one_customer(paying, peer, api, bob):
    address = api.get(f"/customers/{paying.customer}").json()["umaAddress"]

    same = paying.look_up(peer.address, customerId=paying.customer, senderUmaAddress=address)
    two = paying.look_up(peer.address, customerId=bob, senderUmaAddress=address)

    assert (same.status_code, code_of(two)) == (200, (400, "INVALID_INPUT"))


@pytest.mark.parametrize("query", [{}, {"x": "1"}])
def test_a_sender_is_named(api, peer, query):
    assert code_of(api.get(f"/receiver/uma/{peer.address}", **query)) == (400, "INVALID_INPUT")
    assert peer.received == []


def test_only_the_platform_s_own_customers_can_ask(paying, peer, rival_api):
    foreign = rival_api.get(f"/receiver/uma/{peer.address}", customerId=paying.customer)

    assert code_of(foreign) == (404, "USER_NOT_FOUND")
    assert peer.received == []


@pytest.mark.parametrize("address", ["carol@bank.example", "$carol", "$c@rol@bank.example", "$carol@localhost"])
def test_what_is_no_address_is_refused(paying, address):
    assert code_of(paying.look_up(address)) == (400, "INVALID_UMA_ADDRESS")


def test_a_blocked_institution_is_not_asked(paying, peer):
    factories.blocked_provider(peer.domain)

    assert code_of(paying.look_up(peer.address)) == (403, "COUNTERPARTY_NOT_ALLOWED")
    assert peer.received == []


def test_an_institution_that_is_blocked_after_the_lookup_is_not_paid(paying, peer):
    lookup = paying.look_up(peer.address).json()["lookupId"]
    factories.blocked_provider(peer.domain)

    assert code_of(paying.ask(peer.address, lookup=lookup)) == (403, "COUNTERPARTY_NOT_ALLOWED")
    assert peer.asked is None


def test_an_institution_that_can_t_be_reached_is_a_failed_lookup(paying, settings):
    settings.UMA_LOOPBACK = {"bank.example": "127.0.0.1:9"}

    assert code_of(paying.look_up("$carol@bank.example")) == (424, "LNURLP_REQUEST_FAILED")


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (Answer(404, error("USER_NOT_FOUND")), (404, "USER_NOT_FOUND")),
        (Answer(404, b"nothing here"), (404, "USER_NOT_FOUND")),
        (Answer(403, error("COUNTERPARTY_NOT_ALLOWED")), (400, "SENDER_NOT_ACCEPTED")),
        (Answer(412, error("UNSUPPORTED_UMA_VERSION")), (424, "NO_COMPATIBLE_UMA_VERSION")),
        (Answer(500, b"oops"), (424, "LNURLP_REQUEST_FAILED")),
        (Answer(302, b"", {"Location": "https://elsewhere.example/"}), (424, "LNURLP_REQUEST_FAILED")),
        (Answer(200, b"\xff\xfe"), (400, "PARSE_LNURLP_RESPONSE_ERROR")),
        (Answer(200, b"{}"), (400, "PARSE_LNURLP_RESPONSE_ERROR")),
        (Answer(200, b"[" * 60_000), (400, "PARSE_LNURLP_RESPONSE_ERROR")),
    ],
)
def test_what_a_lookup_may_be_answered_with(paying, peer, answer, expected):
    peer.answer["lnurlp"] = answer

    assert code_of(paying.look_up(peer.address)) == expected
    assert not Lookup.objects.exists()


def test_a_lookup_that_somebody_else_has_signed_is_not_believed(paying, peer):
    peer.signer = messages.Signer(peer.domain, raw(private_key()))

    assert code_of(paying.look_up(peer.address)) == (424, "LNURLP_REQUEST_FAILED")
    assert not UmaNonce.objects.exists()


@pytest.mark.parametrize("age", [dt.timedelta(minutes=6), dt.timedelta(seconds=-90)])
def test_a_lookup_of_another_time_is_not_believed(paying, peer, age):
    peer.age = age

    assert code_of(paying.look_up(peer.address)) == (400, "INVALID_TIMESTAMP")


def test_a_lookup_is_believed_once(paying, peer):
    first: list[bytes] = []

    def repeat(body: bytes) -> bytes:
        first.append(body)
        return first[0]

    peer.change = repeat
    assert paying.look_up(peer.address).status_code == 200

    assert code_of(paying.look_up(peer.address)) == (400, "INVALID_NONCE")


def test_the_other_side_is_told_who_pays(paying, peer):
    peer.lookup["required_payer_data"] = {"FULL_NAME": True, "BIRTH_DATE": False}

    quote = paying.quote(peer.address, description="Thank you for everything you did")

    asked = peer.asked
    assert (asked.payer_data["FULL_NAME"], asked.comment) == ("Alice Approved", "Thank you for everyt")
    opened = json.loads(messages.open_travel_rule(asked, private_keys=[raw(peer.bank.encryption)]))
    assert opened["FULL_NAME"] == "Alice Approved"
    assert asked.utxo_callback.endswith(quote["transactionId"].partition(":")[2])
    assert quote["counterpartyInformation"] == {"FULL_NAME": "Carol"}


def test_nothing_is_told_in_secret_where_no_rule_asks_for_it(paying, peer):
    peer.lookup["is_subject_to_travel_rule"] = False

    paying.quote(peer.address)

    assert peer.asked.sealed_travel_rule == b""


def test_what_the_other_side_must_know_has_to_be_told(paying, peer):
    peer.lookup["required_payer_data"] = {"TAX_ID": True}

    refusal = paying.ask(peer.address)
    peer_was_asked = peer.asked is not None
    told = paying.ask(peer.address, senderCustomerInfo={"TAX_ID": "12-345"})

    assert (code_of(refusal), peer_was_asked) == ((400, "MISSING_MANDATORY_USER_INFO"), False)
    assert (told.status_code, peer.asked.payer_data) == (201, {"TAX_ID": "12-345"})


def test_either_side_can_be_locked(paying, peer):
    sent = paying.quote(peer.address, amount=100_00)
    in_msat = (peer.asked.is_amount_in_msat, peer.asked.amount)
    peer.preimage = b"2" * 32
    received = paying.quote(peer.address, side="RECEIVING", amount=83_34)

    assert in_msat == (True, 125_000_000)
    assert (sent["totalSendingAmount"], sent["totalReceivingAmount"]) == (100_00, 83_33)
    assert (peer.asked.is_amount_in_msat, peer.asked.amount) == (False, 83_34)
    assert (received["totalSendingAmount"], received["totalReceivingAmount"]) == (100_01, 83_34)
    for quote in (sent, received):
        exchanged = Decimal(quote["totalSendingAmount"] - quote["feesIncluded"])
        assert int(exchanged / Decimal(str(quote["exchangeRate"]))) == quote["totalReceivingAmount"]


def test_a_quote_does_not_outlive_its_invoice(paying, peer):
    peer.invoice["expiry"] = dt.timedelta(seconds=120)

    quote = paying.quote(peer.address)

    created, expires = (dt.datetime.fromisoformat(quote[name]) for name in ("createdAt", "expiresAt"))
    assert dt.timedelta(seconds=90) < expires - created <= dt.timedelta(seconds=110)


@pytest.mark.parametrize("amount", [0.0002, 2e9])
def test_the_receiver_s_bounds_are_asked_before_the_receiver(paying, peer, amount):
    peer.lookup["currencies"] = (dataclasses.replace(peers.EURO, minimum=10_00, maximum=20_00),)

    reply = paying.ask(peer.address, side="RECEIVING", amount=9_99 if amount < 1 else 20_01)

    assert code_of(reply) == (400, "AMOUNT_OUT_OF_RANGE")
    assert peer.asked is None


@pytest.mark.parametrize(
    ("said", "invoice"),
    [
        ({"amount": 83_32}, {}),
        ({"currency": "USD"}, {}),
        ({"decimals": 3}, {}),
        ({"multiplier": Decimal(peers.CENT * 2)}, {}),
        ({"fee_msat": 1_000_000}, {}),
        ({"invoice": "lnbcrt1nonsense"}, {}),
        ({}, {"amount_msat": 125_000_001}),
        ({}, {"amount_msat": None}),
        ({}, {"network": "bc"}),
        ({}, {"expiry": dt.timedelta(seconds=30)}),
        ({}, {"created_at": dt.datetime(2024, 1, 1, tzinfo=dt.UTC)}),
        ({"payee_data": {}}, {}),
    ],
)
def test_a_promise_that_does_not_hold_water_gives_no_quote(paying, peer, api, said, invoice):
    quote_requests.change_currency(api, "USD", requiredCounterpartyFields=[{"name": "FULL_NAME", "mandatory": True}])
    peer.reply, peer.invoice = said, invoice

    assert code_of(paying.ask(peer.address)) == (400, "INVALID_PAYREQ_RESPONSE")
    assert not Quote.objects.exists()
    assert not OutgoingUmaPayment.objects.exists()


def test_a_promise_that_somebody_else_has_signed_is_not_believed(paying, peer):
    lookup = paying.look_up(peer.address).json()["lookupId"]
    peer.signer = messages.Signer(peer.domain, raw(private_key()))

    assert code_of(paying.ask(peer.address, lookup=lookup)) == (400, "INVALID_PAYREQ_RESPONSE")


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (Answer(400, error("AMOUNT_OUT_OF_RANGE")), (400, "AMOUNT_OUT_OF_RANGE")),
        (Answer(400, error("MISSING_MANDATORY_PAYER_DATA")), (400, "MISSING_MANDATORY_USER_INFO")),
        (Answer(501, error("UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY")), (501, "UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY")),
        (Answer(403, error("SENDER_NOT_ACCEPTED")), (400, "SENDER_NOT_ACCEPTED")),
        (Answer(500, b""), (424, "PAYREQ_REQUEST_FAILED")),
        (Answer(200, b"null"), (400, "PARSE_PAYREQ_RESPONSE_ERROR")),
    ],
)
def test_what_a_pay_request_may_be_answered_with(paying, peer, answer, expected):
    peer.answer["pay"] = answer

    assert code_of(paying.ask(peer.address)) == expected


def test_one_invoice_serves_one_payment(paying, peer):
    paying.quote(peer.address)

    assert code_of(paying.ask(peer.address)) == (400, "INVALID_PAYREQ_RESPONSE")
    assert Quote.objects.count() == 1


def test_a_quote_names_the_right_lookup(paying, peer, api):
    lookup = paying.look_up(peer.address).json()["lookupId"]
    elsewhere = paying.ask(sandbox("success.usd"), lookup=lookup)
    other = api.customer("Carl Other")
    account = api.internal_account(other)
    source = {"sourceType": "ACCOUNT", "accountId": account}
    api.fund(account, 100_00)

    assert code_of(elsewhere) == (400, "LOOKUP_REQUEST_FAILED")
    assert code_of(paying.ask(peer.address, lookup=lookup, source=source)) == (400, "LOOKUP_REQUEST_FAILED")
    assert code_of(paying.ask(peer.address, lookup=lookup, currency="PHP")) == (400, "INVALID_CURRENCY")
    api.post("/sandbox/clock/advance", {"seconds": 1800})
    assert code_of(paying.ask(peer.address, lookup=lookup)) == (400, "LOOKUP_REQUEST_FAILED")


def test_without_a_lookup_there_is_no_quote(api, paying, peer):
    body = {
        "source": {"sourceType": "ACCOUNT", "accountId": paying.account},
        "destination": {"destinationType": "UMA_ADDRESS", "umaAddress": peer.address},
        "lockedCurrencySide": "SENDING",
        "lockedCurrencyAmount": 1,
    }

    reply = api.post("/quotes", body)

    assert reply.json()["details"]["errors"][0]["field"] == "lookupId"


@pytest.fixture
def node(monkeypatch):
    """Return a function that puts another node in the place of the sandbox's."""

    def replace(other):
        monkeypatch.setattr(registry, "settlement", {"SANDBOX": other}.__getitem__)
        return other

    return replace


def test_a_payment_without_a_way_fails_and_the_money_is_back(paying, peer, node):
    quote = paying.quote(peer.address)
    node(nodes.LonelyNode())
    paying.execute(quote)

    payment = paying.work(quote)

    assert (payment["status"], payment["failureReason"]) == ("FAILED", "LIGHTNING_PAYMENT_FAILED")
    assert (payment["refund"]["status"], paying.balance()) == ("COMPLETED", 1_000_00)
    assert peer.told == []


def test_a_worker_that_dies_after_paying_pays_once(paying, peer, node):
    quote = paying.quote(peer.address)
    deadly = node(nodes.DeadlyNode())
    paying.execute(quote)
    with pytest.raises(WorkerDied):
        paying.worker.run()
    deadly.settle(peer.preimage)

    payment = paying.pass_time(quote, 61)

    assert (payment["status"], deadly.paid, paying.balance()) == ("COMPLETED", 2, 900_00)
    assert OutgoingUmaPayment.objects.get().preimage == peer.preimage.hex()
    assert list(entries(quote)) == ["QUOTE_EXECUTED", "PAYOUT_SETTLED"]


def test_a_node_that_is_away_is_asked_again(paying, peer, node):
    quote = paying.quote(peer.address)
    node(nodes.AbsentNode())
    paying.execute(quote)
    waiting = paying.work(quote)
    costly = node(nodes.CostlyNode())
    costly.preimage = peer.preimage

    payment = paying.pass_time(quote, 120)

    assert (waiting["status"], payment["status"]) == ("PROCESSING", "COMPLETED")


def test_what_the_way_costs_is_the_service_s(paying, peer, node):
    quote = paying.quote(peer.address)
    costly = node(nodes.CostlyNode())
    costly.preimage = peer.preimage
    paying.execute(quote)

    paying.work(quote)

    assert entries(quote)["ROUTING_FEE"] == ["EXCHANGE D 2 BTC", "RAIL_SETTLEMENT C 2 BTC"]
    assert (OutgoingUmaPayment.objects.get().fee_msat, paying.balance()) == (1500, 900_00)


def test_a_proof_that_proves_nothing_completes_nothing(paying, peer, node, caplog):
    quote = paying.quote(peer.address)
    node(nodes.LyingNode())
    paying.execute(quote)

    payment = paying.work(quote)

    assert payment["status"] == "PROCESSING"
    assert "payment not advanced" in caplog.text


def test_a_node_that_forgets_is_not_told_to_pay_again(paying, peer, node):
    quote = paying.quote(peer.address)
    node(nodes.ForgetfulNode())
    paying.execute(quote)
    paying.work(quote)

    payment = paying.pass_time(quote, 60)

    assert payment["status"] == "PROCESSING"


def test_the_receiver_s_side_hears_it_until_it_has_heard(paying, peer, node):
    quote = paying.quote(peer.address)
    node(nodes.CostlyNode()).preimage = peer.preimage
    peer.answer["callback"] = Answer(503)
    paying.execute(quote)
    paying.work(quote)
    peer.answer.clear()

    payment = paying.pass_time(quote, 10)
    paying.pass_time(quote, 10)

    [told] = peer.told
    assert (payment["status"], told.status) == ("COMPLETED", messages.CallbackStatus.COMPLETED)
    assert OutgoingUmaPayment.objects.get().called_back_at is not None


def test_after_a_day_of_silence_nobody_is_called_any_more(paying, peer, node):
    quote = paying.quote(peer.address)
    node(nodes.CostlyNode()).preimage = peer.preimage
    peer.answer["callback"] = Answer(503)
    paying.execute(quote)
    paying.work(quote)

    paying.pass_time(quote, 86_500)
    calls = len(peer.received)
    payment = paying.pass_time(quote, 86_500)

    assert (payment["status"], len(peer.received)) == ("COMPLETED", calls)
    assert OutgoingUmaPayment.objects.get().called_back_at is None
