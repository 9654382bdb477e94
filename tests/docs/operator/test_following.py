"""A payment is followed by one id: every log line, span and audit row that its request causes has it."""

import contextlib
import json
import logging
import os
import re
import uuid
from collections import Counter

import pytest
from django.test import Client

from config.launch import environment
from payments.models import Transaction
from payments.providers.base import RailOutcome, Verdict
from platforms import audit
from platforms.base import logs
from platforms.models import AuditEntry, Platform
from tests.support import faulty_rails
from tests.support.payments import scenarios
from tests.support.servers.webhook_receiver import Receiver
from webhooks.delivery import sender
from webhooks.models import Event

pytestmark = [pytest.mark.service, pytest.mark.django_db(transaction=True)]
PAGE = environment.PROJECT / "docs" / "operator" / "following.md"
_BEFORE = ("Nobody:", "Customer:", "InternalAccount:")
_CLIENT_ID = "0af7651916cd43dd8448eb211c80319c"
_UUID = re.compile("[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_VARYING = (
    (re.compile('"time":"[^"]*"'), '"time":"2026-11-23T07:35:39.042+0000"'),
    (re.compile('"release":"[^"]*"'), '"release":"1.0.0+1a2b3c4d5e6f"'),
    (re.compile('"milliseconds":[0-9.]+'), '"milliseconds":7'),
)


@contextlib.contextmanager
def written():
    """Yield the log lines that the service writes meanwhile."""
    lines = []

    class Lines(logging.Handler):
        def emit(self, record):
            lines.append(self.format(record))

    handler = Lines(logging.INFO)
    handler.setFormatter(logs.JsonFormatter())
    root = logging.getLogger()
    levels = {each: each.level for each in (root, logging.getLogger("requests"))}
    for each in levels:
        each.setLevel(logging.INFO)
    root.addHandler(handler)
    try:
        yield lines
    finally:
        root.removeHandler(handler)
        for each, level in levels.items():
            each.setLevel(level)


@pytest.fixture
def receiver(acme, settings):
    settings.ALLOW_LOOPBACK_WEBHOOKS = settings.ACCESS_LOG = True
    with Receiver() as receiver:
        Platform.objects.filter(id=acme.platform.id).update(webhook_endpoint=receiver.url)
        yield receiver


def _request_of(payment):
    return str(scenarios.payment_of(payment).request_id)


def _of_payments(lines):
    """What the log says, but for what was there before the payment: its accounts."""
    found = map(json.loads, lines)
    return [line for line in found if not line.get("subject", "Nobody:").startswith(_BEFORE)]


def _unknown(lines, *, request_id, subject):
    return [line for line in lines if (line.get("request_id"), line.get("subject")) != (request_id, subject)]


def test_every_line_row_and_span_of_a_transfer_has_its_id(api, alice, worker, receiver, spans):
    with written() as lines:
        payment = scenarios.transfer_out()(api, alice)
        worker.run()
        sender.run()

    request_id = _request_of(payment)
    said = _of_payments(lines)
    told = Event.objects.filter(payload__contains=payment)
    assert Counter(line["message"] for line in said) == {"request": 1, "step taken": 1, "webhook sent": told.count()}
    assert _unknown(said, request_id=request_id, subject=payment) == []
    rows = AuditEntry.objects.filter(subject=payment).order_by("id").values_list("verb", "actor_kind", "request_id")
    assert [*rows] == [
        ("transfer_out.create", "TOKEN", request_id),
        ("transaction.completed", "SYSTEM", request_id),
    ]
    made = [span for span in spans() if span.attributes.get("payments.subject") == payment]
    assert {span.context.trace_id for span in made} == {uuid.UUID(request_id).int}
    assert {span.name.split()[0] for span in made} == {"POST", "rail", "webhook"}
    received = [each.json for each in receiver.received if f'"{payment}"'.encode() in each.body]
    assert len(received) == told.count() == 3
    _compare(lines, payment)


def test_an_executed_quote_is_followed_by_the_request_that_executed_it(api, alice, worker, receiver, spans):
    payment = scenarios.quoted(executed=False)(api, alice)
    made_by = _request_of(payment)
    quote = f"Quote:{scenarios.payment_of(payment).quote_id}"
    spans()
    with written() as lines:
        reply = api.post(f"/quotes/{quote}/execute")
        worker.run()
        sender.run()

    request_id = reply.headers["X-Request-Id"]
    assert made_by != request_id == _request_of(payment)
    said = _of_payments(lines)
    assert {line["message"] for line in said} == {"request", "step taken", "webhook sent"}
    assert _unknown(said, request_id=request_id, subject=payment) == []
    rows = AuditEntry.objects.filter(subject=payment, actor_kind="SYSTEM")
    assert {row.request_id for row in rows} == {request_id}
    found = [span for span in spans() if span.attributes.get("payments.subject") == payment]
    assert {span.context.trace_id for span in found} == {uuid.UUID(request_id).int}


def test_each_payment_of_a_set_has_its_own(api, alice, worker, receiver):
    with written() as lines:
        payments = [scenarios.transfer_out()(api, alice) for _ in range(3)]
        worker.run()

    steps = [line for line in map(json.loads, lines) if line["message"] == "step taken"]
    assert {(line["request_id"], line["subject"]) for line in steps} == {(_request_of(each), each) for each in payments}
    rows = AuditEntry.objects.filter(verb="transaction.completed").values_list("request_id", "subject")
    assert {*rows} == {(_request_of(each), each) for each in payments}


def test_what_fails_in_a_worker_has_it_too(api, alice, worker, adapters, receiver):
    adapters(rail="tests.support.faulty_rails.MoodyRail")
    faulty_rails.MoodyRail.moods[100_00] = faulty_rails.break_down
    try:
        with written() as lines:
            payment = scenarios.transfer_out()(api, alice)
            worker.run()
    finally:
        faulty_rails.MoodyRail.moods.clear()

    [failed] = [line for line in map(json.loads, lines) if line["message"] == "payment not advanced"]
    assert (failed["request_id"], failed["subject"]) == (_request_of(payment), payment)


def test_what_a_rail_writes_itself_has_it(api, alice, worker, adapters, receiver):
    def complain():
        logging.getLogger("rail").warning("slow today")
        return RailOutcome(Verdict.SETTLED)

    adapters(rail="tests.support.faulty_rails.MoodyRail")
    faulty_rails.MoodyRail.moods[100_00] = complain
    try:
        with written() as lines:
            payment = scenarios.transfer_out()(api, alice)
            worker.run()
    finally:
        faulty_rails.MoodyRail.moods.clear()

    said = [line for line in map(json.loads, lines) if line["logger"] == "rail"]
    assert said
    assert _unknown(said, request_id=_request_of(payment), subject=payment) == []


@pytest.mark.parametrize(
    ("header", "value", "noted"),
    [
        ("HTTP_TRACEPARENT", f"00-{_CLIENT_ID}-b7ad6b7169203331-01", _CLIENT_ID),
        ("HTTP_X_REQUEST_ID", _CLIENT_ID.upper(), _CLIENT_ID),
        ("HTTP_X_REQUEST_ID", "01890a5d-ac96-774b-bcce-b302099a8057", "01890a5d-ac96-774b-bcce-b302099a8057"),
        ("HTTP_X_REQUEST_ID", "ada.lovelace@example.com", None),
        ("HTTP_X_REQUEST_ID", f"{_CLIENT_ID}\n", None),
        ("HTTP_TRACEPARENT", "00-short-b7ad6b7169203331-01", None),
        ("HTTP_TRACEPARENT", "", None),
    ],
)
def test_the_id_of_the_client_stands_beside_ours(settings, header, value, noted):
    settings.ACCESS_LOG = True
    with written() as lines:
        reply = Client().get("/2025-10-13/config", **{header: value})

    [line] = map(json.loads, lines)
    assert line["request_id"] == reply.headers["X-Request-Id"] != value
    assert line.get("client_request_id") == noted


def test_the_first_request_about_a_payment_is_found_by_one_statement(api, alice):
    payment = scenarios.transfer_out()(api, alice)

    assert audit.requests_of([payment]) == {payment: _request_of(payment)}
    assert Transaction.objects.filter(request_id=None).count() == 0


def _compare(lines, payment):
    """Compare the lines that name a payment with those that the page shows."""
    names: dict[str, str] = {}
    shown = []
    for line in (line for line in lines if payment in line):
        text = line
        for pattern, instead in _VARYING:
            text = pattern.sub(instead, text)
        for key in _UUID.findall(text):
            names.setdefault(key, f"019ac0de-0000-7000-8000-{len(names) + 1:012}")
            text = text.replace(key, names[key])
        shown.append(f"    {text}")
    begin, end = "<!-- lines -->\n\n", "\n\n<!-- end lines -->"
    before, _, rest = PAGE.read_text().partition(begin)
    now, _, after = rest.partition(end)
    if os.environ.get("DOCS_WRITE"):
        PAGE.write_text("".join([before, begin, "\n".join(shown), end, after]))
        return
    assert now.splitlines() == shown
