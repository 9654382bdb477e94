"""The cost of a start: processor time from the launch to "ready", against setting up bare Django."""

import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

from bench import instance, report
from bench.instance import Running
from bench.size import Size

_BARE = """
import django
from django.conf import settings
settings.configure(INSTALLED_APPS=["django.contrib.contenttypes", "django.contrib.auth", "rest_framework"])
django.setup()
"""
_NEW, _FIRST, _SECOND = "first start with new packages", "first start", "second start"
_TARGETS = {_FIRST: report.Target(36, 24, at_most=True), _SECOND: report.Target(20, 12, at_most=True)}


def measure(found: report.Report, size: Size) -> None:
    """Start with new packages once, unless nothing is judged; then as a first and as a second time, in rounds."""
    starts: dict[str, list[tuple[float, Running]]] = {_NEW: [], _FIRST: [], _SECOND: []}
    with instance.fresh(has_packages=not size.is_judged) as home:
        if size.is_judged:
            starts[_NEW].append(_start(home, _NEW, size))
            home.forget()
        for number in range(size.starts):
            if number:
                home.forget()
            for name in (_FIRST, _SECOND):
                starts[name].append(_start(home, name, size))
    starts = {name: runs for name, runs in starts.items() if runs}
    bare = [each for runs in starts.values() for each, _ in runs]
    found.add(
        "Start: processor seconds of all processes until ready",
        [
            report.Line("bare django.setup()", _seconds(bare)),
            *(_line(name, runs, _TARGETS.get(name)) for name, runs in starts.items()),
        ],
    )
    found.add(f"Start: who spends it ({', '.join(starts)})", _table(starts))


def _start(home: instance.Home, name: str, size: Size) -> tuple[float, Running]:
    """Start and end an instance; return the bare start measured just before it, too."""
    print(f"· {name.capitalize()}", flush=True)
    bare = _bare(size.bare_starts)
    with instance.run(home) as running:
        return bare, running


def _bare(count: int) -> float:
    """Return the processor seconds of a bare start, byte code at hand: the median of some."""
    with tempfile.TemporaryDirectory() as folder:
        variables = {"PATH": os.environ["PATH"], "PYTHONPYCACHEPREFIX": folder}
        times = [_processor_seconds([sys.executable, "-c", _BARE], variables) for _ in range(count + 1)]
    return statistics.median(times[1:])


def _processor_seconds(command: list[str], variables: dict[str, str]) -> float:
    process = subprocess.Popen(command, env=variables, cwd=pathlib.Path(__file__).parent)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return usage.ru_utime + usage.ru_stime


def _line(what: str, runs: list[tuple[float, Running]], target: report.Target | None = None) -> report.Line:
    spent = [sum(each.used.values()) for _, each in runs]
    ratio = report.ratio(spent, [bare for bare, _ in runs])
    clock = statistics.median(each.seconds for _, each in runs)
    return report.Line(what, _seconds(spent), ratio, "bare django.setup()", target, f"{clock:.1f} s by the clock")


def _table(starts: dict[str, list[tuple[float, Running]]]) -> list[report.Line]:
    names = {name: None for runs in starts.values() for _, each in runs for name in each.used}
    return [
        report.Line(
            name, ", ".join(_seconds([each.used.get(name, 0.0) for _, each in runs]) for runs in starts.values())
        )
        for name in names
    ]


def _seconds(values: list[float]) -> str:
    return f"{statistics.median(values):.2f} s"
