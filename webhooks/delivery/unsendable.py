"""Events that can't be sent because of our own rows: an unreadable payload or signing key.

They are not failed attempts: the endpoint is not at fault. They are put back with growing pauses, noted as work
failures, and due at once when the rows are readable again.
"""

import datetime as dt
import uuid
from collections.abc import Mapping
from typing import Any

from django.db import connection

from platforms.base import clock, identifiers
from platforms.models import WorkFailure
from platforms.operations import work_failures
from webhooks.delivery import claims, queues
from webhooks.models import payloads
from webhooks.outbox.events import DELIVER_TASK
from webhooks.signing import signing_keys


def put_back_event(*, event: claims.DueEvent, error: Exception, holder: uuid.UUID, now: clock.RealTime) -> None:
    """Put an event back, and with it the later events of its stream, and end the claim on the stream.

    Nothing happens where `holder` has lost the claim: its new holder may be able to send the event.
    """
    if not claims.release(event.endpoint.queue, streams=[event.stream], holder=holder):
        return
    pause = work_failures.note(
        work=DELIVER_TASK,
        subject=identifiers.public("Webhook", event.id),
        platform_id=event.endpoint.platform_id,
        error=error,
        now=now,
    )
    with connection.cursor() as cursor:
        cursor.execute(event.endpoint.queue.put_back, [clock.of(event.endpoint, now) + pause, event.queued_id])


def put_back_platforms(*, errors: Mapping[uuid.UUID, Exception], now: clock.RealTime) -> None:
    """Put back all due events of platforms whose keys can't sign."""
    for platform_id, error in errors.items():
        pause = work_failures.note(
            work=DELIVER_TASK, subject=_subject(platform_id), platform_id=platform_id, error=error, now=now
        )
        _move(platform_id, due=(None, now), to=now + pause)


def take_up_again(*, now: clock.RealTime) -> int:
    """Make due what has become readable, and clear the notes of events that have ended; return how many there were."""
    notes = list(WorkFailure.objects.filter(work=DELIVER_TASK))
    return sum(_try_again(note, now=now) for note in notes)


def _try_again(note: WorkFailure, *, now: clock.RealTime) -> bool:
    platform_id = identifiers.parse("PlatformConfig", note.subject)
    if platform_id is not None:
        _, unreadable = signing_keys.readable_signers(platform_ids=[platform_id], now=now)
        if unreadable:
            return False
        _move(platform_id, due=(now, now + work_failures.LONGEST_PAUSE), to=now)
    else:
        event_id = identifiers.parse("Webhook", note.subject)
        if not _is_readable(event_id):
            return False
        with connection.cursor() as cursor:
            for queue in queues.ALL:
                cursor.execute(queue.make_due, [now, event_id])
    work_failures.clear(work=DELIVER_TASK, subject=note.subject)
    return True


def _is_readable(event_id: uuid.UUID | None) -> bool:
    """Tell whether an event can be sent, or no longer needs to be."""
    waiting: list[str] = []
    with connection.cursor() as cursor:
        for queue in queues.ALL:
            cursor.execute(queue.payload, [event_id])
            waiting += (row[0] for row in cursor.fetchall())
    try:
        return event_id is None or all(payloads.to_send(payload, event_id=event_id) for payload in waiting)
    except Exception:  # noqa: BLE001 - whatever a damaged row leads to
        return False


def _move(platform_id: uuid.UUID, *, due: tuple[dt.datetime | None, dt.datetime], to: dt.datetime) -> None:
    """Move events due after the first of two moments (None: ever), up to the second, to `to`. Real times."""
    arguments: dict[str, Any] = {"platform": platform_id, "after": due[0], "until": due[1], "to": to}
    with connection.cursor() as cursor:
        for queue in queues.ALL:
            cursor.execute(queue.move, arguments)
            while cursor.rowcount:
                cursor.execute(queue.move, arguments)


def _subject(platform_id: uuid.UUID) -> str:
    return identifiers.public("PlatformConfig", platform_id)
