"""How many statements the database gets per request, counted in this process."""

import itertools
import logging
from typing import Any

import orjson
from django.db import connection
from django.test import Client

from bench import cast

_BASE = "/2025-10-13"


def count(owner: cast.Tenant, holder: cast.Holder, transaction_id: str) -> dict[str, int]:
    """Return the statements of a transfer, of reading one and of a list, with warm caches, without BEGIN and COMMIT."""
    body = {"source": {"accountId": holder.internal}, "destination": {"accountId": holder.external}, "amount": 1}
    client, numbers = Client(headers=owner.headers), itertools.count()

    def transfer() -> Any:
        return client.post(
            f"{_BASE}/transfer-out",
            orjson.dumps(body),
            content_type="application/json",
            headers={"Idempotency-Key": f"count-{next(numbers)}"},
        )

    def read() -> Any:
        return client.get(f"{_BASE}/transactions/{transaction_id}")

    def page() -> Any:
        return client.get(f"{_BASE}/transactions")

    logging.getLogger("requests").setLevel(logging.WARNING)
    return {"transfer": _count(transfer, 201), "get": _count(read, 200), "list": _count(page, 200)}


def count_quotes(owner: cast.Tenant, body: dict[str, object]) -> dict[str, int]:
    """Return the statements of asking for a quote and of executing it, with warm caches, without BEGIN and COMMIT."""
    client, numbers = Client(headers=owner.headers), itertools.count()

    def post(path: str, sent: object) -> Any:
        key = {"Idempotency-Key": f"count-quotes-{next(numbers)}"}
        return client.post(f"{_BASE}{path}", orjson.dumps(sent), content_type="application/json", headers=key)

    def ask() -> Any:
        return post("/quotes", body)

    logging.getLogger("requests").setLevel(logging.WARNING)
    made = [orjson.loads(ask().content)["id"] for _ in range(2)]
    return {
        "ask": _count(ask, 201),
        "execute": _count(lambda: post(f"/quotes/{made.pop()}/execute", {}), 200),
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
