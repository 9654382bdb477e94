import datetime as dt

import pytest
from django.core import mail

from platforms.models import AuditEntry, Platform
from tests.support.servers.webhook_receiver import Answer, Receiver
from webhooks import tasks
from webhooks.models import EndpointHealth, Event, EventState

pytestmark = pytest.mark.usefixtures("database")

DAY = dt.timedelta(days=1)


@pytest.fixture(autouse=True)
def _staff(settings, platform):
    settings.STAFF_EMAILS = ["staff@example.com"]
    Platform.objects.filter(id=platform.id).update(contact_email="hooks@acme.example.com")


@pytest.fixture
def attempt(platform, receiver, emit, deliver):
    """Return a function that makes one attempt some time after the start, with a given answer."""

    def run(after, status):
        Platform.objects.filter(id=platform.id).update(clock_offset=after)
        platform.refresh_from_db()
        receiver.default = Answer(status)
        if not Event.objects.filter(state=EventState.PENDING).exists():
            emit(platform)
        Event.objects.filter(state=EventState.PENDING).update(next_attempt_at=platform.now())
        deliver()
        tasks.tell_of_failing_endpoints()
        return EndpointHealth.objects.get()

    return run


def test_failures_are_counted_and_dated_until_a_success_ends_them(attempt):
    first = attempt(DAY * 0, 500)
    second = attempt(DAY / 24, 404)
    well = attempt(DAY / 12, 200)

    assert (first.consecutive_failures, second.consecutive_failures, well.consecutive_failures) == (1, 2, 0)
    assert first.failing_since == second.failing_since is not None
    assert second.last_failure_at > first.last_failure_at
    assert well.failing_since is None
    assert well.last_success_at == well.recovered_at is not None
    assert mail.outbox == []


def test_a_day_of_failures_is_told_once_to_staff_and_to_the_platform(attempt, platform, receiver):
    attempt(DAY * 0, 500)
    assert mail.outbox == []
    for hours in (24.1, 25, 30):
        attempt(dt.timedelta(hours=hours), 500)

    [message] = mail.outbox
    assert (message.to, message.bcc) == (["hooks@acme.example.com"], ["staff@example.com"])
    assert "failed for a day" in message.subject
    assert receiver.url in message.body
    assert platform.public_id in message.body


def test_the_end_of_an_incident_that_was_told_is_audited_and_the_next_one_is_told_again(attempt):
    attempt(DAY * 0, 500)
    attempt(DAY * 1.1, 500)
    attempt(DAY * 1.2, 200)
    attempt(DAY * 2, 500)
    attempt(DAY * 3.1, 500)

    assert len(mail.outbox) == 2
    assert AuditEntry.objects.filter(verb="webhook_endpoint.recover").count() == 1


def test_an_endpoint_that_failed_for_seven_days_is_switched_off_and_people_are_told(attempt, platform, emit, deliver):
    attempt(DAY * 0, 500)
    attempt(DAY * 6.9, 500)
    mail.outbox.clear()
    platform.refresh_from_db()
    assert platform.webhook_endpoint

    health = attempt(DAY * 7.1, 500)
    tasks.tell_of_failing_endpoints()

    platform.refresh_from_db()
    assert platform.webhook_endpoint == ""
    assert health.disabled_at is not None
    [message] = mail.outbox
    assert "switched off" in message.subject
    entry = AuditEntry.objects.get(verb="webhook_endpoint.disable")
    assert entry.details == {"reason": "failed for 7 days"}
    event = emit(platform)
    deliver()
    event.refresh_from_db()
    assert event.state == EventState.NO_ENDPOINT


def test_a_success_in_between_keeps_it_on(attempt, platform):
    for days, status in ((0, 500), (6, 200), (6.5, 500), (13, 500)):
        attempt(DAY * days, status)

    platform.refresh_from_db()
    assert platform.webhook_endpoint


def test_another_endpoint_starts_anew(attempt, platform, emit, deliver):
    attempt(DAY * 0, 500)
    attempt(DAY * 6.9, 500)
    with Receiver() as other:
        Platform.objects.filter(id=platform.id).update(webhook_endpoint=other.url)
        health = attempt(DAY * 7.1, 500)

    assert health.url == other.url
    assert health.failing_since is None
    assert Platform.objects.get(id=platform.id).webhook_endpoint == other.url


def test_an_endpoint_that_refuses_an_event_works(attempt):
    assert attempt(DAY * 0, 409).failing_since is None


def test_410_is_told(attempt):
    attempt(DAY * 0, 410)

    [message] = mail.outbox
    assert "switched off" in message.subject


def test_a_mail_that_does_not_get_out_is_sent_later(attempt, monkeypatch, caplog):
    attempt(DAY * 0, 500)
    with monkeypatch.context() as patch:
        patch.setattr("django.core.mail.EmailMessage.send", refuse)
        attempt(DAY * 1.1, 500)
    assert mail.outbox == []
    assert "not sent" in caplog.text

    tasks.tell_of_failing_endpoints()

    assert len(mail.outbox) == 1


def refuse(_self):
    raise ConnectionRefusedError


def test_a_name_with_a_line_break_can_not_write_headers(attempt, platform):
    Platform.objects.filter(id=platform.id).update(name="Acme\r\nBcc: all@example.com")
    attempt(DAY * 0, 500)
    attempt(DAY * 1.1, 500)

    [message] = mail.outbox
    assert "Bcc" not in message.message()
    assert "\n" not in message.subject
