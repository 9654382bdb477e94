"""Sizes: names by the kilobyte, parameters, parts and headers by the thousand, on every address.

Whatever is sent, the service answers, and never with a fault of its own.
"""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlencode

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from rest_framework.serializers import CharField, ListField, ListSerializer, Serializer

from platforms.http.fields import Variants
from tests.compliance.hosted import visits
from tests.conftest import BASE
from tests.support import endpoints

pytestmark = [pytest.mark.service, pytest.mark.django_db]
link, visitor = visits.link, visits.visitor

MANY, LONG, HUGE = 1_001, "a" * 8 * 1024, "a" * 100 * 1024
KEY = "0197d6f0-0000-7000-8000-000000000001"
FORM, PARTS, JSON = "application/x-www-form-urlencoded", "multipart/form-data; boundary=b", "application/json"
FIELDS = ("username", "password", "code", "next", "fullName", "birthDate", "line1", "city")


def _parts(names: Iterator[str] | list[str], value: str = "1", *, file: str = "") -> bytes:
    head = '--b\r\nContent-Disposition: form-data; name="{}"' + file + "\r\n\r\n" + value + "\r\n"
    return "".join(head.format(name) for name in names).encode() + b"--b--\r\n"


_NUMBERED = [f"field{number}" for number in range(MANY)]
QUERIES = {
    "parameters by the thousand": urlencode(dict.fromkeys(_NUMBERED, "1")),
    "separators by the thousand": "&" * 5 * MANY,
    "a name by the kilobyte": f"{LONG}=1",
    "a value by the kilobyte": urlencode({"next": LONG * 7, "tag": LONG}),
    "no text": "next=%FF%FE&x=%ED%A0%80",
}
HEADERS = {
    "headers by the thousand": {f"X-{name}": "1" for name in _NUMBERED},
    "cookies by the thousand": {"Cookie": "; ".join(f"{name}=1" for name in _NUMBERED)},
    "cookies by the kilobyte": {"Cookie": f"sessionid={LONG}; csrftoken={LONG}; known_browser={LONG}"},
    "cookies that are none": {"Cookie": 'sessionid=\x00\x01; csrftoken=%00\xff; =;;;"\\'},
    "values by the kilobyte": dict.fromkeys(
        ("Accept", "Accept-Language", "User-Agent", "Referer", "Origin", "X-Forwarded-For", "If-None-Match"), LONG
    ),
    "ranges by the thousand": {"Range": "bytes=" + "0-1," * MANY, "If-Modified-Since": LONG},
}
BODIES = {
    "fields by the thousand": (FORM, urlencode(dict.fromkeys(_NUMBERED, "1")).encode()),
    "a name by the kilobyte": (FORM, f"{LONG}=1".encode()),
    "values of 256 letters": (FORM, urlencode(dict.fromkeys(FIELDS, "a" * 256)).encode()),
    "values by the kilobyte": (FORM, urlencode(dict.fromkeys(FIELDS, LONG)).encode()),
    "letters that become more": (FORM, urlencode(dict.fromkeys(FIELDS, "\ufdfa" * 150)).encode()),
    "null characters": (FORM, urlencode(dict.fromkeys(FIELDS, "a\0b")).encode()),
    "no text": (FORM, b"&".join(f"{name}=%FF%ED%A0%80".encode() for name in FIELDS)),
    "parts by the thousand": (PARTS, _parts(_NUMBERED)),
    "files by the thousand": (PARTS, _parts(_NUMBERED, file='; filename="x"')),
    "a part's name by the kilobyte": (PARTS, _parts([LONG])),
    "null characters in parts": (PARTS, _parts([*FIELDS], "a\0b")),
    "a file's name by the kilobyte": (PARTS, _parts(["file"], file=f'; filename="{LONG}"')),
    "no boundary": ("multipart/form-data", b"x"),
    "a boundary by the kilobyte": (f"multipart/form-data; boundary={LONG}", b"x"),
    "a boundary that is no text": ("multipart/form-data; boundary=\xff", b"x"),
    "JSON without end": (JSON, b"[" * 60_000),
    "deep JSON": (JSON, b'{"a":' * 90 + b"1" + b"}" * 90),
    "keys by the thousand": (JSON, ("{" + ",".join(f'"k{number}":1' for number in range(MANY)) + "}").encode()),
    "a key by the kilobyte": (JSON, f'{{"{LONG}": "{LONG}"}}'.encode()),
    "a name and a value of 100 kilobytes": (FORM, f"{HUGE}=1&username={HUGE}&fullName={HUGE}".encode()),
    "a key and a value of 100 kilobytes": (JSON, f'{{"{HUGE}": "{HUGE}"}}'.encode()),
    "a number of 100 kilobytes": (JSON, b'{"amount": ' + b"9" * 100 * 1024 + b"}"),
    "a media type by the kilobyte": (LONG, b"x"),
    "an unknown charset": (f"{FORM}; charset={LONG[:300]}", b"username=a&password=b"),
    "a charset that is none": (f"{FORM}; charset=base64", b"username=a&password=b"),
    "another charset": (f"{FORM}; charset=utf-16", b"username=a&password=b"),
    "parts in a charset that is none": (f"{PARTS}; charset=rot13", _parts([*FIELDS])),
}


def _routes(patterns: list[URLPattern | URLResolver], prefix: str) -> Iterator[str]:
    """Yield the routes outside of the API, and of the back office those before signing in."""
    for pattern in patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            if pattern.app_name != "admin":
                yield from _routes(pattern.url_patterns, route)
        elif not hasattr(pattern.callback, "endpoints"):
            yield route


def _addresses() -> list[str]:
    with_keys = [re.sub(r"<uuid:\w+>", KEY, route) for route in _routes(get_resolver().url_patterns, "/")]
    # Nothing is written before signing in: any page of the back office stands for all.
    return [*with_keys, "/admin/", "/admin/nothing/", "/nothing"]


@pytest.fixture
def send(settings) -> Callable[..., int]:
    """Return a function that sends a request and expects an answer that is no fault."""
    settings.ADDRESS_RATE_BURST = settings.UMA_RATE_BURST = settings.STAFF_SIGN_INS_PER_MINUTE = 1_000_000
    client = Client(raise_request_exception=False)

    def ask(method: str, path: str, what: str, body: bytes = b"", content_type: str = JSON, **headers: str) -> int:
        reply = client.generic(method, path, body, content_type, headers=headers)
        # Of this address 503 is an answer.
        assert reply.status_code < 500 or path.startswith("/readyz"), f"{method} {path[:80]}: {what}"
        return int(reply.status_code)

    return ask


@pytest.mark.parametrize("address", _addresses())
def test_without_a_token_no_size_is_a_fault(send, address):
    path = re.sub(r"<(?:\w+:)?\w+>", "abc", address)

    for what, query in QUERIES.items():
        send("GET", f"{path}?{query}", what)
    for what, headers in HEADERS.items():
        send("GET", path, what, **headers)
        send("POST", path, what, urlencode(dict.fromkeys(FIELDS, "a")).encode(), FORM, **headers)
    for what, (content_type, body) in BODIES.items():
        send("POST", path, what, body, content_type)
    for method in ("HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW"):
        send(method, path, "method")
    for value in (LONG, "%00", "%FF", "%F0%9F%98%80", "..%2F..%2Fetc"):
        send("GET", re.sub(r"<(?:\w+:)?\w+>", value, address), value[:10])


@pytest.mark.parametrize("endpoint", endpoints.every(), ids=str)
def test_with_a_token_no_size_is_a_fault(api, send, endpoint):
    path, method = BASE + re.sub(r"\{\w+\}", "abc", endpoint.path), endpoint.method.upper()

    for what, query in QUERIES.items():
        send(method, f"{path}?{query}", what, **api.headers)
    for what, headers in HEADERS.items():
        send(method, path, what, **{**headers, **api.headers})
    if method not in {"GET", "DELETE"}:
        for what, (content_type, body) in BODIES.items():
            send(method, path, what, body, content_type, **api.headers)
    for value in (LONG, "%00", "%FF"):
        send(method, BASE + re.sub(r"\{\w+\}", value, endpoint.path), value[:10], **api.headers)


def _with_every_text(declared: Any) -> Any:
    """Return a body in which every member that is declared is a text of 100 kilobytes, or an object or list of them."""
    if isinstance(declared, Serializer):
        return {name: _with_every_text(field) for name, field in declared.fields.items()}
    if isinstance(declared, Variants):
        kind = next(iter(declared.kinds))
        return _with_every_text(declared.kinds[kind]) | {declared.discriminator: kind}
    if isinstance(declared, ListField | ListSerializer):
        return [_with_every_text(declared.child)]
    return HUGE if isinstance(declared, CharField) else {HUGE: HUGE}


_WITH_BODY = [each for each in endpoints.every() if isinstance(each.declared.body, type) and not each.declared.file]


@pytest.mark.parametrize("endpoint", _WITH_BODY, ids=str)
def test_no_member_of_a_body_takes_a_hundred_kilobytes_for_a_fault(api, send, endpoint):
    path, method = BASE + re.sub(r"\{\w+\}", "abc", endpoint.path), endpoint.method.upper()
    body = _with_every_text(endpoint.declared.body())

    for name, value in body.items():
        send(method, path, name, json.dumps({name: value}).encode(), **api.headers)
    assert 400 <= send(method, path, "all", json.dumps(body).encode(), **api.headers) < 500


def test_more_parameters_than_are_read_are_refused_in_words(api, send):
    reply = api._client.get(f"{BASE}/tokens?{QUERIES['parameters by the thousand']}", headers=api.headers)

    assert (reply.status_code, reply.json()["message"]) == (400, "the address has more than 1000 parameters")
    assert send("GET", f"{BASE}/tokens?{'&'.join(['limit=1'] * 1000)}", "a thousand", **api.headers) == 400


@pytest.mark.parametrize("name", ["a" * 151, "a" * 256, LONG, "\ufdfa" * 150])
def test_a_name_that_is_too_long_to_sign_in_with_is_said_to_be(client, settings, name):
    settings.STAFF_SIGN_INS_PER_MINUTE = 1_000_000
    User.objects.create_user(username="a" * 150, password="a good long password", is_staff=True)

    refused = client.post("/admin/login/", {"username": name, "password": "a good long password"})
    signed_in = client.post("/admin/login/", {"username": "a" * 150, "password": "a good long password"})

    assert (refused.status_code, signed_in.status_code) == (200, 302)
    assert "A name has at most 150 letters." in refused.content.decode()


@pytest.mark.parametrize("what", [what for what, (content_type, _) in BODIES.items() if content_type != JSON])
def test_a_customer_s_form_bears_every_size(settings, link, visitor, what):
    settings.ADDRESS_RATE_BURST = 1_000_000
    content_type, body = BODIES[what]
    token = visitor.client.cookies["csrftoken"].value

    for step in ("you", "address", "document", "check"):
        reply = visitor.client.generic(
            "POST", f"{link}/{step}", body, content_type, headers={"X-CSRFToken": token, "Origin": "http://testserver"}
        )
        assert reply.status_code < 500, step
