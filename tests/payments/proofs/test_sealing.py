"""How days are sealed: what a root has, that two workers and a killed one do no harm, and what large trees take."""

import datetime as dt
import itertools
import json
import threading
import uuid

import pytest
from django.db import IntegrityError, connection, connections, transaction

from payments import tasks
from payments.models import BalanceTree, EntryPage, InternalAccount, JournalEntry, SealedBalance, SignedRoot
from payments.proofs import leaves, proving, sealing, trees, verify_proof
from payments.proofs.verify_proof import Node, climbed
from platforms.base import clock
from tests.payments.proofs import world
from tests.support.payments import sealed_days

pytestmark = pytest.mark.django_db(transaction=True)
_BIG = 2**63 - 1


@pytest.fixture
def small_pages(monkeypatch):
    """Blocks of two leaves and pages of two blocks, so that a dozen accounts need all levels."""
    for module, name, value in itertools.chain(
        ((module, "BLOCK", 2) for module in (trees, leaves, sealing, proving)),
        ((module, "PAGE", 4) for module in (trees, sealing, proving)),
        [(sealing, "_AT_ONCE", 2)],
    ):
        monkeypatch.setattr(module, name, value)


def proven(api, path, root):
    """Return what the proof at an address proves."""
    reply = api.get(path)
    assert reply.status_code == 200, reply.content
    return [*verify_proof.checked(reply.json(), [world.root_of(api, root)], former=[], key=None)][1:]


def test_every_account_and_payment_is_proven_on_every_day(api, rival_api, small_pages):
    """Trees of several pages, of two platforms and currencies, to which a day adds accounts and balances."""
    holders = [api.internal_account(api.customer(f"Customer {number}")) for number in range(9)]
    for place, account in enumerate(holders[:7]):
        api.fund(account, 1_00 + place)
    rival_api.fund(rival_api.internal_account(None), 5_00)
    first = sealed_days.seal()
    for account in holders[5:]:
        api.fund(account, 50)
    own = api.internal_account(None, "EUR")
    api.fund(own, 7_00)
    external = api.external_account(None)
    sent = api.transfer_out(api.internal_account(None, "USD"), external, 1)
    assert sent.status_code == 400, "there is nothing to send"
    paid = [
        api.transfer_out(holders[0], api.external_account(_customer(api, holders[0])), 1).json()["id"] for _ in "123"
    ]
    tasks.advance_due_payments()
    second = sealed_days.seal(days=2)

    balances = {account: (1_00 + place, first) for place, account in enumerate(holders[:7])}
    for account, (balance, root) in balances.items():
        path = f"/customers/internal-accounts/{account}/proof?at={root.day}"
        assert f"{account} had {balance} USD" in proven(api, path, root)[0]
        assert "one of 7 accounts, none negative, which add up to 721." in proven(api, path, root)[0]
    later = [97, 101, 102, 103, 104, 155, 156, 50, 50]
    for account, balance in zip(holders, later, strict=True):
        said = proven(api, f"/customers/internal-accounts/{account}/proof", second)[0]
        assert f"{account} had {balance} USD" in said
        assert f"one of 9 accounts, none negative, which add up to {sum(later)}." in said
    assert "one of 1 accounts" in proven(api, f"/platform/internal-accounts/{own}/proof", second)[0]
    for payment in paid:
        assert all(payment in said for said in proven(api, f"/transactions/{payment}/proof", second))
    whole = rival_api.get(f"/proofs/roots/{second.day}").json()
    assert [(total["currency"], total["accounts"], total["total"]) for total in whole["totals"]] == [("USD", 1, 5_00)]


def _customer(api, account):
    return api.get(f"/customers/internal-accounts/{account}").json()["customerId"]


def balances_of(root):
    return dict(
        SealedBalance.objects.filter(root__lte=root)
        .order_by("root")
        .values_list("account__internal_account", "balance")
    )


def test_a_root_has_the_entries_and_the_balances_of_its_day(api, alice, bob):
    account, other = api.internal_account(alice), api.internal_account(api.customer("Carol"))
    api.fund(account, 100_00)
    api.fund(other, 5_00)
    first = sealed_days.seal()
    api.fund(account, 20_00)
    second = sealed_days.seal(days=2)
    third = sealed_days.seal(days=3)

    assert [root.entries for root in (first, second, third)] == [2, 1, 0]
    assert (first.after_id, first.last_id, second.after_id, second.last_id) == (
        0,
        *itertools.chain([first.last_id], [first.last_id, JournalEntry.objects.latest("id").id]),
    )
    assert third.day - first.day == dt.timedelta(days=2)
    ours = InternalAccount.objects.get(id=account.partition(":")[2]).pk
    assert balances_of(1)[ours] == 100_00
    assert balances_of(3) == {
        account.pk: account.ledger_account.balance
        for account in InternalAccount.objects.filter(ledger_account__postings__isnull=False).distinct()
    }
    # What a day does not change is not stored again.
    assert SealedBalance.objects.filter(root=2).count() == 1
    assert not SealedBalance.objects.filter(root=3).exists()


def test_a_day_is_sealed_once_and_then_stays(api, alice):
    account = api.internal_account(alice)
    assert sealing.step(now=clock.real_now()) is None, "nothing was sealed before today"
    api.fund(account, 100_00)
    tasks.seal_journal()
    assert sealing.step(now=clock.real_now()) is None, "the day goes on"
    assert tasks.seal_days() == 0
    root = sealed_days.seal()
    assert sealing.step(now=clock.RealTime(clock.real_now() + dt.timedelta(days=1))) is None
    for change in ("UPDATE payments_signedroot SET statement = ''", "DELETE FROM payments_signedroot"):
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(change)
    assert SignedRoot.objects.get() == root


def test_entries_of_an_unsealed_end_come_with_the_next_day(api, alice):
    account = api.internal_account(alice)
    api.fund(account, 1_00)
    tasks.seal_journal()
    api.fund(account, 2_00)
    while sealing.step(now=clock.RealTime(clock.real_now() + dt.timedelta(days=1))):
        pass
    assert SignedRoot.objects.get().entries == 1
    assert sealed_days.seal(days=2).entries == 1


def test_a_killed_worker_loses_a_page_and_no_more(api, alice, monkeypatch):
    """Each step is done once more after it failed at its end; the root is the same as without failures."""
    for number in range(3):
        api.fund(api.internal_account(api.customer(f"Customer {number}")), (number + 1) * 100)
    tasks.seal_journal()
    tomorrow = clock.RealTime(clock.real_now() + dt.timedelta(days=1))

    class Killed(Exception):
        pass

    def killed(*_, **__):
        raise Killed

    steps = 0
    while True:
        with monkeypatch.context() as patch, pytest.raises(Killed):
            # The last that a step does before it commits.
            patch.setattr(SignedRoot, "save", killed)
            patch.setattr(SignedRoot.objects.__class__, "create", killed)
            if sealing.step(now=tomorrow) is None:
                raise Killed
        if sealing.step(now=tomorrow) is None:
            break
        steps += 1
    assert steps == 3, "the entries, the balances, the signature"
    root = SignedRoot.objects.get()
    assert (root.entries, EntryPage.objects.count(), SealedBalance.objects.count()) == (3, 1, 3)
    assert [tree.accounts for tree in BalanceTree.objects.all()] == [3]


def test_two_workers_at_once_make_one_root(api, alice):
    api.fund(api.internal_account(alice), 100_00)
    tasks.seal_journal()
    tomorrow = clock.RealTime(clock.real_now() + dt.timedelta(days=1))
    failures = []

    def work():
        try:
            for _ in range(20):
                sealing.step(now=tomorrow)
        except Exception as error:  # noqa: BLE001 - the test fails by it
            failures.append(error)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    assert SignedRoot.objects.exclude(digest=None).count() == SignedRoot.objects.count() == 1
    assert SealedBalance.objects.count() == 1


def test_a_new_key_signs_beside_the_former_one(settings, api, alice):
    api.fund(api.internal_account(alice), 100_00)
    former = settings.AUDIT_SEAL_KEYS
    first = sealed_days.seal()
    settings.AUDIT_SEAL_KEYS = ["another-key-0123456789-0123456789-01", *former]
    second = sealed_days.seal(days=2)
    assert len(first.signatures) == 1
    assert second.signatures[1]["publicKey"] == first.signatures[0]["publicKey"] != second.signatures[0]["publicKey"]
    kept = first.signatures[0]["publicKey"]
    assert verify_proof.root(world.root_of(api, second), key=kept).number == 2


@pytest.mark.parametrize("size", [1, 2, 3, 5, 8, 13, 100])
@pytest.mark.parametrize("has_sums", [False, True])
def test_every_leaf_leads_to_the_root_and_no_other_place_does(size, has_sums):
    nodes = [verify_proof.leaf(b"salt", text=str(place), amount=place if has_sums else None) for place in range(size)]
    root = trees.root(nodes)
    assert root.amount == (sum(range(size)) if has_sums else None)
    assert trees.read(trees.stored(nodes), has_sums=has_sums) == nodes
    for place, leaf in enumerate(nodes):
        path = verify_proof.unpack(verify_proof.pack(trees.path(nodes, place)), has_sums=has_sums)
        assert climbed(leaf, index=place, size=size, path=path) == root
        for other in range(size):
            if other == place:
                continue
            try:
                found = climbed(leaf, index=other, size=size, path=path)
            except verify_proof.Refused:
                continue
            assert found != root


@pytest.mark.parametrize(("size", "most"), [(10_000_000, 2048), (300_000_000, 2048)])
def test_a_proof_among_millions_has_two_kilobytes_at_most(size, most):
    """The longest path that there can be, with the largest balances that a column holds."""
    depth = (size - 1).bit_length()
    sums = [Node(bytes(range(32)), min(_BIG, _BIG // 2**10 * 2**level)) for level in range(depth)]
    balance = {
        "number": 99_999,
        "day": "2026-11-26",
        "accountId": f"InternalAccount:{uuid.uuid4()}",
        "currency": "USD",
        "balance": _BIG,
        "lastEntryTime": "2026-11-26T09:30:00.000000Z",
        "index": size - 1,
        "salt": "A" * 22 + "==",
        "path": verify_proof.pack(sums),
    }
    lines = [
        {"side": "CREDIT", "amount": _BIG, "currency": "USD", "account": balance["accountId"]},
        *({"side": "DEBIT", "amount": _BIG // 3, "currency": "USD", "account": "FUNDING_CLEARING"} for _ in range(3)),
    ]
    entry = {
        **{name: balance[name] for name in ("number", "day", "index", "salt")},
        "transactionId": f"Transaction:{uuid.uuid4()}",
        "purpose": "TRANSFER_OUT_RETURNED",
        "time": balance["lastEntryTime"],
        "lines": lines,
        "path": verify_proof.pack([Node(bytes(range(32)))] * depth),
    }
    for proof in (balance, entry):
        assert len(json.dumps(proof, separators=(",", ":"))) <= most
