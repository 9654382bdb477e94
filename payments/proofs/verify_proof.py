"""Check proofs of payments and balances. Needs Python 3.11 or later, and neither other files nor a network.

    python3 verify_proof.py proof.json root.json [root.json …] [--key KEY] [--former roots.json]

`proof.json` is the reply of GET /transactions/{id}/proof, or of GET …/internal-accounts/{id}/proof. `root.json` is the
reply of GET /proofs/roots/{day}, one file for each day of the proof. `--key` is the public key that you expect.
`--former` is a file of roots that you kept, a reply of GET /proofs/roots: it must lead to these ones.

Exit code 0: all that is printed is proven. Exit code 1: it is not, with the reason. Exit code 2: a file can't be read.
"""

import argparse
import base64
import binascii
import dataclasses
import hashlib
import json
import pathlib
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

FIRST_LINE = "payments platform signed root, version 1"
NOTHING = "0" * 64
"""Stands for the digest before the first root."""
_STATEMENT = ("number", "day", "sealed", "former", "seal", "entries", "balances")
_SUM_BYTES = 16
_PRIME, _ORDER = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493


class Refused(Exception):
    """What is shown is not proven; the text says why."""


@dataclasses.dataclass(frozen=True, slots=True)
class Node:
    """A node of a hash tree, and in a sum tree what the balances below it add up to, in the smallest unit."""

    digest: bytes
    amount: int | None = None

    def packed(self) -> bytes:
        """Return what the node above hashes."""
        if self.amount is None:
            return self.digest
        return self.digest + self.amount.to_bytes(_SUM_BYTES, "big", signed=True)


def leaf(salt: bytes, *, text: str, amount: int | None = None) -> Node:
    """Return the leaf of a text. Without the salt nobody finds a text by trying."""
    return Node(hashlib.sha256(b"\x00" + salt + text.encode()).digest(), amount)


def joined(left: Node, right: Node) -> Node:
    """Return the node above two nodes."""
    digest = hashlib.sha256(b"\x01" + left.packed() + right.packed()).digest()
    return Node(digest, None if left.amount is None or right.amount is None else left.amount + right.amount)


def entry_text(*, transaction: str, purpose: str, at: str, lines: Iterable[str]) -> str:
    """Return the text of a journal entry; a line is side, amount, currency and account."""
    return "\n".join(("journal entry", f"transaction {transaction}", f"purpose {purpose}", f"at {at}", *lines))


def line_text(line: Mapping[str, Any]) -> str:
    """Return the line of one side of an entry."""
    return f"{line['side']} {line['amount']} {line['currency']} {line['account']}"


def balance_text(*, account: str, currency: str, balance: int, changed: str) -> str:
    """Return the text of an account's balance; `changed` is the time of its newest entry."""
    return f"balance\naccount {account}\ncurrency {currency}\nbalance {balance}\nchanged {changed}"


def total_text(*, platform: str, currency: str, accounts: int, total: int, tree: str) -> str:
    """Return the text of the sum of a platform's balances in one currency; `tree` is the root of their tree."""
    return f"total\nplatform {platform}\ncurrency {currency}\naccounts {accounts}\ntotal {total}\ntree {tree}"


def climbed(node: Node, *, index: int, size: int, path: Sequence[Node]) -> Node:
    """Return the root that a node's path leads to (RFC 9162, 2.1.3.2); raises Refused where it leads to none."""
    if not 0 <= index < size:
        raise Refused(f"place {index} is not among {size} leaves")
    place, last = index, size - 1
    for beside in path:
        if last == 0:
            raise Refused("the path is too long")
        if beside.amount is not None and beside.amount < 0:
            raise Refused("a balance beside the path is negative, which would hide what others have")
        if place % 2 or place == last:
            node = joined(beside, node)
            while place and not place % 2:
                place, last = place // 2, last // 2
        else:
            node = joined(node, beside)
        place, last = place // 2, last // 2
    if last:
        raise Refused("the path is too short")
    return node


def pack(path: Iterable[Node]) -> str:
    """Return a path as text: of each node the digest, and in a sum tree the length of the sum in bytes and the sum."""
    return base64.b64encode(b"".join(map(_packed, path))).decode()


def unpack(text: str, *, has_sums: bool) -> list[Node]:
    """Return the nodes of a path."""
    content, place, nodes = _bytes_of(text), 0, []
    while place < len(content):
        digest, place = content[place : place + 32], place + 32
        amount = None
        if has_sums:
            length = content[place] if place < len(content) else 0
            amount, place = (
                int.from_bytes(content[place + 1 : place + 1 + length], "big", signed=True),
                place + 1 + length,
            )
        if len(digest) < 32 or place > len(content) or (amount is not None and abs(amount) >= 2**120):
            raise Refused("the path is cut off")
        nodes.append(Node(digest, amount))
    return nodes


def _packed(node: Node) -> bytes:
    if node.amount is None:
        return node.digest
    length = node.amount.bit_length() // 8 + 1
    return node.digest + bytes((length,)) + node.amount.to_bytes(length, "big", signed=True)


# Ed25519 (RFC 8032), checking alone: points are (x, y, z, x*y/z) modulo the prime.
Point = tuple[int, int, int, int]
_D = -121665 * pow(121666, -1, _PRIME) % _PRIME
_ROOT_OF_MINUS_ONE = pow(2, (_PRIME - 1) // 4, _PRIME)


def is_signature(signature: bytes, *, text: bytes, key: bytes) -> bool:
    """Tell whether a signature of a text was made by the private half of a key."""
    if len(signature) != 64 or len(key) != 32:
        return False
    public, first = _point(key), _point(signature[:32])
    scale = int.from_bytes(signature[32:], "little")
    if public is None or first is None or scale >= _ORDER:
        return False
    challenge = int.from_bytes(hashlib.sha512(signature[:32] + key + text).digest(), "little") % _ORDER
    left, right = _times(scale, _base()), _added(first, _times(challenge, public))
    return (
        not (left[0] * right[2] - right[0] * left[2]) % _PRIME
        and not (left[1] * right[2] - right[1] * left[2]) % _PRIME
    )


def _base() -> Point:
    found = _point((4 * pow(5, -1, _PRIME) % _PRIME).to_bytes(32, "little"))
    assert found is not None
    return found


def _point(text: bytes) -> Point | None:
    number = int.from_bytes(text, "little")
    sign, y = number >> 255, number & (2**255 - 1)
    if y >= _PRIME:
        return None
    square = (y * y - 1) * pow(_D * y * y + 1, -1, _PRIME) % _PRIME
    x = pow(square, (_PRIME + 3) // 8, _PRIME)
    if (x * x - square) % _PRIME:
        x = x * _ROOT_OF_MINUS_ONE % _PRIME
    if (x * x - square) % _PRIME or (x == 0 and sign):
        return None
    x = _PRIME - x if x % 2 != sign else x
    return x, y, 1, x * y % _PRIME


def _added(one: Point, other: Point) -> Point:
    a, b = (one[1] - one[0]) * (other[1] - other[0]), (one[1] + one[0]) * (other[1] + other[0])
    c, d = 2 * one[3] * other[3] * _D, 2 * one[2] * other[2]
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % _PRIME, g * h % _PRIME, f * g % _PRIME, e * h % _PRIME


def _times(scale: int, point: Point) -> Point:
    found: Point = (0, 1, 1, 0)
    while scale:
        if scale % 2:
            found = _added(found, point)
        point, scale = _added(point, point), scale // 2
    return found


@dataclasses.dataclass(frozen=True, slots=True)
class Root:
    """A signed root: its statement, what the statement says, and the platform's totals where the reply has them."""

    statement: str
    facts: Mapping[str, Sequence[str]]
    keys: Sequence[str]
    platform: str = ""
    totals: Sequence[Mapping[str, Any]] = ()

    @property
    def number(self) -> int:
        """1, 2, 3 and so on."""
        return int(self.facts["number"][0])

    @property
    def day(self) -> str:
        """The day in UTC."""
        return self.facts["day"][0]

    @property
    def digest(self) -> str:
        """What the next root names as its former one."""
        return hashlib.sha256(self.statement.encode()).hexdigest()

    def tree(self, name: str) -> tuple[int, bytes]:
        """Return the number of leaves and the root of a tree."""
        size, digest = self.facts[name]
        return int(size), bytes.fromhex(digest)


def root(sent: Mapping[str, Any], *, key: str | None = None) -> Root:
    """Return a root whose signatures are right; raises Refused. `key`: one of them must be this key's."""
    statement = sent["statement"]
    first, *lines = statement.split("\n")
    if first != FIRST_LINE:
        raise Refused("the statement is not that of a signed root of this version")
    facts = {name: values for name, *values in (line.split(" ") for line in lines)}
    if tuple(line.split(" ")[0] for line in lines) != _STATEMENT:
        raise Refused("the statement has not the lines of a signed root")
    keys = []
    for signature in sent["signatures"]:
        key_sent = _bytes_of(signature["publicKey"])
        if not is_signature(_bytes_of(signature["signature"]), text=statement.encode(), key=key_sent):
            raise Refused(f"the signature of the root of {facts['day'][0]} is not that of its key")
        keys.append(signature["publicKey"])
    found = Root(statement, facts, keys, sent.get("platformId", ""), sent.get("totals", ()))
    if not keys or (key is not None and key not in keys):
        raise Refused(f"the root of {found.day} is not signed with the key that you expect")
    if (found.number, found.day, found.digest) != (sent["number"], sent["day"], sent["digest"]):
        raise Refused("the number, day or digest beside the statement is not that of the statement")
    return found


def follows(former: Sequence[Root], latter: Sequence[Root]) -> str:
    """Return what the kept roots say of these; raises Refused where a root was replaced, or one between is missing."""
    known = {one.number: one for one in former}
    for one in latter:
        if one.number in known and known[one.number].digest != one.digest:
            raise Refused(f"root {one.number} is not the one that you kept: two were shown for one day")
    chain = known | {one.number: one for one in latter}
    for number in range(min(chain) + 1, max(chain) + 1):
        if number not in chain or number - 1 not in chain:
            raise Refused(f"root {number if number not in chain else number - 1} is missing between yours and these")
        if chain[number].facts["former"] != [chain[number - 1].digest]:
            raise Refused(f"root {number} does not follow root {number - 1} that you have")
    return f"Roots {min(chain)} to {max(chain)} follow one another, and those that you kept are among them."


def _plain(whole: Sequence[int], *words: str) -> None:
    """Refuse values that could be read as other parts of a text."""
    if any(type(number) is not int for number in whole) or any(not word or word.split() != [word] for word in words):
        raise Refused("a value is not in its form")


def entry(proof: Mapping[str, Any], above: Root) -> str:
    """Return what the proof of a journal entry proves; raises Refused."""
    sums: dict[str, int] = {}
    _plain([proof["index"]], proof["transactionId"], proof["purpose"], proof["time"])
    for line in proof["lines"]:
        _plain([line["amount"]], line["side"], line["currency"], line["account"])
        if line["side"] not in {"DEBIT", "CREDIT"} or line["amount"] <= 0:
            raise Refused("a side of the entry is neither a debit nor a credit of more than nothing")
        signed = line["amount"] if line["side"] == "DEBIT" else -line["amount"]
        sums[line["currency"]] = sums.get(line["currency"], 0) + signed
    if any(sums.values()):
        raise Refused("the debits and credits of the entry are not equal")
    text = entry_text(
        transaction=proof["transactionId"],
        purpose=proof["purpose"],
        at=proof["time"],
        lines=map(line_text, proof["lines"]),
    )
    size, digest = above.tree("entries")
    node, path = leaf(_bytes_of(proof["salt"]), text=text), unpack(proof["path"], has_sums=False)
    if climbed(node, index=proof["index"], size=size, path=path).digest != digest:
        raise Refused("the entry is not in the journal of the signed root: it, or its path, was changed")
    sides = "; ".join(
        f"{one['side'].lower()} {one['amount']} {one['currency']} {one['account']}" for one in proof["lines"]
    )
    return (
        f"{proof['transactionId']} has the entry {proof['purpose']} of {proof['time']}"
        f" in the journal of {above.day}: {sides}."
    )


def balance(proof: Mapping[str, Any], above: Root) -> str:
    """Return what the proof of a balance proves; raises Refused."""
    _plain([proof["index"], proof["balance"]], proof["accountId"], proof["currency"], proof["lastEntryTime"])
    of_currency = [total for total in above.totals if total["currency"] == proof["currency"]]
    if len(of_currency) != 1:
        raise Refused(f"the root of {above.day} has no total in {proof['currency']}")
    total = of_currency[0]
    _check_total(total, above)
    if proof["balance"] < 0:
        raise Refused("the balance is negative, which would hide what others have")
    text = balance_text(
        account=proof["accountId"],
        currency=proof["currency"],
        balance=proof["balance"],
        changed=proof["lastEntryTime"],
    )
    node, path = (
        leaf(_bytes_of(proof["salt"]), text=text, amount=proof["balance"]),
        unpack(proof["path"], has_sums=True),
    )
    found = climbed(node, index=proof["index"], size=total["accounts"], path=path)
    if found.digest.hex() != total["treeRoot"]:
        raise Refused("the balance is not in the signed root: it, a balance beside it, or the path was changed")
    if found.amount != total["total"]:
        raise Refused("the balances do not add up to the signed total: an account was left out or added")
    return (
        f"{proof['accountId']} had {proof['balance']} {proof['currency']} (smallest unit) at the end of {above.day}:"
        f" one of {total['accounts']} accounts, none negative, which add up to {total['total']}."
    )


def _check_total(total: Mapping[str, Any], above: Root) -> None:
    _plain([total["index"], total["accounts"], total["total"]], above.platform, total["currency"], total["treeRoot"])
    text = total_text(
        platform=above.platform,
        currency=total["currency"],
        accounts=total["accounts"],
        total=total["total"],
        tree=total["treeRoot"],
    )
    size, digest = above.tree("balances")
    node, path = leaf(_bytes_of(total["salt"]), text=text), unpack(total["path"], has_sums=False)
    if climbed(node, index=total["index"], size=size, path=path).digest != digest:
        raise Refused(f"the total in {total['currency']} is not in the signed root: it, or its path, was changed")


def checked(
    proof: Mapping[str, Any],
    roots: Sequence[Mapping[str, Any]],
    *,
    former: Sequence[Mapping[str, Any]],
    key: str | None,
) -> Iterator[str]:
    """Yield what is proven, a sentence each; raises Refused."""
    above = {one.number: one for one in (root(sent, key=key) for sent in roots)}
    for one in above.values():
        yield f"Root {one.number}, of {one.day}, is signed by {', '.join(one.keys)}. Its digest is {one.digest}."
    if former:
        yield follows([root(sent, key=key) for sent in former], list(above.values()))
    proofs = proof.get("entries", [proof])
    if not proofs:
        raise Refused("the file holds no proof")
    for one in proofs:
        if one["number"] not in above:
            raise Refused(
                f"root {one['number']}, of {one['day']}, is not among the files: get /proofs/roots/{one['day']}"
            )
        belongs = above[one["number"]]
        if one["day"] != belongs.day:
            raise Refused(f"root {belongs.number} is of {belongs.day}, and not of {one['day']}")
        if "entries" in proof and one["transactionId"] != proof["transactionId"]:
            raise Refused("an entry is that of another payment")
        yield entry(one, belongs) if "lines" in one else balance(one, belongs)


def _bytes_of(text: str) -> bytes:
    return base64.b64decode(text, validate=True)


def _read(name: str) -> Any:
    return json.loads(pathlib.Path(name).read_text(encoding="utf-8"))


def _roots_of(names: Iterable[str]) -> list[Mapping[str, Any]]:
    files = [_read(name) for name in names]
    return [one for sent in files for one in sent.get("data", [sent])]


def main(arguments: Sequence[str] | None = None) -> int:
    """Check the files that are named, and print what is proven, or why it is not."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("proof")
    parser.add_argument("roots", nargs="+", metavar="root")
    parser.add_argument("--key", help="the public key that you expect, in base64")
    parser.add_argument("--former", nargs="*", default=[], help="files of roots that you kept")
    options = parser.parse_args(arguments)
    try:
        proof, roots, former = _read(options.proof), _roots_of(options.roots), _roots_of(options.former)
    except (OSError, ValueError, TypeError) as error:
        sys.stderr.write(f"A file can't be read: {error}\n")
        return 2
    try:
        sentences = list(checked(proof, roots, former=former, key=options.key))
    except Refused as refused:
        sys.stdout.write(f"NOT PROVEN: {refused}.\n")
        return 1
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError, binascii.Error) as error:
        sys.stdout.write(f"NOT PROVEN: a file is not what the service answers ({type(error).__name__}: {error}).\n")
        return 1
    sys.stdout.write("\n".join((*sentences, "PROVEN.\n")))
    return 0


if __name__ == "__main__":
    sys.exit(main())
