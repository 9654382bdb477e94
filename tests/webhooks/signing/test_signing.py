import base64
import datetime as dt
import json
import re
import subprocess
import sys
import threading
import time
import uuid
from pathlib import Path

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client

from platforms import audit
from platforms.base import clock
from tests.support import node, patience
from tests.support.servers import webhook_receiver as receivers
from webhooks.models import Algorithm, SigningKey
from webhooks.signing import signatures, signing_keys

pytestmark = [pytest.mark.service, pytest.mark.usefixtures("database")]

SAMPLES = Path(__file__).parents[3] / "docs" / "samples"
_SUFFIXES = {"python": "py", "node": "mjs"}
OVERLAP = signing_keys.OVERLAP


@pytest.fixture
def published(platform):
    """Return functions that read the platform's public keys as a developer would: over HTTP, without a token."""

    class Published:
        @staticmethod
        def pem():
            return Client().get(f"/webhook-keys/{platform.id}.pem").content.decode()

        @staticmethod
        def listed():
            return Client().get(f"/webhook-keys/{platform.id}").json()["keys"]

        @classmethod
        def standard_key(cls):
            return next(key["standardWebhooksKey"] for key in cls.listed() if key["algorithm"] == "ED25519")

    return Published


@pytest.fixture
def request_(platform, receiver, emit, deliver):
    """One delivered request, with characters that do not survive a careless re-encoding."""
    emit(platform, data={"description": "Zoë ≠ Zoe, 1.0, \u2028"})
    deliver()
    return receiver.received[0]


def test_the_service_signature_fits_the_published_key(request_, published):
    assert receivers.is_signed_by(request_, published.pem())


def test_the_service_signature_does_not_fit_a_changed_body(request_, published):
    forged = receivers.Received("POST", "/", request_.headers, request_.body.replace(b"COMPLETED", b"FAILED"), 0)

    assert forged.body != request_.body
    assert not receivers.is_signed_by(forged, published.pem())


def test_openssl_verifies_the_service_signature(request_, published, tmp_path):
    (tmp_path / "key.pem").write_text(published.pem())
    (tmp_path / "signature").write_bytes(base64.b64decode(request_.headers["X-Service-Signature"]))

    def verify(body):
        command = ["openssl", "dgst", "-sha256", "-verify", "key.pem", "-signature", "signature"]
        return subprocess.run(command, cwd=tmp_path, input=body, capture_output=True, check=False).stdout

    assert verify(request_.body) == b"Verified OK\n"
    assert verify(request_.body + b" ") == b"Verification failure\n"


def test_the_standard_webhooks_headers_fit_the_published_key(request_, published):
    assert request_.headers["Webhook-Id"] == request_.json["id"]
    assert abs(int(request_.headers["Webhook-Timestamp"]) - time.time()) < patience.LONG
    assert receivers.is_standard_webhook(request_, published.standard_key())


def test_the_standard_webhooks_signature_covers_id_and_timestamp(request_, published):
    for name, value in (("Webhook-Id", "Webhook:other"), ("Webhook-Timestamp", str(int(time.time()) - 60))):
        forged = receivers.Received("POST", "/", request_.headers | {name: value}, request_.body, 0)

        assert not receivers.is_standard_webhook(forged, published.standard_key())


@pytest.mark.parametrize("language", ["python", "node"])
class TestTheSamplesOfTheGuide:
    @pytest.fixture
    def verify(self, language, published, tmp_path):
        """Return a function that runs the sample that the guide includes, on a request."""
        source = (SAMPLES / f"check_webhook.{_SUFFIXES[language]}").read_text()
        runner = {"python": [sys.executable, "check.py"], "node": [str(node.NODE), "check.mjs"]}[language]
        (tmp_path / runner[1]).write_text(source)
        (tmp_path / "key.pem").write_text(published.pem())
        (tmp_path / "whpk.txt").write_text(published.standard_key())

        def run(headers, body):
            (tmp_path / "headers.json").write_text(json.dumps({name.lower(): value for name, value in headers.items()}))
            (tmp_path / "body").write_bytes(body)
            done = subprocess.run(runner, cwd=tmp_path, capture_output=True, text=True, check=False)
            assert done.stderr == ""
            return done.stdout

        return run

    def test_accept_what_we_send(self, verify, request_):
        assert verify(request_.headers, request_.body) == "X-Service-Signature: true\nWebhook-Signature: true\n"

    def test_refuse_a_changed_body(self, verify, request_):
        changed = request_.body.replace(b"1.0", b"9.0")

        assert verify(request_.headers, changed) == "X-Service-Signature: false\nWebhook-Signature: false\n"

    def test_refuse_an_old_timestamp(self, verify, request_, platform):
        sent_at = clock.real_now() - dt.timedelta(minutes=6)
        with transaction.atomic():
            signer = signing_keys.signers(platform_ids=[platform.id], now=clock.real_now())[platform.id]
        headers = signer.headers(event_id="Webhook:1", body=request_.body, sent_at=sent_at)

        assert verify(headers, request_.body) == "X-Service-Signature: true\nWebhook-Signature: false\n"


class TestPublicKeys:
    def test_are_made_on_the_first_reading_and_stay(self, published):
        first = published.pem()

        assert first.count("BEGIN PUBLIC KEY") == 1
        assert published.pem() == first
        assert {key["algorithm"] for key in published.listed()} == {"ECDSA_P256", "ED25519"}
        assert SigningKey.objects.count() == 2

    def test_are_a_platforms_own(self, published, new_platform):
        other = new_platform()

        assert Client().get(f"/webhook-keys/{other.id}.pem").content.decode() != published.pem()

    def test_are_described_without_anything_secret(self, published):
        for key in published.listed():
            assert set(key) <= {"id", "algorithm", "publicKey", "signsFrom", "standardWebhooksKey"}
            assert "PRIVATE" not in key["publicKey"]

    def test_may_be_cached(self, platform):
        reply = Client().get(f"/webhook-keys/{platform.id}.pem")

        assert reply["Cache-Control"] == "public, max-age=300"
        assert reply["Content-Type"] == "application/x-pem-file"

    def test_made_by_another_process_a_moment_later_than_our_present_are_signed_with(self, platform):
        now = clock.real_now()
        with transaction.atomic():
            signing_keys.ensure(platform_id=platform.id, now=now + dt.timedelta(milliseconds=5))
            signer = signing_keys.signers(platform_ids=[platform.id], now=now)[platform.id]

        assert signer.headers(event_id="Webhook:1", body=b"{}", sent_at=now)["Webhook-Signature"].startswith("v1a,")
        assert SigningKey.objects.count() == 2

    def test_of_an_unknown_platform_are_not_found_and_not_made(self):
        unknown = uuid.uuid4()

        assert Client().get(f"/webhook-keys/{unknown}.pem").status_code == 404
        assert Client().get(f"/webhook-keys/{unknown}").status_code == 404
        assert not SigningKey.objects.exists()

    def test_can_only_be_read(self, platform):
        assert Client().post(f"/webhook-keys/{platform.id}.pem").status_code == 405

    def test_asked_for_by_many_at_once_are_made_once(self, platform):
        seen = []
        barrier = threading.Barrier(8)

        def ask():
            barrier.wait()
            try:
                seen.append(Client().get(f"/webhook-keys/{platform.id}.pem").content)
            finally:
                connection.close()

        threads = [threading.Thread(target=ask) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

        assert len(seen) == 8
        assert len(set(seen)) == 1
        assert SigningKey.objects.count() == 2


class TestRotation:
    @pytest.fixture
    def rotated_at(self, platform, published):
        published.pem()
        now = clock.real_now()
        with transaction.atomic():
            signing_keys.rotate(platform_id=platform.id, actor=audit.SYSTEM, now=now)
        return now

    def sign(self, platform, now):
        with transaction.atomic():
            signer = signing_keys.signers(platform_ids=[platform.id], now=now)[platform.id]
        headers = signer.headers(event_id="Webhook:1", body=b"{}", sent_at=clock.real_now())
        return receivers.Received("POST", "/", headers, b"{}", 0)

    def test_publishes_the_successor_before_it_signs(self, platform, published, rotated_at):
        old, new = re.findall(r"-----BEGIN.*?END PUBLIC KEY-----\n", published.pem(), re.DOTALL)

        before = self.sign(platform, rotated_at + OVERLAP - dt.timedelta(seconds=1))
        after = self.sign(platform, rotated_at + OVERLAP)

        assert receivers.is_signed_by(before, old)
        assert not receivers.is_signed_by(before, new)
        assert receivers.is_signed_by(after, new)
        assert not receivers.is_signed_by(after, old)

    def test_keeps_the_predecessor_known_for_a_while_after_it_stopped(self, platform, rotated_at):
        def known(now):
            with transaction.atomic():
                signing_keys.ensure(platform_id=platform.id, now=now)
            return SigningKey.objects.filter(published_until__gt=now).count()

        assert known(rotated_at + 2 * OVERLAP - dt.timedelta(seconds=1)) == 2
        assert known(rotated_at + 2 * OVERLAP) == 0

    def test_signs_with_both_keys_where_the_header_has_room(self, platform, published, rotated_at):
        keys = [key["standardWebhooksKey"] for key in published.listed() if key["algorithm"] == "ED25519"]

        request = self.sign(platform, rotated_at + OVERLAP)

        assert len(keys) == 2
        assert all(receivers.is_standard_webhook(request, key) for key in keys)

    def test_twice_in_a_row_leaves_one_newest_key_of_each_kind(self, platform, rotated_at):
        with transaction.atomic():
            signing_keys.rotate(platform_id=platform.id, actor=audit.SYSTEM, now=rotated_at)

        assert SigningKey.objects.filter(published_until=None).count() == 2
        assert receivers.is_signed_by(
            self.sign(platform, rotated_at), Client().get(f"/webhook-keys/{platform.id}.pem").content.decode()
        )

    def test_is_audited(self, platform, rotated_at):
        from platforms.models import AuditEntry

        assert AuditEntry.objects.get(verb="signing_keys.rotate").platform_id == platform.id

    def test_two_newest_keys_are_impossible(self, platform, published):
        published.pem()
        key = SigningKey.objects.filter(algorithm=Algorithm.P256).get()
        key.pk = uuid.uuid4()

        with pytest.raises(IntegrityError):
            key.save(force_insert=True)


def test_private_keys_are_encrypted_where_they_are_stored(platform, published):
    published.pem()
    for key in SigningKey.objects.all():
        assert b"PRIVATE" not in bytes(key.sealed_private_key)

    signatures.load_p256(SigningKey.objects.get(algorithm=Algorithm.P256).private_key)
    signatures.load_ed25519(SigningKey.objects.get(algorithm=Algorithm.ED25519).private_key)
