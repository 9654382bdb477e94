"""Claiming and cancelling: by whom, when, and the webhooks of the inviter's platform."""

import datetime as dt
import json

import pytest

from invitations import tasks
from invitations.models import Invitation
from platforms.base import clock
from platforms.models import AuditEntry, Platform
from tests.conftest import Api
from tests.support import factories
from tests.support.payments import hosts
from webhooks.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.any_clock]
_HOUR = 3600


def _refusal(reply) -> tuple[int, str]:
    return reply.status_code, reply.json()["code"]


def _soon(hours: int = 1, *, of: str = "acme") -> str:
    """A moment to come, by the clock of a platform."""
    return clock.iso(Platform.objects.get(name=of).now() + dt.timedelta(hours=hours))


def _wait(api: Api, hours: int = 1) -> None:
    """Let time pass for a platform."""
    assert api.post("/sandbox/clock/advance", {"seconds": hours * _HOUR}).status_code == 200


def test_a_customer_of_another_platform_claims_and_both_sides_see_it(api, rival_api, invitation, rita):
    reply = hosts.claim(rival_api, invitation["code"], rita.upper())

    shown = reply.json()
    assert reply.status_code == 200
    assert shown == invitation | {"status": "CLAIMED", "claimedAt": shown["claimedAt"], "inviteeUma": rita}
    for side in (api, rival_api):
        assert side.get(f"/invitations/{invitation['code']}").json() == shown


def test_a_customer_of_the_same_platform_may_claim(api, invitation, bob):
    reply = hosts.claim(api, invitation["code"], hosts.address(api, bob))

    assert reply.status_code == 200


def test_the_inviters_platform_hears_of_it_what_it_reads(acme, api, rival_api, invitation, rita):
    hosts.claim(rival_api, invitation["code"], rita)

    event = Event.objects.get(type="INVITATION.CLAIMED")
    assert (event.platform_id, event.resource) == (acme.platform.id, invitation["code"])
    assert json.loads(event.payload)["data"] == api.get(f"/invitations/{invitation['code']}").json()


def test_no_money_moves(api, rival_api, ada, rita):
    invitation = hosts.invite(api, ada, amountToSend=100)

    hosts.claim(rival_api, invitation["code"], rita)

    assert api.get("/transactions").json()["data"] == rival_api.get("/transactions").json()["data"] == []


@pytest.mark.parametrize("write", [str.lower, lambda code: f"{code[:4]}-{code[4:8]} {code[8:]}"])
def test_a_code_is_taken_as_people_write_it(rival_api, invitation, rita, write):
    assert hosts.claim(rival_api, write(invitation["code"]), rita).status_code == 200


def test_what_a_third_platform_sees_does_not_tell_who_claimed(rival_api, invitation, rita):
    hosts.claim(rival_api, invitation["code"], rita)
    third = factories.tenant("third")

    shown = Api(third.client_id, third.client_secret).get(f"/invitations/{invitation['code']}").json()

    assert shown["status"] == "CLAIMED"
    assert "inviteeUma" not in shown


def test_of_two_claims_the_second_is_refused(api, rival_api, invitation, rita, bob):
    hosts.claim(rival_api, invitation["code"], rita)

    second = hosts.claim(api, invitation["code"], hosts.address(api, bob))

    assert _refusal(second) == (400, "INVITATION_ALREADY_CLAIMED")
    assert api.get(f"/invitations/{invitation['code']}").json()["inviteeUma"] == rita
    assert Event.objects.filter(type="INVITATION.CLAIMED").count() == 1


def test_a_repeated_claim_with_its_key_gets_the_first_reply(rival_api, invitation, rita):
    first, second = (hosts.claim(rival_api, invitation["code"], rita, key="claim") for _ in range(2))

    assert (first.status_code, first.content) == (second.status_code, second.content)
    assert Event.objects.filter(type="INVITATION.CLAIMED").count() == 1


def test_nobody_claims_their_own_invitation(api, ada, invitation):
    reply = hosts.claim(api, invitation["code"], ada)

    assert _refusal(reply) == (400, "SELF_PAYMENT")
    assert api.get(f"/invitations/{invitation['code']}").json()["status"] == "PENDING"


def test_nobody_claims_for_another_platforms_customer(rival_api, invitation, api, bob):
    bobs = hosts.address(api, bob)

    replies = [hosts.claim(rival_api, invitation["code"], invitee) for invitee in (bobs, "$nobody@example.com")]

    assert [_refusal(reply) for reply in replies] == [(404, "USER_NOT_FOUND")] * 2


def test_nobody_claims_for_a_deleted_customer(rival_api, invitation):
    customer = rival_api.customer("Rita Rival")
    address = hosts.address(rival_api, customer)
    rival_api.delete(f"/customers/{customer}")

    assert _refusal(hosts.claim(rival_api, invitation["code"], address)) == (410, "CUSTOMER_DELETED")


@pytest.mark.parametrize("body", [{}, {"inviteeUma": None}, {"inviteeUma": 5}, {"inviteeUma": "rita"}])
def test_a_claim_names_an_address(rival_api, invitation, body):
    reply = rival_api.post(f"/invitations/{invitation['code']}/claim", body)

    assert reply.status_code == 400
    assert [each["field"] for each in reply.json()["details"]["errors"]] == ["inviteeUma"]


@pytest.mark.parametrize("code", ["000000000000", "nonsense", "Customer:0197d6f0-0000-7000-8000-000000000001", "é"])
def test_an_unknown_code_is_not_found(api, ada, code):
    replies = [api.get(f"/invitations/{code}"), hosts.claim(api, code, ada), hosts.cancel(api, code)]

    assert [_refusal(reply) for reply in replies] == [(404, "INVITATION_NOT_FOUND")] * 3


def test_the_two_environments_do_not_see_each_other(api, invitation):
    tenant = factories.tenant("real", environment="PRODUCTION", regulated=True)
    real = Api(tenant.client_id, tenant.client_secret)
    invitee = hosts.address(real, real.customer("Rita Real"))

    replies = [
        real.get(f"/invitations/{invitation['code']}"),
        hosts.claim(real, invitation["code"], invitee),
        hosts.cancel(real, invitation["code"]),
    ]

    assert [_refusal(reply) for reply in replies] == [(404, "INVITATION_NOT_FOUND")] * 3


def test_the_creator_cancels_and_nobody_claims_then(api, rival_api, invitation, rita):
    reply = hosts.cancel(api, invitation["code"])

    assert (reply.status_code, reply.json()) == (200, invitation | {"status": "CANCELLED"})
    assert _refusal(hosts.claim(rival_api, invitation["code"], rita)) == (400, "INVITATION_CANCELLED")
    assert _refusal(hosts.cancel(api, invitation["code"])) == (400, "INVITATION_CANCELLED")
    assert not Event.objects.filter(type="INVITATION.CLAIMED").exists()


def test_only_the_creator_cancels(api, rival_api, invitation):
    assert _refusal(hosts.cancel(rival_api, invitation["code"])) == (403, "FORBIDDEN")
    assert api.get(f"/invitations/{invitation['code']}").json()["status"] == "PENDING"


def test_what_was_claimed_is_not_cancelled(api, rival_api, invitation, rita):
    hosts.claim(rival_api, invitation["code"], rita)

    assert _refusal(hosts.cancel(api, invitation["code"])) == (400, "INVITATION_ALREADY_CLAIMED")


@pytest.mark.parametrize("is_noted", [False, True])
def test_after_its_time_it_is_expired_whether_or_not_that_is_noted(api, rival_api, ada, rita, is_noted):
    invitation = hosts.invite(api, ada, expiresAt=_soon())
    _wait(api)
    if is_noted:
        tasks.expire_invitations()
        assert Invitation.objects.get().status == "EXPIRED"

    for side in (api, rival_api):
        assert side.get(f"/invitations/{invitation['code']}").json() == invitation | {"status": "EXPIRED"}
    assert _refusal(hosts.claim(rival_api, invitation["code"], rita)) == (400, "INVITATION_EXPIRED")
    assert _refusal(hosts.cancel(api, invitation["code"])) == (400, "INVITATION_EXPIRED")


def test_the_clock_of_the_inviters_platform_decides(api, rival_api, ada, rita):
    invitation = hosts.invite(api, ada, expiresAt=_soon(hours=2))
    _wait(rival_api, hours=5)
    assert rival_api.get(f"/invitations/{invitation['code']}").json()["status"] == "PENDING"

    claimed = hosts.claim(rival_api, invitation["code"], rita)

    assert claimed.status_code == 200
    assert claimed.json()["claimedAt"] < invitation["expiresAt"]


def test_the_last_moment_is_too_late(api, rival_api, ada, rita):
    invitation = hosts.invite(api, ada, expiresAt=_soon())
    row = Invitation.objects.get()
    assert row.status_at(row.expires_at - dt.timedelta(microseconds=1)) == "PENDING"
    assert row.status_at(row.expires_at) == "EXPIRED"

    _wait(api)

    assert hosts.claim(rival_api, invitation["code"], rita).status_code == 400


def test_the_sweep_notes_what_is_overdue_on_each_platforms_clock_and_nothing_else(api, rival_api, ada, rita):
    overdue, later = (hosts.invite(api, ada, expiresAt=_soon(hours)) for hours in (1, 3))
    elsewhere = hosts.invite(rival_api, rita, expiresAt=_soon(of="rival"))
    cancelled, endless = hosts.invite(api, ada, expiresAt=_soon()), hosts.invite(api, ada)
    hosts.cancel(api, cancelled["code"])
    _wait(api, hours=2)

    assert tasks.expire_invitations() == 1

    stored = dict(Invitation.objects.get_queryset().values_list("code", "status"))
    assert stored == {
        overdue["code"]: "EXPIRED",
        later["code"]: "PENDING",
        elsewhere["code"]: "PENDING",
        cancelled["code"]: "CANCELLED",
        endless["code"]: "PENDING",
    }
    row = Invitation.objects.get(code=overdue["code"])
    assert row.ended_at == row.expires_at
    assert AuditEntry.objects.get(verb="invitation.expire").subject == row.public_id
    assert tasks.expire_invitations() == 0


def test_it_takes_the_permission_to_manage(rival, invitation, rita):
    weak = factories.token(rival.platform, permissions=("TRANSACT",))
    api = Api(weak.token.client_id, weak.client_secret)

    assert api.get(f"/invitations/{invitation['code']}").status_code == 200
    assert hosts.claim(api, invitation["code"], rita).status_code == 403
    assert hosts.cancel(api, invitation["code"]).status_code == 403


def test_both_platforms_logs_say_who_claimed(acme, rival, rival_api, invitation, rita):
    hosts.claim(rival_api, invitation["code"], rita)

    entries = AuditEntry.objects.filter(verb="invitation.claim")
    assert {entry.platform_id for entry in entries} == {acme.platform.id, rival.platform.id}
    assert {entry.actor_kind for entry in entries} == {"TOKEN"}
    assert rita not in str([entry.details for entry in entries])


def test_a_deleted_inviters_invitations_are_withdrawn(api, rival_api, rita):
    customer = api.customer("Ada Lovelace")
    address = hosts.address(api, customer)
    claimed, pending, overdue = (
        hosts.invite(api, address),
        hosts.invite(api, address),
        hosts.invite(api, address, expiresAt=_soon()),
    )
    hosts.claim(rival_api, claimed["code"], rita)
    _wait(api)

    assert api.delete(f"/customers/{customer}").status_code == 200

    shown = [api.get(f"/invitations/{each['code']}").json()["status"] for each in (claimed, pending, overdue)]
    assert shown == ["CLAIMED", "CANCELLED", "EXPIRED"]
    assert _refusal(hosts.claim(rival_api, pending["code"], rita)) == (400, "INVITATION_CANCELLED")


def test_a_customer_who_can_not_be_deleted_keeps_its_invitations(api):
    customer = api.customer("Ada Lovelace")
    invitation = hosts.invite(api, hosts.address(api, customer))
    api.fund(api.internal_account(customer), 5)

    assert api.delete(f"/customers/{customer}").status_code == 409

    assert api.get(f"/invitations/{invitation['code']}").json()["status"] == "PENDING"
