"""GET /customers/kyc-link: who gets one, and what it is."""

import datetime as dt
from typing import Any

import pytest
from django.test import Client

from compliance.models import Customer, KycLink
from platforms.base import clock
from platforms.models import ApiToken, IdempotencyKey
from tests.conftest import BASE, Api
from tests.support.factories import token as new_token

pytestmark = [pytest.mark.django_db, pytest.mark.any_clock]


def test_a_new_customer_is_made_and_waits_for_its_identity(api):
    reply = api.get("/customers/kyc-link", platformCustomerId="user-7", redirectUri="https://acme.example.com/back?x=1")

    shown = reply.json()
    assert reply.status_code == 200
    assert set(shown) == {"kycUrl", "platformCustomerId", "customerId", "expiresAt"}
    assert shown["platformCustomerId"] == "user-7"
    assert "/identity/" in shown["kycUrl"]
    customer = api.get(f"/customers/{shown['customerId']}").json()
    assert (customer["customerType"], customer["kycStatus"]) == ("INDIVIDUAL", "UNVERIFIED")


def test_a_customer_that_exists_is_used_again_and_every_link_is_new(api, alice):
    name = api.get(f"/customers/{alice}").json()["platformCustomerId"]

    first, second = (api.get("/customers/kyc-link", platformCustomerId=name).json() for _ in range(2))

    assert first["customerId"] == second["customerId"] == alice
    assert first["kycUrl"] != second["kycUrl"]
    assert KycLink.objects.count() == 2


def test_a_customer_is_named_by_its_id_and_its_name_finds_nobody_else(api, alice):
    name = api.get(f"/customers/{alice}").json()["platformCustomerId"]
    api.post("/customers", {"customerType": "INDIVIDUAL", "platformCustomerId": name})
    sent = {"redirectUri": "https://acme.example.com/back"}

    first, again, other = (api.post(f"/customers/{alice}/kyc-link", sent, key=key) for key in ("a", "a", "b"))

    assert [reply.status_code for reply in (first, again, other)] == [201, 201, 201]
    assert again.content == first.content != other.content
    shown = other.json()
    assert (shown["customerId"], shown["platformCustomerId"]) == (alice, name)
    link = KycLink.objects.latest("created_at")
    assert (shown["expiresAt"], link.redirect_uri) == (clock.iso(link.expires_at), sent["redirectUri"])
    assert link.expires_at - link.created_at == dt.timedelta(hours=24)
    assert b"kycUrl" not in b"".join(bytes(row.body) for row in IdempotencyKey.objects.filter(key__in=["a", "b"]))


def test_a_link_by_id_is_refused_where_nobody_could_use_it(api, rival_api, alice):
    firm = {"customerType": "BUSINESS", "businessInfo": {"legalName": "Acme Ltd"}}
    business = api.post("/customers", firm).json()["id"]
    gone = api.customer("Gone")
    api.delete(f"/customers/{gone}")
    plain = {"redirectUri": "http://acme.example.com/"}

    told = [
        api.post(f"/customers/{business}/kyc-link"),
        api.post(f"/customers/{gone}/kyc-link"),
        api.post("/customers/Customer:x/kyc-link"),
        rival_api.post(f"/customers/{alice}/kyc-link"),
        api.post(f"/customers/{alice}/kyc-link", plain),
        api.post(f"/customers/{alice}/kyc-link", {"redirectUri": 5}),
    ]

    assert [(reply.status_code, reply.json()["code"]) for reply in told] == [
        (400, "INVALID_INPUT"),
        (410, "CUSTOMER_DELETED"),
        (404, "USER_NOT_FOUND"),
        (404, "USER_NOT_FOUND"),
        (400, "INVALID_INPUT"),
        (400, "INVALID_INPUT"),
    ]
    assert not KycLink.objects.exists()


def _namesakes(api, *kinds: str) -> list[str]:
    """Customers of one name, the newest first."""
    bodies: dict[str, dict[str, Any]] = {
        "INDIVIDUAL": {"customerType": "INDIVIDUAL"},
        "BUSINESS": {"customerType": "BUSINESS", "businessInfo": {"legalName": "Acme Ltd"}},
    }
    made = [api.post("/customers", bodies[kind] | {"platformCustomerId": "user-7"}) for kind in kinds]
    return [reply.json()["id"] for reply in reversed(made)]


@pytest.mark.parametrize("kinds", [("INDIVIDUAL",) * 3, ("INDIVIDUAL", "BUSINESS"), ("BUSINESS", "BUSINESS")])
def test_of_several_customers_of_one_name_none_is_taken(api, kinds):
    customers = _namesakes(api, *kinds)

    reply = api.get("/customers/kyc-link", platformCustomerId="user-7")

    assert (reply.status_code, reply.json()["code"]) == (400, "INVALID_INPUT")
    assert reply.json()["details"]["customerIds"] == customers
    assert [error["field"] for error in reply.json()["details"]["errors"]] == ["platformCustomerId"]
    assert not KycLink.objects.exists()
    assert Customer.objects.count() == len(customers)


def test_which_of_them_can_be_said(api, alice):
    newest, oldest = _namesakes(api, "INDIVIDUAL", "INDIVIDUAL")

    for customer in (oldest, newest):
        made = api.get("/customers/kyc-link", platformCustomerId="user-7", customerId=customer).json()
        assert (made["customerId"], made["platformCustomerId"]) == (customer, "user-7")
    other = api.get("/customers/kyc-link", platformCustomerId="user-7", customerId=alice)
    nobody = api.get("/customers/kyc-link", platformCustomerId="user-7", customerId="Customer:x")
    assert (other.status_code, other.json()["details"]["errors"][0]["field"]) == (400, "customerId")
    assert (nobody.status_code, nobody.json()["code"]) == (404, "USER_NOT_FOUND")
    assert KycLink.objects.count() == 2


def test_a_deleted_customer_s_name_is_free(api, rival_api):
    newest, oldest = _namesakes(api, "INDIVIDUAL", "INDIVIDUAL")
    _namesakes(rival_api, "INDIVIDUAL")
    api.delete(f"/customers/{newest}")

    made = api.get("/customers/kyc-link", platformCustomerId="user-7")
    gone = api.get("/customers/kyc-link", platformCustomerId="user-7", customerId=newest)

    assert made.json()["customerId"] == oldest
    assert (gone.status_code, gone.json()["code"]) == (410, "CUSTOMER_DELETED")


def test_the_token_is_not_stored(api):
    token = api.get("/customers/kyc-link", platformCustomerId="user-7").json()["kycUrl"].rpartition("/")[2]

    stored = KycLink.objects.get()
    assert len(token) >= 43
    assert token.encode() not in bytes(stored.token_hash)


@pytest.mark.parametrize(
    "uri",
    [
        "http://acme.example.com/back",
        "javascript:alert(1)",
        "https://",
        "https://user@acme.example.com",
        "https://acme.example.com/#part",
        "https://acme.example.com:0/",
        "https://acme.example.com/a b",
        "https://acme.example.com/a\nb",
        "//acme.example.com",
        "https://[::1",
    ],
)
def test_a_way_back_that_is_not_plain_https_is_refused(api, uri):
    reply = api.get("/customers/kyc-link", platformCustomerId="user-7", redirectUri=uri)

    assert reply.status_code == 400
    assert [error["field"] for error in reply.json()["details"]["errors"]] == ["redirectUri"]
    assert not Customer.objects.exists()


def test_the_name_of_the_customer_is_needed(api):
    reply = api.get("/customers/kyc-link")

    assert reply.status_code == 400
    assert [error["field"] for error in reply.json()["details"]["errors"]] == ["platformCustomerId"]


def test_of_a_business_the_facts_come_first(api):
    body = {"customerType": "BUSINESS", "platformCustomerId": "firm-1", "businessInfo": {"legalName": "Acme Ltd"}}
    business = api.post("/customers", body).json()["id"]

    named = api.get("/customers/kyc-link", platformCustomerId="firm-1")
    by_id = api.post(f"/customers/{business}/kyc-link")

    for reply, field in ((named, "platformCustomerId"), (by_id, "customerId")):
        assert (reply.status_code, reply.json()["code"]) == (400, "INVALID_INPUT")
        problems = reply.json()["details"]["errors"]
        assert {problem["field"] for problem in problems} == {field}
        lacks = [problem["reason"].removesuffix(" comes first").rpartition(": ")[2] for problem in problems]
        assert lacks[0] == "customer.businessInfo.country"
        assert lacks[-1] == "MISSING_BENEFICIAL_OWNER"
    assert not KycLink.objects.exists()


def test_it_takes_the_permission_to_manage(acme):
    weak = new_token(acme.platform, permissions=("TRANSACT",))

    reply = Api(weak.token.client_id, weak.client_secret).get("/customers/kyc-link", platformCustomerId="user-7")

    assert (reply.status_code, reply.json()["code"]) == (403, "FORBIDDEN")


def test_a_regulated_platforms_customer_is_approved_at_once(db):
    from tests.support import factories

    tenant = factories.tenant("bank", regulated=True)
    api = Api(tenant.client_id, tenant.client_secret)

    made = api.get("/customers/kyc-link", platformCustomerId="user-7").json()

    assert api.get(f"/customers/{made['customerId']}").json()["kycStatus"] == "APPROVED"


def test_the_link_and_its_customer_are_of_the_platforms_time(acme, api):
    made = api.get("/customers/kyc-link", platformCustomerId="user-7").json()

    page = Client().get("/" + made["kycUrl"].split("/", 3)[3])
    customer = api.get(f"/customers/{made['customerId']}").json()
    assert page.status_code == 200
    assert abs(dt.datetime.fromisoformat(customer["createdAt"]) - acme.platform.now()) < dt.timedelta(minutes=5)


def test_asking_with_the_head_method_makes_nothing(api):
    reply = Client().head(f"{BASE}/customers/kyc-link?platformCustomerId=user-7", headers=api.headers)

    assert (reply.status_code, reply["Allow"]) == (405, "GET")
    assert not Customer.objects.exists()
    assert not KycLink.objects.exists()


def test_with_a_key_the_first_link_is_given_again(api):
    client = Client(headers={**api.headers, "Idempotency-Key": "once"})

    first, second = (client.get(f"{BASE}/customers/kyc-link?platformCustomerId=user-7") for _ in range(2))
    other = client.get(f"{BASE}/customers/kyc-link?platformCustomerId=user-8")

    assert second.json() == first.json()
    assert second["Idempotent-Replayed"] == "true"
    assert other.status_code == 422
    assert KycLink.objects.count() == 1
    assert made_in(first) not in bytes(IdempotencyKey.objects.get().body)


def made_in(reply) -> bytes:
    """The secret of the link in a reply."""
    return str(reply.json()["kycUrl"].rpartition("/")[2]).encode()


def test_a_token_that_another_process_has_revoked_makes_no_customer(acme, settings):
    settings.TOKEN_CACHE_SECONDS = 60
    created = new_token(acme.platform)
    used = Api(created.token.client_id, created.client_secret)
    assert used.get("/config").status_code == 200
    ApiToken.objects.filter(id=created.token.id).update(revoked_at=acme.platform.now())

    assert used.get("/customers/kyc-link", platformCustomerId="user-7").status_code == 401
    assert not Customer.objects.exists()
