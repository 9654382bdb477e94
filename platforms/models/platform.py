"""The tenant and its configuration."""

import datetime as dt
import uuid
from typing import Any, Self

from django.contrib.postgres.fields import ArrayField
from django.db import models

from platforms.base import clock
from platforms.base.public_ids import WithPublicId


class Environment(models.TextChoices):
    """The environment of a platform. The data of the two never mixes."""

    SANDBOX = "SANDBOX"
    PRODUCTION = "PRODUCTION"


class CounterpartyField(models.TextChoices):
    """Facts that can be required of the other party of a payment."""

    FULL_NAME = "FULL_NAME"
    BIRTH_DATE = "BIRTH_DATE"
    NATIONALITY = "NATIONALITY"
    PHONE_NUMBER = "PHONE_NUMBER"
    EMAIL = "EMAIL"
    POSTAL_ADDRESS = "POSTAL_ADDRESS"
    TAX_ID = "TAX_ID"
    REGISTRATION_NUMBER = "REGISTRATION_NUMBER"
    USER_TYPE = "USER_TYPE"
    COUNTRY_OF_RESIDENCE = "COUNTRY_OF_RESIDENCE"
    ACCOUNT_IDENTIFIER = "ACCOUNT_IDENTIFIER"
    FI_LEGAL_ENTITY_NAME = "FI_LEGAL_ENTITY_NAME"
    FI_ADDRESS = "FI_ADDRESS"
    PURPOSE_OF_PAYMENT = "PURPOSE_OF_PAYMENT"
    ULTIMATE_INSTITUTION_COUNTRY = "ULTIMATE_INSTITUTION_COUNTRY"
    IDENTIFIER = "IDENTIFIER"
    BUSINESS_TYPE = "BUSINESS_TYPE"


class TransactionDirection(models.TextChoices):
    """Direction in which money may flow in a currency; also the type of a transaction."""

    INCOMING = "INCOMING"
    OUTGOING = "OUTGOING"


class FeeSourceType(models.TextChoices):
    """How a payment is paid that a platform charges its customer for, as `sourceType` of its quote says."""

    ACCOUNT = "ACCOUNT"
    REALTIME_FUNDING = "REALTIME_FUNDING"


class FeeDestinationType(models.TextChoices):
    """Where a payment goes that a platform charges its customer for, as `destinationType` of its quote says."""

    ACCOUNT = "ACCOUNT"
    UMA_ADDRESS = "UMA_ADDRESS"


class Platform(WithPublicId):
    """A tenant: one company's account with the service, in one environment."""

    public_type = "PlatformConfig"
    name = models.CharField(max_length=255)
    environment = models.CharField(max_length=16, choices=Environment.choices)
    uma_domain = models.CharField(max_length=253)
    """The domain named by the platform: `UmaDomain` tells whether it is verified."""
    proxy_uma_subdomain = models.CharField(max_length=63)
    webhook_endpoint = models.URLField(max_length=2048, blank=True, default="", db_default="")
    contact_email = models.EmailField(blank=True, default="", db_default="")
    is_regulated_financial_institution = models.BooleanField(default=False)
    may_verify_payees = models.BooleanField(default=False, db_default=False)
    """It may ask whether an account of another platform belongs to a name: the operator has allowed it."""
    features = ArrayField(models.CharField(max_length=32), default=list, db_default=models.Value("{}"), blank=True)
    """The names of the features that it has turned on (`platforms.features`)."""
    clock_offset = models.DurationField(default=dt.timedelta)
    """How far a sandbox platform's clock runs ahead; zero in production (a database check)."""
    is_probe = models.BooleanField(default=False, db_default=False)
    """The service's own platform, in which it plays a payment each minute: one at most, in the sandbox alone."""
    rate_limit_per_second = models.PositiveIntegerField(null=True, blank=True)
    rate_limit_burst = models.PositiveIntegerField(null=True, blank=True)
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()
    named_domain: Any = None
    """The `UmaDomain` of `uma_domain`, where it was read with the platform."""
    domain_of_names: str | None = None
    """The domain of customers' UMA addresses, where it was read with the platform; None for none."""

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["proxy_uma_subdomain"], name="platform_proxy_uma_subdomain_unique"),
            models.CheckConstraint(
                condition=models.Q(environment="SANDBOX") | models.Q(clock_offset=dt.timedelta()),
                name="platform_production_clock_is_real",
            ),
            models.CheckConstraint(
                condition=models.Q(environment__in=Environment.values), name="platform_environment_known"
            ),
            models.CheckConstraint(
                condition=models.Q(is_probe=False) | models.Q(environment="SANDBOX"), name="platform_probe_in_sandbox"
            ),
            models.UniqueConstraint(fields=["is_probe"], condition=models.Q(is_probe=True), name="platform_probe_one"),
        )

    def __str__(self) -> str:
        return f"{self.name} ({self.environment})"

    def now(self) -> dt.datetime:
        """Return the platform's time."""
        return clock.now(self)

    @property
    def fee_configs(self) -> list[dict[str, Any]] | None:
        """What it charges its customers in all its currencies, as the API shows it; None: nothing."""
        configs = [config for row in self.currencies.all() for config in row.fee_configs or ()]
        return [{**each, "variableRate": float(each["variableRate"])} for each in configs] or None


class PlatformCurrency(models.Model):
    """A currency that a platform's customers can hold, send and receive, with its limits."""

    platform = models.ForeignKey(Platform, on_delete=models.PROTECT, related_name="currencies")
    code = models.CharField(max_length=8)
    position = models.PositiveSmallIntegerField()
    min_amount = models.BigIntegerField()
    max_amount = models.BigIntegerField()
    enabled_transaction_types = ArrayField(models.CharField(max_length=16, choices=TransactionDirection.choices))
    required_counterparty_fields = models.JSONField(default=list)
    most_fixed_fee = models.BigIntegerField(default=0, db_default=0)
    """The most that the platform may charge its customers as a fixed or least fee: the operator sets it."""
    most_fee_share = models.DecimalField(max_digits=9, decimal_places=8, default=0, db_default=0)
    """The greatest share that it may charge them."""
    fee_configs = models.JSONField(null=True)
    """What it charges for payments sent in the currency, see `platforms.operations.platform_fees`; None: nothing."""
    fees_due_at = models.DateTimeField(null=True)
    """When what it has charged goes to its internal account next, by its clock; None before it was allowed any."""

    class Meta:
        ordering = ("position",)
        verbose_name_plural = "platform currencies"
        indexes = (
            models.Index(
                fields=["fees_due_at"], condition=models.Q(fees_due_at__isnull=False), name="platform_currency_fees_due"
            ),
        )
        constraints = (
            models.UniqueConstraint(fields=["platform", "code"], name="platform_currency_unique"),
            models.CheckConstraint(
                condition=models.Q(min_amount__gte=0, max_amount__gte=models.F("min_amount")),
                name="platform_currency_limits_ordered",
            ),
        )

    def __str__(self) -> str:
        return self.code

    @property
    def fee_limits(self) -> dict[str, float] | None:
        """The most that the platform may charge its customers, as the API shows it; None: nothing."""
        if not self.most_fixed_fee and not self.most_fee_share:
            return None
        return {"fixed": self.most_fixed_fee, "variableRate": float(self.most_fee_share)}

    @property
    def provider_required_customer_fields(self) -> list[str]:
        """Facts that the rails of this currency require of the platform's own customer."""
        return [CounterpartyField.NATIONALITY.value, CounterpartyField.BIRTH_DATE.value]

    @property
    def provider_required_counterparty_customer_fields(self) -> list[str]:
        """Facts that the rails of this currency require of the other party."""
        return [CounterpartyField.FULL_NAME.value, CounterpartyField.COUNTRY_OF_RESIDENCE.value]


class OwnedQuerySet(models.QuerySet[Any]):
    """Rows that belong to one platform. Every API view starts from `for_platform`."""

    def for_platform(self, platform_id: uuid.UUID) -> Self:
        """Narrow to one tenant's rows."""
        return self.filter(platform_id=platform_id)


class OwnedManager(models.Manager[Any]):
    """`objects` of a table whose rows belong to platforms. Written out for type checkers."""

    def get_queryset(self) -> OwnedQuerySet:
        """Return all rows."""
        return OwnedQuerySet(self.model, using=self._db)

    def for_platform(self, platform_id: uuid.UUID) -> OwnedQuerySet:
        """Narrow to one tenant's rows."""
        return self.get_queryset().for_platform(platform_id)
