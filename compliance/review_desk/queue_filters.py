"""Filters of the review queue beside its parts: platform, kind of customer, country, and flags.

Each is a condition on waiting verifications that an index or a look at the case's own few rows answers, so that a page
goes on reading the queue in its order.
"""

import dataclasses
import uuid
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal

from django.conf import settings
from django.db.models import BooleanField, Exists, F, Func, OuterRef, Q, QuerySet, Subquery, Sum, Value
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Coalesce

from compliance.models import (
    UNDECIDED,
    BeneficialOwner,
    CustomerType,
    Document,
    HitState,
    ListKind,
    Screening,
    ScreeningHit,
    ScreeningOutcome,
    Verification,
    VerificationStatus,
    VerificationStatusChange,
)
from compliance.review_desk import risk_flags
from compliance.verification import requirements

Rows = QuerySet[Verification]


@dataclasses.dataclass(frozen=True, slots=True)
class Filters:
    """What the queue is narrowed to; what is empty narrows nothing."""

    platform_id: uuid.UUID | None = None
    kind: str = ""
    """A CustomerType."""
    country: str = ""
    """Of nationality, address or incorporation, of the customer or an owner (ISO 3166-1 alpha-2)."""
    flag: str = ""
    """A key of FLAGS."""

    def narrow(self, rows: Rows) -> Rows:
        """Return the waiting verifications that fit all filters."""
        if self.platform_id is not None:
            rows = rows.filter(platform_id=self.platform_id)
        if self.kind:
            rows = rows.filter(customer__customer_type=self.kind)
        if self.country:
            rows = _narrow_to_countries(rows, [self.country])
        if self.flag in FLAGS:
            rows = FLAGS[self.flag](rows)
        return rows


def _narrow_to_countries(rows: Rows, codes: Sequence[str]) -> Rows:
    # As text: what is beside the encrypted values of these columns is not encrypted.
    nationality = KeyTextTransform("nationality", "personal_info")
    owners = BeneficialOwner.objects.filter(customer=OuterRef("customer")).annotate(place=nationality)
    places = rows.annotate(incorporated_in=KeyTextTransform("country", "customer__business_info"))
    return places.filter(
        Q(customer__nationality__in=codes)
        | Q(customer__address__country__in=codes)
        | Q(incorporated_in__in=codes)
        | Exists(owners.filter(place__in=codes))
    )


def _with_hit(kind: ListKind, *states: str) -> Callable[[Rows], Rows]:
    hits = ScreeningHit.objects.filter(customer=OuterRef("customer"), kind=kind, state__in=states or UNDECIDED)
    return lambda rows: rows.filter(Exists(hits))


def _unscreened(rows: Rows) -> Rows:
    runs = Screening.objects.filter(customer=OuterRef("customer")).order_by("-at", "-id")
    latest = rows.annotate(screened=Subquery(runs.values("outcome")[:1]))
    return latest.filter(Q(screened=None) | Q(screened=ScreeningOutcome.NOT_SCREENED))


def _in_high_risk_country(rows: Rows) -> Rows:
    return _narrow_to_countries(rows, sorted(settings.REVIEW_HIGH_RISK_COUNTRIES))


def _rejected_before(rows: Rows) -> Rows:
    others = Verification.objects.filter(
        platform=OuterRef("platform"), customer=OuterRef("customer"), status=VerificationStatus.REJECTED
    )
    return rows.filter(Exists(others))


def _with_copies(rows: Rows) -> Rows:
    """Narrow to those with a file that was sent for another customer, of whatever platform."""
    whose = Coalesce("customer", "beneficial_owner__customer")
    files = Document.objects.filter(deleted_at=None).annotate(whose=whose)
    elsewhere = files.filter(sha256=OuterRef("sha256")).exclude(whose=OuterRef("whose"))
    copied = files.filter(Exists(elsewhere))
    own = copied.filter(customer=OuterRef("customer"))
    of_owners = copied.filter(beneficial_owner__customer=OuterRef("customer"))
    return rows.filter(Exists(own) | Exists(of_owners))


def _submitted_often(rows: Rows) -> Rows:
    submissions = VerificationStatusChange.objects.filter(
        verification=OuterRef("pk"), cause="submission", to_status=VerificationStatus.IN_PROGRESS
    )
    # The one that makes it many: there are at most a few for each case.
    last = submissions.order_by("pk").values("pk")[risk_flags.MANY_SUBMISSIONS - 1 : risk_flags.MANY_SUBMISSIONS]
    return rows.annotate(often=Subquery(last)).exclude(often=None)


def _refused_before(rows: Rows) -> Rows:
    changes = VerificationStatusChange.objects.filter(verification=OuterRef("pk"), cause="review").annotate(
        is_of_document=Func(
            F("errors"),
            Value('$[*].resourceId ? (@ starts with "Document:")'),
            template="jsonb_path_exists(%(expressions)s)",
            arg_joiner=", ",
            output_field=BooleanField(),
        )
    )
    return rows.filter(Exists(changes.filter(is_of_document=True)))


def _without_owners(rows: Rows) -> Rows:
    shares = BeneficialOwner.objects.filter(customer=OuterRef("customer")).order_by().values("customer")
    owned = Coalesce(Subquery(shares.annotate(owned=Sum("ownership_percentage")).values("owned")), Value(Decimal(0)))
    businesses = rows.filter(customer__customer_type=CustomerType.BUSINESS).annotate(owned=owned)
    return businesses.filter(owned__lte=risk_flags.WHOLE - requirements.LARGE_SHARE)


FLAGS: Mapping[str, Callable[[Rows], Rows]] = {
    "Sanctions hit": _with_hit(ListKind.SANCTION),
    "Sanctions hit confirmed": _with_hit(ListKind.SANCTION, HitState.CONFIRMED),
    "Sanctions hit cleared": _with_hit(ListKind.SANCTION, HitState.CLEARED),
    "PEP hit": _with_hit(ListKind.PEP),
    "PEP hit confirmed": _with_hit(ListKind.PEP, HitState.CONFIRMED),
    "PEP hit accepted": _with_hit(ListKind.PEP, HitState.ACCEPTED),
    "PEP hit cleared": _with_hit(ListKind.PEP, HitState.CLEARED),
    "Not screened": _unscreened,
    "High-risk country": _in_high_risk_country,
    "Duplicate document": _with_copies,
    "Rejected before": _rejected_before,
    "Many attempts": _submitted_often,
    "Documents refused before": _refused_before,
    "Owners missing": _without_owners,
}
"""Word of the flag, as `risk_flags` writes it → what narrows the queue to it."""
