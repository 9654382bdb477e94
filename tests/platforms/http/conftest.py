"""What the tests of this folder share."""

from tests.support.statements import statements, warm  # noqa: F401 - fixtures
