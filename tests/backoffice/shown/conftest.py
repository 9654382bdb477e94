"""The story as it has just been, played once for the texts of all pages."""

import dataclasses

import pytest

from tests.backoffice.conftest import Story, play
from tests.conftest import tenant_for_recording
from tests.support import databases, factories

_JUST_NOW = "story_just_now"


@pytest.fixture(scope="module")
def _story_just_now(_acme, _alice, django_db_blocker) -> Story:
    with django_db_blocker.unblock():
        acme = tenant_for_recording(_acme)
        databases.put("alice")
        with databases.recorded(_JUST_NOW):
            return play(acme, _alice)


@pytest.fixture
def story(_story_just_now: Story, acme: factories.Tenant, alice: str) -> Story:
    """After some minutes a payment is late, and its money is in another column: the story of all tests is too old."""
    databases.put(_JUST_NOW)
    return dataclasses.replace(_story_just_now, acme=acme)
