"""The hooks of pytest: which tests a run collects, and in which order it plays them."""

import functools
import itertools
import pathlib
import random
import zlib
from typing import Any

import pytest

from tests import counts
from tests.selection import changed, inputs, kinds, leftovers, measuring, reach
from tests.selection.measuring import function

_PART = 5
"""Of so many random examples one is played, but for `--all`."""
_TOGETHER = {
    "tests/faults/test_kill.py": "tests/faults/test_processes.py",
    "tests/faults/test_kill_quotes.py": "tests/faults/test_processes.py",
}
"""Files that share a service, and so a worker."""
_LONG = 10
"""Files that take more seconds than that, by the map, begin first."""
_MINUTE = 60
_CHOICE = pytest.StashKey[changed.Choice]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--kind", action="append", choices=kinds.KINDS, help="run the tests of this kind only")
    parser.addoption(
        "--quick", action="store_true", help="run one case of the functions that reach most for their time"
    )
    parser.addoption(
        "--changed",
        nargs="?",
        const="main",
        metavar="COMMIT",
        help="run what reaches what has changed since then (main)",
    )
    parser.addoption(
        "--budget", type=float, default=_MINUTE, metavar="SECONDS", help="of --changed, in seconds of the map (60)"
    )
    parser.addoption("--counts", action="store_true", help="write tests/counts.txt: how many statements things cost")
    parser.addoption(
        "--map",
        nargs="?",
        const="first",
        choices=("first", "all"),
        help="measure which test reaches what, by the first case of each function or by all; write tests/map.json.xz,"
        " or the rows of those that are named",
    )
    parser.addoption(
        "--all", action="store_true", help="play all random examples, both clocks, and what passed with the same inputs"
    )
    parser.addoption("--order", metavar="SEED", help="play the files, and the tests in each, in a random order")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("map"):
        config.pluginmanager.register(measuring.Measuring(config, is_whole=_is_whole(config)))
    config.pluginmanager.register(counts.Counts(config), "counts")
    config.pluginmanager.register(kinds.StartsNoProcess())
    config.pluginmanager.register(leftovers.LeavesNothing())
    config.pluginmanager.register(inputs.Inputs(config))
    config.stash[_CHOICE] = _choice(config)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Hand the choice to a worker: to make it takes some seconds."""
    choice = node.config.stash[_CHOICE]
    node.workerinput["chosen"] = choice.names and sorted(choice.names), sorted(choice.once)


def pytest_ignore_collect(collection_path: pathlib.Path, config: pytest.Config) -> bool | None:
    """Leave a file where it is from which no test runs: to make up its cases may take as long as to run others."""
    if not collection_path.is_relative_to(config.rootpath) or not _is_test(collection_path):
        return None
    path = collection_path.relative_to(config.rootpath).as_posix()
    if (files := config.stash[_CHOICE].files) is not None:
        return path not in files or None
    asked = config.getoption("kind") or (kinds.KINDS if not _is_whole(config) else [kinds.COMMON, kinds.SERVICE])
    if config.getoption("map"):
        asked = [kinds.COMMON]
    return kinds.of(collection_path) not in asked or None


def pytest_pycollect_makeitem(collector: pytest.Collector, name: str) -> list[pytest.Item] | None:
    """Make no cases of what is not chosen."""
    names = collector.config.stash[_CHOICE].names
    is_left_out = names is not None and name.startswith("test") and f"{collector.nodeid}::{name}" not in names
    return [] if is_left_out else None


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("map"):
        measuring.count_cases(config, items)
    names = {function(item.nodeid) for item in items}
    once = names if config.getoption("map") == "first" else names & config.stash[_CHOICE].once
    first = {function(item.nodeid): item for item in reversed(items)}
    items[:] = [item for item in items if (name := function(item.nodeid)) not in once or first[name] is item]
    workers = getattr(config, "workerinput", {}).get("workercount", 1)
    seed = config.getoption("order")
    items[:] = _in_random_order(items, seed) if seed else _long_first(items, workers)


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    if told := config.stash[_CHOICE].told:
        terminalreporter.write_line(told, yellow=True)


def some_of(number: int, config: pytest.Config) -> int:
    """Tell how many of so many random examples are played."""
    return number if config.getoption("all") else -(-number // _PART)


def one_of(choices: list[Any], name: str, config: pytest.Config) -> list[Any]:
    """Return the variants of a test that are played: one, which its name chooses, but for `--all`."""
    return choices if config.getoption("all") else [choices[zlib.crc32(name.encode()) % len(choices)]]


def _in_random_order(items: list[pytest.Item], seed: str) -> list[pytest.Item]:
    """Order files by chance, and the tests of each. All workers have the same order."""
    files = _by_file(items)
    draw = random.Random(seed)
    names = sorted(files)
    draw.shuffle(names)
    for name in names:
        draw.shuffle(files[name])
    return [item for name in names for item in files[name]]


def _long_first(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """Order tests so that the share of each worker, an equal part of the list, begins with long ones.

    So no worker is left with a long one while the others have nothing to do. The tests of a file stay together, and
    those of files that share a service.
    """
    taken = _seconds()
    files = _by_file(items)
    long = {name for name in files if taken.get(name, _LONG) >= _LONG}
    shares: list[list[pytest.Item]] = [[] for _ in range(workers)]
    seconds = [0.0] * workers
    for name in sorted(long, key=lambda name: (-taken.get(name, _LONG), name)):
        least = seconds.index(min(seconds))
        shares[least].extend(files[name])
        seconds[least] += taken.get(name, _LONG)
    others = (item for name, tests in files.items() if name not in long for item in tests)
    for number, share in enumerate(shares):
        size = len(items) * (number + 1) // workers - len(items) * number // workers
        share.extend(itertools.islice(others, max(0, size - len(share))))
    return [item for share in shares for item in share] + list(others)


def _by_file(items: list[pytest.Item]) -> dict[str, list[pytest.Item]]:
    files: dict[str, list[pytest.Item]] = {}
    for item in items:
        name = item.nodeid.partition("::")[0]
        files.setdefault(_TOGETHER.get(name, name), []).append(item)
    return files


@functools.cache
def _seconds() -> dict[str, float]:
    """Return what each file takes, by the map."""
    measured = reach.read()
    seconds = dict(measured.files)
    for test, row in measured.rows.items():
        name = test.partition("::")[0]
        name = _TOGETHER.get(name, name)
        seconds[name] = seconds.get(name, 0) + row.seconds
    return seconds


def _choice(config: pytest.Config) -> changed.Choice:
    """Return the test functions that an option chooses; `names` are None where it chooses by kinds or by paths."""
    worker = getattr(config, "workerinput", None)
    if worker is not None:
        names, once = worker["chosen"]
        return changed.Choice(names, once=once)
    if commit := config.getoption("changed"):
        try:
            return changed.choose(commit, budget=config.getoption("budget"))
        except LookupError as error:
            raise pytest.UsageError(str(error)) from error
    return changed.quick() if config.getoption("quick") else changed.Choice(None)


def _is_test(path: pathlib.Path) -> bool:
    return path.name.startswith("test_") and path.suffix == ".py"


def _is_worker(config: pytest.Config) -> bool:
    return hasattr(config, "workerinput")


def _is_whole(config: pytest.Config) -> bool:
    """Tell whether the command line names no tests."""
    return bool(config.args == config.getini("testpaths"))
