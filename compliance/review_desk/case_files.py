"""Case files: all facts that a reviewer's decision is based on, read at once, with a version that shows changes."""

import dataclasses
import functools
import hashlib
import uuid
from collections.abc import Collection, Iterable, Mapping, Sequence

from django.db.models import Q

from compliance import queries
from compliance.models import (
    BeneficialOwner,
    Customer,
    CustomerType,
    Document,
    ReviewAssignment,
    ReviewNote,
    Screening,
    ScreeningHit,
    Verification,
    VerificationStatusChange,
)
from platforms.base import identifiers
from platforms.database.rows import by_key
from platforms.models import Platform

_PARTS = ("verification", "customer", "beneficial owners", "documents", "screening hits", "notes")
"""The parts that a version consists of, in this order."""
_DIGITS = 12


@dataclasses.dataclass(frozen=True)
class CaseFile:
    """One verification with everything that belongs to it, oldest first."""

    verification: Verification
    customer: Customer
    owners: Sequence[BeneficialOwner]
    documents: Sequence[Document]
    hits: Sequence[ScreeningHit]
    notes: Sequence[ReviewNote]
    changes: Sequence[VerificationStatusChange]
    earlier: Sequence[Verification]
    """Other verifications of the same customer, newest first."""
    screening: Screening | None
    """The latest check."""
    assignment: ReviewAssignment | None
    copies: Collection[str]
    """Public identifiers of other customers with one of the same files."""

    @property
    def platform(self) -> Platform:
        """The platform of the customer."""
        platform: Platform = self.customer.platform
        return platform

    @property
    def assigned_to(self) -> str:
        """The user name of the assigned reviewer, or nothing."""
        return self.assignment.assigned_to if self.assignment else ""

    @property
    def is_escalated(self) -> bool:
        """Tell whether a lead reviewer is wanted."""
        return self.assignment is not None and self.assignment.escalated_at is not None

    @functools.cached_property
    def holders(self) -> Mapping[str, str]:
        """Names of the holders of documents and findings, by public identifier: the customer first."""
        own = self.customer.name or self.customer.public_id
        return {self.customer.public_id: own} | {owner.public_id: owner.full_name for owner in self.owners}

    @functools.cached_property
    def version(self) -> str:
        """A version string that changes whenever anything the decision is based on changes."""
        parts = (
            (f"{self.verification.status} {self.verification.updated_at.isoformat()}",),
            (f"{self.customer.status} {self.customer.updated_at.isoformat()}",),
            (f"{owner.id} {owner.updated_at.isoformat()}" for owner in self.owners),
            (f"{document.id} {document.updated_at.isoformat()}" for document in self.documents),
            (f"{hit.id} {hit.state}" for hit in self.hits),
            (f"{note.id}" for note in self.notes),
        )
        return "-".join(_digest(part) for part in parts)


def load(verification_id: uuid.UUID) -> CaseFile:
    """Return the case file of a verification; raises VerificationNotFound. Eight queries, nine for a business."""
    rows = Verification.objects.select_related("customer__platform", "assignment")
    verification: Verification | None = by_key(rows, verification_id)
    if verification is None:
        raise queries.VerificationNotFound
    customer = verification.customer
    is_business = customer.customer_type == CustomerType.BUSINESS
    owners = list(BeneficialOwner.objects.filter(customer=customer)) if is_business else []
    documents = _documents(customer, owners)
    contents = {customer.id: {bytes(document.sha256) for document in documents}}
    return CaseFile(
        verification=verification,
        customer=customer,
        owners=owners,
        documents=documents,
        hits=list(ScreeningHit.objects.select_related("screening").filter(customer=customer).order_by("id")),
        notes=list(ReviewNote.objects.filter(verification=verification).order_by("id")),
        changes=list(VerificationStatusChange.objects.filter(verification=verification)),
        earlier=list(customer.verifications.exclude(id=verification.id).order_by("-created_at", "-id")),
        screening=Screening.objects.filter(customer=customer).order_by("-at", "-id").first(),
        assignment=getattr(verification, "assignment", None),
        copies=copies(contents)[customer.id],
    )


def of_copy(file: CaseFile, other: Customer) -> CaseFile:
    """Return a case with another customer in place of its own, who shares a file with it. Two queries at most.

    For comparing: its facts and documents are the other customer's, all else is that of the case.
    """
    is_business = other.customer_type == CustomerType.BUSINESS
    owners = list(BeneficialOwner.objects.filter(customer=other)) if is_business else []
    return dataclasses.replace(file, customer=other, owners=owners, documents=_documents(other, owners))


def copies(contents: Mapping[uuid.UUID, Collection[bytes]]) -> Mapping[uuid.UUID, Collection[str]]:
    """Return, by customer, the other customers of any platform with one of the same files.

    `contents`: by customer the SHA-256 of its files and of its owners'. One query.
    """
    wanted = {digest for digests in contents.values() for digest in digests}
    rows = Document.objects.filter(sha256__in=wanted, deleted_at=None)
    senders: dict[bytes, set[uuid.UUID]] = {digest: set() for digest in wanted}
    for digest, customer_id, business_id in rows.values_list("sha256", "customer_id", "beneficial_owner__customer_id"):
        senders[bytes(digest)].add(customer_id or business_id)
    return {
        customer_id: sorted(
            identifiers.public("Customer", other)
            for other in set().union(*(senders[digest] for digest in digests)) - {customer_id}
        )
        for customer_id, digests in contents.items()
    }


def changed_parts(seen: str, current: str) -> list[str]:
    """Return the names of the parts that differ between two versions; all of them when `seen` is no version."""
    then, now = seen.split("-"), current.split("-")
    if len(then) != len(now):
        return list(_PARTS)
    return [name for name, old, new in zip(_PARTS, then, now, strict=True) if old != new]


def _documents(customer: Customer, owners: Sequence[BeneficialOwner]) -> list[Document]:
    holds = Q(customer=customer) | Q(beneficial_owner__in=[owner.id for owner in owners])
    return list(Document.objects.filter(holds, deleted_at=None).order_by("created_at", "id"))


def _digest(lines: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:_DIGITS]
