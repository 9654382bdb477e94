"""Envelopes that can hold identifiers lie encrypted, and arrive as if they did not."""

import json

import pytest
from cryptography.fernet import Fernet
from django.core.management import call_command
from django.db import connection

from webhooks.models import Event

pytestmark = pytest.mark.django_db(transaction=True)
TAX_NUMBER = "12-3456789"


@pytest.fixture
def business(api):
    body = {
        "customerType": "BUSINESS",
        "businessInfo": {"legalName": "Analytical Engines Ltd", "taxId": TAX_NUMBER, "country": "US"},
    }
    made = api.post("/customers", body)
    assert made.status_code == 201, made.content
    started = api.post("/verifications", {"customerId": made.json()["id"]})
    assert started.status_code == 200
    return made.json()["id"]


def _stored() -> list[tuple[str, str]]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT type, payload FROM webhooks_event ORDER BY number")
        return list(cursor.fetchall())


@pytest.fixture
def told(api, alice):
    """A customer with events, and a funded account."""
    api.fund(api.internal_account(alice), 100)
    return alice


def test_events_about_customers_lie_sealed_and_others_do_not(told):
    stored = _stored()

    assert {text.startswith("s2.") for type_, text in stored if type_.startswith("CUSTOMER.")} == {True}
    assert {text.startswith("{") for type_, text in stored if type_.startswith("INTERNAL_ACCOUNT.")} == {True}


def test_the_api_shows_what_was_sealed(api, told):
    event = Event.objects.filter(resource=told).earliest("id")

    shown = api.get(f"/events/Event:{event.id}").json()["payload"]

    assert shown == json.loads(event.payload)
    assert shown["data"]["id"] == told


def test_no_tax_number_lies_in_an_event(business):
    assert not [text for _, text in _stored() if TAX_NUMBER in text]


def test_sealed_envelopes_go_over_to_a_new_key(told, settings, capsys):
    before = {event.id: event.payload for event in Event.objects.all()}
    settings.ENCRYPTION_KEYS = [Fernet.generate_key().decode(), *settings.ENCRYPTION_KEYS]

    call_command("rotate_encryption_keys")

    assert "webhooks_event.payload: 1" in capsys.readouterr().out
    settings.ENCRYPTION_KEYS = settings.ENCRYPTION_KEYS[:1]
    assert {event.id: event.payload for event in Event.objects.all()} == before
