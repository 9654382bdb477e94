"""What the tests of this folder share."""

from tests.support.servers.services import service  # noqa: F401 - fixtures
