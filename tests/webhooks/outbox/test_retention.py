import datetime as dt
import io
import uuid

import orjson
import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django.test import Client

from platforms import audit
from platforms.base import clock, identifiers
from platforms.models import AuditEntry
from tests.support import threads
from tests.support.servers import webhook_receiver as receivers
from webhooks import tasks
from webhooks.models import (
    Delivery,
    Event,
    EventState,
    EventStream,
    FurtherEndpoint,
    FurtherEvent,
    FurtherStream,
    SigningKey,
)
from webhooks.outbox import events, retention
from webhooks.signing import signing_keys

pytestmark = pytest.mark.usefixtures("database")


@pytest.fixture
def old_event(platform):
    """Return a function that stores an event as it was made some days ago, with one attempt."""

    def store(days, state=EventState.DELIVERED):
        made = clock.real_now() - dt.timedelta(days=days)
        key = uuid.UUID(int=(int(made.timestamp() * 1000) << 80) | uuid.uuid4().int >> 48)
        event = Event.objects.create(
            id=key,
            platform=platform,
            type="TEST",
            resource=platform.public_id,
            payload="{}",
            created_at=made,
            state=state,
            next_attempt_at=made if state == EventState.PENDING else None,
        )
        Delivery.objects.create(event=event, attempt=1, at=made, url="https://x", status=200, milliseconds=1)
        return event

    return store


def test_events_older_than_ninety_days_go_with_their_attempts(old_event):
    old_event(200)
    old_event(90.01)
    kept = old_event(89.99)

    tasks.forget_events()

    assert Event.objects.get() == kept
    assert Delivery.objects.get().event_id == kept.id


@pytest.fixture
def stream(platform):
    """Return a function that stores the stream of a resource that was made some days ago."""

    def store(days, type_name="Transaction"):
        key = identifiers.first_key(clock.real_now() - dt.timedelta(days=days))
        resource = identifiers.public(type_name, uuid.UUID(int=key.int | uuid.uuid4().int >> 80))
        return EventStream.objects.create(resource=resource, platform=platform, last_sequence=3)

    return store


def test_the_numbering_of_a_payment_s_events_goes_after_four_hundred_days(stream, platform, monkeypatch):
    monkeypatch.setattr(retention, "BATCH", 2)
    old = [stream(401 + day) for day in range(5)]
    claimed, told = stream(450), stream(460)
    EventStream.objects.filter(pk=claimed.pk).update(claimed_until=clock.real_now() + dt.timedelta(minutes=1))
    now = clock.real_now()
    sent = {"type": "TEST", "payload": "{}", "state": EventState.DELIVERED, "created_at": now}
    Event.objects.create(platform=platform, resource=told.resource, **sent)
    kept = {stream(399), stream(500, "Customer"), claimed, told}

    tasks.forget_streams()

    assert set(EventStream.objects.all()) == kept
    assert not EventStream.objects.filter(pk__in=[each.pk for each in old]).exists()


@pytest.fixture
def further(platform):
    """Return a function that stores a further endpoint that was deleted so many days ago; None: it is in use."""

    def store(deleted_days_ago=None):
        now = clock.real_now()
        deleted = None if deleted_days_ago is None else now - dt.timedelta(days=deleted_days_ago)
        return FurtherEndpoint.objects.create(
            platform=platform, url="https://x.example.com", created_at=now, deleted_at=deleted
        )

    return store


@pytest.fixture
def further_stream():
    """Return a function that stores the stream of a resource, made some days ago, at a further endpoint."""

    def store(endpoint, days, type_name="Transaction"):
        key = identifiers.first_key(clock.real_now() - dt.timedelta(days=days))
        resource = identifiers.public(type_name, uuid.UUID(int=key.int | uuid.uuid4().int >> 80))
        return FurtherStream.objects.create(stream=f"{endpoint.id}/{resource}", endpoint=endpoint, last_sequence=3)

    return store


def test_the_numbering_at_further_endpoints_goes_after_four_hundred_days_too(
    further, further_stream, platform, monkeypatch
):
    monkeypatch.setattr(retention, "BATCH", 2)
    endpoints = [further(), further()]
    for endpoint in endpoints:
        for day in range(5):
            further_stream(endpoint, 401 + day)
    claimed, told = further_stream(endpoints[0], 450), further_stream(endpoints[1], 460)
    FurtherStream.objects.filter(pk=claimed.pk).update(claimed_until=clock.real_now() + dt.timedelta(minutes=1))
    resource = told.stream.partition("/")[2]
    sent = {"type": "TEST", "payload": "{}", "state": EventState.DELIVERED, "created_at": clock.real_now()}
    Event.objects.create(platform=platform, resource=resource, **sent)
    kept = {claimed, told, *(further_stream(one, 399) for one in endpoints)}
    kept |= {further_stream(one, 500, "Customer") for one in endpoints}

    tasks.forget_streams()

    assert set(FurtherStream.objects.all()) == kept
    assert set(FurtherEndpoint.objects.all()) == set(endpoints)


def test_what_is_left_of_a_deleted_endpoint_goes_after_ninety_days(further, further_stream, old_event, monkeypatch):
    monkeypatch.setattr(retention, "BATCH", 2)
    gone, waits, young = further(91), further(92), further(89)
    for endpoint in (gone, waits, young):
        for type_name in ("Customer", "InternalAccount", "Transaction"):
            further_stream(endpoint, 100, type_name)
    event = old_event(95, state=EventState.PENDING)
    on_its_way = FurtherEvent.objects.create(
        endpoint=waits, event=event, stream=f"{waits.id}/{event.resource}", number=event.number, state="NO_ENDPOINT"
    )

    tasks.forget_streams()

    assert set(FurtherEndpoint.objects.all()) == {waits, young}, "what an event was sent to stays as long as the event"
    assert FurtherStream.objects.filter(endpoint=young).count() == FurtherStream.objects.count() == 3

    Event.objects.filter(pk=event.pk).update(state=EventState.DELIVERED, next_attempt_at=None)
    tasks.forget_events()
    tasks.forget_streams()
    assert set(FurtherEndpoint.objects.all()) == {young}
    assert not FurtherEvent.objects.filter(pk=on_its_way.pk).exists()


def test_two_sweeps_of_streams_at_once_wait_for_nothing(stream, further, further_stream):
    endpoint = further(91)
    for day in range(5):
        stream(401 + day)
        further_stream(endpoint, 401 + day)

    results = threads.at_once([tasks.forget_streams, tasks.forget_streams])

    assert [result for result in results if isinstance(result, Exception)] == []
    assert EventStream.objects.count() == FurtherStream.objects.count() == FurtherEndpoint.objects.count() == 0


def test_an_old_event_that_is_to_be_sent_again_stays(old_event):
    asked_for = old_event(100, state=EventState.PENDING)

    tasks.forget_events()

    assert Event.objects.get() == asked_for


def test_more_than_one_step_takes_are_deleted_step_by_step(old_event, monkeypatch):
    monkeypatch.setattr(retention, "BATCH", 3)
    for days in range(91, 101):
        old_event(days, state=EventState.PENDING if days == 95 else EventState.DELIVERED)

    tasks.forget_events()

    assert Event.objects.count() == 1


def test_the_numbers_of_a_resource_outlive_its_events(old_event, platform):
    EventStream.objects.create(platform=platform, resource=platform.public_id, last_sequence=7)
    old_event(100)

    tasks.forget_events()

    assert EventStream.objects.get().last_sequence == 7


@pytest.mark.parametrize("as_bytes", [False, True])
def test_an_event_that_is_too_long_keeps_its_short_values_and_says_so(platform, emit, as_bytes):
    data = {"id": "Job:1", "status": "COMPLETED", "count": 3, "errors": ["x" * 100] * 5000, "note": "y" * 5000}

    event = emit(platform, data=orjson.dumps(data) if as_bytes else data)

    envelope = orjson.loads(event.payload)
    assert envelope["data"] == {"id": "Job:1", "status": "COMPLETED", "count": 3}
    assert envelope["isTruncated"] is True
    assert len(event.payload) < 1000


def test_an_event_that_is_just_short_enough_is_sent_whole(platform, emit):
    overhead = len(emit(platform, data={"a": ""}).payload)

    event = emit(platform, data={"a": "x" * (events.MOST_BYTES - overhead)})

    assert len(event.payload) == events.MOST_BYTES
    assert "isTruncated" not in orjson.loads(event.payload)


class TestRotateSigningKeys:
    def rotate(self, *arguments):
        out = io.StringIO()
        call_command("rotate_signing_keys", *arguments, stdout=out)
        return out.getvalue()

    def test_publishes_new_keys_and_what_is_sent_meanwhile_fits(self, platform, receiver, emit, deliver):
        emit(platform)
        deliver()
        said = self.rotate("--platform", platform.public_id)

        emit(platform)
        deliver()

        pem = Client().get(f"/webhook-keys/{platform.id}.pem").content.decode()
        standard = [
            key["standardWebhooksKey"]
            for key in Client().get(f"/webhook-keys/{platform.id}").json()["keys"]
            if key["algorithm"] == "ED25519"
        ]
        assert pem.count("BEGIN PUBLIC KEY") == 2
        assert len(standard) == 2
        assert all(receivers.is_signed_by(request, pem) for request in receiver.received)
        assert all(any(receivers.is_standard_webhook(r, key) for key in standard) for r in receiver.received)
        assert f"{platform.public_id}: the new keys sign from" in said
        assert AuditEntry.objects.get(verb="signing_keys.rotate").actor_id == "rotate_signing_keys"

    def test_without_an_overlap_the_new_key_signs_at_once(self, platform, receiver, emit, deliver):
        emit(platform)
        deliver()
        self.rotate("--platform", platform.public_id, "--overlap-hours", "0")
        emit(platform)
        deliver()

        pem = Client().get(f"/webhook-keys/{platform.id}.pem").content.decode()
        assert pem.count("BEGIN PUBLIC KEY") == 1
        assert [receivers.is_signed_by(request, pem) for request in receiver.received] == [False, True]

    def test_of_all_platforms(self, platform, new_platform):
        new_platform()

        assert len(self.rotate("--all").splitlines()) == 2

    @pytest.mark.parametrize("name", ["PlatformConfig:0197d6f0-0000-7000-8000-000000000001", "nonsense"])
    def test_of_nobody_is_refused(self, name):
        with pytest.raises(CommandError, match="there is no platform"):
            self.rotate("--platform", name)

    def test_private_halves_are_erased_when_the_keys_are_not_published_any_more(self, platform):
        now = clock.real_now()
        with transaction.atomic():
            signing_keys.rotate(platform_id=platform.id, actor=audit.SYSTEM, now=now - dt.timedelta(days=5))

        tasks.forget_events()

        retired = SigningKey.objects.filter(published_until__lt=now)
        assert [bytes(key.sealed_private_key) for key in retired] == [b"", b""]
        assert SigningKey.objects.exclude(sealed_private_key=b"").count() == 2
