"""POST /invitations: what an invitation says, and in whose name."""

import datetime as dt

import pytest
from django.db import IntegrityError, transaction

from invitations import codes
from invitations.models import Invitation
from platforms.base import clock
from platforms.models import AuditEntry
from tests.conftest import Api
from tests.support import factories
from tests.support.compliance import cases
from tests.support.payments import hosts, quote_requests

pytestmark = pytest.mark.django_db


def _in(**time: int) -> str:
    return clock.iso(clock.real_now() + dt.timedelta(**time))


def _problem(reply) -> tuple[int, str, list[str]]:
    shown = reply.json()
    return reply.status_code, shown["code"], [each["field"] for each in shown["details"].get("errors", [])]


def test_an_invitation_carries_all_that_was_said(api, ada, settings):
    settings.PUBLIC_BASE_URL = "https://pay.example.com/"
    until = _in(days=7)
    body = {"inviterUma": ada.upper(), "firstName": "Ada L.", "amountToSend": 12_50, "expiresAt": until}

    reply = api.post("/invitations", body)

    shown = reply.json()
    assert reply.status_code == 201
    assert shown == {
        "code": shown["code"],
        "createdAt": shown["createdAt"],
        "url": f"https://pay.example.com/i/{shown['code']}",
        "expiresAt": until,
        "inviterUma": ada,
        "status": "PENDING",
        "firstName": "Ada L.",
        "amountToSend": {
            "amount": 1250,
            "currency": {"code": "USD", "name": "US Dollar", "symbol": "$", "decimals": 2},
        },
    }
    assert codes.read(shown["code"]) == shown["code"]
    assert api.get(f"/invitations/{shown['code']}").json() == shown


def test_all_but_the_inviter_can_be_left_out_and_the_first_word_of_the_name_is_shown(api, ada):
    shown = hosts.invite(api, ada)

    assert set(shown) == {"code", "createdAt", "url", "inviterUma", "status", "firstName"}
    assert shown["firstName"] == "Ada"


def test_a_customer_without_a_name_invites_without_one(api):
    customer = api.post("/customers", {"customerType": "INDIVIDUAL"}).json()

    assert "firstName" not in hosts.invite(api, customer["umaAddress"])


@pytest.mark.parametrize(("info", "name"), [({}, "Granite"), ({"doingBusinessAs": "Rocks"}, "Rocks")])
def test_a_business_invites_under_its_trade_name(api, info, name):
    body = {"customerType": "BUSINESS", "businessInfo": {"legalName": "Granite", **info}}
    business = api.post("/customers", body).json()

    assert hosts.invite(api, business["umaAddress"])["firstName"] == name


def test_somebody_whose_identity_is_still_checked_may_invite(api, bob):
    assert hosts.invite(api, hosts.address(api, bob))["status"] == "PENDING"


def test_every_code_is_new(api, ada):
    made = {hosts.invite(api, ada)["code"] for _ in range(20)}

    assert len(made) == 20


def test_the_amount_is_in_the_inviters_first_currency(api):
    customer = api.customer("Ada Lovelace", currencies=["EUR", "USD"])

    shown = hosts.invite(api, hosts.address(api, customer), amountToSend=5)

    assert shown["amountToSend"]["currency"]["code"] == "EUR"


@pytest.mark.parametrize("amount", [99, 10_001])
def test_an_amount_that_could_never_be_sent_is_refused(api, ada, amount):
    quote_requests.change_currency(api, "USD", minAmount=100, maxAmount=10_000)

    reply = api.post("/invitations", {"inviterUma": ada, "amountToSend": amount})

    assert _problem(reply) == (400, "AMOUNT_OUT_OF_RANGE", ["amountToSend"])
    assert not Invitation.objects.exists()


def test_an_amount_in_a_currency_that_is_not_sent_is_refused(api, ada):
    quote_requests.change_currency(api, "USD", enabledTransactionTypes=["INCOMING"])

    reply = api.post("/invitations", {"inviterUma": ada, "amountToSend": 100})

    assert _problem(reply) == (400, "INVALID_CURRENCY", ["amountToSend"])


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({"amountToSend": 0}, "amountToSend"),
        ({"amountToSend": -1}, "amountToSend"),
        ({"amountToSend": 2**63}, "amountToSend"),
        ({"amountToSend": "5"}, "amountToSend"),
        ({"amountToSend": {"amount": 5}}, "amountToSend"),
        ({"firstName": ""}, "firstName"),
        ({"firstName": "x" * 101}, "firstName"),
        ({"firstName": None}, "firstName"),
        ({"firstName": "\u202eAda"}, "firstName"),
        ({"firstName": "12"}, "firstName"),
        ({"expiresAt": "tomorrow"}, "expiresAt"),
        ({"expiresAt": "2020-01-01T00:00:00Z"}, "expiresAt"),
        ({"inviterUma": 5}, "inviterUma"),
    ],
)
def test_what_is_no_value_is_refused_at_its_field(api, ada, fields, wrong):
    reply = api.post("/invitations", {"inviterUma": ada, **fields})

    assert _problem(reply) == (400, "INVALID_INPUT", [wrong])
    assert not Invitation.objects.exists()


def test_an_invitation_ends_after_it_was_made_by_the_platforms_clock(api, ada):
    api.post("/sandbox/clock/advance", {"seconds": 3600})

    assert api.post("/invitations", {"inviterUma": ada, "expiresAt": _in(minutes=59)}).status_code == 400
    assert api.post("/invitations", {"inviterUma": ada, "expiresAt": _in(minutes=61)}).status_code == 201


@pytest.mark.parametrize("text", ["ada", "ada@example.com", "$ada"])
def test_what_is_no_address_is_refused(api, ada, text):
    reply = api.post("/invitations", {"inviterUma": text})

    assert _problem(reply) == (400, "INVALID_UMA_ADDRESS", ["inviterUma"])


def test_nobody_invites_in_the_name_of_another_platforms_customer(api, rita):
    outsiders = [api.post("/invitations", {"inviterUma": address}) for address in (rita, "$nobody@example.com")]

    assert [_problem(reply) for reply in outsiders] == [(404, "USER_NOT_FOUND", [])] * 2


def test_a_deleted_customer_does_not_invite(api):
    customer = api.customer("Ada Lovelace")
    address = hosts.address(api, customer)
    api.delete(f"/customers/{customer}")

    assert _problem(api.post("/invitations", {"inviterUma": address})) == (410, "CUSTOMER_DELETED", [])


def test_a_repeated_request_makes_no_second_invitation(api, ada):
    first, second = (api.post("/invitations", {"inviterUma": ada}, key="invite") for _ in range(2))

    assert first.content == second.content
    assert Invitation.objects.count() == 1


def test_it_takes_the_permission_to_manage(acme, ada):
    weak = factories.token(acme.platform, permissions=("TRANSACT",))
    api = Api(weak.token.client_id, weak.client_secret)

    assert api.post("/invitations", {"inviterUma": ada}).status_code == 403


def test_who_made_it_is_on_record_without_a_name(acme, api, ada):
    hosts.invite(api, ada)

    entry = AuditEntry.objects.get(verb="invitation.create")
    assert entry.subject == Invitation.objects.get().public_id
    assert entry.platform_id == acme.platform.id
    assert ada not in str(entry.details)
    assert "Ada" not in str(entry.details)


def test_a_business_that_is_not_verified_may_invite(api):
    business = cases.business(api)

    assert hosts.invite(api, hosts.address(api, business))["status"] == "PENDING"


@pytest.mark.parametrize(
    "change",
    [
        {"code": "ILLEGAL00000"},
        {"code": "SHORT"},
        {"status": "CLAIMED"},
        {"status": "CANCELLED"},
        {"status": "OPEN"},
        {"amount": 5},
        {"amount": 0, "currency": "USD"},
        {"currency": "USD", "amount": None},
        {"expires_at": dt.datetime(2020, 1, 1, tzinfo=dt.UTC)},
    ],
)
def test_the_database_takes_no_invitation_that_can_not_be(invitation, change):
    with pytest.raises(IntegrityError), transaction.atomic():
        Invitation.objects.get_queryset().update(**change)
