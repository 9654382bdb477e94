"""Handlers of signals from the apps below."""

import datetime as dt
from typing import Any

from django.db.models import F, Func, Value
from django.dispatch import receiver

from compliance.models import Customer
from platforms import signals
from platforms.models import Platform


@receiver(signals.currency_enabled, dispatch_uid="compliance.give_currency_to_customers")
def give_currency_to_customers(*, platform: Platform, code: str, now: dt.datetime, **_: Any) -> None:
    """Let every customer of the platform hold its new currency."""
    Customer.objects.for_platform(platform.id).filter(deleted_at=None).exclude(currencies__contains=[code]).update(
        currencies=Func(F("currencies"), Value(code), function="array_append"), updated_at=now
    )


@receiver(signals.currency_disabling, dispatch_uid="compliance.take_currency_from_customers")
def take_currency_from_customers(*, platform: Platform, code: str, **_: Any) -> None:
    """Take a currency that the platform removes from its customers; accounts with money in it object elsewhere."""
    Customer.objects.for_platform(platform.id).filter(deleted_at=None, currencies__contains=[code]).update(
        currencies=Func(F("currencies"), Value(code), function="array_remove")
    )
