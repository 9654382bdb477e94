"""Filters of the review queue beside its parts: platform, kind of customer, country, and flags.

Each is a condition on waiting verifications that an index or a look at the case's own few rows answers, so that a page
goes on reading the queue in its order. Flags that need the documents or the whole history can't be asked for.
"""

import dataclasses
import uuid
from collections.abc import Callable, Mapping, Sequence

from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.fields.json import KeyTextTransform

from compliance.models import (
    UNDECIDED,
    BeneficialOwner,
    ListKind,
    Screening,
    ScreeningHit,
    ScreeningOutcome,
    Verification,
    VerificationStatus,
)

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


def _with_hit(kind: ListKind) -> Callable[[Rows], Rows]:
    hits = ScreeningHit.objects.filter(customer=OuterRef("customer"), kind=kind, state__in=UNDECIDED)
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


FLAGS: Mapping[str, Callable[[Rows], Rows]] = {
    "Sanctions hit": _with_hit(ListKind.SANCTION),
    "PEP hit": _with_hit(ListKind.PEP),
    "Not screened": _unscreened,
    "High-risk country": _in_high_risk_country,
    "Rejected before": _rejected_before,
}
"""Word of the flag, as `risk_flags` writes it → what narrows the queue to it."""
