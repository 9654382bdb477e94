"""What the tests of this folder share."""

import pytest

from config.processes import beat
from tests.support import databases


@pytest.fixture(autouse=True)
def _nobody_reads(monkeypatch):
    """Let the messages of other tests wait in the broker: no worker runs here."""
    monkeypatch.setattr(beat, "MOST_UNREAD", 10**9)


@pytest.fixture
def as_service(settings, db):
    """The service's own role, in the database of the test."""
    settings.DATABASE_URL = databases.address(databases.SERVICE)
    with databases.as_service():
        yield settings
