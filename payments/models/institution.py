"""Institutions: the banks and mobile-money providers that money can be sent to."""

from django.contrib.postgres.fields import ArrayField
from django.db import models


class InstitutionKind(models.TextChoices):
    """The kind of accounts at an institution: bank accounts, or wallets named by a telephone number."""

    BANK = "BANK"
    MOBILE_MONEY = "MOBILE_MONEY"


class Institution(models.Model):
    """A bank or mobile-money provider of one country, for one currency. Loaded from `payments/data`."""

    country = models.CharField(max_length=2)
    currency = models.CharField(max_length=8)
    kind = models.CharField(max_length=16, choices=InstitutionKind.choices)
    bank_name = models.CharField(max_length=255)
    """The value that clients send as `bankName`: plain ASCII, never changed once published."""
    display_name = models.CharField(max_length=255)
    """The registered name, to be shown to people."""
    rails = ArrayField(models.CharField(max_length=32))
    source = models.CharField(max_length=255)
    """The public register that lists the institution."""
    bank_name_key = models.CharField(max_length=255)
    """The name in its normal form: see `directory.institutions.folded`."""
    display_name_key = models.CharField(max_length=255)
    is_active = models.BooleanField(default=True)
    """False once the institution is no longer in the file: it is not listed and its name not accepted."""
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()

    class Meta:
        constraints = (
            # Also serves the search by country, in the order of its reply.
            models.UniqueConstraint(fields=["country", "currency", "bank_name"], name="institution_unique"),
            models.CheckConstraint(condition=models.Q(kind__in=InstitutionKind.values), name="institution_kind_known"),
        )
        indexes = (models.Index(fields=["currency", "country", "bank_name"], name="institution_by_currency"),)

    def __str__(self) -> str:
        return f"{self.bank_name} ({self.country}, {self.currency})"
