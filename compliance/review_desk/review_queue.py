"""The review queue: waiting verifications, oldest first, with their risk flags.

A page costs the same number of queries however long the queue is: nothing is counted to its end, and every filter
either follows an index in the order of the queue or begins with the few matching rows.
"""

import dataclasses
import datetime as dt
import enum
import uuid
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.db.models import Q, QuerySet

from compliance.models import (
    BeneficialOwner,
    Customer,
    CustomerType,
    Document,
    ReviewAssignment,
    Screening,
    ScreeningHit,
    Verification,
    VerificationErrorType,
    VerificationStatus,
    VerificationStatusChange,
)
from compliance.review_desk import case_files
from compliance.review_desk import risk_flags as flags
from compliance.review_desk.queue_filters import Filters
from platforms.base import clock
from platforms.models import Platform

PAGE = 50
_FEW = 1000
"""Limit for one person's cases and for escalated ones: more are not shown."""
MANY = 100
"""Limit of the counts beside the filters."""
_NONE = Filters()


class Part(enum.StrEnum):
    """A filter of the queue."""

    ALL = "all"
    MINE = "mine"
    UNASSIGNED = "unassigned"
    OVERDUE = "overdue"
    ESCALATED = "escalated"


@dataclasses.dataclass(frozen=True)
class Line:
    """One waiting verification."""

    verification: Verification
    assigned_to: str
    is_escalated: bool
    waited: dt.timedelta
    """By the platform's clock."""
    flags: Sequence[flags.Flag]

    @property
    def is_overdue(self) -> bool:
        """Tell whether it has waited longer than the target time."""
        return self.waited > target()

    @property
    def name(self) -> str:
        """The customer's name."""
        return name_of(self.verification.customer)


@dataclasses.dataclass(frozen=True)
class Page:
    """Some lines, and the position of the next page."""

    lines: Sequence[Line]
    following: str
    """Empty at the end."""


def target() -> dt.timedelta:
    """Return how long a verification may wait."""
    return dt.timedelta(hours=settings.REVIEW_TARGET_HOURS)


def page(*, part: Part, person: str, filters: Filters = _NONE, after: str = "") -> Page:
    """Return the next lines of a part of the queue; `after` is the position from the page before, or empty."""
    rows = filters.narrow(_narrowed(part, person=person))
    rows_and_next = list(
        _following(rows, after)
        .select_related("customer__platform", "assignment")
        .order_by("submitted_at", "id")[: PAGE + 1]
    )
    shown = rows_and_next[:PAGE]
    following = _mark(shown[-1]) if len(rows_and_next) > PAGE else ""
    flags_of = _flags(shown)
    return Page([_line(row, flags_of[row.id]) for row in shown], following)


def counts(*, person: str, filters: Filters = _NONE) -> dict[Part, int]:
    """Return the number of verifications in each part that fit the filters, up to MANY."""
    return {part: len(filters.narrow(_narrowed(part, person=person)).values_list("id")[:MANY]) for part in Part}


def flags_of(file: case_files.CaseFile) -> list[flags.Flag]:
    """Return the flags of a single case."""
    facts = _facts(
        customer=file.customer,
        owners=[(owner.ownership_percentage, owner.personal_info.get("nationality")) for owner in file.owners],
        hits=[flags.Hit(hit.kind, hit.state, hit.score) for hit in file.hits],
        screening=file.screening.outcome if file.screening else "",
        changes=[(change.cause, change.to_status, change.errors) for change in file.changes],
        was_rejected=any(other.status == VerificationStatus.REJECTED for other in file.earlier),
        copies=file.copies,
    )
    return flags.of(facts, high_risk=settings.REVIEW_HIGH_RISK_COUNTRIES)


def name_of(customer: Customer) -> str:
    """Return the name of a customer of either type."""
    return customer.name or "no name"


def _narrowed(part: Part, *, person: str) -> QuerySet[Verification]:
    # A customer who was deleted meanwhile needs no decision.
    rows: QuerySet[Verification] = Verification.objects.filter(
        status=VerificationStatus.PENDING_MANUAL_REVIEW, customer__deleted_at=None
    )
    if part == Part.MINE:
        return rows.filter(id__in=_keys(ReviewAssignment.objects.filter(assigned_to=person)))
    if part == Part.ESCALATED:
        return rows.filter(id__in=_keys(ReviewAssignment.objects.filter(escalated_at__isnull=False)))
    if part == Part.UNASSIGNED:
        return rows.filter(Q(assignment=None) | Q(assignment__assigned_to=""))
    if part == Part.OVERDUE:
        return rows.filter(_overdue())
    return rows


def _keys(rows: QuerySet[ReviewAssignment]) -> list[uuid.UUID]:
    return list(rows.values_list("verification_id", flat=True)[:_FEW])


def _overdue() -> Q:
    """Return the condition, also for platforms whose clock runs ahead: only sandboxes, and they are few."""
    limit = clock.real_now() - target()
    ahead = dict(Platform.objects.exclude(clock_offset=dt.timedelta()).values_list("id", "clock_offset"))
    if not ahead:
        return Q(submitted_at__lt=limit)
    late = Q(submitted_at__lt=limit) & ~Q(platform_id__in=ahead)
    for key, offset in ahead.items():
        late |= Q(platform_id=key, submitted_at__lt=limit + offset)
    return late & Q(submitted_at__lt=limit + max(ahead.values()))


def _following(rows: QuerySet[Verification], after: str) -> QuerySet[Verification]:
    moment, _, key = after.partition("_")
    try:
        submitted_at, last = dt.datetime.fromisoformat(moment), uuid.UUID(key)
    except ValueError:
        return rows
    return rows.filter(Q(submitted_at__gt=submitted_at) | Q(id__gt=last), submitted_at__gte=submitted_at)


def _mark(row: Verification) -> str:
    assert row.submitted_at is not None
    return f"{clock.iso(row.submitted_at)}_{row.id}"


def _line(row: Verification, found: Sequence[flags.Flag]) -> Line:
    assignment: ReviewAssignment | None = getattr(row, "assignment", None)
    since = row.submitted_at or row.created_at
    return Line(
        verification=row,
        assigned_to=assignment.assigned_to if assignment else "",
        is_escalated=bool(assignment and assignment.escalated_at),
        waited=row.customer.platform.now() - since,
        flags=found,
    )


def _flags(rows: Sequence[Verification]) -> Mapping[uuid.UUID, list[flags.Flag]]:
    """Return the flags of the verifications of a page: seven queries."""
    customers = [row.customer_id for row in rows]
    hits, changes, owners = defaultdict(list), defaultdict(list), defaultdict(list)
    for customer, *hit in ScreeningHit.objects.filter(customer__in=customers).values_list(
        "customer_id", "kind", "state", "score"
    ):
        hits[customer].append(flags.Hit(*hit))
    for verification, *change in VerificationStatusChange.objects.filter(verification__in=rows).values_list(
        "verification_id", "cause", "to_status", "errors"
    ):
        changes[verification].append(change)
    shares = BeneficialOwner.objects.filter(customer__in=customers)
    business_of = {}
    for key, customer, *owner in shares.values_list(
        "id", "customer_id", "ownership_percentage", "personal_info__nationality"
    ):
        owners[customer].append(owner)
        business_of[key] = customer
    copies = case_files.copies(_contents(customers, business_of))
    runs = (
        Screening.objects.filter(customer__in=customers).order_by("customer_id", "-at", "-id").distinct("customer_id")
    )
    screening = dict(runs.values_list("customer_id", "outcome"))
    platforms = {row.platform_id for row in rows}  # the index leads with it
    others = Verification.objects.filter(
        platform__in=platforms, customer__in=customers, status=VerificationStatus.REJECTED
    )
    rejected = set(others.values_list("customer_id", flat=True))
    return {
        row.id: flags.of(
            _facts(
                customer=row.customer,
                owners=owners[row.customer_id],
                hits=hits[row.customer_id],
                screening=screening.get(row.customer_id, ""),
                changes=changes[row.id],
                was_rejected=row.customer_id in rejected,
                copies=copies[row.customer_id],
            ),
            high_risk=settings.REVIEW_HIGH_RISK_COUNTRIES,
        )
        for row in rows
    }


def _contents(
    customers: Sequence[uuid.UUID], business_of: Mapping[uuid.UUID, uuid.UUID]
) -> Mapping[uuid.UUID, set[bytes]]:
    """Return by customer the hashes of all its files. `business_of`: beneficial owner → customer."""
    found: dict[uuid.UUID, set[bytes]] = {customer: set() for customer in customers}
    holds = Q(customer__in=customers) | Q(beneficial_owner__in=list(business_of))
    rows = Document.objects.filter(holds, deleted_at=None)
    for customer, owner, digest in rows.values_list("customer_id", "beneficial_owner_id", "sha256"):
        found[customer or business_of[owner]].add(bytes(digest))
    return found


def _facts(
    *,
    customer: Customer,
    owners: Iterable[Sequence[Any]],
    hits: Sequence[flags.Hit],
    screening: str,
    changes: Iterable[Sequence[Any]],
    was_rejected: bool,
    copies: Collection[str],
) -> flags.Facts:
    owners, changes = list(owners), list(changes)
    info = customer.business_info or {}
    places = [customer.nationality, (customer.address or {}).get("country"), info.get("country")]
    return flags.Facts(
        is_business=customer.customer_type == CustomerType.BUSINESS,
        countries={place for place in (*places, *(nationality for _, nationality in owners)) if place},
        hits=hits,
        screening=screening,
        submissions=sum(
            cause == "submission" and status == VerificationStatus.IN_PROGRESS for cause, status, _ in changes
        ),
        was_rejected=was_rejected,
        refused_documents=_refused(errors for cause, _, errors in changes if cause == "review"),
        copies=copies,
        owned=sum((share for share, _ in owners), Decimal(0)),
    )


def _refused(found: Iterable[Sequence[Mapping[str, Any]]]) -> Collection[str]:
    kinds = {str(error["type"]) for errors in found for error in errors if error["resourceId"].startswith("Document:")}
    return kinds & set(VerificationErrorType.values)
