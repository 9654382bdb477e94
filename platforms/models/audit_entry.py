"""The audit log: who did what, when. Append-only, enforced by a database trigger."""

from django.db import models

from platforms.models.platform import Platform


class AuditEntry(models.Model):
    """One action of an actor on a subject."""

    id = models.BigAutoField(primary_key=True)
    # No checked keys on what every payment writes: docs/decisions/0008-keys-of-hot-tables.md.
    platform = models.ForeignKey(
        Platform, on_delete=models.PROTECT, null=True, related_name="+", db_constraint=False, db_index=False
    )
    at = models.DateTimeField()
    actor_kind = models.CharField(max_length=16)
    """TOKEN, STAFF, SYSTEM or OPERATOR (a management command)."""
    actor_id = models.CharField(max_length=64)
    verb = models.CharField(max_length=64)
    subject = models.CharField(max_length=64)
    """Public identifier of the object acted on."""
    request_id = models.CharField(max_length=64, default="", db_default="")
    details = models.JSONField(default=dict)
    """What changed, without personal data or secrets."""

    class Meta:
        verbose_name_plural = "audit entries"
        indexes = (
            models.Index(fields=["subject", "id"], name="audit_by_subject"),
            models.Index(fields=["request_id"], name="audit_by_request"),
            # What a member of staff did: payments, which write most of the log, are in none of it.
            models.Index(fields=["actor_id", "id"], condition=models.Q(actor_kind="STAFF"), name="audit_by_person"),
        )

    def __str__(self) -> str:
        return f"{self.verb} {self.subject}"
