"""Internal accounts: money that the service holds for a customer or a platform."""

import datetime as dt

from django.contrib.postgres.indexes import GinIndex, OpClass
from django.db import models

from payments.models.ledger import LedgerAccount
from platforms.base.money_json import currency_amount
from platforms.base.public_ids import WithPublicId
from platforms.models import Platform
from platforms.models.platform import OwnedManager


class InternalAccountStatus(models.TextChoices):
    """Whether money moves on an internal account."""

    ACTIVE = "ACTIVE"
    HELD = "HELD"
    """Its books are being examined."""


class InternalAccount(WithPublicId):
    """One holder's account in one currency. The balance is its ledger account's."""

    platform = models.ForeignKey(Platform, on_delete=models.PROTECT, related_name="+", db_index=False)
    customer = models.ForeignKey(
        "compliance.Customer", on_delete=models.PROTECT, null=True, related_name="internal_accounts", db_index=False
    )
    """None: the account belongs to the platform itself."""
    currency = models.CharField(max_length=8)
    ledger_account = models.OneToOneField(LedgerAccount, on_delete=models.PROTECT, related_name="internal_account")
    funding_reference = models.CharField(max_length=32, unique=True)
    """The reference by which an incoming payment finds this account."""
    funding_instructions = models.JSONField()
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()

    objects = OwnedManager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["customer", "currency"], condition=~models.Q(customer=None), name="internal_account_of_customer"
            ),
            models.UniqueConstraint(
                fields=["platform", "currency"], condition=models.Q(customer=None), name="internal_account_of_platform"
            ),
        )
        indexes = (
            models.Index(fields=["platform", "created_at", "id"], name="internal_account_list"),
            models.Index(fields=["platform", "currency", "created_at", "id"], name="internal_account_by_currency"),
            # An account by its number, whichever field of the instructions has it.
            GinIndex(OpClass("funding_instructions", name="jsonb_path_ops"), name="internal_account_by_number"),
        )

    @property
    def balance(self) -> dict[str, object]:
        """The balance, as the API shows it."""
        return currency_amount(self.ledger_account.balance or 0, self.currency)

    @property
    def status(self) -> str:
        """Whether money moves on it; its ledger account tells."""
        return (InternalAccountStatus.HELD if self.ledger_account.held_at else InternalAccountStatus.ACTIVE).value

    @property
    def changed_at(self) -> dt.datetime:
        """When the account or its balance last changed."""
        return max(self.updated_at, self.ledger_account.balance_changed_at or self.updated_at)
