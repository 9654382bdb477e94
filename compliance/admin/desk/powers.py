"""What reviewers may do, declared once."""

import datetime as dt
import uuid

from django.contrib.auth.models import AnonymousUser, User
from django.http import HttpRequest

from compliance import queries
from compliance.models import ScreeningHit, Verification
from compliance.operations import reviews, screening_hits
from platforms import audit
from platforms.backoffice import verbs
from platforms.backoffice.verbs import Role

_REVIEWERS = (Role.REVIEWER, Role.LEAD_REVIEWER)


def _reopen(*, actor: audit.Actor, now: dt.datetime, reason: str, verification_id: str) -> Verification:
    """Carry out what two people want: by the platform's clock, as every decision."""
    key = uuid.UUID(verification_id)
    return reviews.reopen(verification_id=key, reason=reason, actor=actor, now=platform_time(key))


READ = verbs.declare("verification.read", title="Read the file of a case", roles=_REVIEWERS)
CLAIM = verbs.declare("verification.claim", title="Claim a case", roles=_REVIEWERS)
RELEASE = verbs.declare("verification.release", title="Give a case back", roles=_REVIEWERS)
APPROVE = verbs.declare("verification.approve", title="Approve", roles=_REVIEWERS)
REJECT = verbs.declare("verification.reject", title="Reject", roles=_REVIEWERS)
ASK = verbs.declare("verification.request_information", title="Ask for more", roles=_REVIEWERS)
ESCALATE = verbs.declare("verification.escalate", title="Escalate to a lead reviewer", roles=_REVIEWERS)
NOTE = verbs.declare("verification.note", title="Write a note", roles=_REVIEWERS)
REASSIGN = verbs.declare("verification.reassign", title="Hand a case over", roles=[Role.LEAD_REVIEWER])
REOPEN = verbs.declare(
    "verification.reopen",
    title="Reopen a rejected verification",
    roles=_REVIEWERS,
    perform=_reopen,
    needs_second_person=True,
)
RESOLVE_HIT = verbs.declare("screening_hit.resolve", title="Decide a screening hit", roles=_REVIEWERS)
READ_DOCUMENT = verbs.declare("document.read", title="Read the content of a document", roles=_REVIEWERS)


def is_lead(request: HttpRequest) -> bool:
    """Tell whether the person leads reviewers: sees to the cases of others, and to those that were escalated."""
    return verbs.may(request.user, REASSIGN)


def person(request: HttpRequest) -> str:
    """Return the name under which cases are assigned to the person who is signed in."""
    assert isinstance(request.user, User | AnonymousUser)
    return request.user.get_username()[:64]


def platform_time(verification_id: uuid.UUID) -> dt.datetime:
    """Return the present by the clock of the platform whose verification it is; raises VerificationNotFound."""
    rows = Verification.objects.filter(id=verification_id).select_related("platform")
    verification: Verification | None = rows.first()
    if verification is None:
        raise queries.VerificationNotFound
    now: dt.datetime = verification.platform.now()
    return now


def hit_time(hit_id: uuid.UUID) -> dt.datetime:
    """Return the present by the clock of the platform whose customer a screening hit is about; raises HitNotFound."""
    hit: ScreeningHit | None = ScreeningHit.objects.filter(id=hit_id).select_related("platform").first()
    if hit is None:
        raise screening_hits.HitNotFound
    now: dt.datetime = hit.platform.now()
    return now


def reviewers() -> list[tuple[str, str]]:
    """Return whom a case can be handed to, for a choice."""
    names = User.objects.filter(is_active=True, is_staff=True, groups__name__in=[role.value for role in _REVIEWERS])
    found = names.order_by("username").values_list("username", "first_name", "last_name").distinct()
    return [(name[:64], " ".join(filter(None, (first, last))) or name) for name, first, last in found]
