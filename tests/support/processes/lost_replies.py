"""Replies of the database that get lost: what was asked for is done, and whoever asked does not hear of it."""

from typing import Any

import pytest
from django.db import OperationalError


def after_first_call(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str) -> list[tuple[Any, ...]]:
    """Have the connection be lost when a function has done its work for the first time; return its calls."""
    function, calls = getattr(owner, name), list[tuple[Any, ...]]()

    def lose_reply(*arguments: Any) -> None:
        function(*arguments)
        calls.append(arguments)
        if len(calls) == 1:
            raise OperationalError("server closed the connection unexpectedly")

    monkeypatch.setattr(owner, name, lose_reply)
    return calls
