"""Creating tenants: an operator's act, never the API's."""

import datetime as dt
import re
import uuid
from collections.abc import Sequence

from platforms import audit, signals
from platforms.kit import errors, identifiers, money
from platforms.models import Environment, Platform, PlatformCurrency, TransactionDirection

DEFAULT_MAX_AMOUNT = 10**15
"""What one payment may move unless the platform says otherwise: in the currency's smallest unit."""
UNSUPPORTED_CURRENCY = "is not a currency that this service supports"
_LONGEST_LABEL = 63 - len("-01234567")
_DOMAIN = re.compile(r"(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}")


def create_platform(
    *,
    name: str,
    environment: str,
    uma_domain: str,
    currencies: Sequence[str],
    actor: audit.Actor,
    now: dt.datetime,
    webhook_endpoint: str = "",
    contact_email: str = "",
    is_regulated: bool = False,
    reason: str = "",
) -> Platform:
    """Create a tenant with its currencies and their internal accounts.

    Raises InvalidInput for a malformed or taken domain, an unknown environment or currency.
    """
    domain = check_domain(uma_domain)
    if environment not in Environment.values:
        raise errors.InvalidInput.field("environment", f"must be one of {', '.join(Environment.values)}")
    for code in currencies:
        check_currency(code, field="currencies")
    key = identifiers.new_key()
    platform = Platform.objects.create(
        id=key,
        name=name,
        environment=environment,
        uma_domain=domain,
        proxy_uma_subdomain=free_subdomain(domain, platform_id=key),
        webhook_endpoint=webhook_endpoint,
        contact_email=contact_email,
        is_regulated_financial_institution=is_regulated,
        created_at=now,
        updated_at=now,
    )
    for position, code in enumerate(dict.fromkeys(currencies)):
        PlatformCurrency.objects.create(
            platform=platform,
            code=code,
            position=position,
            min_amount=1,
            max_amount=DEFAULT_MAX_AMOUNT,
            enabled_transaction_types=[TransactionDirection.OUTGOING, TransactionDirection.INCOMING],
        )
        signals.currency_enabled.send(sender=Platform, platform=platform, code=code, now=now)
    audit.record(
        actor=actor,
        platform_id=platform.id,
        verb="platform.create",
        subject=platform.public_id,
        now=now,
        details={
            "environment": environment,
            "currencies": list(currencies),
            **({"reason": reason} if reason else {}),
        },
    )
    return platform


def check_domain(text: str, *, except_platform: Platform | None = None) -> str:
    """Return a UMA domain in lower case; raises InvalidInput when it is malformed or another platform's."""
    domain = text.strip().lower()
    if not _DOMAIN.fullmatch(domain):
        raise errors.InvalidInput.field("umaDomain", "must be a domain name such as pay.example.com")
    taken = Platform.objects.filter(uma_domain=domain)
    if except_platform is not None:
        taken = taken.exclude(id=except_platform.id)
    if taken.exists():
        raise domain_taken()
    return domain


def free_subdomain(domain: str, *, platform_id: uuid.UUID) -> str:
    """Return the name below the service's host for a platform with a UMA domain: its first label.

    Where another platform has that already, the end of the platform's key is added: requests that come by this name
    must lead to one platform, and nobody may take away another's by choosing a domain.
    """
    label = domain.split(".", 1)[0]
    if Platform.objects.filter(proxy_uma_subdomain=label).exclude(id=platform_id).exists():
        return f"{label[:_LONGEST_LABEL]}-{str(platform_id)[-8:]}"
    return label


def domain_taken() -> errors.InvalidInput:
    """Return the refusal of a domain that is another platform's."""
    return errors.InvalidInput.field("umaDomain", "is in use by another platform")


def check_currency(code: str, *, field: str) -> None:
    """Raise INVALID_CURRENCY unless the service supports the currency."""
    if code not in money.SUPPORTED_CURRENCIES:
        raise errors.InvalidInput.field(field, UNSUPPORTED_CURRENCY, code="INVALID_CURRENCY")
