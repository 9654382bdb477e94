"""Any number of transfers: in batches of a hundred, each under a key of its own."""

import itertools
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from .client import Payments

LARGEST_BATCH = 100
Transfer = Mapping[str, Any]


def send_transfers(client: Payments, transfers: Iterable[Transfer], *, key: str) -> Iterator[tuple[Transfer, Any]]:
    """Make transfers, and yield each with its result, in order: `status`, and `transaction` or `error`.

    A transfer is the JSON of `POST /transfers/batch`. Each is made or refused by itself. `key` names them all: keep it
    with them before you begin. After NoReply, or a crash, call this again with the same transfers and key: what was
    made is not made twice.
    """
    for number, batch in enumerate(_batches(transfers)):
        made = client.post("/transfers/batch", {"mode": "EACH", "transfers": batch}, key=f"{key}/{number}")
        yield from zip(batch, made["results"], strict=True)


def _batches(transfers: Iterable[Transfer]) -> Iterator[list[Transfer]]:
    remaining = iter(transfers)
    while batch := list(itertools.islice(remaining, LARGEST_BATCH)):
        yield batch
