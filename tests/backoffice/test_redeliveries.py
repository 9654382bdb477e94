"""Redelivery of all events since a moment, with its progress; what an endpoint failed with, and a test of it."""

import datetime as dt
from typing import Any

import pytest
from django.db import transaction
from django.urls import reverse

from platforms.models import AuditEntry, Platform
from tests.backoffice.conftest import BackOffice, page_of
from tests.support.backoffice.pages import words
from tests.support.servers.webhook_receiver import Answer, Receiver
from webhooks.admin import redeliveries
from webhooks.delivery import redelivery
from webhooks.models import Delivery, EndpointHealth, Event, EventState, FurtherEndpoint, FurtherEvent

pytestmark = pytest.mark.django_db
TYPE = "INTERNAL_ACCOUNT.BALANCE_UPDATED"


@pytest.fixture
def settled(story) -> Platform:
    """The platform of the story with one endpoint. Its events were all delivered; those of one type were given up."""
    Event.objects.update(state=EventState.DELIVERED, next_attempt_at=None)
    Event.objects.filter(type=TYPE).update(state=EventState.ABANDONED)
    assert Event.objects.filter(type=TYPE).count() > 1
    FurtherEndpoint.objects.update(deleted_at=story.acme.platform.now())
    Platform.objects.filter(id=story.acme.platform.pk).update(webhook_endpoint="https://acme.example.com/")
    platform: Platform = Platform.objects.get(id=story.acme.platform.pk)
    return platform


def redeliver(who: BackOffice, platform: Platform, **entered: str) -> Any:
    since = f"{platform.now() - dt.timedelta(days=1):%Y-%m-%dT%H:%M}"
    filled = {
        "platform": str(platform.pk),
        "since": since,
        "reason": "Their endpoint was down.",
        "_form_submitted": "1",
    }
    return who.post(reverse("admin:webhooks_event_redeliver_range"), **(filled | entered))


def waiting() -> set[str]:
    return set(Event.objects.filter(state=EventState.PENDING).values_list("type", flat=True))


def test_what_was_not_delivered_is_put_back_and_its_progress_shown(backoffice, settled):
    count = Event.objects.filter(type=TYPE).count()

    reply = redeliver(backoffice, settled)

    assert waiting() == {TYPE}
    entry = AuditEntry.objects.get(verb="event.redeliver_range")
    assert (entry.actor_id, entry.details["count"]) == ("administrator", count)
    assert entry.details["reason"] == "Their endpoint was down."
    address = reply.headers["HX-Redirect"]
    page = backoffice.text(address)
    assert f"{count} of {count} events wait for an endpoint." in words(page)
    assert 'hx-trigger="load delay:3s"' in page
    assert "All types, created since 2" in words(page)

    Event.objects.filter(type=TYPE).update(state=EventState.DELIVERED, next_attempt_at=None)
    page = backoffice.text(address)
    assert f"All {count} events have been tried." in words(page)
    assert 'hx-trigger="load delay' not in page


def test_a_type_and_delivered_ones_can_be_chosen(backoffice, settled):
    other = str(Event.objects.exclude(type=TYPE).values_list("type", flat=True)[0])

    redeliver(backoffice, settled, kind=other)
    assert waiting() == set()
    redeliver(backoffice, settled, kind=other, is_all="1")
    assert waiting() == {other}


def test_events_of_other_platforms_and_before_are_left_alone(backoffice, settled, rival):
    redeliver(backoffice, rival.platform)
    later = f"{settled.now() + dt.timedelta(hours=1):%Y-%m-%dT%H:%M}"
    redeliver(backoffice, settled, since=later)

    assert waiting() == set()


def test_more_than_fit_are_put_back_in_turns(backoffice, settled, monkeypatch):
    monkeypatch.setattr(redelivery, "MOST_AT_ONCE", 1)

    reply = redeliver(backoffice, settled)

    assert Event.objects.filter(state=EventState.PENDING).count() == 1
    assert "More events match." in backoffice.text(reply.headers["HX-Redirect"])


def test_too_many_with_delivered_ones_are_refused_and_nothing_changes(backoffice, settled, monkeypatch):
    monkeypatch.setattr(redelivery, "MOST_AT_ONCE", 1)

    reply = redeliver(backoffice, settled, is_all="1")

    assert redeliveries.TooManyEvents.message in words(reply.content.decode())
    assert waiting() == set()
    assert not AuditEntry.objects.filter(verb="event.redeliver_range").exists()


@pytest.fixture
def second(settled) -> FurtherEndpoint:
    """An endpoint of the platform beside the first, which was off when its events happened."""
    before = settled.now() - dt.timedelta(days=2)
    endpoint: FurtherEndpoint = FurtherEndpoint.objects.create(
        platform=settled, url="https://example.com/", created_at=before
    )
    return endpoint


def ways(endpoint) -> set[str]:
    return set(FurtherEvent.objects.filter(endpoint=endpoint, state="PENDING").values_list("event__type", flat=True))


def test_all_go_to_every_endpoint_that_takes_the_type(backoffice, settled, second):
    other = str(Event.objects.exclude(type__in=[TYPE, "TEST"]).values_list("type", flat=True)[0])
    third = FurtherEndpoint.objects.create(
        platform=settled, url="https://example.com/", types=[other], created_at=second.created_at
    )
    count = Event.objects.filter(platform=settled).exclude(type="TEST").count()

    reply = redeliver(backoffice, settled)

    assert waiting() == {TYPE}
    assert ways(second) == set(Event.objects.exclude(type="TEST").values_list("type", flat=True))
    assert ways(third) == {other}
    assert AuditEntry.objects.get(verb="event.redeliver_range").details["count"] == count
    address = reply.headers["HX-Redirect"]
    page = words(backoffice.text(address))
    assert f"{count} of {count} events wait for an endpoint." in page
    assert "to further endpoints" in page

    Event.objects.filter(state="PENDING").update(state="DELIVERED", next_attempt_at=None)
    assert f"{count} of {count} events wait for an endpoint." in words(backoffice.text(address))
    FurtherEvent.objects.update(state="DELIVERED", next_attempt_at=None)
    assert f"All {count} events have been tried." in words(backoffice.text(address))


def test_all_go_to_the_one_endpoint_that_is_chosen(backoffice, settled, second):
    reply = redeliver(backoffice, settled, kind=TYPE, endpoint=second.public_id)

    assert waiting() == set()
    assert ways(second) == {TYPE}
    count = Event.objects.filter(type=TYPE).count()
    assert f"{count} of {count} events wait" in words(backoffice.text(reply.headers["HX-Redirect"]))


@pytest.mark.parametrize("named", ["WebhookEndpoint:x", "of rival"])
def test_an_endpoint_that_the_platform_has_not_is_refused(backoffice, settled, rival, named):
    if named == "of rival":
        url, made = "https://example.com/", settled.created_at
        named = FurtherEndpoint.objects.create(platform=rival.platform, url=url, created_at=made).public_id

    reply = redeliver(backoffice, settled, endpoint=named)

    assert "There is no such webhook endpoint." in words(reply.content.decode())
    assert waiting() == set()
    assert not AuditEntry.objects.filter(verb="event.redeliver_range").exists()


@pytest.mark.parametrize("query", ["", "?platform=1", "?platform=01980000-0000-7000-8000-000000000000&since=x"])
def test_progress_of_nothing_is_not_found(backoffice, query):
    assert backoffice.get(f"{reverse('admin:webhooks_event_progress')}{query}").status_code == 404


def _health(story) -> EndpointHealth:
    found: EndpointHealth = EndpointHealth.objects.get(platform=story.acme.platform)
    return found


def test_the_page_of_an_endpoint_shows_its_last_errors(backoffice, story):
    event = Event.objects.latest("number")
    Delivery.objects.create(event=event, attempt=2, at=story.acme.platform.now(), error="TIMEOUT", milliseconds=9000)
    Delivery.objects.create(event=event, attempt=3, at=story.acme.platform.now(), status=204, milliseconds=5)

    page = words(backoffice.text(page_of(_health(story))))

    failures = page.partition("Latest failures")[2]
    assert "Timeout" in failures
    assert "HTTP 500 &lt;b&gt;Oops&lt;/b&gt;" in failures
    assert "HTTP 204" not in failures
    assert failures.index("Timeout") < failures.index("HTTP 500")


def _send_test(who: BackOffice, health: EndpointHealth) -> Any:
    address = reverse("admin:webhooks_endpointhealth_test", args=[health.pk])
    return who.post(address, reason="They repaired it.", _form_submitted="1")


@pytest.mark.django_db(transaction=True)
def test_a_test_event_is_sent_and_its_answer_shown(backoffice, story, settings):
    settings.ALLOW_LOOPBACK_WEBHOOKS = True
    with Receiver() as receiver:
        receiver.answers = [Answer(202, b"got it")]
        with transaction.atomic():
            Platform.objects.filter(pk=story.acme.platform.pk).update(webhook_endpoint=receiver.url)

        reply = _send_test(backoffice, _health(story))

        assert reply.headers["HX-Redirect"] == page_of(_health(story))
        assert [request.json["type"] for request in receiver.received] == ["TEST"]
    assert "The endpoint answered 202." in backoffice.text(reply.headers["HX-Redirect"])
    entry = AuditEntry.objects.get(verb="webhook_endpoint.test")
    assert (entry.subject, entry.details["reason"]) == (story.acme.platform.public_id, "They repaired it.")


@pytest.mark.django_db(transaction=True)
def test_an_endpoint_that_cannot_be_reached_is_said_in_the_dialog(backoffice, story, settings):
    settings.ALLOW_LOOPBACK_WEBHOOKS = True
    Platform.objects.filter(pk=story.acme.platform.pk).update(webhook_endpoint="http://127.0.0.1:1/")

    reply = _send_test(backoffice, _health(story))

    assert "no connection could be made" in words(reply.content.decode())


def test_without_an_endpoint_no_test_is_offered(backoffice, story):
    Platform.objects.update(webhook_endpoint="")

    assert "Send a test" not in backoffice.text(page_of(_health(story)))
    assert "Set webhookEndpoint" in words(_send_test(backoffice, _health(story)).content.decode())
    assert not AuditEntry.objects.filter(verb="webhook_endpoint.test").exists()
