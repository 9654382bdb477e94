"""The platform's configuration: what a PATCH may change, and its consequences."""

import datetime as dt
import threading
import uuid
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings

from platforms import audit, signals
from platforms.base import clock, errors, money, network_addresses
from platforms.models import Environment, Platform, PlatformCurrency, UmaDomain
from platforms.operations import platform_fees, platforms, uma_domains

LOOKUP_SECONDS = 2.0
_INSIDE = frozenset({"internal", "local", "localhost"})
_lookups = threading.BoundedSemaphore(2)


def update(
    *,
    platform_id: uuid.UUID,
    changes: Mapping[str, Any],
    actor: audit.Actor,
    now: dt.datetime,
    reason: str = "",
) -> Platform:
    """Change the configuration of a platform; fields that `changes` lacks stay.

    `changes`: `umaDomain`, `webhookEndpoint`, `supportedCurrencies`, `features`, `feeConfigs` as the API names them,
    already of the right types. Raises InvalidInput (INVALID_CURRENCY for an unsupported code) and whatever a receiver
    of `currency_disabling` objects with.
    """
    # Not FOR UPDATE: a payment names the platform at its commit, with its currency locked, for which we wait below.
    platform = Platform.objects.select_for_update(no_key=True).get(id=platform_id)
    if "umaDomain" in changes:
        _name_domain(platform, changes["umaDomain"], now=now)
    else:
        platform.named_domain = UmaDomain.objects.filter(platform=platform, domain=platform.uma_domain).first()
    if "webhookEndpoint" in changes:
        platform.webhook_endpoint = check_endpoint(changes["webhookEndpoint"], environment=platform.environment)
    if "supportedCurrencies" in changes:
        _replace_currencies(platform, changes["supportedCurrencies"], now=now)
    if "features" in changes:
        platform.features = sorted(set(changes["features"]))
    if "feeConfigs" in changes:
        platform_fees.configure(platform, changes["feeConfigs"])
    # After the currencies: another `proxy_uma_subdomain`, which is unique, locks as FOR UPDATE does.
    platform.updated_at = now
    platform.save(update_fields=["uma_domain", "proxy_uma_subdomain", "webhook_endpoint", "features", "updated_at"])
    if changes.get("webhookEndpoint"):
        signals.webhook_endpoint_set.send(sender=Platform, platform=platform, now=now)
    audit.record(
        audit.Subject(platform.id, platform.public_id),
        "config.update",
        actor=actor,
        now=now,
        fields=sorted(changes),
        features=platform.features if "features" in changes else "",
        feeConfigs=changes.get("feeConfigs", ""),
        reason=reason,
    )
    return platform


def check_endpoint(url: str, *, environment: str, field: str = "webhookEndpoint") -> str:
    """Return a webhook endpoint; raises InvalidInput unless it is https (or, where allowed, http to loopback)."""
    if not url:
        return ""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise errors.InvalidInput.field(field, "must be a URL such as https://example.com/webhooks") from None
    loopback_allowed = _may_be_loopback(host, environment)
    printable = url.isascii() and url.isprintable() and " " not in url
    if not host or "%" in host or parts.username is not None or parts.fragment or not printable or port == 0:
        raise errors.InvalidInput.field(
            field, "must be a URL with a host, without user name and fragment, in plain characters"
        )
    if parts.scheme != "https" and not (parts.scheme == "http" and loopback_allowed):
        raise errors.InvalidInput.field(field, "must start with https://")
    if not loopback_allowed and not network_addresses.is_port_allowed(443 if port is None else port):
        raise errors.InvalidInput.field(
            field, "must have another port: this one belongs to another protocol than https"
        )
    return url


def require_public(url: str, *, environment: str, field: str = "webhookEndpoint") -> None:
    """Raise InvalidInput for a webhook endpoint that requests would be refused to, according to name servers now.

    Never in a database transaction: it may wait LOOKUP_SECONDS for them. A name that they do not know, or do not
    answer in time, is accepted: it may be created later, and each request is checked again when it is sent.
    """
    # A dot at the end changes nothing, for names as for addresses.
    host = (urlsplit(check_endpoint(url, environment=environment, field=field)).hostname or "").rstrip(".")
    if not host or _may_be_loopback(host, environment):
        return
    if _is_of_the_inside(host) or not all(map(_may_be_called, _addresses_of(host))):
        raise errors.InvalidInput.field(field, "must be at a public address: this one would not be called")


def _is_of_the_inside(host: str) -> bool:
    """Tell whether a name is one that the public DNS never has: without a dot, or below a domain of local networks.

    Where networks inside are open to webhooks, such names may lead to them.
    """
    _, dot, domain = host.rpartition(".")
    if settings.WEBHOOK_ALLOWED_NETWORKS:
        return domain == "localhost"
    return network_addresses.literal(host) is None and (not dot or domain in _INSIDE)


def _may_be_called(address: str) -> bool:
    return network_addresses.is_public(address) or network_addresses.is_inside(
        address, settings.WEBHOOK_ALLOWED_NETWORKS
    )


def _addresses_of(host: str) -> Sequence[str]:
    known = network_addresses.literal(host)
    if known is not None:
        return [known]
    from platforms.base import name_servers  # noqa: PLC0415 - dnspython takes 0.14 s and 17 MB

    # Few threads wait for name servers, which outsiders choose too.
    if not _lookups.acquire(blocking=False):
        return []
    try:
        return name_servers.addresses(host, seconds=LOOKUP_SECONDS)
    except (name_servers.NoSuchName, name_servers.NoAnswer):
        return []
    finally:
        _lookups.release()


def _may_be_loopback(host: str, environment: str) -> bool:
    return environment == Environment.SANDBOX and settings.ALLOW_LOOPBACK_WEBHOOKS and _is_loopback(host)


def _name_domain(platform: Platform, text: str, *, now: dt.datetime) -> None:
    domain = platforms.check_domain(text, environment=platform.environment)
    if domain == settings.SANDBOX_UMA_DOMAIN.lower():
        raise uma_domains.taken()
    # Ownership of a domain is checked in the real world, which knows no platform's clock.
    named = uma_domains.name(platform=platform, domain=domain, now=clock.real(platform, now))
    platform.uma_domain, platform.proxy_uma_subdomain = named.domain, named.subdomain
    platform.named_domain = named


def _is_loopback(host: str) -> bool:
    return host == "localhost" or network_addresses.is_loopback(host)


def _replace_currencies(platform: Platform, wanted: Sequence[Mapping[str, Any]], *, now: dt.datetime) -> None:
    _check_currencies(wanted)
    # Locked, so that no payment brings in money between the check by receivers of `currency_disabling` and the end.
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
    codes = [entry["currencyCode"] for entry in wanted if entry["currencyCode"] not in current]
    if codes:
        signals.currencies_enabled.send(sender=Platform, platform=platform, codes=codes, now=now)


def _check_currencies(wanted: Sequence[Mapping[str, Any]]) -> None:
    problems: list[tuple[str, str]] = []
    unsupported: list[tuple[str, str]] = []
    seen: set[str] = set()
    for index, entry in enumerate(wanted):
        path = f"supportedCurrencies.{index}"
        if entry["currencyCode"] not in money.SUPPORTED_CURRENCIES:
            unsupported.append((f"{path}.currencyCode", platforms.UNSUPPORTED_CURRENCY))
        elif entry["currencyCode"] in seen:
            problems.append((f"{path}.currencyCode", "must be listed once"))
        seen.add(entry["currencyCode"])
        if entry["minAmount"] > entry["maxAmount"]:
            problems.append((f"{path}.minAmount", "must not be greater than maxAmount"))
    if problems or unsupported:
        raise errors.InvalidInput(unsupported + problems, code="INVALID_CURRENCY" if unsupported else None)
