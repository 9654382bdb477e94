"""The invitation."""

import datetime as dt

from django.db import models

from compliance.models import Customer
from invitations import codes
from platforms.base import states
from platforms.base.public_ids import WithPublicId
from platforms.models import Platform
from platforms.models.platform import OwnedManager

LONGEST_NAME = 100


class InvitationStatus(models.TextChoices):
    """What has become of an invitation."""

    PENDING = "PENDING"
    CLAIMED = "CLAIMED"
    EXPIRED = "EXPIRED"
    CANCELLED = "CANCELLED"


TRANSITIONS: states.Table = {
    InvitationStatus.PENDING: frozenset({"CLAIMED", "EXPIRED", "CANCELLED"}),
}
"""The only moves of an invitation. It makes one at most, so the row itself is its history: `ended_at` says when."""


class Invitation(WithPublicId):
    """What one customer holds out to whoever has the code. Times are on the clock of the inviter's platform."""

    code = models.CharField(max_length=codes.LENGTH)
    """What the API calls it by."""
    platform = models.ForeignKey(Platform, on_delete=models.PROTECT, related_name="+", db_index=False)
    """The inviter's."""
    inviter = models.ForeignKey(Customer, on_delete=models.PROTECT, related_name="+")
    invitee = models.ForeignKey(Customer, on_delete=models.PROTECT, related_name="+", null=True, blank=True)
    """Who claimed it: a customer of this or of another platform of the same environment."""
    first_name = models.CharField(max_length=LONGEST_NAME, null=True, blank=True)  # noqa: DJ001 - absent is not empty
    """What the invited person is shown as the inviter's name."""
    amount = models.BigIntegerField(null=True, blank=True)
    """What the inviter means to send once it is claimed, in the smallest unit of `currency`."""
    currency = models.CharField(max_length=8, null=True, blank=True)  # noqa: DJ001
    status = models.CharField(max_length=16, choices=InvitationStatus.choices, default=InvitationStatus.PENDING)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True, blank=True)
    """From this moment on it can't be claimed, whether or not the status says so yet."""
    ended_at = models.DateTimeField(null=True, blank=True)
    """When it stopped being pending."""

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
        """Return the status at a moment on the platform's clock: one that is overdue has expired, noted or not."""
        is_overdue = self.expires_at is not None and self.expires_at <= now
        if self.status == InvitationStatus.PENDING and is_overdue:
            return InvitationStatus.EXPIRED
        return InvitationStatus(self.status)
