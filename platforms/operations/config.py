"""The platform's configuration: what a PATCH may change, and what follows from it."""

import datetime as dt
import ipaddress
import uuid
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.db import IntegrityError

from platforms import audit, signals
from platforms.kit import errors, money
from platforms.models import Environment, Platform, PlatformCurrency
from platforms.operations import platforms


def update(
    *,
    platform_id: uuid.UUID,
    changes: Mapping[str, Any],
    actor: audit.Actor,
    now: dt.datetime,
    reason: str = "",
) -> Platform:
    """Change the configuration of a platform; fields that `changes` lacks stay.

    `changes`: `umaDomain`, `webhookEndpoint`, `supportedCurrencies` as the API names them, already of the right
    types. Raises InvalidInput (INVALID_CURRENCY for an unsupported code) and whatever a receiver of
    `currency_disabling` objects with.
    """
    platform = Platform.objects.select_for_update().get(id=platform_id)
    if "umaDomain" in changes:
        platform.uma_domain = platforms.check_domain(changes["umaDomain"], except_platform=platform)
        if platform.uma_domain == settings.SANDBOX_UMA_DOMAIN.lower():
            raise platforms.domain_taken()
        platform.proxy_uma_subdomain = platforms.free_subdomain(platform.uma_domain, platform_id=platform.id)
    if "webhookEndpoint" in changes:
        platform.webhook_endpoint = check_endpoint(changes["webhookEndpoint"], platform=platform)
    platform.updated_at = now
    _save(platform)
    if "supportedCurrencies" in changes:
        _replace_currencies(platform, changes["supportedCurrencies"], now=now)
    if changes.get("webhookEndpoint"):
        signals.webhook_endpoint_set.send(sender=Platform, platform=platform, now=now)
    audit.record(
        actor=actor,
        platform_id=platform.id,
        verb="config.update",
        subject=platform.public_id,
        now=now,
        details={"fields": sorted(changes), **({"reason": reason} if reason else {})},
    )
    return platform


def check_endpoint(url: str, *, platform: Platform) -> str:
    """Return a webhook endpoint; raises InvalidInput unless it is https (or, where allowed, http to loopback)."""
    if not url:
        return ""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise errors.InvalidInput.field("webhookEndpoint", "is not a URL") from None
    is_sandbox = platform.environment == Environment.SANDBOX
    loopback_allowed = is_sandbox and settings.ALLOW_LOOPBACK_WEBHOOKS and _is_loopback(host)
    printable = url.isascii() and url.isprintable() and " " not in url
    if not host or parts.username is not None or parts.fragment or not printable or port == 0:
        raise errors.InvalidInput.field(
            "webhookEndpoint", "must be a URL with a host, without user name and fragment, in plain characters"
        )
    if parts.scheme != "https" and not (parts.scheme == "http" and loopback_allowed):
        raise errors.InvalidInput.field("webhookEndpoint", "must start with https://")
    return url


def _save(platform: Platform) -> None:
    try:
        platform.save(
            update_fields=["uma_domain", "proxy_uma_subdomain", "webhook_endpoint", "updated_at"],
        )
    except IntegrityError as error:
        # Two platforms may find a domain free at the same moment; the unique index decides.
        if "platform_uma_domain_unique" in str(error) or "platform_proxy_uma_subdomain_unique" in str(error):
            raise platforms.domain_taken() from None
        raise


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _replace_currencies(platform: Platform, wanted: Sequence[Mapping[str, Any]], *, now: dt.datetime) -> None:
    _check_currencies(wanted)
    # Locked, so that no payment brings money in between the look of the receivers of `currency_disabling` and the end.
    current = {row.code: row for row in platform.currencies.select_for_update().order_by("id")}
    for code in sorted(current.keys() - {entry["currencyCode"] for entry in wanted}):
        signals.currency_disabling.send(sender=Platform, platform=platform, code=code)
        current[code].delete()
    for position, entry in enumerate(wanted):
        code = entry["currencyCode"]
        row = current.get(code) or PlatformCurrency(platform=platform, code=code)
        row.position = position
        row.min_amount = entry["minAmount"]
        row.max_amount = entry["maxAmount"]
        row.enabled_transaction_types = list(dict.fromkeys(entry["enabledTransactionTypes"]))
        row.required_counterparty_fields = [dict(field) for field in entry["requiredCounterpartyFields"]]
        row.save()
        if code not in current:
            signals.currency_enabled.send(sender=Platform, platform=platform, code=code, now=now)


def _check_currencies(wanted: Sequence[Mapping[str, Any]]) -> None:
    problems: list[tuple[str, str]] = []
    unsupported: list[tuple[str, str]] = []
    seen: set[str] = set()
    for index, entry in enumerate(wanted):
        path = f"supportedCurrencies.{index}"
        if entry["currencyCode"] not in money.SUPPORTED_CURRENCIES:
            unsupported.append((f"{path}.currencyCode", platforms.UNSUPPORTED_CURRENCY))
        elif entry["currencyCode"] in seen:
            problems.append((f"{path}.currencyCode", "is listed twice"))
        seen.add(entry["currencyCode"])
        if entry["minAmount"] > entry["maxAmount"]:
            problems.append((f"{path}.minAmount", "must not be greater than maxAmount"))
    if problems or unsupported:
        raise errors.InvalidInput(unsupported + problems, code="INVALID_CURRENCY" if unsupported else None)
