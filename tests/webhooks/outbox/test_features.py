"""Values that the lists of the first day lack: sent to platforms that have asked for them, and to no other."""

import datetime as dt

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from payments.accounts import account_status
from payments.ledger import check
from payments.models import ExternalAccount
from platforms.base import clock
from platforms.features import FEATURES
from platforms.models import AuditEntry
from tests.support import factories
from tests.support.event_stories import Stage
from webhooks.models import Event
from webhooks.outbox import events
from webhooks.outbox.event_types import FEATURE_OF, EventType

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage(api, rival_api, alice, worker):
    return Stage(api, rival_api, alice, worker)


def features(api) -> list[str]:
    return list(api.get("/config").json()["features"])


def listed(api, type_: str) -> int:
    return int(api.get("/events", type=type_).json()["totalCount"])


def emit(platform, *types: str) -> list[str]:
    """Emit an event of each type; return the types of those that were stored."""
    with transaction.atomic():
        stored = events.emit_many(
            [events.NewEvent(platform.id, type_, "Transaction:1", {"id": 1}, clock.real_now()) for type_ in types]
        )
    return list(Event.objects.filter(id__in=stored).order_by("number").values_list("type", flat=True))


def test_nothing_is_turned_on_at_first_and_a_list_replaces_the_one_before(api):
    assert features(api) == []

    assert api.patch("/config", {"features": ["REFUND_EVENTS", "REFUND_EVENTS"]}).json()["features"] == [
        "REFUND_EVENTS"
    ]
    assert api.patch("/config", {"webhookEndpoint": ""}).json()["features"] == ["REFUND_EVENTS"]
    assert api.patch("/config", {"features": ["ACCOUNT_STATUS_EVENTS"]}).json()["features"] == ["ACCOUNT_STATUS_EVENTS"]
    assert features(api) == ["ACCOUNT_STATUS_EVENTS"]
    assert api.patch("/config", {"features": []}).json()["features"] == []


def test_the_audit_log_has_what_was_turned_on(api):
    api.patch("/config", {"features": ["REFUND_EVENTS"]})

    assert AuditEntry.objects.latest("id").details["features"] == ["REFUND_EVENTS"]


@pytest.mark.parametrize("wanted", [["REFUNDS"], ["refund_events"], [None], "REFUND_EVENTS", ["REFUND_EVENTS"] * 3])
def test_what_is_no_feature_changes_nothing(api, wanted):
    reply = api.patch("/config", {"features": wanted})

    assert (reply.status_code, reply.json()["code"]) == (400, "INVALID_INPUT")
    assert features(api) == []


def test_a_refusal_names_the_features(api):
    [problem] = api.patch("/config", {"features": ["REFUNDS"]}).json()["details"]["errors"]

    assert problem["field"] == "features.0"
    assert problem["reason"] == f"must be one of {', '.join(FEATURES)}"


def test_versions_and_features_are_listed(api):
    api.patch("/config", {"features": ["REFUND_EVENTS"]})

    reply = api.get("/versions")

    assert reply.status_code == 200
    assert reply.json()["data"] == [{"version": "2025-10-13", "state": "CURRENT"}]
    assert {each["name"]: each["isEnabled"] for each in reply.json()["features"]} == {
        "ACCOUNT_STATUS_EVENTS": False,
        "REFUND_EVENTS": True,
    }
    assert all(each["description"] and each["otherwise"] for each in reply.json()["features"])


def test_a_version_that_ends_says_when(api, settings):
    settings.API_SUNSETS = {"2025-10-13": (dt.date(2027, 1, 1), dt.date(2029, 1, 1))}

    assert api.get("/versions").json()["data"] == [
        {"version": "2025-10-13", "state": "DEPRECATED", "deprecatedOn": "2027-01-01", "endsOn": "2029-01-01"}
    ]


@pytest.mark.parametrize("type_", sorted(FEATURE_OF))
def test_a_type_of_a_feature_is_for_those_who_asked_for_it(acme, rival, api, type_):
    assert emit(acme.platform, type_) == []
    api.patch("/config", {"features": [FEATURE_OF[type_]]})

    assert emit(acme.platform, type_) == [type_]
    assert emit(rival.platform, type_) == []


def test_another_feature_is_not_enough(acme, api):
    api.patch("/config", {"features": ["ACCOUNT_STATUS_EVENTS"]})

    assert emit(acme.platform, "INCOMING_PAYMENT.REFUND_PENDING") == []


def test_all_other_types_are_for_everybody_and_ask_nothing(acme):
    with CaptureQueriesContext(connection) as queries, transaction.atomic():
        events.emit_many(
            [
                events.NewEvent(acme.platform.id, type_, "Transaction:1", {"id": 1}, clock.real_now())
                for type_ in EventType.values
                if type_ not in FEATURE_OF
            ]
        )

    assert len([each for each in queries if "platforms_platform" in each["sql"]]) == 0


def test_many_events_of_one_platform_ask_once(acme):
    with CaptureQueriesContext(connection) as queries:
        assert emit(acme.platform, *["INCOMING_PAYMENT.REFUND_PENDING"] * 50) == []

    assert len([each for each in queries if "platforms_platform" in each["sql"]]) == 1


def test_a_statement_that_stores_events_itself_takes_none_of_a_feature(acme):
    event = events.NewEvent(acme.platform.id, "INCOMING_PAYMENT.REFUND_PENDING", "Transaction:1", {}, clock.real_now())

    with pytest.raises(AssertionError):
        events.store(event)


def test_what_was_written_stays_when_a_feature_is_turned_off(acme, api):
    api.patch("/config", {"features": ["REFUND_EVENTS"]})
    emit(acme.platform, "INCOMING_PAYMENT.REFUND_PENDING")

    api.patch("/config", {"features": []})

    assert emit(acme.platform, "INCOMING_PAYMENT.REFUND_COMPLETED") == []
    assert (listed(api, "INCOMING_PAYMENT.REFUND_PENDING"), listed(api, "INCOMING_PAYMENT.REFUND_COMPLETED")) == (1, 0)


def _told(platform) -> list[str]:
    return list(
        Event.objects.for_platform(platform.id)
        .filter(type__startswith="INCOMING_PAYMENT")
        .order_by("number")
        .values_list("type", flat=True)
    )


@pytest.mark.django_db(transaction=True)
def test_money_that_goes_back_to_its_payer_is_told_to_those_who_asked(acme, api, stage, number):
    stage.have_money_refused()

    told = ["INCOMING_PAYMENT.REFUND_PENDING", "INCOMING_PAYMENT.FAILED", "INCOMING_PAYMENT.REFUND_COMPLETED"]
    assert _told(acme.platform) == (told if number else ["INCOMING_PAYMENT.FAILED"])
    [payment] = api.get("/transactions", type="INCOMING").json()["data"]
    assert payment["status"] == "FAILED"
    assert check.run().faults == []
    assert (payment["refund"]["status"], payment["refund"]["reason"]) == ("COMPLETED", "TRANSACTION_FAILED")
    assert payment["refund"]["settledAt"] >= payment["refund"]["initiatedAt"]


@pytest.fixture(params=[True, False], ids=["asks", "does not ask"])
def number(request, monkeypatch) -> int:
    """How many events there are of a story that turns its feature on, or would."""
    if not request.param:
        monkeypatch.setattr(Stage, "turn_on", lambda *_: None)
    return int(request.param)


@pytest.mark.django_db(transaction=True)
def test_a_held_account_is_told_to_those_who_asked(api, alice, stage, number):
    stage.have_an_account_held()

    assert listed(api, "INTERNAL_ACCOUNT.STATUS_UPDATED") == number
    [account] = api.get("/customers/internal-accounts", customerId=alice, currency="USD").json()["data"]
    assert account["status"] == "HELD"


@pytest.mark.django_db(transaction=True)
def test_a_reviewed_account_is_told_to_those_who_asked(api, rival_api, stage, number):
    stage.have_a_payee_cleared()

    assert listed(api, "EXTERNAL_ACCOUNT.STATUS_UPDATED") == number
    assert listed(rival_api, "EXTERNAL_ACCOUNT.STATUS_UPDATED") == 0


def test_a_damaged_account_stops_no_other(acme, api, alice, stage):
    account = api.external_account(alice, factories.usd_account())

    stage.turn_on("ACCOUNT_STATUS_EVENTS")
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE payments_externalaccount SET account_info = %s WHERE id = %s",
            ['{"accountType": "USD_ACCOUNT", "accountNumber": "damaged"}', account.partition(":")[2]],
        )
    row = ExternalAccount.objects.get(id=account.partition(":")[2])

    with transaction.atomic():
        account_status.external_changed(row, now=clock.real_now())

    assert listed(api, "EXTERNAL_ACCOUNT.STATUS_UPDATED") == 0
