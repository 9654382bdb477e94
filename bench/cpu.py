"""Processor time that programs use: it depends less than rates do on what else the machine does."""

import os
import pathlib

from django.db import connection

_PROC = pathlib.Path("/proc")
_TICK = os.sysconf("SC_CLK_TCK")


class Meter:
    """Tells how many seconds of processor time the database and a web server have used so far."""

    def __init__(self) -> None:
        """Find the database server's main process; there is none to find when it runs elsewhere."""
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            backend = int(cursor.fetchone()[0])
        stat = _stat(backend)
        self._postmaster = int(stat[1]) if stat else None

    def database(self) -> float:
        """Return the time of the server, its running and its ended backends."""
        if self._postmaster is None:
            return 0.0
        stat = _stat(self._postmaster)
        ended = sum(map(int, stat[11:15])) / _TICK if stat else 0.0
        return ended + sum(_used(each) for each in _all() if each[1] == str(self._postmaster))

    @staticmethod
    def group(leader: int) -> float:
        """Return the time of a process group."""
        return sum(_used(each) for each in _all() if each[2] == str(leader))


def _all() -> list[list[str]]:
    return [stat for folder in _PROC.iterdir() if folder.name.isdigit() and (stat := _stat(int(folder.name)))]


def _stat(pid: int) -> list[str] | None:
    """Return the fields of /proc/PID/stat from the state on: state, parent, group, ... user and system time at 11."""
    try:
        return (_PROC / str(pid) / "stat").read_text().rpartition(") ")[2].split()
    except OSError:
        return None


def _used(stat: list[str]) -> float:
    return (int(stat[11]) + int(stat[12])) / _TICK
