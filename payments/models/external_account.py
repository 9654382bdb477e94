"""External accounts: bank accounts, mobile money and wallets outside of the service."""

from django.contrib.postgres.indexes import GinIndex
from django.db import models

from platforms.base.public_ids import WithPublicId
from platforms.base.spellings.fields import SpellingsField
from platforms.encryption.encrypted_fields import BlindIndexField, EncryptedJSONField, EncryptedTextField
from platforms.models import Platform
from platforms.models.platform import OwnedManager


class ExternalAccountStatus(models.TextChoices):
    """Whether money may go there. Only an ACTIVE account pays or is paid.

    UNDER_REVIEW: its beneficiary may be on a list of sanctions. A deleted account keeps this status until a reviewer
    has decided, because payments that were made before wait for it.
    """

    PENDING = "PENDING"
    ACTIVE = "ACTIVE"
    UNDER_REVIEW = "UNDER_REVIEW"
    INACTIVE = "INACTIVE"


class BeneficiaryVerificationStatus(models.TextChoices):
    """The provider's answer about the beneficiary's name."""

    MATCHED = "MATCHED"
    PARTIAL_MATCH = "PARTIAL_MATCH"
    NOT_MATCHED = "NOT_MATCHED"
    UNSUPPORTED = "UNSUPPORTED"
    CHECKED_BY_RECEIVING_FI = "CHECKED_BY_RECEIVING_FI"
    PENDING = "PENDING"


_OF_PAYEE = {
    BeneficiaryVerificationStatus.MATCHED.value: "MATCH",
    BeneficiaryVerificationStatus.PARTIAL_MATCH.value: "CLOSE_MATCH",
    BeneficiaryVerificationStatus.NOT_MATCHED.value: "NO_MATCH",
}
"""Results of verification of payee by the provider's answer; of any other there is none."""

# fmt: off
READABLE_INFO = (
    "accountType", "bankAccountType", "bankName", "paymentRails", "pixKeyType", "provider",
    "beneficiary.address", "beneficiary.beneficiaryType", "beneficiary.birthDate", "beneficiary.countryOfResidence",
    "beneficiary.fullName", "beneficiary.legalName", "beneficiary.nationality",
)
# fmt: on
"""The readable part of `account_info` in the database: no identifier. Anything not listed is encrypted."""


_SHORTEST_WITH_A_TAIL = 8
"""Four characters of a shorter identifier would reveal too much; the back office shows none either."""


def last_four(identifier: str) -> str:
    """Return the end of an account's identifier as its blind index has it; empty for a short one."""
    letters = "".join(filter(str.isalnum, identifier))
    return letters[-4:] if len(letters) >= _SHORTEST_WITH_A_TAIL else ""


class ExternalAccount(WithPublicId):
    """An account that money is sent to or pulled from. Its type's rules are in `payments.account_types`."""

    platform = models.ForeignKey(Platform, on_delete=models.PROTECT, related_name="+", db_index=False)
    customer = models.ForeignKey(
        "compliance.Customer", on_delete=models.PROTECT, null=True, related_name="external_accounts"
    )
    """None: the account belongs to the platform itself."""
    currency = models.CharField(max_length=8)
    account_type = models.CharField(max_length=32)
    account_info = EncryptedJSONField(opened=READABLE_INFO)
    primary_identifier = EncryptedTextField()
    """Account number, IBAN, wallet address...: identifies the account and selects sandbox scenarios."""
    primary_identifier_digest = BlindIndexField(source="primary_identifier", null=True)
    """None once the account was erased."""
    last_four_digest = BlindIndexField(source="last_four", is_compact=True, null=True)
    """Lets staff find an account by its end."""
    platform_account_id = models.CharField(max_length=255, null=True)  # noqa: DJ001 - absent differs from empty
    metadata = models.JSONField(null=True)
    """What the platform noted under keys of its own; texts, and never an empty object."""
    default_uma_deposit_account = models.BooleanField(default=False)
    crypto_network = models.CharField(max_length=64, null=True)  # noqa: DJ001 - absent differs from empty
    status = models.CharField(max_length=16, choices=ExternalAccountStatus.choices)
    beneficiary_verification_status = models.CharField(  # noqa: DJ001 - absent where no check exists
        max_length=32, choices=BeneficiaryVerificationStatus.choices, null=True
    )
    beneficiary_verified_data = models.JSONField(null=True)
    warnings = models.JSONField(default=list)
    latin_name = models.CharField(max_length=70, blank=True, default="", db_default="")
    """The beneficiary's name for files of banks, where its own letters have no one Latin spelling."""
    entered_latin_name = models.CharField(max_length=70, blank=True, default="", db_default="")
    """One that two people have not confirmed yet."""
    spellings = SpellingsField(source="beneficiary_name")
    """The beneficiary's name in Latin letters, for searches of staff."""
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()
    deleted_at = models.DateTimeField(null=True)
    refused_at = models.DateTimeField(null=True)
    """When a reviewer confirmed that the beneficiary is on a list of sanctions: it is never paid again."""

    objects = OwnedManager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["customer", "currency", "account_type", "primary_identifier_digest"],
                condition=models.Q(deleted_at=None) & ~models.Q(customer=None),
                name="external_account_once_of_customer",
            ),
            models.UniqueConstraint(
                fields=["platform", "currency", "account_type", "primary_identifier_digest"],
                condition=models.Q(deleted_at=None, customer=None),
                name="external_account_once_of_platform",
            ),
            models.CheckConstraint(
                condition=models.Q(status__in=ExternalAccountStatus.values), name="external_account_status_known"
            ),
        )
        indexes = (
            models.Index(fields=["platform", "created_at", "id"], name="external_account_list"),
            models.Index(fields=["platform", "currency", "created_at", "id"], name="external_account_by_currency"),
            models.Index(fields=["platform", "updated_at", "id"], name="external_account_by_change"),
            models.Index(
                fields=["last_four_digest", "id"],
                condition=models.Q(last_four_digest__isnull=False),
                name="external_account_by_last_four",
            ),
            models.Index(
                fields=["primary_identifier_digest"],
                condition=models.Q(primary_identifier_digest__isnull=False),
                name="external_account_by_number",
            ),
            models.Index(
                fields=["platform", "platform_account_id"],
                condition=models.Q(platform_account_id__isnull=False),
                name="external_account_by_platform",
            ),
            GinIndex(
                fields=["metadata"],
                opclasses=["jsonb_path_ops"],
                condition=models.Q(metadata__isnull=False),
                name="external_account_by_metadata",
            ),
        )

    @property
    def last_four(self) -> str:
        """The last four letters and digits of the account's identifier; empty for one too short to show them."""
        return last_four(self.primary_identifier)

    @property
    def beneficiary_name(self) -> str:
        """The name of the account's holder; empty where none is given."""
        holder = self.account_info.get("beneficiary") or {}
        return holder.get("fullName") or holder.get("legalName") or ""

    @property
    def verification_of_payee(self) -> dict[str, str]:
        """The provider's answer about the name, in the terms of verification of payee."""
        result = _OF_PAYEE.get(self.beneficiary_verification_status or "", "NOT_AVAILABLE")
        name = (self.beneficiary_verified_data or {}).get("fullName")
        return {"result": result} | ({"suggestedName": name} if name and result == "CLOSE_MATCH" else {})

    @property
    def details(self) -> dict[str, object] | None:
        """Warnings about the account, None without any."""
        return {"warnings": self.warnings} if self.warnings else None
