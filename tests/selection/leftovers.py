"""What a file of tests must not leave to the next one in its process."""

import os
import pathlib
from collections.abc import Generator

import pytest


class LeavesNothing:
    """Fails the last test of a file whose tests leave variables of the environment or another working folder."""

    def __init__(self) -> None:
        self._before: dict[str, str] | None = None

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(
        self, item: pytest.Item, nextitem: pytest.Item | None
    ) -> Generator[None, object, object]:
        self._before = self._before or _state()
        return (yield)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_teardown(self, item: pytest.Item, nextitem: pytest.Item | None) -> Generator[None, None, None]:
        yield
        if nextitem is None or nextitem.path != item.path:
            before, self._before = self._before or {}, None
            after = _state()
            changed = sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))
            assert not changed, f"tests of {item.path.name} leave changed: {', '.join(changed)}"


def _state() -> dict[str, str]:
    variables = {name: value for name, value in os.environ.items() if name != "PYTEST_CURRENT_TEST"}
    return {**variables, "the working folder": str(pathlib.Path.cwd())}
