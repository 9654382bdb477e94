"""The leaves of the trees, read from the books: entries, balances, and totals of trees. Used to seal and to prove."""

import dataclasses
import hmac
from collections.abc import Sequence

from django.db import connection

from payments.models import BalanceTree, SignedRoot
from payments.proofs import verify_proof
from payments.proofs.trees import BLOCK
from payments.proofs.verify_proof import Node
from platforms.base import clock, identifiers

_SALT_BYTES = 16
# Lines as the leaf has them: side, amount, currency, and the internal account or the kind of a shared account.
_ENTRIES = """
SELECT %s::int, entry.id, entry.transaction_id, entry.purpose, entry.at,
       (SELECT string_agg(concat_ws(' ', CASE posting.side WHEN 'D' THEN 'DEBIT' ELSE 'CREDIT' END, posting.amount,
                                    posting.currency, coalesce('InternalAccount:' || holder.id, account.kind)),
                          E'\\n' ORDER BY posting.id)
          FROM payments_posting posting
          JOIN payments_ledgeraccount account ON account.id = posting.account_id
          LEFT JOIN payments_internalaccount holder ON holder.ledger_account_id = account.id
         WHERE posting.entry_id = entry.id)
  FROM payments_journalentry entry WHERE entry.id > %s AND entry.id <= %s ORDER BY entry.id LIMIT %s
"""
# The newest row of each place up to a root: one step of an index for each, however many days there are.
_BALANCES = """
SELECT holder.id, sealed.balance, sealed.last_at
  FROM generate_series(%(first)s::bigint, %(last)s::bigint) place
 CROSS JOIN LATERAL (SELECT account_id, balance, last_at FROM payments_sealedbalance
                      WHERE tree_id = %(tree)s AND position = place AND root_id <= %(root)s
                      ORDER BY root_id DESC LIMIT 1) sealed
  JOIN payments_internalaccount holder ON holder.ledger_account_id = sealed.account_id
 ORDER BY place
"""
_TOTALS = """
SELECT tree.number, tree.platform_id, tree.currency, tree.key, latest.accounts, latest.total, latest.digest
  FROM payments_balancetree tree
 CROSS JOIN LATERAL (SELECT accounts, total, digest FROM payments_balancetotal
                      WHERE tree_id = tree.number AND root_id <= %(root)s ORDER BY root_id DESC LIMIT 1) latest
 WHERE tree.number >= %(first)s AND tree.number <= %(last)s ORDER BY tree.number
"""


@dataclasses.dataclass(frozen=True, slots=True)
class Entry:
    """A journal entry as its leaf has it."""

    id: int
    transaction: str
    """Public identifier, or `none`."""
    purpose: str
    at: str
    lines: Sequence[str]
    salt: bytes

    @property
    def leaf(self) -> Node:
        """Its leaf."""
        text = verify_proof.entry_text(transaction=self.transaction, purpose=self.purpose, at=self.at, lines=self.lines)
        return verify_proof.leaf(self.salt, text=text)


@dataclasses.dataclass(frozen=True, slots=True)
class Balance:
    """An account's balance as its leaf has it."""

    account: str
    currency: str
    balance: int
    changed: str
    salt: bytes

    @property
    def leaf(self) -> Node:
        """Its leaf."""
        text = verify_proof.balance_text(
            account=self.account, currency=self.currency, balance=self.balance, changed=self.changed
        )
        return verify_proof.leaf(self.salt, text=text, amount=self.balance)


@dataclasses.dataclass(frozen=True, slots=True)
class Total:
    """The total of a tree as its leaf has it."""

    platform: str
    currency: str
    accounts: int
    total: int
    tree: str
    salt: bytes

    @property
    def leaf(self) -> Node:
        """Its leaf."""
        text = verify_proof.total_text(
            platform=self.platform,
            currency=self.currency,
            accounts=self.accounts,
            total=self.total,
            tree=self.tree,
        )
        return verify_proof.leaf(self.salt, text=text)


def entries(root: SignedRoot, *, after: int, most: int) -> list[Entry]:
    """Return the next entries of a root after a key."""
    [found] = entries_after([(root, after)], most=most)
    return found


def entries_after(starts: Sequence[tuple[SignedRoot, int]], *, most: int) -> list[list[Entry]]:
    """Return the next entries of each root after its key, all in one statement; there is at least one."""
    values = [value for place, (root, after) in enumerate(starts) for value in (place, after, root.last_id, most)]
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join([f"({_ENTRIES})"] * len(starts)), values)
        rows = sorted(cursor.fetchall())  # by start and key
    found: list[list[Entry]] = [[] for _ in starts]
    for place, number, payment, purpose, at, lines in rows:
        found[place].append(
            Entry(
                number,
                "none" if payment is None else identifiers.public("Transaction", payment),
                purpose,
                clock.iso(at),
                lines.split("\n") if lines else [],
                _salt(bytes(starts[place][0].key), str(number)),
            )
        )
    return found


def balances(tree: BalanceTree, *, root: int, block: int, accounts: int) -> list[Balance]:
    """Return the balances of a block of a tree, which has so many accounts, as a root has them."""
    first, key = block * BLOCK, bytes(tree.key)
    places = {"first": first, "last": min(first + BLOCK, accounts) - 1, "tree": tree.number, "root": root}
    with connection.cursor() as cursor:
        cursor.execute(_BALANCES, places)
        rows = cursor.fetchall()
    return [
        Balance(
            identifiers.public("InternalAccount", account),
            tree.currency,
            balance,
            clock.iso(at),
            _salt(key, account.hex),
        )
        for account, balance, at in rows
    ]


def totals(*, root: int, block: int, trees: int) -> list[Total]:
    """Return the totals of a block of trees, of which there are so many, as a root has them."""
    first = block * BLOCK
    with connection.cursor() as cursor:
        cursor.execute(_TOTALS, {"first": first, "last": min(first + BLOCK, trees) - 1, "root": root})
        rows = cursor.fetchall()
    return [
        Total(
            identifiers.public("PlatformConfig", platform),
            currency,
            accounts,
            int(total),
            bytes(digest).hex(),
            _salt(bytes(key), f"total of {number}"),
        )
        for number, platform, currency, key, accounts, total, digest in rows
    ]


def _salt(key: bytes, name: str) -> bytes:
    return hmac.digest(key, name.encode(), "sha256")[:_SALT_BYTES]
