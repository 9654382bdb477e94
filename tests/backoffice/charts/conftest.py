"""An operator, and time that passes."""

from tests.backoffice.access.conftest import hire  # noqa: F401 - a fixture
from tests.backoffice.operations.conftest import olga, pass_time  # noqa: F401 - fixtures
