"""Each SQL statement is a step: the driver's connection asks the scheduler before, and tells the trace afterwards.

One backend of the database works at a time. One that waits for a lock is stopped (SIGSTOP) while it waits, where it
holds nothing but its locks, and goes on (SIGCONT) when the lock is its own and the scheduler chooses it. So two that
were waiting for the same commit do not run beside each other afterwards, and their order is the seed's.
"""

import datetime as dt
import decimal
import enum
import hashlib
import ipaddress
import os
import pathlib
import re
import select
import signal
import threading
import uuid
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import psycopg
from psycopg import errors, pq
from psycopg.waiting import Ready, Wait

from platforms.database import prepared
from platforms.database.driver import Connection
from tests.simulation import sometimes
from tests.simulation.scheduler import Actor, Killed, Scheduler, current, running
from tests.support import patience

_LOOK_SECONDS = 0.004
"""Real time without an answer after which the database is asked whether the statement waits for a lock."""
_BLANKS = re.compile(r"\s+")
_TABLE = re.compile(
    r"(?:INSERT INTO|UPDATE(?! SKIP)|DELETE FROM|FROM|LOCK TABLE)\s+(?:ONLY )?\"?([a-z]+_[a-z_0-9]+)\"?", re.IGNORECASE
)
_VERBS = re.compile(r"\b(INSERT|UPDATE|DELETE|SELECT|FOR (?:NO KEY )?UPDATE|FOR (?:KEY )?SHARE)\b")
_SAVEPOINT = re.compile(r"\s*(SAVEPOINT|RELEASE|ROLLBACK TO)\b")
_MASKS = {Wait.R: select.POLLIN, Wait.W: select.POLLOUT, Wait.RW: select.POLLIN | select.POLLOUT}
_SIMPLE = (
    *(str, bytes, int, float, bool, uuid.UUID, dt.datetime, dt.date, dt.timedelta, decimal.Decimal, type(None)),
    *(ipaddress.IPv4Address, ipaddress.IPv6Address),
)
_LOCK_SECONDS = 5.0
"""Simulated time for which a statement waits for a lock, as the service's settings have it."""
_here = threading.local()
"""Of each actor: the statement that `_send` has told of, and whether the wait for a lock was too long."""
_plain_wait, _plain_close = Connection.wait, Connection.close
_plain_class: Callable[[str], type[psycopg.Error]] = vars(errors)["_class_for_state"]
_plain_send: Callable[..., list[tuple[Any, ...]]] = vars(prepared)["_send"]


class Lost(psycopg.OperationalError):
    """The connection ended: of a fault that the simulation plays."""


class Statements:
    """What a run knows of the database."""

    def __init__(self, run: Scheduler, monitor: psycopg.Connection[Any], *, is_told: bool = False) -> None:
        """`monitor` is a connection of the superuser; `is_told` adds statements in full to the trace."""
        self.run, self.monitor, self.is_told = run, monitor, is_told
        self.owner: dict[Connection, str] = {}
        """Open connections, by the process that uses them."""
        self.ordinals: dict[bytes, int] = {}
        """Names that the database gives to transactions under way, which other seeds played beside this one change: the
        trace has their number in the order in which they were first met."""
        self._ended: set[int] = set()
        """Backends that a restart has ended while they waited for a lock: their actors learn of it when they go on."""
        self.after: list[Callable[[Actor, Connection, str], str | None]] = []
        """Faults after a statement: they return what is written into the trace; the connection is then cut."""
        run.is_granted = self._granted

    def _blockers(self, backends: Iterable[int]) -> dict[int, list[int]]:
        pids = [*backends]
        rows = self.monitor.execute("SELECT pid, pg_blocking_pids(pid) FROM unnest(%s::int[]) pid", [pids]).fetchall()
        return dict(rows)

    def _granted(self, locked: list[Actor]) -> set[Actor]:
        blockers = self._blockers(actor.backend for actor in locked)
        return {actor for actor in locked if actor.backend in self._ended or not blockers[actor.backend]}

    def drive(self, actor: Actor, driver: Connection, generator: Any) -> Any:
        """Consume a generator of the driver; whoever waits for a lock lets others go on."""
        pid, polled = driver.pgconn.backend_pid, select.poll()
        polled.register(driver.pgconn.socket, 0)
        try:
            wanted = next(generator)
            while True:
                polled.modify(driver.pgconn.socket, _MASKS[wanted])
                if events := polled.poll(_LOOK_SECONDS * 1000):
                    [(_, event)] = events
                    ready = (Ready.W if event & select.POLLOUT else 0) | (Ready.R if event & ~select.POLLOUT else 0)
                    wanted = generator.send(Ready(ready))
                elif self._is_locked(actor, pid):
                    self._wait_for_lock(actor, pid)
        except StopIteration as end:
            return end.value

    def _is_locked(self, actor: Actor, pid: int) -> bool:
        """Tell whether a statement waits for a lock of others. In a circle the last one does not: it gets an error."""
        waiting = [each for each in self.run.actors if each.backend and each is not actor]
        blockers = self._blockers([pid, *(each.backend for each in waiting)])
        # A backend whose connection has ended may need a moment to release its locks.
        ours = {driver.pgconn.backend_pid for driver in self.owner if not driver.closed}
        if not ours.intersection(blockers[pid]):
            return False
        reached, ahead = set[int](), list(blockers[pid])
        while ahead:
            one = ahead.pop()
            if one == pid:
                return False
            if one not in reached:
                reached.add(one)
                ahead += blockers.get(one, [])
        return True

    def _wait_for_lock(self, actor: Actor, pid: int) -> None:
        self.run.note(actor, "waits for a lock")
        sometimes.happened("an actor waits for a lock")
        others = [each for each in self.run.actors if each is not actor]
        sometimes.happened("two actors wait for locks at once", any(each.backend for each in others))
        is_same = actor.key and any(each.key == actor.key for each in others)
        sometimes.happened("two requests with one key meet", bool(is_same))
        os.kill(pid, signal.SIGSTOP)
        is_late = False
        try:
            self.run.wait_for_lock(pid, _LOCK_SECONDS)
            is_late = pid not in self._ended and bool(self._blockers([pid])[pid])
        finally:
            if pid not in self._ended:
                self._wake_up(actor, pid, is_late=is_late)
        if not actor.is_killed:
            sometimes.happened("the wait for a lock is too long", is_late)
            self.run.note(actor, "has waited too long" if is_late else "has the lock")

    def _wake_up(self, actor: Actor, pid: int, *, is_late: bool) -> None:
        """Have a backend continue that waits for a lock, and is stopped: with an error if the wait was too long."""
        if actor.is_killed:
            self.monitor.execute("SELECT pg_terminate_backend(%s)", [pid])
        elif is_late:
            _here.is_late = True
            self.monitor.execute("SELECT pg_cancel_backend(%s)", [pid])
        os.kill(pid, signal.SIGCONT)

    def restart(self) -> None:
        """End all connections, as a restart of the database does: who has one learns of it by the next statement."""
        locked = {actor.backend for actor in self.run.actors if actor.backend}
        backends = [driver.pgconn.backend_pid for driver in self.owner if not driver.closed]
        self.owner.clear()
        self._ended |= locked
        for backend in backends:
            self.monitor.execute("SELECT pg_terminate_backend(%s)", [backend])
            if backend in locked:
                os.kill(backend, signal.SIGCONT)
            _wait_for_end(backend)

    def cut(self, driver: Connection) -> None:
        """End a connection, and wait until the database has rolled back what it was doing."""
        self.owner.pop(driver, None)
        pid = driver.pgconn.backend_pid
        _plain_close(driver)
        _wait_for_end(pid)


def _wait_for_end(backend: int) -> None:
    """Wait until a backend has rolled back what it was doing, and is gone."""
    process = pathlib.Path(f"/proc/{backend}")
    patience.until(lambda: not process.exists())


_runs: list[Statements] = []


def install(statements: Statements) -> None:
    """Let the driver and the shared connections ask the scheduler."""
    _runs[:] = [statements]
    Connection.wait = _wait  # type: ignore[method-assign]
    Connection.close = _close  # type: ignore[method-assign, assignment]
    vars(prepared)["_send"] = _send
    vars(errors)["_class_for_state"] = _class_for_state


def _class_for_state(sqlstate: str) -> type[psycopg.Error]:
    """Return the class of an error: a statement that was cancelled after a long wait for a lock tells of that."""
    if getattr(_here, "is_late", False) and sqlstate == errors.QueryCanceled.sqlstate:
        _here.is_late = False
        return errors.LockNotAvailable
    return _plain_class(sqlstate)


def _close(self: Connection) -> None:
    # Who closes a connection in a transaction leaves its end to the database: it is waited for.
    if self.closed:
        return
    pid, status = self.pgconn.backend_pid, self.pgconn.transaction_status
    _plain_close(self)
    if status not in {pq.TransactionStatus.IDLE, pq.TransactionStatus.UNKNOWN} and current() is not None:
        _wait_for_end(pid)


def _send(driver: Connection, sql: str, parameters: Sequence[Any]) -> list[tuple[Any, ...]]:
    # This sends before it waits, so the step is taken here.
    actor, run = current(), running()
    if actor is None or run is None:
        return _plain_send(driver, sql, parameters)
    what = _title(sql)
    _before(run, actor, driver, what)
    _here.what = what, _told(sql, parameters)
    try:
        return _plain_send(driver, sql, parameters)
    finally:
        _here.what = None


def _wait(self: Connection, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
    actor, run = current(), running()
    if actor is None or run is None:
        return _plain_wait(self, gen, interval, timeout)
    statements = _runs[0]
    announced = getattr(_here, "what", None)
    frame = getattr(gen, "gi_frame", None)
    cursor = None
    if announced:
        what, told = announced
    else:
        what = {"_commit_gen": "COMMIT", "_rollback_gen": "ROLLBACK"}.get(gen.__name__, gen.__name__)
        told = ""
        if frame is not None and "query" in frame.f_locals:
            text = _text(frame.f_locals["query"])
            what, told, cursor = _title(text), _told(text, frame.f_locals.get("params")), frame.f_locals.get("self")
        is_plain = what in {"COMMIT", "ROLLBACK"} and self.pgconn.transaction_status == pq.TransactionStatus.IDLE
        if is_plain or what.endswith("_gen"):
            return _plain_wait(self, gen, interval, timeout)
        _before(run, actor, self, what)
    statements.owner[self] = actor.process
    was_in = self.pgconn.transaction_status != pq.TransactionStatus.IDLE
    try:
        result = statements.drive(actor, self, gen)
    except psycopg.Error as error:
        run.note(actor, f"{what}{told} ! {error.sqlstate or type(error).__name__}")
        raise
    finally:
        if actor.is_killed:
            statements.cut(self)
    answers = result if isinstance(result, list) else [getattr(cursor, "pgresult", None)] if cursor else []
    ordinals = statements.ordinals if "pg_locks" in what else None
    run.note(actor, f"{what}{told} -> {_answer(answers, ordinals, is_told=statements.is_told)}")
    if actor.is_killed:
        raise Killed
    ends = self.pgconn.transaction_status == pq.TransactionStatus.IDLE
    for fault in statements.after if ends and (what == "COMMIT" or not was_in) else []:
        if played := fault(actor, self, what):
            run.note(actor, played)
            statements.cut(self)
            message = "server closed the connection unexpectedly"
            raise Lost(message)
    return result


def _before(run: Scheduler, actor: Actor, driver: Connection, what: str) -> None:
    try:
        run.step(what)
    except Killed:
        _runs[0].cut(driver)
        raise
    if actor.is_killed:
        raise Killed


# --- how statements are told ---


def _text(query: Any) -> str:
    if isinstance(query, bytes):
        return query.decode()
    return query if isinstance(query, str) else query.as_string(None)


def _title(sql: str) -> str:
    """Return the verb of a statement and the first tables that it names."""
    text = _BLANKS.sub(" ", sql).strip()
    if text.startswith(("SAVEPOINT", "RELEASE", "ROLLBACK TO")):
        return " ".join(text.split()[:2]) if text.startswith("ROLLBACK") else text.split()[0]
    verbs = dict.fromkeys(_VERBS.findall(text))
    tables = dict.fromkeys(_TABLE.findall(text))
    return f"{'+'.join(verbs) or text[:40]} {' '.join([*tables][:4])}".strip()


def _told(sql: str, parameters: Any) -> str:
    if _SAVEPOINT.match(sql):
        return ""  # Django names them by the thread's number
    digest = hashlib.sha256(f"{_BLANKS.sub(' ', sql)}{plain(parameters)}".encode()).hexdigest()[:10]
    if _runs and _runs[0].is_told:
        return f" [{digest}]\n          {_BLANKS.sub(' ', sql)[:4000]}\n          {plain(parameters)[:4000]}\n         "
    return f" [{digest}]"


def _answer(results: Iterable[Any], ordinals: dict[bytes, int] | None, *, is_told: bool) -> str:
    parts = []
    for result in results:
        if result is None:
            continue
        values = [[result.get_value(row, column) for column in range(result.nfields)] for row in range(result.ntuples)]
        if ordinals is not None:
            values = [[ordinals.setdefault(value, len(ordinals)) for value in row] for row in values]
        tag = (result.command_status or b"").decode()
        if not tag.startswith("SELECT"):
            # Rows that a change returns have no order: it is that of pages, which a vacuum may have moved.
            values.sort(key=repr)
        digest = hashlib.sha256(repr(values).encode()).hexdigest()[:10]
        parts.append(f"{tag} [{digest}]{f' {values!r}'[:4000] if is_told else ''}")
    return ", ".join(parts) or "done"


def plain(value: Any) -> str:
    """Write a parameter as text that is the same in every run."""
    if isinstance(value, dict):
        text = "{" + ", ".join(f"{key}: {plain(each)}" for key, each in value.items()) + "}"
    elif isinstance(value, list | tuple):
        text = "[" + ", ".join(plain(each) for each in value) + "]"
    elif isinstance(value, set | frozenset):
        text = "{" + ", ".join(sorted(plain(each) for each in value)) + "}"
    elif isinstance(value, enum.Enum):
        text = repr(value.value)
    elif isinstance(value, _SIMPLE):
        text = repr(value)
    else:
        # JSON of the driver wraps what it is about; anything else would show where it is in memory.
        text = f"{type(value).__name__}({plain(value.obj) if hasattr(value, 'obj') else ''})"
    return text
