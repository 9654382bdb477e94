"""The names that pages use which are not yet declared as staff actions."""

from collections.abc import Callable, Collection
from typing import Any

from platforms.backoffice.actions import Action, Role, declared, may, roles_of

__all__ = ["Role", "Verb", "declare", "declared", "may", "roles_of"]
Verb = Action


def declare(
    name: str,
    *,
    title: str,
    roles: Collection[Role],
    perform: Callable[..., Any] | None = None,
    needs_second_person: bool = False,
) -> Action:
    """Declare an action whose dialog stands elsewhere."""
    return Action(name, title=title, roles=roles, perform=perform, takes_two=needs_second_person)
