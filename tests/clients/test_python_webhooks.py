"""The client in Python: what the service signed a moment ago is taken, and nothing else."""

import base64
import datetime as dt
import json
import threading
import time

import pytest
import standardwebhooks
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from payments_platform_client import KeysUnavailable, NotGenuine, PublicKeys, Webhooks

from tests.clients.moody import Answer, Moody, reply

pytestmark = pytest.mark.beside

SECRET = "whsec_" + base64.b64encode(b"a secret of thirty-two bytes ...").decode()
OTHER_SECRET = "whsec_" + base64.b64encode(b"another secret of thirty-two ...").decode()
BODY = json.dumps(
    {
        "id": "Webhook:1",
        "type": "OUTGOING_PAYMENT.COMPLETED",
        "timestamp": "2026-03-01T12:00:00.000000Z",
        "data": {"id": "Transaction:1", "description": "Zoë ≠ Zoe, \u2028"},
        "sequence": 2,
    },
    ensure_ascii=False,
).encode()


def signed(*keys, body=BODY, at=None, secrets=()):
    """Headers as the service sends them."""
    sent_at = int(time.time() if at is None else at)
    text = f"Webhook:1.{sent_at}.".encode() + body
    entries = [f"v1a,{base64.b64encode(key.sign(text)).decode()}" for key in keys]
    moment = dt.datetime.fromtimestamp(sent_at, dt.UTC)
    entries += [standardwebhooks.Webhook(secret).sign("Webhook:1", moment, body.decode()) for secret in secrets]
    return {"Webhook-Id": "Webhook:1", "Webhook-Timestamp": str(sent_at), "Webhook-Signature": " ".join(entries)}


def published(*keys):
    texts = [
        base64.b64encode(
            key.public_key().public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw)
        ).decode()
        for key in keys
    ]
    return reply(
        {
            "keys": [
                {"algorithm": "ECDSA_P256_SHA256"},
                *({"algorithm": "ED25519", "standardWebhooksKey": f"whpk_{text}"} for text in texts),
            ]
        }
    )


@pytest.fixture
def key():
    return Ed25519PrivateKey.generate()


@pytest.fixture
def moody(key):
    with Moody() as server:
        server.answers = [published(key)]
        yield server


class Clock:
    """How long the process has run, in seconds."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def webhooks(moody, clock):
    return Webhooks(keys=PublicKeys(f"{moody.url}/webhook-keys/p.pem", now=clock))


def test_an_event_is_read(webhooks, key):
    event = webhooks.verify(signed(key), BODY)

    assert (event.id, event.type, event.sequence) == ("Webhook:1", "OUTGOING_PAYMENT.COMPLETED", 2)
    assert event.timestamp == dt.datetime(2026, 3, 1, 12, tzinfo=dt.UTC)
    assert event.data == {"id": "Transaction:1", "description": "Zoë ≠ Zoe, \u2028"}
    assert not event.is_truncated


def test_names_of_headers_may_be_written_in_any_way(webhooks, key):
    headers = signed(key)

    for change in (str.lower, str.upper, str.title):
        assert webhooks.verify({change(name): value for name, value in headers.items()}, BODY).id == "Webhook:1"


def test_the_keys_are_read_once(webhooks, moody, key):
    for _ in range(3):
        webhooks.verify(signed(key), BODY)

    assert [seen.path for seen in moody.seen] == ["/2025-10-13/webhook-keys/p"]


def test_a_secret_needs_no_keys(key):
    event = Webhooks(secrets=[SECRET]).verify(signed(key, secrets=[SECRET]), BODY)

    assert event.id == "Webhook:1"


def test_while_secrets_are_replaced_either_fits(key):
    both = Webhooks(secrets=[SECRET, OTHER_SECRET])

    for secrets in ([SECRET], [OTHER_SECRET], [OTHER_SECRET, SECRET]):
        assert both.verify(signed(key, secrets=secrets), BODY).id == "Webhook:1"
    with pytest.raises(NotGenuine):
        Webhooks(secrets=[SECRET]).verify(signed(key, secrets=[OTHER_SECRET]), BODY)


def _forgeries(key):
    headers = signed(key)
    signature = headers["Webhook-Signature"]
    return {
        "another body": (headers, BODY.replace(b"COMPLETED", b"FAILED")),
        "a blank more": (headers, BODY + b" "),
        "another id": (headers | {"Webhook-Id": "Webhook:2"}, BODY),
        "another time": (headers | {"Webhook-Timestamp": str(int(headers["Webhook-Timestamp"]) - 1)}, BODY),
        "no time": (headers | {"Webhook-Timestamp": "soon"}, BODY),
        "a time in other digits": (headers | {"Webhook-Timestamp": "\u0661\u0662\u0663"}, BODY),
        "a long time": (headers | {"Webhook-Timestamp": "9" * 5000}, BODY),
        "a short signature": (headers | {"Webhook-Signature": "v1a,AAAA"}, BODY),
        "no base64": (headers | {"Webhook-Signature": "v1a,%%%"}, BODY),
        "no signature": (headers | {"Webhook-Signature": "v1a"}, BODY),
        "an empty one": (headers | {"Webhook-Signature": "v1,"}, BODY),
        "the version of another": (headers | {"Webhook-Signature": signature.replace("v1a", "v1")}, BODY),
        "an unknown version": (headers | {"Webhook-Signature": signature.replace("v1a", "v2")}, BODY),
        "another key": (signed(Ed25519PrivateKey.generate()), BODY),
        "another secret": (signed(secrets=[OTHER_SECRET]), BODY),
        "no headers": ({}, b""),
    }


@pytest.mark.parametrize("name", list(_forgeries(Ed25519PrivateKey.generate())))
def test_what_was_changed_or_made_up_is_refused(moody, key, name):
    headers, body = _forgeries(key)[name]
    webhooks = Webhooks(keys=PublicKeys(f"{moody.url}/webhook-keys/p"), secrets=[SECRET])

    with pytest.raises(NotGenuine):
        webhooks.verify(headers, body)
    assert webhooks.verify(signed(key), BODY).id == "Webhook:1"


@pytest.mark.parametrize(("seconds", "is_taken"), [(301, False), (-302, False), (299, True), (-298, True)])
def test_what_was_sent_long_ago_or_in_the_future_is_refused(webhooks, key, seconds, is_taken):
    now = time.time()
    fixed = Webhooks(keys=webhooks._keys, now=lambda: now)
    headers = signed(key, at=int(now) - seconds)

    if is_taken:
        assert fixed.verify(headers, BODY).id == "Webhook:1"
    else:
        with pytest.raises(NotGenuine, match="too long ago"):
            fixed.verify(headers, BODY)


def test_the_tolerance_can_be_chosen(moody, key):
    strict = Webhooks(keys=PublicKeys(moody.url), tolerance=10)

    with pytest.raises(NotGenuine):
        strict.verify(signed(key, at=time.time() - 20), BODY)


def test_text_is_no_body(webhooks, key):
    with pytest.raises(TypeError, match="raw bytes"):
        webhooks.verify(signed(key), BODY.decode())


def test_a_new_key_is_found(webhooks, moody, key, clock):
    """A process that has slept for days, and a key that was replaced meanwhile."""
    webhooks.verify(signed(key), BODY)
    new = Ed25519PrivateKey.generate()
    moody.answers = [published(key, new)]
    with pytest.raises(NotGenuine):
        webhooks.verify(signed(new), BODY)  # Read a moment ago: forgeries must not set the pace.

    clock.seconds = 61

    assert webhooks.verify(signed(new), BODY).id == "Webhook:1"
    assert webhooks.verify(signed(key), BODY).id == "Webhook:1"
    assert len(moody.seen) == 2


def test_a_key_that_was_withdrawn_fits_no_longer_after_a_day(webhooks, moody, key, clock):
    webhooks.verify(signed(key), BODY)
    moody.answers = [published()]

    clock.seconds = 86_401

    with pytest.raises(NotGenuine):
        webhooks.verify(signed(key), BODY)


def test_forgeries_do_not_have_the_keys_read_again_and_again(webhooks, moody):
    for _ in range(5):
        with pytest.raises(NotGenuine):
            webhooks.verify(signed(Ed25519PrivateKey.generate()), BODY)

    assert len(moody.seen) == 1


def test_threads_read_the_keys_once(webhooks, moody, key):
    threads = [threading.Thread(target=webhooks.verify, args=(signed(key), BODY)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(moody.seen) == 1


@pytest.mark.parametrize("answer", [Answer(503), Answer(200, b"<html>"), reply({}), reply({"keys": [{}]}), reply([])])
def test_keys_that_cannot_be_read_are_no_forgery(webhooks, moody, key, answer):
    good, moody.answers = moody.answers, [answer]
    with pytest.raises(KeysUnavailable):
        webhooks.verify(signed(key), BODY)

    moody.answers = good
    assert webhooks.verify(signed(key), BODY).id == "Webhook:1"


def test_something_to_check_by_must_be_named():
    with pytest.raises(ValueError, match="secret"):
        Webhooks()
    with pytest.raises(ValueError, match="empty"):
        Webhooks(secrets=["whsec_"])
