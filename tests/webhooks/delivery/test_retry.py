import datetime as dt
import email.utils

import pytest

from webhooks.delivery import retry
from webhooks.delivery.client import Failure, Reply
from webhooks.models import EventState

NOW = dt.datetime(2026, 3, 1, 12, tzinfo=dt.UTC)


def judge(status=None, *, attempt=1, age=dt.timedelta(), event_type="OUTGOING_PAYMENT.COMPLETED", retry_after=""):
    reply = Reply(status, b"", 5, None if status else Failure.UNREACHABLE, retry_after)
    return retry.judge(event_type=event_type, attempt=attempt, created_at=NOW - age, reply=reply, now=NOW)


def wait(verdict):
    assert verdict.state == EventState.PENDING
    return (verdict.next_attempt_at - NOW).total_seconds()


@pytest.mark.parametrize("status", [200, 201, 202, 204, 299])
def test_any_2xx_acknowledges(status):
    assert judge(status) == retry.Verdict(EventState.DELIVERED)


@pytest.mark.parametrize("status", [409, 410])
def test_409_and_410_stop(status):
    assert judge(status) == retry.Verdict(EventState.REFUSED)


@pytest.mark.parametrize("status", [None, 100, 301, 302, 400, 401, 404, 422, 429, 500, 503])
def test_everything_else_is_tried_again(status):
    assert 2.5 <= wait(judge(status)) <= 5


@pytest.mark.parametrize(
    ("attempt", "longest"),
    [(1, 5), (2, 10), (3, 20), (8, 640), (9, 1280), (10, 1800), (11, 1800), (500, 1800)],
)
def test_the_wait_doubles_up_to_half_an_hour_with_up_to_half_taken_off(attempt, longest):
    waits = [wait(judge(500, attempt=attempt)) for _ in range(200)]

    assert longest / 2 <= min(waits) < max(waits) <= longest
    assert max(waits) - min(waits) > longest / 4


def test_retry_after_in_seconds_is_honoured():
    assert wait(judge(503, retry_after="120")) == 120


def test_a_retry_after_shorter_than_the_back_off_does_not_hurry_us():
    assert wait(judge(503, attempt=9, retry_after="1")) >= 640


def test_a_retry_after_date_is_honoured():
    date = email.utils.format_datetime(dt.datetime.now(dt.UTC) + dt.timedelta(minutes=10), usegmt=True)

    assert 595 <= wait(judge(503, retry_after=date)) <= 600


@pytest.mark.parametrize("wish", ["999999999999999", str(365 * 86_400), "Fri, 31 Dec 2099 23:59:59 GMT"])
def test_nobody_is_allowed_to_ask_for_more_than_a_day(wish):
    assert wait(judge(503, retry_after=wish)) == 86_400


@pytest.mark.parametrize("nonsense", ["", "soon", "-5", "1.5", "٣", "Mon, 99 Foo 2026 00:00:00 GMT", "12" * 32])
def test_a_retry_after_that_means_nothing_is_ignored_or_cut(nonsense):
    assert 2.5 <= wait(judge(503, retry_after=nonsense)) <= 86_400


def test_an_event_is_given_up_when_the_next_attempt_would_come_after_seven_days():
    almost = dt.timedelta(days=7) - dt.timedelta(seconds=6)

    assert judge(500, age=almost).state == EventState.PENDING
    assert judge(500, age=dt.timedelta(days=7)) == retry.Verdict(EventState.ABANDONED)


def test_a_test_event_gets_one_attempt():
    assert judge(500, event_type="TEST") == retry.Verdict(EventState.ABANDONED)
    assert judge(200, event_type="TEST") == retry.Verdict(EventState.DELIVERED)
