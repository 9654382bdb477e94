"""The sandbox's identity check: the last three characters of a name or number choose the outcome."""

from typing import Final

from compliance.models import CustomerStatus, OwnerStatus, VerificationErrorType
from compliance.providers.base import Decision, Finding, Individual, Owner, Submission
from platforms.forcing import asked, catalogue
from platforms.forcing.catalogue import Outcome

IDENTITY, OWNER, VERIFICATION = "IDENTITY", "OWNER", "VERIFICATION"
"""The steps whose outcomes can be forced: the first check of an individual and of an owner, and a verification."""

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
    """Decides as it was forced, else by the tables above."""

    def check_individual(self, individual: Individual) -> CustomerStatus:
        """Look the name's ending up, unless an outcome was forced."""
        forced = asked.about(IDENTITY, platform_id=individual.platform_id, subjects=lambda: [individual.resource_id])
        if forced:
            return CustomerStatus(forced.outcome.name)
        return INDIVIDUAL_OUTCOMES.get((individual.full_name or "")[-3:], CustomerStatus.APPROVED)

    def check_owner(self, owner: Owner) -> OwnerStatus:
        """Look the ending of the last name up, or of the only name, unless an outcome was forced."""
        forced = asked.about(OWNER, platform_id=owner.platform_id, subjects=lambda: [owner.customer_id])
        if forced:
            return OwnerStatus(forced.outcome.name)
        name = owner.personal_info.get("lastName") or owner.personal_info.get("firstName") or ""
        return OWNER_OUTCOMES.get(name[-3:], OwnerStatus.APPROVED)

    def decide(self, submission: Submission) -> Decision:
        """Reject when the customer or one of its owners is rejected, else wait when one waits, else approve."""
        forced = asked.about(
            VERIFICATION, platform_id=submission.platform_id, subjects=lambda: [submission.resource_id]
        )
        if forced:
            status = CustomerStatus(forced.outcome.name)
            found = (_rejection(submission.resource_id, forced.reason),) if status == CustomerStatus.REJECTED else ()
            return Decision(status, found)
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


_REJECTED: Final = VerificationErrorType.APPLICANT_REJECTED


def _rejection(resource_id: str, type_: str = _REJECTED) -> Finding:
    return Finding(resource_id, VerificationErrorType(type_), "The identity check was not passed.")


_ABOUT_APPLICANTS = (_REJECTED.value, *(one for one in VerificationErrorType.values if one.startswith("APPLICANT_")))
catalogue.register(
    *(
        Outcome(
            step=step,
            name=status,
            does=f"Of {who}: the check says {status}.",
            shows=f"{whose} is `{status}`.",
            subjects=("customerId",),
        )
        for step, who, whose, statuses in (
            (IDENTITY, "an individual who is created, or whose identity changes", "`kycStatus`", CustomerStatus.values),
            (OWNER, "an owner who is created, or whose facts change", "The owner's `kycStatus`", OwnerStatus.values),
        )
        for status in statuses
    ),
    *(
        Outcome(
            step=VERIFICATION,
            name=status,
            does=f"Of a complete verification: the check says {status}.",
            shows=f"`verificationStatus` is `{shown}`{more}.",
            subjects=("customerId",),
            reasons=tuple(dict.fromkeys(_ABOUT_APPLICANTS)) if more else (),
        )
        for status, shown, more in (
            (CustomerStatus.APPROVED.value, "APPROVED", ""),
            (CustomerStatus.PENDING.value, "PENDING_MANUAL_REVIEW", ""),
            (CustomerStatus.REJECTED.value, "REJECTED", ", and its `errors` have the reason as `type`"),
        )
    ),
)
