"""The account of a person whom the provider names: found, made or refused, with the roles that her groups have."""

import dataclasses
import enum
from collections.abc import Sequence

from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection

from config.sign_on.tokens import Person
from platforms import audit
from platforms.backoffice.sign_in import staff
from platforms.base import clock
from platforms.database.locks import Lock
from platforms.models import ProviderIdentity
from platforms.operations import staff_powers

_NOBODY = "?"
"""The audit log's subject for people who have no account."""


class Refusal(enum.StrEnum):
    """Why a person whom the provider names is not signed on."""

    NO_GROUP = "NO_GROUP"
    CLOSED = "CLOSED"
    SUPERUSER = "SUPERUSER"
    OTHER_ACCOUNT = "OTHER_ACCOUNT"
    NO_NAME = "NO_NAME"


@dataclasses.dataclass(frozen=True, slots=True)
class Outcome:
    """Whose account it is, or why nobody is signed on. Not an error: what is refused may have taken roles away."""

    user: User | None = None
    refusal: Refusal | None = None


def take(*, person: Person, request_id: str, now: clock.RealTime) -> Outcome:
    """Find or make the account of a person, and give it the roles of her groups, no more and no fewer.

    Requires a database transaction.
    """
    with connection.cursor() as cursor:
        Lock.TABLE.hold(cursor, ProviderIdentity._meta.db_table)
    actor = dataclasses.replace(audit.SYSTEM, request_id=request_id)
    found, refusal = _find(person)
    if found is not None and refusal is None:
        _give(found, person, actor=actor, now=now)
    if refusal is None and not _roles(person):
        refusal = Refusal.NO_GROUP
    if refusal is None and found is None:
        found, refusal = _make(person, actor=actor, now=now)
    name = found.get_username() if found is not None else _NOBODY
    subject = audit.Subject(None, staff.subject(name))
    if refusal is not None or found is None:
        audit.record(subject, "staff.sign_in_refused", actor=actor, now=now, why=refusal)
        return Outcome(refusal=refusal)
    _link(found, person, actor=actor, now=now)
    audit.record(
        subject, "staff.sign_in", actor=dataclasses.replace(actor, kind="STAFF", id=name[:64]), now=now, by="provider"
    )
    return Outcome(found)


def _find(person: Person) -> tuple[User | None, Refusal | None]:
    """Return the account of a person and why it can't be hers; two accounts of one person would undo four eyes."""
    identity = ProviderIdentity.objects.filter(issuer=settings.OIDC_ISSUER, subject=person.subject).first()
    accounts = User.objects.select_for_update().filter(is_staff=True)
    of_address = list(accounts.filter(email__iexact=person.email).order_by("id"))
    by_email = [user for user in of_address if user.is_active]
    if identity is None:
        found = by_email[0] if by_email else None
        taken = found and ProviderIdentity.objects.filter(username=found.username, issuer=settings.OIDC_ISSUER).exists()
    else:
        found = accounts.filter(username=identity.username).first()
        taken = bytes(identity.mark) not in staff_powers.marks_of_identity(identity)
    if taken or any(other != found for other in by_email):
        return found, Refusal.OTHER_ACCOUNT
    if found is not None and found.is_superuser:
        return found, Refusal.SUPERUSER
    # Whom administrators have shut out does not come back under another name.
    is_shut_out = bool(of_address) and not by_email if identity is None else found is None or not found.is_active
    if is_shut_out:
        return found, Refusal.CLOSED
    return found, None


def _make(person: Person, *, actor: audit.Actor, now: clock.RealTime) -> tuple[User | None, Refusal | None]:
    """Make an account that is named by its e-mail address, as far as that can be a name."""
    if staff.problems_of_name(person.email):
        return None, Refusal.NO_NAME
    user = User(username=person.email, email=person.email, is_staff=True, date_joined=now)
    user.set_unusable_password()
    user.save()
    audit.record(audit.Subject(None, staff.subject(user.username)), "staff.admit", actor=actor, now=now)
    _give(user, person, actor=actor, now=now)
    return user, None


def _give(user: User, person: Person, *, actor: audit.Actor, now: clock.RealTime) -> None:
    before, roles = sorted(user.groups.values_list("name", flat=True)), _roles(person)
    if before != roles:
        user.groups.set(staff.groups(roles))
        staff_powers.record_provided_roles(user.username, roles, before=before, actor=actor, now=now)


def _link(user: User, person: Person, *, actor: audit.Actor, now: clock.RealTime) -> None:
    """Keep who the person is at the provider: from now on the account is hers whatever her address."""
    identity = ProviderIdentity.objects.filter(username=user.username).first() or ProviderIdentity(
        username=user.username
    )
    if (identity.issuer, identity.subject) == (settings.OIDC_ISSUER, person.subject):
        return
    identity.issuer, identity.subject, identity.linked_at = settings.OIDC_ISSUER, person.subject, now
    identity.mark = staff_powers.marks_of_identity(identity)[0]
    identity.save()
    audit.record(
        audit.Subject(None, staff.subject(user.username)), "staff.link", actor=actor, now=now, to=identity.public_id
    )


def _roles(person: Person) -> Sequence[str]:
    return sorted({role for group in person.groups for role in settings.OIDC_ROLES.get(group, ())})
