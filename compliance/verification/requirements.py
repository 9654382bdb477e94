"""The rule set: what a customer must provide, by kind, country and legal form. Data only; `completeness` reads it.

`for_individual` and `for_business` start from a default and apply the changes of the legal form, then those of the
country, then those of that form in that country. A new rule is a new row here.
"""

import dataclasses
import functools
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from compliance.models.business import EntityType, OwnerRole
from compliance.models.document import DocumentType
from compliance.models.verification import VerificationErrorType

ADULT_AGE = 18
LARGE_SHARE = Decimal(25)
"""Share of an owner, in per cent, from which they must prove their identity."""
IDENTITY = (DocumentType.PASSPORT, DocumentType.DRIVERS_LICENSE, DocumentType.NATIONAL_ID)
TWO_SIDED = frozenset({DocumentType.DRIVERS_LICENSE, DocumentType.NATIONAL_ID})
"""Types with FRONT and BACK; of a passport one picture is enough."""


@dataclasses.dataclass(frozen=True, slots=True)
class DocumentNeed:
    """One document of the accepted types; the same document may serve several needs."""

    error: VerificationErrorType
    accepted: tuple[DocumentType, ...]
    reason: str


@dataclasses.dataclass(frozen=True, slots=True)
class RuleSet:
    """The requirements for one kind of customer."""

    fields: tuple[str, ...]
    """Dotted paths below `customer`."""
    documents: tuple[DocumentNeed, ...] = ()
    needs_identity_document: bool = False
    """The customer itself must provide an identity document: individuals."""
    control_roles: frozenset[OwnerRole] = frozenset()
    """At least one person with one of these roles must be recorded; empty: nobody."""
    tax_id_formats: tuple[str, ...] = ()
    """Modules of the library of number formats, one of which must accept `taxId`; empty: any text."""


_LEGAL_PRESENCE = DocumentNeed(
    VerificationErrorType.MISSING_LEGAL_PRESENCE_DOCUMENT,
    (
        DocumentType.CERTIFICATE_OF_INCORPORATION,
        DocumentType.ARTICLES_OF_INCORPORATION,
        DocumentType.ARTICLES_OF_ASSOCIATION,
        DocumentType.STATE_REGISTRY_EXCERPT,
    ),
    "A document that shows that the business legally exists is missing.",
)
_COMPANY_DETAILS = DocumentNeed(
    VerificationErrorType.MISSING_COMPANY_DETAILS_DOCUMENT,
    (
        DocumentType.INFORMATION_STATEMENT,
        DocumentType.STATE_REGISTRY_EXCERPT,
        DocumentType.ARTICLES_OF_INCORPORATION,
        DocumentType.ARTICLES_OF_ASSOCIATION,
        DocumentType.CERTIFICATE_OF_INCORPORATION,
        DocumentType.INCUMBENCY_CERTIFICATE,
        DocumentType.GOOD_STANDING_CERTIFICATE,
    ),
    "A document with the details of the business is missing.",
)
_CONTROL_STRUCTURE = DocumentNeed(
    VerificationErrorType.MISSING_CONTROL_STRUCTURE_DOCUMENT,
    (
        DocumentType.ARTICLES_OF_INCORPORATION,
        DocumentType.ARTICLES_OF_ASSOCIATION,
        DocumentType.INCUMBENCY_CERTIFICATE,
        DocumentType.INFORMATION_STATEMENT,
        DocumentType.STATE_REGISTRY_EXCERPT,
    ),
    "A document that shows who controls the business is missing.",
)
_OWNERSHIP_STRUCTURE = DocumentNeed(
    VerificationErrorType.MISSING_OWNERSHIP_STRUCTURE_DOCUMENT,
    (
        DocumentType.SHAREHOLDER_REGISTER,
        DocumentType.INFORMATION_STATEMENT,
        DocumentType.INCUMBENCY_CERTIFICATE,
        DocumentType.STATE_REGISTRY_EXCERPT,
        DocumentType.ARTICLES_OF_INCORPORATION,
        DocumentType.ARTICLES_OF_ASSOCIATION,
    ),
    "A document that shows who owns the business is missing.",
)
_PROOF_OF_ADDRESS = DocumentNeed(
    VerificationErrorType.MISSING_PROOF_OF_ADDRESS_DOCUMENT,
    (DocumentType.PROOF_OF_ADDRESS,),
    "A proof of the address of the business is missing.",
)
_ADDRESS = ("address.line1", "address.postalCode", "address.country")

_INDIVIDUAL = RuleSet(fields=("fullName", "birthDate", "nationality", *_ADDRESS), needs_identity_document=True)
_BUSINESS = RuleSet(
    fields=(
        "businessInfo.legalName",
        "businessInfo.country",
        "businessInfo.registrationNumber",
        "businessInfo.taxId",
        "businessInfo.incorporatedOn",
        "businessInfo.entityType",
        *_ADDRESS,
    ),
    documents=(_LEGAL_PRESENCE, _COMPANY_DETAILS, _CONTROL_STRUCTURE, _OWNERSHIP_STRUCTURE, _PROOF_OF_ADDRESS),
    control_roles=frozenset({OwnerRole.CONTROL_PERSON, OwnerRole.DIRECTOR}),
)
_Changes = Mapping[str, Any]
_BY_ENTITY_TYPE: Mapping[str, _Changes] = {
    # One person owns and controls it, and there are no articles that would say so.
    EntityType.SOLE_PROPRIETORSHIP: {
        "documents": (_LEGAL_PRESENCE, _COMPANY_DETAILS, _PROOF_OF_ADDRESS),
        "control_roles": _BUSINESS.control_roles | {OwnerRole.UBO},
    },
    EntityType.PARTNERSHIP: {"control_roles": _BUSINESS.control_roles | {OwnerRole.GENERAL_PARTNER}},
    # Nobody owns it.
    EntityType.NON_PROFIT: {
        "documents": (_LEGAL_PRESENCE, _COMPANY_DETAILS, _CONTROL_STRUCTURE, _PROOF_OF_ADDRESS),
        "control_roles": _BUSINESS.control_roles | {OwnerRole.TRUSTEE},
    },
    # Trusts among them.
    EntityType.OTHER: {"control_roles": _BUSINESS.control_roles | {OwnerRole.TRUSTEE}},
}
_BY_COUNTRY: Mapping[str, _Changes] = {
    "BR": {"tax_id_formats": ("stdnum.br.cnpj",)},
    "US": {"tax_id_formats": ("stdnum.us.ein",)},
}
_BY_BOTH: Mapping[tuple[str, str], _Changes] = {
    # A business without employees may use its owner's number.
    ("US", EntityType.SOLE_PROPRIETORSHIP): {"tax_id_formats": ("stdnum.us.ein", "stdnum.us.ssn", "stdnum.us.itin")},
}


def for_individual() -> RuleSet:
    """Return what an individual needs: the same in every country."""
    return _INDIVIDUAL


@functools.lru_cache(maxsize=1024)
def for_business(*, country: str, entity_type: str) -> RuleSet:
    """Return what a business needs; `country` and `entity_type` may be empty when not known yet."""
    changes: dict[str, Any] = {}
    for layer in (
        _BY_ENTITY_TYPE.get(entity_type, {}),
        _BY_COUNTRY.get(country, {}),
        _BY_BOTH.get((country, entity_type), {}),
    ):
        changes |= layer
    return dataclasses.replace(_BUSINESS, **changes)
