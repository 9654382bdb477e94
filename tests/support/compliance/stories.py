"""Steps that the stories of this folder share."""

from typing import Any

from webhooks.models import Event


def created(api: Any, **fields: Any) -> dict[str, Any]:
    """Create a customer over the API and return its JSON."""
    reply = api.post("/customers", {"customerType": "INDIVIDUAL", "fullName": "Alice Archer"} | fields)
    assert reply.status_code == 201, reply.content
    return dict(reply.json())


def patched(api: Any, customer: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """Change a customer over the API and return its JSON."""
    reply = api.patch(f"/customers/{customer['id']}", {"customerType": customer["customerType"]} | fields)
    assert reply.status_code == 200, reply.content
    return dict(reply.json())


def events_of(customer: dict[str, Any]) -> list[str]:
    """Return the types of a customer's events, in order."""
    return list(Event.objects.filter(resource=customer["id"]).order_by("id").values_list("type", flat=True))


def refusal(reply: Any) -> tuple[int, str, list[str]]:
    """Return status, code and the fields that a refusal names."""
    body = reply.json()
    return reply.status_code, body["code"], [problem["field"] for problem in body["details"].get("errors", [])]
