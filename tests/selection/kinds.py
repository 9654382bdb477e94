"""The three kinds of tests. A file says its kind by a marker, and is of one kind:

    pytestmark = pytest.mark.service

`common`, without a marker: functions and the API, in the process of the tests. `service`: whatever starts another
process, drives a browser, or asks for the plans of the database. `beside`: what lies beside the service: the benchmark,
the demos, the practice bank, the clients, what others generate of the document, the files in deploy/.
"""

import functools
import multiprocessing.process
import os
import pathlib
import re
import subprocess
from collections.abc import Callable
from typing import Any

import pytest

COMMON, SERVICE, BESIDE = KINDS = ("common", "service", "beside")
# Read as text: to import a file of another kind may take as long as to run the tests of this one.
_MARKS = re.compile(r"^pytestmark = (\[.*?^\]|.*?$)", re.DOTALL | re.MULTILINE)
_KIND = re.compile(r"\bpytest\.mark\.(service|beside)\b")


@functools.cache
def of(path: pathlib.Path) -> str:
    """Return the kind of a test file."""
    marks = _MARKS.search(path.read_text())
    kind = marks and _KIND.search(marks[1])
    return kind[1] if kind else COMMON


class StartsNoProcess:
    """Fails a common test that starts a process. Its file is of another kind."""

    ALLOWED = "platforms/base/isolation/isolated.py"
    """The service's own program for uploads, which a worker starts once for many tests."""

    def __init__(self) -> None:
        self._now: pytest.Item | None = None
        for owner, name in (
            (subprocess.Popen, "__init__"),
            (multiprocessing.process.BaseProcess, "start"),
            (os, "fork"),
        ):
            setattr(owner, name, self._checked(getattr(owner, name)))

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        marked = next((kind for kind in (SERVICE, BESIDE) if item.get_closest_marker(kind)), COMMON)
        assert marked == of(item.path), f"say the kind in `pytestmark`, at the head of the file: {item.path}"
        self._now = item

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_teardown(self) -> None:
        self._now = None

    def _checked(self, start: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(start)
        def checked(*arguments: Any, **options: Any) -> Any:
            if self._now is not None and of(self._now.path) == COMMON and self.ALLOWED not in str(arguments[1:]):
                pytest.fail("A common test starts no process: say `pytestmark = pytest.mark.service` in its file.")
            return start(*arguments, **options)

        return checked
