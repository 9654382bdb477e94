"""The client in Python without models: paths and JSON, many transfers, the entries of an account."""

import datetime as dt
import json
import urllib.parse
from decimal import Decimal

import pytest
from payments_platform_client import ApiError, PaymentsError, Retries, connect, read_period, send_transfers

from tests.clients.moody import Answer, Moody, refusal, reply

pytestmark = [pytest.mark.beside, pytest.mark.inputs("clients", "docs/openapi.yaml")]

ACCOUNT = "InternalAccount:1"


@pytest.fixture
def moody():
    with Moody() as server:
        yield server


@pytest.fixture
def client(moody):
    with connect(moody.url, "id", "secret", retries=Retries(first_pause=0.001)) as made:
        yield made


def query(seen):
    return dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(seen.path).query))


def test_a_path_and_what_is_asked_for(client, moody):
    moody.answers = [reply({"amount": 2**63 - 1, "rate": 0.1})]

    told = client.get("/transactions/Transaction:1", since=dt.date(2026, 3, 1), failed=True, status=None)

    [seen] = moody.seen
    assert seen.path.startswith("/2025-10-13/transactions/Transaction:1?")
    assert query(seen) == {"since": "2026-03-01", "failed": "true"}
    assert told == {"amount": 2**63 - 1, "rate": Decimal("0.1")}


@pytest.mark.parametrize("method", ["post", "put", "patch"])
def test_a_body_and_a_key(client, moody, method):
    moody.answers = [refusal(503, "SERVICE_UNAVAILABLE"), reply({"id": "1"}, status=201)]

    made = getattr(client, method)("/things", {"name": "Zoë"}, key="mine")

    assert made == {"id": "1"}
    assert [(seen.method, seen.key, json.loads(seen.body)) for seen in moody.seen] == [
        (method.upper(), "mine", {"name": "Zoë"})
    ] * 2


def test_nothing_is_answered_with_nothing(client, moody):
    moody.answers = [Answer(204, b"")]

    assert client.delete("/tokens/Token:1") is None
    assert len(moody.seen[0].key) == 36


def test_a_refusal_is_raised(client, moody):
    moody.answers = [refusal(404, "NOT_FOUND")]

    with pytest.raises(ApiError, match="404 NOT_FOUND"):
        client.get("/nothing")


def test_a_list_goes_to_its_end(client, moody):
    moody.answers = [
        reply({"data": [{"id": "1"}, {"id": "2"}], "hasMore": True, "nextCursor": "here"}),
        reply({"data": [{"id": "3"}], "hasMore": False}),
    ]

    assert [row["id"] for row in client.iterate("/tokens", sortOrder="asc")] == ["1", "2", "3"]
    assert [query(seen) for seen in moody.seen] == [
        {"limit": "100", "sortOrder": "asc"},
        {"limit": "100", "sortOrder": "asc", "cursor": "here"},
    ]


def test_many_transfers_are_batches_of_a_hundred_each_under_its_own_key(client, moody):
    transfers = [{"type": "OUT", "amount": amount} for amount in range(1, 251)]
    moody.answers = [
        reply({"results": [{"status": 201, "number": number} for number in range(size)]}) for size in (100, 100, 50)
    ]

    sent = list(send_transfers(client, transfers, key="wages"))

    assert [transfer for transfer, _ in sent] == transfers
    assert [result["number"] for _, result in sent] == [*range(100), *range(100), *range(50)]
    assert [seen.key for seen in moody.seen] == ["wages/0", "wages/1", "wages/2"]
    assert {json.loads(seen.body)["mode"] for seen in moody.seen} == {"EACH"}


def entry(number, amount, after):
    return {"id": f"Entry:{number}", "amount": amount, "balanceAfter": after}


def test_a_period_is_its_entries_and_the_balances_around_them(client, moody):
    moody.answers = [reply({"data": [entry(1, 100, 150), entry(2, -30, 120)], "hasMore": False})]

    period = read_period(client, ACCOUNT, dt.date(2026, 3, 1), dt.date(2026, 3, 2))

    assert (period.opening, period.closing, len(period.entries)) == (50, 120, 2)
    assert moody.seen[0].path.startswith("/2025-10-13/customers/internal-accounts/InternalAccount:1/entries?")
    assert query(moody.seen[0]) == {
        "startDate": "2026-03-01",
        "endDate": "2026-03-02",
        "sortOrder": "asc",
        "limit": "100",
    }


def test_an_entry_that_is_missing_is_found(client, moody):
    moody.answers = [reply({"data": [entry(1, 100, 150), entry(3, -30, 100)], "hasMore": False})]

    with pytest.raises(PaymentsError, match="Before the entry Entry:3 another one is missing"):
        read_period(client, ACCOUNT, dt.date(2026, 3, 1), dt.date(2026, 3, 1))


@pytest.mark.parametrize(("latest", "balance"), [([entry(1, 100, 150)], 150), ([], 0)], ids=["before", "never"])
def test_a_period_without_entries_has_the_balance_from_before(client, moody, latest, balance):
    moody.answers = [reply({"data": [], "hasMore": False}), reply({"data": latest, "hasMore": bool(latest)})]

    period = read_period(client, ACCOUNT, dt.date(2026, 3, 1), dt.date(2026, 3, 1), is_own=True)

    assert (period.opening, period.entries, period.closing) == (balance, [], balance)
    assert moody.seen[1].path.startswith("/2025-10-13/platform/internal-accounts/")
    assert query(moody.seen[1]) == {"endDate": "2026-03-01", "limit": "1"}
