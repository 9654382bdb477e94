"""The invitation."""

import datetime as dt

from django.db import models

from invitations import codes
from platforms.base import states
from platforms.base.public_ids import WithPublicId
from platforms.models import Platform
from platforms.models.platform import OwnedManager

LONGEST_NAME = 100


class InvitationStatus(models.TextChoices):
    """The state of an invitation."""

    PENDING = "PENDING"
    CLAIMED = "CLAIMED"
    EXPIRED = "EXPIRED"
    CANCELLED = "CANCELLED"


TRANSITIONS: states.Table = {
    InvitationStatus.PENDING: frozenset({"CLAIMED", "EXPIRED", "CANCELLED"}),
}
"""The allowed transitions. An invitation makes one at most, so the row is its own history: `ended_at` is the time."""


class Invitation(WithPublicId):
    """An offer of one customer to the person who has the code. Times are on the clock of the inviter's platform."""

    code = models.CharField(max_length=codes.LENGTH)
    """Its identifier in the API."""
    platform = models.ForeignKey(Platform, on_delete=models.PROTECT, related_name="+", db_index=False)
    """The inviter's platform."""
    inviter = models.ForeignKey("compliance.Customer", on_delete=models.PROTECT, related_name="+")
    invitee = models.ForeignKey(
        "compliance.Customer", on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    """The customer who claimed it: of this or of another platform of the same environment."""
    first_name = models.CharField(max_length=LONGEST_NAME, null=True, blank=True)  # noqa: DJ001 - absent is not empty
    """The inviter's name as shown to the invited person."""
    amount = models.BigIntegerField(null=True, blank=True)
    """The amount that the inviter intends to send after the claim, in the smallest unit of `currency`."""
    currency = models.CharField(max_length=8, null=True, blank=True)  # noqa: DJ001
    status = models.CharField(max_length=16, choices=InvitationStatus.choices, default=InvitationStatus.PENDING)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True, blank=True)
    """From this time on it can't be claimed, whatever the status says."""
    ended_at = models.DateTimeField(null=True, blank=True)
    """When it ceased to be pending."""

    objects = OwnedManager()

    class Meta:
        indexes = (
            models.Index(
                fields=["platform", "expires_at"], condition=models.Q(status="PENDING"), name="invitation_to_expire"
            ),
        )
        constraints = (
            models.UniqueConstraint(fields=["code"], name="invitation_code_unique"),
            models.CheckConstraint(
                condition=models.Q(code__regex=f"^[{codes.ALPHABET}]{{{codes.LENGTH}}}$"), name="invitation_code_form"
            ),
            models.CheckConstraint(
                condition=models.Q(status__in=InvitationStatus.values), name="invitation_status_known"
            ),
            models.CheckConstraint(
                condition=models.Q(status="PENDING", ended_at=None)
                | (~models.Q(status="PENDING") & models.Q(ended_at__isnull=False)),
                name="invitation_ended_unless_pending",
            ),
            models.CheckConstraint(
                condition=models.Q(status="CLAIMED", invitee__isnull=False)
                | (~models.Q(status="CLAIMED") & models.Q(invitee=None)),
                name="invitation_claimed_by_somebody",
            ),
            models.CheckConstraint(
                condition=models.Q(invitee=None) | ~models.Q(invitee=models.F("inviter")),
                name="invitation_not_claimed_by_inviter",
            ),
            models.CheckConstraint(
                condition=models.Q(amount=None, currency=None)
                | models.Q(amount__isnull=False, amount__gt=0, currency__isnull=False),
                name="invitation_amount_has_currency",
            ),
            models.CheckConstraint(
                condition=models.Q(expires_at=None) | models.Q(expires_at__gt=models.F("created_at")),
                name="invitation_expires_after_creation",
            ),
        )

    def __str__(self) -> str:
        return codes.grouped(self.code)

    @property
    def claimed_at(self) -> dt.datetime | None:
        """When it was claimed, if it was."""
        return self.ended_at if self.status == InvitationStatus.CLAIMED else None

    def status_at(self, now: dt.datetime) -> InvitationStatus:
        """Return the status at a time on the platform's clock: an overdue invitation has expired, stored or not."""
        is_overdue = self.expires_at is not None and self.expires_at <= now
        if self.status == InvitationStatus.PENDING and is_overdue:
            return InvitationStatus.EXPIRED
        return InvitationStatus(self.status)
