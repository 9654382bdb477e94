"""The part of the story that is about several webhook endpoints."""

from tests.conftest import Api
from tests.docs.reference.teller import Teller
from tests.support.servers.webhook_receiver import Receiver


def add(teller: Teller, acme: Api) -> None:
    """Add a second endpoint, switch it off, and remove it."""
    teller.get(acme, "Webhook endpoints", "/webhook-endpoints")
    second = teller.post(
        acme,
        "A second webhook endpoint, for failures",
        "/webhook-endpoints",
        {"url": "https://acme.example.com/failures", "types": ["OUTGOING_PAYMENT.FAILED", "INCOMING_PAYMENT.FAILED"]},
    )
    path = f"/webhook-endpoints/{second['id']}"
    teller.get(acme, "A webhook endpoint", path)
    teller.patch(acme, "A webhook endpoint switched off", path, {"state": "DISABLED"})
    teller.delete(acme, "A webhook endpoint", path)


def send_again(teller: Teller, acme: Api, event: str, endpoint: Receiver) -> None:
    """Name a second endpoint for an event that was told before, and for a test."""
    reply = acme.post("/webhook-endpoints", {"url": endpoint.url})
    assert reply.status_code == 201, reply.content
    body = {"webhookEndpointId": reply.json()["id"]}
    teller.post(acme, "To a second webhook endpoint", f"/events/{event}/redeliver", body)
    teller.post(acme, "A second webhook endpoint answers", "/sandbox/webhooks/test", body)
    assert acme.delete(f"/webhook-endpoints/{body['webhookEndpointId']}").status_code == 204
