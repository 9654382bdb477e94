"""Chaos by the page: three of its faults are played, and the comparison at the end finds each kind of difference."""

import json
import subprocess
from typing import Any

import pytest

from bench.chaos import judge
from bench.chaos.clients import FUNDED, Books
from bench.chaos.receiver import Receiver
from config.launch import environment

pytestmark = [
    pytest.mark.beside,
    pytest.mark.inputs("bench/chaos", "bench/failover", "bench/hosts.py", "config/launch", "deploy/failover"),
]


@pytest.mark.timeout(1800)
def test_clients_books_agree_after_a_crash_a_dead_worker_and_an_empty_broker(tmp_path):
    output = tmp_path / "chaos.json"
    words = f"--minutes 0.6 --every 15 --faults crash worker-killed broker-emptied --output {output}"
    done = subprocess.run(
        ["make", "chaos", f"ARGS={words}"], cwd=environment.PROJECT, capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stdout + done.stderr
    told = json.loads(output.read_text())
    assert {fault["kind"] for fault in told["faults"]} == {"crash", "worker-killed", "broker-emptied"}
    assert told["payments"] > 0
    assert told["events"] > told["payments"]
    assert told["books"] == "clean"
    assert not any(told["differences"].values())


def _receiver(*events: tuple[int, str]) -> Receiver:
    receiver = Receiver()
    for number, (sequence, status) in enumerate(events):
        receiver.take(
            {"id": f"Webhook:{number}", "sequence": sequence, "data": {"id": "Transaction:a", "status": status}}
        )
    return receiver


def _found(
    *,
    rows: tuple[tuple[str, str, str], ...] = (("key", "a", "COMPLETED"),),
    events: tuple[tuple[int, str], ...] = ((1, "PENDING"), (2, "COMPLETED")),
    balance: int = FUNDED - 5,
    **of_books: Any,
) -> set[str]:
    books = Books("InternalAccount:a", **{"promised": {"Transaction:a": ("key", 5)}, **of_books})
    found = judge.differences(rows, {"InternalAccount:a": balance}, [books], _receiver(*events))
    return {name for name, subjects in found.items() if subjects}


def test_where_all_agree_nothing_is_found():
    assert _found() == set()
    assert _found(rows=(("key", "a", "FAILED"),), events=((1, "PENDING"), (2, "FAILED")), balance=FUNDED) == set()


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"rows": ()}, "lost"),
        ({"rows": (("other", "a", "COMPLETED"),)}, "lost"),
        ({"rows": (("key", "a", "COMPLETED"), ("key", "b", "COMPLETED"))}, "doubled"),
        ({"rows": (("key", "a", "COMPLETED"), ("other", "b", "FAILED"))}, "made, and nobody was told"),
        ({"events": ((1, "PENDING"),)}, "events out of order, or missing"),
        ({"events": ((2, "COMPLETED"), (1, "PENDING"))}, "events out of order, or missing"),
        ({"events": ((1, "PENDING"), (3, "COMPLETED"))}, "events out of order, or missing"),
        ({"events": ((1, "PENDING"), (2, "COMPLETED"), (2, "COMPLETED"))}, judge.TOLD_AGAIN),
        ({"events": ((1, "PENDING"), (2, "FAILED"), (2, "COMPLETED"))}, "events out of order, or missing"),
        ({"balance": FUNDED}, "balances other than a client's own books"),
        ({"undecided": ["key-2"]}, "never decided"),
    ],
)
def test_each_kind_of_difference_is_found(changes, expected):
    assert expected in _found(**changes)


def test_an_event_that_comes_twice_counts_once_and_one_that_is_refused_does_not():
    receiver = _receiver((1, "PENDING"))
    again = {"id": "Webhook:0", "sequence": 1, "data": {"id": "Transaction:a", "status": "PENDING"}}

    assert receiver.take(again)
    receiver.is_away = True
    assert not receiver.take({**again, "id": "Webhook:9"})

    assert receiver.told_of("Transaction:a") == [(1, "PENDING")]
    assert receiver.count == 1
