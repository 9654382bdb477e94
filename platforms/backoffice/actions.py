"""Staff actions: what staff can make happen. Each is declared once: for whom, its dialog, and what it does.

The page of the model that an action is `on` offers it as a button. The button opens a dialog, which asks for the fields
and a reason, and calls `perform`. What takes two people is only proposed there; somebody else approves it on the page
of proposals, and then `perform` is called. See docs/decisions/0018-back-office-access.md.
"""

import dataclasses
import datetime as dt
import enum
import typing
import uuid
from collections.abc import Callable, Collection, Mapping, Sequence
from decimal import Decimal
from types import MappingProxyType
from typing import Any

import orjson
from django import forms
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, User
from django.db import models
from django.http import HttpRequest, HttpResponse

from platforms import audit


class Role(enum.StrEnum):
    """What a member of staff is here for. The values are the names of groups."""

    SUPPORT = "support"
    REVIEWER = "reviewer"
    LEAD_REVIEWER = "lead reviewer"
    OPERATIONS = "operations"
    ADMINISTRATOR = "administrator"


Fields = Mapping[str, forms.Field]


@dataclasses.dataclass(frozen=True, eq=False)
class Action:
    """Something that staff do. To make one is to declare it.

    `perform(*, actor, now, reason, **arguments)` does it: an operation, or a function that calls one. Its arguments are
    what was entered, and as `key` the key of the object. While a proposal waits they are JSON, and are read back by the
    annotations of `perform`. One without `perform` has pages of its own, which ask `may`.
    """

    name: str
    """`<noun>.<verb>`. Proposals keep it: it never changes."""
    _: dataclasses.KW_ONLY
    roles: Collection[Role] = ()
    lets: Callable[[AbstractBaseUser | AnonymousUser, Any], bool] | None = None
    """Who may, where the object decides and not a role: `lets(user, row)`."""
    takes_two: bool = False
    perform: Callable[..., Any] | None = dataclasses.field(default=None, repr=False)

    on: type[models.Model] | None = None
    """The model whose pages offer it."""
    is_of_list: bool = False
    """Its button stands above the list, and not on the page of an object."""
    path: str = ""
    """Its part of the address; the verb, if empty."""
    button: str = ""
    icon: str = ""
    is_main: bool = False
    offered: Callable[[Any, User], bool] | None = None
    """Whether the page of a row shows the button: `offered(row, user)`. What does not fit, the operation refuses."""

    title: str
    """The heading of the dialog."""
    text: str = ""
    submit: str = ""
    """What its button says; that of the page, if empty, and "Propose" where it takes two."""
    fields: Fields | Callable[[Any], Fields] = dataclasses.field(default_factory=dict)
    """What is asked for before the reason: by name, or as a function of the row, which may be None.

    One that is named `reason` takes the place of the usual one.
    """
    form: Callable[..., Any] | None = None
    """The class of the dialog, where it does more than others: derived from `dialogs.ActionForm`."""

    key: str = ""
    """The argument of `perform` that is the key of the object on whose page the dialog opened."""
    arguments: Callable[[Any, dict[str, Any]], dict[str, Any]] | None = None
    """`arguments(row, entered)`: the other arguments of `perform`, where they are not just what was entered."""
    subject: Callable[..., str] | None = None
    """What a proposal is about, as a function of its arguments; the public identifier of the object, if there is none.

    At most one is open for an action and a subject.
    """
    proposed_as: str = ""
    """What it is called where proposals are listed; the title, if empty."""
    message: str | Callable[[Any], str] = ""
    """What the person is told afterwards, as a text or as a function of what `perform` returned."""
    reply: Callable[[HttpRequest, Any, Any], HttpResponse] | None = None
    """`reply(request, row, done)`, where more happens afterwards than to open the page of what was done."""

    def __post_init__(self) -> None:
        assert all(self.name.partition(".")), f"{self.name} is not named <noun>.<verb>"
        assert bool(self.roles) != bool(self.lets), f"{self.name} is for nobody"
        assert self.perform or not self.takes_two, f"{self.name} has to say what is done when it is approved"
        if self.roles:
            first = _declared.setdefault(self.name, self)
            assert first._promise == self._promise, f"{self.name} is declared twice, and not for another page"
        if self.on is not None:
            _of_model.setdefault(self.on, []).append(self)

    @property
    def word(self) -> str:
        """Its part of the address, and the name of its button's method."""
        return self.path or self.name.partition(".")[2]

    @property
    def submit_text(self) -> str:
        """What the button of the dialog says."""
        return self.submit or ("Propose" if self.takes_two else self.button)

    @property
    def _promise(self) -> tuple[object, ...]:
        return self.perform, self.takes_two, frozenset(self.roles)

    def do(self, *, actor: audit.Actor, now: dt.datetime, reason: str, arguments: Mapping[str, Any]) -> Any:
        """Call the function."""
        assert self.perform is not None, f"{self.name} has pages of its own"
        return self.perform(actor=actor, now=now, reason=reason, **arguments)

    def replay(self, *, actor: audit.Actor, now: dt.datetime, reason: str, stored: Mapping[str, Any]) -> Any:
        """Call the function with the arguments that a proposal keeps."""
        kinds = typing.get_type_hints(self.perform)
        arguments = {name: _read(kinds.get(name), value) for name, value in stored.items()}
        return self.do(actor=actor, now=now, reason=reason, arguments=arguments)


_declared: dict[str, Action] = {}
_of_model: dict[type[models.Model], list[Action]] = {}
_READERS: Mapping[Any, Callable[[str], Any]] = {
    uuid.UUID: lambda text: uuid.UUID(text.rpartition(":")[2]),  # a key, or a public identifier
    Decimal: Decimal,
    dt.datetime: dt.datetime.fromisoformat,
}


def declared() -> Mapping[str, Action]:
    """Return all actions that roles may do, by their names."""
    return MappingProxyType(_declared)


def of_model(model: type[models.Model]) -> Sequence[Action]:
    """Return the actions that the pages of a model offer, in the order of their buttons."""
    return _of_model.get(model, ())


def stored(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return arguments as a proposal keeps them: numbers as they were typed, objects by their public identifiers."""
    kept: dict[str, Any] = orjson.loads(orjson.dumps(arguments, default=_text))
    return kept


def may(user: AbstractBaseUser | AnonymousUser, action: Action, row: Any = None) -> bool:
    """Tell whether a person may do it. Of a superuser every role is true, and of who has left none."""
    if action.lets is not None:
        return bool(user.is_active) and action.lets(user, row)
    return has_role(user, action.roles)


def has_role(user: AbstractBaseUser | AnonymousUser, roles: Collection[Role]) -> bool:
    """Tell whether a person has one of the roles: by membership of a group. A superuser has every role."""
    if not (isinstance(user, User) and user.is_active and user.is_staff):
        return False
    return user.is_superuser or not roles_of(user).isdisjoint(roles)


def roles_of(user: User) -> frozenset[Role]:
    """Return the roles of a person: one query, the first time a request asks."""
    known: frozenset[Role] | None = getattr(user, "_backoffice_roles", None)
    if known is None:
        names = set(user.groups.values_list("name", flat=True))
        known = frozenset(role for role in Role if role in names)
        user._backoffice_roles = known  # type: ignore[attr-defined]
    return known


def _text(value: Any) -> str:
    return f"{value:f}" if isinstance(value, Decimal) else str(value.public_id)


def _read(kind: Any, value: Any) -> Any:
    fitting = {kind, *typing.get_args(kind)} & set(_READERS)
    return _READERS[fitting.pop()](value) if fitting and value is not None else value
