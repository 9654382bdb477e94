"""A test event sent outside the queue of events, while its requester waits."""

import uuid

from django.db import transaction

from platforms.base import clock, errors
from platforms.models import Platform
from webhooks.delivery import claims, client, deliveries, platform_endpoints, sender
from webhooks.outbox import events
from webhooks.outbox.event_types import EventType
from webhooks.signing import signing_keys


class EndpointNotSet(errors.DomainError):
    """The platform has set no webhook endpoint."""

    code = "WEBHOOK_ENDPOINT_NOT_SET"
    message = "Set webhookEndpoint with PATCH /config first."


class DeliveryFailed(errors.DomainError):
    """The endpoint gave no answer. The reason names the kind of failure, and nothing of our network."""

    code = "WEBHOOK_DELIVERY_ERROR"
    is_passing = True
    message = "The webhook endpoint could not be reached."


_REASONS = {
    client.Failure.REFUSED_ADDRESS: "the endpoint must be https at a public address",
    client.Failure.UNREACHABLE: "no connection could be made",
    client.Failure.TLS: "no secure connection could be made; check the certificate",
    client.Failure.TIMEOUT: "there was no answer in time",
    client.Failure.PROTOCOL: "the answer was not HTTP",
}


def send(*, platform_id: uuid.UUID, endpoint_id: uuid.UUID | None = None) -> deliveries.Attempt | None:
    """Send a TEST event to an endpoint of the platform and store both; None when the endpoint is not set.

    Without `endpoint_id` it is that of the configuration. Opens its own short database transactions; must not be
    called inside one. Raises EndpointNotFound.
    """
    with transaction.atomic(durable=True):
        platform = Platform.objects.get(id=platform_id)
        signer = signing_keys.signers(platform_ids=[platform_id], now=clock.real_now())[platform_id]
        endpoint = claims.DueEndpoint.of(platform)
        if endpoint_id not in {None, platform_id}:
            row = platform_endpoints.further(platform_id=platform_id, endpoint_id=endpoint_id)
            endpoint = claims.DueEndpoint.further(row)
    if not endpoint.url:
        return None
    new = events.NewEvent(platform.id, EventType.TEST.value, platform.public_id, None, platform.now())
    event = deliveries.single(endpoint=endpoint, new=new)
    reply = client.send(sender.to_request(event, signer=signer, sent_at=clock.real_now()))
    attempt = deliveries.Attempt(event, reply)
    with transaction.atomic(durable=True):
        deliveries.record_single(attempt=attempt, now=clock.real_now())
    return attempt


def require_answer(attempt: deliveries.Attempt | None) -> deliveries.Attempt:
    """Return the attempt if the endpoint answered with any status; raises EndpointNotSet or DeliveryFailed."""
    if attempt is None:
        raise EndpointNotSet
    if attempt.reply.failure is not None:
        raise DeliveryFailed(reason=_REASONS[attempt.reply.failure])
    return attempt
