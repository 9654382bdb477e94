"""What this process has found of its database and its broker: forgotten, so that a test asks anew."""

import pytest

from config.database import commits
from config.processes import health


def forget() -> None:
    """Forget what `/readyz` has said."""
    health._last = (0.0, {})


def ask_by(asked: commits.Commits, patch: pytest.MonkeyPatch) -> None:
    """Let this process ask whether the database commits by a question of the test's own."""
    patch.setattr(health, "_commits", asked)
