"""Calls of providers, each in a thread that it has to itself: one without an answer delays only its own platform.

The caller waits a moment for the answer. If the call takes longer, another thread waits for it, for as long as a step
may take, and the caller goes on with other work. The number of calls under way is limited for each platform, and for
each environment, whose rails count as one. A platform whose calls have hung is left alone for a while, longer each
time, until one is answered. Rails and Lightning nodes are counted apart.
"""

import ctypes
import functools
import logging
import os
import threading
import time
import uuid
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future, wait
from queue import SimpleQueue
from typing import ClassVar, NamedTuple

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from psycopg.pq import TransactionStatus

from payments.providers.base import RailOutcome
from payments.providers.pauses import Pauses
from payments.providers.time_limit import TookTooLong
from platforms.base import tracing
from platforms.database import outages, prepared

logger = logging.getLogger(__name__)
PATIENCE_SECONDS = 0.2
"""How long a caller waits for the answer."""
IN_DOUBT_SECONDS = 0.05
"""The same while another call of the platform is without an answer, or its last one has hung."""
RAIL, NODE = "rail", "settlement"
"""The called party, by the names of ports in settings.PROVIDERS."""
MOST_OF_PLATFORM = 4
MOST_OF_ENVIRONMENT = {RAIL: 24, NODE: 8}
"""A call to a node holds a database connection meanwhile."""
Answer = Callable[[], RailOutcome | None]
"""Returns the answer, or raises the error of the call: TookTooLong, if it was given up.

A rail answers with an outcome. An exchange with a node has stored its result, and answers with nothing.
"""


class Party(NamedTuple):
    """The called party, and the platform concerned."""

    port: str
    environment: str
    platform_id: uuid.UUID

    @property
    def of_platform(self) -> tuple[str, uuid.UUID]:
        """Key by which calls of a platform are counted."""
        return self.port, self.platform_id

    @property
    def of_environment(self) -> tuple[str, str]:
        """Key by which calls of an environment are counted."""
        return self.port, self.environment


class _Calls:
    """The calls of this process without a quick answer."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._of_platform: Counter[tuple[str, uuid.UUID]] = Counter()
        self._of_environment: Counter[tuple[str, str]] = Counter()
        self._hung: Pauses[tuple[str, uuid.UUID]] = Pauses()
        """Platforms whose calls have hung."""

    def left_out(self, port: str) -> tuple[set[uuid.UUID], set[str]]:
        most = MOST_OF_ENVIRONMENT[port]
        with self._guard:
            full = {key for key, count in self._of_platform.items() if count >= MOST_OF_PLATFORM}
            paused = {key for key in self._hung if self._hung.seconds(key)}
            environments = {of for (at, of), count in self._of_environment.items() if at == port and count >= most}
        return {of for at, of in full | paused if at == port}, environments

    def pause(self, party: Party) -> float:
        with self._guard:
            return self._hung.seconds(party.of_platform)

    def patience(self, party: Party) -> float:
        with self._guard:
            is_in_doubt = party.of_platform in self._hung or self._of_platform[party.of_platform] > 0
        return IN_DOUBT_SECONDS if is_in_doubt else PATIENCE_SECONDS

    def note_answer(self, party: Party) -> None:
        with self._guard:
            self._hung.pop(party.of_platform, None)

    def begin_to_follow(self, party: Party) -> None:
        with self._guard:
            self._of_platform[party.of_platform] += 1
            self._of_environment[party.of_environment] += 1

    def end(self, party: Party, *, has_hung: bool) -> None:
        with self._guard:
            self._of_platform -= Counter([party.of_platform])
            self._of_environment -= Counter([party.of_environment])
            if has_hung:
                self._hung.lengthen(party.of_platform)
            else:
                self._hung.pop(party.of_platform, None)


_calls = _Calls()


class _Caller:
    """A thread that makes calls, one after another: starting one costs four times as much as handing it a call."""

    _idle: ClassVar[list["_Caller"]] = []
    """The one released last is at the end. A list's `pop` and `append` are safe among threads."""

    def __init__(self) -> None:
        self._calls: SimpleQueue[Callable[[], object]] = SimpleQueue()
        self._is_left = False
        self.thread = threading.Thread(target=self._run, name="provider-calls", daemon=True)
        self.thread.start()

    @classmethod
    def take(cls) -> "_Caller":
        """Return a thread that makes no call now."""
        try:
            return cls._idle.pop()
        except IndexError:
            return cls()

    def make(self, call: Callable[[], object]) -> None:
        self._calls.put(call)

    def release(self) -> None:
        """Keep the thread for another call: this one is answered."""
        self._idle.append(self)

    def leave(self) -> None:
        """Let the thread end with its call, which is given up."""
        self._is_left = True

    def _run(self) -> None:
        while not self._is_left:
            self._calls.get()()


# A forked process has none of its parent's threads.
os.register_at_fork(after_in_child=_Caller._idle.clear)


def left_out(port: str = RAIL) -> tuple[set[uuid.UUID], set[str]]:
    """Return the platforms, and the environments, for which no more calls are to be made for now."""
    return _calls.left_out(port)


def is_left_out(party: Party) -> bool:
    """Tell whether no more calls are to be made for a platform for now."""
    platforms, environments = _calls.left_out(party.port)
    return party.platform_id in platforms or party.environment in environments


def pause(party: Party) -> float:
    """Return for how many more seconds a platform whose calls have hung is left alone."""
    return _calls.pause(party)


def make(
    call: Callable[[], RailOutcome | None], *, party: Party, seconds: float, later: Callable[[Answer], None]
) -> Answer | None:
    """Make a call and return its answer, if it comes soon; None: it is passed to `later`, in another thread.

    After `seconds` the call is given up, and `later` is told so; an answer after that is ignored.
    """
    answer: Future[RailOutcome | None] = Future()
    used: list[BaseDatabaseWrapper] = []
    caller = _Caller.take()
    began = time.monotonic()
    caller.make(tracing.carried(functools.partial(_run, call, answer, party.port, used)))
    wait([answer], min(_calls.patience(party), seconds))
    if answer.done():
        caller.release()
        _calls.note_answer(party)
        return answer.result
    _calls.begin_to_follow(party)

    def follow() -> None:
        wait([answer], seconds - (time.monotonic() - began))
        is_given_up = not answer.done()
        _calls.end(party, has_hung=is_given_up)
        if is_given_up:
            caller.leave()
            _interrupt(caller.thread, used)
        else:
            caller.release()
        try:
            later(_raise_too_long if is_given_up else answer.result)
        except Exception as error:
            if not outages.warned(logger, error):
                logger.exception("answer of a slow provider not written down: the lease has to run out")
        finally:
            connection.close()

    threading.Thread(target=tracing.carried(follow), name=f"slow-{party.port}", daemon=True).start()
    return None


def _run(
    call: Callable[[], RailOutcome | None],
    answer: "Future[RailOutcome | None]",
    port: str,
    used: list[BaseDatabaseWrapper],
) -> None:
    try:
        if port == NODE:
            # An exchange has some statements: too few for a connection of its own each time.
            used.append(prepared.take())
            connections[DEFAULT_DB_ALIAS] = used[0]
        outcome = call()
    except BaseException as error:  # noqa: BLE001 - raised again where the answer is heard
        answer.set_exception(error)
    else:
        answer.set_result(outcome)
    finally:
        if used:
            del connections[DEFAULT_DB_ALIAS]
            prepared.release(used.pop())
        else:
            # The adapter may have used the database.
            connection.close()


def _raise_too_long() -> RailOutcome:
    raise TookTooLong


def _interrupt(thread: threading.Thread, used: list[BaseDatabaseWrapper]) -> None:
    """Interrupt a thread at its next line of Python: one that retries would otherwise do so for ever.

    A thread that never reaches that line must not keep a connection to the database. One executing a statement is ended
    by the limits of the database.
    """
    if thread.ident is not None:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident), ctypes.py_object(TookTooLong))
    for database in [*used]:
        driver = database.connection
        if driver is not None and driver.info.transaction_status == TransactionStatus.IDLE:
            database.close()
