"""Supporters sam and sue, and a rail that can't send anything back."""

import pytest

from platforms.backoffice.actions import Role
from tests.backoffice.access.conftest import hire  # noqa: F401 - a fixture


@pytest.fixture
def sam(hire):  # noqa: F811 - the fixture
    return hire("sam", Role.SUPPORT)


@pytest.fixture
def sue(hire):  # noqa: F811 - the fixture
    return hire("sue", Role.SUPPORT)


@pytest.fixture
def use_rail(adapters):
    """Return a function that puts another rail into the sandbox's place."""
    return lambda name: adapters(rail=name)


@pytest.fixture
def stubborn_rail(use_rail):
    """A rail that pays out as the sandbox's does, and can't send anything back to who paid it."""
    use_rail("tests.support.faulty_rails.StubbornRail")
