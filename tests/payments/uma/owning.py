"""Domains that platforms name, and what checks of them find."""

import datetime as dt

from django.db import transaction

from payments.uma.protocol import hosts
from platforms.base import clock
from platforms.models import UmaDomain
from platforms.operations import uma_domains

BANK = "victim-bank.example"


def claim(api, domain=BANK):
    reply = api.patch("/config", {"umaDomain": domain})
    assert reply.status_code == 200, reply.content
    return reply.json()


def status(api):
    return api.get("/config").json()["umaDomainVerification"]["status"]


def found(domain, tenant, *, days=0.0, problem=""):
    """Note what a check finds some days from now."""
    named = UmaDomain.objects.get(platform=tenant.platform, domain=domain)
    now = clock.RealTime(clock.real_now() + dt.timedelta(days=days))
    with transaction.atomic():
        return uma_domains.record(domain_id=named.id, problem=problem, now=now)


def owner(domain, **environment):
    """The key of the platform that a domain leads to."""
    host = hosts.of_domain(domain, **environment)
    return host.platform_id if host else None
