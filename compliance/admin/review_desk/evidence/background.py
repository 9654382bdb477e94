"""What is known of a customer beside the facts that are compared with documents."""

from collections.abc import Sequence
from typing import Any

from compliance.admin.review_desk.evidence import history
from compliance.admin.review_desk.evidence.facts import Fact
from compliance.models import VerificationStatus
from compliance.review_desk.case_files import CaseFile
from compliance.review_desk.risk_flags import country
from platforms.backoffice import columns

_DECIDED = {VerificationStatus.APPROVED, VerificationStatus.REJECTED}


def facts(file: CaseFile) -> Sequence[Fact]:
    """Return what the platform sent beside the facts, since when, and when it was changed last."""
    customer = file.customer
    return (
        Fact("Customer since", f"{customer.created_at:%Y-%m-%d %H:%M} UTC"),
        Fact("Changed last", f"{customer.updated_at:%Y-%m-%d %H:%M} UTC"),
        Fact("Status", columns.words(customer.status)),
        Fact("Platform's own ID", customer.platform_customer_id),
        Fact("Region", country(customer.region)),
        Fact("Currencies", ", ".join(customer.currencies)),
    )


def former(file: CaseFile) -> list[dict[str, Any]]:
    """Return the other verifications of the customer with their outcomes, the newest first."""
    return [
        {
            "key": verification.id,
            "begun": verification.created_at,
            "outcome": history.STATUSES[verification.status],
            "decided": verification.decided_at if verification.status in _DECIDED else None,
        }
        for verification in file.earlier
    ]
