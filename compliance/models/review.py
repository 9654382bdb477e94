"""Reviewers' work on a verification: its assignment, its escalation to a lead reviewer, and notes."""

from django.db import models

from compliance.models.verification import Verification
from platforms.base import identifiers
from platforms.encryption.encrypted_fields import EncryptedTextField


class ReviewAssignment(models.Model):
    """The reviewer assigned to a verification. The row is made by the first claim or escalation."""

    verification = models.OneToOneField(
        Verification, on_delete=models.PROTECT, primary_key=True, related_name="assignment"
    )
    assigned_to = models.CharField(max_length=64, blank=True, default="")
    """User name; empty while nobody is assigned."""
    assigned_at = models.DateTimeField(null=True)
    escalated_by = models.CharField(max_length=64, blank=True, default="")
    escalated_at = models.DateTimeField(null=True)
    """When it was escalated to the lead reviewers."""

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=models.Q(assigned_to="", assigned_at=None)
                | (~models.Q(assigned_to="") & models.Q(assigned_at__isnull=False)),
                name="review_assigned_since",
            ),
            models.CheckConstraint(
                condition=models.Q(escalated_by="", escalated_at=None)
                | (~models.Q(escalated_by="") & models.Q(escalated_at__isnull=False)),
                name="review_escalated_since",
            ),
        )
        indexes = (
            models.Index(fields=["assigned_to"], condition=~models.Q(assigned_to=""), name="review_of_reviewer"),
            models.Index(
                fields=["escalated_at"], condition=models.Q(escalated_at__isnull=False), name="review_escalated"
            ),
        )

    def __str__(self) -> str:
        return self.assigned_to or "nobody"


class NoteKind(models.TextChoices):
    """The action that a note was written with."""

    NOTE = "NOTE"
    RELEASE = "RELEASE"
    REASSIGNMENT = "REASSIGNMENT"
    ESCALATION = "ESCALATION"


class ReviewNote(models.Model):
    """A note of a reviewer for other reviewers. Staff only.

    It may describe people, so its text is encrypted, and emptied when the person is erased. Nothing else of it can be
    changed, enforced by a database trigger.
    """

    id = models.UUIDField(primary_key=True, default=identifiers.new_key, editable=False)
    verification = models.ForeignKey(Verification, on_delete=models.PROTECT, related_name="notes", db_index=False)
    kind = models.CharField(max_length=16, choices=NoteKind.choices)
    text = EncryptedTextField()
    salt = models.CharField(max_length=32, blank=True, default="", db_default="")
    """What the hash in the audit log is salted with; emptied with the text. Notes of former releases have none."""
    at = models.DateTimeField()
    actor_kind = models.CharField(max_length=16)
    actor_id = models.CharField(max_length=64)

    class Meta:
        indexes = (models.Index(fields=["verification", "id"], name="review_note_of_case"),)
        constraints = (
            models.CheckConstraint(condition=models.Q(kind__in=NoteKind.values), name="review_note_kind_known"),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.at:%Y-%m-%d %H:%M}"
