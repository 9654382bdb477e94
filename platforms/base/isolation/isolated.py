"""Server of isolated processes: a program that forks one process for every file.

The arguments are its niceness and the programs. Its standard input is a socket. A message is one byte, the number of
a program, and a socket on which that program reads the file and answers; its exit status follows in four bytes.
Parsers are imported once, before the fork: starting Python and importing took longer than most files.

The environment is empty and nothing of ours is imported but those programs: `isolation` is the side that starts
this one.
"""

import contextlib
import importlib.util
import logging
import os
import pathlib
import resource
import signal
import socket
import struct
import sys
import warnings
from types import ModuleType

STATUS = struct.Struct("!i")
WALL_SECONDS = 60
"""A limit for an overloaded machine; a file is limited by processor time."""


def main() -> None:
    """Serve until the other side has closed."""
    # The exit status of the processes between is not needed.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    _make_way(sys.argv[1])
    requests = socket.socket(fileno=0)
    programs: dict[bytes, ModuleType] = {}
    while True:
        number, connections, _, _ = socket.recv_fds(requests, 1, 1)
        if not number:
            return
        if number not in programs:
            programs[number] = _load(sys.argv[2 + number[0]])
        for connection in connections:
            if os.fork() == 0:
                _supervise(programs[number], connection)
            os.close(connection)


def _make_way(niceness: str) -> None:
    """Lower our priority below processes that move money, in this session and, on Linux, between sessions."""
    os.nice(int(niceness))
    with contextlib.suppress(OSError):
        pathlib.Path("/proc/self/autogroup").write_text(niceness)


def _load(path: str) -> ModuleType:
    """Import a program and its parsers."""
    spec = importlib.util.spec_from_file_location(pathlib.Path(path).stem, path)
    assert spec is not None
    assert spec.loader is not None
    program = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(program)
    program.import_readers()
    return program


def _supervise(program: ModuleType, connection: int) -> None:
    """Run a program in a process of its own, report its exit status, and end."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    child = os.fork()
    if child == 0:
        _run(program, connection)
    _, status = os.waitpid(child, 0)
    os.write(connection, STATUS.pack(os.waitstatus_to_exitcode(status)))
    os._exit(0)


def _run(program: ModuleType, connection: int) -> None:
    """Run a program with the file on its standard input and the answer on its standard output; then end."""
    os.dup2(connection, 0)
    os.dup2(connection, 1)
    os.close(connection)
    signal.alarm(WALL_SECONDS)
    sys.dont_write_bytecode = True
    status = 1
    try:
        limit(program)
        program.main()
        sys.stdout.flush()
        status = 0
    finally:
        os._exit(status)


def limit(program: ModuleType) -> None:
    """Limit this process to a program's processor time and memory, and forbid writing to any file or log."""
    for kind, most in (
        (resource.RLIMIT_CPU, program.CPU_SECONDS),
        (resource.RLIMIT_AS, program.MEMORY_BYTES),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(kind, (most, most))
    warnings.simplefilter("ignore")
    logging.disable()


if __name__ == "__main__":
    main()
