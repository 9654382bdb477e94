"""Who invites and who is invited."""

import pytest

from invitations import landing
from tests.support.payments import hosts
from tests.support.statements import warm  # noqa: F401 - a fixture


@pytest.fixture
def ada(api):
    """A customer of acme's, who invites."""
    return hosts.address(api, api.customer("Ada Lovelace"))


@pytest.fixture
def rita(rival_api):
    """A customer of rival's, who is invited."""
    return hosts.address(rival_api, rival_api.customer("Rita Rival"))


@pytest.fixture
def invitation(api, ada):
    """A pending invitation of Ada's."""
    return hosts.invite(api, ada)


@pytest.fixture
def slow_refill(monkeypatch):
    """A minute for a visit: however slow the machine is, the visits of a test come at once."""
    monkeypatch.setattr(landing, "_VISITS_PER_SECOND", 1 / 60)
