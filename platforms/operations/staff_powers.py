"""Accounts of staff that nobody made, opened or armed as they stand: sources of the nightly check of the audit log.

The service's database role has to write passwords, second factors and whether an account is open. So a thief of its
connection can, and would sign in as somebody else. A mark of each stored password is in the audit log, made with a key
that is not in the database: a password without it was not stored by the service.
"""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet

from platforms import audit
from platforms.base import clock
from platforms.encryption.seals import Fault
from platforms.http import authentication
from platforms.models import AuditEntry, SecondFactor
from platforms.operations import powers

ROLES = ("staff.invite", "staff.change_roles")
"""Verbs of the audit log whose rows name the roles that an account has from then on."""
_MADE, _STORED = "staff.make_superuser", "staff.password_stored"
_CLOSED, _OPENED = "staff.deactivate", "staff.reactivate"
_CONFIRMED, _RESET = "second_factor.confirm", "second_factor.reset"


def record_superuser(username: str, *, actor: audit.Actor, now: dt.datetime) -> None:
    """Note that a command has made a superuser: the check names those without such a row."""
    audit.record(audit.Subject(None, _subject(username)), _MADE, actor=actor, now=now)


def record_password(user: User, *, now: clock.RealTime) -> None:
    """Note the mark of the password that the service stores for a member of staff, in the caller's transaction."""
    subject = audit.Subject(None, _subject(user.username))
    audit.record(subject, _STORED, actor=audit.SYSTEM, now=now, mark=_marks(user)[0])


def renew_marks(*, now: clock.RealTime) -> None:
    """Note marks by the present key where a former one made them: the former one is given up some day.

    Each is a database transaction of its own.
    """
    users = _with_password()
    marked = _marked(users)
    for user in users:
        if marked.get(_subject(user.username)) in _marks(user)[1:]:
            with transaction.atomic():
                record_password(user, now=now)


def _superusers() -> Iterator[Fault]:
    subjects = [_subject(name) for name in _active().filter(is_superuser=True).values_list("username", flat=True)]
    made = AuditEntry.objects.filter(subject__in=subjects, verb=_MADE, actor_kind="OPERATOR")
    for subject in sorted(set(subjects) - set(made.values_list("subject", flat=True))):
        yield _fault(subject, "is a superuser, and no command has made it one")


def _roles() -> Iterator[Fault]:
    accounts = _active().filter(is_superuser=False, groups__isnull=False).distinct().prefetch_related("groups")
    held = {_subject(user.username): sorted(group.name for group in user.groups.all()) for user in accounts}
    given = {
        entry.subject: entry.details.get("roles") if entry.details.get("proposedBy") else None
        for entry in AuditEntry.objects.filter(subject__in=held, verb__in=ROLES).order_by("id")
    }
    for subject, roles in sorted(held.items()):
        if given.get(subject) != roles:
            yield _fault(subject, f"has roles that no two people gave it: {', '.join(roles)}")


def _opened() -> Iterator[Fault]:
    subjects = [_subject(name) for name in _active().values_list("username", flat=True)]
    rows = AuditEntry.objects.filter(subject__in=subjects, verb__in=(_CLOSED, _OPENED)).order_by("id")
    last = dict(rows.values_list("subject", "verb"))
    for subject in sorted(subject for subject, verb in last.items() if verb == _CLOSED):
        yield _fault(subject, "is open, and nobody has opened it since it was closed")


def _passwords() -> Iterator[Fault]:
    users = _with_password()
    marked = _marked(users)
    for user in users:
        if marked.get(_subject(user.username)) not in _marks(user):
            yield _fault(_subject(user.username), "has a password that the service did not store")


def _second_factors() -> Iterator[Fault]:
    """Name confirmed factors that their person did not confirm, and accounts whose factor is gone without a reset."""
    factors = SecondFactor.objects.filter(confirmed_at__isnull=False).only("id", "username")
    held = {factor.public_id: factor.username for factor in factors}
    explained = _confirmed(AuditEntry.objects.filter(subject__in=held))
    for subject, username in sorted(held.items() - explained.items()):
        yield _fault(subject, f"is a second factor of {username}, who did not confirm it")
    people = list(_active().values_list("username", flat=True))
    # By the index of rows of staff: who confirms is the person.
    confirmed = _confirmed(AuditEntry.objects.filter(actor_kind="STAFF", actor_id__in=people))
    reset = AuditEntry.objects.filter(subject__in=confirmed, verb=_RESET).values_list("subject", flat=True)
    for subject in sorted(confirmed.keys() - held.keys() - set(reset)):
        yield _fault(_subject(confirmed[subject]), "has lost its second factor, and nobody has reset it")


def _confirmed(entries: QuerySet[AuditEntry]) -> Mapping[str, str]:
    """Return second factors that somebody confirmed, each with the name of its account."""
    return dict(entries.filter(verb=_CONFIRMED).values_list("subject", "details__username"))


def _marked(users: Iterable[User]) -> Mapping[str, str]:
    """Return the mark of the last password that the service stored for each account, by the account's subject."""
    subjects = [_subject(user.username) for user in users]
    rows = AuditEntry.objects.filter(subject__in=subjects, verb=_STORED).order_by("id")
    return dict(rows.values_list("subject", "details__mark"))


def _marks(user: User) -> list[str]:
    """Return marks of a stored password: by the present key, then by former ones."""
    row = f"password of {user.username}"
    return [digest[:16].hex() for digest in authentication.hashes_of(user.password, row=row)]


def _with_password() -> list[User]:
    accounts = _active().only("username", "password").order_by("username")
    return [user for user in accounts if user.has_usable_password()]


def _active() -> Any:
    return User.objects.filter(is_active=True, is_staff=True)


def _subject(username: str) -> str:
    return f"Staff:{username}"[:64]


def _fault(subject: str, sentence: str) -> Fault:
    return Fault(powers.UNEXPLAINED, subject, sentence)


for _source in (_superusers, _roles, _opened, _passwords, _second_factors):
    powers.watch(_source)
