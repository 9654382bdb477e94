"""Which requests are the same under one idempotency key: those that say the same, however they are written."""

import hashlib
import json
from typing import Any

import pytest

from payments.models import Transaction
from platforms.models import ApiToken, IdempotencyKey
from tests.conftest import BASE
from tests.support import factories
from tests.support.compliance import sample_documents

pytestmark = pytest.mark.django_db
_TOKEN = {"name": "A1", "permissions": ["VIEW"], "extra": {"a": 1, "b": [1.5, "é", 10**30]}}


def _text(value: Any, **style: Any) -> bytes:
    return json.dumps(value, **style).encode()


@pytest.mark.parametrize(
    "again",
    [
        _text(_TOKEN, indent=2),
        _text(_TOKEN, separators=(",", ":")),
        b"\r\n\t " + _text(_TOKEN) + b"\n",
        _text(_TOKEN, sort_keys=True),
        _text(dict(reversed(_TOKEN.items()))),
        _text(_TOKEN, ensure_ascii=False),
        _text(_TOKEN).replace(b"A1", b"\\u00411"),
        _text(_TOKEN).replace(b"1.5", b"1.50"),
        _text(_TOKEN).replace(b"1.5", b"15e-1"),
        _text(_TOKEN).replace(b"1.5", b"0.15E+1"),
    ],
)
def test_another_way_to_write_the_same_json_is_a_repetition(api, again):
    first = api.post("/tokens", _TOKEN, key="k")

    reply = api.post("/tokens", again, key="k")

    assert (first.status_code, reply.status_code) == (201, 201)
    assert (reply.content, reply.headers["Idempotent-Replayed"]) == (first.content, "true")
    assert ApiToken.objects.filter(name="A1").count() == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (b"1", b"1.0"),
        (b"1", b'"1"'),
        (b"1", b"true"),
        (b"0", b"null"),
        (b'""', b"null"),
        (b"[]", b"{}"),
        (b"[1,2]", b"[2,1]"),
        (b'"a"', b'"a "'),
        (b'"e\xcc\x81"', b'"\xc3\xa9"'),
        (b"0.1", b"0.10000000000000000001"),
        (b"1e-400", b"2e-400"),
        (b"18446744073709551617", b"18446744073709551618"),
        (b'"15e-1"', b"1.5"),
        (b'{"a":1,"b":2}', b'{"a":2,"b":1}'),
    ],
)
def test_what_is_not_the_same_value_is_another_request(api, one, other):
    body = b'{"name": "x", "permissions": ["VIEW"], "extra": %s}'
    api.post("/tokens", body % one, key="k")

    reply = api.post("/tokens", body % other, key="k")

    assert (reply.status_code, reply.json()["code"]) == (422, "IDEMPOTENCY_KEY_REUSED")


@pytest.mark.parametrize(("one", "other"), [(b"-0", b"0"), (b"-0.0", b"0.0"), (b"1e0", b"10E-1"), (b"100.0", b"1e2")])
def test_a_number_is_its_value_and_not_its_digits(api, one, other):
    body = b'{"name": "x", "permissions": ["VIEW"], "extra": %s}'
    api.post("/tokens", body % one, key="k")

    assert api.post("/tokens", body % other, key="k").status_code == 201


@pytest.fixture
def payment(api, alice):
    source = api.internal_account(alice)
    api.fund(source, 1000)
    return {
        "source": {"accountId": source},
        "destination": {"accountId": api.external_account(alice)},
        "amount": 100,
    }


def test_a_payment_is_made_once_however_it_is_written(api, payment):
    first = api.post("/transfer-out", payment, key="k")

    again = api.post("/transfer-out", _text(dict(reversed(payment.items())), indent=1), key="k")
    other = api.post("/transfer-out", {**payment, "amount": 101}, key="k")

    assert (again.status_code, again.content) == (201, first.content)
    assert other.status_code == 422
    assert Transaction.objects.count() == 1
    assert factories.balance_of(payment["source"]["accountId"]) == 900


def test_a_refusal_belongs_to_the_request_however_it_is_written(api, payment):
    refused = api.post("/transfer-out", {**payment, "amount": 5000}, key="k")
    api.fund(payment["source"]["accountId"], 10_000)

    again = api.post("/transfer-out", _text({**payment, "amount": 5000}, indent=1), key="k")

    assert (refused.status_code, again.content) == (400, refused.content)


@pytest.mark.parametrize("again", [b"", b"{}", b" {\n} "])
def test_no_body_is_an_empty_object(api, again):
    first = api.post("/tokens", b"", key="k")

    reply = api.post("/tokens", again, key="k")

    assert (first.status_code, reply.content) == (400, first.content)


@pytest.mark.parametrize(("body", "status"), [(b"[1, 2]", 201), (b'{"a":1,"a":1}', 422), (b"{,}", 422)])
def test_a_body_that_is_no_json_object_is_refused_with_its_key(api, body, status):
    first = api.post("/tokens", body, key="k")

    same = api.post("/tokens", body, key="k")
    other = api.post("/tokens", b" " + body, key="k")

    assert (first.status_code, same.content) == (400, first.content)
    # What can be read is compared by what it says, all else by its bytes.
    assert other.status_code == (400 if status == 201 else status)


def test_the_order_of_a_query_makes_no_difference_and_its_values_do(api, alice):
    path = "/customers/kyc-link?{}"
    first = api._client.get(
        BASE + path.format("platformCustomerId=p%41&redirectUri=https%3A%2F%2Fexample.com"),
        headers={**api.headers, "Idempotency-Key": "k"},
    )

    again = api._client.get(
        BASE + path.format("redirectUri=https://example.com&platformCustomerId=pA"),
        headers={**api.headers, "Idempotency-Key": "k"},
    )
    other = api._client.get(
        BASE + path.format("redirectUri=https://example.com&platformCustomerId=pa"),
        headers={**api.headers, "Idempotency-Key": "k"},
    )

    assert first.status_code == 200
    assert (again.content, other.status_code) == (first.content, 422)


def test_a_key_of_a_former_release_goes_on_replaying(api, payment):
    sent = _text(payment, indent=3)
    first = api.post("/transfer-out", sent, key="k")
    # They hold the hash of the bytes that were sent.
    former = hashlib.sha256(b"\0".join([b"POST", f"{BASE}/transfer-out".encode(), sent])).digest()
    assert IdempotencyKey.objects.filter(key="k").update(fingerprint=former) == 1

    same = api.post("/transfer-out", sent, key="k")
    other = api.post("/transfer-out", _text({**payment, "amount": 101}), key="k")

    assert (same.status_code, same.content) == (201, first.content)
    assert other.status_code == 422
    assert Transaction.objects.count() == 1


@pytest.mark.parametrize("key", ["a,b", "a, b", "a,a,a", ",", "a,", ",a"])
@pytest.mark.parametrize("path", ["/transfer-out", "/tokens", "/sandbox/uma/receive"])
def test_a_key_that_was_sent_twice_is_refused_and_nothing_is_done(api, payment, path, key):
    body = payment if path == "/transfer-out" else {"name": "twice", "permissions": ["VIEW"]}

    reply = api.post(path, body, key=key)

    assert reply.status_code == 400
    assert reply.json()["details"]["errors"] == [
        {
            "field": "Idempotency-Key",
            "reason": "must be sent once, without a comma: a comma joins the values of two headers",
        }
    ]
    assert not Transaction.objects.exists()
    assert not ApiToken.objects.filter(name="twice").exists()
    assert not IdempotencyKey.objects.filter(key=key).exists()


def test_a_payment_made_under_a_key_with_a_comma_is_still_found(api, payment):
    first = api.post("/transfer-out", payment, key="k")
    IdempotencyKey.objects.filter(key="k").update(key="order-7,try-1")

    assert api.post("/transfer-out", payment, key="order-7,try-1").content == first.content
    assert api.post("/transfer-out", {**payment, "amount": 1}, key="order-7,try-1").status_code == 422


def test_a_refused_upload_is_a_repetition_with_another_boundary_too(api, alice):
    def upload(boundary: str, kind: str) -> Any:
        parts = [("documentType", kind), ("documentType", "PASSPORT"), ("country", "US"), ("documentHolder", alice)]
        texts = "".join(f'--{boundary}\r\nContent-Disposition: form-data; name="{n}"\r\n\r\n{v}\r\n' for n, v in parts)
        file = f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="p.pdf"\r\n\r\n'
        return api._client.post(
            f"{BASE}/documents",
            data=texts.encode() + file.encode() + sample_documents.pdf() + f"\r\n--{boundary}--\r\n".encode(),
            content_type=f"multipart/form-data; boundary={boundary}",
            headers={**api.headers, "Idempotency-Key": "k"},
        )

    first, again, other = upload("one", "PASSPORT"), upload("another", "PASSPORT"), upload("one", "NATIONAL_ID")

    assert (first.status_code, again.content) == (400, first.content)
    assert first.json()["details"]["errors"] == [{"field": "documentType", "reason": "is given more than once"}]
    assert other.status_code == 422
