"""Two members of staff who close months."""

import pytest

from platforms.backoffice.actions import Role
from tests.backoffice.access.conftest import hire  # noqa: F401 - a fixture


@pytest.fixture
def olga(hire):  # noqa: F811 - the fixture
    return hire("olga", Role.OPERATIONS)


@pytest.fixture
def otto(hire):  # noqa: F811 - the fixture
    return hire("otto", Role.OPERATIONS)
