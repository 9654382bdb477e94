"""A platform charges its customers beside the service: within limits, shown in the quote, paid to its account."""

import random
from decimal import Decimal

import pytest

from payments import tasks
from payments.ledger import check
from payments.ledger.chart import AccountKind
from payments.models import InternalAccount, PlatformFeePayout, Quote
from payments.quotes import explanations
from tests.support import factories
from tests.support.payments import own_fees, quote_requests, rate_entries, report_sums
from tests.support.payments.own_fees import config, override

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def allowed(acme):
    own_fees.allow(acme)


@pytest.fixture
def own(api):
    """The platform's own account in US dollars."""
    return api.internal_account(None)


def balance_of(api, account: str) -> int:
    found = InternalAccount.objects.select_related("ledger_account").get(id=account.partition(":")[2])
    return int(found.ledger_account.balance)


def executed(api, quote):
    reply = api.post(f"/quotes/{quote['id']}/execute")
    assert reply.status_code == 200, reply.content
    return api.get(f"/transactions/{quote['transactionId']}").json()


def test_a_configured_fee_is_part_of_the_total_and_shown_beside_the_fees(acme, api, ask, allowed):
    rate_entries.schedule(acme, source_currency="USD", fixed_fee=150, variable_rate="0.015")
    own_fees.configure(api, config(fixed=50, share=0.01))

    quote = ask(amount=100_00).json()

    assert (quote["totalSendingAmount"], quote["feesIncluded"], quote["platformFees"]) == (100_00, 4_50, 1_50)
    assert quote["rateDetails"]["serviceApiFixedFee"] == 150
    assert quote["rateDetails"]["serviceApiVariableFeeAmount"] == 150
    payment = executed(api, quote)
    assert (payment["fees"], payment["platformFees"], payment["sentAmount"]["amount"]) == (4_50, 1_50, 100_00)
    assert own_fees.accrued(acme) == 1_50
    assert own_fees.accrued(acme, kind=AccountKind.FEES) == 3_00
    assert check.run().faults == []


def test_with_a_receiving_lock_the_payer_pays_the_least_that_covers_everything(acme, api, ask, allowed):
    rate_entries.schedule(acme, source_currency="USD", fixed_fee=150, variable_rate="0.015")
    own_fees.configure(api, config(fixed=50, share=0.01))

    quote = ask(side="RECEIVING", amount=1_850_00).json()

    # 1,850 MXN cost 100.01 USD: (100.01 + 1.50 + 0.50) / (1 - 0.025) = 104.6256…
    assert quote["totalReceivingAmount"] == 1_850_00
    assert quote["totalSendingAmount"] == 104_63
    assert quote["feesIncluded"] == 104_63 - 100_01
    assert quote["platformFees"] == 50 + 1_05


def test_a_fee_is_raised_to_its_minimum_and_cut_to_its_maximum(api, ask, allowed):
    own_fees.configure(api, config(share=0.05, minimum=2_00, maximum=3_00))

    fees = {amount: ask(amount=amount).json()["platformFees"] for amount in (10_00, 50_00, 100_00)}

    assert fees == {10_00: 2_00, 50_00: 2_50, 100_00: 3_00}


def test_the_most_specific_configuration_counts(api, ask, alice, pesos, allowed):
    own_fees.configure(
        api,
        config(fixed=1),
        config(fixed=2, destinationType="ACCOUNT"),
        config(fixed=3, sourceType="ACCOUNT"),
        config(fixed=4, sourceType="REALTIME_FUNDING", destinationType="UMA_ADDRESS"),
    )

    assert ask().json()["platformFees"] == 3
    realtime = quote_requests.quote(api, quote_requests.realtime("USD", alice), pesos).json()
    assert realtime["platformFees"] == 2


def test_a_quote_may_name_another_fee_or_none(api, ask, allowed):
    own_fees.configure(api, config(fixed=50))

    assert ask(**override(fixed=1_00, share=0.02)).json()["platformFees"] == 3_00
    none = ask(**override()).json()
    assert "platformFees" not in none
    assert none["feesIncluded"] == 0


def test_a_fee_above_the_limits_is_refused_with_what_is_allowed(api, ask, allowed, traces):
    before = traces()

    reply = ask(**override(fixed=10_01, share=0.06))

    assert quote_requests.code_of(reply) == (400, "INVALID_INPUT")
    assert reply.json()["details"]["errors"] == [
        {
            "field": "platformFeeOverride.fixed",
            "reason": "must be at most 1000: the operator allows no more in USD",
            "expected": {"maximum": 1000},
        },
        {
            "field": "platformFeeOverride.variableRate",
            "reason": "must be at most 0.05: the operator allows no more in USD",
            "expected": {"maximum": 0.05},
        },
    ]
    assert traces() == before


def test_a_platform_is_allowed_nothing_to_begin_with(api, ask):
    assert quote_requests.fields_of(ask(**override(fixed=1))) == ["platformFeeOverride.fixed"]
    assert ask(**override()).status_code == 201


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"fixed": -1, "variableRate": 0}, "platformFeeOverride.fixed"),
        ({"fixed": 1.5, "variableRate": 0}, "platformFeeOverride.fixed"),
        ({"fixed": 0, "variableRate": "0.01"}, "platformFeeOverride.variableRate"),
        ({"fixed": 0, "variableRate": True}, "platformFeeOverride.variableRate"),
        ({"fixed": 0, "variableRate": -0.01}, "platformFeeOverride.variableRate"),
        ({"fixed": 0, "variableRate": 1}, "platformFeeOverride.variableRate"),
        ({"fixed": 0, "variableRate": 1e300}, "platformFeeOverride.variableRate"),
        ({"fixed": 0, "variableRate": 0.000000001}, "platformFeeOverride.variableRate"),
        ({"fixed": 0}, "platformFeeOverride.variableRate"),
        ("0.01", "platformFeeOverride"),
    ],
)
def test_what_is_no_fee_is_refused(ask, allowed, wrong, field):
    reply = ask(platformFeeOverride=wrong)

    assert quote_requests.code_of(reply) == (400, "INVALID_INPUT")
    assert quote_requests.fields_of(reply) == [field]


def test_the_platform_pays_no_fee_to_itself(api, own, pesos, allowed):
    own_fees.configure(api, config(fixed=50))
    api.fund(own, 100_00)

    assert "platformFees" not in quote_requests.quote(api, own, pesos, amount=10_00).json()
    refused = quote_requests.quote(api, own, pesos, amount=10_00, **override(fixed=1))
    assert quote_requests.fields_of(refused) == ["platformFeeOverride"]


def test_fees_that_leave_nothing_are_refused_with_the_least_amount(api, ask, allowed):
    own_fees.configure(api, config(fixed=5_00))

    reply = ask(amount=4_00)

    assert quote_requests.code_of(reply) == (400, "AMOUNT_OUT_OF_RANGE")
    least = reply.json()["details"]["minimum"]
    assert ask(amount=least).status_code == 201


def test_a_failed_payment_gives_everything_back(acme, api, alice, dollars, allowed):
    own_fees.configure(api, config(fixed=50, share=0.01))
    target = api.external_account(alice, quote_requests.clabe("002"), "MXN")
    quote = quote_requests.quote(api, dollars, target).json()
    executed(api, quote)

    assert (balance_of(api, dollars), own_fees.accrued(acme)) == (900_00, 1_50)
    tasks.advance_due_payments()

    assert api.get(f"/transactions/{quote['transactionId']}").json()["status"] == "FAILED"
    assert (balance_of(api, dollars), own_fees.accrued(acme)) == (1_000_00, 0)
    assert check.run().faults == []


@pytest.mark.usefixtures("allowed")
def test_money_from_outside_and_a_quote_executed_at_once_are_charged_too(acme, api, alice, ask, pesos):
    own_fees.configure(api, config(fixed=50))
    quote = quote_requests.quote(api, quote_requests.realtime("USD", alice), pesos).json()

    assert api.post("/sandbox/send", {"quoteId": quote["id"], "currencyCode": "USD"}).status_code == 200
    assert ask(immediatelyExecute=True).json()["status"] == "PROCESSING"

    assert own_fees.accrued(acme) == 1_00
    assert check.run().faults == []


def test_a_quote_in_one_currency_is_charged(api, alice, dollars, allowed):
    own_fees.configure(api, config(fixed=50))
    target = api.external_account(alice, factories.usd_account())

    quote = quote_requests.quote(api, dollars, target, amount=10_00).json()

    assert (quote["totalReceivingAmount"], quote["platformFees"]) == (9_50, 50)


def test_the_fees_of_a_day_come_to_the_platforms_account_on_the_next(acme, api, ask, own, allowed):
    own_fees.configure(api, config(fixed=50))
    executed(api, ask().json())
    executed(api, ask().json())
    assert tasks.pay_platform_fees() == 0

    assert own_fees.pass_day(api) == 1

    assert (balance_of(api, own), own_fees.accrued(acme)) == (1_00, 0)
    (entry,) = api.get(f"/platform/internal-accounts/{own}/entries").json()["data"]
    assert (entry["kind"], entry["amount"], entry["balanceAfter"]) == ("PLATFORM_FEES", 1_00, 1_00)
    assert tasks.pay_platform_fees() == 0
    assert own_fees.pass_day(api) == 0
    assert check.run().faults == []


@pytest.mark.usefixtures("allowed")
def test_what_is_returned_after_it_was_paid_is_taken_from_later_fees(acme, api, alice, ask, own):
    dollars = api.internal_account(alice)
    own_fees.configure(api, config(fixed=50))
    failing = api.external_account(alice, quote_requests.clabe("002"), "MXN")
    executed(api, quote_requests.quote(api, dollars, failing).json())
    assert own_fees.pass_day(api) == 1
    assert api.transfer_out(own, api.external_account(None), 50).status_code == 201

    tasks.advance_due_payments()
    assert (balance_of(api, dollars), own_fees.accrued(acme)) == (1_000_00, -50)
    assert own_fees.pass_day(api) == 0
    for _ in range(3):
        executed(api, ask().json())
    assert own_fees.pass_day(api) == 1

    assert (balance_of(api, own), own_fees.accrued(acme)) == (1_00, 0)
    assert check.run().faults == []


def test_a_held_account_is_paid_once_it_is_released(acme, api, ask, own, allowed):
    own_fees.configure(api, config(fixed=50))
    executed(api, ask().json())
    own_fees.hold(own)

    assert own_fees.pass_day(api) == 0
    assert PlatformFeePayout.objects.count() == 0
    own_fees.release(own)
    assert tasks.pay_platform_fees() == 1
    assert balance_of(api, own) == 50


def test_a_currency_with_fees_that_are_not_paid_yet_stays(api, ask, allowed):
    own_fees.configure(api, config(fixed=50))
    executed(api, ask(amount=999_50 + 50).json())
    tasks.advance_due_payments()
    currencies = [each for each in api.get("/config").json()["supportedCurrencies"] if each["currencyCode"] != "USD"]

    reply = api.patch("/config", {"supportedCurrencies": currencies})

    assert quote_requests.code_of(reply) == (400, "INVALID_INPUT")


def test_the_price_is_explained_to_the_unit(acme, api, ask, allowed):
    rate_entries.schedule(acme, source_currency="USD", fixed_fee=150, variable_rate="0.015")
    own_fees.configure(api, config(fixed=50, share=0.01, minimum=1, maximum=9_00))
    ask(amount=100_00)
    ask(side="RECEIVING", amount=1_850_00, **override(fixed=20))

    configured, named = Quote.objects.order_by("id")

    lines = {line.what: (line.working, line.result) for line in explanations.explain(configured).lines}
    working, result = lines["Platform's fee"]
    assert working == (
        "as the platform has configured it: 0.50 USD + 100.00 USD x 0.01 = 1.00 USD, rounded up; at least 0.01 USD; "
        "at most 9.00 USD"
    )
    assert result == "1.50 USD"
    assert lines["Exchanged"] == ("100.00 USD - 1.50 USD - 1.50 USD - 1.50 USD", "95.50 USD")
    told = {line.what: line.working for line in explanations.explain(named).lines}
    assert told["Platform's fee"].startswith("as the quote named it: 0.20 USD + ")
    assert told["Sent"] == "the least amount that leaves 100.01 USD after the fees below"
    assert [list(explanations.explain(quote).differences) for quote in (configured, named)] == [[], []]


def test_a_fee_costs_no_statement(api, ask, allowed, statements):
    def execute(quote):
        return api.post(f"/quotes/{quote['id']}/execute")

    own_fees.configure(api, config(fixed=50))
    for fields in ({}, override()):
        execute(ask(**fields).json())
    charged, free = ask().json(), ask(**override()).json()

    assert statements(ask) == statements(lambda: ask(**override()))
    assert statements(lambda: execute(charged)) == statements(lambda: execute(free))


def test_a_fee_that_its_terms_do_not_say_is_a_fault(api, ask, allowed):
    own_fees.configure(api, config(fixed=50))
    quote = ask().json()
    own_fees.charge_more(quote["id"], 1)

    details = " ".join(fault["detail"] for fault in check.run().faults)

    assert "charges 51 for the platform, its terms say 50" in details


_ROUNDS, _QUOTES = 10, 100


@pytest.mark.timeout(2400)
def test_of_a_thousand_quotes_nothing_is_made_or_lost(acme, api, alice, pesos, worker):
    """Any configuration: parts add up to the total, and what is undone leaves every account as it was."""
    chance, dollars = random.Random(81), api.internal_account(alice)
    failing = api.external_account(alice, quote_requests.clabe("002"), "MXN")
    api.fund(dollars, 10**9)
    charged = 0
    for _ in range(_ROUNDS):
        rate_entries.schedule(
            acme,
            source_currency="USD",
            fixed_fee=chance.randrange(200),
            variable_rate=f"0.0{chance.randrange(1000):03}",
            rate_multiplier=f"1.0{chance.randrange(1000):03}",
        )
        most, share = chance.randrange(1, 500), chance.randrange(1, 5_000_000)
        own_fees.allow(acme, fixed=most, share=f"0.{share:08}")
        least = chance.choice([0, 0, chance.randrange(most)])
        own_fees.configure(
            api,
            config(
                fixed=chance.randrange(most),
                share=chance.randrange(share) / 10**8,
                minimum=least,
                maximum=least + chance.choice([chance.randrange(1000), 10**9]),
            ),
        )
        for _ in range(_QUOTES):
            named = override(fixed=chance.randrange(most), share=chance.randrange(share) / 10**8)
            side = chance.choice(["SENDING", "RECEIVING"])
            target = chance.choice([pesos, failing])
            fields = chance.choice([{}, named])
            fields |= {"side": side, "amount": chance.randrange(3_000, 10**6)}
            quote = quote_requests.quote(api, dollars, target, **fields)
            assert quote.status_code == 201, quote.content
            shown = quote.json()
            own = shown.get("platformFees", 0)
            assert 0 <= own <= shown["feesIncluded"] < shown["totalSendingAmount"]
            if chance.randrange(2):
                executed(api, shown)
                charged += own if target == pesos else 0
        worker.run()

    assert Quote.objects.count() == _ROUNDS * _QUOTES
    assert [list(explanations.explain(quote).differences) for quote in Quote.objects.all() if quote.platform_fees] == [
        [] for quote in Quote.objects.all() if quote.platform_fees
    ]
    assert own_fees.accrued(acme) == charged
    report_sums.require_sums(api, acme.platform)
    assert check.run().faults == []
    assert own_fees.pass_day(api) == 1
    assert own_fees.accrued(acme) == 0
    assert balance_of(api, api.internal_account(None)) == charged
    assert check.run().faults == []
    assert Decimal(charged) > 0
