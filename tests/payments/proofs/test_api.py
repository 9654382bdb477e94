"""The endpoints of proofs: what they answer with, whose, and how they refuse."""

import datetime as dt
import pathlib
import re

import pytest
from django.conf import settings

from payments import tasks
from payments.models import Transaction
from payments.proofs import verify_proof
from platforms.base import clock
from tests.payments.proofs import world
from tests.support import factories
from tests.support.payments import sealed_days

pytestmark = pytest.mark.django_db(transaction=True)


def paid(api, alice):
    """Return an account of alice and a payment from it, not sealed."""
    account = api.internal_account(alice)
    api.fund(account, 100_00)
    sent = api.transfer_out(account, api.external_account(alice, factories.usd_account()), 10_00)
    tasks.advance_due_payments()
    return account, sent.json()["id"]


def test_a_proof_of_a_payment_shows_its_entries(api, alice, costs):
    account, sent = paid(api, alice)
    root = sealed_days.seal()
    costs.call(lambda: api.get(f"/transactions/{sent}/proof"))
    reply = api.get(f"/transactions/{sent}/proof")
    body = reply.json()
    assert reply.status_code == 200, body
    assert (body["transactionId"], body["unsealedEntries"]) == (sent, 0)
    assert [entry["purpose"] for entry in body["entries"]] == ["TRANSFER_OUT_SENT", "TRANSFER_OUT_SETTLED"]
    assert body["entries"][0] == {
        "number": root.number,
        "day": root.day.isoformat(),
        "transactionId": sent,
        "purpose": "TRANSFER_OUT_SENT",
        "time": clock.iso(Transaction.objects.get(id=sent.partition(":")[2]).created_at),
        "lines": [
            {"side": "DEBIT", "amount": 10_00, "currency": "USD", "account": account},
            {"side": "CREDIT", "amount": 10_00, "currency": "USD", "account": "PAYOUT_CLEARING"},
        ],
        **{name: body["entries"][0][name] for name in ("index", "salt", "path")},
    }


def test_a_proof_of_a_balance_and_the_root_of_its_day(api, alice, costs):
    account, _ = paid(api, alice)
    root = sealed_days.seal()
    costs.call(lambda: api.get(f"/customers/internal-accounts/{account}/proof"))
    reply = api.get(f"/customers/internal-accounts/{account}/proof")
    body = reply.json()
    assert (reply.status_code, body["balance"], body["currency"], body["index"]) == (200, 90_00, "USD", 0)
    with costs.of("root"):
        shown = world.root_of(api, root)
    assert shown["totals"][0]["total"] == 90_00
    with costs.of("roots"):
        listed = api.get("/proofs/roots").json()
    assert listed["totalCount"] == 1
    assert listed["data"][0] == {name: shown[name] for name in ("number", "day", "statement", "digest", "signatures")}
    assert shown["statement"].startswith("payments platform signed root, version 1\nnumber 1\nday ")


def test_roots_come_in_pages_newest_first(api, alice):
    api.fund(api.internal_account(alice), 1)
    for days in (1, 2, 3):
        sealed_days.seal(days=days)
    first = api.get("/proofs/roots", limit=2).json()
    second = api.get("/proofs/roots", limit=2, cursor=first["nextCursor"]).json()
    assert [root["number"] for root in (*first["data"], *second["data"])] == [3, 2, 1]
    assert second["hasMore"] is False


def test_the_balance_of_an_earlier_day(api, alice):
    account = api.internal_account(alice)
    path = f"/customers/internal-accounts/{account}/proof"
    balances = {}
    for days in (1, 2):
        api.fund(account, 100)
        balances[sealed_days.seal(days=days).day] = 100 * days
    (first, _), (second, _) = balances.items()
    for at, balance in (
        (first.isoformat(), 100),
        (second.isoformat(), 200),
        (f"{second}T23:59:59Z", 100),
        (f"{second + dt.timedelta(days=1)}T00:00:00Z", 200),
        ("9999-12-31", 200),
        ("9999-12-31T23:59:59.999999Z", 200),
    ):
        assert api.get(path, at=at).json()["balance"] == balance, at
    for at in ("0001-01-01T00:00:00Z", "0001-01-01", (first - dt.timedelta(days=1)).isoformat()):
        assert api.get(path, at=at).json()["code"] == "NOT_SEALED_YET", at
    assert api.get(path, at="yesterday").json()["code"] == "INVALID_INPUT"


def test_what_no_root_has_yet_is_refused_with_a_time_to_ask_again(api, alice):
    account, sent = paid(api, alice)
    paths = (f"/transactions/{sent}/proof", f"/customers/internal-accounts/{account}/proof")
    for path in paths:
        reply = api.get(path)
        assert (reply.status_code, reply.json()["code"]) == (409, "NOT_SEALED_YET")
        assert 600 <= reply.json()["retryAfterSeconds"] <= 86_400 + 600
    sealed_days.seal()
    assert [api.get(path).status_code for path in paths] == [200, 200]
    # An account without entries, and a payment that has booked nothing, are in no root.
    assert api.get(f"/platform/internal-accounts/{api.internal_account(None)}/proof").status_code == 409
    later = api.transfer_out(account, api.external_account(alice, factories.usd_account()), 1).json()["id"]
    assert api.get(f"/transactions/{later}/proof").status_code == 409
    tasks.advance_due_payments()
    api.fund(account, 1)
    assert api.get(f"/transactions/{later}/proof").status_code == 409


def test_a_payment_whose_entries_are_in_two_days(api, alice):
    account = api.internal_account(alice)
    api.fund(account, 100_00)
    sent = api.transfer_out(account, api.external_account(alice, factories.usd_account()), 10_00).json()["id"]
    sealed_days.seal()
    tasks.advance_due_payments()
    body = api.get(f"/transactions/{sent}/proof").json()
    assert (len(body["entries"]), body["unsealedEntries"]) == (1, 1)
    sealed_days.seal(days=2)
    body = api.get(f"/transactions/{sent}/proof").json()
    assert ([entry["number"] for entry in body["entries"]], body["unsealedEntries"]) == ([1, 2], 0)


def test_nobody_proves_what_another_platform_has(api, rival_api, alice):
    account, sent = paid(api, alice)
    root = sealed_days.seal()
    for path, code in (
        (f"/transactions/{sent}/proof", "TRANSACTION_NOT_FOUND"),
        (f"/customers/internal-accounts/{account}/proof", "INTERNAL_ACCOUNT_NOT_FOUND"),
        (f"/platform/internal-accounts/{account}/proof", "INTERNAL_ACCOUNT_NOT_FOUND"),
    ):
        assert (rival_api.get(path).status_code, rival_api.get(path).json()["code"]) == (404, code)
    ours, theirs = world.root_of(api, root), world.root_of(rival_api, root)
    assert ours["digest"] == theirs["digest"]
    assert theirs["totals"] == []


@pytest.mark.parametrize("day", ["2020-01-01", "20200101", "2020-W01-1", "today", "9999-99-99"])
def test_a_day_without_a_root_is_not_found(api, alice, day):
    reply = api.get(f"/proofs/roots/{day}")
    assert (reply.status_code, reply.json()["code"]) == (404, "NOT_FOUND")


def test_a_moved_clock_changes_no_day(api, acme, alice, within_an_hour):
    """The day of a root is real, whatever the sandbox's clock says."""
    assert api.post("/sandbox/clock/advance", {"seconds": 40 * 86_400}).status_code in {200, 404}
    account, sent = paid(api, alice)
    assert api.get(f"/transactions/{sent}/proof").json()["retryAfterSeconds"] <= 86_400 + 600
    root = sealed_days.seal()
    assert root.day == clock.real_now().date()
    assert api.get(f"/customers/internal-accounts/{account}/proof", at=root.day.isoformat()).json()["balance"] == 90_00


def test_the_page_hands_out_the_verifier_and_shows_commands_that_it_takes(client, api, alice, tmp_path, monkeypatch):
    """The guide's commands, run as they stand there on the replies of the addresses that it names."""
    _, sent = paid(api, alice)
    root = sealed_days.seal()
    served = client.get("/docs/verify_proof.py")
    assert served.content.decode() == pathlib.Path(verify_proof.__file__).read_text()
    replies = {
        "proof.json": api.get(f"/transactions/{sent}/proof"),
        "root.json": api.get(f"/proofs/roots/{root.day}"),
        "kept.json": api.get("/proofs/roots"),
    }
    for name, reply in replies.items():
        (tmp_path / name).write_bytes(reply.content)
    monkeypatch.chdir(tmp_path)
    page = (settings.BASE_DIR / "docs" / "platform-developer" / "proofs.md").read_text()
    commands = re.findall(r"python3 verify_proof\.py ([a-z. -]+\.json)", page)
    assert len(commands) == 2
    assert [verify_proof.main(command.split()) for command in commands] == [0, 0]
