"""A version that is to end says so in every reply, and no other does."""

import datetime as dt

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.variables import values
from tests.support import api_document

pytestmark = pytest.mark.django_db
_HEADERS = ("Deprecation", "Sunset", "Link")


def test_replies_name_the_days_that_the_operator_has_set(api, settings, monkeypatch):
    monkeypatch.setenv("SUNSETS", "2025-10-13=2027-01-01/2029-01-01")
    settings.API_SUNSETS = values.sunsets("SUNSETS")
    settings.PUBLIC_BASE_URL = "https://pay.example.com"

    for reply in (api.get("/config"), api.get("/tokens/Token:x"), api.post("/tokens", b"{")):
        assert reply["Deprecation"] == f"@{int(dt.datetime(2027, 1, 1, tzinfo=dt.UTC).timestamp())}"
        assert reply["Sunset"] == "Mon, 01 Jan 2029 00:00:00 GMT"
        page = "https://pay.example.com/docs/platform-developer/environments/#deprecation"
        assert reply["Link"] == f'<{page}>; rel="deprecation"; type="text/html"'


def test_every_reply_of_the_document_declares_the_headers(api, settings):
    settings.API_SUNSETS = {"2025-10-13": (dt.date(2027, 1, 1), dt.date(2029, 1, 1))}
    settings.PUBLIC_BASE_URL = "https://pay.example.com"
    document = api_document.generated()
    replies = [
        api_document.resolved(reply)
        for item in document["paths"].values()
        for operation in item.values()
        for reply in operation["responses"].values()
    ]
    sent = api.get("/config")

    assert len(replies) > 500
    for name in _HEADERS:
        assert all(name in reply["headers"] for reply in replies)
        declared = document["components"]["headers"][name]
        assert not declared.get("required")
        assert sent[name] == declared["example"]


def test_a_version_that_is_not_to_end_says_nothing(api, settings):
    for sunsets in ({}, {"2024-01-01": (dt.date(2025, 1, 1), dt.date(2027, 1, 1))}):
        settings.API_SUNSETS = sunsets
        reply = api.get("/config")
        assert not [name for name in _HEADERS if name in reply]


@pytest.mark.parametrize("words", ["2025-10-13", "2025-10-13=2027-01-01", "2025-10-13=soon/later"])
def test_days_that_are_none_are_refused_at_the_start(monkeypatch, words):
    monkeypatch.setenv("SUNSETS", words)

    with pytest.raises(ImproperlyConfigured, match="VERSION=DEPRECATED/END"):
        values.sunsets("SUNSETS")
