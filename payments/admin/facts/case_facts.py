"""What cases say beside what the monitor wrote: how much it is, what to do, and words for the codes in their causes.

An app above registers the types of its own objects.
"""

import dataclasses
import datetime as dt
import functools
import re
import uuid
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence

from payments.admin import names
from payments.models import (
    CaseKind,
    CaseState,
    InternalAccount,
    NextAction,
    OperationsCase,
    SuspenseItem,
    Transaction,
    TransactionStatus,
)
from platforms.backoffice import columns, links
from platforms.base import clock


@dataclasses.dataclass(frozen=True, slots=True)
class Facts:
    """The facts of a case's subject that its list shows."""

    amount: int | None = None
    currency: str = ""
    waits_since: dt.datetime | None = None
    """By the platform's clock, while it waits for a person; None where only the case itself says it."""
    account: str = ""
    """Which account at which bank it is about, where it is about one."""


NONE = Facts()
Find = Callable[[Sequence[uuid.UUID]], Mapping[uuid.UUID, Facts]]
_finders: dict[str, Find] = {}
_words: dict[str, str] = {}
_to_do: dict[str, str] = {
    CaseKind.PAYMENT_STUCK: "Open the payment. Its page says where the money is, and has what staff can do about it.",
    CaseKind.MONEY_IN_SUSPENSE: "Open the item: decide where its money goes, or read why it is still under way. The "
    "case ends by itself then.",
    CaseKind.MONEY_OWED: "Open the claim. The case ends by itself when it is paid, taken or written off.",
    CaseKind.BOOKS_BROKEN: "Open the latest nightly ledger check: it names each fault. Accounts concerned are held.",
    CaseKind.AUDIT_LOG_BROKEN: "Open the latest audit log verification, and tell an administrator of the database.",
    CaseKind.HOLDER_REJECTED: "Ask the platform what becomes of the money. Nothing pays it out while the customer is "
    "rejected.",
    CaseKind.ENDPOINT_DISABLED: "Ask the platform to repair its endpoint. Send the events again afterwards.",
    CaseKind.DOMAIN_FAILING: "Ask the platform to show again that the domain is its own.",
    CaseKind.WORK_FAILING: "Tell who operates the service what fails, and for how long.",
    CaseKind.BANK_FILE: "Do what the cause says. Ask the bank for what is missing.",
}
"""Kind of case, or type of what a case of a bank is about → what to do."""


def of_type(public_type: str, *, to_do: str = "") -> Callable[[Find], Find]:
    """Register the function that finds the facts of objects of a type: one query for any number of keys.

    `to_do`: what to do about them, where the kind of the case does not say it.
    """

    def register(find: Find) -> Find:
        _finders[public_type] = find
        if to_do:
            _to_do[public_type] = to_do
        return find

    return register


def say(words: Mapping[str, str]) -> None:
    """Register words for codes that causes have."""
    _words.update(words)
    _codes.cache_clear()


def load(rows: Sequence[OperationsCase]) -> None:
    """Find the facts of cases at once: one query for each type of their subjects that is registered."""
    by_type: dict[str, dict[uuid.UUID, list[OperationsCase]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        row.__dict__["facts"] = NONE
        typed_key = links.key_in(row.subject)
        if typed_key is not None and typed_key[0] in _finders:
            by_type[typed_key[0]][typed_key[1]].append(row)
    for public_type, cases_of in by_type.items():
        for key, facts in _finders[public_type](list(cases_of)).items():
            for row in cases_of.get(key, ()):
                row.__dict__["facts"] = facts


def of(row: OperationsCase) -> Facts:
    """Return the facts of a case, which cost nothing where they were loaded with others."""
    if "facts" not in row.__dict__:
        load([row])
    facts: Facts = row.__dict__["facts"]
    return facts


def age(row: OperationsCase) -> str:
    """Return how long it has been so: money in suspense as its own list says it, all else in real time."""
    facts = of(row)
    if row.state == CaseState.OPEN and facts.waits_since is not None and row.platform is not None:
        return columns.duration(row.platform.now() - facts.waits_since)
    return columns.duration((row.closed_at or clock.real_now()) - row.since)


def in_words(cause: str) -> str:
    """Return a cause, or a step of a case's history, with words in place of codes."""
    text = _codes().sub(lambda code: _word(code[0]), cause)
    return text[:1].upper() + text[1:] if _codes().match(cause) else text


def to_do(row: OperationsCase) -> str:
    """Return what to do about a case."""
    return _to_do.get(row.subject.partition(":")[0], "") or _to_do.get(row.kind, "")


@functools.cache
def _codes() -> re.Pattern[str]:
    """Return the pattern of codes that stand alone: not of a file's name in which one of them occurs."""
    known = {*TransactionStatus.values, *NextAction.values, *names.REASONS, *names.WAYS, *_words}
    longest_first = sorted(map(re.escape, known), key=len, reverse=True)
    return re.compile(rf"(?<![\w.:/-])(?:{'|'.join(longest_first)})(?![\w/-]|\.\w)")


def _word(code: str) -> str:
    text = columns.words(code, {**names.REASONS, **names.WAYS, **_words})
    return f"“{text.lower()}”" if code in NextAction.values and code not in names.WAYS else text[:1].lower() + text[1:]


@of_type("SuspenseItem")
def _of_items(keys: Sequence[uuid.UUID]) -> Mapping[uuid.UUID, Facts]:
    rows = SuspenseItem.objects.filter(id__in=keys).values_list("id", "amount", "currency", "opened_at", "way")
    return {key: Facts(amount, currency, None if way else at) for key, amount, currency, at, way in rows}


@of_type("Transaction")
def _of_payments(keys: Sequence[uuid.UUID]) -> Mapping[uuid.UUID, Facts]:
    rows = Transaction.objects.filter(id__in=keys).values_list("id", "sent_amount", "sent_currency")
    return {key: Facts(amount, currency) for key, amount, currency in rows}


@of_type("InternalAccount")
def _of_accounts(keys: Sequence[uuid.UUID]) -> Mapping[uuid.UUID, Facts]:
    rows = InternalAccount.objects.filter(id__in=keys).values_list("id", "ledger_account__balance", "currency")
    return {key: Facts(balance, currency) for key, balance, currency in rows}
