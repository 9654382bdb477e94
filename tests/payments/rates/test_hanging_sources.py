"""A source of rates that never answers: who needs rates is told so, and everybody else is served."""

import functools
import os
import threading
import urllib.parse
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from bench import programs
from payments import tasks
from payments.models import RateFeed, RateSnapshot
from payments.providers import asking
from platforms.models import IdempotencyKey
from tests.conftest import BASE, Api
from tests.payments.rates.sources import Hanging
from tests.support import factories, patience, threads
from tests.support.payments import quote_requests
from tests.support.servers.plain_http import Client

pytestmark = [pytest.mark.service, pytest.mark.django_db(transaction=True)]
PATH = f"{Hanging.__module__}.{Hanging.__qualname__}"


@pytest.fixture
def live(db: None) -> Api:
    tenant = factories.tenant("live", environment="PRODUCTION", regulated=True)
    return Api(tenant.client_id, tenant.client_secret)


@pytest.fixture
def hanging(exchange_at: Callable[[str], None], monkeypatch: pytest.MonkeyPatch) -> Iterator[type[Hanging]]:
    """Production platforms exchange at the rates of a source that hangs; nobody waits long for it."""
    monkeypatch.setattr(Hanging, "released", threading.Event())
    monkeypatch.setattr(Hanging, "asked", threading.Semaphore(0))
    monkeypatch.setattr(asking, "WAIT_SECONDS", 0.2)
    monkeypatch.setattr(asking, "RATES_PATIENCE_SECONDS", 0.1)
    asking.rates.cache_clear()
    exchange_at(PATH)
    yield Hanging
    Hanging.released.set()
    patience.until(lambda: not asking.SOURCES._taken and not asking.rates(Hanging.name)._taken)
    asking.rates.cache_clear()


def due_now() -> None:
    RateFeed.objects.update(due_at=timezone.now())


def refused(reply: Any) -> tuple[int, str, str]:
    return reply.status_code, reply.json()["code"], reply["Retry-After"]


def test_who_asks_is_told_503_and_nothing_is_kept(live, hanging):
    customer = live.customer()
    account = live.internal_account(customer)
    target = live.external_account(customer, quote_requests.clabe(), "MXN")
    body = quote_requests.body(account, target)

    reply = live.post("/quotes", body, key="k")

    assert refused(reply) == (503, "SERVICE_UNAVAILABLE", "5")
    assert not IdempotencyKey.objects.filter(key="k").exists()
    feed = RateFeed.objects.get()
    assert (feed.last_error, feed.claimed_until) == ("no answer in time", None)
    assert feed.failing_since is not None
    # It is left alone for a minute, in which nobody waits.
    assert live.get("/exchange-rates").json()["code"] == "QUOTE_REQUEST_FAILED"
    assert (hanging.asked.acquire(blocking=False), hanging.asked.acquire(blocking=False)) == (True, False)


def test_once_it_answers_again_there_are_rates(live, hanging):
    assert live.get("/exchange-rates").status_code == 503
    hanging.released.set()
    due_now()
    assert tasks.refresh_rates() == 1

    assert live.get("/exchange-rates").status_code == 200


def test_rates_from_before_are_shown_with_their_age(live, hanging):
    hanging.released.set()
    assert live.get("/exchange-rates").status_code == 200
    long_ago = timezone.now() - 2 * Hanging.stale_after
    RateFeed.objects.update(taken_at=long_ago, due_at=long_ago)
    hanging.released.clear()

    assert live.get("/exchange-rates").status_code == 200
    assert RateSnapshot.objects.count() == 1


def test_only_so_many_requests_wait_and_all_others_go_on(live, hanging, settings, monkeypatch):
    monkeypatch.setattr(asking, "WAIT_SECONDS", patience.LONG)
    settings.WEB_THREADS = 2
    waiting = threading.Thread(target=functools.partial(threads.at_once, [lambda: live.get("/exchange-rates")]))
    waiting.start()
    assert hanging.asked.acquire(timeout=patience.LONG)

    assert refused(live.get("/exchange-rates")) == (429, "RATE_LIMITED", "5")
    assert live.get("/customers").status_code == 200
    assert live.post("/customers", factories.individual()).status_code == 201
    hanging.released.set()
    waiting.join(patience.LONG)
    assert live.get("/exchange-rates").status_code == 200


def test_what_never_comes_back_takes_two_threads_and_no_more(live, hanging):
    for _ in range(4):
        assert live.get("/exchange-rates").status_code in {429, 503}
        due_now()

    assert [hanging.asked.acquire(blocking=False) for _ in range(3)] == [True, True, False]


def test_a_web_server_of_two_threads_answers_everybody_else(django_db_setup, live, tmp_path, monkeypatch):
    """Over sockets. Before, each thread that asked the source was lost."""
    monkeypatch.setenv("VAR_DIR", str(tmp_path))
    (tmp_path / "log").mkdir()
    address = urllib.parse.urlsplit(os.environ["DATABASE_URL"])
    variables = {
        "DATABASE_URL": address._replace(path=f"/{connection.settings_dict['NAME']}").geturl(),
        "PRODUCTION_RATES": PATH,
        "WEB_THREADS": "2",
        "WEB_WORKERS": "1",
        "RATE_LIMIT_BURST": "100000",
    }
    with programs.web("hanging-rates", variables=variables) as web:
        client = Client(web.port, live.headers["Authorization"])
        asked = [client.open(client.head("GET", f"{BASE}/exchange-rates", Content_Length=0)) for _ in range(4)]

        for _ in range(3):
            assert client.call("GET", "/healthz")[0] == 200
            assert client.call("GET", f"{BASE}/customers")[0] == 200
            assert client.call("POST", f"{BASE}/customers", b'{"customerType": "INDIVIDUAL"}')[0] == 201
        told = [client.answer(line) for line in asked]
        for line in asked:
            line.close()

    assert {(status, body["code"]) for status, body, _ in told} <= {
        (503, "SERVICE_UNAVAILABLE"),
        (429, "RATE_LIMITED"),
    }
    assert (503, "5") in {(status, headers["Retry-After"]) for status, _, headers in told}
