"""Customers: the holders of a platform's money, and the subjects of due diligence."""

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models.functions import Lower

from compliance.models.status_change import StatusChange, known
from platforms.base import states
from platforms.base.public_ids import WithPublicId
from platforms.base.spellings.fields import SpellingsField
from platforms.encryption.encrypted_fields import BlindIndexField, EncryptedJSONField, EncryptedTextField
from platforms.models import Platform
from platforms.models.platform import OwnedManager


class CustomerType(models.TextChoices):
    """The type of a customer; decides which facts are stored and which check is run. Never changes."""

    INDIVIDUAL = "INDIVIDUAL"
    BUSINESS = "BUSINESS"


class CustomerStatus(models.TextChoices):
    """The state of a customer's identity check: KYC of an individual, KYB of a business."""

    UNVERIFIED = "UNVERIFIED"
    PENDING = "PENDING"
    APPROVED = "APPROVED"
    REJECTED = "REJECTED"


STATUS_TRANSITIONS: states.Table = {
    # A check is begun or decided at once.
    CustomerStatus.UNVERIFIED: frozenset({"PENDING", "APPROVED", "REJECTED"}),
    CustomerStatus.PENDING: frozenset({"APPROVED", "REJECTED", "UNVERIFIED"}),
    # A decision holds for the facts it was based on: when those change, the check is run again.
    CustomerStatus.APPROVED: frozenset({"PENDING", "REJECTED", "UNVERIFIED"}),
    CustomerStatus.REJECTED: frozenset({"PENDING", "APPROVED", "UNVERIFIED"}),
}
"""The allowed transitions of a customer's status."""

_IS_INDIVIDUAL = models.Q(customer_type=CustomerType.INDIVIDUAL, kyc_status__isnull=False, kyb_status=None)
_IS_BUSINESS = models.Q(customer_type=CustomerType.BUSINESS, kyb_status__isnull=False, kyc_status=None)


REJECTED_CUSTOMERS = models.Q(deleted_at=None) & (
    models.Q(kyc_status=CustomerStatus.REJECTED) | models.Q(kyb_status=CustomerStatus.REJECTED)
)
"""Live customers whose identity was rejected: an index holds them."""


def _newest_first(*columns: str, name: str, condition: models.Q | None = None) -> models.Index:
    order = models.F("created_at").desc(), models.F("id").desc()
    return models.Index("platform", *columns, *order, name=name, condition=condition)


class Customer(WithPublicId):
    """A customer of one platform. Facts that were not given are NULL, and absent from replies."""

    platform = models.ForeignKey(Platform, on_delete=models.PROTECT, related_name="+", db_index=False)
    platform_customer_id = models.CharField(max_length=255)
    """The platform's own name for the customer; need not be unique."""
    customer_type = models.CharField(max_length=16, choices=CustomerType.choices)
    region = models.CharField(max_length=2, null=True, blank=True)  # noqa: DJ001 - absent is not empty
    """Country whose rules apply to the customer (ISO 3166-1 alpha-2). Never changes."""
    currencies = ArrayField(models.CharField(max_length=8))
    uma_address = models.CharField(max_length=320)
    """`$user@domain` in lower case. Never assigned to anyone else by the platform, not even after deletion."""
    kyc_status = models.CharField(max_length=16, choices=CustomerStatus.choices, null=True, blank=True)  # noqa: DJ001
    kyb_status = models.CharField(max_length=16, choices=CustomerStatus.choices, null=True, blank=True)  # noqa: DJ001
    full_name = models.CharField(max_length=255, null=True, blank=True)  # noqa: DJ001
    spellings = SpellingsField(source="name")
    """The name in Latin letters, for searches of staff."""
    birth_date = models.DateField(null=True, blank=True)
    nationality = models.CharField(max_length=2, null=True, blank=True)  # noqa: DJ001
    address = models.JSONField(null=True, blank=True)
    email = EncryptedTextField(null=True, blank=True)
    """Of an individual."""
    phone_number = EncryptedTextField(null=True, blank=True)
    """Of an individual, as E.164 writes it."""
    email_digest = BlindIndexField(source="email_in_small_letters", null=True)
    phone_digest = BlindIndexField(source="phone_number", is_compact=True, null=True)
    metadata = models.JSONField(null=True, blank=True)
    """What the platform noted under keys of its own; texts, and never an empty object."""
    business_info = EncryptedJSONField(closed=("registrationNumber", "taxId"), null=True, blank=True)
    tax_id_digest = BlindIndexField(source="tax_id", is_compact=True, null=True, db_index=True)
    retired_uma_digest = models.BinaryField(null=True, editable=False)
    """Blind index of an erased customer's UMA address: it is never assigned again."""
    erased_at = models.DateTimeField(null=True, blank=True)
    """When the personal data was erased; what remains is a number in the books."""
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()
    deleted_at = models.DateTimeField(null=True, blank=True)

    objects = OwnedManager()

    class Meta:
        # One for every filter of the list, so that a rare value needs no scan of all customers of a platform.
        indexes = (
            _newest_first(name="customer_newest_first"),
            _newest_first("platform_customer_id", name="customer_by_platform_id"),
            _newest_first("region", name="customer_by_region"),
            _newest_first("customer_type", name="customer_by_type"),
            _newest_first("kyc_status", name="customer_by_kyc_status", condition=models.Q(kyc_status__isnull=False)),
            _newest_first("kyb_status", name="customer_by_kyb_status", condition=models.Q(kyb_status__isnull=False)),
            models.Index(fields=["platform", "updated_at"], name="customer_by_change"),
            GinIndex(fields=["currencies"], name="customer_by_currency"),
            GinIndex(
                fields=["metadata"],
                opclasses=["jsonb_path_ops"],
                condition=models.Q(metadata__isnull=False),
                name="customer_by_metadata",
            ),
            models.Index(
                fields=["email_digest"], condition=models.Q(email_digest__isnull=False), name="customer_by_email"
            ),
            models.Index(
                fields=["phone_digest"], condition=models.Q(phone_digest__isnull=False), name="customer_by_phone"
            ),
            models.Index(fields=["id"], name="customer_rejected", condition=REJECTED_CUSTOMERS),
        )
        constraints = (
            models.UniqueConstraint(fields=["uma_address", "platform"], name="customer_uma_address_unique"),
            models.UniqueConstraint(fields=["retired_uma_digest", "platform"], name="customer_retired_uma_unique"),
            models.CheckConstraint(
                condition=models.Q(uma_address=Lower("uma_address")), name="customer_uma_address_lower_case"
            ),
            models.CheckConstraint(condition=_IS_INDIVIDUAL | _IS_BUSINESS, name="customer_type_has_its_status"),
            models.CheckConstraint(
                condition=models.Q(kyc_status=None) | models.Q(kyc_status__in=CustomerStatus.values),
                name="customer_kyc_status_known",
            ),
            models.CheckConstraint(
                condition=models.Q(kyb_status=None) | models.Q(kyb_status__in=CustomerStatus.values),
                name="customer_kyb_status_known",
            ),
        )

    @property
    def name(self) -> str:
        """The name of a person, the legal name of a business; empty where none is given."""
        return self.full_name or (self.business_info or {}).get("legalName") or ""

    @property
    def tax_id(self) -> str:
        """The tax number of a business, empty without one."""
        return (self.business_info or {}).get("taxId") or ""

    @property
    def email_in_small_letters(self) -> str:
        """The e-mail address, as it is found in whatever case it was given; empty without one."""
        return (self.email or "").lower()

    @property
    def status(self) -> str:
        """The status of the check for the customer's type."""
        return str(self.kyc_status or self.kyb_status)

    @property
    def is_deleted(self) -> bool:
        """Tell whether the customer was deleted; history stays readable."""
        return self.deleted_at is not None


class CustomerStatusChange(StatusChange):
    """One change of a customer's status."""

    customer = models.ForeignKey(Customer, on_delete=models.PROTECT, related_name="status_changes")
    to_status = models.CharField(max_length=16, choices=CustomerStatus.choices)

    class Meta(StatusChange.Meta):
        constraints = (known(CustomerStatus, name="customer_status_change_known"),)
