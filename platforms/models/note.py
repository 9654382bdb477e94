"""Notes of staff for each other about a customer, a payment or a platform."""

from django.db import models

from platforms.base import identifiers
from platforms.encryption.encrypted_fields import EncryptedTextField
from platforms.models.platform import Platform


class Note(models.Model):
    """A note that everybody reads who may open the page of its subject. Never shown by the API.

    It may describe people, so its text is encrypted, and emptied when the customer is erased whom it concerns. Nothing
    else of it can be changed, enforced by a database trigger.
    """

    id = models.UUIDField(primary_key=True, default=identifiers.new_key, editable=False)
    platform = models.ForeignKey(Platform, on_delete=models.PROTECT, related_name="+", db_index=False)
    subject = models.CharField(max_length=64)
    """Public identifier of the customer, payment or platform on whose page it stands."""
    customer = models.UUIDField(null=True)
    """Key of the customer whom the subject is or belongs to; None for a platform and for payments of its own."""
    text = EncryptedTextField()
    salt = models.CharField(max_length=32, blank=True)
    """What the hash in the audit log is salted with; emptied with the text, so that nobody can guess that text."""
    at = models.DateTimeField()
    """By the platform's clock."""
    actor_kind = models.CharField(max_length=16)
    actor_id = models.CharField(max_length=64)

    class Meta:
        indexes = (
            models.Index(fields=["subject", "id"], name="note_of_subject"),
            models.Index(fields=["customer"], condition=models.Q(customer__isnull=False), name="note_of_customer"),
        )

    def __str__(self) -> str:
        return f"{self.subject} {self.at:%Y-%m-%d %H:%M}"
