"""Staff actions. Each is declared once: its roles, its dialog, and the function that carries it out.

The page of the model in `on` shows the action as a button. The button opens a dialog, which asks for the fields and a
reason, and calls `perform`. An action that needs two people is only proposed there; a second person approves it on the
page of proposals, and then `perform` is called. See docs/decisions/0018-back-office-access.md.
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
from platforms.backoffice.effects import Effect


class Role(enum.StrEnum):
    """The function of a member of staff. The values are the names of groups."""

    SUPPORT = "support"
    REVIEWER = "reviewer"
    LEAD_REVIEWER = "lead reviewer"
    OPERATIONS = "operations"
    ADMINISTRATOR = "administrator"


Fields = Mapping[str, forms.Field]


@dataclasses.dataclass(frozen=True, eq=False)
class Action:
    """A staff action, declared by making an instance.

    `perform(*, actor, now, reason, **arguments)` carries it out: an operation, or a function that calls one. Its
    arguments are the values entered, and as `key` the key of the object. A proposal stores them as JSON, which is
    converted back by the annotations of `perform`. An action without `perform` has pages of its own, which call `may`.
    """

    name: str
    """`<noun>.<verb>`. Proposals store it: it never changes."""
    _: dataclasses.KW_ONLY
    roles: Collection[Role] = ()
    lets: Callable[[AbstractBaseUser | AnonymousUser, Any], bool] | None = None
    """`lets(user, row)` decides who may, where it depends on the object and not on a role."""
    takes_two: bool = False
    perform: Callable[..., Any] | None = dataclasses.field(default=None, repr=False)
    effect: Callable[..., Effect] | None = dataclasses.field(default=None, repr=False)
    """`effect(**arguments)`: what `perform` would do with them, for both people to read. It changes nothing.

    May raise the refusals of `perform`. An action that takes two people has one.
    """

    on: type[models.Model] | None = None
    """The model whose pages offer it."""
    is_of_list: bool = False
    """The button stands above the list, not on the page of an object."""
    path: str = ""
    """Its part of the address; the verb, if empty."""
    button: str = ""
    icon: str = ""
    is_main: bool = False
    offered: Callable[[Any, User], bool] | None = None
    """`offered(row, user)`: whether the page of a row shows the button. The operation refuses what does not fit."""

    title: str
    """The heading of the dialog."""
    text: str = ""
    submit: str = ""
    """Label of the dialog's button; if empty, that of the page's button, or "Propose" where it needs two people."""
    fields: Fields | Callable[[Any], Fields] = dataclasses.field(default_factory=dict)
    """The fields before the reason: by name, or as a function of the row, which may be None.

    A field named `reason` replaces the usual one.
    """
    form: Callable[..., Any] | None = None
    """The class of the dialog where the usual one does not suffice: derived from `dialogs.ActionForm`."""

    key: str = ""
    """The argument of `perform` that takes the key of the object on whose page the dialog opened."""
    arguments: Callable[[Any, dict[str, Any]], dict[str, Any]] | None = None
    """`arguments(row, entered)`: the other arguments of `perform`, where they differ from the values entered."""
    subject: Callable[..., str] | None = None
    """The subject of a proposal, as a function of its arguments; by default the object's public identifier.

    At most one is open for an action and a subject.
    """
    proposed_as: str = ""
    """Its name in the list of proposals; the title, if empty."""
    message: str | Callable[[Any], str] = ""
    """The message shown afterwards, as a text or as a function of what `perform` returned."""
    following: Callable[[HttpRequest, Any], models.Model | None] | None = None
    """`following(request, row)`: the next object of a queue, whose page opens afterwards.

    Without one, the page of the result opens, or of the proposal.
    """
    reply: Callable[[HttpRequest, Any, Any], HttpResponse] | None = None
    """`reply(request, row, done)`, where the response is more than opening the page of the result."""

    def __post_init__(self) -> None:
        assert all(self.name.partition(".")), f"{self.name} is not named <noun>.<verb>"
        assert bool(self.roles) != bool(self.lets), f"{self.name} is for nobody"
        assert self.perform or not self.takes_two, f"{self.name} has to say what is done when it is approved"
        assert self.effect or not self.takes_two, f"{self.name} has to say what it does to those who decide on it"
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
        """The label of the dialog's button."""
        return self.submit or ("Propose" if self.takes_two else self.button)

    @property
    def _promise(self) -> tuple[object, ...]:
        return self.perform, self.takes_two, frozenset(self.roles)

    def do(self, *, actor: audit.Actor, now: dt.datetime, reason: str, arguments: Mapping[str, Any]) -> Any:
        """Call the function."""
        assert self.perform is not None, f"{self.name} has pages of its own"
        return self.perform(actor=actor, now=now, reason=reason, **arguments)

    def replay(self, *, actor: audit.Actor, now: dt.datetime, reason: str, stored: Mapping[str, Any]) -> Any:
        """Call the function with the arguments stored in a proposal."""
        return self.do(actor=actor, now=now, reason=reason, arguments=self._typed(stored))

    def foresee(self, stored: Mapping[str, Any]) -> Effect:
        """Return what the function would do now with the arguments stored in a proposal."""
        assert self.effect is not None, f"{self.name} takes one person"
        return self.effect(**self._typed(stored))

    def _typed(self, stored: Mapping[str, Any]) -> dict[str, Any]:
        kinds = typing.get_type_hints(self.perform)
        return {name: _read(kinds.get(name), value) for name, value in stored.items()}


_declared: dict[str, Action] = {}
_of_model: dict[type[models.Model], list[Action]] = {}
_READERS: Mapping[Any, Callable[[str], Any]] = {
    uuid.UUID: lambda text: uuid.UUID(text.rpartition(":")[2]),  # a key, or a public identifier
    Decimal: Decimal,
    dt.datetime: dt.datetime.fromisoformat,
    dt.date: dt.date.fromisoformat,
}


def declared() -> Mapping[str, Action]:
    """Return all actions that roles may do, by their names."""
    return MappingProxyType(_declared)


def of_model(model: type[models.Model]) -> Sequence[Action]:
    """Return the actions on the pages of a model, in the order of their buttons."""
    return _of_model.get(model, ())


def stored(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return arguments as a proposal stores them: numbers as typed, objects by their public identifiers."""
    kept: dict[str, Any] = orjson.loads(orjson.dumps(arguments, default=_text))
    return kept


def may(user: AbstractBaseUser | AnonymousUser, action: Action, row: Any = None) -> bool:
    """Tell whether a person may carry out the action. A superuser has every role, a deactivated account none."""
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
