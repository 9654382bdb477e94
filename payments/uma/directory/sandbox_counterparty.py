"""The sandbox's counterparty as a tenant: a platform of the service like any other, with customers.

It is made when first needed, so a service without sandbox payments by UMA has none. Its customers are the scenarios of
`payments.providers.sandbox.uma_counterpart`; a payment to one of them runs through the same code as any other. It has
no API token, and its identity's keys are those of `payments.uma` for the counterparty.
"""

import datetime as dt
import uuid

from django.db import connection

from compliance import parties
from compliance.customers import customers
from payments.providers.sandbox import uma_counterpart, uma_directory
from platforms import audit
from platforms.base import clock, money
from platforms.database.locks import Lock
from platforms.models import Platform
from platforms.operations import platforms

_DETAILS = {
    "customerType": "INDIVIDUAL",
    "birthDate": dt.date(1980, 1, 1),
    "nationality": "US",
    "address": {"line1": "1 Sandbox Way", "city": "Austin", "postalCode": "78701", "country": "US"},
}


def receiver(*, address: str, now: clock.RealTime) -> uuid.UUID | None:
    """Return the key of the customer for an address of the counterparty; None when it has no such receiver."""
    scenario = uma_counterpart.receiver(address)
    if scenario is None:
        return None
    wanted = address.lower()
    known = _find(wanted)
    if known is not None:
        return known
    platform = _tenant(now=now)
    known = _find(wanted)
    if known is not None:
        return known
    name = f"{scenario.name.replace('.', ' ').title()} {scenario.currency.title()}"
    details = _DETAILS | {"fullName": name, "umaAddress": wanted, "currencies": [scenario.currency]}
    return customers.create(platform_id=platform.id, details=details, actor=audit.SYSTEM, now=now).id


def pass_time(*, platform: Platform, by: dt.timedelta) -> None:
    """Bring due times of the counterparty's steps for a platform's payments forward, as the platform's clock moves.

    The counterparty has no clock of its own that a platform could move.
    """
    with connection.cursor() as cursor:
        cursor.execute(_HASTEN, [by.total_seconds(), uma_counterpart.domain(), platform.id])


_HASTEN = """
WITH passed AS (SELECT make_interval(secs => %s) AS time),
moved AS (
    UPDATE payments_transaction payment SET next_action_at = payment.next_action_at - passed.time
      FROM passed, platforms_platform counterpart
     WHERE counterpart.uma_domain = %s AND payment.platform_id = counterpart.id
       AND payment.next_action_at IS NOT NULL AND EXISTS (
           SELECT FROM platforms_umadomain owned
            WHERE owned.platform_id = %s AND owned.state <> 'UNVERIFIED'
              AND owned.domain = split_part(payment.sender, '@', 2))
    RETURNING payment.id
)
UPDATE payments_incomingumapayment session
   SET expires_at = session.expires_at - passed.time, held_until = session.held_until - passed.time
  FROM passed, moved WHERE session.transaction_id = moved.id
"""


def _find(address: str) -> uuid.UUID | None:
    found = parties.find(uma_address=address)
    return found.id if found else None


def _tenant(*, now: clock.RealTime) -> Platform:
    """Return the counterparty's platform, locked until this transaction ends so that it is made only once."""
    with connection.cursor() as cursor:
        Lock.SANDBOX_COUNTERPARTY.hold(cursor)
    domain = uma_counterpart.domain()
    platform: Platform | None = Platform.objects.filter(uma_domain=domain).first()
    return platform or platforms.create_platform(
        name=uma_counterpart.NAME,
        environment=uma_directory.counterparty().environment,
        uma_domain=domain,
        currencies=sorted(money.SUPPORTED_CURRENCIES),
        is_regulated=True,
        actor=audit.SYSTEM,
        now=now,
    )
