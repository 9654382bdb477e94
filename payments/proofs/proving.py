"""Proofs of a payment's entries and of an account's balance: the paths from their leaves to a signed root.

A proof is made of what the books hold now. Where somebody has changed a sealed entry it leads to no root, and whoever
checks it sees that. Where the rows no longer make a path at all, it is refused (RecordDamaged).
"""

import base64
import bisect
import contextlib
import datetime as dt
import uuid
from collections.abc import Iterator, Sequence
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.db.models import OuterRef, Subquery

from payments.models import (
    BalancePage,
    BalanceTotal,
    BalanceTree,
    EntryPage,
    InternalAccount,
    JournalEntry,
    SealedBalance,
    SignedRoot,
)
from payments.proofs import leaves, trees, verify_proof
from payments.proofs.trees import BLOCK, PAGE
from platforms.base import clock, errors, identifiers

_SEALED_BY = dt.timedelta(minutes=10)
"""After midnight, in UTC."""


class NotSealedYet(errors.DomainError):
    """Nothing of what is asked for is in a signed root."""

    code = "NOT_SEALED_YET"
    message = "No signed root has it yet: a day is sealed soon after its end, at midnight UTC."

    def __init__(self, *, now: clock.RealTime) -> None:
        """Tell when to ask again: when the day that goes on is sealed."""
        midnight = dt.datetime.combine(now.date() + dt.timedelta(days=1), dt.time(), dt.UTC)
        super().__init__(retryAfter=int((midnight + _SEALED_BY - now).total_seconds()))


class RootNotFound(errors.NotFound):
    """There is no signed root of this day."""

    message = "There is no signed root of this day."


def signed() -> Any:
    """Return the signed roots."""
    return SignedRoot.objects.exclude(digest=None)


def root_of(day: dt.date) -> SignedRoot:
    """Return the signed root of a day; raises RootNotFound."""
    root: SignedRoot | None = signed().filter(day=day).first()
    if root is None:
        raise RootNotFound
    return root


def of_payment(transaction_id: uuid.UUID, *, now: clock.RealTime) -> dict[str, Any]:
    """Return the proofs of a payment's sealed entries, oldest first.

    Raises NotSealedYet where none is sealed, and RecordDamaged where one no longer has a place in its root.
    """
    found = _entries_with_roots(transaction_id)
    proofs = list(_of_entries(found).values())
    if None in proofs:
        raise errors.RecordDamaged
    if not proofs:
        raise NotSealedYet(now=now)
    return {
        "transactionId": identifiers.public("Transaction", transaction_id),
        "entries": proofs,
        "unsealedEntries": len(found) - len(proofs),
    }


def checks_of_payment(transaction_id: uuid.UUID) -> list[tuple[JournalEntry, SignedRoot | None, str]]:
    """Return a payment's entries, each with the signed root that has it, and why the books no longer lead there."""
    found = _entries_with_roots(transaction_id)
    proofs = _of_entries(found)
    return [(entry, root, _problem(proofs[entry.pk], root) if root else "") for entry, root, _ in found]


def _entries_with_roots(transaction_id: uuid.UUID) -> list[tuple[JournalEntry, SignedRoot | None, int | None]]:
    """Return a payment's entries, each with its signed root and the key of its page."""
    first = signed().filter(last_id__gte=OuterRef("id")).order_by("number").values("number")[:1]
    pages = EntryPage.objects.filter(root=OuterRef("root"), after_id__lt=OuterRef("id")).order_by("-after_id")
    entries = JournalEntry.objects.filter(transaction=transaction_id).order_by("id").annotate(root=Subquery(first))
    entries = entries.annotate(page=Subquery(pages.values("id")[:1]))
    roots = signed().in_bulk({entry.root for entry in entries if entry.root is not None})
    return [(entry, roots.get(entry.root), entry.page) for entry in entries]


def _problem(proof: dict[str, Any] | None, root: SignedRoot) -> str:
    if proof is None:
        return "the entry has no place in the signed root: entries were added or removed, or its page was changed"
    try:
        verify_proof.entry(proof, verify_proof.root(shown(root)))
    except verify_proof.Refused as refused:
        return str(refused)
    return ""


def shown(root: SignedRoot) -> dict[str, Any]:
    """Return the JSON of a signed root."""
    return {
        **_day(root),
        "statement": root.statement,
        "digest": bytes(root.digest or b"").hex(),
        "signatures": root.signatures,
    }


def _of_entries(
    found: Sequence[tuple[JournalEntry, SignedRoot | None, int | None]],
) -> dict[int, dict[str, Any] | None]:
    """Return the proofs of entries that have a root, by their keys: two statements, however many there are.

    None: damaged rows make no path for it.
    """
    sealed = [(entry.pk, root, page) for entry, root, page in found if root is not None]
    if not sealed:
        return {}
    proofs: dict[int, dict[str, Any] | None] = dict.fromkeys(key for key, _, _ in sealed)
    pages = EntryPage.objects.in_bulk({page for _, _, page in sealed})
    places = []
    for key, root, number_of_page in sealed:
        with contextlib.suppress(errors.RecordDamaged), _damage_refused():
            page = pages[number_of_page]
            places.append((key, root, page, *_block(page, key)))
    starts = {(root.number, after): (root, after) for _, root, _, _, after in places}
    read = leaves.entries_after(list(starts.values()), most=BLOCK) if starts else []
    blocks = dict(zip(starts, read, strict=True))
    for key, root, page, number, after in places:
        with contextlib.suppress(errors.RecordDamaged), _damage_refused():
            proofs[key] = _of_entry(key, root, page, number, blocks[root.number, after])
    return proofs


@contextlib.contextmanager
def _damage_refused() -> Iterator[None]:
    """Refuse rows that contradict each other: what one names, others lack."""
    try:
        yield
    except (LookupError, ValueError, ObjectDoesNotExist) as error:
        raise errors.RecordDamaged from error


def _block(page: EntryPage, key: int) -> tuple[int, int]:
    """Return which block of a page has an entry, and the entry before its first one."""
    keys = [int.from_bytes(page.keys[start : start + 8], "big") for start in range(0, len(page.keys), 8)]
    number = bisect.bisect_left(keys, key) - 1
    return number, keys[number]


def _of_entry(
    key: int, root: SignedRoot, page: EntryPage, number: int, block: Sequence[leaves.Entry]
) -> dict[str, Any]:
    place = [entry.id for entry in block].index(key)
    path = (
        *trees.path([entry.leaf for entry in block], place),
        *trees.path(trees.read(bytes(page.blocks), has_sums=False), number),
        *trees.path(trees.read(bytes(root.entry_pages), has_sums=False), page.index),
    )
    entry = block[place]
    return {
        **_day(root),
        "transactionId": entry.transaction,
        "purpose": entry.purpose,
        "time": entry.at,
        "lines": [_line(text) for text in entry.lines],
        "index": page.index * PAGE + number * BLOCK + place,
        "salt": _text(entry.salt),
        "path": verify_proof.pack(path),
    }


def of_account(account: InternalAccount, *, day: dt.date | None, now: clock.RealTime) -> dict[str, Any]:
    """Return the proof of an account's balance at the end of a day, or of the last sealed one.

    Where the day has no root, that of the day before counts, and so on. Raises NotSealedYet where no root has the
    account: the first one after its first entry has it; RecordDamaged where rows of its tree are missing.
    """
    until = {"day__lte": day} if day else {}
    root: SignedRoot | None = signed().filter(**until).order_by("-number").first()
    if root is None:
        raise NotSealedYet(now=now)
    rows = SealedBalance.objects.filter(account=account.ledger_account_id, root__lte=root.number)
    row = rows.order_by("-root").first()
    if row is None:
        raise NotSealedYet(now=now)
    with _damage_refused():
        tree = BalanceTree.objects.get(number=row.tree_id)
        until_root = {"tree": tree, "root__lte": root.number}
        total = BalanceTotal.objects.filter(**until_root).order_by("-root")[0]
        page = BalancePage.objects.filter(index=row.position // PAGE, **until_root).order_by("-root")[0]
        number = row.position // BLOCK
        block = leaves.balances(tree, root=root.number, block=number, accounts=total.accounts)
        leaf = block[row.position % BLOCK]
        path = (
            *trees.path([one.leaf for one in block], row.position % BLOCK),
            *trees.path(trees.read(bytes(page.blocks), has_sums=True), number % BLOCK),
            *trees.path(trees.read(bytes(total.pages), has_sums=True), page.index),
        )
    return {
        **_day(root),
        "accountId": leaf.account,
        "currency": leaf.currency,
        "balance": leaf.balance,
        "lastEntryTime": leaf.changed,
        "index": row.position,
        "salt": _text(leaf.salt),
        "path": verify_proof.pack(path),
    }


def totals(root: SignedRoot, *, platform_id: uuid.UUID) -> list[dict[str, Any]]:
    """Return what the accounts of a platform have in each currency, with the paths to a root; raises RecordDamaged."""
    places = BalanceTree.objects.filter(platform=platform_id, number__lt=root.trees).order_by("currency")
    above = trees.read(bytes(root.tree_blocks), has_sums=False)
    found = []
    for place in places.values_list("number", flat=True):
        block = leaves.totals(root=root.number, block=place // BLOCK, trees=root.trees)
        with _damage_refused():
            total = block[place % BLOCK]
        path = (*trees.path([one.leaf for one in block], place % BLOCK), *trees.path(above, place // BLOCK))
        found.append(
            {
                "currency": total.currency,
                "accounts": total.accounts,
                "total": total.total,
                "treeRoot": total.tree,
                "index": place,
                "salt": _text(total.salt),
                "path": verify_proof.pack(path),
            }
        )
    return found


def _day(root: SignedRoot) -> dict[str, Any]:
    return {"number": root.number, "day": root.day.isoformat()}


def _line(text: str) -> dict[str, Any]:
    side, amount, currency, account = text.split(" ")
    return {"side": side, "amount": int(amount), "currency": currency, "account": account}


def _text(content: bytes) -> str:
    return base64.b64encode(content).decode()
