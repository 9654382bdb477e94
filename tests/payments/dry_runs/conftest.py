"""Fixtures of dry runs."""

from tests.support.statements import warm  # noqa: F401 - a fixture
