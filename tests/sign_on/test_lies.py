"""The provider is slow, away, or lies, and others try what is not theirs: a clear page, and nothing changed."""

import logging
import time

import pytest
from django.contrib.auth.models import User
from django.test import Client

from config.sign_on import provider as asking
from platforms.models import AuditEntry
from tests.sign_on import provider as providers
from tests.sign_on.conftest import ANNA, Person

pytestmark = [pytest.mark.service, pytest.mark.django_db]
NOW = int(time.time())
WRONG = {
    "a key that nobody publishes": ({"key": "unpublished"}, "the token: BadSignatureError"),
    "for another client": ({"claims": {"aud": "somebody-else"}}, "the claim aud"),
    "for several, and issued to another": ({"claims": {"aud": ["back-office", "x"], "azp": "x"}}, "the claim azp"),
    "of another issuer": ({"claims": {"iss": "https://evil.example"}}, "the claim iss"),
    "of another sign-on": ({"claims": {"nonce": "of-somebody-else"}}, "the claim nonce"),
    "without a nonce": ({"claims": {"nonce": None}}, "the claim nonce"),
    "over": ({"claims": {"exp": NOW - 3600}}, "the token: ExpiredTokenError"),
    "without an end": ({"claims": {"exp": None}}, "the claim exp"),
    "with another access token": ({"claims": {"at_hash": "b3RoZXI"}}, "the claim at_hash"),
    "of a person without a name": ({"claims": {"sub": ""}}, "the claim sub"),
    "of a number": ({"claims": {"sub": 7}}, "the claim sub"),
    "with an address that is not proven": ({"claims": {"email_verified": False}}, "the claim email_verified"),
    "with an address that is none": ({"claims": {"email": ["x"]}}, "the claim email"),
    "no token": ({"body": '{"access_token": "x", "token_type": "bearer"}'}, "no ID token"),
    "a token of nonsense": ({"body": '{"id_token": "a.b.c"}'}, "the token: DecodeError"),
    "no signature": (
        {"body": '{"id_token": "eyJhbGciOiJub25lIn0.eyJzdWIiOiJhbm5hIn0."}'},
        "the token: ",
    ),
    "nonsense": ({"body": "<html>"}, "no tokens: unknown"),
    "an error of its own": ({"status": 500, "body": "oops"}, "HTTP status 500"),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_can_not_be_believed_signs_nobody_on(provider, caplog, what):
    lie, reason = WRONG[what]
    anna = Person("anna")
    back = anna.back()
    provider.say(lie=lie)

    reply = anna.ours.get(back)

    assert reply.status_code in {403, 424}, reply.content.decode()
    assert "To the sign-in page" in reply.content.decode()
    assert any(getattr(line, "reason", "").startswith(reason) for line in caplog.records), [
        getattr(line, "reason", "") for line in caplog.records
    ]
    assert not User.objects.exists()
    assert not AuditEntry.objects.exists()
    assert anna.ours.get("/admin/").status_code == 302


def test_no_secret_is_in_a_log_or_on_a_page(provider, caplog):
    caplog.set_level(logging.DEBUG)
    anna = Person("anna")
    back = anna.back()
    provider.say(lie={"status": 400, "body": '{"error": "invalid_client", "error_description": "a-secret"}'})

    page = anna.ours.get(back).content.decode()

    told = [page, *(str(vars(line)) for line in caplog.records if line.name.startswith("config"))]
    code = back.partition("code=")[2].partition("&")[0]
    for secret in (providers.CLIENT_SECRET, code, "a-secret", "anna@example.com"):
        assert all(secret not in text for text in told), secret
    assert any(getattr(line, "reason", "") == "no tokens: invalid_client" for line in caplog.records)


def test_a_code_counts_once(provider):
    anna = Person("anna")
    back = anna.back()
    kept = anna.ours.cookies["sign_on"].value
    assert anna.ours.get(back).status_code == 302
    anna.ours.post("/admin/logout/")

    again = anna.ours.get(back)
    thief = Client()
    thief.cookies["sign_on"] = kept
    stolen = thief.get(back)

    assert (again.status_code, stolen.status_code) == (400, 403)
    assert "used before" in stolen.content.decode()
    assert thief.get("/admin/").status_code == 302


def test_an_answer_that_this_browser_did_not_ask_for_signs_nobody_on(provider):
    """Else somebody would work in the account of a thief, and not know it."""
    back = Person("bert").back()
    anna = Person("anna")
    anna.sent()

    reply = anna.ours.get(back)

    assert reply.status_code == 400
    assert "This sign-on is over" in reply.content.decode()
    assert not User.objects.exists()


def test_an_answer_of_another_issuer_gets_no_code_of_ours(provider):
    anna = Person("anna")
    back = anna.back()
    address, _, iss = back.rpartition("&iss=")
    assert iss

    for other in (f"{address}&iss=https%3A%2F%2Fevil.example", address):
        anna.sent()
        state = anna.sent().partition("&state=")[2].partition("&")[0]
        replayed = "&".join(part if "state=" not in part else f"state={state}" for part in other.split("&"))
        assert anna.ours.get(replayed).status_code == 403
    assert not User.objects.exists()


@pytest.mark.parametrize(
    "following", ["https://evil.example/", "//evil.example", "/healthz", "javascript:alert(1)", "/admin/\\n"]
)
def test_it_leads_to_no_other_site(provider, following):
    reply = Person("anna").sign_on(f"?next={following}")

    assert reply["Location"] in {"/admin/", "/admin/%5Cn"}


def test_whom_the_provider_refuses_reads_our_words_alone(provider):
    page = Person("nobody").sign_on()

    assert page.status_code == 403
    assert "has not let you in" in page.content.decode()
    assert "<script>not you" not in page.content.decode()


def test_a_key_that_is_new_is_read(provider):
    assert Person("bert").sign_on().status_code == 302
    provider.say(lie={"key": "two"})

    assert Person("anna").sign_on().status_code == 302


@pytest.mark.parametrize(
    "document", [{"issuer": "https://evil.example"}, {"token_endpoint": "http://evil.example/"}, {"jwks_uri": None}]
)
def test_a_document_that_is_another_s_is_not_used(provider, document):
    asking.forget()
    provider.say(lie={"path": "/.well-known/openid-configuration", "document": document})

    reply = Client().get("/admin/sign-on/")

    assert reply.status_code == 403


def test_a_provider_that_is_away_or_slow_is_said_to_be(provider, settings):
    anna = Person("anna")
    back = anna.back()
    provider.say(lie={"wait": 7000})

    slow = anna.ours.get(back)
    settings.OIDC_ISSUER = "http://127.0.0.1:1"
    away = Client().get("/admin/sign-on/")

    assert (slow.status_code, away.status_code) == (424, 424)
    assert "does not answer" in slow.content.decode()
    assert not User.objects.exists()


def test_a_slow_provider_takes_two_threads_at_most(provider):
    asking.forget()
    assert all(asking.waiting.acquire(blocking=False) for _ in range(2))
    try:
        assert Client().get("/admin/sign-on/").status_code == 424
    finally:
        asking.waiting.release()
        asking.waiting.release()


def test_a_name_that_is_no_name_here_gets_no_account(provider):
    provider.say(people={"zoë": ANNA | {"email": "o'hara@example.com"}})

    reply = Person("zoë").sign_on()

    assert "can&#x27;t be the name of an account" in reply.content.decode()
    assert not User.objects.exists()


def test_groups_that_are_too_many_for_the_token_take_no_role_away(provider, caplog):
    anna = Person("anna")
    anna.sign_on()
    provider.say(people={"anna": {"email": "anna@example.com", "email_verified": True}})
    provider.say(lie={"claims": {"_claim_names": {"groups": "src1"}}})

    assert anna.sign_on().status_code == 403
    assert User.objects.get().groups.get().name == "support"
    assert caplog.records[-1].__dict__["reason"] == "more groups than the token has room for"
