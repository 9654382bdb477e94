"""Accounts of staff that nobody made, opened or armed as they stand: sources of the nightly check of the audit log.

The service's database role has to write passwords, second factors and whether an account is open. So a thief of its
connection can, and would sign in as somebody else. A mark of each stored password is in the audit log, made with a key
that is not in the database: a password without it was not stored by the service. Roles that the company's provider
gave, and the identity by which it names an account, have such marks too.
"""

import datetime as dt
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet

from platforms import audit
from platforms.base import clock
from platforms.encryption.seals import Fault
from platforms.http import authentication
from platforms.models import AuditEntry, ProviderIdentity, SecondFactor
from platforms.operations import powers

_PROVIDED = "staff.provide_roles"
ROLES = ("staff.invite", "staff.change_roles", _PROVIDED)
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


def record_provided_roles(
    username: str, roles: Collection[str], *, before: Collection[str], actor: audit.Actor, now: clock.RealTime
) -> None:
    """Note the roles that the provider gives an account from now on, with a mark, in the caller's transaction."""
    subject = audit.Subject(None, _subject(username))
    mark = _marks_of_roles(username, roles, now)[0]
    audit.record(subject, _PROVIDED, actor=actor, now=now, before=sorted(before), roles=sorted(roles), mark=mark)


def marks_of_identity(identity: ProviderIdentity) -> list[bytes]:
    """Return marks of an identity: by the present key, then by former ones."""
    return authentication.hashes_of(
        f"{identity.issuer} {identity.subject} is {identity.username}", row="provider identity"
    )


def renew_marks(*, now: clock.RealTime) -> None:
    """Note marks by the present key where a former one made them: the former one is given up some day.

    Each is a database transaction of its own.
    """
    for identity in ProviderIdentity.objects.order_by("id"):
        present, *former = marks_of_identity(identity)
        if bytes(identity.mark) in former:
            identity.mark = present
            identity.save(update_fields=["mark"])
    for entry in _last_of_roles().values():
        username, roles = entry.subject.partition(":")[2], entry.details.get("roles", [])
        if entry.details.get("mark") in _marks_of_roles(username, roles, entry.at)[1:]:
            with transaction.atomic():
                record_provided_roles(username, roles, before=roles, actor=audit.SYSTEM, now=now)
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
    held = {user.username: sorted(group.name for group in user.groups.all()) for user in accounts}
    given = _last_of_roles()
    for username, roles in sorted(held.items()):
        entry = given.get(_subject(username))
        if entry is None or entry.details.get("roles") != roles or not _is_given(username, entry):
            yield _fault(
                _subject(username), f"has roles that neither two people nor the provider gave it: {', '.join(roles)}"
            )


def _last_of_roles() -> Mapping[str, AuditEntry]:
    """Return the last row about the roles of each open account, by its subject."""
    subjects = [_subject(name) for name in _active().values_list("username", flat=True)]
    # By time: a copy of an older row, with its mark, comes before the newer one whatever its key.
    rows = AuditEntry.objects.filter(subject__in=subjects, verb__in=ROLES).order_by("at", "id")
    return {entry.subject: entry for entry in rows}


def _is_given(username: str, entry: AuditEntry) -> bool:
    if entry.verb != _PROVIDED:
        return bool(entry.details.get("proposedBy"))
    return entry.details.get("mark") in _marks_of_roles(username, entry.details["roles"], entry.at)


def _marks_of_roles(username: str, roles: Collection[str], at: dt.datetime) -> list[str]:
    """Return marks of roles given at a moment: by the present key, then by former ones."""
    text = f"{username} is {', '.join(sorted(roles))} from {at.astimezone(dt.UTC).isoformat()}"
    return [digest[:16].hex() for digest in authentication.hashes_of(text, row="provided roles")]


def _identities() -> Iterator[Fault]:
    for identity in ProviderIdentity.objects.order_by("id"):
        if bytes(identity.mark) not in marks_of_identity(identity):
            yield _fault(identity.public_id, f"names who {identity.username} is, and no sign-on has made it")


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


for _source in (_superusers, _roles, _identities, _opened, _passwords, _second_factors):
    powers.watch(_source)
