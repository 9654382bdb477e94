"""Erasure of a person in invitations: as inviter, as invitee, on both platforms."""

import json

import pytest

from invitations.models import Invitation
from tests.conftest import Api
from tests.support.compliance import traces as personal_traces
from tests.support.compliance.erasing import delete, erase
from tests.support.payments import hosts
from webhooks.models import Event

pytestmark = pytest.mark.django_db


def _named(api: Api, tenant, user: str, name: str) -> tuple[str, str]:
    """Return a customer with an address that identifies the person, and the address."""
    address = f"${user}@{tenant.platform.uma_domain}"
    return api.customer(name, umaAddress=address), address


def test_nothing_of_a_forgotten_inviter_is_left_on_either_platform(acme, api, rival_api, rita):
    zelda, address = _named(api, acme, "zelda.quixote", "Zelda Quixote")
    made = api.post("/invitations", {"inviterUma": address, "firstName": "Zelly"}, key="make").json()
    assert hosts.claim(rival_api, made["code"], rita, key="claim").status_code == 200
    pending = hosts.invite(api, address)
    traces = ["Zelda", "Zelly", "zelda.quixote"]
    assert {value for value, _ in personal_traces.of(traces)} == set(traces)
    delete(api, zelda)

    erase(zelda)

    assert personal_traces.of(traces) == set()
    shown = api.get(f"/invitations/{made['code']}").json()
    assert "firstName" not in shown
    assert "zelda" not in shown["inviterUma"]
    assert shown["inviteeUma"] == rita
    assert api.get(f"/invitations/{pending['code']}").json()["status"] == "CANCELLED"


def test_nothing_of_a_forgotten_invitee_is_left_on_either_platform(rival, api, rival_api, ada):
    zelda, address = _named(rival_api, rival, "zelda.quixote", "Zelda Quixote")
    made = hosts.invite(api, ada)
    assert hosts.claim(rival_api, made["code"], address, key="claim").status_code == 200
    delete(rival_api, zelda)

    erase(zelda)

    assert personal_traces.of(["Zelda", "zelda.quixote"]) == set()
    shown = api.get(f"/invitations/{made['code']}").json()
    assert (shown["status"], shown["firstName"]) == ("CLAIMED", "Ada")
    assert "zelda" not in shown["inviteeUma"]


def test_the_event_of_the_claim_keeps_what_tells_of_nobody(api, rival_api, rita):
    customer = api.customer("Zelda Quixote")
    made = hosts.invite(api, hosts.address(api, customer))
    hosts.claim(rival_api, made["code"], rita)
    delete(api, customer)

    erase(customer)

    event = Event.objects.get(type="INVITATION.CLAIMED")
    data = json.loads(event.payload)["data"]
    assert event.resource == made["code"]
    assert data == {"status": "CLAIMED", "createdAt": made["createdAt"]}


def test_a_repeated_claim_is_still_recognised_and_tells_nothing(acme, api, rival_api, rita):
    zelda, address = _named(api, acme, "zelda.quixote", "Zelda Quixote")
    made = hosts.invite(api, address)
    hosts.claim(rival_api, made["code"], rita, key="claim")
    delete(api, zelda)
    erase(zelda)

    again = hosts.claim(rival_api, made["code"], rita, key="claim")

    assert (again.status_code, again["Idempotent-Replayed"]) == (200, "true")
    assert again.json() == {"status": "CLAIMED", "createdAt": made["createdAt"]}


def test_others_keep_what_is_theirs(api, ada):
    kept = hosts.invite(api, ada, firstName="Ada")
    customer = api.customer("Zelda Quixote")
    hosts.invite(api, hosts.address(api, customer))
    delete(api, customer)

    erase(customer)

    assert Invitation.objects.get(code=kept["code"]).first_name == "Ada"
    assert api.get(f"/invitations/{kept['code']}").json() == kept
