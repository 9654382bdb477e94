"""Slow tests: they begin first, and `--quick` leaves them out: it finds most of what a change breaks, in a minute.

With `--quick`, the first case of each test function is run. Left out are the files below, which start whole services,
play thousands of random stories, or try every endpoint or every kind of row in turn: they are not even imported. Left
out as well are the functions that are marked `slow` or `browser`, and those that `not_quick.txt` names: `quick_choice`
has chosen the others.
"""

import functools
import itertools
import pathlib
from typing import Any

import pytest

from tests import quick_choice
from tests.quick_choice import function

SLOW = (
    "tests/architecture/test_audit.py",
    "tests/architecture/test_roles.py",
    "tests/architecture/test_tenancy.py",
    "tests/backoffice/access/test_audit.py",
    "tests/backoffice/review_desk/test_queue.py",
    "tests/backoffice/test_screens.py",
    "tests/backoffice/test_whole_tables.py",
    "tests/bench/",
    "tests/concurrency/",
    "tests/contract/test_fuzz.py",
    "tests/deploy/",
    "tests/faults/",
    "tests/launch/",
    "tests/payments/ledger/test_corruptions.py",
    "tests/payments/ledger/test_every_step.py",
    "tests/platforms/database/test_interrupted_migrations.py",
    "tests/platforms/database/test_outages.py",
    "tests/platforms/http/test_permissions.py",
    "tests/properties/",
    "tests/webhooks/delivery/test_faults.py",
)
TOOLS = (
    "tests/backoffice/test_colours.py",
    "tests/bench/test_run.py",
    "tests/clients/",
    "tests/deploy/",
    "tests/docs/contributor/test_adding.py",
    "tests/docs/contributor/test_first_day.py",
    "tests/docs/site/test_site.py",
    "tests/docs/test_domains.py",
    "tests/docs/test_logrotate.py",
    "tests/docs/test_monitoring.py",
    "tests/docs/test_readme.py",
    "tests/faults/test_pooler.py",
    "tests/generators/",
    "tests/launch/test_demo.py",
    "tests/launch/test_embedded_postgres.py",
    "tests/launch/test_failed_once_more.py",
    "tests/launch/test_restore.py",
    "tests/launch/test_upgrade.py",
    "tests/payments/practice_bank/",
    "tests/webhooks/developer/test_listen.py",
    "tests/webhooks/developer/test_listen_approvals.py",
)
"""Tests of what lies beside the service: the benchmark, the demos, the practice bank, the listener of developers, the
clients, what others generate of the document, the colours of the back office, the installation, a restored backup and
the samples of what operators run beside it, the server of databases that `make run` brings, what CI does with tests
that fail, the pages as a browser shows them and those that people go by step by step, and the release before beside
this one. `make tools` runs them, as does `make check`; named by a path they run too."""
RANDOM = (
    "tests/contract/test_fuzz.py",
    "tests/properties/test_pricing.py",
    "tests/properties/test_quote_books.py",
)
"""Tests that play random examples for long: a third of them in `make test`, all of them in `make random`, which
.github/workflows/nightly.yml does each night."""
_SECONDS = {
    "tests/backoffice/access/test_browser.py": 32,
    "tests/backoffice/review_desk/test_browser.py": 63,
    "tests/backoffice/review_desk/test_queue.py": 30,
    "tests/backoffice/test_bank_desk_browser.py": 32,
    "tests/backoffice/test_colours.py": 45,
    "tests/backoffice/test_screens.py": 102,
    "tests/bench/test_run.py": 190,
    "tests/clients/test_published.py": 87,
    "tests/clients/test_python_requests.py": 19,
    "tests/compliance/verification/test_errors.py": 29,
    "tests/contract/test_fuzz.py": 65,
    "tests/deploy/test_installed.py": 72,
    "tests/docs/contributor/test_adding.py": 41,
    "tests/docs/contributor/test_first_day.py": 21,
    "tests/docs/site/test_site.py": 51,
    "tests/docs/test_monitoring.py": 42,
    "tests/docs/test_readme.py": 23,
    "tests/faults/test_leases.py": 25,
    "tests/faults/test_outages.py": 29,
    "tests/faults/test_poison.py": 27,
    "tests/faults/test_pooler.py": 19,
    "tests/faults/test_processes.py": 180,
    "tests/faults/test_standby.py": 42,
    "tests/faults/test_two_services.py": 31,
    "tests/generators/test_clients.py": 99,
    "tests/generators/test_lint.py": 30,
    "tests/launch/roles/test_slow_clients.py": 60,
    "tests/launch/test_demo.py": 133,
    "tests/launch/test_embedded_postgres.py": 29,
    "tests/launch/test_failed_once_more.py": 35,
    "tests/launch/test_restore.py": 17,
    "tests/launch/test_run.py": 61,
    "tests/launch/test_structure.py": 37,
    "tests/launch/test_upgrade.py": 40,
    "tests/payments/ledger/test_every_step.py": 34,
    "tests/payments/practice_bank/test_answers.py": 20,
    "tests/payments/practice_bank/test_crashes.py": 21,
    "tests/properties/test_quote_books.py": 23,
    "tests/webhooks/delivery/test_faults.py": 61,
    "tests/webhooks/developer/test_listen.py": 20,
    "tests/webhooks/developer/test_listen_approvals.py": 46,
}
_TOGETHER = {
    "tests/faults/test_kill.py": "tests/faults/test_processes.py",
    "tests/faults/test_kill_quotes.py": "tests/faults/test_processes.py",
}
"""Files that share a service, and so a worker."""
_USUAL_SECONDS = 10
"""What slow files take, each in its worker, on two cores: by this they are shared out. Others take about the last."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help="leave out slow tests, and all but the first case of others")
    parser.addoption(
        "--choose-quick", action="store_true", help="measure the first case of each function, and choose for --quick"
    )
    parser.addoption("--tools", action="store_true", help="run only the tests of what lies beside the service")
    parser.addoption(
        "--random", action="store_true", help="run only the tests that play random examples for long, and all of them"
    )


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("choose_quick"):
        if not (hasattr(config, "workerinput") or _is_whole(config)):
            message = "--choose-quick compares all tests: name none"
            raise pytest.UsageError(message)
        config.pluginmanager.register(quick_choice.Choice(config))


def pytest_ignore_collect(collection_path: pathlib.Path, config: pytest.Config) -> bool | None:
    """Leave a slow file where it is: to make up its cases may take as long as to run those of others."""
    if not collection_path.is_relative_to(config.rootpath):
        return None
    path = f"{collection_path.relative_to(config.rootpath).as_posix()}/"
    is_asked = path.startswith(RANDOM) if config.getoption("random") else is_tool(path) == config.getoption("tools")
    if collection_path.is_file() and not is_asked and not _is_named(path, config):
        return True
    return (_takes_first_cases(config) and path.startswith(SLOW)) or None


def some_of(number: int, config: pytest.Config) -> int:
    """Tell how many of so many random examples are played."""
    return number if config.getoption("random") else -(-number // 3)


def is_tool(path: str) -> bool:
    """Tell whether a test file, by its path from the root, is left to `make tools`."""
    return path.startswith(TOOLS)


def _is_named(path: str, config: pytest.Config) -> bool:
    """Tell whether the command line names a file, or a folder that has nothing else than what it is one of."""
    named = [argument.partition("::")[0].rstrip("/") for argument in config.args]
    return any(f"{path}/".startswith(f"{each}/") and f"{each}/".startswith(TOOLS) for each in named)


def pytest_pycollect_makeitem(collector: pytest.Collector, name: str) -> list[pytest.Item] | None:
    """Make no cases of what `--quick` leaves out: to make them all takes it a fifth of its time."""
    is_left_out = collector.config.getoption("quick") and f"{collector.nodeid}::{name}" in _left_out()
    return [] if is_left_out else None


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not _takes_first_cases(config):
        workers = getattr(config, "workerinput", {}).get("workercount", 1)
        items[:] = _slow_first(items, workers)
        return
    first = {function(item.nodeid): item for item in reversed(items) if not _is_slow(item)}
    items[:] = [item for item in items if first.get(function(item.nodeid)) is item]


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    if _is_whole(config) and not (config.getoption("tools") or config.getoption("random")):
        terminalreporter.write_line("What lies beside the service has tests of its own: `make tools`.")
    if config.getoption("quick"):
        left_out = "--quick ran one case each of the functions that reach most for their time: `make test` runs all."
        terminalreporter.write_line(left_out, yellow=True)


@functools.cache
def _left_out() -> frozenset[str]:
    return frozenset(quick_choice.LEFT_OUT.read_text().splitlines())


def _slow_first(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """Order tests so that the share of each worker, an equal part of the list, begins with slow ones.

    So no worker is left with a long one while the others have nothing to do. The tests of a file stay together, and
    those of files that share a service.
    """
    files: dict[str, list[pytest.Item]] = {}
    for item in filter(_begins_first, items):
        name = item.nodeid.partition("::")[0]
        files.setdefault(_TOGETHER.get(name, name), []).append(item)
    shares: list[list[pytest.Item]] = [[] for _ in range(workers)]
    seconds = [0] * workers
    for name in sorted(files, key=lambda name: -_SECONDS.get(name, _USUAL_SECONDS)):
        least = seconds.index(min(seconds))
        shares[least].extend(files[name])
        seconds[least] += _SECONDS.get(name, _USUAL_SECONDS)
    others = (item for item in items if not _begins_first(item))
    for number, share in enumerate(shares):
        size = len(items) * (number + 1) // workers - len(items) * number // workers
        share.extend(itertools.islice(others, max(0, size - len(share))))
    return [item for share in shares for item in share] + list(others)


def _is_slow(item: pytest.Item) -> bool:
    marks = ("slow", "browser")
    return item.nodeid.startswith(SLOW) or any(item.get_closest_marker(mark) for mark in marks)


def _begins_first(item: pytest.Item) -> bool:
    return item.nodeid.partition("::")[0] in _SECONDS or _is_slow(item)


def _is_whole(config: pytest.Config) -> bool:
    """Tell whether the command line names no tests."""
    return bool(config.args == config.getini("testpaths"))


def _takes_first_cases(config: pytest.Config) -> bool:
    return bool(config.getoption("quick") or config.getoption("choose_quick"))
