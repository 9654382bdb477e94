"""Processes that stand still: found by whoever started them, because their signs of life stop.

A role sends its signs by the protocol of systemd (`sd_notify`): to systemd, or to the supervisor of `make run`. Web
processes send theirs to the process that forked them, which kills a silent one; the web server starts another.

Standard library only: the launcher imports this.
"""

import contextlib
import faulthandler
import logging
import os
import pathlib
import signal
import socket
import threading
import time
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
logger = logging.getLogger(__name__)
EVERY_SECONDS = 5.0
"""Between two signs of a role."""
LATE_SECONDS = 30.0
"""A process without a sign for so long stands still."""
_AWAKE_SECONDS = 15.0
"""Whoever looks less often than this has stood still too: what others sent meanwhile may be lost."""
_STACKS_SECONDS = 0.5
"""How long a process that is to be killed may write where it stands."""
_ROLE = "role"
_BYTES = 4
_forked: tuple[socket.socket, socket.socket] | None = None
"""The two ends of the line from web processes to the one that forked them."""


class Signs(Generic[K]):
    """When each of some processes gave its last sign."""

    def __init__(self) -> None:
        """Begin without any: a process is expected to go on from its first sign."""
        self._at: dict[K, float] = {}
        self._looked_at = time.monotonic()

    def note(self, key: K) -> None:
        """Take a sign of the process that is called `key`."""
        self._at[key] = time.monotonic()

    def forget(self, key: K) -> None:
        """Expect nothing more of a process, until its next sign."""
        self._at.pop(key, None)

    def late(self) -> list[K]:
        """Return the processes that stand still; to be called every few seconds."""
        now = time.monotonic()
        if now - self._looked_at > _AWAKE_SECONDS:
            self._at = dict.fromkeys(self._at, now)
        self._looked_at = now
        return [key for key, at in self._at.items() if now - at > LATE_SECONDS]


class Listener:
    """The socket to which one role sends its signs."""

    def __init__(self, path: pathlib.Path) -> None:
        """Listen at `path`, which is the role's NOTIFY_SOCKET."""
        path.unlink(missing_ok=True)
        self._signs: Signs[str] = Signs()
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(path))
        self._socket.settimeout(0)

    def is_late(self) -> bool:
        """Tell whether the role stands still."""
        self._read()
        return bool(self._signs.late())

    def forget(self) -> None:
        """Forget the process that has ended, before another one is started."""
        self._read()
        self._signs.forget(_ROLE)

    def close(self) -> None:
        """Listen no more."""
        self._socket.close()

    def _read(self) -> None:
        with contextlib.suppress(BlockingIOError):
            while self._socket.recv(256):
                self._signs.note(_ROLE)


class Reporter:
    """Sends the signs of a role, from a thread, for as long as the role goes on with its work."""

    def __init__(self, is_excused: Callable[[], bool] = lambda: False) -> None:
        """Take what tells that the role waits for somebody else, and so does not stand still."""
        self._is_excused = is_excused
        self._went_on_at: float | None = None

    def begin(self) -> None:
        """Say that the role has started, and send signs from now on; nothing where nobody has asked for them."""
        address = os.environ.pop("NOTIFY_SOCKET", "")
        if address:
            threading.Thread(target=self._report, args=(address,), name="watchdog", daemon=True).start()

    def go_on(self) -> None:
        """Note that the role is at work. It is called every few seconds from the first time on."""
        self._went_on_at = time.monotonic()

    def is_going_on(self) -> bool:
        """Tell whether the role works, or has not begun yet, or is excused."""
        if self._went_on_at is None or time.monotonic() - self._went_on_at < LATE_SECONDS:
            return True
        if self._is_excused():
            self.go_on()
            return True
        return False

    def _report(self, address: str) -> None:
        _send(address, "READY=1")
        while True:
            if self.is_going_on():
                _send(address, "WATCHDOG=1")
            time.sleep(EVERY_SECONDS)


def write_stacks() -> None:
    """Have SIGUSR1 write the stack of each thread to the log, in this process and those forked from it."""
    faulthandler.register(signal.SIGUSR1)


def watch_forked() -> None:
    """Kill each process forked from now on that stands still, from a thread. It gives a sign every second or so."""
    global _forked  # noqa: PLW0603
    _forked = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    for end in _forked:
        end.settimeout(0)
    threading.Thread(target=_watch, args=(_forked[0],), name="watchdog", daemon=True).start()


def give_sign() -> None:
    """Tell the process that forked this one that it serves, if that listens."""
    if _forked is not None:
        with contextlib.suppress(OSError):
            _forked[1].send(os.getpid().to_bytes(_BYTES, "big"))


def _watch(line: socket.socket) -> None:
    signs: Signs[int] = Signs()
    while True:
        with contextlib.suppress(BlockingIOError):
            while True:
                signs.note(int.from_bytes(line.recv(_BYTES), "big"))
        for pid in signs.late():
            signs.forget(pid)
            kill(pid, has_stacks=True)
        time.sleep(1)


def kill(pid: int, *, has_stacks: bool = False) -> None:
    """Kill a child of this process that stands still; nothing if it has ended since.

    With `has_stacks` it writes its stacks first: so `write_stacks` must have been called.
    """
    with contextlib.suppress(ChildProcessError, ProcessLookupError):
        if os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
            logger.error("a process stood still and was killed")
            if has_stacks:
                os.kill(pid, signal.SIGUSR1)
                time.sleep(_STACKS_SECONDS)
            os.kill(pid, signal.SIGKILL)


def _send(address: str, text: str) -> None:
    # The name of an abstract socket begins with a zero byte, written as @.
    path = f"\0{address[1:]}" if address.startswith("@") else address
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.settimeout(0)
        line.sendto(text.encode(), path)
