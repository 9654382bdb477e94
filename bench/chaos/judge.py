"""The comparison at the end: what clients were told, what the endpoint was told, and what is there."""

import contextlib
import time
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import psycopg

from bench.chaos.clients import FUNDED, Books
from bench.chaos.receiver import Receiver
from bench.failover.machines import Cluster, NoPrimary
from bench.failover.service import Api

_SETTLE_SECONDS = 600.0
_PAYMENTS = "SELECT metadata->>'key', id::text, status FROM payments_transaction WHERE metadata->>'key' LIKE 'chaos-%'"
_OPEN = """
SELECT (SELECT count(*) FROM payments_transaction WHERE next_action_at IS NOT NULL),
       (SELECT count(*) FROM webhooks_event WHERE state IN ('PENDING', 'WAITING'))
"""
_NOT_PAID = {"EXPIRED"}
"""Of the payment of a quote that nobody executed."""
_TAKES_MONEY = "COMPLETED"
TOLD_AGAIN = "events told again under another id"
"""With the same number and content: where a wait for the standby was cancelled, what workers have told may be lost."""


def wait_until_settled(cluster: Cluster) -> float | None:
    """Wait until every payment has ended and every event is delivered; return the seconds, None where it did not."""
    began = time.monotonic()
    while time.monotonic() - began < _SETTLE_SECONDS:
        with contextlib.suppress(psycopg.Error, NoPrimary):
            if cluster.ask(_OPEN) == [(0, 0)]:
                return round(time.monotonic() - began, 1)
        time.sleep(1)
    return None


def differences(
    payments: Iterable[tuple[Any, ...]], balances: Mapping[str, int], books: Sequence[Books], receiver: Receiver
) -> Mapping[str, list[str]]:
    """Return what is other than clients were told, by kind: the payments, keys or accounts concerned.

    `payments` are key, id and status of each that is there, `balances` those of the clients' accounts.
    """
    there = {f"Transaction:{payment}": (str(key), str(status)) for key, payment, status in payments}
    promised = {payment: told for each in books for payment, told in each.promised.items()}
    made = {payment: key for payment, (key, status) in there.items() if status not in _NOT_PAID}
    return {
        "lost": [payment for payment, (key, _) in promised.items() if made.get(payment) != key],
        "doubled": [key for key, count in Counter(made.values()).items() if count > 1],
        "made, and nobody was told": [payment for payment in made if payment not in promised],
        "events out of order, or missing": [
            f"{payment} is {there[payment][1]}, was told {told}"
            for payment in made
            if not _is_whole(told := receiver.told_of(payment), there[payment][1])
        ],
        TOLD_AGAIN: [payment for payment in made if len(told := receiver.told_of(payment)) > len(set(told))],
        "balances other than a client's own books": [
            f"{each.account}: {balances[each.account]}, by its own books {own}"
            for each in books
            if (own := _own_balance(each, receiver)) != balances[each.account]
        ],
        "never decided": [key for each in books for key in each.undecided],
    }


def _is_whole(told: Sequence[tuple[int, str]], status: str) -> bool:
    """Tell whether events came with the numbers from one on, and the last one tells how the payment ended."""
    once = list(dict.fromkeys(told))
    return [number for number, _ in once] == list(range(1, len(once) + 1)) and bool(once) and once[-1][1] == status


def _own_balance(books: Books, receiver: Receiver) -> int:
    """Return what a client should have: by the payments that it was promised, and what events told of them."""
    spent = 0
    for payment, (_, amount) in books.promised.items():
        told = receiver.told_of(payment)
        spent += amount if told and told[-1][1] == _TAKES_MONEY else 0
    return FUNDED - spent


def payments(cluster: Cluster) -> list[tuple[Any, ...]]:
    """Return key, id and status of each payment of the clients."""
    return cluster.ask(_PAYMENTS)


def balances(web: Api, accounts: Collection[str]) -> Mapping[str, int]:
    """Return the balances of accounts, as the service tells them."""
    found: dict[str, int] = {}
    path = "/customers/internal-accounts?currency=USD"
    page = web.call("GET", path)
    while True:
        found |= {each["id"]: each["balance"]["amount"] for each in page["data"] if each["id"] in accounts}
        if not page["hasMore"]:
            return found
        page = web.call("GET", f"{path}&cursor={page['nextCursor']}")
