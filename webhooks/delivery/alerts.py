"""Endpoint alerts: e-mails to staff and to the platform's contact when an endpoint keeps failing."""

import logging

from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.core import mail
from django.db import transaction

from platforms.base import clock
from webhooks.delivery import endpoints
from webhooks.models import EndpointHealth, FurtherEndpoint

logger = logging.getLogger(__name__)


def send() -> int:
    """Send one e-mail for every incident not yet reported; return how many.

    Opens its own short database transactions and holds none while it sends. An e-mail that can't be sent is tried
    again in the next run; a process that dies between marking and sending leaves one unsent.
    """
    with transaction.atomic(durable=True):
        incidents = endpoints.take_warnings(now=clock.real_now())
    for health in incidents:
        try:
            _mail(health).send()
        except Exception as error:
            logger.exception(
                "a mail about a webhook endpoint was not sent", extra={"platform": str(health.platform_id)}
            )
            with transaction.atomic(durable=True):
                endpoints.put_back_warning(health)
            if isinstance(error, SoftTimeLimitExceeded):
                raise
    return len(incidents)


def _mail(health: EndpointHealth | FurtherEndpoint) -> mail.EmailMessage:
    platform = health.platform
    since = health.failing_since.strftime("%Y-%m-%d %H:%M UTC") if health.failing_since else "a while ago"
    if health.disabled_at is not None:
        subject = f"Webhooks of {platform.name} are switched off"
        remedy = (
            f"Switch it on by PATCH /webhook-endpoints/{health.public_id} when it works."
            if isinstance(health, FurtherEndpoint)
            else "It has been removed from the configuration. Set webhookEndpoint with PATCH /config when it works."
        )
        fate = f"Events are kept, and can be sent again on request.\n{remedy}"
    else:
        subject = f"Webhooks of {platform.name} have failed for a day"
        fate = "We keep trying. After seven days without success the endpoint is switched off."
    body = (
        f"Platform: {platform.public_id} ({platform.name}, {platform.environment})\n"
        f"Endpoint: {health.url}\n"
        f"Failing since: {since}\n"
        f"Failures in a row: {health.consecutive_failures}\n\n{fate}\n"
    )
    return mail.EmailMessage(
        subject=" ".join(subject.split()),
        body=body,
        to=[platform.contact_email] if platform.contact_email else [],
        bcc=settings.STAFF_EMAILS,
    )
