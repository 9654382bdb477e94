"""Chooses which test functions `--quick` runs: those that reach most lines of the service for their time.

`make quick-choice` runs the first case of each function, notes how long it takes and which lines it reaches, and writes
down the functions that `--quick` leaves out. What a function shares with others, fixtures of a module or of the whole
run, is not counted: whichever comes first would be taken for slow.
"""

import heapq
import json
import pathlib
import shutil
import time
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from coverage import Coverage

LEFT_OUT = pathlib.Path(__file__).with_name("not_quick.txt")
"""The functions that `--quick` leaves out, one in a line. One that is new is run."""
_SHARE = 1 / 7
"""What the chosen functions may take together, of what all take."""
_ALWAYS, _ALWAYS_SECONDS = "tests/architecture/", 3
"""What reads the source reaches no line of it, and a change of any file may break it: functions up to so long."""
_SERVICE = ("compliance", "config", "invitations", "payments", "platforms", "webhooks")


def function(name: str) -> str:
    """Return a test's name without its case."""
    return name.partition("[")[0]


def chosen(
    reached: Mapping[str, Collection[int]], seconds: Mapping[str, float], *, most: float, always: Collection[str] = ()
) -> set[str]:
    """Return names of functions that take at most so many seconds together, beside those that are `always` run.

    Each is the one that adds most for its time. A line adds half as much each time that it is reached again: so few
    lines are left out, and most are reached by several tests.
    """
    names = set(always)
    times = Counter(line for name in names for line in reached[name])
    left = most

    def worth(name: str) -> float:
        return sum(0.5 ** times[line] for line in reached[name]) / seconds[name]

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


class Choice:
    """A plugin of each process of a run: workers measure, and the process that leads them chooses in the end."""

    def __init__(self, config: pytest.Config) -> None:
        self._folder = config.cache.mkdir("quick")
        self._worker = getattr(config, "workerinput", {}).get("workerid")
        if self._worker is None:
            shutil.rmtree(self._folder)
        self._seconds: defaultdict[str, float] = defaultdict(float)
        self._now = ""
        self._coverage: Coverage | None = None

    def pytest_collection_finish(self) -> None:
        if self._worker is None:
            return
        from coverage import Coverage

        self._folder.mkdir(exist_ok=True)
        file = self._folder / f"{self._worker}.lines"
        self._coverage = Coverage(data_file=file, source=_SERVICE, config_file=False, messages=False)
        self._coverage.start()

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self._now = function(item.nodeid)
        if self._coverage is not None:
            self._coverage.switch_context(self._now)
        began = time.perf_counter()
        result = yield
        self._seconds[self._now] += time.perf_counter() - began
        return result

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any]) -> Iterator[None]:
        began = time.perf_counter()
        try:
            return (yield)
        finally:
            if fixturedef.scope != "function":
                self._seconds[self._now] -= time.perf_counter() - began

    def pytest_sessionfinish(self, exitstatus: int) -> None:
        if self._coverage is not None:
            self._coverage.stop()
            self._coverage.save()
            (self._folder / f"{self._worker}.seconds").write_text(json.dumps(self._seconds))
        elif exitstatus == pytest.ExitCode.OK and self._folder.exists():
            # Without workers nothing was measured.
            self._choose()

    def _choose(self) -> None:
        seconds = {
            name: max(0.001, taken)
            for path in self._folder.glob("*.seconds")
            for name, taken in json.loads(path.read_text()).items()
        }
        always = {name for name in seconds if name.startswith(_ALWAYS) and seconds[name] < _ALWAYS_SECONDS}
        most = _SHARE * sum(seconds.values()) - sum(seconds[name] for name in always)
        names = chosen(self._reached(), seconds, most=most, always=always)
        LEFT_OUT.write_text("".join(f"{name}\n" for name in sorted(seconds.keys() - names)))

    def _reached(self) -> dict[str, set[int]]:
        """Return the lines that each function reaches, numbered throughout."""
        from coverage import CoverageData

        reached: defaultdict[str, set[int]] = defaultdict(set)
        numbers: dict[tuple[str, int], int] = {}
        for path in self._folder.glob("*.lines"):
            measured = CoverageData(path)
            measured.read()
            for file in measured.measured_files():
                for line, names in measured.contexts_by_lineno(file).items():
                    number = numbers.setdefault((file, line), len(numbers))
                    for name in names:
                        reached[name].add(number)
        return reached
