"""A FastAPI site that pays once and receives webhooks, in one file.

Run it:  pip install fastapi uvicorn and the client of your service, then  python3 fastapi_shop.py 9000
It needs PAYMENTS_BASE_URL, PAYMENTS_CLIENT_ID and PAYMENTS_CLIENT_SECRET in the environment. Of your site it shows the
three functions and the two tables; the database and who may pay are yours.
"""

import contextlib
import functools
import os
import sqlite3
import sys
import uuid
from collections.abc import Iterator
from typing import Annotated

import uvicorn
from fastapi import Depends, FastAPI, HTTPException, Request, Response
from payments_platform_client import (
    ApiError,
    NoReply,
    NotGenuine,
    Payments,
    PublicKeys,
    Webhooks,
    from_environment,
)
from pydantic import BaseModel

# The key of a withdrawal is the idempotency key too. An event may come again, under the same id.
TABLES = """
CREATE TABLE IF NOT EXISTS withdrawal (id TEXT PRIMARY KEY, account TEXT NOT NULL, bank TEXT NOT NULL,
                                       amount INTEGER NOT NULL, status TEXT NOT NULL DEFAULT 'NEW');
CREATE TABLE IF NOT EXISTS handled_event (id TEXT PRIMARY KEY);
"""
app = FastAPI()


class Withdrawal(BaseModel):
    """What somebody wants to be paid; `amount` is in the smallest unit of the currency."""

    id: uuid.UUID
    account: str
    bank: str
    amount: int


@contextlib.contextmanager
def transaction() -> Iterator[sqlite3.Connection]:
    """Open a database transaction, which is committed at the end and rolled back after an error."""
    with contextlib.closing(sqlite3.connect("shop.sqlite3", timeout=30)) as connection, connection:
        yield connection


@functools.cache
def payments() -> Payments:
    """Return the client of the API, which keeps its connections."""
    return from_environment()


@functools.cache
def webhooks() -> Webhooks:
    """Return what checks signatures, by the platform's public keys."""
    platform = payments().get("/config")["id"].removeprefix("PlatformConfig:")
    origin = os.environ["PAYMENTS_BASE_URL"].rpartition("/")[0]
    return Webhooks(keys=PublicKeys(f"{origin}/webhook-keys/{platform}"))


# Functions with "def" run in threads, so one that waits for the service or the database holds up no other request.
@app.post("/withdrawals")
def withdraw(wanted: Withdrawal) -> dict[str, str]:
    """Pay a withdrawal. Sent twice, by a double click or after an error, it pays once."""
    key = str(wanted.id)
    with transaction() as connection:
        row = (key, wanted.account, wanted.bank, wanted.amount)
        connection.execute("INSERT OR IGNORE INTO withdrawal (id, account, bank, amount) VALUES (?, ?, ?, ?)", row)
        stored = "SELECT account, bank, amount FROM withdrawal WHERE id = ?"
        account, bank, amount = connection.execute(stored, (key,)).fetchone()
    try:
        payments().post(
            "/transfer-out",
            {
                "source": {"accountId": account},
                "destination": {"accountId": bank},
                "amount": amount,
                "metadata": {"withdrawal": key},
            },
            key=key,
        )
    except ApiError as error:
        raise HTTPException(400, error.code) from error
    except NoReply as error:
        # It may be paid or not: the same withdrawal sent again finds out.
        raise HTTPException(503, "NO_REPLY") from error
    return show(wanted.id)


@app.get("/withdrawals/{key}")
def show(key: uuid.UUID) -> dict[str, str]:
    """Show where a withdrawal stands, as webhooks have told."""
    with transaction() as connection:
        row = connection.execute("SELECT status FROM withdrawal WHERE id = ?", (str(key),)).fetchone()
    if row is None:
        raise HTTPException(404, "NOT_FOUND")
    return {"id": str(key), "status": row[0]}


async def as_sent(request: Request) -> bytes:
    """Return the body's bytes as they came: what is signed is these, not what JSON makes of them."""
    return await request.body()


@app.post("/webhooks")
def receive(request: Request, body: Annotated[bytes, Depends(as_sent)]) -> Response:
    """Take an event: check the bytes as they came, handle it once, and answer."""
    try:
        event = webhooks().verify(request.headers, body)
    except NotGenuine:
        return Response(status_code=401)
    data = event.data or {}
    with transaction() as connection:
        is_new = connection.execute("INSERT OR IGNORE INTO handled_event VALUES (?)", (event.id,)).rowcount == 1
        if is_new and event.type.startswith("OUTGOING_PAYMENT.") and "withdrawal" in data.get("metadata", {}):
            changed = (data["status"], data["metadata"]["withdrawal"])
            connection.execute("UPDATE withdrawal SET status = ? WHERE id = ?", changed)
    return Response(status_code=200)


if __name__ == "__main__":
    with transaction() as made:
        made.executescript(TABLES)
    uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[1]), log_level="warning")
