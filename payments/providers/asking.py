"""Asking an adapter in a web thread: for some seconds at most, and in some of the threads at most.

A time limit of the adapter's own would be better. Where it has none, the thread of the request goes on after
WAIT_SECONDS; the one that asks goes on for as long as the adapter does, and keeps its slot, so there are few of them.
"""

import threading
import uuid
from collections.abc import Callable
from concurrent.futures import Future, wait
from typing import TypeVar

from django.conf import settings
from django.db import connection

from platforms.base import errors
from platforms.base.slots import RETRY_SECONDS, Slots

WAIT_SECONDS = 10.0
ASKED = Slots(lambda: max(1, settings.WEB_THREADS // 2))
"""For what is asked outside of database transactions, by platform."""
IN_TRANSACTION = Slots(lambda: max(1, settings.WEB_THREADS - 1), patience_seconds=1.0)
"""For what is asked inside of one, by platform: of adapters that only compute, in the thread of the request."""
T = TypeVar("T")


class NoAnswer(errors.DomainError):
    """The provider has not answered in time."""

    code = "SERVICE_UNAVAILABLE"
    message = "The provider does not answer at the moment. Nothing was done: try again."
    is_passing = True

    def __init__(self) -> None:
        """Say when to come again."""
        super().__init__(retryAfter=RETRY_SECONDS)


def ask(call: Callable[[], T], *, platform_id: uuid.UUID) -> T:
    """Return what an adapter answers to a platform's question, or raise what it raises. Never in a transaction.

    Raises Busy when too many wait already, and NoAnswer.
    """
    answer: Future[T] = Future()

    def run() -> None:
        try:
            with ASKED.held(platform_id):
                found = call()
        except BaseException as error:  # noqa: BLE001 - raised again where the answer is awaited
            answer.set_exception(error)
        else:
            answer.set_result(found)
        finally:
            # An adapter may have looked something up.
            connection.close()

    threading.Thread(target=run, name="provider-question", daemon=True).start()
    wait([answer], WAIT_SECONDS)
    if not answer.done():
        raise NoAnswer
    return answer.result()
