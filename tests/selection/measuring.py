"""Measures the map: which units each test function reaches, and how long it takes.

`make map` runs the first case of each common function under coverage.py. `--map=all`, which the nightly workflow says,
runs all cases. What a function shares with others, fixtures of a module or of the whole run, is not counted as its
time: whichever comes first would be taken for slow. A service test reaches what it does in processes of its own: it has
no row.

It also chooses the functions that `--quick` runs: those that reach most for their time.
"""

import heapq
import json
import pathlib
import shutil
import sqlite3
import subprocess
import time
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest

from tests.selection import kinds, reach, units

if TYPE_CHECKING:
    from coverage import Coverage

_ROOT = reach.FILE.parents[1]
_REPORTS = _ROOT / "var" / "reports"
_SHARE = 1 / 14
"""What the chosen functions may take together, of what the first cases of all take."""
_CASES = pytest.StashKey[Counter[str]]()
_ALWAYS, _ALWAYS_SECONDS = "tests/architecture/", 3
"""What reads the source reaches no unit of it, and a change of any file may break it: functions up to so long."""


def function(name: str) -> str:
    """Return a test's name without its case."""
    return name.partition("[")[0]


def chosen(
    reached: Mapping[str, Collection[int]], seconds: Mapping[str, float], *, most: float, always: Collection[str] = ()
) -> set[str]:
    """Return names of functions that take at most so many seconds together, beside those that are `always` run.

    Each is the one that adds most for its time. A unit adds half as much each time that it is reached again: so few
    are left out, and most are reached by several tests.
    """
    names = set(always)
    times = Counter(unit for name in names for unit in reached[name])
    left = most

    def worth(name: str) -> float:
        return sum(0.5 ** times[unit] for unit in reached[name]) / seconds[name]

    # What a function is worth only falls while others are chosen: it is computed anew when it comes first.
    waiting = [(-worth(name), name) for name in seconds if name not in names]
    heapq.heapify(waiting)
    while waiting:
        _, name = heapq.heappop(waiting)
        if seconds[name] > left:
            continue
        now = -worth(name)
        if waiting and now > waiting[0][0]:
            heapq.heappush(waiting, (now, name))
            continue
        names.add(name)
        left -= seconds[name]
        times.update(reached[name])
    return names


def count_cases(config: pytest.Config, items: Sequence[pytest.Item]) -> None:
    """Note how many cases each function has, before those that are not measured are left out."""
    config.stash[_CASES] = Counter(function(item.nodeid) for item in items)


class Measuring:
    """A plugin of each process of a run: workers measure, and the process that leads them writes the map in the end."""

    def __init__(self, config: pytest.Config, *, is_whole: bool) -> None:
        self._config = config
        self._is_whole = is_whole
        self._folder = config.cache.mkdir("map")
        self._worker = getattr(config, "workerinput", {}).get("workerid")
        if self._worker is None:
            shutil.rmtree(self._folder)
        self._seconds: defaultdict[str, list[float]] = defaultdict(list)
        self._failed: set[str] = set()
        self._now = ""
        self._coverage: Coverage | None = None

    def pytest_collection_finish(self) -> None:
        if self._worker is None:
            return
        from coverage import Coverage

        self._folder.mkdir(exist_ok=True)
        file = self._folder / f"{self._worker}.lines"
        source = (*reach.SERVICE, "tests")
        self._coverage = Coverage(data_file=file, source=source, config_file=False, messages=False)
        self._coverage.start()

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self._now = function(item.nodeid)
        if self._coverage is not None:
            self._coverage.switch_context(self._now)
        self._seconds[self._now].append(-time.perf_counter())
        result = yield
        self._seconds[self._now][-1] += time.perf_counter()
        return result

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any]) -> Iterator[None]:
        began = time.perf_counter()
        try:
            return (yield)
        finally:
            if fixturedef.scope != "function" and self._now:
                self._seconds[self._now][-1] -= time.perf_counter() - began

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self._failed.add(function(report.nodeid))

    def pytest_sessionfinish(self, exitstatus: int) -> None:
        if self._coverage is not None:
            self._coverage.stop()
            self._coverage.save()
            cases = self._config.stash[_CASES]
            measured = {name: (seconds, cases[name]) for name, seconds in self._seconds.items()}
            (self._folder / f"{self._worker}.seconds").write_text(json.dumps(measured))
        elif exitstatus in {pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED} and self._folder.exists():
            # Without workers nothing was measured.
            made = _measured(self._folder, left_out=self._failed)
            reach.write(made if self._is_whole else reach.merged(reach.read(), made))


def _measured(folder: pathlib.Path, *, left_out: Collection[str]) -> reach.Map:
    """Return the map. What failed is not in it: it reached less than it should, and counts as new."""
    seconds: defaultdict[str, list[float]] = defaultdict(list)
    cases: dict[str, int] = {}
    for path in folder.glob("*.seconds"):
        for name, (measured, number) in json.loads(path.read_text()).items():
            if name not in left_out:
                seconds[name] += [max(0.001, each) for each in measured]
                cases[name] = number
    reached = _reached(folder)
    names = sorted(set().union(*reached.values()))
    place = {name: number for number, name in enumerate(names)}
    quick = _quick(reached, {name: each[0] for name, each in seconds.items()})
    rows = {
        name: reach.Row(
            sum(each) / len(each) * cases[name],
            name in quick,
            sum(1 << place[unit] for unit in reached[name]),
            cases[name],
        )
        for name, each in seconds.items()
    }
    return reach.Map(_commit(), tuple(names), rows, of_other_kinds())


def _quick(reached: Mapping[str, Collection[Any]], seconds: Mapping[str, float]) -> set[str]:
    always = {name for name in seconds if name.startswith(_ALWAYS) and seconds[name] < _ALWAYS_SECONDS}
    most = _SHARE * sum(seconds.values()) - sum(seconds[name] for name in always)
    return chosen(reached, seconds, most=most, always=always)


def _reached(folder: pathlib.Path) -> defaultdict[str, set[str]]:
    """Return the units that each function reaches. Of tests these are what several of them share."""
    from coverage import numbits

    reached: defaultdict[str, set[str]] = defaultdict(set)
    parts: dict[str, dict[int, str]] = {}
    for path in folder.glob("*.lines"):
        with sqlite3.connect(path) as measured:
            rows = measured.execute(
                "SELECT file.path, context.context, line_bits.numbits FROM line_bits"
                " JOIN file ON file.id = line_bits.file_id JOIN context ON context.id = line_bits.context_id"
                " WHERE context.context <> ''"
            )
            for file, context, executed in rows:
                if file not in parts:
                    parts[file] = _parts(pathlib.Path(file))
                lines = parts[file]
                reached[context].update(lines[line] for line in numbits.numbits_to_nums(executed) if line in lines)
    return reached


def _parts(path: pathlib.Path) -> dict[int, str]:
    name = path.relative_to(_ROOT).as_posix()
    return {} if path.name.startswith("test_") else units.lines(units.of_module(name, path.read_text()))


def of_other_kinds() -> dict[str, float]:
    """Return what the files of other kinds took in their last runs, by the reports of the jobs.

    A kind that has not run here keeps what the former map says.
    """
    seconds: defaultdict[str, float] = defaultdict(float)
    for kind in (kinds.SERVICE, kinds.BESIDE):
        report = _REPORTS / f"{kind}.xml"
        for case in ET.parse(report).iter("testcase") if report.exists() else ():
            # A class may stand behind the module.
            name = case.attrib["classname"].partition(".Test")[0].replace(".", "/") + ".py"
            seconds[name] += float(case.attrib["time"])
    former = {name: took for name, took in reach.read().files.items() if (_ROOT / name).exists()}
    return former | seconds


def _commit() -> str:
    command = ["git", "rev-parse", "--short=12", "HEAD"]
    return subprocess.run(command, cwd=_ROOT, capture_output=True, text=True, check=True).stdout.strip()
