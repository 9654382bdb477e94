"""Pages of invitations for staff: found by code, however it is written, and by the inviter."""

import pytest

from invitations.models import Invitation
from tests.backoffice.conftest import administrator, backoffice, list_of, page_of  # noqa: F401 - fixtures
from tests.support.payments import hosts

pytestmark = pytest.mark.django_db


def _listed(text: str, *invitations: dict[str, str]) -> list[bool]:
    return [f"{each['code'][:4]}-{each['code'][4:8]}-{each['code'][8:]}" in text for each in invitations]


@pytest.mark.parametrize("write", [str, str.lower, lambda code: f"{code[:4]}-{code[4:8]}-{code[8:]}"])
def test_a_code_finds_its_invitation_however_it_is_written(backoffice, api, ada, write):  # noqa: F811
    one, other = hosts.invite(api, ada), hosts.invite(api, ada)

    page = backoffice.text(list_of(Invitation), q=write(one["code"]))

    assert _listed(page, one, other) == [True, False]


def test_a_customers_invitations_are_found_by_its_id(backoffice, api):  # noqa: F811
    alice, bob = api.customer("Alice Approved"), api.customer("Bob Approved")
    one, other = (hosts.invite(api, hosts.address(api, each)) for each in (alice, bob))

    page = backoffice.text(list_of(Invitation), q=alice)

    assert _listed(page, one, other) == [True, False]


def test_a_page_tells_who_invited_whom_for_what(backoffice, api, rival_api, ada, rita):  # noqa: F811
    invitation = hosts.invite(api, ada, amountToSend=12_50)
    hosts.claim(rival_api, invitation["code"], rita)
    row = Invitation.objects.get()

    page = backoffice.text(page_of(row))

    assert "12.50 USD" in page
    assert f"/admin/compliance/customer/{row.inviter_id}/change/" in page
    assert f"/admin/compliance/customer/{row.invitee_id}/change/" in page
    assert backoffice.get(f"/admin/invitations/invitation/{row.public_id}/change/").status_code == 200
