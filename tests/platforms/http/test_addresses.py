"""Paths, methods, and the address of the OpenAPI document."""

import pytest
from django.test import Client
from drf_spectacular.generators import SchemaGenerator

from platforms.http.document import served
from tests.conftest import BASE
from tests.support import threads

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/",
        "",
        "/config/",
        "/tokens/",
        "/tokens/a/b",
        "/../config",
        "//config",
        "/config%2f",
        "/%ff%fe",
        "/" + "a" * 5000,
    ],
)
def test_a_path_that_does_not_exist_is_404_in_the_apis_shape(api, path):
    reply = api.get(path)

    assert reply.status_code == 404
    assert reply.json()["code"] in {"NOT_FOUND", "TOKEN_NOT_FOUND"}
    assert reply.headers["Content-Type"] == "application/json"
    assert reply.headers["X-Request-Id"]


def test_a_path_of_no_version_is_404_in_the_apis_shape():
    reply = Client().get("/1999-01-01/config")

    assert reply.status_code == 404
    assert reply.json()["code"] == "NOT_FOUND"


@pytest.mark.parametrize("path", ["/config%00", "/tokens?name=%00", "/tokens?na%00me=1"])
def test_a_null_character_in_the_address_is_refused(api, path):
    reply = api.get(path)

    assert reply.status_code == 400
    assert reply.json()["code"] == "INVALID_INPUT"


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("PUT", "/config", "GET, HEAD, PATCH"),
        ("DELETE", "/config", "GET, HEAD, PATCH"),
        ("PATCH", "/tokens", "GET, HEAD, POST"),
        ("POST", "/transactions", "GET, HEAD"),
        ("GET", "/transfer-out", "POST"),
        ("HEAD", "/transfer-out", "POST"),
        ("OPTIONS", "/config", "GET, HEAD, PATCH"),
        ("TRACE", "/config", "GET, HEAD, PATCH"),
        ("DISPATCH", "/config", "GET, HEAD, PATCH"),
        ("QUERY", "/config", "GET, HEAD, PATCH"),
        ("PERMISSION", "/config", "GET, HEAD, PATCH"),
    ],
)
def test_a_method_that_a_path_lacks_is_405_and_says_which_it_has(api, method, path, allowed):
    reply = Client(raise_request_exception=False).generic(method, f"{BASE}{path}", headers=api.headers)

    assert reply.status_code == 405
    assert reply.headers["Allow"] == allowed
    if method != "HEAD":
        assert reply.json()["code"] == "METHOD_NOT_ALLOWED"


def test_head_answers_as_get_does_without_a_body(api):
    reply = Client().head(f"{BASE}/config", headers=api.headers)

    assert reply.status_code == 200
    assert reply.content == b""
    assert reply.headers["Content-Type"] == "application/json"


def test_the_openapi_document_is_served_without_a_token():
    reply = Client().get(f"{BASE}/openapi.json")

    assert reply.status_code == 200
    assert reply.json()["openapi"].startswith("3.1")


def test_the_openapi_document_is_made_once_however_many_ask_at_once(monkeypatch):
    """Before, each made one: seconds of work in every thread, and 500 where two did it at the same moment."""
    made = []

    class Counted(SchemaGenerator):
        def get_schema(self, *args, **options):
            made.append(1)
            return super().get_schema(*args, **options)

    monkeypatch.setattr(served, "SchemaGenerator", Counted)
    served.generated.cache_clear()

    replies = threads.at_once([lambda: Client().get(f"{BASE}/openapi.json")] * 4)

    assert threads.statuses(replies) == {200: 4}
    assert len(made) == 1


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "TRACE"])
def test_the_openapi_documents_address_refuses_in_the_apis_shape_too(method):
    reply = Client().generic(method, f"{BASE}/openapi.json")

    assert reply.status_code == 405
    assert reply.json()["code"] == "METHOD_NOT_ALLOWED"


def test_the_openapi_document_does_not_mind_what_else_a_client_accepts():
    reply = Client().get(f"{BASE}/openapi.json?format=nonsense", headers={"Accept": "text/xml"})

    assert reply.status_code == 200
    assert reply.headers["Content-Type"] == "application/json"
