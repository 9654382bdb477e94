"""Completeness: compares a customer, its owners and their documents with the rule set, in one pass, without queries."""

import dataclasses
import datetime as dt
import importlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from compliance.models import (
    BeneficialOwner,
    Customer,
    CustomerType,
    Document,
    DocumentSide,
    DocumentType,
    VerificationErrorType,
)
from compliance.verification import requirements
from platforms.base import countries

Problem = dict[str, Any]
"""An entry of `errors`, as the API shows it. Holds no personal data."""


@dataclasses.dataclass(frozen=True, slots=True)
class Case:
    """The facts that a verification is based on. `documents` are those of the customer and of its owners."""

    customer: Customer
    owners: Sequence[BeneficialOwner]
    documents: Sequence[Document]
    findings: Sequence[Mapping[str, Any]] = ()
    """Earlier findings of reviewers: entries of `errors` with the time they were written, `at`."""


def evaluate(case: Case, *, today: dt.date) -> list[Problem]:
    """Return all that is missing or wrong, in a fixed order: facts, people, documents, findings of reviewers."""
    rules = _rules_of(case.customer)
    return [
        *_missing_facts(case.customer, rules),
        *_wrong_facts(case.customer, rules, today),
        *_people(case, rules, today),
        *_documents(case, rules),
        *({name: part for name, part in finding.items() if name != "at"} for finding in open_findings(case)),
    ]


def open_findings(case: Case) -> list[Mapping[str, Any]]:
    """Return the findings whose resource has not changed since the reviewer saw it."""
    return [finding for finding in case.findings if not _is_resolved(finding, case)]


def problem(
    resource_id: str,
    kind: VerificationErrorType,
    reason: str,
    *,
    field: str = "",
    accepted: Sequence[DocumentType] = (),
) -> Problem:
    """Return an entry of `errors`."""
    entry: Problem = {"resourceId": resource_id, "type": str(kind)}
    if field:
        entry["field"] = field
    if accepted:
        entry["acceptedDocumentTypes"] = [str(one) for one in accepted]
    return entry | {"reason": reason}


def is_of_documents(entry: Mapping[str, Any]) -> bool:
    """Tell whether an entry of `errors` is resolved by a document."""
    return "acceptedDocumentTypes" in entry or entry["resourceId"].startswith("Document:")


def age(born: dt.date, today: dt.date) -> int:
    """Return the full years since a day of birth."""
    return today.year - born.year - ((today.month, today.day) < (born.month, born.day))


def _rules_of(customer: Customer) -> requirements.RuleSet:
    if customer.customer_type == CustomerType.INDIVIDUAL:
        return requirements.for_individual()
    info = customer.business_info or {}
    return requirements.for_business(country=info.get("country", ""), entity_type=info.get("entityType", ""))


def _facts(customer: Customer) -> dict[str, Any]:
    return {
        "fullName": customer.full_name,
        "birthDate": customer.birth_date,
        "nationality": customer.nationality,
        "address": customer.address or {},
        "businessInfo": customer.business_info or {},
    }


def _missing_facts(customer: Customer, rules: requirements.RuleSet) -> Iterator[Problem]:
    facts = _facts(customer)
    for path in rules.fields:
        value: Any = facts
        for part in path.split("."):
            value = value.get(part) if isinstance(value, Mapping) else None
        has_none = path == "address.postalCode" and facts["address"].get("country") in countries.WITHOUT_POSTAL_CODES
        if not value and not has_none:
            kind = VerificationErrorType.MISSING_FIELD
            yield problem(
                customer.public_id,
                kind,
                f"The customer's {path} is missing: PATCH /customers/{{customerId}} takes it.",
                field=f"customer.{path}",
            )


def _wrong_facts(customer: Customer, rules: requirements.RuleSet, today: dt.date) -> Iterator[Problem]:
    kind = VerificationErrorType.INVALID_FIELD
    if customer.birth_date is not None and age(customer.birth_date, today) < requirements.ADULT_AGE:
        reason = f"The customer must be at least {requirements.ADULT_AGE} years old."
        yield problem(customer.public_id, kind, reason, field="customer.birthDate")
    tax_id = (customer.business_info or {}).get("taxId")
    if tax_id and rules.tax_id_formats and not any(_has_format(tax_id, name) for name in rules.tax_id_formats):
        known = ", ".join(name.rpartition(".")[2].upper() for name in rules.tax_id_formats)
        reason = f"This is not a tax number of the country of the business ({known})."
        yield problem(customer.public_id, kind, reason, field="customer.businessInfo.taxId")


def _has_format(number: str, module: str) -> bool:
    return bool(importlib.import_module(module).is_valid(number))


def _people(case: Case, rules: requirements.RuleSet, today: dt.date) -> Iterator[Problem]:
    roles = {role for owner in case.owners for role in owner.roles}
    if rules.control_roles and not rules.control_roles & roles:
        wanted = ", ".join(sorted(rules.control_roles))
        reason = f"A person who controls the business is missing: a beneficial owner with one of the roles {wanted}."
        yield problem(case.customer.public_id, VerificationErrorType.MISSING_BENEFICIAL_OWNER, reason)
    for owner in case.owners:
        if age(dt.date.fromisoformat(owner.personal_info["birthDate"]), today) < requirements.ADULT_AGE:
            reason = f"A beneficial owner must be at least {requirements.ADULT_AGE} years old."
            kind = VerificationErrorType.INVALID_FIELD
            yield problem(owner.public_id, kind, reason, field="beneficialOwner.personalInfo.birthDate")


def _documents(case: Case, rules: requirements.RuleSet) -> Iterator[Problem]:
    own = [document for document in case.documents if document.customer_id == case.customer.id]
    if rules.needs_identity_document:
        yield from _identity(case.customer.public_id, own)
    for owner in case.owners:
        if _must_prove_identity(owner, rules):
            yield from _identity(
                owner.public_id, [document for document in case.documents if document.beneficial_owner_id == owner.id]
            )
    held = {document.document_type for document in own}
    for need in rules.documents:
        if not held.intersection(need.accepted):
            yield problem(case.customer.public_id, need.error, need.reason, accepted=need.accepted)


def _must_prove_identity(owner: BeneficialOwner, rules: requirements.RuleSet) -> bool:
    return owner.ownership_percentage >= requirements.LARGE_SHARE or bool(rules.control_roles.intersection(owner.roles))


def _identity(holder_id: str, documents: Sequence[Document]) -> Iterator[Problem]:
    """Yield the problem unless one identity document is complete."""
    shown = [document for document in documents if document.document_type in requirements.IDENTITY]
    sides: dict[str, set[str | None]] = {}
    for document in shown:
        sides.setdefault(document.document_type, set()).add(document.side)
    both = set(DocumentSide.values)
    if any(kind not in requirements.TWO_SIDED or both <= seen for kind, seen in sides.items()):
        return
    if not shown:
        reason = "An identity document is missing."
        kind = VerificationErrorType.MISSING_IDENTITY_DOCUMENT
        yield problem(holder_id, kind, reason, accepted=requirements.IDENTITY)
        return
    newest = max(shown, key=lambda document: (document.created_at, document.id))
    lacking = " and ".join(side for side in DocumentSide.values if side not in sides[newest.document_type])
    yield problem(
        newest.public_id,
        VerificationErrorType.INCOMPLETE_DOCUMENT,
        f"Both sides of this document are needed. Missing: {lacking}.",
        field="side",
        accepted=(DocumentType(newest.document_type),),
    )


def _is_resolved(finding: Mapping[str, Any], case: Case) -> bool:
    found_at = dt.datetime.fromisoformat(finding["at"])
    resources: dict[str, Customer | BeneficialOwner | Document] = {case.customer.public_id: case.customer}
    resources |= {owner.public_id: owner for owner in case.owners}
    resources |= {document.public_id: document for document in case.documents}
    about = resources.get(finding["resourceId"])
    if about is None or about.updated_at > found_at:
        return True
    if finding["type"] == VerificationErrorType.MISSING_BENEFICIAL_OWNER:
        return any(owner.created_at > found_at for owner in case.owners)
    return any(document.created_at > found_at and _answers(document, about, finding) for document in case.documents)


def _answers(document: Document, about: Customer | BeneficialOwner | Document, finding: Mapping[str, Any]) -> bool:
    """Tell whether a later document answers a finding: of the kind that was refused, or an accepted one."""
    if not isinstance(about, Document):
        holder, same = about.public_id, False
    else:
        holder = about.holder_id
        same = (document.document_type, document.side) == (about.document_type, about.side)
    return document.holder_id == holder and (same or document.document_type in finding.get("acceptedDocumentTypes", ()))
