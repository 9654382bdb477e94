"""What the tests of this folder share."""

from tests.compliance.hosted.visits import link, visitor  # noqa: F401 - fixtures
