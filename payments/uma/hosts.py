"""Which of the identities that live here a request is for, or an address belongs to.

An identity is a platform with its `umaDomain`, or the counterparty of the sandbox, which has no platform. Requests find
it by their Host header: the domain itself, or `<proxyUmaSubdomain>.<host of the service>` when the platform's own web
server passes them on under that name.
"""

import dataclasses
import re
import uuid
from urllib.parse import urlsplit

from django.conf import settings
from django.db.models.functions import Lower
from django.http import HttpRequest

from platforms.models import Environment, Platform

_HOST = re.compile(r"(?P<name>[a-z0-9.-]{1,254})(?::[0-9]{1,5})?")


@dataclasses.dataclass(frozen=True, slots=True)
class Host:
    """One of our identities."""

    platform_id: uuid.UUID | None
    """None for the counterparty of the sandbox."""
    domain: str
    """What stands behind the `@` of its addresses, and what its signatures name, whatever host a request came by."""
    environment: str

    @property
    def is_counterpart(self) -> bool:
        """Tell whether it is the counterparty of the sandbox."""
        return self.platform_id is None


def of_request(request: HttpRequest) -> Host | None:
    """Return the identity that a request is for, None when its host is nobody's. Never raises for a strange host."""
    names = [request.META.get("HTTP_HOST", "")]
    if settings.TRUST_FORWARDED_HOST:
        # The last one: what came before it was said by the client.
        names.insert(0, request.META.get("HTTP_X_FORWARDED_HOST", "").rpartition(",")[2])
    for name in names:
        found = of_name(name.strip())
        if found is not None:
            return found
    return None


def of_name(text: str) -> Host | None:
    """Return the identity that a host name stands for, its domain or its name below the service's host."""
    parsed = _HOST.fullmatch(text.lower())
    if parsed is None:
        return None
    name = parsed["name"].rstrip(".")
    label, _, rest = name.partition(".")
    # The names below the service's host are given out by the service: no platform's domain takes one away.
    if rest == service_host() and name != counterpart().domain:
        return _of_subdomain(label)
    return of_domain(name)


def of_domain(domain: str) -> Host | None:
    """Return the identity whose addresses end in a domain (lower case), None when it is not one of ours."""
    if domain == settings.SANDBOX_UMA_DOMAIN.lower():
        return counterpart()
    rows = Platform.objects.alias(lower_domain=Lower("uma_domain")).filter(lower_domain=domain)
    return next((_host(*row) for row in rows.values_list("id", "uma_domain", "environment")), None)


def counterpart() -> Host:
    """Return the identity of the sandbox's counterparty."""
    return Host(None, settings.SANDBOX_UMA_DOMAIN.lower(), Environment.SANDBOX.value)


def service_host() -> str:
    """Return the host name under which the service itself is reached."""
    return urlsplit(settings.PUBLIC_BASE_URL).hostname or ""


def _of_subdomain(label: str) -> Host | None:
    rows = Platform.objects.filter(proxy_uma_subdomain=label)
    return next((_host(*row) for row in rows.values_list("id", "uma_domain", "environment")), None)


def _host(platform_id: uuid.UUID, domain: str, environment: str) -> Host:
    return Host(platform_id, domain.lower(), environment)
