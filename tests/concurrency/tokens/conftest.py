"""A service to kill."""

from tests.support.servers.services import service  # noqa: F401 - a fixture
