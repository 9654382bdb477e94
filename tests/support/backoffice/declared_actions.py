"""Staff actions that a test declares: they are gone when it ends."""

import pytest

from platforms.backoffice import actions


@pytest.fixture
def own_actions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let what this test declares be known beside the service's actions, and on no page of theirs."""
    monkeypatch.setattr(actions, "_declared", dict(actions.declared()))
    monkeypatch.setattr(actions, "_of_model", {})
