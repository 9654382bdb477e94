"""UMA addresses that customers gave up."""

from django.db import models

from compliance.models.customer import Customer
from platforms.base import identifiers
from platforms.encryption.encrypted_fields import BlindIndexField, EncryptedTextField
from platforms.models import Platform
from platforms.models.platform import OwnedManager


class FormerUmaAddress(models.Model):
    """An address that a customer had. Payers keep addresses: it is never another customer's of the platform.

    The row stays when the customer takes the address back, and when the customer is erased.
    """

    id = models.UUIDField(primary_key=True, default=identifiers.new_key, editable=False)
    platform = models.ForeignKey(Platform, on_delete=models.PROTECT, related_name="+", db_index=False)
    customer = models.ForeignKey(Customer, on_delete=models.PROTECT, related_name="former_uma_addresses")
    address = EncryptedTextField(null=True)
    """Empty once the customer is erased: the blind index remains."""
    digest = BlindIndexField(source="address", null=True)
    created_at = models.DateTimeField()
    """When it was given up first."""

    objects = OwnedManager()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["digest", "platform"], name="former_uma_address_unique"),)

    def __str__(self) -> str:
        return str(self.id)
