"""How many statements the database gets per request: warm caches, without BEGIN and COMMIT, counted in this process."""

import itertools
import logging
from typing import Any

import orjson
from django.db import connection
from django.test import Client

from bench.rounds import BASE


def run(*, owner: Any, transaction_id: str = "", quote: dict[str, object] | None = None) -> dict[str, int]:
    """Return the statements of requests about a transaction or a quote by the names of the requests."""
    logging.getLogger("requests").setLevel(logging.WARNING)
    client, numbers = Client(headers=owner["headers"]), itertools.count()

    def post(path: str, sent: object) -> Any:
        key = {"Idempotency-Key": f"count-{next(numbers)}"}
        return client.post(f"{BASE}{path}", orjson.dumps(sent), content_type="application/json", headers=key)

    if quote is not None:
        made = [orjson.loads(post("/quotes", quote).content)["id"] for _ in range(2)]
        return {
            "ask": _count(lambda: post("/quotes", quote), 201),
            "execute": _count(lambda: post(f"/quotes/{made.pop()}/execute", {}), 200),
        }
    holder = owner["holders"][0]
    transfer = {"source": {"accountId": holder["USD"]}, "destination": {"accountId": holder["external"]}, "amount": 1}
    return {
        "transfer": _count(lambda: post("/transfer-out", transfer), 201),
        "get": _count(lambda: client.get(f"{BASE}/transactions/{transaction_id}"), 200),
        "list": _count(lambda: client.get(f"{BASE}/transactions"), 200),
    }


def _count(ask: Any, status: int) -> int:
    sent: list[str] = []

    def note(execute: Any, sql: str, parameters: Any, many: bool, context: Any) -> Any:  # noqa: FBT001 - the hook's shape
        sent.append(sql)
        return execute(sql, parameters, many, context)

    ask()
    with connection.execute_wrapper(note):
        reply = ask()
    if reply.status_code != status:
        raise AssertionError(reply.content)
    return len(sent)
