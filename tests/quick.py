"""Slow tests: they begin first, and `--quick` leaves them out: it finds most of what a change breaks, in a minute.

With it, of each test function the first case is run, and left out altogether is what starts whole services or
browsers, has many papers read, plays thousands of random stories, tries every endpoint or every kind of row in turn, or
waits for real time to pass: see below, and what is marked so. Files of the list are not even imported.
"""

import itertools
import pathlib
from typing import Any

import pytest

SLOW = (
    "tests/architecture/test_audit.py",
    "tests/architecture/test_roles.py",
    "tests/architecture/test_tenancy.py",
    "tests/backoffice/access/test_audit.py",
    "tests/backoffice/operations/test_books.py",
    "tests/backoffice/operations/test_exports.py",
    "tests/backoffice/review_desk/test_documents.py",
    "tests/backoffice/review_desk/test_queue.py",
    "tests/backoffice/test_pages.py",
    "tests/bench/",
    "tests/compliance/bulk/test_workers.py",
    "tests/compliance/documents/test_documents.py",
    "tests/compliance/documents/test_files.py",
    "tests/compliance/documents/test_holders.py",
    "tests/compliance/documents/test_reading.py",
    "tests/compliance/personal_data/test_erasure.py",
    "tests/compliance/personal_data/test_logs.py",
    "tests/compliance/screening/test_sweeps.py",
    "tests/compliance/screening/test_verifications.py",
    "tests/compliance/verification/test_errors.py",
    "tests/compliance/verification/test_loop.py",
    "tests/compliance/verification/test_reading.py",
    "tests/concurrency/",
    "tests/contract/test_fuzz.py",
    "tests/contract/test_replies.py",
    "tests/docs/test_domains.py",
    "tests/docs/test_readme.py",
    "tests/faults/",
    "tests/launch/",
    "tests/payments/ledger/test_corruptions.py",
    "tests/payments/ledger/test_every_step.py",
    "tests/payments/uma/receiving/test_counterpart.py",
    "tests/payments/uma/receiving/test_sandbox.py",
    "tests/payments/uma/receiving/test_workers.py",
    "tests/payments/uma/sending/test_peers.py",
    "tests/payments/uma/sending/test_sandbox.py",
    "tests/platforms/database/test_outages.py",
    "tests/platforms/http/test_permissions.py",
    "tests/platforms/http/test_rate_limit.py",
    "tests/properties/",
    "tests/webhooks/delivery/test_client.py",
    "tests/webhooks/delivery/test_faults.py",
    "tests/webhooks/developer/test_listen.py",
    "tests/webhooks/delivery/test_concurrency_limit.py",
    "tests/webhooks/developer/test_samples.py",
    "tests/webhooks/signing/test_signing.py",
)
_left_out: list[tuple[int, int]] = []
"""Of each process that collected: how many cases it left out, and of how many."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help="leave out slow tests, and all but the first case of others")


def pytest_ignore_collect(collection_path: pathlib.Path, config: pytest.Config) -> bool | None:
    """Leave a slow file where it is: to make up its cases may take as long as to run those of others."""
    if not config.getoption("quick") or not collection_path.is_relative_to(config.rootpath):
        return None
    return f"{collection_path.relative_to(config.rootpath).as_posix()}/".startswith(SLOW) or None


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("quick"):
        workers = getattr(config, "workerinput", {}).get("workercount", 1)
        items[:] = _slow_first(items, workers)
        return
    everything, kept = len(items), [item for item in items if not _is_slow(item)]
    first = {_function(item): item for item in reversed(kept)}
    items[:] = [item for item in kept if first[_function(item)] is item]
    _left_out.append((everything - len(items), everything))


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Tell the process that runs the workers, which collects nothing itself."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["left_out"] = _left_out


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    _left_out.extend(getattr(node, "workeroutput", {}).get("left_out", []))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    for number, of in _left_out[:1]:
        left_out = f"--quick left out what is slow, and {number} of {of} other cases: `make test` runs them all."
        terminalreporter.write_line(left_out, yellow=True)


def _slow_first(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """Order tests so that the share of each worker, an equal part of the list, begins with slow ones.

    So no worker is left with a long one while the others have nothing to do. The tests of a file stay together.
    """
    files: dict[str, list[pytest.Item]] = {}
    for item in filter(_is_slow, items):
        files.setdefault(item.nodeid.partition("::")[0], []).append(item)
    shares: list[list[pytest.Item]] = [[] for _ in range(workers)]
    for of_a_file in files.values():
        min(shares, key=len).extend(of_a_file)
    others = (item for item in items if not _is_slow(item))
    for number, share in enumerate(shares):
        size = len(items) * (number + 1) // workers - len(items) * number // workers
        share.extend(itertools.islice(others, max(0, size - len(share))))
    return [item for share in shares for item in share] + list(others)


def _is_slow(item: pytest.Item) -> bool:
    marks = ("slow", "browser")
    return item.nodeid.startswith(SLOW) or any(item.get_closest_marker(mark) for mark in marks)


def _function(item: pytest.Item) -> tuple[str, str]:
    return item.nodeid.partition("::")[0], getattr(item, "originalname", item.name)
