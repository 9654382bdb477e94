"""Shared secrets: signatures that the published libraries of Standard Webhooks check unchanged."""

import base64
import datetime as dt
import re
import threading
import time

import pytest
import standardwebhooks
from django.db import connection, transaction

from config.launch import environment
from platforms.base import clock, identifiers
from platforms.models import AuditEntry
from tests.conftest import Api
from tests.support import factories
from webhooks import tasks
from webhooks.models import SigningSecret
from webhooks.signing import signing_keys

pytestmark = pytest.mark.usefixtures("database")


@pytest.fixture
def owner(platform):
    """The platform's own client of the API."""
    created = factories.token(platform)
    return Api(created.token.client_id, created.client_secret)


@pytest.fixture
def deliver_one(platform, emit, deliver, receiver):
    """Return a function that has one event delivered and returns its request."""

    def send():
        emit(platform, resource=f"Transaction:{identifiers.new_key()}", data={"description": "Zoë ≠ Zoe, \u2028"})
        deliver()
        return receiver.received[-1]

    return send


def make(owner, **body):
    reply = owner.post("/webhook-secrets", body)
    assert reply.status_code == 201, reply.content
    return reply.json()


def fits(request, secret):
    try:
        return standardwebhooks.Webhook(secret).verify(request.body, request.headers) == request.json
    except standardwebhooks.WebhookVerificationError:
        return False


def versions(request):
    return [entry.partition(",")[0] for entry in request.headers["Webhook-Signature"].split(" ")]


def test_the_published_library_verifies_an_event_unchanged(owner, deliver_one):
    secret = make(owner)["secret"]

    request = deliver_one()

    assert standardwebhooks.Webhook(secret).verify(request.body, request.headers) == request.json
    assert versions(request) == ["v1a", "v1"]


def test_the_guide_shows_how(owner, deliver_one):
    guide = (environment.PROJECT / "docs" / "platform-developer" / "webhooks.md").read_text()
    blocks = re.findall(r"```python\n(.*?)```", guide, re.DOTALL)
    [shown] = [block for block in blocks if "standardwebhooks" in block]
    secret = make(owner)["secret"]
    request = deliver_one()
    names = {"secret": secret, "body": request.body, "headers": request.headers}

    exec(shown, names)

    assert names["event"] == request.json


@pytest.mark.parametrize("part", ["body", "Webhook-Id", "Webhook-Timestamp"])
def test_the_published_library_refuses_what_was_changed(owner, deliver_one, part):
    secret = make(owner)["secret"]
    request = deliver_one()
    changed = {"Webhook-Id": "Webhook:other", "Webhook-Timestamp": str(int(time.time()) - 60)}
    headers = request.headers | ({part: changed[part]} if part in changed else {})
    body = request.body.replace(b"COMPLETED", b"FAILED") if part == "body" else request.body
    assert (headers, body) != (request.headers, request.body)

    with pytest.raises(standardwebhooks.WebhookVerificationError, match="No matching signature"):
        standardwebhooks.Webhook(secret).verify(body, headers)


def test_the_published_library_refuses_an_event_that_was_sent_long_ago(owner, platform):
    secret = make(owner)["secret"]
    with transaction.atomic():
        signer = signing_keys.signers(platform_ids=[platform.id], now=clock.real_now())[platform.id]
    headers = signer.headers(event_id="Webhook:1", body=b"{}", sent_at=clock.real_now() - dt.timedelta(minutes=6))

    with pytest.raises(standardwebhooks.WebhookVerificationError, match="too old"):
        standardwebhooks.Webhook(secret).verify(b"{}", headers)


def test_the_published_library_takes_the_headers_of_a_platform_without_a_secret_apart(deliver_one):
    """It knows no `v1a`: it finds the headers, believes the time, and says that no signature is for it."""
    outsider = "whsec_" + base64.b64encode(b"x" * 32).decode()
    request = deliver_one()

    with pytest.raises(standardwebhooks.WebhookVerificationError, match="No matching signature"):
        standardwebhooks.Webhook(outsider).verify(request.body, request.headers)

    assert versions(request) == ["v1a"]


class TestReplacing:
    def test_signs_with_both_until_the_overlap_ends(self, owner, deliver_one):
        old, new = make(owner)["secret"], make(owner, overlapHours=2)["secret"]

        request = deliver_one()

        assert versions(request) == ["v1a", "v1", "v1"]
        assert fits(request, old)
        assert fits(request, new)
        SigningSecret.objects.exclude(signs_until=None).update(signs_until=clock.real_now())
        later = deliver_one()
        assert not fits(later, old)
        assert fits(later, new)

    def test_without_an_overlap_ends_the_old_one_at_once(self, owner, deliver_one):
        leaked, new = make(owner)["secret"], make(owner, overlapHours=0)["secret"]

        request = deliver_one()

        assert not fits(request, leaked)
        assert fits(request, new)

    def test_again_and_again_never_signs_with_more_than_three(self, owner, deliver_one):
        texts = [make(owner)["secret"] for _ in range(5)]

        request = deliver_one()

        assert [fits(request, text) for text in texts] == [False, False, True, True, True]

    def test_does_not_prolong_what_was_replaced_before(self, owner):
        make(owner)
        make(owner, overlapHours=1)
        first_end = owner.get("/webhook-secrets").json()["data"][1]["signsUntil"]
        make(owner, overlapHours=100)

        assert owner.get("/webhook-secrets").json()["data"][2]["signsUntil"] == first_end

    def test_by_many_at_once_leaves_one_newest(self, owner, platform):
        statuses = []

        def ask():
            try:
                statuses.append(owner.post("/webhook-secrets", {}).status_code)
            finally:
                connection.close()

        threads = [threading.Thread(target=ask) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

        assert statuses == [201] * 6
        assert SigningSecret.objects.filter(signs_until=None).count() == 1
        assert SigningSecret.objects.count() == 3


class TestTheApi:
    def test_shows_a_secret_once(self, owner):
        made = make(owner)

        assert set(made) == {"id", "createdAt", "secret"}
        assert len(base64.b64decode(made["secret"].removeprefix("whsec_"), validate=True)) == 32
        listed = owner.get("/webhook-secrets").json()
        assert listed == {"data": [{"id": made["id"], "createdAt": made["createdAt"]}]}

    def test_shows_it_again_to_who_repeats_the_request(self, owner):
        first = owner.post("/webhook-secrets", {}, key="once")
        again = owner.post("/webhook-secrets", {}, key="once")

        assert again.content == first.content
        assert again["Idempotent-Replayed"] == "true"
        assert SigningSecret.objects.count() == 1

    def test_ends_one(self, owner, deliver_one):
        made = make(owner)

        assert owner.delete(f"/webhook-secrets/{made['id']}").status_code == 204

        assert owner.get("/webhook-secrets").json() == {"data": []}
        assert versions(deliver_one()) == ["v1a"]
        assert owner.delete(f"/webhook-secrets/{made['id']}").status_code == 404

    @pytest.mark.parametrize("hours", [-1, 169, "1", 1.5, None])
    def test_names_a_wrong_overlap(self, owner, hours):
        reply = owner.post("/webhook-secrets", {"overlapHours": hours})

        assert reply.status_code == 400
        assert [error["field"] for error in reply.json()["details"]["errors"]] == ["overlapHours"]

    def test_takes_manage(self, owner, platform):
        made = make(owner)
        weak = factories.token(platform, permissions=("TRANSACT",))
        api = Api(weak.token.client_id, weak.client_secret)

        assert api.get("/webhook-secrets").status_code == 200
        assert api.post("/webhook-secrets", {}).status_code == 403
        assert api.delete(f"/webhook-secrets/{made['id']}").status_code == 403

    def test_does_not_let_others_near(self, owner, rival_api, deliver_one):
        made = make(owner)

        assert rival_api.get("/webhook-secrets").json() == {"data": []}
        assert rival_api.delete(f"/webhook-secrets/{made['id']}").status_code == 404
        assert fits(deliver_one(), made["secret"])

    def test_is_audited_without_the_secret(self, owner):
        made = make(owner)
        owner.delete(f"/webhook-secrets/{made['id']}")

        entries = AuditEntry.objects.filter(subject=made["id"]).order_by("id")
        assert [entry.verb for entry in entries] == ["webhook_secret.create", "webhook_secret.end"]
        assert made["secret"].removeprefix("whsec_") not in str([entry.details for entry in entries])


def test_a_secret_lies_encrypted(owner):
    text = make(owner)["secret"].removeprefix("whsec_")

    with connection.cursor() as cursor:
        cursor.execute("SELECT secret FROM webhooks_signingsecret")
        [[stored]] = cursor.fetchall()
    assert stored.startswith("s1.")
    assert SigningSecret.objects.get().secret == text
    assert text not in stored


def test_a_secret_is_not_among_the_public_keys(owner, platform, client):
    text = make(owner)["secret"].removeprefix("whsec_")

    for path in (f"/webhook-keys/{platform.id}", f"/webhook-keys/{platform.id}.pem"):
        assert text not in client.get(path).content.decode()


def test_a_secret_that_signs_nothing_any_more_is_deleted(owner):
    make(owner)
    make(owner, overlapHours=0)

    tasks.forget_events()

    assert SigningSecret.objects.count() == 1


def test_a_secret_belongs_to_one_platform(owner, new_platform, receiver, emit, deliver):
    secret = make(owner)["secret"]
    other = new_platform(receiver.url)

    emit(other)
    deliver()

    [request] = receiver.received
    assert versions(request) == ["v1a"]
    assert not fits(request, secret)
