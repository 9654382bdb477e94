"""What speaks English alone, whatever a browser asks for; and the names of things in the other languages."""

import html

import pytest
from django.test import Client
from django.utils import translation

from platforms.http import languages
from tests.backoffice.conftest import administrator, backoffice  # noqa: F401 - fixtures
from tests.conftest import BASE

pytestmark = pytest.mark.django_db
GERMAN = {"Accept-Language": "de-DE,de;q=0.9"}


def test_the_api_and_its_refusals_are_in_english(api):
    asked = [
        ("post", "/customers", {"customerType": "nobody", "birthDate": "yesterday"}),
        ("post", "/quotes", {}),
        ("get", "/transactions?limit=much&lang=de", {}),
        ("get", "/no-such-path", {}),
        ("get", "/openapi.json", {}),
    ]
    client = Client(headers=api.headers)
    client.cookies["language"] = "de"
    for method, path, body in asked:
        send, kind = getattr(client, method), {"content_type": "application/json"} if body else {}
        replies = [send(f"{BASE}{path}", body, headers=each, **kind) for each in (GERMAN, {})]
        assert replies[0].content == replies[1].content, path
        assert "Content-Language" not in replies[0].headers


@pytest.mark.parametrize("path", ["/", "/healthz", "/docs/reference/", "/no-such-page", "/i"])
def test_other_pages_are_in_english(path):
    client = Client(headers=GERMAN)
    client.cookies["language"] = "de"
    reply = client.get(path)

    is_spoken = path == "/i"
    assert ("Content-Language" in reply.headers) == is_spoken
    assert (b'lang="de"' in reply.content) == is_spoken


def test_the_back_office_is_in_english(backoffice):  # noqa: F811 - the fixture
    backoffice.client.cookies["language"] = "de"
    pages = [
        backoffice.client.get(path, headers=headers).content.decode()
        for path in ("/admin/", "/admin/payments/transaction/", "/admin/?lang=de")
        for headers in (GERMAN, {})
    ]
    assert all('lang="en"' in page for page in pages)
    for german in ("Abmelden", "Suchen", "Willkommen", "Zurücksetzen", "Transaktion"):
        assert not any(german in html.unescape(page) for page in pages)


def test_after_a_page_in_another_language_the_next_is_in_english(api):
    """A thread serves both, and has one language at a time."""
    assert Client(headers=GERMAN).get("/identity/nothing")["Content-Language"] == "de"

    assert translation.get_language() == "en"
    assert api.post("/customers", {}).json()["message"] == api.post("/customers", {}, headers={}).json()["message"]


@pytest.mark.parametrize(
    ("language", "units", "currency", "text"),
    [
        ("en", 1_234_56, "USD", "1,234.56 USD"),
        ("de", 1_234_56, "USD", "1.234,56 USD"),
        ("de", 5, "JPY", "5 JPY"),
        ("fr", 2**63 - 1, "BTC", "92\u202f233\u202f720\u202f368,54775807 BTC"),
        ("pt", 25_000, "BTC", "0,00025000 BTC"),
    ],
)
def test_amounts_are_exact_in_every_language(language, units, currency, text):
    with translation.override(language):
        assert languages.amount(units, currency) == text
