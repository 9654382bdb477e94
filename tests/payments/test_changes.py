"""Lists with `updatedAfter`: what changed since a moment, in the order of the changes, and nothing is lost."""

import datetime as dt
import threading

import pytest
from django.db import connection, transaction

from payments.models import Transaction
from platforms.base import clock
from tests.support import factories, patience
from tests.support.payments.quote_requests import code_of, fields_of

_OVERLAP = dt.timedelta(minutes=10)
"""What docs/platform-developer/lists.md says."""


@pytest.fixture
def made(api, alice):
    """Three payments that wait, oldest first; the accounts that they come from and go to."""
    account, outside = api.internal_account(alice), api.external_account(alice)
    api.fund(account, 60)
    payments = [api.transfer_out(account, outside, amount).json()["id"] for amount in (10, 20, 30)]
    return {"account": account, "outside": outside, "payments": payments}


def rows(api, path, **query):
    reply = api.get(path, **query)
    assert reply.status_code == 200, reply.content
    return reply.json()["data"]


def later(api, seconds=5):
    """Move the clock on, and return its time."""
    return api.post("/sandbox/clock/advance", {"seconds": seconds}).json()["now"]


def changed_again(payment, moment):
    Transaction.objects.filter(id=payment.partition(":")[2]).update(updated_at=moment)


@pytest.mark.any_clock
@pytest.mark.django_db
def test_payments_come_in_the_order_of_their_changes(api, made, worker):
    begin = later(api)
    assert rows(api, "/transactions", updatedAfter=begin) == []
    for seconds, position in enumerate((2, 0), start=1):
        changed_again(made["payments"][position], dt.datetime.fromisoformat(begin) + dt.timedelta(seconds=seconds))

    changed = rows(api, "/transactions", updatedAfter=begin)
    assert [row["id"] for row in changed] == [made["payments"][2], made["payments"][0]]
    assert changed == rows(api, "/transactions", updatedAfter=begin, sortOrder="asc")
    # The moment itself is part of it, so that of several changes of one moment none is lost.
    assert rows(api, "/transactions", updatedAfter=changed[-1]["updatedAt"]) == changed[-1:]
    assert rows(api, "/transactions", updatedAfter=begin, status="COMPLETED") == []


@pytest.mark.django_db
def test_a_payment_that_changes_while_pages_are_read_comes_again_at_the_end(api, made):
    query = {"updatedAfter": "2020-01-01", "limit": 2}
    first = api.get("/transactions", **query).json()
    changed_again(made["payments"][0], dt.datetime.fromisoformat(later(api)))
    second = api.get("/transactions", **query, cursor=first["nextCursor"]).json()

    assert [row["id"] for row in first["data"]] == made["payments"][:2]
    assert [row["id"] for row in second["data"]] == [made["payments"][2], made["payments"][0]]


@pytest.mark.django_db
def test_the_newest_change_first_is_refused(api):
    reply = api.get("/transactions", updatedAfter="2020-01-01", sortOrder="desc")

    assert code_of(reply) == (400, "INVALID_INPUT")
    assert fields_of(reply) == ["sortOrder"]


@pytest.mark.parametrize("further_back", [0, 3], ids=["read by its postings", "read as a whole"])
@pytest.mark.any_clock
@pytest.mark.django_db
def test_an_account_has_changed_when_its_balance_has(api, alice, made, further_back):
    begin = later(api)
    for path in ("/customers/internal-accounts", "/platform/internal-accounts"):
        assert rows(api, path, updatedAfter=begin) == []
    own, pesos = api.internal_account(None), api.internal_account(alice, "MXN")
    later(api, further_back * 86_400 or 5)
    for account in (pesos, made["account"], own):
        later(api)
        api.fund(account, 5)

    changed = rows(api, "/customers/internal-accounts", updatedAfter=begin)
    assert [row["id"] for row in changed] == [pesos, made["account"]]
    assert [row["id"] for row in rows(api, "/platform/internal-accounts", updatedAfter=begin)] == [own]
    page = api.get("/customers/internal-accounts", updatedAfter=begin, limit=1).json()
    assert page["totalCount"] == 2
    rest = rows(api, "/customers/internal-accounts", updatedAfter=begin, limit=1, cursor=page["nextCursor"])
    assert [*page["data"], *rest] == changed
    assert rows(api, "/customers/internal-accounts", updatedAfter=changed[1]["updatedAt"]) == changed[1:]
    new = api.customer("Grace Hopper", currencies=["USD"])
    assert [row["customerId"] for row in rows(api, "/customers/internal-accounts", updatedAfter=later(api))] == []
    assert new in [row["customerId"] for row in rows(api, "/customers/internal-accounts", updatedAfter=begin)]


@pytest.mark.django_db
def test_external_accounts_that_changed(api, alice, made):
    begin = later(api)
    default = {"customerId": alice, "currency": "USD", "defaultUmaDepositAccount": True}
    first = api.post("/customers/external-accounts", {**default, "accountInfo": factories.usd_account("111")}).json()
    other = later(api)
    second = api.post("/customers/external-accounts", {**default, "accountInfo": factories.usd_account("222")}).json()
    own = api.post("/platform/external-accounts", {"currency": "USD", "accountInfo": factories.usd_account()}).json()

    def changed(since):
        return [row["id"] for row in rows(api, "/customers/external-accounts", updatedAfter=since)]

    assert changed(begin) == [first["id"], second["id"]]
    assert changed(other) == [first["id"], second["id"]]  # the first one is the default no longer
    assert [row["id"] for row in rows(api, "/platform/external-accounts", updatedAfter=other)] == [own["id"]]


@pytest.mark.django_db(transaction=True)
def test_a_change_that_commits_late_is_found_by_who_reads_the_last_minutes_again(api, made):
    """Another connection changes a payment, and commits after a later change was read."""
    early = clock.real_now()
    changed, may_commit = threading.Event(), threading.Event()

    def commit_late() -> None:
        with transaction.atomic():
            changed_again(made["payments"][0], early)
            changed.set()
            assert may_commit.wait(patience.LONG)
        connection.close()

    thread = threading.Thread(target=commit_late)
    thread.start()
    try:
        assert changed.wait(patience.LONG)
        account, outside = made["account"], made["outside"]
        api.fund(account, 40)
        newest = api.transfer_out(account, outside, 40).json()
        since = early.isoformat()
        assert [row["id"] for row in rows(api, "/transactions", updatedAfter=since)] == [newest["id"]]
    finally:
        may_commit.set()
        thread.join(patience.LONG)

    mark = newest["updatedAt"]
    assert made["payments"][0] not in [row["id"] for row in rows(api, "/transactions", updatedAfter=mark)]
    again = (dt.datetime.fromisoformat(mark) - _OVERLAP).isoformat()
    assert made["payments"][0] in [row["id"] for row in rows(api, "/transactions", updatedAfter=again)]


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/transactions", "/customers/internal-accounts", "/customers/external-accounts"])
def test_what_changes_cost(api, made, path, costs):
    minute = (dt.datetime.fromisoformat(later(api)) - dt.timedelta(minutes=1)).isoformat()
    api.get(path)
    for limit in (1, 2):
        costs.call(lambda limit=limit: api.get(path, updatedAfter="2020-01-01", limit=limit), label=path)
        costs.call(lambda limit=limit: api.get(path, updatedAfter=minute, limit=limit), label=f"{path}, lately")
