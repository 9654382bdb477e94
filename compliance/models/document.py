"""Documents: proof of the identity of a customer or a beneficial owner."""

import uuid

from django.db import models

from compliance.models.customer import Customer
from platforms.base import identifiers, states
from platforms.base.public_ids import WithPublicId
from platforms.encryption.encrypted_fields import EncryptedTextField
from platforms.models import Platform
from platforms.models.platform import OwnedManager


class DocumentType(models.TextChoices):
    """The type of a document."""

    PASSPORT = "PASSPORT"
    DRIVERS_LICENSE = "DRIVERS_LICENSE"
    NATIONAL_ID = "NATIONAL_ID"
    PROOF_OF_ADDRESS = "PROOF_OF_ADDRESS"
    BANK_STATEMENT = "BANK_STATEMENT"
    TAX_RETURN = "TAX_RETURN"
    CERTIFICATE_OF_INCORPORATION = "CERTIFICATE_OF_INCORPORATION"
    ARTICLES_OF_INCORPORATION = "ARTICLES_OF_INCORPORATION"
    ARTICLES_OF_ASSOCIATION = "ARTICLES_OF_ASSOCIATION"
    STATE_REGISTRY_EXCERPT = "STATE_REGISTRY_EXCERPT"
    GOOD_STANDING_CERTIFICATE = "GOOD_STANDING_CERTIFICATE"
    INFORMATION_STATEMENT = "INFORMATION_STATEMENT"
    INCUMBENCY_CERTIFICATE = "INCUMBENCY_CERTIFICATE"
    BUSINESS_LICENSE = "BUSINESS_LICENSE"
    SHAREHOLDER_REGISTER = "SHAREHOLDER_REGISTER"
    POWER_OF_ATTORNEY = "POWER_OF_ATTORNEY"
    UTILITY_BILL = "UTILITY_BILL"
    SELFIE = "SELFIE"
    OTHER = "OTHER"


class DocumentSide(models.TextChoices):
    """The side of a two-sided document in a picture."""

    FRONT = "FRONT"
    BACK = "BACK"


class DocumentStatus(models.TextChoices):
    """Whether a document may still be changed: not once it was submitted, unless it was rejected."""

    UPLOADED = "UPLOADED"
    SUBMITTED = "SUBMITTED"
    REJECTED = "REJECTED"


DOCUMENT_TRANSITIONS: states.Table = {
    DocumentStatus.UPLOADED: frozenset({"SUBMITTED"}),
    DocumentStatus.SUBMITTED: frozenset({"REJECTED"}),
    # Replaced after the rejection, or submitted again unchanged.
    DocumentStatus.REJECTED: frozenset({"UPLOADED", "SUBMITTED"}),
}
"""The allowed transitions of a document's status."""


class ContentType(models.TextChoices):
    """The accepted formats. The content decides, not the name and not the type claimed by the sender."""

    PDF = "application/pdf"
    JPEG = "image/jpeg"
    PNG = "image/png"


def _newest_first(*columns: str, name: str) -> models.Index:
    return models.Index(
        *columns, models.F("created_at").desc(), models.F("id").desc(), condition=models.Q(deleted_at=None), name=name
    )


class Document(WithPublicId):
    """A document of a customer, or of one of its beneficial owners. The file itself is in the encrypted storage."""

    platform = models.ForeignKey(Platform, on_delete=models.PROTECT, related_name="+", db_index=False)
    customer = models.ForeignKey(
        Customer, on_delete=models.PROTECT, related_name="documents", null=True, blank=True, db_index=False
    )
    """Its holder, unless that is a beneficial owner."""
    beneficial_owner = models.ForeignKey(
        "compliance.BeneficialOwner",
        on_delete=models.PROTECT,
        related_name="documents",
        null=True,
        blank=True,
        db_index=False,
    )
    document_type = models.CharField(max_length=32, choices=DocumentType.choices)
    side = models.CharField(max_length=8, choices=DocumentSide.choices, null=True, blank=True)  # noqa: DJ001
    country = models.CharField(max_length=2)
    """The issuing country (ISO 3166-1 alpha-2)."""
    document_number = EncryptedTextField(null=True, blank=True)
    """The number on the document."""
    file_name = models.CharField(max_length=255)
    """The sender's name for the file; never used as a path."""
    content_type = models.CharField(max_length=32, choices=ContentType.choices)
    size = models.PositiveIntegerField()
    """In bytes, as sent."""
    sha256 = models.BinaryField()
    """Of the content as sent."""
    storage_key = models.CharField(max_length=128, unique=True)
    """Key of the encrypted file in the storage."""
    status = models.CharField(max_length=16, choices=DocumentStatus.choices, default=DocumentStatus.UPLOADED)
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()
    deleted_at = models.DateTimeField(null=True, blank=True)

    objects = OwnedManager()

    class Meta:
        permissions = (("read_document", "Can read the content of documents"),)
        indexes = (
            _newest_first("platform", name="document_newest_first"),
            _newest_first("customer", name="document_of_customer"),
            _newest_first("beneficial_owner", name="document_of_owner"),
            models.Index(fields=["sha256"], condition=models.Q(deleted_at=None), name="document_by_content"),
        )
        constraints = (
            models.CheckConstraint(
                condition=models.Q(customer__isnull=False, beneficial_owner=None)
                | models.Q(customer=None, beneficial_owner__isnull=False),
                name="document_has_one_holder",
            ),
            models.CheckConstraint(condition=models.Q(status__in=DocumentStatus.values), name="document_status_known"),
            models.CheckConstraint(
                condition=models.Q(document_type__in=DocumentType.values), name="document_type_known"
            ),
            models.CheckConstraint(
                condition=models.Q(side=None) | models.Q(side__in=DocumentSide.values), name="document_side_known"
            ),
            models.CheckConstraint(
                condition=models.Q(content_type__in=ContentType.values), name="document_format_known"
            ),
        )

    @property
    def holder_id(self) -> str:
        """The public identifier of the document's holder."""
        if self.customer_id is not None:
            return identifiers.public("Customer", self.customer_id)
        assert self.beneficial_owner_id is not None
        return identifiers.public("BeneficialOwner", self.beneficial_owner_id)

    @property
    def subject_id(self) -> uuid.UUID:
        """The key of the customer concerned: the holder, or the business that the holder owns."""
        found = self.customer_id if self.beneficial_owner is None else self.beneficial_owner.customer_id
        assert found is not None, "a document has one holder"
        return found


class RetiredFile(models.Model):
    """A file that no document uses any more: replaced, or its document was deleted. Kept for a while."""

    id = models.BigAutoField(primary_key=True)
    document = models.ForeignKey(Document, on_delete=models.PROTECT, related_name="retired_files")
    storage_key = models.CharField(max_length=128, unique=True)
    sha256 = models.BinaryField()
    retired_at = models.DateTimeField()
    due_at = models.DateTimeField()
    """When the file is to be erased."""
    erased_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = (models.Index(fields=["due_at"], condition=models.Q(erased_at=None), name="retired_file_due"),)

    def __str__(self) -> str:
        return self.storage_key
