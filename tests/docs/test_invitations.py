"""The page about invitations agrees with the code: requests, replies, the event, refusals, states."""

import json
import pathlib
import re
from typing import Any

import pytest

from config.launch import environment
from invitations.models import TRANSITIONS, InvitationStatus
from platforms.http import errors
from tests.conftest import Api
from tests.support import factories
from tests.support.payments import hosts
from webhooks.models import Event

PAGE = (pathlib.Path(environment.PROJECT) / "docs" / "platform-developer" / "invitations.md").read_text()
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+Z")
pytestmark = pytest.mark.django_db


def snippet(heading: str) -> str:
    return str(re.findall(r"```json\n(.*?)```", PAGE.split(f"<!-- tested: {heading} -->")[1], re.DOTALL)[0])


def anonymous(shown: Any, code: str) -> Any:
    """What the page shows of a reply: without keys and code, at the page's time."""
    text = re.sub(r"(\b[A-Z]\w+):[0-9a-f-]{36}", r"\1:…", json.dumps(shown, ensure_ascii=False)).replace(code, "…")
    return json.loads(_MOMENT.sub("TIME", text))


def _api(domain: str, customer: str, user: str) -> Api:
    """A platform of that domain, with a customer of that name and address."""
    tenant = factories.tenant(user)
    api = Api(tenant.client_id, tenant.client_secret)
    assert api.patch("/config", {"umaDomain": domain}).status_code == 200
    factories.domain_checked(domain, of=tenant.platform)
    api.customer(customer, umaAddress=f"${user}@{domain}")
    return api


def test_the_whole_story_is_as_it_is_told(settings):
    settings.PUBLIC_BASE_URL = "https://pay.example.com"
    acme = _api("acme.example.com", "Ada Lovelace", "ada")
    rival = _api("rival.example.com", "Rita Rival", "rita")

    made = acme.post("/invitations", json.loads(snippet("inviting").partition("\n")[2]))
    code = made.json()["code"]
    claimed = rival.post(f"/invitations/{code}/claim", json.loads(snippet("claiming").partition("\n")[2]))

    assert made.status_code == 201
    assert anonymous(made.json(), code) == json.loads(snippet("the invitation"))
    assert claimed.status_code == 200
    event = Event.objects.get(type="INVITATION.CLAIMED")
    told = json.loads(snippet("the event"))
    assert anonymous(json.loads(event.payload), code) == told
    assert anonymous(claimed.json(), code) == told["data"]
    assert acme.get("/events", resourceId=code).json()["data"][0]["type"] == "INVITATION.CLAIMED"


def test_the_requests_are_those_of_the_snippets():
    assert snippet("inviting").startswith("POST /2025-10-13/invitations\n")
    assert snippet("claiming").startswith("POST /2025-10-13/invitations/{code}/claim\n")


def test_every_refusal_that_is_named_has_the_status_that_is_shown():
    rows = re.findall(r"^\| (\d{3}) `([A-Z_]+)`", PAGE, re.MULTILINE)

    assert len(rows) == 8
    assert {code: int(status) for status, code in rows} == {code: errors.STATUS_OF_CODE[code] for _, code in rows}


def test_every_refusal_of_a_claim_is_named(api, rival_api, ada, rita):
    deleted = rival_api.customer("Gone")
    address = hosts.address(rival_api, deleted)
    rival_api.delete(f"/customers/{deleted}")
    made = [hosts.invite(api, ada) for _ in range(3)]
    hosts.claim(rival_api, made[0]["code"], rita)
    hosts.cancel(api, made[1]["code"])
    pending = made[2]["code"]

    replies = [
        hosts.claim(rival_api, made[0]["code"], rita),
        hosts.claim(rival_api, made[1]["code"], rita),
        hosts.claim(api, pending, ada),
        hosts.claim(rival_api, pending, "rita"),
        hosts.claim(rival_api, "000000000000", rita),
        hosts.claim(rival_api, pending, ada),
        hosts.claim(rival_api, pending, address),
    ]

    shown = {(str(reply.status_code), reply.json()["code"]) for reply in replies}
    assert {*shown, ("400", "INVITATION_EXPIRED")} == set(re.findall(r"^\| (\d{3}) `([A-Z_]+)`", PAGE, re.MULTILINE))


def test_the_states_are_those_of_the_code():
    table = PAGE.split("## States")[1]

    assert re.findall(r"^\| `([A-Z]+)`", table, re.MULTILINE) == InvitationStatus.values
    assert set(TRANSITIONS) == {"PENDING"}


@pytest.fixture
def ada(api):
    return hosts.address(api, api.customer("Ada Lovelace"))


@pytest.fixture
def rita(rival_api):
    return hosts.address(rival_api, rival_api.customer("Rita Rival"))
