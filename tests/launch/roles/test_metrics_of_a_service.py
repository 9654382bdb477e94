"""`/metrics` of a whole service: several web processes counted as one, and heartbeats of worker and beat."""

import http.client
import pathlib
import shutil
import signal
import tempfile

import pytest
from prometheus_client.parser import text_string_to_metric_families

from bench import programs
from config.launch import environment, processes
from tests.support import patience
from tests.support.servers.services import Service

pytestmark = pytest.mark.service

TOKEN = "a-token-of-forty-characters-or-longer-0123456789"


@pytest.fixture
def watched():
    root = pathlib.Path(tempfile.mkdtemp(prefix="payments-metrics-", dir="/tmp")).resolve()
    root.chmod(0o711)
    started = Service(root, programs.free_port(), METRICS_TOKEN=TOKEN)
    yield started
    started.stop()
    processes.end(processes.marked(str(root)), politely=signal.SIGINT, patience=5)
    shutil.rmtree(root, ignore_errors=True)
    shutil.rmtree(environment.Home(root=root).sockets, ignore_errors=True)


def _scrape(service):
    asked = http.client.HTTPConnection("127.0.0.1", service.port, timeout=patience.LONG)
    asked.request("GET", "/metrics", headers={"Authorization": f"Bearer {TOKEN}", "Host": "10.0.0.5"})
    reply = asked.getresponse()
    text = reply.read().decode()
    asked.close()
    assert reply.status == 200, text
    return [sample for family in text_string_to_metric_families(text) for sample in family.samples]


def _heartbeats(service):
    return {
        sample.labels["role"]: sample.value
        for sample in _scrape(service)
        if sample.name == "payments_heartbeat_timestamp_seconds"
    }


def _counted(service):
    return sum(
        sample.value
        for sample in _scrape(service)
        if sample.name == "payments_request_seconds_count" and sample.labels["route"] == "2025-10-13/config"
    )


def test_one_scrape_tells_of_all_processes(watched):
    before = _counted(watched)
    for _ in range(20):
        watched.call("GET", "/config")
    # A process counts once a second.
    patience.until(lambda: _counted(watched) == before + 20)

    first: dict[str, float] = {}

    def both_have_come() -> bool:
        first.update(_heartbeats(watched))
        return first.keys() == {"worker", "beat"}

    def both_go_on() -> bool:
        # Each web process keeps what it was told for some seconds.
        found = _heartbeats(watched)
        return all(found.get(role, 0.0) > at for role, at in first.items())

    patience.until(both_have_come)
    patience.until(both_go_on)

    threads = [sample.value for sample in _scrape(watched) if sample.name == "payments_threads"]
    assert threads == [16]
