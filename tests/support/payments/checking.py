"""A client and a worker who have the books checked after every step: what is sound at its end may be broken before."""

from typing import Any

from payments import tasks
from payments.ledger import check
from payments.workflow import settlement
from tests.conftest import Api, Worker


def check_the_books() -> None:
    assert list(check.find()) == []


class CheckedApi(Api):
    """After each call."""

    def _send(self, *arguments: Any) -> Any:
        reply = super()._send(*arguments)
        check_the_books()
        return reply


class CheckedWorker(Worker):
    """After each step of each payment. `seen` are the steps."""

    def __init__(self) -> None:
        self.seen: set[str] = set()

    def run(self) -> int:
        done = tasks._move_out_of_suspense()
        check_the_books()
        while claimed := settlement.claim_due(limit=1):
            self.seen.add(claimed[0].step)
            tasks._advance(claimed[0])
            check_the_books()
            done += 1
        return done
