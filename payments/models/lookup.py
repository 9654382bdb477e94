"""Lookups: facts about a receiver, given to a platform before it asks for a quote."""

import datetime as dt

from django.db import models

from payments.models.external_account import ExternalAccount
from platforms.base.public_ids import WithPublicId
from platforms.models import Platform
from platforms.models.platform import OwnedManager


class LookupKind(models.TextChoices):
    """What was looked up: an external account, or a UMA address."""

    ACCOUNT = "ACCOUNT"
    UMA = "UMA"


class Lookup(WithPublicId):
    """One answer about a receiver. A quote names it until it expires; it is deleted some time later."""

    platform = models.ForeignKey(Platform, on_delete=models.PROTECT, related_name="+", db_index=False)
    customer = models.ForeignKey("compliance.Customer", on_delete=models.PROTECT, related_name="+")
    """The intended sender."""
    kind = models.CharField(max_length=16, choices=LookupKind.choices)
    external_account = models.ForeignKey(ExternalAccount, on_delete=models.PROTECT, null=True, related_name="+")
    receiver_address = models.CharField(max_length=320, blank=True, default="", db_default="")
    """The UMA address that was looked up."""
    payload = models.JSONField(default=dict, db_default={})
    """Data of the receiver's side that the payment will need."""
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    """By the platform's clock, as `created_at` is."""

    objects = OwnedManager()

    class Meta:
        constraints = (
            models.CheckConstraint(condition=models.Q(kind__in=LookupKind.values), name="lookup_kind_known"),
            models.CheckConstraint(
                condition=models.Q(kind=LookupKind.ACCOUNT, external_account__isnull=False)
                | (models.Q(kind=LookupKind.UMA, external_account=None) & ~models.Q(receiver_address="")),
                name="lookup_names_its_receiver",
            ),
        )

    def is_expired(self, now: dt.datetime) -> bool:
        """Tell whether a quote can no longer name it."""
        return self.expires_at <= now
