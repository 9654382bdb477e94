"""What a start costs: processor time from the launch to "ready", against setting up bare Django."""

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
_BARE_TIMES = 5


def measure(found: report.Report, size: Size) -> None:
    """Start in fresh folders and once more in each, with the bare start before every one."""
    starts: dict[str, list[Running]] = {"first": [], "second": []}
    bare: dict[str, list[float]] = {"first": [], "second": []}
    for number in range(1, size.starts + 1):
        with instance.fresh() as home:
            for name, runs in starts.items():
                print(f"· Round {number} of {size.starts}: {name} start", flush=True)
                bare[name].append(_bare())
                with instance.run(home) as running:
                    runs.append(running)
    compiled = "compiled by the installer" if home.has_packages_compiled else "not compiled"
    found.add(
        "Start: processor seconds of all processes until ready",
        [
            report.Line("bare django.setup()", _seconds([*bare["first"], *bare["second"]])),
            _line("first start", starts["first"], bare["first"], report.Target(36, 24, at_most=True), compiled),
            _line("second start", starts["second"], bare["second"], report.Target(20, 12, at_most=True)),
        ],
    )
    found.add("Start: who spends it (first, second)", _table(starts))


def _bare() -> float:
    """Return the processor seconds of a bare start, byte code at hand: the median of some."""
    with tempfile.TemporaryDirectory() as folder:
        variables = {"PATH": os.environ["PATH"], "PYTHONPYCACHEPREFIX": folder}
        times = [_processor_seconds([sys.executable, "-c", _BARE], variables) for _ in range(_BARE_TIMES + 1)]
    return statistics.median(times[1:])


def _processor_seconds(command: list[str], variables: dict[str, str]) -> float:
    process = subprocess.Popen(command, env=variables, cwd=pathlib.Path(__file__).parent)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return usage.ru_utime + usage.ru_stime


def _line(what: str, runs: list[Running], bare: list[float], target: report.Target, packages: str = "") -> report.Line:
    spent = [sum(each.used.values()) for each in runs]
    wall = f"{statistics.median(each.seconds for each in runs):.1f} s by the clock"
    note = f"{wall}; packages {packages}" if packages else wall
    return report.Line(what, _seconds(spent), report.ratio(spent, bare), "bare django.setup()", target, note)


def _table(starts: dict[str, list[Running]]) -> list[report.Line]:
    names = {name: None for runs in starts.values() for each in runs for name in each.used}
    return [
        report.Line(name, ", ".join(_seconds([each.used.get(name, 0.0) for each in runs]) for runs in starts.values()))
        for name in names
    ]


def _seconds(values: list[float]) -> str:
    return f"{statistics.median(values):.2f} s"
