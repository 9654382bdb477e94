"""The sandbox's identity check: a name's last three characters choose the outcome."""

from typing import Final

from compliance.models import CustomerStatus
from compliance.providers.base import Individual

INDIVIDUAL_OUTCOMES: Final = {
    "001": CustomerStatus.PENDING,
    "002": CustomerStatus.REJECTED,
    "003": CustomerStatus.UNVERIFIED,
}
"""Last three characters of `fullName`; any other name, and none at all, is APPROVED."""


class SandboxIdentityVerifier:
    """Decides by the table above."""

    def check_individual(self, individual: Individual) -> CustomerStatus:
        """Look the name's ending up."""
        return INDIVIDUAL_OUTCOMES.get((individual.full_name or "")[-3:], CustomerStatus.APPROVED)
