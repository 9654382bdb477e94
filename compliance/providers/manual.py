"""Production without an identity vendor: people decide."""

from compliance.models import CustomerStatus, OwnerStatus
from compliance.providers.base import Decision, Individual, Owner, Submission


class ManualIdentityVerifier:
    """Leaves every decision to a person."""

    def check_individual(self, individual: Individual) -> CustomerStatus:
        """Return that nothing is decided yet."""
        return CustomerStatus.PENDING

    def check_owner(self, owner: Owner) -> OwnerStatus:
        """Return that nothing is decided yet."""
        return OwnerStatus.PENDING

    def decide(self, submission: Submission) -> Decision:
        """Pass the submission on to the reviewers."""
        return Decision(CustomerStatus.PENDING)
