"""Beneficial owners: the people who own or control a business."""

from django.contrib.postgres.fields import ArrayField
from django.db import models

from compliance.models.business import OwnerRole, OwnerStatus
from compliance.models.customer import Customer
from compliance.models.status_change import StatusChange, known
from platforms.base import states
from platforms.base.public_ids import WithPublicId
from platforms.encryption.encrypted_fields import EncryptedJSONField
from platforms.models import Platform
from platforms.models.platform import OwnedManager

OWNER_TRANSITIONS: states.Table = {
    OwnerStatus.PENDING: frozenset({"APPROVED", "REJECTED"}),
    # A decision holds for the facts it was based on: when those change, the check is run again.
    OwnerStatus.APPROVED: frozenset({"PENDING", "REJECTED"}),
    OwnerStatus.REJECTED: frozenset({"PENDING", "APPROVED"}),
}
"""The allowed transitions of a beneficial owner's status."""


class BeneficialOwner(WithPublicId):
    """A person who owns or controls a business. Never deleted: one who left has a share of 0 and other roles."""

    platform = models.ForeignKey(Platform, on_delete=models.PROTECT, related_name="+", db_index=False)
    customer = models.ForeignKey(Customer, on_delete=models.PROTECT, related_name="beneficial_owners", db_index=False)
    roles = ArrayField(models.CharField(max_length=32, choices=OwnerRole.choices))
    ownership_percentage = models.DecimalField(max_digits=9, decimal_places=6)
    personal_info = EncryptedJSONField(closed=("identifier",))
    """Facts about the person, as the API names them. The official identification number is encrypted."""
    kyc_status = models.CharField(max_length=16, choices=OwnerStatus.choices)
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()

    objects = OwnedManager()

    class Meta:
        ordering = ("created_at", "id")
        indexes = (models.Index("customer", "created_at", "id", name="beneficial_owner_of_customer"),)
        constraints = (
            models.CheckConstraint(
                condition=models.Q(kyc_status__in=OwnerStatus.values), name="beneficial_owner_status_known"
            ),
            models.CheckConstraint(
                condition=models.Q(ownership_percentage__gte=0, ownership_percentage__lte=100),
                name="beneficial_owner_share_in_range",
            ),
            models.CheckConstraint(
                condition=models.Q(roles__len__gte=1, roles__contained_by=OwnerRole.values),
                name="beneficial_owner_roles_known",
            ),
        )

    @property
    def full_name(self) -> str:
        """First, middle and last name."""
        names = (self.personal_info.get(name) for name in ("firstName", "middleName", "lastName"))
        return " ".join(name for name in names if name)


class BeneficialOwnerStatusChange(StatusChange):
    """One change of a beneficial owner's status."""

    beneficial_owner = models.ForeignKey(BeneficialOwner, on_delete=models.PROTECT, related_name="status_changes")
    to_status = models.CharField(max_length=16, choices=OwnerStatus.choices)

    class Meta(StatusChange.Meta):
        constraints = (known(OwnerStatus, name="beneficial_owner_change_known"),)
