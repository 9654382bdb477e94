"""Proposals: actions of one member of staff that a second one has to approve."""

from django.db import models

from platforms.base.public_ids import WithPublicId


class ProposalStatus(models.TextChoices):
    """The state of a proposal. Only an open one changes (a database trigger)."""

    OPEN = "OPEN"
    APPROVED = "APPROVED"
    DECLINED = "DECLINED"
    WITHDRAWN = "WITHDRAWN"
    EXPIRED = "EXPIRED"


DECIDED_BY_ANOTHER = (ProposalStatus.APPROVED, ProposalStatus.DECLINED)
"""Decisions that only a second person makes; the proposer withdraws."""


class Proposal(WithPublicId):
    """A staff action with its arguments, waiting for a second person."""

    verb = models.CharField(max_length=64)
    subject = models.CharField(max_length=64)
    """Public identifier of the subject, or other words that name it."""
    arguments = models.JSONField(default=dict)
    """The arguments of its function; no personal data, no secrets."""
    reason = models.CharField(max_length=1000)
    status = models.CharField(max_length=16, choices=ProposalStatus.choices, default=ProposalStatus.OPEN)
    proposed_by = models.CharField(max_length=64)
    proposed_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    decided_by = models.CharField(max_length=64, blank=True, default="", db_default="")
    decided_at = models.DateTimeField(null=True, blank=True)
    decision_reason = models.CharField(max_length=1000, blank=True, default="", db_default="")
    last_refusal = models.CharField(max_length=1000, blank=True, default="", db_default="")
    """Why the operation refused the last approval; the proposal stayed open."""
    refused_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (
            models.CheckConstraint(condition=models.Q(status__in=ProposalStatus.values), name="proposal_status_known"),
            models.CheckConstraint(
                condition=~models.Q(status__in=DECIDED_BY_ANOTHER) | ~models.Q(decided_by=models.F("proposed_by")),
                name="proposal_second_person_is_another",
            ),
            models.CheckConstraint(
                condition=models.Q(status=ProposalStatus.OPEN, decided_by="", decided_at=None)
                | (
                    ~models.Q(status=ProposalStatus.OPEN)
                    & ~models.Q(decided_by="")
                    & models.Q(decided_at__isnull=False)
                ),
                name="proposal_decision_is_whole",
            ),
            models.UniqueConstraint(
                fields=["verb", "subject"],
                condition=models.Q(status=ProposalStatus.OPEN),
                name="proposal_one_open_of_a_kind",
            ),
        )
        indexes = (
            models.Index(
                fields=["expires_at"], condition=models.Q(status=ProposalStatus.OPEN), name="proposal_open_by_expiry"
            ),
            models.Index(fields=["subject", "id"], name="proposal_by_subject"),
        )

    def __str__(self) -> str:
        return f"{self.verb} {self.subject}"
