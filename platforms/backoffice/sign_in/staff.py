"""Accounts of staff: created, given roles and deactivated by administrators. None is ever deleted."""

import datetime as dt
from collections.abc import Iterable, Sequence

from django.conf import settings
from django.contrib.auth.models import Group, User
from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.tokens import default_token_generator
from django.contrib.auth.validators import ASCIIUsernameValidator
from django.core.exceptions import ValidationError
from django.core.validators import EmailValidator
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from platforms import audit
from platforms.backoffice.actions import Role
from platforms.base import errors

LONGEST_NAME = 58
"""The audit log and proposals name people in 64 characters."""


class StaffNotFound(errors.NotFound):
    """There is no such account."""

    message = "There is no such account of a member of staff."


class OwnAccount(errors.DomainError):
    """Administrators can't change their own account."""

    code = "FORBIDDEN"
    message = "This is your own account. Ask another administrator."


class NoMailServer(errors.DomainError):
    """A link must be e-mailed: shown to the administrator who made it, it would let them sign in as that person."""

    code = "FORBIDDEN"
    message = (
        "There is no mail server (EMAIL_HOST), or the account has no address. A link goes to its person by mail alone: "
        "whoever sees it can sign in as that person. Without mail use `manage.py set_staff_password`."
    )


class Superuser(errors.DomainError):
    """Such an account has every role."""

    code = "FORBIDDEN"
    message = "A superuser has every role. Such accounts are changed at the command line only."


def subject(username: str) -> str:
    """Return the name of an account in the audit log and in proposals."""
    return f"Staff:{username}"[:64]


def invite(
    *, username: str, email: str, roles: Sequence[str], reason: str, actor: audit.Actor, now: dt.datetime
) -> User:
    """Create an account without a password; a separate link leads to the page that sets one. Raises InvalidInput."""
    name = username.strip()
    problems = [*problems_of_name(name), *_problems_of_email(email)]
    if not roles:
        problems.append(("roles", "choose at least one"))
    if problems:
        raise errors.InvalidInput(problems)
    user = User(username=name, email=email, is_staff=True, date_joined=now)
    user.set_unusable_password()
    user.save()
    user.groups.set(groups(roles))
    _record("staff.invite", name, actor=actor, now=now, roles=sorted(roles), reason=reason)
    return user


def change_roles(*, username: str, roles: Sequence[str], reason: str, actor: audit.Actor, now: dt.datetime) -> User:
    """Give an account these roles and no others. Raises StaffNotFound, OwnAccount and Superuser."""
    user = _changeable(username, actor)
    before = sorted(user.groups.values_list("name", flat=True))
    user.groups.set(groups(roles))
    _record("staff.change_roles", username, actor=actor, now=now, before=before, roles=sorted(roles), reason=reason)
    return user


def deactivate(*, username: str, reason: str, actor: audit.Actor, now: dt.datetime) -> User:
    """Close an account: its sessions end at once. Raises StaffNotFound and OwnAccount."""
    user = _found(username, actor)
    user.is_active = False
    user.save(update_fields=["is_active"])
    _record("staff.deactivate", username, actor=actor, now=now, reason=reason)
    return user


def reactivate(*, username: str, reason: str, actor: audit.Actor, now: dt.datetime) -> User:
    """Open a closed account again. Raises StaffNotFound, OwnAccount and Superuser."""
    user = _changeable(username, actor)
    user.is_active = True
    user.save(update_fields=["is_active"])
    _record("staff.reactivate", username, actor=actor, now=now, reason=reason)
    return user


def make_link(*, username: str, reason: str, actor: audit.Actor, now: dt.datetime) -> str:
    """Return the path of the page where the account gets a new password: valid once and for a short time.

    Only for an e-mail to that person. Raises StaffNotFound, OwnAccount, Superuser, NoMailServer.
    """
    user = _changeable(username, actor)
    if not (settings.EMAIL_HOST and user.email):
        raise NoMailServer
    _record("staff.make_link", username, actor=actor, now=now, reason=reason)
    key = urlsafe_base64_encode(force_bytes(user.pk))
    return reverse("first_password", args=[key, default_token_generator.make_token(user)])


def set_password(*, username: str, password: str, actor: audit.Actor, now: dt.datetime) -> None:
    """Set the password of an account, which ends its sessions. Raises StaffNotFound and InvalidInput."""
    user = _found(username, actor)
    try:
        validate_password(password, user)
    except ValidationError as error:
        raise errors.InvalidInput([("password", message) for message in error.messages]) from None
    user.set_password(password)
    # The service's database role may not write the other columns.
    user.save(update_fields=["password"])
    _record("staff.set_password", username, actor=actor, now=now)


def _found(username: str, actor: audit.Actor) -> User:
    user = User.objects.select_for_update().filter(username=username, is_staff=True).first()
    if user is None:
        raise StaffNotFound
    # Neither the proposer nor the approver of a proposal may be the account concerned.
    if username in {actor.id, actor.proposed_by}:
        raise OwnAccount
    return user


def _changeable(username: str, actor: audit.Actor) -> User:
    user = _found(username, actor)
    if user.is_superuser:
        raise Superuser
    return user


def groups(roles: Iterable[str]) -> list[Group]:
    """Return the groups of roles."""
    return list(Group.objects.filter(name__in=[Role(role).value for role in roles]))


def problems_of_name(name: str) -> list[tuple[str, str]]:
    """Return why no account can be made with a name: each problem with its field."""
    if len(name) > LONGEST_NAME:
        return [("username", f"must have at most {LONGEST_NAME} characters")]
    try:
        ASCIIUsernameValidator()(name)
    except ValidationError:
        return [("username", "may have letters, digits and @ . + - _ only")]
    # Two names that a reader of the audit log can't tell apart would look like one person.
    if User.objects.filter(username__iexact=name).exists():
        return [("username", "somebody has this name")]
    return []


def _problems_of_email(email: str) -> list[tuple[str, str]]:
    try:
        EmailValidator()(email)
    except ValidationError:
        return [("email", "is not an e-mail address")]
    return []


def _record(verb: str, username: str, *, actor: audit.Actor, now: dt.datetime, **details: object) -> None:
    audit.record(audit.Subject(None, subject(username)), verb, actor=actor, now=now, **details)
