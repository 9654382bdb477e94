"""How many statements a request about an invitation costs. A number that grows here has to be meant."""

import pytest

from tests.support.payments import hosts

pytestmark = pytest.mark.django_db


def test_making_one_takes_opening_inviter_invitation_and_the_rest_as_one(warm, ada, costs):
    body = {"inviterUma": ada}

    costs.call(lambda: warm.post("/invitations", body))


def test_an_amount_takes_the_limits_of_its_currency(warm, ada, costs):
    body = {"inviterUma": ada, "amountToSend": 5}

    costs.call(lambda: warm.post("/invitations", body))


def test_reading_one_takes_one(warm, invitation, costs):
    costs.call(lambda: warm.get(f"/invitations/{invitation['code']}"))


def test_claiming_takes_opening_invitation_invitee_change_and_the_rest_as_one(rival_api, invitation, rita, costs):
    rival_api.get("/config")

    costs.call(lambda: hosts.claim(rival_api, invitation["code"], rita))


def test_cancelling_takes_opening_invitation_change_and_audit(warm, invitation, costs):
    costs.call(lambda: hosts.cancel(warm, invitation["code"]))


@pytest.mark.parametrize("code", [None, "000000000000", "nonsense"])
def test_the_page_takes_one_whether_or_not_there_is_such_an_invitation(client, invitation, costs, code):
    with costs.of():
        client.get(f"/i/{code or invitation['code']}")
