"""Stretches of time that are sent again at the same moment."""

import functools
import threading

import pytest
from django.db import connection

from platforms.base import jobs
from tests.support import patience, races

pytestmark = pytest.mark.django_db(transaction=True)
STRETCH = {"startDate": "2020-01-01T00:00:00Z", "endDate": "2030-01-01T00:00:00Z"}


def test_one_goes_at_a_time_and_another_platform_is_not_held_up(api, rival_api, monkeypatch):
    replies: list[int] = []
    everybody = threading.Barrier(3)
    has_come = races.halt(monkeypatch, jobs, "notify", everybody)

    def send(client):
        try:
            replies.append(client.post("/events/redeliver", STRETCH, key="again").status_code)
        finally:
            connection.close()

    first, of_rival = (threading.Thread(target=functools.partial(send, client)) for client in (api, rival_api))
    first.start()
    assert has_come.wait(patience.LONG)
    second = api.post("/events/redeliver", STRETCH, key="second")
    of_rival.start()
    everybody.wait(patience.LONG)
    for thread in (first, of_rival):
        thread.join(patience.LONG)
    monkeypatch.undo()

    assert replies == [200, 200]
    assert (second.status_code, second.json()["code"], second["Retry-After"]) == (429, "RATE_LIMITED", "1")
    assert "at this moment" in second.json()["message"]
    assert api.post("/events/redeliver", STRETCH, key="second").status_code == 200
