"""Verbs: what staff can make happen. Each is declared once, with the roles that may do it and whether one is enough.

A verb with `needs_second_person` is only proposed by the one who opens its dialog; somebody else approves it on the
page of proposals, and then `perform` is called. See docs/decisions/0018-back-office-access.md.
"""

import dataclasses
import enum
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, User


class Role(enum.StrEnum):
    """What a member of staff is here for. The values are the names of groups."""

    SUPPORT = "support"
    REVIEWER = "reviewer"
    LEAD_REVIEWER = "lead reviewer"
    OPERATIONS = "operations"
    ADMINISTRATOR = "administrator"


@dataclasses.dataclass(frozen=True)
class Verb:
    """Something that staff do. `perform(*, actor, now, reason, **arguments)` takes arguments that are JSON."""

    name: str
    title: str
    roles: frozenset[Role]
    needs_second_person: bool
    perform: Callable[..., Any] | None = dataclasses.field(default=None, compare=False, repr=False)


_declared: dict[str, Verb] = {}


def declare(
    name: str,
    *,
    title: str,
    roles: Iterable[Role],
    perform: Callable[..., Any] | None = None,
    needs_second_person: bool = False,
) -> Verb:
    """Declare a verb, named `<noun>.<verb>`. What a second person approves later needs `perform`."""
    assert all(name.partition(".")), f"{name} is not named <noun>.<verb>"
    assert name not in _declared, f"{name} is declared twice"
    assert perform or not needs_second_person, f"{name} has to say what is done when it is approved"
    verb = Verb(name, title, frozenset(roles), needs_second_person, perform)
    assert verb.roles, f"{name} is for nobody"
    _declared[name] = verb
    return verb


def declared() -> Mapping[str, Verb]:
    """Return all verbs by their names."""
    return MappingProxyType(_declared)


def may(user: AbstractBaseUser | AnonymousUser, verb: Verb) -> bool:
    """Tell whether a person may do it: by membership of a group. A superuser has every role."""
    if not (isinstance(user, User) and user.is_active and user.is_staff):
        return False
    return user.is_superuser or not verb.roles.isdisjoint(roles_of(user))


def roles_of(user: User) -> frozenset[Role]:
    """Return the roles of a person: one query, the first time a request asks."""
    known: frozenset[Role] | None = getattr(user, "_backoffice_roles", None)
    if known is None:
        names = set(user.groups.values_list("name", flat=True))
        known = frozenset(role for role in Role if role in names)
        user._backoffice_roles = known  # type: ignore[attr-defined]
    return known
