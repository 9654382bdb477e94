"""Handlers of signals from the apps below."""

import datetime as dt
from collections.abc import Sequence
from typing import Any

from django.db import connection
from django.db.models import F, Func, Value
from django.dispatch import receiver

from compliance.models import Customer
from platforms import signals
from platforms.models import Platform

_GIVE = """
UPDATE compliance_customer
   SET updated_at = %(now)s,
       currencies = currencies || ARRAY(
           SELECT code FROM unnest(%(codes)s::varchar[]) WITH ORDINALITY AS given (code, place)
            WHERE code <> ALL (currencies) ORDER BY place)
 WHERE platform_id = %(platform)s AND deleted_at IS NULL AND NOT currencies @> %(codes)s::varchar[]
"""


@receiver(signals.currencies_enabled, dispatch_uid="compliance.give_currencies_to_customers")
def give_currencies_to_customers(*, platform: Platform, codes: Sequence[str], now: dt.datetime, **_: Any) -> None:
    """Let every customer of the platform hold its new currencies."""
    with connection.cursor() as cursor:
        cursor.execute(_GIVE, {"platform": platform.id, "codes": list(codes), "now": now})


@receiver(signals.currency_disabling, dispatch_uid="compliance.take_currency_from_customers")
def take_currency_from_customers(*, platform: Platform, code: str, **_: Any) -> None:
    """Take a currency that the platform removes from its customers; accounts with money in it object elsewhere."""
    Customer.objects.for_platform(platform.id).filter(deleted_at=None, currencies__contains=[code]).update(
        currencies=Func(F("currencies"), Value(code), function="array_remove")
    )
