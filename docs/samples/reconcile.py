"""Compare every internal account with its entries, its payments and your books; exit with 1 where something differs.

Run it:  python3 reconcile.py [MOVEMENTS]
It needs PAYMENTS_BASE_URL, PAYMENTS_CLIENT_ID and PAYMENTS_CLIENT_SECRET in the environment, and no packages. MOVEMENTS
is a file of yours with a JSON list a line: account, payment or deposit, amount in the smallest unit.
"""

import base64
import json
import os
import pathlib
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

Get = Callable[..., Any]


def client(base_url: str, client_id: str, client_secret: str) -> Get:
    """Return a function that reads a path, and waits where it is told to."""
    secret = base64.b64encode(f"{client_id}:{client_secret}".encode()).decode()

    def get(path: str, **query: Any) -> Any:
        url = f"{base_url}{path}?{urllib.parse.urlencode(query)}"
        request = urllib.request.Request(url, headers={"Authorization": f"Basic {secret}"})
        while True:
            try:
                with urllib.request.urlopen(request, timeout=60) as reply:
                    return json.load(reply)
            except urllib.error.HTTPError as error:
                if error.code != 429:
                    raise
                time.sleep(int(error.headers["Retry-After"]))

    return get


def everything(get: Get, path: str, **filters: Any) -> Iterator[Any]:
    """Yield every row of a list."""
    page = get(path, limit=100, **filters)
    yield from page["data"]
    while page.get("hasMore"):
        page = get(path, limit=100, cursor=page["nextCursor"], **filters)
        yield from page["data"]


def effect(payment: Any, account: str) -> int | None:
    """Return by how much a payment changed the balance of an account; None where its entries alone tell."""
    leaves = payment["source"].get("accountId") == account
    arrives = payment["destination"].get("accountId") == account
    if payment["status"] == "COMPLETED" and (leaves or arrives):
        paid = payment["sentAmount"]["amount"] if leaves else 0
        return (payment["receivedAmount"]["amount"] if arrives else 0) - paid
    came_back = payment.get("refund", {}).get("status", "COMPLETED") == "COMPLETED"
    is_over = payment["status"] in {"EXPIRED", "FAILED", "REFUNDED", "REJECTED"}
    return 0 if is_over and came_back and (leaves or arrives) else None


def of_account(get: Get, path: str, account: str, ours: "Counter[Any]") -> Iterator[str]:
    """Yield a sentence for each difference within one account; add its entries to `ours`."""
    balance, moved = 0, Counter[Any]()
    for entry in everything(get, f"{path}/{account}/entries", sortOrder="asc"):
        balance += entry["amount"]
        if entry["balanceAfter"] != balance:
            yield f"{account}: {entry['id']} says {entry['balanceAfter']}, its entries make {balance}"
        cause = entry.get("transactionId") or entry.get("depositId")
        ours[account, cause, entry["amount"]] += 1
        moved[cause] += entry["amount"]
    shown = get(f"{path}/{account}")["balance"]["amount"]
    if shown != balance:
        yield f"{account}: the balance is {shown}, its entries make {balance}"
    payments = {row["id"]: row for row in everything(get, "/transactions", involving=account)}
    for payment in payments.values():
        expected = effect(payment, account)
        if expected not in {None, moved[payment["id"]]}:
            yield f"{account}: {payment['id']} should make {expected}, and made {moved[payment['id']]}"
    for cause in moved:
        if cause and cause.startswith("Transaction:") and cause not in payments:
            yield f"{account}: {cause} changed the balance, and is not in the account's history"


def differences(get: Get, books: Iterable[Any] | None = None) -> Iterator[str]:
    """Yield a sentence for each difference. `books`: your movements, a list of account, payment or deposit, amount."""
    ours: Counter[Any] = Counter()
    for holder in ("customers", "platform"):
        path = f"/{holder}/internal-accounts"
        for account in [row["id"] for row in everything(get, path)]:
            yield from of_account(get, path, account, ours)
    if books is not None:
        kept = Counter(map(tuple, books))
        for whose, rows in (("your", kept - ours), ("our", ours - kept)):
            for account, cause, amount in rows.elements():
                yield f"{account}: {amount} of {cause} is in {whose} books alone"


if __name__ == "__main__":
    reader = client(*(os.environ[f"PAYMENTS_{name}"] for name in ("BASE_URL", "CLIENT_ID", "CLIENT_SECRET")))
    movements = None
    if len(sys.argv) > 1:
        with pathlib.Path(sys.argv[1]).open() as file:
            movements = [json.loads(line) for line in file]
    different = list(differences(reader, movements))
    print("\n".join(different) or "Every account agrees to the unit.")
    sys.exit(1 if different else 0)
