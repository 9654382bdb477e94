"""An invitation: a link is shared, another platform's customer accepts, the inviter's platform learns the address."""

import pytest
from django.test import Client

from tests.support.payments import hosts
from tests.support.servers import webhook_receiver as receivers
from webhooks.delivery import sender

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.any_clock]


@pytest.fixture
def endpoint(settings):
    """The inviter's platform's own server, on loopback."""
    settings.ALLOW_LOOPBACK_WEBHOOKS = True
    with receivers.Receiver() as server:
        yield server


def test_a_shared_link_is_accepted_elsewhere_and_the_inviter_hears_whom_to_pay(acme, api, rival_api, endpoint):
    assert api.patch("/config", {"webhookEndpoint": endpoint.url}).status_code == 200
    pem = Client().get(f"/webhook-keys/{acme.platform.id}.pem").content.decode()
    ada = hosts.address(api, api.customer("Ada Lovelace"))
    rita = hosts.address(rival_api, rival_api.customer("Rita Rival"))

    invitation = hosts.invite(api, ada, amountToSend=25_00)
    page = Client().get(hosts.path(invitation)).content.decode()
    typed = page.split('translate="no">')[1].partition("<")[0].lower()
    seen = rival_api.get(f"/invitations/{typed}").json()
    claimed = hosts.claim(rival_api, typed, rita)
    assert sender.run() == sender.Left.NOTHING

    assert (seen["firstName"], seen["amountToSend"]["amount"], seen["status"]) == ("Ada", 25_00, "PENDING")
    assert claimed.status_code == 200
    told = [request for request in endpoint.received if request.json["type"] == "INVITATION.CLAIMED"]
    assert len(told) == 1
    assert receivers.is_signed_by(told[0], pem)
    assert told[0].json["data"] == api.get(f"/invitations/{invitation['code']}").json()
    assert told[0].json["data"]["inviteeUma"] == rita
    assert "Status: </span>Accepted" in Client().get(hosts.path(invitation)).content.decode()
