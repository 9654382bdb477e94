"""GET …/statement: the file of an account for its platform, in CSV and camt.053."""

import contextlib
import csv
import datetime as dt
import io
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from payments.ledger import statements
from payments.models import InternalAccount, JournalEntry, Posting
from platforms.models import AuditEntry
from tests.backoffice.operations import camt
from tests.conftest import BASE
from tests.support import factories
from tests.support.payments import scenarios
from tests.support.payments.quote_requests import code_of, fields_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def account(api, alice, worker):
    """Alice's dollars: a deposit, a payment that came back, one that did not, and what is left."""
    for play in (scenarios.transfer_out("004"), scenarios.transfer_out()):
        play(api, alice)
        worker.run()
    return api.internal_account(alice)


def statement(api, account, accept="text/csv", *, holder="customers", **query) -> Any:
    query = {"startDate": "2020-01-01", **query}
    return Client().get(
        f"{BASE}/{holder}/internal-accounts/{account}/statement", query, headers={"Accept": accept} | api.headers
    )


def text_of(reply) -> str:
    assert reply.status_code == 200, reply.content
    return b"".join(reply.streaming_content).decode()


def lines(reply) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text_of(reply))))


def entries(api, account) -> list[dict[str, Any]]:
    reply: dict[str, Any] = api.get(f"/customers/internal-accounts/{account}/entries", sortOrder="asc").json()
    return list(reply["data"])


@pytest.mark.any_clock
def test_a_csv_has_the_entries_of_the_api_between_two_balances(api, account):
    api.post("/sandbox/clock/advance", {"seconds": 1})
    reply = statement(api, account)
    opening, *rows, closing = lines(reply)

    assert reply["Content-Type"] == "text/csv; charset=utf-8"
    assert f'filename="statement-usd-{account.partition(":")[2]}-20200101T000000-' in reply["Content-Disposition"]
    assert (opening["kind"], opening["balance_credits_less_debits"], opening["state"]) == (
        "OPENING",
        "0.00",
        "PRELIMINARY",
    )
    booked = entries(api, account)
    assert [(row["entry"], row["kind"], row["transaction"]) for row in rows] == [
        (entry["id"], entry["kind"], entry.get("transactionId", "")) for entry in booked
    ]
    amounts = [f"{row['credit'] or '-' + row['debit']}" for row in rows]
    assert [round(float(amount) * 100) for amount in amounts] == [entry["amount"] for entry in booked]
    assert closing["balance_credits_less_debits"] == rows[-1]["balance_credits_less_debits"] == "100.00"
    assert factories.balance_of(account) == 100_00


def test_a_camt_has_the_same_and_is_what_the_standard_asks_for(api, account):
    api.post("/sandbox/clock/advance", {"seconds": 1})
    reply = statement(api, account, "application/xml")
    whole = camt.check(text_of(reply))

    assert reply["Content-Type"] == "application/xml"
    assert camt.texts(whole, "Acct/Id/Othr/Id") == [account.partition(":")[2].replace("-", "")]
    booked = entries(api, account)
    assert camt.texts(whole, "Ntry/BkTxCd/Prtry/Cd") == [entry["kind"] for entry in booked]
    assert camt.texts(whole, "Ntry/NtryRef") == [entry["id"].partition(":")[2].replace("-", "") for entry in booked]
    assert camt.texts(whole, "Bal/Tp/CdOrPrtry/Cd") == ["OPBD", "ITBD"]
    assert camt.texts(whole, "Bal/Amt") == ["0.00", "100.00"]


def test_numbers_of_entries_are_nobody_else_s(api, account):
    api.post("/sandbox/clock/advance", {"seconds": 1})
    texts = text_of(statement(api, account)), text_of(statement(api, account, "application/xml"))

    ledger = InternalAccount.objects.get(id=account.partition(":")[2]).ledger_account_id
    for number in (Posting.objects.latest("id").id, JournalEntry.objects.latest("id").id, ledger):
        for text in texts:
            assert f",{number}," not in text
            assert f">{number}<" not in text


def test_the_days_of_a_period_are_part_of_it(api, account):
    first = entries(api, account)[0]
    api.post("/sandbox/clock/advance", {"seconds": 86_400})
    day = first["time"][:10]

    whole = lines(statement(api, account, startDate=first["time"], endDate=first["time"]))
    assert [row["entry"] for row in whole[1:-1]] == [first["id"]]
    assert len(lines(statement(api, account, startDate=day, endDate=day))) > len(whole)
    before = (dt.date.fromisoformat(day) - dt.timedelta(days=1)).isoformat()
    assert [row["kind"] for row in lines(statement(api, account, endDate=before))] == ["OPENING", "CLOSING"]


def test_looking_closes_nothing_and_writes_nothing(api, account, costs):
    ledger = InternalAccount.objects.get(id=account.partition(":")[2]).ledger_account
    until = dt.datetime.fromisoformat(api.post("/sandbox/clock/advance", {"seconds": 60}).json()["now"])
    before = AuditEntry.objects.count()
    text_of(statement(api, account))

    ledger.refresh_from_db()
    assert ledger.closed_until is None
    assert AuditEntry.objects.count() == before
    statements.close(ledger.pk, until=until)
    closed = until - dt.timedelta(seconds=1)
    reply = statement(api, account, endDate=closed.isoformat())
    assert "preliminary" not in reply["Content-Disposition"]
    assert {row["state"] for row in lines(reply)} == {"FINAL"}
    with costs.of("a statement"):
        text_of(statement(api, account))


def test_whose_account_it_is(api, rival_api, account):
    own = api.internal_account(None)
    api.post("/sandbox/clock/advance", {"seconds": 1})

    assert [row["kind"] for row in lines(statement(api, own, holder="platform"))] == ["OPENING", "CLOSING"]
    for asker, asked, holder in (
        (rival_api, account, "customers"),
        (rival_api, own, "platform"),
        (api, own, "customers"),
        (api, account, "platform"),
        (api, "Customer:1", "customers"),
    ):
        assert code_of(statement(asker, asked, holder=holder)) == (404, "INTERNAL_ACCOUNT_NOT_FOUND")


@pytest.mark.parametrize(
    ("accept", "query", "field"),
    [
        ("text/csv", {"startDate": "2999-01-01"}, "startDate"),
        ("text/csv", {"startDate": "2020-01-02", "endDate": "2020-01-01"}, "endDate"),
        ("text/csv", {"startDate": "2020-01-02T00:00:00"}, "startDate"),
        ("text/csv", {"startDate": ""}, "startDate"),
        ("application/xml", {"endDate": "yesterday"}, "endDate"),
        ("application/xml", {"limit": "3"}, "limit"),
    ],
)
def test_what_no_period_is_refused(api, account, accept, query, field):
    reply = statement(api, account, accept, **query)

    assert code_of(reply) == (400, "INVALID_INPUT")
    assert fields_of(reply) == [field]


@pytest.mark.parametrize("end", ["9999-12-31", "2030-01-01", "9999-12-31T23:59:59.999999Z"])
def test_a_period_that_is_not_over_ends_now(api, account, end):
    api.post("/sandbox/clock/advance", {"seconds": 1})

    assert len(lines(statement(api, account, endDate=end))) == 2 + len(entries(api, account))


def test_without_a_begin_it_has_everything(api, account):
    api.post("/sandbox/clock/advance", {"seconds": 1})
    reply = Client().get(f"{BASE}/customers/internal-accounts/{account}/statement", headers=api.headers)

    assert len(lines(reply)) == 2 + len(entries(api, account))


def test_a_client_that_wants_neither_gets_csv(api, account):
    api.post("/sandbox/clock/advance", {"seconds": 1})

    for accept in ("*/*", "application/json"):
        assert statement(api, account, accept)["Content-Type"].startswith("text/csv")


def test_while_somebody_posts_for_long_it_is_to_be_asked_for_again(api, account):
    api.post("/sandbox/clock/advance", {"seconds": 1})
    with contextlib.closing(connection.copy()) as other:
        other.set_autocommit(False)
        other.cursor().execute("LOCK TABLE payments_posting IN ROW EXCLUSIVE MODE")
        reply = statement(api, account)

    told = reply.json()
    assert code_of(reply) == (503, "SERVICE_UNAVAILABLE")
    assert (reply["Retry-After"], told["retryable"], told["retryAfterSeconds"]) == ("30", True, 30)
    assert "is being posted that takes long" in told["message"]
    assert lines(statement(api, account))[0]["kind"] == "OPENING"
