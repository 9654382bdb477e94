"""Reports to Sentry: what the log has at ERROR, without any data of a person, a request or a variable."""

import gzip
import json
import logging
import os
import subprocess
import sys
import uuid
from typing import Any

import pytest
import sentry_sdk
from django.core.exceptions import ImproperlyConfigured
from sentry_sdk.transport import Transport

from config.launch import environment, roles
from config.processes import error_reports
from platforms.base import logs
from tests.support import factories, patience
from tests.support.servers.webhook_receiver import Received, Receiver

pytestmark = pytest.mark.service

NAME = "Ada Lovelace"
_BROKER_LOST = {"beat": "celery.beat", "worker": "celery.worker.consumer.consumer"}
"""The logger that tells of it, by role."""


class Kept(Transport):
    """A transport that keeps what it is given."""

    def __init__(self, options=None):
        super().__init__(options)
        self.events = []
        self.texts = []

    def capture_envelope(self, envelope):
        self.texts.append(envelope.serialize().decode())
        if event := envelope.get_event():
            self.events.append(event)


@pytest.fixture
def reports(settings):
    settings.SENTRY_DSN = "https://key@reports.example.com/1"
    kept = Kept()
    error_reports.start(transport=kept)
    yield kept
    sentry_sdk.get_client().close()
    sentry_sdk.get_global_scope().set_client(None)


def fail(secret):
    card = f"{secret} 4111"
    raise ValueError(card)


def test_an_error_is_reported_with_its_class_and_place_and_nothing_else(reports):
    key = str(uuid.uuid4())
    try:
        fail(NAME)
    except ValueError:
        logging.getLogger("payments.tasks").exception("payment not advanced", extra={"subject": key, "body": NAME})

    [event] = reports.events
    [text] = reports.texts
    assert NAME not in text
    assert "4111" not in text
    assert event["logentry"] == {"message": "payment not advanced"}
    assert event["extra"] == {"subject": key}
    [exception] = event["exception"]["values"]
    assert (exception["type"], exception["stacktrace"]["frames"][-1]["function"]) == ("ValueError", "fail")
    assert set(event) <= {*error_reports._KEPT, "logentry", "extra", "exception"}


@pytest.mark.django_db
def test_a_fault_in_a_request_is_reported_without_the_request(api, reports, alice):
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE payments_externalaccount RENAME TO away")
    info = {**factories.usd_account(), "beneficiary": factories.beneficiary(NAME)}

    reply = api.post("/customers/external-accounts", {"customerId": alice, "currency": "USD", "accountInfo": info})

    assert reply.status_code == 500
    [event] = reports.events
    assert event["extra"] == {"request_id": reply["X-Request-Id"]}
    told = " ".join(reports.texts)
    assert [word for word in (NAME, api.headers["Authorization"], "payments_externalaccount") if word in told] == []


def test_what_is_not_at_error_is_not_reported(reports):
    logging.getLogger("payments.tasks").warning("no rates")

    assert reports.events == []


def test_what_is_known_outside_is_what_the_log_knows():
    given = {"extra": dict.fromkeys([*logs.FIELDS, "sys.argv"], 1), "request": {"data": NAME}, "user": {"id": NAME}}

    told = error_reports.reduced(given, {})

    assert set(told["extra"]) == set(logs.FIELDS)
    assert NAME not in str(told)


def _told(report: Received) -> str:
    return gzip.decompress(report.body).decode()


def _event(report: Received) -> dict[str, Any]:
    event: dict[str, Any] = json.loads(_told(report).splitlines()[-1])
    return event


@pytest.mark.parametrize("role", ["beat", "worker"])
def test_a_role_that_meets_an_error_reports_it_without_addresses_and_passwords(role, tmp_path):
    """Neither role reaches its broker."""
    with Receiver() as sentry:
        settings = {
            "SENTRY_DSN": f"http://key@127.0.0.1:{sentry.port}/1",
            "CELERY_BROKER_URL": "redis://:a-password@127.0.0.1:1/0",
            "VAR_DIR": str(tmp_path),
        }
        command = roles.command(role, settings)
        variables = roles.of_process(role, {**os.environ, **settings})
        with (tmp_path / "log").open("wb") as log:
            process = subprocess.Popen(command, cwd=environment.PROJECT, env=variables, stderr=log, stdout=log)
        try:
            # A worker that came up meanwhile may report first that its database has no tables.
            patience.until(lambda: _BROKER_LOST[role] in {_event(one).get("logger") for one in sentry.received})
        finally:
            process.kill()
            process.wait()

    lost = next(one for one in sentry.received if _event(one).get("logger") == _BROKER_LOST[role])
    assert lost.path == "/api/1/envelope/"
    assert _event(lost)["level"] == "error"
    assert "onnect" in _event(lost)["logentry"]["message"]
    for one in sentry.received:
        # The first line is the envelope's own, with the address that the report is sent to.
        told = _told(one).partition("\n")[2]
        assert [word for word in ("a-password", "127.0.0.1:1", str(tmp_path)) if word in told] == []


def test_without_its_packages_the_service_says_what_is_missing(settings, monkeypatch):
    settings.SENTRY_DSN = "https://key@reports.example.com/1"
    monkeypatch.setitem(sys.modules, "sentry_sdk", None)

    with pytest.raises(ImproperlyConfigured, match='needs the packages of the group "errors"'):
        error_reports.start()
