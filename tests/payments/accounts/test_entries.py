"""GET of one internal account, and of its entries: what changed the balance, in order, to the unit."""

import base64
import datetime as dt
import itertools
from typing import Any

import pytest

from payments import balance_representations
from payments.ledger import movements
from payments.models import JournalEntry, Posting
from tests.support.payments import balance_news, rate_entries, scenarios
from tests.support.payments.quote_requests import code_of, fields_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def account(acme, api, alice, worker):
    """Alice's dollars after deposits, transfers of both ways, quotes, and what came back of them."""
    rate_entries.schedule(acme, source_currency="USD", fixed_fee=55, variable_rate="0.012")
    for play in (
        scenarios.transfer_out(),
        scenarios.transfer_out("004"),
        scenarios.transfer_in(),
        scenarios.quoted(),
        scenarios.quoted("004"),
    ):
        play(api, alice)
        worker.run()
    return api.internal_account(alice)


def entries(api, account, **query):
    reply = api.get(f"/customers/internal-accounts/{account}/entries", **query)
    assert reply.status_code == 200, reply.content
    return reply.json()


def balance(api, account):
    return api.get(f"/customers/internal-accounts/{account}").json()["balance"]["amount"]


def test_the_entries_explain_the_balance(api, account):
    rows = entries(api, account, limit=100)["data"]

    assert rows[0]["balanceAfter"] == balance(api, account) == sum(row["amount"] for row in rows)
    for newer, older in itertools.pairwise(rows):
        assert newer["balanceAfter"] - newer["amount"] == older["balanceAfter"]
        assert newer["time"] >= older["time"]
    assert rows[-1]["balanceAfter"] == rows[-1]["amount"]
    assert [row["kind"] for row in reversed(rows)] == [
        *("DEPOSIT", "TRANSFER_OUT"),
        *("DEPOSIT", "TRANSFER_OUT", "REVERSAL"),
        "TRANSFER_IN",
        *("DEPOSIT", "PAYMENT_OUT"),
        *("DEPOSIT", "PAYMENT_OUT", "REVERSAL"),
    ]


def test_an_entry_names_its_payment_or_its_deposit(api, account):
    for row in entries(api, account, limit=100)["data"]:
        if row["kind"] == "DEPOSIT":
            assert row["depositId"].startswith("Deposit:")
            assert "transactionId" not in row
        else:
            payment = api.get(f"/transactions/{row['transactionId']}").json()
            assert payment["id"] == row["transactionId"]
            assert "depositId" not in row


@pytest.mark.parametrize("order", ["asc", "desc"])
@pytest.mark.parametrize("limit", [1, 3])
def test_pages_follow_each_other_without_a_gap(api, account, order, limit):
    whole = entries(api, account, limit=100, sortOrder=order)
    shown: list[dict[str, Any]] = []
    query: dict[str, str] = {}
    while True:
        page = entries(api, account, limit=limit, sortOrder=order, **query)
        shown += page["data"]
        assert page["totalCount"] == whole["totalCount"] == len(whole["data"])
        if not page["hasMore"]:
            break
        query = {"cursor": page["nextCursor"]}

    assert shown == whole["data"]


def test_each_entry_is_told_by_an_event_that_says_what_changed_the_balance(api, account):
    balance_news.require_told()


def test_a_period_has_its_entries_alone_with_the_same_balances(api, account):
    api.post("/sandbox/clock/advance", {"seconds": 5})
    before = entries(api, account, limit=100)["data"]
    now = api.post("/sandbox/clock/advance", {"seconds": 5}).json()["now"]
    api.fund(account, 7_00)

    [row] = entries(api, account, startDate=now)["data"]
    assert (row["amount"], row["balanceAfter"]) == (7_00, before[0]["balanceAfter"] + 7_00)
    assert entries(api, account, endDate=now, limit=100)["data"] == before


def test_no_one_learns_how_many_entries_there_are_of_all_platforms(api, account):
    page = entries(api, account, limit=2)

    newest = Posting.objects.latest("id")
    assert str(newest.id) not in [row["id"].partition(":")[2] for row in page["data"]]
    cursor = page["nextCursor"]
    assert b"|" not in base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
    assert page["data"] == entries(api, account, limit=2)["data"]


def test_a_cursor_belongs_to_its_account(api, account, alice):
    cursor = entries(api, account, limit=1)["nextCursor"]

    pesos = api.internal_account(alice, "MXN")
    for path in (f"/customers/internal-accounts/{pesos}/entries", f"/customers/internal-accounts/{account}/entries"):
        query = {"cursor": cursor if path.endswith(f"{pesos}/entries") else f"{cursor[:-4]}AAAA"}
        reply = api.get(path, **query)
        assert code_of(reply) == (400, "INVALID_INPUT")
        assert fields_of(reply) == ["cursor"]


def test_an_account_is_read_at_its_own_path_by_its_own_platform(api, rival_api, account):
    own = api.internal_account(None)

    assert api.get(f"/customers/internal-accounts/{account}").json()["id"] == account
    assert api.get(f"/platform/internal-accounts/{own}").json()["id"] == own
    assert api.get(f"/platform/internal-accounts/{own}/entries").json()["data"] == []
    for asker, path in (
        (api, f"/platform/internal-accounts/{account}"),
        (api, f"/customers/internal-accounts/{own}"),
        (rival_api, f"/customers/internal-accounts/{account}"),
        (rival_api, f"/customers/internal-accounts/{account}/entries"),
        (rival_api, f"/platform/internal-accounts/{own}/entries"),
        (api, "/customers/internal-accounts/Customer:1/entries"),
    ):
        assert code_of(asker.get(path)) == (404, "INTERNAL_ACCOUNT_NOT_FOUND")


def test_every_purpose_that_touches_a_holder_has_a_kind(account):
    """A movement that is new is a correction, unless somebody decides otherwise."""
    own = {
        movement.purpose
        for movement in movements.MOVEMENTS
        if {line.account for line in movement.lines} & {movements.HOLDER, movements.RECEIVER}
    }

    assert {purpose for purpose in own if purpose not in balance_representations.OF_PURPOSES} == {"SUSPENDED"}
    assert set(balance_representations.OF_PURPOSES.values()) <= balance_representations.KINDS.keys()
    assert set(JournalEntry.objects.values_list("purpose", flat=True)) > {"DEPOSIT_RECEIVED"}


def test_what_a_page_of_entries_costs(api, account, costs):
    for limit in (1, 5):
        costs.call(lambda limit=limit: api.get(f"/customers/internal-accounts/{account}/entries", limit=limit))


def test_an_end_before_the_begin_is_refused(api, account):
    now = dt.datetime.now(dt.UTC)
    query = {"startDate": now.isoformat(), "endDate": (now - dt.timedelta(days=1)).isoformat()}

    reply = api.get(f"/customers/internal-accounts/{account}/entries", **query)
    assert (reply.status_code, fields_of(reply)) == (400, ["endDate"])
