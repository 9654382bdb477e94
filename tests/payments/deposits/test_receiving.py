"""Money that arrived: credited, used for a quote, or in suspense for a person; once for each reference."""

import importlib
import logging

import pytest
from django.db import connection, transaction

from payments import tasks
from payments.deposits import deposits
from payments.ledger import chart, check, journal
from payments.models import (
    Deposit,
    FundingReceipt,
    InternalAccount,
    JournalEntry,
    LedgerAccount,
    OperationsCase,
    SuspenseItem,
)
from payments.workflow import suspense
from platforms.base import clock, errors
from platforms.models import AuditEntry
from tests.conftest import Api
from tests.support import factories
from tests.support.payments import quote_requests
from tests.support.payments.arrivals import arrive, item_of
from webhooks.models import Event

pytestmark = pytest.mark.django_db(transaction=True)
_ABSENT = "0197d6f0-0000-7000-8000-000000000001"


def sound() -> bool:
    return list(check.find()) == []


def reference_of(account: str) -> str:
    row: InternalAccount = InternalAccount.objects.get(id=account.partition(":")[2])
    return row.funding_reference


def balances_told(account: str) -> int:
    return Event.objects.filter(resource=account, type="INTERNAL_ACCOUNT.BALANCE_UPDATED").count()


def close_currency(api, code: str) -> None:
    currencies = api.get("/config").json()["supportedCurrencies"]
    kept = [entry for entry in currencies if entry["currencyCode"] != code]
    assert api.patch("/config", {"supportedCurrencies": kept}).status_code == 200


@pytest.mark.any_clock
@pytest.mark.parametrize("spell", [str, str.lower])
def test_money_with_the_reference_of_an_account_is_credited(acme, api, alice, spell):
    account = api.internal_account(alice)

    deposit = arrive(acme.platform, 250_00, named=spell(reference_of(account)))

    assert (deposit.use, deposit.reason) == ("CREDITED", "")
    assert factories.balance_of(account) == 250_00
    assert balances_told(account) == 1
    row = AuditEntry.objects.get(verb="deposit.receive")
    assert (row.subject, row.details["deposit"], row.details["amount"]) == (account, deposit.public_id, 250_00)
    assert JournalEntry.objects.get(id=deposit.entry_id).purpose == "DEPOSIT_RECEIVED"
    assert sound()


def test_money_for_an_account_of_the_platform_is_credited(acme, api):
    account = api.internal_account(None)

    assert arrive(acme.platform, named=account).use == "CREDITED"
    assert factories.balance_of(account) == 100_00
    assert sound()


def test_production_books_what_arrives_on_the_accounts_that_it_shows_no_instructions_for():
    live = factories.tenant("live", environment="PRODUCTION", regulated=True)
    api = Api(live.client_id, live.client_secret)
    account = api.internal_account(api.customer())

    arrive(live.platform, named=account)

    assert factories.balance_of(account) == 100_00
    assert sound()


def test_the_same_money_told_again_changes_nothing(acme, api, alice):
    account = api.internal_account(alice)

    first = arrive(acme.platform, named=account, reference="BANK-X")
    again = arrive(acme.platform, named=account, reference="BANK-X")

    assert again == first
    assert again.internal_account.ledger_account.balance == factories.balance_of(account) == 100_00
    assert (Deposit.objects.count(), balances_told(account)) == (1, 1)
    assert AuditEntry.objects.filter(verb="deposit.receive").count() == 1


@pytest.mark.parametrize("changed", [{"amount": 1}, {"currency": "EUR"}, {"named": "other"}])
def test_the_same_reference_with_other_facts_is_refused_and_raises_an_alarm(acme, api, alice, changed, caplog):
    account = api.internal_account(alice)
    first = arrive(acme.platform, named=account, reference="BANK-X")

    with pytest.raises(deposits.DepositDiffers), caplog.at_level(logging.ERROR):
        arrive(acme.platform, **{"named": account, "reference": "BANK-X", **changed})

    assert [record.deposit for record in caplog.records] == [first.public_id]
    assert factories.balance_of(account) == 100_00
    assert (Deposit.objects.count(), SuspenseItem.objects.count()) == (1, 0)


def test_two_platforms_may_have_one_reference(acme, rival, api, rival_api, alice):
    theirs = rival_api.internal_account(None)

    arrive(acme.platform, named=api.internal_account(alice), reference="BANK-X")
    arrive(rival.platform, 7_00, named=theirs, reference="BANK-X")

    assert factories.balance_of(theirs) == 7_00
    assert sound()


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"amount": 0}, "amount"),
        ({"amount": 2**63}, "amount"),
        ({"currency": "XXX"}, "currency"),
        ({"reference": "x" * 141}, "provider_reference"),
        ({"reference": "a\nb"}, "provider_reference"),
        ({"named": "x" * 141}, "named"),
        ({"named": "a\0b"}, "named"),
    ],
)
def test_what_can_not_be_booked_at_all_is_refused(acme, wrong, field):
    with pytest.raises(errors.InvalidInput) as refused:
        arrive(acme.platform, **wrong)

    assert [problem["field"] for problem in refused.value.problems] == [field]
    assert Deposit.objects.count() == 0


# --- into suspense ---


def unknown(acme, api, alice) -> str:
    return "NO SUCH REFERENCE"


def nothing(acme, api, alice) -> str:
    return ""


def absent(acme, api, alice) -> str:
    return f"InternalAccount:{_ABSENT}"


def other_currency(acme, api, alice) -> str:
    return str(api.internal_account(alice, "EUR"))


def closed(acme, api, alice) -> str:
    account = str(api.internal_account(alice))
    assert api.delete(f"/customers/{alice}").status_code == 200
    return account


def dropped(acme, api, alice) -> str:
    account = str(api.internal_account(None))
    close_currency(api, "USD")
    return account


def held(acme, api, alice) -> str:
    account = str(api.internal_account(alice))
    ledger = InternalAccount.objects.get(id=account.partition(":")[2]).ledger_account_id
    LedgerAccount.objects.filter(id=ledger).update(held_at=clock.real_now())
    return account


def full(acme, api, alice) -> str:
    account = str(api.internal_account(alice))
    arrive(acme.platform, 2**63 - 1, named=account)
    return account


def quote_in_other_currency(acme, api, alice) -> str:
    source, target = quote_requests.realtime("EUR", alice), api.external_account(alice, quote_requests.clabe(), "MXN")
    return str(quote_requests.quote(api, source, target).json()["id"])


def quote_paid_from_an_account(acme, api, alice) -> str:
    source, target = api.internal_account(alice), api.external_account(alice, quote_requests.clabe(), "MXN")
    return str(quote_requests.quote(api, source, target).json()["id"])


CASES = {
    unknown: "UNKNOWN_REFERENCE",
    nothing: "UNKNOWN_REFERENCE",
    absent: "UNKNOWN_REFERENCE",
    quote_paid_from_an_account: "UNKNOWN_REFERENCE",
    other_currency: "CURRENCY_DIFFERS",
    quote_in_other_currency: "CURRENCY_DIFFERS",
    closed: "ACCOUNT_CLOSED",
    dropped: "CURRENCY_DROPPED",
    held: "ACCOUNT_HELD",
    full: "BALANCE_OUT_OF_RANGE",
}


def test_every_reason_is_played():
    assert set(CASES.values()) == set(suspense.IN_SUSPENSE)


@pytest.mark.any_clock
@pytest.mark.parametrize("prepare", CASES, ids=lambda prepare: prepare.__name__)
def test_what_can_not_be_credited_waits_for_a_person(acme, api, alice, prepare):
    named = prepare(acme, api, alice)
    told = Event.objects.count()

    deposit = arrive(acme.platform, 55_00, named=named)

    assert (deposit.use, deposit.reason) == ("SUSPENSE", CASES[prepare])
    item = item_of(deposit)
    assert (item.amount, item.currency, item.reason, item.transaction_id) == (55_00, "USD", deposit.reason, None)
    assert Event.objects.count() == told
    assert sound()
    tasks.open_cases()
    case = OperationsCase.objects.get()
    assert (case.kind, case.subject, case.cause) == ("MONEY_IN_SUSPENSE", item.public_id, deposit.reason)


def test_money_for_an_account_of_another_platform_is_for_nobody_that_is_known(acme, rival_api):
    theirs = rival_api.internal_account(None)

    for named in (theirs, reference_of(theirs)):
        assert arrive(acme.platform, named=named).reason == "UNKNOWN_REFERENCE"
    assert factories.balance_of(theirs) == 0
    assert sound()


# --- for quotes ---


@pytest.fixture
def quote(api, alice):
    return quote_requests.quote(
        api, quote_requests.realtime("USD", alice), api.external_account(alice, quote_requests.clabe(), "MXN")
    ).json()


@pytest.mark.parametrize("by", ["quote", "payment", "reference"])
def test_money_for_a_quote_pays_it(acme, api, worker, quote, by):
    payment = api.get(f"/transactions/{quote['transactionId']}").json()
    names = {
        "quote": quote["id"],
        "payment": quote["transactionId"],
        "reference": quote["paymentInstructions"][0]["accountOrWalletInfo"]["reference"],
    }

    deposit = arrive(acme.platform, named=names[by])
    assert sound()
    worker.run()

    assert payment["status"] == "PENDING"
    assert (deposit.use, deposit.receipt.use) == ("FOR_QUOTE", "APPLIED")
    assert api.get(f"/transactions/{quote['transactionId']}").json()["status"] == "COMPLETED"
    assert AuditEntry.objects.get(verb="deposit.receive").subject == quote["transactionId"]
    assert sound()


def test_the_same_money_for_a_quote_told_again_pays_it_once(acme, worker, quote):
    first = arrive(acme.platform, named=quote["id"], reference="BANK-X")
    worker.run()

    assert arrive(acme.platform, named=quote["id"], reference="BANK-X").receipt == first.receipt
    assert FundingReceipt.objects.count() == Deposit.objects.count() == 1
    assert sound()


@pytest.mark.parametrize(
    ("amounts", "uses"),
    [([70_00], ["RETURNING"]), ([100_00, 100_00], ["APPLIED", "SUSPENSE"]), ([1, 100_00], ["RETURNING", "SUSPENSE"])],
)
def test_money_that_does_not_fit_its_quote_is_in_a_receipt_of_it(acme, worker, quote, amounts, uses):
    made = [arrive(acme.platform, amount, named=quote["id"]) for amount in amounts]
    worker.run()

    assert [deposit.use for deposit in made] == ["FOR_QUOTE"] * len(made)
    assert [deposit.receipt.use for deposit in made] == uses
    assert sound()


# --- the sandbox ---


def test_what_the_sandbox_makes_up_is_a_deposit(acme, api, alice, quote):
    account = api.internal_account(alice)
    api.fund(account, 5_00)
    assert api.post("/sandbox/send", {"quoteId": quote["id"], "currencyCode": "USD"}).status_code == 200

    facts = Deposit.objects.order_by("pk").values_list("amount", "currency", "named", "use")
    assert list(facts) == [(5_00, "USD", account, "CREDITED"), (100_00, "USD", quote["id"], "FOR_QUOTE")]
    assert sound()


def test_a_funding_costs_the_same_number_of_statements_each_time(api, alice, costs):
    account = api.internal_account(alice)
    api.fund(account, 1)

    with costs.of():
        api.fund(account, 1)

    # The key, the account; the lock of the reference, what is booked under it, what it is for; currency, customer and
    # balance, held; the entry, the deposit; event, audit row and reply.


@pytest.mark.parametrize(
    ("prepare", "refusal"),
    [
        (closed, (410, "CUSTOMER_DELETED")),
        (dropped, (400, "INVALID_CURRENCY")),
        (held, (403, "FORBIDDEN")),
        (full, (400, "AMOUNT_OUT_OF_RANGE")),
    ],
    ids=lambda case: getattr(case, "__name__", ""),
)
def test_what_would_wait_for_a_person_the_sandbox_refuses(acme, api, alice, prepare, refusal):
    account = prepare(acme, api, alice)
    before = Deposit.objects.count()

    reply = api.post(f"/sandbox/internal-accounts/{account}/fund", {"amount": 5})

    assert quote_requests.code_of(reply) == refusal
    assert (Deposit.objects.count(), SuspenseItem.objects.count()) == (before, 0)
    assert sound()


def test_a_deposit_stays_as_it_was_written(acme):
    deposit = arrive(acme.platform)

    for statement in ("UPDATE payments_deposit SET amount = 1", "DELETE FROM payments_deposit"):
        with pytest.raises(Exception, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
    assert Deposit.objects.get().amount == deposit.amount


def test_fundings_from_before_there_were_deposits_are_explained_by_the_migration(api, alice, worker, quote):
    """Their entries keep the purpose that they had."""
    account = InternalAccount.objects.get(id=api.internal_account(alice).partition(":")[2])
    assert api.post("/sandbox/send", {"quoteId": quote["id"], "currencyCode": "USD"}).status_code == 200
    settlement = chart.system_account(
        platform_id=account.platform_id, kind=chart.AccountKind.RAIL_SETTLEMENT, currency="USD"
    )
    with transaction.atomic():
        journal.post(
            platform_id=account.platform_id,
            purpose="SANDBOX_FUNDING",
            lines=[journal.debit(settlement, 5_00), journal.credit(account.ledger_account_id, 5_00)],
            now=clock.real_now(),
        )
    worker.run()
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica; DELETE FROM payments_deposit; RESET ALL")
    assert {fault.kind for fault in check.find()} == {"ENTRY_UNEXPLAINED", "DEPOSIT_MISSING"}

    migration = importlib.import_module("payments.migrations.0006_deposits_before")
    with connection.cursor() as cursor:
        for _ in range(2):
            cursor.execute(migration._SQL)

    assert sorted(Deposit.objects.values_list("amount", "use")) == [(5_00, "CREDITED"), (100_00, "FOR_QUOTE")]
    assert sound()
