"""Token buckets: of an API token, of a platform, of a network address."""

import contextlib
import socket
import threading
import time

import pytest
import redis

from platforms.http import authentication, errors, rate_limit
from tests.conftest import Api
from tests.support import factories

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _fresh_caches():
    authentication.forget_cached()
    yield
    authentication.forget_cached()


@pytest.fixture
def tight(db):
    """A platform of the test's own that allows a token a burst of five and one a second."""
    tenant = factories.tenant("tight")
    tenant.platform.rate_limit_per_second, tenant.platform.rate_limit_burst = 1, 5
    tenant.platform.save()
    return tenant


@pytest.fixture
def limited(tight):
    return Api(tight.client_id, tight.client_secret)


def another(tenant) -> Api:
    """Return another token of the platform."""
    created = factories.token(tenant.platform)
    return Api(created.token.client_id, created.client_secret)


def until_refused(send, *, burst=5, since=None):
    """Call `send` until a reply is a refusal, and return that one; before it come as many as the bucket holds."""
    began, passed = since or time.monotonic(), 0
    while (reply := send()).status_code != 429:
        passed += 1
        assert passed <= 100
    # Who takes long for the burst finds what was filled in meanwhile.
    assert burst <= passed <= burst + time.monotonic() - began
    return reply


def test_a_burst_passes_and_the_next_request_is_told_to_wait(limited):
    refused = until_refused(lambda: limited.get("/config"))

    assert refused.json()["code"] == "RATE_LIMITED"
    assert int(refused.headers["Retry-After"]) == 1
    assert refused.headers["X-Request-Id"]


def test_the_bucket_fills_again(limited):
    began = time.monotonic()
    until_refused(lambda: limited.get("/config"))

    time.sleep(1.1)

    until_refused(lambda: limited.get("/config"), burst=1, since=began)


def test_each_token_has_a_bucket_of_its_own(tight, limited):
    until_refused(lambda: limited.get("/config"))

    assert another(tight).get("/config").status_code == 200


def test_all_tokens_of_a_platform_share_another_one(tight, rival_api, settings):
    settings.RATE_LIMIT_PLATFORM_FACTOR = 2
    first, second, third = another(tight), another(tight), another(tight)
    began = time.monotonic()
    until_refused(lambda: first.get("/config"))
    # What is refused for one token takes nothing from the others.
    for _ in range(20):
        first.get("/config")
    until_refused(lambda: second.get("/config"), since=began)

    for _ in range(20):
        refused = third.get("/config")
        if refused.status_code == 429:
            break

    assert refused.json()["message"] == "Too many requests for all API tokens of this platform together."
    assert int(refused.headers["Retry-After"]) == 1
    assert rival_api.get("/config").status_code == 200


def test_both_limits_are_one_call_of_the_server(limited, monkeypatch):
    limited.get("/config")
    calls, really = [], redis.Redis.execute_command

    def noted(client, *sent, **more):
        calls.append(sent[0])
        return really(client, *sent, **more)

    monkeypatch.setattr(redis.Redis, "execute_command", noted)

    assert limited.get("/config").status_code == 200
    assert calls == ["EVALSHA"]


def test_a_refused_write_changes_nothing_and_may_be_sent_again(limited):
    # A busy machine may take so long that the bucket gets more meanwhile: then it begins anew.
    for attempt in range(20):
        until_refused(lambda: limited.get("/config"))
        refused = limited.post("/tokens", {"name": "x", "permissions": ["VIEW"]}, key=f"k{attempt}")
        if refused.status_code == 429:
            break
    time.sleep(1.1)
    again = limited.post("/tokens", {"name": "x", "permissions": ["VIEW"]}, key=f"k{attempt}")

    assert (refused.status_code, again.status_code) == (429, 201)
    assert "Idempotent-Replayed" not in again.headers


def test_the_service_has_limits_for_platforms_without_their_own(acme, settings):
    settings.RATE_LIMIT_PER_SECOND, settings.RATE_LIMIT_BURST = 1, 2
    api = Api(acme.client_id, acme.client_secret)

    until_refused(lambda: api.get("/config"), burst=2)


def test_a_busy_platform_gets_what_it_was_promised(acme):
    acme.platform.rate_limit_per_second, acme.platform.rate_limit_burst = 2000, 30
    acme.platform.save()
    api = Api(acme.client_id, acme.client_secret)

    replies = [api.get("/config") for _ in range(30)]

    assert {reply.status_code for reply in replies} == {200}


def test_without_the_shared_buckets_each_process_keeps_its_own(limited, settings):
    settings.REDIS_URL = ""
    until_refused(lambda: limited.get("/config"))


def test_an_unreachable_server_of_buckets_stops_nobody(limited, settings):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    assert limited.get("/config").status_code == 200


@pytest.fixture
def mute():
    """A server that takes connections and never says a word: its port, and the connections that it has taken."""
    taken = []

    def take() -> None:
        with contextlib.suppress(OSError):
            while True:
                taken.append(listening.accept()[0])

    with socket.create_server(("127.0.0.1", 0)) as listening:
        threading.Thread(target=take, daemon=True).start()
        yield listening.getsockname()[1], taken
        listening.shutdown(socket.SHUT_RDWR)
    for each in taken:
        each.close()


def test_a_server_that_does_not_answer_is_tried_once(limited, settings, mute):
    """A request waits for one attempt, of a second: attempts again, which clients make by default, would add up."""
    port, taken = mute
    settings.REDIS_URL = f"redis://127.0.0.1:{port}/0"
    assert limited.get("/config").status_code == 200
    assert len(taken) == 1


@pytest.fixture
def without_server(settings):
    """Each process on its own."""
    settings.REDIS_URL = ""


@pytest.mark.usefixtures("without_server")
def test_visitors_from_ever_new_addresses_do_not_fill_the_memory(monkeypatch):
    monkeypatch.setattr(rate_limit, "_MOST_LOCAL_BUCKETS", 100)

    for number in range(1000):
        rate_limit.take_for_address(f"203.0.{number // 256}.{number % 256}", scope="tests", rate=1, burst=1)

    assert len(rate_limit._local_buckets) <= 100


@pytest.mark.usefixtures("without_server")
@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("203.0.113.1", "203.0.113.2", False),
        ("203.0.113.1", "::ffff:203.0.113.1", True),
        ("2001:db8::1", "2001:db8::2", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("nonsense", "", True),
    ],
)
def test_who_is_one_visitor(one, other, is_same):
    rate_limit.take_for_address(one, scope="tests", rate=1, burst=1)

    if is_same:
        with pytest.raises(errors.RateLimited):
            rate_limit.take_for_address(other, scope="tests", rate=1, burst=1)
    else:
        rate_limit.take_for_address(other, scope="tests", rate=1, burst=1)


@pytest.mark.usefixtures("without_server")
def test_each_kind_of_page_has_visits_of_its_own():
    for scope in ("tests", "other tests"):
        rate_limit.take_for_address("203.0.113.1", scope=scope, rate=1, burst=1)
