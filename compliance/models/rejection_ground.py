"""Grounds for the rejection of a customer: what reviewers choose, and what the platform hears of each."""

import dataclasses
from collections.abc import Mapping
from types import MappingProxyType

from django.db import models

from compliance.models.verification import VerificationErrorType

_TYPE = VerificationErrorType
NOT_PASSED = "The identity check was not passed."
"""What a platform reads of a ground that is not told: no personal data, and no hint for a fraudster."""


class RejectionGround(models.TextChoices):
    """Why a person or a business was rejected."""

    SANCTIONED = "SANCTIONED", "On a list of sanctions"
    EXPOSED = "EXPOSED", "Politically exposed, not accepted"
    FORGED_DOCUMENT = "FORGED_DOCUMENT", "Forged or altered document"
    STOLEN_IDENTITY = "STOLEN_IDENTITY", "Identity of somebody else"
    FALSE_STATEMENTS = "FALSE_STATEMENTS", "False statements"
    CRIMINAL_RECORD = "CRIMINAL_RECORD", "Criminal record"
    SUSPICION = "SUSPICION", "Suspicion of laundering or terrorism"
    UNEXPLAINED_FUNDS = "UNEXPLAINED_FUNDS", "Source of funds not explained"
    NOT_VERIFIABLE = "NOT_VERIFIABLE", "Can't be verified"
    UNDER_AGE = "UNDER_AGE", "Under age"
    UNACCEPTABLE_BUSINESS = "UNACCEPTABLE_BUSINESS", "Unacceptable business"
    UNACCEPTABLE_COUNTRY = "UNACCEPTABLE_COUNTRY", "Country that is not served"
    OUTSIDE_POLICY = "OUTSIDE_POLICY", "Outside our policy"
    DUPLICATE = "DUPLICATE", "Has an account already"
    OTHER = "OTHER", "Another ground"


@dataclasses.dataclass(frozen=True, slots=True)
class Told:
    """What the platform hears of a ground."""

    type: VerificationErrorType
    text: str = NOT_PASSED
    """Unless the reviewer words it."""
    use: str = ""
    """When reviewers choose it."""


_REJECTED = _TYPE.APPLICANT_REJECTED
TOLD: Mapping[RejectionGround, Told] = MappingProxyType(
    {
        RejectionGround.SANCTIONED: Told(_TYPE.APPLICANT_SANCTIONED, use="the person or business on the list"),
        RejectionGround.EXPOSED: Told(_REJECTED, use="politically exposed, and the risk is not taken"),
        RejectionGround.FORGED_DOCUMENT: Told(_TYPE.APPLICANT_FRAUD, use="a document was made or changed"),
        RejectionGround.STOLEN_IDENTITY: Told(_TYPE.APPLICANT_FRAUD, use="real documents of another person"),
        RejectionGround.FALSE_STATEMENTS: Told(_TYPE.APPLICANT_FRAUD, use="facts that were known to be wrong"),
        RejectionGround.CRIMINAL_RECORD: Told(_TYPE.APPLICANT_CRIMINAL_RECORD, use="a conviction that matters here"),
        RejectionGround.SUSPICION: Told(_REJECTED, use="a report may follow: nobody may hint at it"),
        RejectionGround.UNEXPLAINED_FUNDS: Told(_REJECTED, use="asked, and not answered well enough"),
        RejectionGround.NOT_VERIFIABLE: Told(
            _REJECTED, "The identity could not be verified.", "documents and sources do not suffice"
        ),
        RejectionGround.UNDER_AGE: Told(_REJECTED, "The customer is too young.", "younger than the platform may serve"),
        RejectionGround.UNACCEPTABLE_BUSINESS: Told(
            _REJECTED, "A business of this kind is not accepted.", "trade or industry that is excluded"
        ),
        RejectionGround.UNACCEPTABLE_COUNTRY: Told(
            _REJECTED, "Customers of this country are not accepted.", "nationality, address or seat is excluded"
        ),
        RejectionGround.OUTSIDE_POLICY: Told(
            _REJECTED, "The customer is outside of what is accepted.", "any other rule of the firm"
        ),
        RejectionGround.DUPLICATE: Told(_REJECTED, "This customer has an account already.", "the same person again"),
        RejectionGround.OTHER: Told(_REJECTED, use="say which in the reason"),
    }
)
"""Of every ground."""
