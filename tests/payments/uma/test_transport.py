"""How messages travel: in this process to our own identities, over https to everybody else."""

import datetime as dt

import pytest
from django.db import transaction
from django.test import override_settings

from payments.uma import messages
from payments.uma.identities import identities
from payments.uma.protocol import authenticity, keys, transport
from tests.support.servers.webhook_receiver import Answer, Receiver

pytestmark = pytest.mark.django_db


def now() -> dt.datetime:
    """Return the present: a message may be a few minutes old, and a run of all tests takes longer."""
    return dt.datetime.now(dt.UTC)


def test_a_platform_of_this_service_is_asked_without_leaving_the_process(acme):
    answer = transport.get(f"https://{acme.platform.uma_domain}/.well-known/lnurlpubkey", environment="SANDBOX")

    assert answer.is_ok
    assert messages.read_public_keys(answer.body, now=now()).signing_key


def test_two_platforms_of_one_service_look_each_other_up(acme, rival, address):
    signer = identities.signer(platform_id=rival.platform.id, domain=rival.platform.uma_domain, now=now())
    url = messages.build_lookup_url(address, signer=signer, is_subject_to_travel_rule=True, now=now())

    answer = transport.get(url, environment="SANDBOX")

    assert answer.status == 200, answer.body
    reply = messages.read_lookup_reply(answer.body, receiver=address)
    authenticity.require(reply.signature, domain=acme.platform.uma_domain, environment="SANDBOX", now=now())
    assert transport.get(url, environment="SANDBOX").status == 400, "its nonce is spent"


def test_the_sandboxs_counterparty_is_asked_in_process_and_its_receivers_are_made_when_asked_for(acme, settings):
    domain = settings.SANDBOX_UMA_DOMAIN
    signer = identities.signer(platform_id=acme.platform.id, domain=acme.platform.uma_domain, now=now())

    def ask(user):
        address = f"{user}@{domain}"
        url = messages.build_lookup_url(address, signer=signer, is_subject_to_travel_rule=True, now=now())
        return transport.get(url, environment="SANDBOX")

    found, unknown = ask("$success.eur"), ask("$somebody.eur")

    assert found.status == 200, found.body
    reply = messages.read_lookup_reply(found.body, receiver=f"$success.eur@{domain}")
    assert [currency.code for currency in reply.currencies] == ["EUR"]
    assert (
        keys.of_domain(domain, environment="SANDBOX", now=now()).signing_key
        != keys.of_domain(acme.platform.uma_domain, environment="SANDBOX", now=now()).signing_key
    )
    authenticity.require(reply.signature, domain=domain, environment="SANDBOX", now=now())
    assert unknown.status == 404


@pytest.mark.parametrize("path", ["/admin/login/", "/healthz", "/2025-10-13/config", "/uma", ""])
def test_no_counterparty_makes_us_ask_other_paths_of_ourselves(settings, path, db):
    for base in (settings.PUBLIC_BASE_URL, f"https://{settings.SANDBOX_UMA_DOMAIN}"):
        with pytest.raises(transport.Unreachable, match="not a path of the protocol"):
            transport.post(f"{base}{path}", b"{}", environment="SANDBOX")


@pytest.mark.parametrize(
    "url",
    [
        "http://payee.example/uma/callback",
        "https://127.0.0.1/.well-known/lnurlpubkey",
        "https://10.0.0.1/",
        "https://[::1]/",
        "http://localhost:9/uma/x",
        "ftp://payee.example/",
        "https://user@payee.example/",
        "https://[",
        "https://payee.example:99999/",
        "",
        "//",
    ],
)
def test_an_address_that_is_not_public_or_not_https_is_never_called(url, db):
    with pytest.raises(transport.Unreachable):
        transport.get(url, environment="SANDBOX")


@pytest.mark.parametrize("domain", ["bank.internal", "bank.local", "bank.localhost"])
def test_a_domain_that_looks_local_is_not_called_over_plain_http(domain, db, settings):
    with Receiver() as server:
        with pytest.raises(transport.Unreachable, match="REFUSED_ADDRESS"):
            transport.get(f"http://{domain}:{server.port}/.well-known/lnurlpubkey", environment="SANDBOX")

        assert server.received == []


def test_a_domain_of_the_loopback_setting_is_called_there_and_nowhere_else(peer):
    place = f"127.0.0.1:{peer.server.port}"

    named = transport.get("https://peer.example/.well-known/lnurlpubkey?a=1", environment="SANDBOX")
    placed = transport.post(f"http://{place}/uma/callback/1", b'{"a":1}', environment="SANDBOX")

    assert (named.status, placed.status) == (200, 200)
    assert [request.headers["Host"] for request in peer.server.received] == ["peer.example", place]
    assert [request.path for request in peer.server.received] == ["/.well-known/lnurlpubkey?a=1", "/uma/callback/1"]
    assert peer.server.received[1].json == {"a": 1}
    with override_settings(UMA_LOOPBACK={}), pytest.raises(transport.Unreachable):
        transport.post(f"http://{place}/uma/callback/1", b"{}", environment="SANDBOX")


def test_an_endless_reply_is_cut_and_then_refused(peer):
    peer.server.default = Answer(200, b"9" * 5_000_000)

    answer = transport.get("https://peer.example/", environment="SANDBOX")

    assert len(answer.body) == messages.MAX_BODY_BYTES + 1
    with pytest.raises(messages.ProtocolError, match="too long"):
        messages.read_public_keys(answer.body, now=now())


def test_a_slow_institution_costs_the_time_out_and_no_more(peer):
    peer.server.default = Answer(200, delay=2)

    with pytest.raises(transport.Unreachable, match="TIMEOUT"):
        transport.get("https://peer.example/", environment="SANDBOX", timeout_seconds=0.2)


def test_nothing_is_sent_inside_a_database_transaction(peer):
    with transaction.atomic(), pytest.raises(AssertionError, match="database transaction"):
        transport.get("https://peer.example/", environment="SANDBOX")

    assert peer.asked == 0
