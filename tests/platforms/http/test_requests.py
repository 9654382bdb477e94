"""What a request may look like, and what is said about one that may not."""

import io
import json
import logging
import re
from typing import Any

import pytest
from django.test import Client

from platforms.base import logs
from platforms.http import rate_limit
from platforms.models import ApiToken
from tests.conftest import BASE
from tests.support import factories

pytestmark = pytest.mark.django_db


def test_all_wrong_fields_are_named_at_once(api):
    body = {
        "supportedCurrencies": [
            {
                "currencyCode": 7,
                "minAmount": "1",
                "maxAmount": -1,
                "requiredCounterpartyFields": [{"name": "SHOE_SIZE", "mandatory": "yes"}],
                "enabledTransactionTypes": ["SIDEWAYS"],
            },
            {},
        ],
        "umaDomain": 5,
        "webhookEndpoint": None,
    }

    reply = api.patch("/config", body)

    assert reply.status_code == 400
    shown = reply.json()
    assert shown.keys() == {"status", "code", "message", "details", "retryable", "documentationUrl"}
    assert (shown["status"], shown["code"]) == (400, "INVALID_INPUT")
    assert {problem["field"] for problem in shown["details"]["errors"]} == {
        "supportedCurrencies.0.currencyCode",
        "supportedCurrencies.0.minAmount",
        "supportedCurrencies.0.maxAmount",
        "supportedCurrencies.0.requiredCounterpartyFields.0.name",
        "supportedCurrencies.0.requiredCounterpartyFields.0.mandatory",
        "supportedCurrencies.0.enabledTransactionTypes.0",
        "supportedCurrencies.1.currencyCode",
        "supportedCurrencies.1.minAmount",
        "supportedCurrencies.1.maxAmount",
        "supportedCurrencies.1.requiredCounterpartyFields",
        "supportedCurrencies.1.enabledTransactionTypes",
        "umaDomain",
        "webhookEndpoint",
    }
    assert all(problem["reason"] for problem in shown["details"]["errors"])


def test_unknown_fields_of_a_body_are_tolerated(api):
    reply = api.post("/tokens", {"name": "x", "permissions": ["VIEW"], "colour": "green", "nested": {"a": [1]}})

    assert reply.status_code == 201


def test_an_unknown_query_parameter_is_named(api):
    reply = api.get("/tokens", colour="green", limit="1", Limit="2")

    assert reply.status_code == 400
    assert [problem["field"] for problem in reply.json()["details"]["errors"]] == ["colour", "Limit"]


@pytest.mark.parametrize("path", ["/config", "/transactions", "/customers", "/platform/internal-accounts"])
def test_every_read_refuses_unknown_query_parameters(api, path):
    assert api.get(path, colour="green").status_code == 400


def test_a_write_takes_no_query_parameters(api):
    reply = api.post("/tokens?dryRun=true", {"name": "x", "permissions": ["VIEW"]})

    assert reply.status_code == 400
    assert reply.json()["details"]["errors"][0]["field"] == "dryRun"
    assert not ApiToken.objects.filter(name="x").exists()


def test_a_query_parameter_given_twice_is_refused(api):
    reply = api.get("/tokens?limit=1&limit=2")

    assert reply.status_code == 400
    assert reply.json()["details"]["errors"] == [{"field": "limit", "reason": "is given more than once"}]


@pytest.mark.parametrize("limit", ["0", "101", "-1", "", "ten", "1.5", "1e1", "99999999999999999999", "9" * 2000])
def test_a_limit_out_of_bounds_is_refused(api, limit):
    reply = api.get("/tokens", limit=limit)

    assert reply.status_code == 400
    assert [problem["field"] for problem in reply.json()["details"]["errors"]] == ["limit"]


@pytest.mark.parametrize(
    "moment", ["yesterday", "2026-13-01T00:00:00Z", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59-23:59", "", "1", "%00"]
)
def test_a_moment_that_is_none_is_refused(api, moment):
    assert api.get("/tokens", createdAfter=moment).status_code == 400


@pytest.mark.parametrize(
    "amount",
    ["100", 100.0, 1.5, True, None, [100], {"amount": 100}, 0, -1, 2**63, 2**64, 10**40, 1e400, ""],
    ids=repr,
)
def test_an_amount_is_a_positive_integer_and_nothing_else(api, alice, amount):
    source, destination = api.internal_account(alice), api.external_account(alice)
    api.fund(source, 1000)

    replies = [
        api.transfer_out(source, destination, amount),
        api.transfer_in(destination, source, amount),
        api.post(f"/sandbox/internal-accounts/{source}/fund", {"amount": amount}),
    ]

    assert [reply.status_code for reply in replies] == [400, 400, 400]
    assert factories.balance_of(source) == 1000


@pytest.mark.parametrize("seconds", ["60", 60.0, True, None, 0, -1, 10**12, "\uff16"], ids=repr)
def test_a_number_of_seconds_is_a_json_integer_too(api, seconds):
    reply = api.post("/sandbox/clock/advance", {"seconds": seconds})

    assert reply.status_code == 400
    assert [problem["field"] for problem in reply.json()["details"]["errors"]] == ["seconds"]


def test_the_largest_amount_is_refused_for_what_it_is_and_not_by_an_overflow(api, alice):
    source, destination = api.internal_account(alice), api.external_account(alice)

    reply = api.transfer_out(source, destination, 2**63 - 1)

    assert reply.status_code == 400
    assert reply.json()["code"] == "AMOUNT_OUT_OF_RANGE"


@pytest.mark.parametrize("text", [5, 1.5, True, [], {}, None, "", "   ", "a\0b", "x" * 256], ids=repr)
def test_a_text_is_a_string_of_sensible_length(api, text):
    reply = api.post("/tokens", {"name": text, "permissions": ["VIEW"]})

    assert reply.status_code == 400
    assert [problem["field"] for problem in reply.json()["details"]["errors"]] == ["name"]


@pytest.mark.parametrize(
    "raw",
    [
        b"{",
        b"not json",
        b"\xff\xfe",
        b'{"name": "\xff"}',
        b'{"name": "\\ud800"}',
        b'{"name": NaN}',
        b'{"name": Infinity}',
        b"\xef\xbb\xbf{}",
        b"{'name': 'x'}",
        b'{"name": "x",}',
        b'{"name": "x"} {}',
        b"[" * 5000 + b"]" * 5000,
        b'{"a":' * 5000 + b"1" + b"}" * 5000,
    ],
    ids=lambda raw: repr(raw[:20]),
)
@pytest.mark.parametrize("path", ["/tokens", "/customers", "/transfer-out", "/customers/external-accounts"])
def test_what_is_not_json_is_refused(api, path, raw):
    reply = api.post(path, raw)

    assert reply.status_code == 400
    assert reply.json()["code"] == "INVALID_INPUT"
    reason = reply.json()["details"]["errors"][0]["reason"]
    assert re.fullmatch(r"the request body is not valid JSON: .+ at line 1, (column|byte) \d+", reason)


@pytest.mark.parametrize("raw", [b"[]", b"null", b"1", b'"text"', b"true", b'[{"name": "x"}]'])
def test_a_body_that_is_no_object_is_refused(api, raw):
    reply = api.post("/tokens", raw)

    assert reply.status_code == 400
    assert reply.json()["details"]["errors"][0]["reason"] == "the request body must be a JSON object"


def test_nesting_within_the_parsers_bound_is_read_without_harm(api, alice):
    nested = json.loads(b'{"a":' * 900 + b"1" + b"}" * 900)

    replies = [
        api.post("/customers/external-accounts", {"currency": "USD", "customerId": alice, "accountInfo": nested}),
        api.post("/customers", {"customerType": "INDIVIDUAL", "address": nested}),
        api.patch("/config", {"supportedCurrencies": [nested]}),
        api.post("/transfer-out", {"source": nested, "destination": nested, "amount": nested}),
    ]

    assert [reply.status_code for reply in replies] == [400] * 4


def test_an_empty_body_misses_its_required_fields(api):
    reply = api.post("/tokens", b"")

    assert reply.status_code == 400
    assert {problem["field"] for problem in reply.json()["details"]["errors"]} == {"name", "permissions"}


@pytest.mark.parametrize(
    "content_type", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "", "json"]
)
def test_another_media_type_is_refused(api, content_type):
    reply = Client().post(f"{BASE}/tokens", data=b'{"a": 1}', content_type=content_type, headers=api.headers)

    assert reply.status_code == 415
    assert reply.json()["code"] == "UNSUPPORTED_MEDIA_TYPE"


@pytest.mark.parametrize("charset", ["utf-8", "utf-16"])
def test_json_is_utf_8_whatever_charset_is_named(api, charset):
    # `post` would write the body in that charset.
    reply = Client().generic(
        "POST",
        f"{BASE}/tokens",
        data='{"name": "ö", "permissions": ["VIEW"]}'.encode(),
        content_type=f"application/json; charset={charset}",
        headers=api.headers,
    )

    assert reply.status_code == 201
    assert reply.json()["name"] == "ö"


def test_a_body_of_more_than_a_mebibyte_is_refused_before_it_is_read(api):
    unread = io.BytesIO(b"x" * 100)

    reply = Client().generic(
        "POST",
        f"{BASE}/tokens",
        data=b"x",
        content_type="application/json",
        headers=api.headers,
        CONTENT_LENGTH=str(1024 * 1024 + 1),
        **_body(unread),
    )

    assert reply.status_code == 413
    assert reply.json()["code"] == "PAYLOAD_TOO_LARGE"
    assert unread.tell() == 0


def test_a_body_of_a_mebibyte_is_read(api):
    body = json.dumps({"name": "x", "permissions": ["VIEW"], "padding": ""}).encode()
    padded = body[:-2] + b"p" * (1024 * 1024 - len(body)) + b'"}'

    assert len(padded) == 1024 * 1024
    assert api.post("/tokens", padded).status_code == 201


@pytest.mark.parametrize("length", ["abc", "-1", "1.5", "²"])
def test_a_length_that_is_no_number_is_the_clients_fault(api, length):
    raw = b'{"name": "x", "permissions": ["VIEW"]}'
    reply = Client(raise_request_exception=False).generic(
        "POST",
        f"{BASE}/tokens",
        data=raw,
        content_type="application/json",
        headers=api.headers,
        CONTENT_LENGTH=length,
        **_body(io.BytesIO(raw)),
    )

    assert reply.status_code == 400


def test_a_body_that_ends_early_changes_nothing(api):
    raw = json.dumps({"name": "x", "permissions": ["VIEW"]}).encode()

    reply = Client().generic(
        "POST",
        f"{BASE}/tokens",
        data=raw,
        content_type="application/json",
        headers=api.headers,
        CONTENT_LENGTH=str(len(raw) + 10),
        **_body(io.BytesIO(raw)),
    )

    assert reply.status_code == 400
    assert not ApiToken.objects.filter(name="x").exists()


def test_every_reply_has_an_id_of_its_own(api):
    replies = [
        api.get("/config"),
        api.get("/nothing"),
        api.get("/tokens", limit="0"),
        api.post("/tokens", b"{"),
        api.put("/config"),
        Client().get(f"{BASE}/config"),
        Client().get("/healthz"),
        Client().get("/nowhere"),
    ]

    ids = {reply.headers["X-Request-Id"] for reply in replies}
    assert len(ids) == len(replies)


def test_a_simulated_failure_is_a_500_that_names_the_request(api, alice, caplog):
    info = factories.usd_account("109")

    reply = api.post(
        "/customers/external-accounts", {"currency": "USD", "customerId": alice, "accountInfo": info}, key="again"
    )

    assert reply.status_code == 500
    shown = reply.json()
    assert (shown["status"], shown["code"]) == (500, "SWITCH_ERROR")
    assert shown["details"]["requestId"] == reply.headers["X-Request-Id"]
    [said] = [one for one in caplog.records if one.levelno >= logging.WARNING]
    assert (said.levelname, said.getMessage()) == ("WARNING", "answered with 500")
    assert (said.__dict__["code"], said.__dict__["request_id"]) == ("SWITCH_ERROR", reply.headers["X-Request-Id"])


def test_an_unforeseen_error_is_a_500_without_its_traceback(api, monkeypatch):
    def fail(*_args, **_kwargs):
        message = "the database password is swordfish"
        raise RuntimeError(message)

    # A fault can't be had without breaking something: the shared step that every view takes first.
    monkeypatch.setattr(rate_limit, "take", fail)

    reply = api.get("/config")

    assert reply.status_code == 500
    shown = reply.json()
    assert (shown["status"], shown["code"]) == (500, "INTERNAL_ERROR")
    assert shown["details"] == {"requestId": reply.headers["X-Request-Id"]}
    assert b"swordfish" not in reply.content
    assert b"Traceback" not in reply.content


@pytest.mark.parametrize(
    ("path", "broken"),
    [
        ("/2025-10-13/customers/Customer:ada.lovelace", "platforms.http.rate_limit.take"),
        ("/.well-known/lnurlp/$ada.lovelace", "payments.uma.api.protocol._limit"),
        ("/admin/login/?next=ada.lovelace", "platforms.http.rate_limit.take_for_address"),
    ],
)
def test_a_fault_is_one_line_in_the_log_that_names_the_request_and_no_path(api, monkeypatch, caplog, path, broken):
    """Before, Django wrote a line too, or alone, with the path: that may hold somebody's address."""

    def fail(*_args, **_kwargs):
        message = "swordfish"
        raise RuntimeError(message)

    monkeypatch.setattr(broken, fail)

    reply = Client(raise_request_exception=False).get(path, headers=api.headers)

    assert (reply.status_code, reply.json()["code"]) == (500, "INTERNAL_ERROR")
    told = [logs.JsonFormatter().format(one) for one in caplog.records if one.levelno >= logging.WARNING]
    [line] = map(json.loads, told)
    assert (line["level"], line["message"], line["exception"]) == ("ERROR", "unhandled exception", "RuntimeError")
    assert line["request_id"] == reply.headers["X-Request-Id"]
    assert line["trace"][-1].endswith(" fail")
    assert [word for word in ("lovelace", "swordfish") if word in told[0]] == []


def test_replies_are_not_cached_by_anyone(api):
    assert api.get("/config").headers["Cache-Control"] == "no-store"


def _body(stream) -> dict[str, Any]:
    return {"wsgi.input": stream}


@pytest.mark.parametrize(
    ("sent", "name"),
    [
        (b'{"name": "x", "permissions": ["VIEW"], "name": "y"}', "name"),
        (b'{"name": "x", "permissions": ["VIEW"], "extra": [{"a": 1, "b": 2, "a": 1}]}', "a"),
        (b'{"name": "x", "permissions": ["VIEW"], "n\\u0061me": "y"}', "name"),
    ],
)
def test_a_key_that_is_there_twice_is_refused_wherever_it_stands(api, sent, name):
    reply = api.post("/tokens", sent)

    assert reply.status_code == 400
    assert reply.json()["details"]["errors"] == [{"field": name, "reason": "is given more than once"}]
    assert not ApiToken.objects.filter(name__in=["x", "y"]).exists()


def test_the_same_key_in_two_objects_is_none_twice(api):
    body = {"name": "x", "permissions": ["VIEW"], "one": {"a": 1}, "other": [{"a": 1}, {"a": 2}]}

    assert api.post("/tokens", body).status_code == 201


@pytest.mark.parametrize("levels", [100, 800, 900, 950, 1000, 100_000])
@pytest.mark.parametrize(("begin", "end"), [(b"[", b"]"), (b'{"a":', b"}")])
def test_a_body_that_is_nested_without_end_is_refused(api, levels, begin, end):
    reply = api.post("/tokens", b'{"name": ' + begin * levels + b"1" + end * levels + b"}")

    assert reply.status_code == 400


def test_a_body_may_be_nested_and_wide(api):
    body = {"name": "x", "permissions": ["VIEW"], "deep": json.loads("[" * 99 + "]" * 99), "wide": [[]] * 10_000}

    assert api.post("/tokens", body).status_code == 201
