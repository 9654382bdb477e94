"""Nobody sees another platform's objects: every address with every kind of id."""

import re

import pytest

from tests import factories
from tests.compliance.documents.desk import Desk
from tests.compliance.verifications import cases
from tests.conftest import Api
from tests.platforms import endpoints

pytestmark = pytest.mark.django_db
# A UMA address is somebody elsewhere, and no object of a platform; who may ask is said in the tests of lookups.
_WITH_ID = [each for each in endpoints.every() if "{" in each.path and "receiver_uma_address" not in each.path]
_BODIES = {
    "PATCH /customers/{customer_id}": {"customerType": "INDIVIDUAL", "fullName": "Mallory"},
    "POST /sandbox/internal-accounts/{account_id}/fund": {"amount": 1},
    # Invitations are there for other platforms, which their own tests look at; a body so that the code is looked up.
    "POST /invitations/{invitation_code}/claim": {"inviteeUma": "$mallory@example.com"},
}


@pytest.fixture
def objects(acme, api) -> dict[str, str]:
    """One object of acme's of every kind that has an id."""
    customer = api.customer("Alice Approved")
    internal, external = api.internal_account(customer), api.external_account(customer)
    api.fund(internal, 1000)
    business = cases.business(api)
    return {
        "business": business,
        "beneficial owner": cases.owner(api, business)["id"],
        "verification": cases.submit(api, business)["id"],
        "customer": customer,
        "document": Desk(api).uploaded(customer)["id"],
        "internal account": internal,
        "platform's internal account": api.internal_account(None),
        "external account": external,
        "platform's external account": api.external_account(None),
        "transaction": api.transfer_out(internal, external, 100).json()["id"],
        "token": factories.token(acme.platform).token.public_id,
    }


@pytest.mark.parametrize("endpoint", _WITH_ID, ids=str)
def test_a_foreign_token_finds_nothing(objects, rival_api, endpoint):
    for kind, public_id in objects.items():
        reply = _call(rival_api, endpoint, public_id)

        assert reply.status_code == 404, f"{endpoint} with acme's {kind}: {reply.status_code} {reply.content!r}"


@pytest.mark.parametrize("endpoint", _WITH_ID, ids=str)
def test_no_token_learns_nothing(objects, endpoint):
    for public_id in objects.values():
        assert _call(Api("nobody", "nothing"), endpoint, public_id).status_code == 401


def test_the_sweep_would_notice(objects, api):
    """Its owner finds each object somewhere: a sweep over wrong ids would prove nothing."""
    found = set()
    for endpoint in _WITH_ID:
        if endpoint.method == "get":
            found |= {kind for kind, key in objects.items() if _call(api, endpoint, key).status_code == 200}

    assert found >= {
        "beneficial owner",
        "verification",
        "customer",
        "document",
        "external account",
        "platform's external account",
        "transaction",
        "token",
    }


def test_lists_show_nothing_of_another_platform(objects, rival_api):
    for endpoint in endpoints.every():
        if endpoint.method == "get" and "{" not in endpoint.path:
            shown = rival_api.get(endpoint.path).content.decode()
            assert not [kind for kind, key in objects.items() if key in shown], str(endpoint)


@pytest.mark.parametrize("name", ["customerId", "senderAccountIdentifier", "receiverAccountIdentifier"])
def test_filters_find_nothing_of_another_platform(objects, rival_api, name):
    for public_id in objects.values():
        assert rival_api.get("/transactions", **{name: public_id}).json()["data"] == []


def test_bodies_can_not_name_another_platforms_objects(objects, rival_api):
    own = rival_api.customer("Rita Rival")
    internal, external = rival_api.internal_account(own), rival_api.external_account(own)
    rival_api.fund(internal, 1000)

    replies = [
        rival_api.transfer_out(objects["internal account"], external, 1),
        rival_api.transfer_out(internal, objects["external account"], 1),
        rival_api.transfer_in(objects["external account"], internal, 1),
        rival_api.transfer_in(external, objects["internal account"], 1),
        rival_api.post(
            "/customers/external-accounts",
            {"currency": "USD", "customerId": objects["customer"], "accountInfo": factories.usd_account()},
        ),
    ]

    assert [reply.status_code for reply in replies] == [404] * 5
    assert factories.balance_of(internal) == 1000
    assert factories.balance_of(objects["internal account"]) == 900


def _call(api, endpoint, public_id):
    path = re.sub(r"\{\w+\}", public_id, endpoint.path)
    if endpoint.method == "get":
        return api.get(path)
    if endpoint.method == "delete":
        return api.delete(path)
    if str(endpoint) == "PUT /documents/{document_id}":
        return Desk(api).replace(public_id, country="FR")
    return getattr(api, endpoint.method)(path, _BODIES.get(str(endpoint), {}))
