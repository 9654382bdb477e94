"""Permissions of reviewers, and the clock of their decisions."""

import datetime as dt
import uuid

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import Q, QuerySet
from django.http import HttpRequest

from compliance import queries
from compliance.models import ScreeningHit, Verification
from compliance.review_desk import screening_hits
from platforms.backoffice import actions
from platforms.backoffice.actions import Action, Role
from platforms.database.rows import by_key

REVIEWERS = (Role.REVIEWER, Role.LEAD_REVIEWER)


READ = Action("verification.read", title="Read the file of a case", roles=REVIEWERS)
CLAIM = Action("verification.claim", title="Claim a case", roles=REVIEWERS)
READ_DOCUMENT = Action("document.read", title="Read the content of a document", roles=REVIEWERS)

READ_PAYMENTS = Action(
    "customer.read_payments", title="Read accounts and payments of the customer of a case, in sum", roles=REVIEWERS
)


def is_lead(request: HttpRequest) -> bool:
    """Tell whether the person is a lead reviewer, who handles cases of others and escalated ones."""
    return actions.has_role(request.user, [Role.LEAD_REVIEWER])


def person(request: HttpRequest) -> str:
    """Return the name under which cases are assigned to the signed-in person."""
    assert isinstance(request.user, User | AnonymousUser)
    return request.user.get_username()[:64]


def platform_time(verification_id: uuid.UUID) -> dt.datetime:
    """Return the time of the platform that a verification belongs to; raises VerificationNotFound."""
    rows = Verification.objects.filter(id=verification_id).select_related("platform")
    verification: Verification | None = rows.first()
    if verification is None:
        raise queries.VerificationNotFound
    now: dt.datetime = verification.platform.now()
    return now


def hit_time(hit_id: uuid.UUID) -> dt.datetime:
    """Return the time of the platform whose customer a screening hit is about; raises HitNotFound."""
    hit: ScreeningHit | None = by_key(ScreeningHit.objects.select_related("platform"), hit_id)
    if hit is None:
        raise screening_hits.HitNotFound
    now: dt.datetime = hit.platform.now()
    return now


def people() -> QuerySet[User]:
    """Return the people who may decide about cases."""
    return _staff().filter(Q(is_superuser=True) | Q(groups__name__in=[role.value for role in REVIEWERS]))


def leads() -> QuerySet[User]:
    """Return the lead reviewers."""
    return _staff().filter(Q(is_superuser=True) | Q(groups__name=Role.LEAD_REVIEWER.value))


def _staff() -> QuerySet[User]:
    return User.objects.filter(is_active=True, is_staff=True)


def reviewers() -> list[tuple[str, str]]:
    """Return the people to whom a case can be reassigned, for a choice."""
    names = _staff().filter(groups__name__in=[role.value for role in REVIEWERS])
    found = names.order_by("username").values_list("username", "first_name", "last_name").distinct()
    return [(name[:64], " ".join(filter(None, (first, last))) or name) for name, first, last in found]
