"""Webhook secrets and listening: every reply is what the document shows."""

import pytest

from tests.contract.conftest import CheckedApi
from tests.support import factories

pytestmark = pytest.mark.django_db


def test_secrets(api):
    api.post("/webhook-secrets", {})
    made = api.post("/webhook-secrets", {"overlapHours": 1}).json()
    api.get("/webhook-secrets")
    api.get("/webhook-secrets", limit=1)
    api.post("/webhook-secrets", {"overlapHours": "1"})
    api.delete(f"/webhook-secrets/{made['id']}")
    api.delete(f"/webhook-secrets/{made['id']}")


def test_endpoints(api):
    body = {"url": "https://acme.example.com/hooks", "types": ["OUTGOING_PAYMENT.FAILED"]}
    made = [api.post("/webhook-endpoints", body).json()["id"] for _ in range(10)]
    api.post("/webhook-endpoints", body)
    api.post("/webhook-endpoints", {"url": "http://acme.example.com", "types": ["NOTHING"]})
    api.get("/webhook-endpoints")
    api.get(f"/webhook-endpoints/{made[1]}")
    api.patch(f"/webhook-endpoints/{made[1]}", {"state": "DISABLED"})
    api.delete(f"/webhook-endpoints/{made[1]}")
    api.delete(f"/webhook-endpoints/{made[1]}")


def test_listening(api, alice):
    cursor = api.post("/sandbox/webhooks/listen", {"startDate": "2026-01-01T00:00:00Z"}).json()["cursor"]
    api.post("/sandbox/webhooks/listen", {"cursor": cursor})
    api.post("/sandbox/webhooks/listen", {"cursor": "x", "startDate": 1})
    api.post("/sandbox/webhooks/listen", {"answersApprovals": True})
    api.post("/sandbox/webhooks/Webhook:x/answer", {"status": 200})
    live = factories.tenant("live", environment="PRODUCTION")
    assert CheckedApi(live.client_id, live.client_secret).post("/sandbox/webhooks/listen", {}).status_code == 403
