"""Seals days: the entries and balances of each UTC day are bound into one signed root.

A day ends with the last seal of the journal that was made on it (`payments.ledger.seals`): below a sealed entry no
other one can appear. A payment waits for none of this. The work is done a page at a time, each in a database
transaction of its own, which also notes how far it is: a worker that dies loses one page, and two workers do nothing
twice, because the lock is asked for first.
"""

import datetime as dt
import hashlib
import logging
import secrets
from collections.abc import Sequence
from typing import Any

from django.db import connection, transaction

from payments.models import (
    BalancePage,
    BalanceTotal,
    BalanceTree,
    EntryPage,
    JournalSeal,
    SignedRoot,
)
from payments.proofs import leaves, signing, trees, verify_proof
from payments.proofs.trees import BLOCK, PAGE
from payments.proofs.verify_proof import Node
from platforms.base import clock, jobs
from platforms.database import sql
from platforms.database.locks import Lock

logger = logging.getLogger(__name__)
TASK = "payments.seal_days"
DUE = """
    coalesce((SELECT root.digest IS NULL OR root.day < (%(now)s::timestamptz AT TIME ZONE 'UTC')::date - 1
                FROM payments_signedroot root ORDER BY root.number DESC LIMIT 1),
             EXISTS (SELECT FROM payments_journalseal first WHERE first.number = 1
                        AND first.sealed_at < date_trunc('day', %(now)s::timestamptz, 'UTC')))
"""
_RUN_SECONDS = 10.0
_KEY_BYTES = 32
_AT_ONCE = 16 * BLOCK
"""Entries that are read at once."""
_EMPTY = Node(hashlib.sha256().digest())
_MOVED = """
SELECT posting.account_id, account.platform_id, account.currency, max(posting.at) AS last_at,
       sum(CASE posting.side WHEN 'C' THEN posting.amount ELSE -posting.amount END) AS change
  FROM payments_posting posting
  JOIN payments_ledgeraccount account ON account.id = posting.account_id
  JOIN payments_internalaccount holder ON holder.ledger_account_id = account.id
 WHERE posting.entry_id > %(after)s AND posting.entry_id <= %(last)s
 GROUP BY 1, 2, 3
"""
_WITHOUT_TREE = sql.of_constants(
    """
SELECT DISTINCT moved.platform_id, moved.currency FROM ({moved}) moved
  LEFT JOIN payments_balancetree tree ON tree.platform_id = moved.platform_id AND tree.currency = moved.currency
 WHERE tree.number IS NULL ORDER BY 1, 2
""",
    moved=_MOVED,
)
# An account that is in no tree yet takes the next place of its own. The newest balance of another one is that of an
# earlier root, or of this one where an earlier page of its entries has changed it.
_BRING_FORWARD = sql.of_constants(
    """
WITH moved AS ({moved}), placed AS (
    INSERT INTO payments_sealedbalance (tree_id, position, root_id, account_id, balance, last_at)
    SELECT tree.number,
           coalesce(former.position, tree.accounts - 1 + row_number() OVER (
               PARTITION BY tree.number, former.position IS NULL ORDER BY moved.account_id)),
           %(root)s, moved.account_id, coalesce(former.balance, 0) + moved.change,
           greatest(former.last_at, moved.last_at)
      FROM moved
      JOIN payments_balancetree tree ON tree.platform_id = moved.platform_id AND tree.currency = moved.currency
      LEFT JOIN LATERAL (SELECT position, balance, last_at FROM payments_sealedbalance
                          WHERE account_id = moved.account_id ORDER BY root_id DESC LIMIT 1) former ON TRUE
    ON CONFLICT (account_id, root_id) DO UPDATE SET balance = excluded.balance, last_at = excluded.last_at
    RETURNING tree_id, position
)
UPDATE payments_balancetree tree SET accounts = placed.accounts
  FROM (SELECT tree_id, max(position) + 1 AS accounts FROM placed GROUP BY tree_id) placed
 WHERE tree.number = placed.tree_id AND tree.accounts < placed.accounts
""",
    moved=_MOVED,
)
_NEXT_PAGE = """
SELECT tree_id, position FROM payments_sealedbalance
 WHERE root_id = %s AND (tree_id, position) >= (%s, %s) ORDER BY tree_id, position LIMIT 1
"""
_CHANGED_BLOCKS = """
SELECT DISTINCT position / %s FROM payments_sealedbalance
 WHERE root_id = %s AND tree_id = %s AND position >= %s AND position < %s ORDER BY 1
"""


def seal_due() -> int:
    """Seal the day before for some seconds; return how many pages and roots were made."""
    return jobs.repeat(lambda: step(now=clock.real_now()), seconds=_RUN_SECONDS, task_name=TASK)


def step(*, now: clock.RealTime) -> int | None:
    """Do the next step in a database transaction of its own: see `advance`."""
    with transaction.atomic(durable=True):
        return advance(now=now)


def advance(*, now: clock.RealTime) -> int | None:
    """Make the next page, or sign the root; None where nothing is left, or another worker does it."""
    with connection.cursor() as cursor:
        if not Lock.TABLE.try_to_hold(cursor, SignedRoot._meta.db_table):
            return None
        root = SignedRoot.objects.filter(digest=None).first() or _begin(cursor, now)
        if root is None:
            return None
        if root.read_until < root.last_id:
            _read_entries(cursor, root)
        elif (place := _next_page(cursor, root)) is not None:
            _make_page(cursor, root, *place)
        else:
            _sign(root, now)
        return 1


def _begin(cursor: Any, now: clock.RealTime) -> SignedRoot | None:
    """Begin the root of the day before, unless there is one or nothing was sealed by then."""
    former = SignedRoot.objects.order_by("-number").first()
    day = now.date() - dt.timedelta(days=1)
    if (former is not None and former.day >= day) or not Lock.TABLE.try_to_hold(cursor, JournalSeal._meta.db_table):
        return None
    midnight = dt.datetime.combine(now.date(), dt.time(), dt.UTC)
    # While the lock is held, no seal with an earlier time can still be committed.
    seals = JournalSeal.objects.filter(sealed_at__lt=midnight).order_by("-number")
    seal = seals.values_list("number", "last_id").first()
    if seal is None:
        return None
    after = former.last_id if former else 0
    root: SignedRoot = SignedRoot.objects.create(
        number=former.number + 1 if former else 1,
        day=day,
        after_id=after,
        last_id=max(after, seal[1]),
        seal_number=seal[0],
        key=secrets.token_bytes(_KEY_BYTES),
        read_until=after,
        begun_at=now,
    )
    return root


def _read_entries(cursor: Any, root: SignedRoot) -> None:
    """Make the next page of entries, and bring the balances of their accounts forward."""
    after, count = root.read_until, 0
    keys: list[int] = []
    blocks: list[Node] = []
    last = after
    while count < PAGE:
        found = leaves.entries(root, after=last, most=_AT_ONCE)
        for start in range(0, len(found), BLOCK):
            block = found[start : start + BLOCK]
            keys.append(last)
            blocks.append(trees.root([entry.leaf for entry in block]))
            last = block[-1].id
        count += len(found)
        if len(found) < _AT_ONCE:
            last = root.last_id
            break
    if blocks:
        EntryPage.objects.create(
            root=root,
            index=root.entries // PAGE,
            after_id=after,
            keys=b"".join(key.to_bytes(8, "big") for key in keys),
            blocks=trees.stored(blocks),
        )
        root.entry_pages = bytes(root.entry_pages) + trees.stored([trees.root(blocks)])
        _bring_forward(cursor, root, after=after, last=last)
    root.entries += count
    root.read_until = last
    root.save(update_fields=["entries", "entry_pages", "read_until"])


def _bring_forward(cursor: Any, root: SignedRoot, *, after: int, last: int) -> None:
    span = {"root": root.number, "after": after, "last": last}
    cursor.execute(_WITHOUT_TREE, span)
    number = BalanceTree.objects.count()
    BalanceTree.objects.bulk_create(
        BalanceTree(number=place, platform_id=platform, currency=currency, key=secrets.token_bytes(_KEY_BYTES))
        for place, (platform, currency) in enumerate(cursor.fetchall(), start=number)
    )
    cursor.execute(_BRING_FORWARD, span)


def _next_page(cursor: Any, root: SignedRoot) -> tuple[int, int] | None:
    cursor.execute(_NEXT_PAGE, [root.number, root.next_tree, root.next_position])
    found: tuple[int, int] | None = cursor.fetchone()
    return found and (found[0], found[1] // PAGE)


def _make_page(cursor: Any, root: SignedRoot, tree_number: int, index: int) -> None:
    """Make a page of balances anew where its blocks have changed, and the root of its tree."""
    tree = BalanceTree.objects.get(number=tree_number)
    former = BalancePage.objects.filter(tree=tree, index=index).order_by("-root").first()
    blocks = trees.read(bytes(former.blocks), has_sums=True) if former else []
    cursor.execute(_CHANGED_BLOCKS, [BLOCK, root.number, tree_number, index * PAGE, (index + 1) * PAGE])
    for (block,) in cursor.fetchall():
        found = leaves.balances(tree, root=root.number, block=block, accounts=tree.accounts)
        _put(blocks, block % BLOCK, trees.root([one.leaf for one in found]))
    BalancePage.objects.create(tree=tree, index=index, root=root, blocks=trees.stored(blocks))
    latest = BalanceTotal.objects.filter(tree=tree).order_by("-root").first()
    pages = trees.read(bytes(latest.pages), has_sums=True) if latest else []
    _put(pages, index, trees.root(blocks))
    whole = trees.root(pages)
    BalanceTotal.objects.update_or_create(
        tree=tree,
        root=root,
        defaults={
            "accounts": tree.accounts,
            "total": whole.amount or 0,
            "pages": trees.stored(pages),
            "digest": whole.digest,
        },
    )
    root.next_tree, root.next_position = tree_number, (index + 1) * PAGE
    root.save(update_fields=["next_tree", "next_position"])


def _put(nodes: list[Node], place: int, node: Node) -> None:
    nodes[place : place + 1] = [node]


def _sign(root: SignedRoot, now: clock.RealTime) -> None:
    """Put the trees of balances under one root, and sign it with that of the entries and the former root's digest."""
    root.trees = BalanceTree.objects.count()
    blocks = [
        trees.root([one.leaf for one in leaves.totals(root=root.number, block=block, trees=root.trees)])
        for block in range(-(-root.trees // BLOCK))
    ]
    root.tree_blocks, root.sealed_at = trees.stored(blocks), now
    root.statement = _statement(root, blocks)
    root.digest = hashlib.sha256(root.statement.encode()).digest()
    root.signatures = signing.signatures(root.statement)
    root.save(update_fields=["trees", "tree_blocks", "statement", "digest", "signatures", "sealed_at"])
    logger.info("a day is sealed", extra={"subject": root.day.isoformat(), "digest": root.digest.hex()})


def _statement(root: SignedRoot, blocks: Sequence[Node]) -> str:
    former = SignedRoot.objects.filter(number=root.number - 1).values_list("digest", flat=True).first()
    seal = JournalSeal.objects.filter(number=root.seal_number).values_list("digest", flat=True).first()
    entries = trees.read(bytes(root.entry_pages), has_sums=False)
    assert root.sealed_at is not None
    return "\n".join(
        (
            verify_proof.FIRST_LINE,
            f"number {root.number}",
            f"day {root.day.isoformat()}",
            f"sealed {clock.iso(root.sealed_at)}",
            f"former {bytes(former).hex() if former else verify_proof.NOTHING}",
            f"seal {root.seal_number} {bytes(seal or b'').hex()}",
            f"entries {root.entries} {_digest(entries)}",
            f"balances {root.trees} {_digest(blocks)}",
        )
    )


def _digest(nodes: Sequence[Node]) -> str:
    return (trees.root(nodes) if nodes else _EMPTY).digest.hex()
