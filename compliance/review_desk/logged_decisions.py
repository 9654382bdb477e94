"""Decisions of people about identities in a period, as the audit log has them: who, what, and on what ground."""

import datetime as dt
import uuid
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from django.db.models import Q

from compliance.models import HandOpenedCase, ScreeningHit, VerificationStatusChange
from platforms.base import identifiers
from platforms.models import AuditEntry

VERBS = (
    *("verification.approve", "verification.reject", "verification.request_information", "verification.reopen"),
    *("screening_hit.resolve", "screening_hit.accept", "hand_opened_case.decide"),
)
_GROUNDS = ("state", "outcome", "sourceOfFunds", "reviewOn")
"""Details of the log that say what was decided and why in codes. Reasons in words are there as hashes alone."""


class Decision(NamedTuple):
    """A decision. Names no customer but by an identifier."""

    at: dt.datetime
    verb: str
    subject: str
    customer: str
    decided_by: str
    proposed_by: str
    """Empty where one person decides."""
    grounds: str


def of_period(*, platform_id: uuid.UUID | None, since: dt.datetime, until: dt.datetime) -> Iterator[Decision]:
    """Yield the decisions of one platform, or of all, from `since` on and before `until`, in their order."""
    subjects = _decided(platform_id, since, until)
    entries = AuditEntry.objects.filter(subject__in=subjects, verb__in=VERBS, actor_kind="STAFF").order_by("id")
    for entry in entries:
        # A case may have been decided in other periods too.
        if subjects[entry.subject][0] <= entry.at <= subjects[entry.subject][1]:
            details: Mapping[str, Any] = entry.details
            yield Decision(
                entry.at,
                entry.verb,
                entry.subject,
                str(details.get("customer", "")),
                entry.actor_id,
                str(details.get("proposedBy", "")),
                "; ".join(_grounds(details)),
            )


def _decided(
    platform_id: uuid.UUID | None, since: dt.datetime, until: dt.datetime
) -> dict[str, tuple[dt.datetime, dt.datetime]]:
    """Return by public identifier what people decided in a period, with the times of the first and last decision."""
    moments: dict[str, tuple[dt.datetime, dt.datetime]] = {}
    of_platform = Q(platform=platform_id) if platform_id else Q()
    of_verification = Q(verification__platform=platform_id) if platform_id else Q()
    changes = VerificationStatusChange.objects.filter(of_verification, at__gte=since, at__lt=until, actor_kind="STAFF")
    hits = ScreeningHit.objects.filter(of_platform, decided_at__gte=since, decided_at__lt=until)
    cases = HandOpenedCase.objects.filter(of_platform, decided_at__gte=since, decided_at__lt=until)
    times = [
        *(("Verification", key, at) for key, at in changes.values_list("verification_id", "at")),
        *(("ScreeningHit", key, at) for key, at in hits.values_list("pk", "decided_at")),
        *(("HandOpenedCase", key, at) for key, at in cases.values_list("pk", "decided_at")),
    ]
    for kind, key, at in times:
        name = identifiers.public(kind, key)
        first, last = moments.get(name, (at, at))
        moments[name] = min(first, at), max(last, at)
    return moments


def _grounds(details: Mapping[str, Any]) -> Iterator[str]:
    for name in _GROUNDS:
        if details.get(name):
            yield f"{name} {details[name]}"
    for ground in details.get("grounds") or ():
        yield str(ground)
