"""All that the file of a customer tells, read at once: a fixed number of queries, whatever it holds."""

import dataclasses
import functools
from collections.abc import Mapping, Sequence

from django.db.models import Q

from compliance.models import (
    BeneficialOwner,
    BeneficialOwnerStatusChange,
    Customer,
    CustomerStatusChange,
    Document,
    FormerUmaAddress,
    HandOpenedCase,
    RetiredFile,
    ReviewApproval,
    ReviewNote,
    RuleFlag,
    Screening,
    ScreeningHit,
    ScreeningListVersion,
    Verification,
    VerificationStatusChange,
)
from compliance.review_desk import rules
from platforms.models import AuditCheckRun, AuditEntry, AuditSeal, Note
from platforms.operations import audit_seals
from webhooks.outbox import told

MOST = 5000
"""Rows of the audit log, and events: of more the newest, and the file says so."""


@dataclasses.dataclass(frozen=True)
class Material:
    """Everything about one customer, oldest first."""

    customer: Customer
    owners: Sequence[BeneficialOwner]
    owner_changes: Sequence[BeneficialOwnerStatusChange]
    changes: Sequence[CustomerStatusChange]
    former_addresses: Sequence[FormerUmaAddress]
    documents: Sequence[Document]
    """Deleted ones too."""
    retired_files: Sequence[RetiredFile]
    verifications: Sequence[Verification]
    steps: Sequence[VerificationStatusChange]
    approvals: Sequence[ReviewApproval]
    screenings: Sequence[Screening]
    hits: Sequence[ScreeningHit]
    review_notes: Sequence[ReviewNote]
    notes: Sequence[Note]
    cases: Sequence[HandOpenedCase]
    entries: Sequence[AuditEntry]
    """Of the audit log: about the customer and everything here."""
    events: Sequence[told.Told]
    lists: Sequence[ScreeningListVersion]
    """The editions in use now."""
    rules: Mapping[RuleFlag, rules.Rule]
    seal: AuditSeal | None
    check: AuditCheckRun | None

    @functools.cached_property
    def holders(self) -> Mapping[str, str]:
        """Names by public identifier: of the customer, the owners, and what the documents are."""
        own = self.customer.name or self.customer.public_id
        return {self.customer.public_id: own} | {owner.public_id: owner.full_name for owner in self.owners}

    @functools.cached_property
    def proofs(self) -> Mapping[str, str]:
        """Hashes of reasons in the audit log, by the row that has the reason."""
        return {
            entry.details["reasonIn"]: entry.details["reasonSha256"]
            for entry in self.entries
            if "reasonIn" in entry.details
        }

    def said_of(self, *verbs: str) -> list[AuditEntry]:
        """Return the rows of the audit log with verbs that begin so."""
        return [entry for entry in self.entries if entry.verb.startswith(verbs)]


def read(customer: Customer) -> Material:
    """Return what there is about a customer, whose platform is loaded: 21 queries."""
    owners = list(BeneficialOwner.objects.filter(customer=customer))
    keys = [owner.pk for owner in owners]
    held = Q(customer=customer) | Q(beneficial_owner__in=keys)
    documents = list(Document.objects.filter(held).order_by("created_at", "id"))
    verifications = list(Verification.objects.filter(customer=customer).order_by("created_at", "id"))
    hits = list(ScreeningHit.objects.select_related("screening").filter(customer=customer).order_by("id"))
    cases = list(HandOpenedCase.objects.filter(customer=customer).order_by("id"))
    of_verifications = {"verification__in": [row.pk for row in verifications]}
    rows = (customer, *owners, *documents, *verifications, *hits, *cases)
    return Material(
        customer=customer,
        owners=owners,
        owner_changes=list(BeneficialOwnerStatusChange.objects.filter(beneficial_owner__in=keys)),
        changes=list(CustomerStatusChange.objects.filter(customer=customer)),
        former_addresses=list(FormerUmaAddress.objects.filter(customer=customer).order_by("id")),
        documents=documents,
        retired_files=list(RetiredFile.objects.filter(document__in=[row.pk for row in documents]).order_by("id")),
        verifications=verifications,
        steps=list(VerificationStatusChange.objects.filter(**of_verifications)),
        approvals=list(ReviewApproval.objects.filter(**of_verifications).order_by("id")),
        screenings=list(Screening.objects.filter(customer=customer).order_by("at", "id")),
        hits=hits,
        review_notes=list(ReviewNote.objects.filter(**of_verifications).order_by("id")),
        notes=list(Note.objects.filter(subject=customer.public_id).order_by("id")),
        cases=cases,
        entries=_entries([row.public_id for row in rows]),
        events=told.newest([row.public_id for row in (customer, *owners, *verifications)], most=MOST),
        lists=list(ScreeningListVersion.objects.filter(is_current=True).order_by("name")),
        rules=rules.in_force(customer.platform_id),
        seal=audit_seals.LOG.last(),
        check=AuditCheckRun.objects.order_by("-id").first(),
    )


def _entries(subjects: Sequence[str]) -> list[AuditEntry]:
    rows = AuditEntry.objects.filter(subject__in=subjects).order_by("-id")
    return list(rows[:MOST])[::-1]
