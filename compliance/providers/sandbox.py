"""The sandbox's identity check: the last three characters of a name or number choose the outcome."""

from typing import Final

from compliance.models import CustomerStatus, OwnerStatus, VerificationErrorType
from compliance.providers.base import Decision, Finding, Individual, Owner, Submission

INDIVIDUAL_OUTCOMES: Final = {
    "001": CustomerStatus.PENDING,
    "002": CustomerStatus.REJECTED,
    "003": CustomerStatus.UNVERIFIED,
}
"""Last three characters of `fullName`; any other name, and an empty one, is APPROVED."""
SUBMITTED_INDIVIDUAL_OUTCOMES: Final = {"001": CustomerStatus.PENDING, "002": CustomerStatus.REJECTED}
"""The same for an individual whose verification is submitted: 003 is decided then too, and APPROVED."""
BUSINESS_OUTCOMES: Final = {"001": CustomerStatus.PENDING, "002": CustomerStatus.REJECTED}
"""Last three characters of `businessInfo.registrationNumber`; any other is APPROVED."""
OWNER_OUTCOMES: Final = {"001": OwnerStatus.PENDING, "002": OwnerStatus.REJECTED}
"""Last three characters of an owner's `personalInfo.lastName`; any other is APPROVED."""


class SandboxIdentityVerifier:
    """Decides by the tables above."""

    def check_individual(self, individual: Individual) -> CustomerStatus:
        """Look the name's ending up."""
        return INDIVIDUAL_OUTCOMES.get((individual.full_name or "")[-3:], CustomerStatus.APPROVED)

    def check_owner(self, owner: Owner) -> OwnerStatus:
        """Look the ending of the last name up, or of the only name."""
        name = owner.personal_info.get("lastName") or owner.personal_info.get("firstName") or ""
        return OWNER_OUTCOMES.get(name[-3:], OwnerStatus.APPROVED)

    def decide(self, submission: Submission) -> Decision:
        """Reject when the customer or one of its owners is rejected, else wait when one waits, else approve."""
        statuses = {submission.resource_id: str(self._outcome(submission))}
        # A person's earlier decision about an owner stands.
        statuses |= {owner.resource_id: str(owner.status or self.check_owner(owner)) for owner in submission.owners}
        rejected = [key for key, status in statuses.items() if status == "REJECTED"]
        if rejected:
            return Decision(CustomerStatus.REJECTED, tuple(_rejection(key) for key in rejected))
        is_waiting = "PENDING" in statuses.values()
        return Decision(CustomerStatus.PENDING if is_waiting else CustomerStatus.APPROVED)

    def _outcome(self, submission: Submission) -> CustomerStatus:
        if submission.individual is not None:
            name = submission.individual.full_name or ""
            return SUBMITTED_INDIVIDUAL_OUTCOMES.get(name[-3:], CustomerStatus.APPROVED)
        number = (submission.business or {}).get("registrationNumber", "")
        return BUSINESS_OUTCOMES.get(number[-3:], CustomerStatus.APPROVED)


def _rejection(resource_id: str) -> Finding:
    return Finding(resource_id, VerificationErrorType.APPLICANT_REJECTED, "The identity check was not passed.")
