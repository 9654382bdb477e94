"""Invitations: every reply and the event are what the document shows."""

import json

import pytest

from tests.support import api_document
from tests.support.payments import hosts
from webhooks.models import Event

pytestmark = pytest.mark.django_db


def test_every_reply_about_an_invitation(api, rival_api):
    customer = api.customer("Ada Lovelace")
    ada = hosts.address(api, customer)
    rita = hosts.address(rival_api, rival_api.customer("Rita Rival"))
    full = {"firstName": "Ada", "amountToSend": 5, "expiresAt": "2099-01-01T00:00:00Z"}
    one, other, last = hosts.invite(api, ada, **full), hosts.invite(api, ada), hosts.invite(api, ada)

    api.post("/invitations", {})
    api.post("/invitations", {"inviterUma": rita})
    api.get(f"/invitations/{one['code']}")
    api.get("/invitations/nonsense")
    assert hosts.claim(api, one["code"], ada).status_code == 400
    assert hosts.claim(rival_api, one["code"], rita).status_code == 200
    rival_api.get(f"/invitations/{one['code']}")
    assert hosts.cancel(rival_api, other["code"]).status_code == 403
    assert hosts.cancel(api, other["code"]).status_code == 200
    assert hosts.claim(rival_api, other["code"], rita).status_code == 400
    assert api.delete(f"/customers/{customer}").status_code == 200
    assert api.post("/invitations", {"inviterUma": ada}).status_code == 410
    assert hosts.claim(api, last["code"], ada).status_code == 410


def test_the_event_of_a_claim(api, rival_api):
    ada = hosts.address(api, api.customer("Ada Lovelace"))
    rita = hosts.address(rival_api, rival_api.customer("Rita Rival"))

    code = hosts.invite(api, ada, amountToSend=5)["code"]

    hosts.claim(rival_api, code, rita)

    data = json.dumps(json.loads(Event.objects.get(type="INVITATION.CLAIMED").payload)["data"]).encode()
    assert api_document.problems("get", f"/2025-10-13/invitations/{code}", 200, data) == []
