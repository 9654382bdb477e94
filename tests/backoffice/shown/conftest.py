"""The story as it has just been."""

import pytest

from tests.backoffice.conftest import Story, play


@pytest.fixture
def story(acme, alice) -> Story:
    """After some minutes a payment is late, and its money is in another column: a recorded story would be too old."""
    return play(acme, alice)
