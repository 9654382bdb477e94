"""Trust in counterparties: keys fetched and cached, and nonces used once."""

import contextlib
import datetime as dt
import threading
import time

import pytest
from django.db import connection

from payments.models import UmaNonce
from payments.uma import messages
from payments.uma.protocol import authenticity, keys, nonces
from platforms.base.slots import Busy
from tests.payments.uma import sample_messages
from tests.support import patience, threads
from tests.support.servers.webhook_receiver import Answer, Receiver
from tests.support.uma import institutions

pytestmark = pytest.mark.django_db
NOW = dt.datetime.now(dt.UTC)
AT_ONCE = 2
"""Domains whose keys a process asks for outsiders."""


def message(who, now=NOW):
    return messages.read_callback(
        messages.build_callback(status=messages.CallbackStatus.COMPLETED, signer=who.signer, now=now)
    ).signature


def require(who, now=NOW):
    return authenticity.require(message(who, now), domain=who.domain, environment="SANDBOX", now=now)


def refusal(call, *args):
    with pytest.raises(messages.ProtocolError) as refused:
        call(*args)
    return refused.value.reason


# --- keys ---


def test_keys_are_asked_for_once_an_hour(peer):
    found = [require(peer, NOW + dt.timedelta(minutes=minutes)) for minutes in (0, 1, 59)]

    assert peer.asked == 1
    assert {entry.signing_key for entry in found} == {peer.keys.signing_key}
    require(peer, NOW + dt.timedelta(minutes=60))
    assert peer.asked == 2
    assert peer.server.received[0].path == "/.well-known/lnurlpubkey"
    assert peer.server.received[0].headers["Host"] == "peer.example"


def test_keys_are_kept_no_longer_than_they_say(peer):
    ends = NOW + dt.timedelta(minutes=10)
    peer.server.default = Answer(
        200,
        institutions.key_document(
            [institutions.certificate(peer.signing)],
            [institutions.certificate(peer.encryption)],
            expirationTimestamp=int(ends.timestamp()),
        ),
    )

    for minutes in (0, 9):
        require(peer, NOW + dt.timedelta(minutes=minutes))
    assert peer.asked == 1

    # The domain still gives out the same ones, which are none any more by their own word.
    assert refusal(require, peer, NOW + dt.timedelta(minutes=10)) == messages.Reason.CERT_CHAIN_EXPIRED
    assert peer.asked == 2


def test_new_keys_are_found_when_a_signature_does_not_fit_the_old_ones(peer):
    require(peer)
    peer.renew()

    later = NOW + dt.timedelta(minutes=5)

    assert require(peer, later).signing_key == peer.keys.signing_key
    assert peer.asked == 2


def test_bad_signatures_make_us_ask_a_domain_twice_a_minute_at_most(peer):
    require(peer)
    outsider = institutions.Institution(peer.domain)

    reasons = {refusal(require, outsider, NOW + dt.timedelta(seconds=seconds)) for seconds in range(0, 90, 3)}

    assert reasons == {messages.Reason.INVALID_SIGNATURE}
    assert peer.asked == 3
    assert UmaNonce.objects.count() == 1


@pytest.mark.parametrize(
    "answer",
    [
        Answer(500),
        Answer(404),
        Answer(302, headers={"Location": "https://elsewhere.example/"}),
        Answer(200, b"<html>"),
        Answer(200, b"{}"),
        Answer(200, b'{"signingCertChain":["00"]}'),
        Answer(200, b" " * 70_000),
    ],
)
def test_a_domain_without_proper_keys_is_not_believed_and_not_asked_at_once_again(peer, answer):
    peer.server.default = answer

    reasons = {refusal(require, peer, NOW + dt.timedelta(seconds=seconds)) for seconds in (0, 10, 29)}

    assert reasons <= {messages.Reason.COUNTERPARTY_PUBKEY_FETCH_ERROR, messages.Reason.INVALID_PUBKEY_FORMAT}
    assert peer.asked == 1
    peer.server.default = Answer(200, peer.document)
    assert require(peer, NOW + dt.timedelta(seconds=31))


def test_a_domain_that_is_down_while_its_keys_are_kept_is_still_believed(peer):
    require(peer)
    peer.server.default = Answer(503)

    refusal(require, institutions.Institution(peer.domain), NOW + dt.timedelta(minutes=2))

    assert require(peer, NOW + dt.timedelta(minutes=3))


def test_domains_that_never_had_keys_are_forgotten_soon(peer):
    peer.server.default = Answer(404)
    refusal(require, peer)

    assert keys.forget(now=NOW + dt.timedelta(seconds=29)) == 0
    assert keys.forget(now=NOW + dt.timedelta(seconds=31)) == 1


@contextlib.contextmanager
def all_slots_taken(settings):
    """Have outsiders name domains that take their time, until the block ends."""
    with Receiver() as slow, pytest.MonkeyPatch.context() as patch:
        patch.setattr(keys, "TIMEOUT_SECONDS", patience.LONG)
        domains = [f"slow{number}.example" for number in range(AT_ONCE)]
        settings.UMA_LOOPBACK = {**settings.UMA_LOOPBACK} | dict.fromkeys(domains, f"127.0.0.1:{slow.port}")
        released = threading.Event()
        slow.on_request = lambda _: released.wait(patience.LONG)
        works = [threading.Thread(target=_ask_and_close, args=(domain,)) for domain in domains]
        for work in works:
            work.start()
        slow.wait_for(AT_ONCE)
        try:
            yield
        finally:
            released.set()
            for work in works:
                work.join()


def _ask_and_close(domain):
    with contextlib.suppress(messages.ProtocolError):
        keys.of_domain(domain, environment="SANDBOX", now=NOW)
    connection.close()


@pytest.mark.django_db(transaction=True)
def test_outsiders_with_slow_domains_hold_a_few_threads_and_no_more(settings, peer):
    known = institutions.Institution("known.example", peer.server)
    settings.UMA_LOOPBACK = {**settings.UMA_LOOPBACK, "known.example": settings.UMA_LOOPBACK["peer.example"]}
    require(known)
    with all_slots_taken(settings):
        started = time.monotonic()

        # Another unknown one is refused at once; known ones are trusted, also a moment after their keys expired.
        with pytest.raises(Busy):
            require(peer)
        require(known, NOW + dt.timedelta(minutes=1))
        require(known, NOW + dt.timedelta(minutes=60, seconds=30))
        with pytest.raises(Busy):
            require(known, NOW + dt.timedelta(minutes=61, seconds=1))
        # What our own platforms ask for shares nothing with them.
        assert keys.of_domain(peer.domain, environment="SANDBOX", now=NOW, is_ours=True)

        assert time.monotonic() - started < patience.LONG / 5, "nobody has waited for the slow ones"
    # With places again, being refused has left no mark.
    assert require(known, NOW + dt.timedelta(minutes=61, seconds=2))


def test_keys_of_domains_that_nobody_names_are_forgotten(peer):
    require(peer)

    assert keys.forget(now=NOW + dt.timedelta(hours=23)) == 0
    assert keys.forget(now=NOW + dt.timedelta(hours=25)) == 1


def test_a_domain_where_nobody_answers_is_not_believed(settings):
    settings.UMA_LOOPBACK = {"gone.example": "127.0.0.1:1"}

    with pytest.raises(messages.ProtocolError) as refused:
        keys.of_domain("gone.example", environment="SANDBOX", now=NOW)

    assert (refused.value.reason, refused.value.status) == ("COUNTERPARTY_PUBKEY_FETCH_ERROR", 424)


# --- order ---


def test_an_old_message_costs_no_question_and_no_nonce(peer):
    old = message(peer, NOW - dt.timedelta(minutes=6))

    assert (
        refusal(lambda: authenticity.require(old, domain=peer.domain, environment="SANDBOX", now=NOW))
        == messages.Reason.INVALID_TIMESTAMP
    )

    assert peer.asked == 0
    assert not UmaNonce.objects.exists()


def test_a_nonce_is_spent_by_a_genuine_message_only(peer):
    forged = message(institutions.Institution(peer.domain))
    genuine = message(peer)

    assert (
        refusal(lambda: authenticity.require(forged, domain=peer.domain, environment="SANDBOX", now=NOW))
        == "INVALID_SIGNATURE"
    )
    assert not UmaNonce.objects.exists()
    authenticity.require(genuine, domain=peer.domain, environment="SANDBOX", now=NOW)
    assert UmaNonce.objects.get().nonce == genuine.nonce


def test_a_genuine_message_costs_the_keys_and_the_nonce(peer, costs):
    require(peer)

    with costs.of():
        require(peer)


# --- nonces ---


def test_a_nonce_counts_per_domain():
    signature = message(sample_messages.payer())

    nonces.spend(signature, domain="one.example")
    nonces.spend(signature, domain="two.example")

    assert refusal(lambda: nonces.spend(signature, domain="one.example")) == messages.Reason.INVALID_NONCE


def test_nonces_are_kept_as_long_as_their_messages_are_fresh_and_then_forgotten():
    nonces.spend(message(sample_messages.payer()), domain="one.example")

    assert nonces.forget(now=NOW + messages.MAX_AGE + messages.MAX_AHEAD) == 0
    assert nonces.forget(now=NOW + dt.timedelta(hours=2)) == 1


def spend_twenty_times(signature):
    accepted = []

    def attempt():
        try:
            nonces.spend(signature, domain="one.example")
        except messages.ProtocolError:
            return
        accepted.append(threading.get_ident())

    threads.at_once([attempt] * 20)
    return len(accepted)


@pytest.mark.django_db(transaction=True)
def test_of_twenty_at_the_same_moment_one_gets_through():
    assert [spend_twenty_times(message(sample_messages.payer())) for _ in range(5)] == [1] * 5


@pytest.mark.django_db(transaction=True)
def test_control_without_the_constraint_several_get_through():
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE payments_umanonce DROP CONSTRAINT uma_nonce_spent_once")
    try:
        assert max(spend_twenty_times(message(sample_messages.payer())) for _ in range(3)) > 1
    finally:
        UmaNonce.objects.all().delete()
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE payments_umanonce ADD CONSTRAINT uma_nonce_spent_once UNIQUE (domain, nonce)")
