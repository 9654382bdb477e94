"""Traces: one from a request through the journal and the rail to the webhook; none, and nothing imported, when off."""

import subprocess
import sys
import uuid

import pytest
from django.conf import settings as django_settings
from django.test import Client
from opentelemetry.trace import StatusCode

from config.launch import environment
from payments.models import JournalEntry
from platforms import audit
from platforms.base import tracing
from platforms.models import Platform
from tests.support import faulty_rails
from tests.support.payments import scenarios
from tests.support.servers.webhook_receiver import Receiver
from webhooks.delivery import sender

pytestmark = pytest.mark.service


@pytest.mark.django_db(transaction=True)
def test_one_trace_leads_from_the_request_by_journal_and_rail_to_the_webhook(api, acme, alice, worker, settings, spans):  # noqa: PLR0917 - fixtures
    settings.ALLOW_LOOPBACK_WEBHOOKS = True
    with Receiver() as receiver:
        Platform.objects.filter(id=acme.platform.id).update(webhook_endpoint=receiver.url)
        payment = scenarios.transfer_out()(api, alice)
        worker.run()
        sender.run()

    found = {span.name: span for span in spans() if span.name != "POST 2025-10-13/customers"}
    request = found["POST 2025-10-13/transfer-out"]
    rail, webhook = found["rail TRANSFER"], found["webhook OUTGOING_PAYMENT.COMPLETED"]
    request_id = str(uuid.UUID(int=request.context.trace_id))
    assert audit.requests_of([payment]) == {payment: request_id}
    assert JournalEntry.objects.filter(transaction_id=payment.partition(":")[2], purpose="TRANSFER_OUT_SENT").exists()
    assert {each.context.trace_id for each in (rail, webhook)} == {request.context.trace_id}
    assert {each.parent.span_id for each in (rail, webhook)} == {request.context.span_id}
    assert request.parent is None
    assert request.attributes == {
        "http.request.method": "POST",
        "http.route": "2025-10-13/transfer-out",
        "http.response.status_code": 201,
        "payments.subject": payment,
        "payments.platform": str(acme.platform.id),
    }
    assert rail.attributes == {"payments.subject": payment}
    assert webhook.attributes == {"payments.subject": payment, "http.response.status_code": 200}
    assert webhook.start_time <= webhook.end_time


@pytest.mark.django_db
def test_the_trace_is_named_by_the_id_that_the_client_got(spans):
    reply = Client().get("/2025-10-13/customers/Customer:secret-of-a-person")

    [span] = spans()
    assert uuid.UUID(int=span.context.trace_id) == uuid.UUID(reply["X-Request-Id"])
    assert "secret" not in span.to_json()


@pytest.mark.django_db
def test_a_method_that_a_client_makes_up_is_no_name(spans):
    Client().generic("QUIXOTE", "/2025-10-13/config")

    [span] = spans()
    assert span.name.startswith("OTHER")
    assert "QUIXOTE" not in span.to_json()


@pytest.mark.django_db
def test_an_error_is_known_by_its_class_alone(spans):
    def fail():
        message = "Ada Lovelace, 1 Main Street"
        raise ValueError(message)

    with pytest.raises(ValueError, match="Ada"):
        tracing.traced(fail, "rail TRANSFER", request_id="", subject="Transaction:1")()

    [span] = spans()
    assert (span.status.status_code, span.status.description) == (StatusCode.ERROR, "ValueError")
    assert "Ada" not in span.to_json()
    assert span.parent is None


@pytest.mark.django_db(transaction=True)
def test_a_rail_that_fails_is_seen_in_the_trace(api, alice, worker, adapters, spans):
    adapters(rail="tests.support.faulty_rails.MoodyRail")
    faulty_rails.MoodyRail.moods[100_00] = faulty_rails.break_down
    try:
        scenarios.transfer_out()(api, alice)
        worker.run()
    finally:
        faulty_rails.MoodyRail.moods.clear()

    [rail] = [span for span in spans() if span.name == "rail TRANSFER"]
    assert (rail.status.status_code, rail.status.description) == (StatusCode.ERROR, "ZeroDivisionError")


@pytest.mark.parametrize("module", ["config.wsgi", "payments.tasks"])
def test_where_traces_and_reports_are_off_neither_library_is_loaded(module):
    code = f"""
import os, sys
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
import django; django.setup(set_prefix=False)
import {module}
# The client of the broker imports other parts, where they are installed.
ours = ("opentelemetry.sdk.trace", "opentelemetry.exporter", "sentry_sdk")
print([name for name in sys.modules if name.startswith(ours)])
"""
    told = subprocess.run(
        [sys.executable, "-c", code], cwd=environment.PROJECT, capture_output=True, text=True, check=True
    )

    assert told.stdout.strip() == "[]"
    assert "platforms.http.tracing.TraceMiddleware" not in django_settings.MIDDLEWARE
