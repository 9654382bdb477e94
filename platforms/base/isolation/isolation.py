"""Programs that run without any of our keys, for each file or piece of work in a process of its own.

`isolated` makes these processes. It is started with the first piece of work, once in each of our processes, and ends
with it. Starting a process from here would hold Python's lock until the new program is loaded: 7 ms for all threads,
measured with two cores busy.
"""

import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import threading
from typing import IO

from platforms.base.isolation import isolated

_ANSWER_SECONDS = isolated.WALL_SECONDS + 30
_PIECE = 1 << 16


class Isolation:
    """The process that makes the others, for programs at given paths."""

    def __init__(self, *programs: str, niceness: int = 19) -> None:
        """Take the paths of the programs, and how far they make way for processes that move money, from 0 to 19."""
        self._programs = programs
        self._niceness = niceness
        self._lock = threading.Lock()
        self._started_by = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._requests: socket.socket | None = None

    def run(self, program: str, wanted: object, file: IO[bytes]) -> tuple[int, bytes]:
        """Pass a line of JSON and then a file to a program; return its exit status and its output.

        A negative status is the signal that ended it. Raises OSError when there is no answer.
        """
        with self._begin(program) as connection:
            connection.settimeout(_ANSWER_SECONDS)
            # A program that has ended reads no further.
            with contextlib.suppress(BrokenPipeError, ConnectionResetError), connection.makefile("wb") as given:
                given.write(json.dumps(wanted).encode() + b"\n")
                shutil.copyfileobj(file, given, _PIECE)
                given.flush()
                connection.shutdown(socket.SHUT_WR)
            output = _read(connection)
        if len(output) < isolated.STATUS.size:
            raise OSError("the process that reads files has ended")
        (status,) = isolated.STATUS.unpack(output[-isolated.STATUS.size :])
        return status, output[: -isolated.STATUS.size]

    def _begin(self, program: str) -> socket.socket:
        """Request a process for a program, and return the socket to it."""
        number = bytes([self._programs.index(program)])
        ours, theirs = socket.socketpair()
        try:
            with theirs, self._lock:
                socket.send_fds(self._running(), [number], [theirs.fileno()])
        except BaseException:
            ours.close()
            raise
        return ours

    def _running(self) -> socket.socket:
        is_running = self._process is not None and self._started_by == os.getpid() and self._process.poll() is None
        if not is_running or self._requests is None:
            self._start()
        assert self._requests is not None
        return self._requests

    def _start(self) -> None:
        if self._requests is not None:
            self._requests.close()
        self._requests, theirs = socket.socketpair()
        # An empty environment: a crafted file that takes over the process finds no key of ours in its memory.
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603 - a fixed program without a shell
                [sys.executable, "-I", *_byte_code(), isolated.__file__, str(self._niceness), *self._programs],
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,  # it may quote the file
                env={},
                start_new_session=True,
            )
        self._started_by = os.getpid()

    def close(self) -> None:
        """End the process. It ends by itself with ours."""
        if self._process is not None and self._requests is not None and self._started_by == os.getpid():
            self._requests.close()
            self._process.wait()


def _byte_code() -> list[str]:
    """Return the option for the folder of byte code, which an isolated program does not know."""
    return ["-X", f"pycache_prefix={sys.pycache_prefix}"] if sys.pycache_prefix else []


def _read(connection: socket.socket) -> bytes:
    """Read until the other side closes."""
    pieces = []
    # The connection is reset when the other side closes without reading everything.
    with contextlib.suppress(ConnectionResetError):
        while piece := connection.recv(_PIECE):
            pieces.append(piece)
    return b"".join(pieces)
