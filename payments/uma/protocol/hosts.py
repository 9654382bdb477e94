"""Identities of this service, found by the host of a request or the domain of an address.

An identity is a platform with a verified domain, or the counterparty of the sandbox, which has no platform. Requests
find it by their Host header: the domain itself, or `<proxyUmaSubdomain>.<host of the service>` when the platform's own
web server forwards them under that name.

A domain may belong to a production platform and to a sandbox platform. Requests from outside find the production
platform under the domain itself; platforms find the one of their own environment.
"""

import dataclasses
import re
import uuid
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest

from platforms.models import COUNTS, Environment, UmaDomain

IN_PROCESS = "payments.in_process"
"""Set in `request.META` of a message within the process, to the environment of its sender. No header of a real
request can set it."""
_HOST = re.compile(r"(?P<name>[a-z0-9.-]{1,254})(?::[0-9]{1,5})?")


@dataclasses.dataclass(frozen=True, slots=True)
class Host:
    """One of our identities."""

    platform_id: uuid.UUID | None
    """None for the counterparty of the sandbox."""
    domain: str
    """The part after the `@` of its addresses, named by its signatures, whatever host a request came by."""
    environment: str

    @property
    def is_counterpart(self) -> bool:
        """Tell whether it is the counterparty of the sandbox."""
        return self.platform_id is None


def of_request(request: HttpRequest) -> Host | None:
    """Return the identity that a request is for, None when its host has none. Never raises for an odd host."""
    for name in _names(request):
        found = of_name(name, environment=request.META.get(IN_PROCESS))
        if found is not None:
            return found
    return None


def proof_for(request: HttpRequest) -> str | None:
    """Return the proof of the domain whose web server forwarded a request; None for no domain.

    Only the name below the service's host identifies the platform that this server trusts. A domain in the Host header
    would only prove that it leads here, for any platform.
    """
    for name in _names(request):
        label = _label(_parsed(name))
        if label:
            found = UmaDomain.objects.filter(subdomain=label).values_list("proof", flat=True).first()
            if found is not None:
                return str(found)
    return None


def of_name(text: str, *, environment: str | None = None) -> Host | None:
    """Return the identity with a host name, its domain or its name below the service's host.

    `environment`: of the platform that asks; None for an outside request.
    """
    name = _parsed(text)
    # Names below the service's host are assigned by the service: no platform's domain overrides one.
    label = _label(name)
    if label is None:
        return of_domain(name, environment=environment)
    rows = UmaDomain.objects.filter(COUNTS, subdomain=label)
    return next((Host(*row) for row in rows.values_list("platform_id", "domain", "environment")), None)


def of_domain(domain: str, *, environment: str | None = None) -> Host | None:
    """Return the identity whose addresses end in a domain (lower case), None when it is not one of ours.

    `environment`: of the platform that asks, which sees no other one; None for an outside request, which finds the
    production platform first.
    """
    if domain == counterpart().domain:
        return counterpart()
    rows = UmaDomain.objects.filter(COUNTS, domain=domain).order_by("environment")
    if environment is not None:
        rows = rows.filter(environment=environment)
    return next((Host(*row) for row in rows.values_list("platform_id", "domain", "environment")), None)


def counterpart() -> Host:
    """Return the identity of the sandbox's counterparty."""
    return Host(None, settings.SANDBOX_UMA_DOMAIN.lower(), Environment.SANDBOX.value)


def service_host() -> str:
    """Return the host name of the service itself."""
    return urlsplit(settings.PUBLIC_BASE_URL).hostname or ""


def _names(request: HttpRequest) -> list[str]:
    names = [request.META.get("HTTP_HOST", "")]
    if settings.TRUST_FORWARDED_HOST:
        # The last one: earlier ones were written by the client.
        names.insert(0, request.META.get("HTTP_X_FORWARDED_HOST", "").rpartition(",")[2])
    return [name.strip() for name in names]


def _parsed(text: str) -> str:
    """Return a host name in lower case without port and final dot, "" for an invalid one."""
    parsed = _HOST.fullmatch(text.lower())
    return parsed["name"].rstrip(".") if parsed else ""


def _label(name: str) -> str | None:
    """Return the first word of a name directly below the service's host, None for any other name."""
    label, _, rest = name.partition(".")
    return label if rest == service_host() and name != counterpart().domain else None
