"""Cases that staff open about a customer whom nobody has to decide about: opened and decided by hand."""

from django.db import models

from compliance.models.customer import Customer
from platforms.base.public_ids import WithPublicId
from platforms.encryption.encrypted_fields import EncryptedTextField
from platforms.models import Platform


class CaseOutcome(models.TextChoices):
    """How a case opened by hand ends."""

    IN_ORDER = "IN_ORDER", "In order: the customer stays as it is"
    REJECTED = "REJECTED", "Reject the customer"


class HandOpenedCase(WithPublicId):
    """A case about an approved customer, which stays approved meanwhile. Never shown or told to a platform.

    Who opened it, when and about whom never changes, enforced by a database trigger. The words are emptied when the
    customer is erased.
    """

    platform = models.ForeignKey(Platform, on_delete=models.PROTECT, related_name="+", db_index=False)
    customer = models.ForeignKey(Customer, on_delete=models.PROTECT, related_name="hand_opened_cases")
    reason = EncryptedTextField()
    """Why somebody has to look."""
    salt = models.CharField(max_length=32, blank=True)
    """What the hash of `reason` in the audit log is salted with."""
    opened_at = models.DateTimeField()
    """By the platform's clock, as `decided_at`."""
    opened_by = models.CharField(max_length=64)
    outcome = models.CharField(max_length=16, choices=CaseOutcome.choices, blank=True)
    """Empty while the case waits."""
    conclusion = EncryptedTextField(blank=True, default="")
    """What was found."""
    conclusion_salt = models.CharField(max_length=32, blank=True)
    decided_at = models.DateTimeField(null=True)
    decided_by = models.CharField(max_length=64, blank=True)

    class Meta:
        verbose_name = "case opened by hand"
        verbose_name_plural = "cases opened by hand"
        indexes = (
            models.Index(fields=["opened_at"], condition=models.Q(decided_at=None), name="hand_case_waiting"),
            models.Index(fields=["platform", "id"], name="hand_case_of_platform"),
        )
        constraints = (
            models.UniqueConstraint(
                fields=["customer"], condition=models.Q(decided_at=None), name="hand_case_one_open"
            ),
            models.CheckConstraint(
                condition=models.Q(outcome="", decided_at=None, decided_by="")
                | (models.Q(outcome__in=CaseOutcome.values, decided_at__isnull=False) & ~models.Q(decided_by="")),
                name="hand_case_decision_is_whole",
            ),
        )
