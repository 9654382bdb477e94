"""Processor time of programs: less dependent than rates on what else the machine does."""

import contextlib
import dataclasses
import os
import pathlib

import psycopg

_PROC = pathlib.Path("/proc")
_TICK = os.sysconf("SC_CLK_TCK")


@dataclasses.dataclass(frozen=True)
class Process:
    """A process as /proc/PID/stat shows it. Times are seconds of user and system time."""

    pid: int
    parent: int
    group: int
    used: float
    ended: float
    """Time of ended children, and of theirs."""


class Meter:
    """Returns the seconds of processor time that the database and the programs beside it have used so far."""

    def __init__(self) -> None:
        """Find the database server's main process; there is none to find when it runs elsewhere."""
        with psycopg.connect(os.environ["DATABASE_URL"]) as connection:
            backend = look(connection.info.backend_pid)
        self._postmaster = backend.parent if backend else None

    def database(self) -> float:
        """Return the time of the server, its running and its ended backends."""
        everyone = look_at_all()
        server = everyone.get(self._postmaster or 0)
        if server is None:
            return 0.0
        return server.used + server.ended + sum(each.used for each in everyone.values() if each.parent == server.pid)

    @staticmethod
    def group(leader: int) -> float:
        """Return the time of a process group; 0 for no group."""
        return sum(each.used for each in look_at_all().values() if each.group == leader) if leader else 0.0


def look(pid: int) -> Process | None:
    """Return the processor time of a process so far; None when there is none."""
    with contextlib.suppress(OSError):
        fields = (_PROC / str(pid) / "stat").read_text().rpartition(") ")[2].split()
        user, system, ended_user, ended_system = (int(ticks) / _TICK for ticks in fields[11:15])
        return Process(pid, int(fields[1]), int(fields[2]), user + system, ended_user + ended_system)
    return None


def look_at_all() -> dict[int, Process]:
    """Return all processes of the machine by their numbers."""
    found = (look(int(folder.name)) for folder in _PROC.iterdir() if folder.name.isdigit())
    return {each.pid: each for each in found if each is not None}
