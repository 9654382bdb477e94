"""What the tests of this folder share."""

from tests.support.processes.spans import spans  # noqa: F401 - a fixture
