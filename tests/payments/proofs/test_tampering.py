"""What the verifier of one file proves, and what it refuses: changed replies, and trees made dishonestly."""

import base64
import hashlib
from typing import Any

import pytest

from payments import tasks
from payments.proofs import signing, trees, verify_proof
from tests.payments.proofs import world
from tests.support import factories
from tests.support.payments import sealed_days

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.service]


class Replies:
    """A payment of alice, balances of five holders, and the signed roots of two days."""

    def __init__(self, api, alice):
        account = api.internal_account(alice)
        others = [api.internal_account(api.customer(f"Customer {number}")) for number in range(4)]
        for place, holder in enumerate((account, *others)):
            api.fund(holder, (place + 1) * 100_00)
        before = world.root_of(api, sealed_days.seal())
        sent = api.transfer_out(account, api.external_account(alice, factories.usd_account()), 10_00).json()["id"]
        tasks.advance_due_payments()
        self.root = world.root_of(api, sealed_days.seal(days=2))
        self.former, self.kept = before, api.get("/proofs/roots").json()
        self.payment = api.get(f"/transactions/{sent}/proof").json()
        self.balance = api.get(f"/customers/internal-accounts/{account}/proof").json()
        self.account, self.sent, self.others = account, sent, others


@pytest.fixture
def replies(api, alice):
    return Replies(api, alice)


def test_honest_replies_are_proven_in_plain_words(replies, tmp_path):
    code, text = world.verify(tmp_path, replies.payment, replies.root, former=replies.kept)
    assert code == 0, text
    assert f"{replies.sent} has the entry TRANSFER_OUT_SENT of " in text
    assert f"debit 1000 USD {replies.account}; credit 1000 USD PAYOUT_CLEARING." in text
    assert "Roots 1 to 2 follow one another, and those that you kept are among them." in text
    assert text.endswith("PROVEN.\n")
    code, text = world.verify(tmp_path, replies.balance, replies.root, key=signing.signatures("")[0]["publicKey"])
    assert code == 0, text
    assert f"{replies.account} had 9000 USD (smallest unit) at the end of {replies.root['day']}" in text
    assert "one of 5 accounts, none negative, which add up to 149000." in text


def _less(amount):
    return amount - 500


def _without_a_sum(path):
    nodes = verify_proof.unpack(path, has_sums=True)
    return verify_proof.pack([verify_proof.Node(nodes[0].digest, 0), *nodes[1:]])


def _negative(path):
    nodes = verify_proof.unpack(path, has_sums=True)
    return verify_proof.pack([verify_proof.Node(nodes[0].digest, -1), *nodes[1:]])


def _shorter(path):
    return base64.b64encode(base64.b64decode(path)[:-32]).decode()


Cases = dict[str, tuple[list[Any], Any, str]]
"""What is changed: where, to what, and what the refusal says."""
NOT_IN_JOURNAL = "the entry is not in the journal of the signed root"
NOT_IN_ROOT = "the balance is not in the signed root"
IN_PAYMENT: Cases = {
    "one side of the entry": ([("entries", 0, "lines", 0, "amount")], _less, "debits and credits of the entry are not"),
    "both sides, so that it balances": (
        [("entries", 0, "lines", 0, "amount"), ("entries", 0, "lines", 1, "amount")],
        _less,
        NOT_IN_JOURNAL,
    ),
    "whose account it is": ([("entries", 0, "lines", 0, "account")], "InternalAccount:0", NOT_IN_JOURNAL),
    "when it was": ([("entries", 0, "time")], "2026-01-01T00:00:00.000000Z", NOT_IN_JOURNAL),
    "another payment's entry": ([("entries", 0, "transactionId")], "Transaction:0", "that of another payment"),
    "a line hidden in another value": (
        [("entries", 0, "purpose")],
        "SENT\nDEBIT 1 USD X",
        "a value is not in its form",
    ),
    "the day": ([("entries", 0, "day")], "2020-01-01", "and not of 2020-01-01"),
    "the root": ([("entries", 0, "number")], 1, "root 1, of "),
    "its place": ([("entries", 0, "index")], 10**9, "place 1000000000 is not among"),
    "no entry at all": ([("entries",)], [], "the file holds no proof"),
    "a value that is missing": ([("entries", 0, "lines")], None, "a file is not what the service answers"),
}
IN_BALANCE: Cases = {
    "the balance": ([("balance",)], _less, NOT_IN_ROOT),
    "a negative balance": ([("balance",)], -1, "the balance is negative"),
    "the account": ([("accountId",)], "InternalAccount:0", NOT_IN_ROOT),
    "the sum beside the path": ([("path",)], _without_a_sum, NOT_IN_ROOT),
    "a negative sum beside the path": ([("path",)], _negative, "a balance beside the path is negative"),
    "the path's end": ([("path",)], _shorter, "the path is"),
    "its salt": ([("salt",)], "AAAA", NOT_IN_ROOT),
    "a currency that the root lacks": ([("currency",)], "EUR", "has no total in EUR"),
}
IN_ROOT: Cases = {
    "the signature": ([("signatures", 0, "signature")], "A" * 86 + "==", "the signature of the root of"),
    "no signature": ([("signatures",)], [], "is not signed with the key that you expect"),
    "the statement": (
        [("statement",)],
        lambda text: text.replace("entries 2", "entries 3"),
        "the signature of the root",
    ),
    "the digest beside it": ([("digest",)], "0" * 64, "beside the statement is not that of the statement"),
    "the total": ([("totals", 0, "total")], _less, "the total in USD is not in the signed root"),
    "how many accounts there are": ([("totals", 0, "accounts")], 4, "the total in USD is not in the signed root"),
    "the root of the balances": ([("totals", 0, "treeRoot")], "0" * 64, "the total in USD is not in the signed root"),
    "whose total it is": ([("platformId",)], "PlatformConfig:0", "the total in USD is not in the signed root"),
}

TABLES = {
    "payment": IN_PAYMENT,
    "balance": IN_BALANCE,
    "root": IN_ROOT,
}


def _tampered(reply, places, to):
    for place in places:
        reply = world.changed(reply, *place, to=to)
    return reply


def test_each_change_of_a_reply_is_refused_with_its_reason(replies, tmp_path):
    cases = {
        f"{name}: {what}": (kind, *case)
        for kind, (name, table) in enumerate(TABLES.items())
        for what, case in table.items()
    }
    wrong = {}
    for what, (kind, places, to, reason) in cases.items():
        sent = [replies.payment if kind == 0 else replies.balance, replies.root]
        sent[kind == 2] = _tampered(sent[kind == 2], places, to)
        code, text = world.verify(tmp_path, *sent)
        if code != 1 or not text.startswith("NOT PROVEN: ") or reason not in text:
            wrong[what] = (code, text)
    assert not wrong


def test_roots_that_were_kept_show_another_history(replies, tmp_path):
    """A root that was signed anew for a day that is over, and a chain with a gap."""
    kept = replies.kept["data"][1]
    other = world.changed(kept, "statement", to=lambda text: text.replace("entries 5", "entries 6"))
    for former, reason in (
        ([_signed_anew(other)], "root 2 does not follow root 1 that you have"),
        ([_signed_anew(world.changed(other, "statement", to=_numbered(2)))], "two were shown for one day"),
        ([_signed_anew(world.changed(other, "statement", to=_numbered(4)))], "root 3 is missing between"),
    ):
        code, text = world.verify(tmp_path, replies.payment, replies.root, former={"data": former})
        assert (code, reason in text) == (1, True), text
    code, text = world.verify(tmp_path, replies.payment, replies.root, key="A" * 43 + "=")
    assert (code, "is not signed with the key that you expect" in text) == (1, True), text


def _numbered(number):
    return lambda text: text.replace("number 1", f"number {number}")


def _signed_anew(root):
    """Return a root with other content, signed by the operator who has the key."""
    statement = root["statement"]
    facts = dict(line.split(" ", 1) for line in statement.split("\n")[1:])
    digest = hashlib.sha256(statement.encode()).hexdigest()
    sent = {"number": int(facts["number"]), "day": facts["day"], "digest": digest}
    return root | sent | {"signatures": signing.signatures(statement)}


def _dishonest(replies, *, leaves, total=None):
    """Return the proof of the first leaf, and a root, of a tree that an operator made and signed."""
    reply = replies.balance
    nodes = [
        verify_proof.leaf(
            bytes(16),
            text=verify_proof.balance_text(
                account=account, currency="USD", balance=balance, changed=reply["lastEntryTime"]
            ),
            amount=balance,
        )
        for account, balance in leaves
    ]
    whole = trees.root(nodes)
    row = {
        **replies.root["totals"][0],
        "accounts": len(leaves),
        "total": whole.amount if total is None else total,
        "treeRoot": whole.digest.hex(),
        "index": 0,
        "path": "",
        "salt": base64.b64encode(bytes(16)).decode(),
    }
    above = verify_proof.leaf(
        bytes(16),
        text=verify_proof.total_text(
            platform=replies.root["platformId"],
            currency="USD",
            accounts=row["accounts"],
            total=row["total"],
            tree=row["treeRoot"],
        ),
    )
    lines = replies.root["statement"].split("\n")[:-1]
    root = replies.root | {"statement": "\n".join((*lines, f"balances 1 {above.digest.hex()}")), "totals": [row]}
    account, balance = leaves[0]
    proof = reply | {
        "accountId": account,
        "balance": balance,
        "index": 0,
        "salt": base64.b64encode(bytes(16)).decode(),
        "path": verify_proof.pack(trees.path(nodes, 0)),
    }
    return proof, _signed_anew(root)


def test_a_tree_that_was_made_dishonestly_is_refused(replies, tmp_path):
    alice, carol = (replies.account, 90_00), (replies.others[0], 200_00)
    # The adversary's tree is right where it is honest.
    code, text = world.verify(tmp_path, *_dishonest(replies, leaves=[alice, carol]))
    assert (code, "add up to 29000" in text) == (0, True), text
    # A negative leaf takes from the total what others have.
    code, text = world.verify(tmp_path, *_dishonest(replies, leaves=[alice, carol, ("InternalAccount:0", -150_00)]))
    assert (code, "negative" in text) == (1, True), text
    # The total that is signed is smaller than what the balances add up to.
    code, text = world.verify(tmp_path, *_dishonest(replies, leaves=[alice, carol], total=90_00))
    assert (code, "do not add up to the signed total: an account was left out or added" in text) == (1, True), text
    # An account was left out: it gets no path into the tree of the others.
    _, root = _dishonest(replies, leaves=[alice])
    whole, _ = _dishonest(replies, leaves=[carol, alice])
    code, text = world.verify(tmp_path, whole, root)
    assert (code, "the path is too long" in text) == (1, True), text


def test_a_file_that_can_not_be_read_is_no_refusal(tmp_path, capsys):
    assert verify_proof.main([str(tmp_path / "none.json"), str(tmp_path / "none.json")]) == 2
    assert "A file can't be read" in capsys.readouterr().err
