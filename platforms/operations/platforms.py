"""Creating tenants: done by operators, never by the API."""

import re
import uuid
from collections.abc import Sequence

from platforms import audit, signals
from platforms.base import clock, errors, identifiers, money
from platforms.models import Environment, Platform, PlatformCurrency, TransactionDirection
from platforms.operations import powers, uma_domains

DEFAULT_MAX_AMOUNT = 10**15
"""The default limit of one payment, in the currency's smallest unit."""
UNSUPPORTED_CURRENCY = "must be a currency of the service, such as USD"
_DOMAIN = re.compile(r"(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}")


def create_platform(
    *,
    name: str,
    environment: str,
    uma_domain: str,
    currencies: Sequence[str],
    actor: audit.Actor,
    now: clock.RealTime,
    webhook_endpoint: str = "",
    contact_email: str = "",
    is_regulated: bool = False,
    is_probe: bool = False,
    reason: str = "",
) -> Platform:
    """Create a tenant with its currencies and their internal accounts.

    Raises InvalidInput for a malformed or taken domain, an unknown environment or currency.
    """
    if environment not in Environment.values:
        raise errors.InvalidInput.field("environment", f"must be one of {', '.join(Environment.values)}")
    domain = check_domain(uma_domain, environment=environment)
    for code in currencies:
        check_currency(code, field="currencies")
    key = identifiers.new_key()
    platform = Platform.objects.create(
        id=key,
        name=name,
        environment=environment,
        uma_domain=domain,
        proxy_uma_subdomain=str(key),
        webhook_endpoint=webhook_endpoint,
        contact_email=contact_email,
        is_regulated_financial_institution=is_regulated,
        is_probe=is_probe,
        created_at=now,
        updated_at=now,
    )
    platform.proxy_uma_subdomain = uma_domains.name(platform=platform, domain=domain, now=now).subdomain
    platform.save(update_fields=["proxy_uma_subdomain"])
    codes = list(dict.fromkeys(currencies))
    PlatformCurrency.objects.bulk_create(
        PlatformCurrency(
            platform=platform,
            code=code,
            position=position,
            min_amount=1,
            max_amount=DEFAULT_MAX_AMOUNT,
            enabled_transaction_types=[TransactionDirection.OUTGOING, TransactionDirection.INCOMING],
        )
        for position, code in enumerate(codes)
    )
    signals.currencies_enabled.send(sender=Platform, platform=platform, codes=codes, now=now)
    audit.record(
        audit.Subject(platform.id, platform.public_id),
        "platform.create",
        actor=actor,
        now=now,
        environment=environment,
        currencies=list(currencies),
        reason=reason,
    )
    return platform


def allow_payee_verification(
    *, platform_id: uuid.UUID, allowed: bool, actor: audit.Actor, now: clock.RealTime, reason: str
) -> Platform:
    """Allow a platform to ask whether accounts of other platforms belong to a name, or end that."""
    platform: Platform = Platform.objects.select_for_update(no_key=True).get(id=platform_id)
    platform.may_verify_payees, platform.updated_at = allowed, now
    platform.save(update_fields=["may_verify_payees", "updated_at"])
    subject = audit.Subject(platform.id, platform.public_id)
    audit.record(subject, powers.MAY_VERIFY_PAYEES, actor=actor, now=now, allowed=allowed, reason=reason)
    return platform


def check_domain(text: str, *, environment: str) -> str:
    """Return a UMA domain in lower case; raises InvalidInput when it is malformed, or not allowed there."""
    domain = text.strip().lower()
    if not _DOMAIN.fullmatch(domain):
        raise errors.InvalidInput.field("umaDomain", "must be a domain name such as pay.example.com")
    uma_domains.require_allowed(domain, environment=environment)
    return domain


def check_currency(code: str, *, field: str) -> None:
    """Raise INVALID_CURRENCY unless the service supports the currency."""
    if code not in money.SUPPORTED_CURRENCIES:
        raise errors.InvalidInput.field(field, UNSUPPORTED_CURRENCY, code="INVALID_CURRENCY")
