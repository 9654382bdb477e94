import datetime as dt
from typing import Any

import orjson
import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from webhooks.models import Event, EventState
from webhooks.outbox import events
from webhooks.outbox.event_types import EventType

NOW = dt.datetime(2026, 3, 1, 12, 0, 0, 5, tzinfo=dt.UTC)


@pytest.fixture
def new_event(platform):
    def make(**overrides: Any) -> events.NewEvent:
        fields: dict[str, Any] = {
            "type": "INCOMING_PAYMENT.COMPLETED",
            "resource": "Transaction:1",
            "data": {"a": 1},
            "now": NOW,
        }
        return events.NewEvent(platform.id, **(fields | overrides))

    return make


def test_the_stored_payload_is_the_envelope_that_will_be_sent(platform, emit):
    event = emit(platform, data={"id": "Transaction:1", "description": "Ü, \u2028 and \0"}, now=NOW)

    assert orjson.loads(event.payload) == {
        "id": f"Webhook:{event.id}",
        "type": "OUTGOING_PAYMENT.COMPLETED",
        "timestamp": "2026-03-01T12:00:00.000005Z",
        "data": {"id": "Transaction:1", "description": "Ü, \u2028 and \0"},
    }
    assert (event.state, event.attempts, event.next_attempt_at) == (EventState.PENDING, 0, NOW)


def test_data_that_is_json_already_is_kept_byte_for_byte(platform, emit):
    event = emit(platform, data=b'{"amount":  100}')

    assert event.payload.endswith('"data":{"amount":  100}}')


def test_a_test_event_has_no_data(platform, emit):
    event = emit(platform, type="TEST", data=None)

    assert set(orjson.loads(event.payload)) == {"id", "type", "timestamp"}


def test_an_event_disappears_with_the_transaction_that_caused_it(platform, emit):
    with transaction.atomic():
        emit(platform)
        transaction.set_rollback(True)

    assert not Event.objects.exists()


def test_outside_a_database_transaction_nothing_is_emitted(new_event):
    with pytest.raises(AssertionError):
        events.emit_many([new_event()])

    assert not Event.objects.exists()


def test_a_type_that_is_not_in_the_catalogue_is_refused(new_event):
    with pytest.raises(AssertionError), transaction.atomic():
        events.emit_many([new_event(type="OUTGOING_PAYMENT.VANISHED")])


@pytest.mark.parametrize("count", [1, 3])
def test_events_are_stored_with_one_statement_in_the_order_given(new_event, count):
    with transaction.atomic(), CaptureQueriesContext(connection) as queries:
        keys = events.emit_many([new_event(data={"n": number}) for number in range(count)])

    assert len(queries) == 1
    assert keys == list(Event.objects.order_by("id").values_list("id", flat=True))
    assert [orjson.loads(event.payload)["data"]["n"] for event in Event.objects.order_by("id")] == list(range(count))


def test_a_great_many_events_are_stored_too(new_event):
    with transaction.atomic():
        events.emit_many([new_event()] * 1203)

    assert Event.objects.count() == 1203


def test_no_events_are_no_work(platform):
    with transaction.atomic(), CaptureQueriesContext(connection) as queries:
        assert events.emit_many([]) == []

    assert len(queries) == 0


_OF_THE_REFERENCE = {
    "OUTGOING_PAYMENT": "PENDING PROCESSING COMPLETED FAILED EXPIRED REFUND_PENDING REFUND_COMPLETED REFUND_FAILED",
    "INCOMING_PAYMENT": "PENDING COMPLETED FAILED",
    "CUSTOMER": "KYC_APPROVED KYC_REJECTED KYC_PENDING KYB_APPROVED KYB_REJECTED KYB_PENDING",
    "VERIFICATION": "APPROVED REJECTED RESOLVE_ERRORS IN_PROGRESS PENDING_MANUAL_REVIEW READY_FOR_VERIFICATION",
    "INTERNAL_ACCOUNT": "BALANCE_UPDATED",
    "INVITATION": "CLAIMED",
    "BULK_UPLOAD": "COMPLETED FAILED",
}


def test_the_catalogue_has_the_types_of_the_reference():
    named = {f"{topic}.{name}" for topic, names in _OF_THE_REFERENCE.items() for name in names.split()}
    assert {"TEST", *named} <= set(EventType.values)
