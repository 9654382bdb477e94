"""Idempotency keys: the first reply is the reply."""

import datetime as dt

import pytest

from payments.models import Transaction
from platforms.models import ApiToken, IdempotencyKey
from platforms.tasks import forget_idempotency_keys
from tests.conftest import Api
from tests.support import factories

pytestmark = pytest.mark.django_db
_TOKEN = {"name": "x", "permissions": ["VIEW"]}


@pytest.fixture
def payer(api, alice):
    source = api.internal_account(alice)
    api.fund(source, 1000)
    return source, api.external_account(alice)


def test_a_success_is_replayed_byte_for_byte(api, payer):
    first = api.transfer_out(*payer, 100, key="k")

    again = api.transfer_out(*payer, 100, key="k")

    assert (first.status_code, again.status_code) == (201, 201)
    assert again.content == first.content
    assert again.headers["Content-Type"] == first.headers["Content-Type"]
    assert again.headers["Idempotent-Replayed"] == "true"
    assert "Idempotent-Replayed" not in first.headers
    assert Transaction.objects.count() == 1
    assert factories.balance_of(payer[0]) == 900


def test_a_refusal_is_replayed_even_when_it_would_succeed_by_now(api, payer):
    first = api.transfer_out(*payer, 5000, key="k")
    api.fund(payer[0], 10_000)

    again = api.transfer_out(*payer, 5000, key="k")

    assert (first.status_code, again.status_code) == (400, 400)
    assert again.content == first.content
    assert again.headers["Idempotent-Replayed"] == "true"
    assert Transaction.objects.count() == 0


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/tokens", b"{", 400),
        ("/tokens", {"name": 5}, 400),
        ("/tokens?dryRun=1", _TOKEN, 400),
        ("/customers", {"customerType": "ALIEN"}, 400),
        ("/customers/external-accounts", {"currency": "USD", "accountInfo": {}}, 400),
        (
            "/customers/external-accounts",
            {
                "currency": "USD",
                "accountInfo": factories.usd_account(),
                "customerId": "Customer:0197d6f0-0000-7000-8000-000000000001",
            },
            404,
        ),
        ("/customers/external-accounts", {"currency": "USD", "accountInfo": factories.usd_account("105")}, 400),
        ("/transfer-out", {"source": {"accountId": "x"}, "destination": {"accountId": "y"}, "amount": 1}, 404),
    ],
)
def test_every_kind_of_refusal_belongs_to_its_key(api, path, body, status):
    first = api.post(path, body, key="k")

    again = api.post(path, body, key="k")
    other = api.post("/tokens", {**_TOKEN, "name": "something else"}, key="k")

    assert (first.status_code, again.status_code) == (status, status)
    assert again.content == first.content
    assert again.headers["Idempotent-Replayed"] == "true"
    assert other.status_code == 422


def test_what_is_in_the_way_belongs_to_its_key(api, alice):
    account = {"currency": "USD", "accountInfo": factories.usd_account(), "customerId": alice}
    assert api.post("/customers/external-accounts", account).status_code == 201
    gone = api.customer("Gone Soon")
    assert api.delete(f"/customers/{gone}").status_code == 200

    for ask, status in (
        (lambda: api.post("/customers/external-accounts", account, key="twice"), 409),
        (
            lambda: api.patch(f"/customers/{gone}", {"fullName": "New Name", "customerType": "INDIVIDUAL"}, key="gone"),
            410,
        ),
    ):
        first, again = ask(), ask()

        assert (first.status_code, again.status_code) == (status, status)
        assert (again.content, again.headers["Idempotent-Replayed"]) == (first.content, "true")


def test_deletes_are_replayed_too(acme, api):
    path = f"/tokens/{factories.token(acme.platform).token.public_id}"

    replies = [api.delete(path, key="k"), api.delete(path, key="k"), api.delete(path)]

    assert [reply.status_code for reply in replies] == [204, 204, 404]
    assert replies[1].headers["Idempotent-Replayed"] == "true"
    assert "Content-Type" not in replies[1].headers
    assert replies[1].content == b""


def test_patches_are_replayed_too(api):
    first = api.patch("/config", {"umaDomain": "one.example.com"}, key="k")
    api.patch("/config", {"umaDomain": "two.example.com"})

    again = api.patch("/config", {"umaDomain": "one.example.com"}, key="k")

    assert again.content == first.content
    assert api.get("/config").json()["umaDomain"] == "two.example.com"


@pytest.mark.parametrize("change", ["body", "path", "method"])
def test_a_key_used_for_another_request_is_refused(acme, api, change):
    api.post("/tokens", _TOKEN, key="k")

    reply = {
        "body": lambda: api.post("/tokens", {**_TOKEN, "name": "y"}, key="k"),
        "path": lambda: api.post("/customers", _TOKEN, key="k"),
        "method": lambda: api.patch("/config", _TOKEN, key="k"),
    }[change]()

    assert reply.status_code == 422
    assert reply.json()["code"] == "IDEMPOTENCY_KEY_REUSED"


def test_a_key_belongs_to_the_platform_and_not_to_the_token(acme, api, rival_api):
    other = factories.token(acme.platform)
    first = api.post("/tokens", _TOKEN, key="k")

    same_platform = Api(other.token.client_id, other.client_secret).post("/tokens", _TOKEN, key="k")
    other_platform = rival_api.post("/tokens", _TOKEN, key="k")

    assert same_platform.content == first.content
    assert other_platform.status_code == 201
    assert other_platform.json()["id"] != first.json()["id"]


@pytest.mark.parametrize("key", ["", "k" * 256, "tab\tinside", "naïve", "\x7f", "\x01"])
def test_a_malformed_key_is_refused(api, key):
    reply = api.post("/tokens", _TOKEN, **{"Idempotency-Key": key})

    assert reply.status_code == 400
    assert reply.json()["details"]["errors"][0]["field"] == "Idempotency-Key"
    assert not ApiToken.objects.filter(name="x").exists()


@pytest.mark.parametrize("key", ["k", "k" * 255, "0197d6f0-0000-7000-8000-000000000001", "with space", "~!@#$%^&*()"])
def test_any_printable_key_will_do(api, key):
    assert api.post("/tokens", _TOKEN, key=key).status_code == 201
    assert api.post("/tokens", _TOKEN, key=key).headers["Idempotent-Replayed"] == "true"


def test_refusals_of_the_token_are_not_stored(acme, api):
    viewer = factories.token(acme.platform, ("VIEW",))
    outsider = Api(acme.client_id, "wrong")

    refused = [
        Api(viewer.token.client_id, viewer.client_secret).post("/tokens", _TOKEN, key="k"),
        outsider.post("/tokens", _TOKEN, key="k"),
    ]

    assert [reply.status_code for reply in refused] == [403, 401]
    assert not IdempotencyKey.objects.exists()
    assert api.post("/tokens", _TOKEN, key="k").status_code == 201


def test_a_refusal_for_a_customer_that_is_not_ready_is_not_stored(api, bob):
    source, destination = api.internal_account(bob), api.external_account(bob)

    reply = api.transfer_out(source, destination, 10, key="k")

    assert reply.status_code == 403
    assert not IdempotencyKey.objects.filter(key="k").exists()


def test_paths_sizes_and_limits_are_not_stored(api, acme):
    replies = [
        api.post("/nothing", _TOKEN, key="k"),
        api.post("/config", _TOKEN, key="k"),
        api.post("/tokens", b"x" * (1024 * 1024 + 1), key="k"),
    ]

    assert [reply.status_code for reply in replies] == [404, 405, 413]
    assert not IdempotencyKey.objects.exists()


def test_a_failure_of_ours_stores_nothing(api, alice):
    body = {"currency": "USD", "customerId": alice, "accountInfo": factories.usd_account("109")}

    replies = [api.post("/customers/external-accounts", body, key="k") for _ in range(2)]

    assert [reply.status_code for reply in replies] == [500, 500]
    assert "Idempotent-Replayed" not in replies[1].headers
    assert not IdempotencyKey.objects.exists()


def test_a_get_takes_no_notice_of_a_key(api):
    reply = api._client.get("/2025-10-13/config", headers={**api.headers, "Idempotency-Key": "k"})

    assert reply.status_code == 200
    assert not IdempotencyKey.objects.exists()


def test_a_key_that_moved_money_is_never_forgotten_and_others_after_thirty_days(api, payer):
    old, recent = "old", "recent"
    api.transfer_out(*payer, 100, key="money")
    api.post(f"/sandbox/internal-accounts/{payer[0]}/fund", {"amount": 5}, key="funded")
    api.transfer_out(*payer, 10**6, key="refused money")
    api.post("/tokens", _TOKEN, key=old)
    api.post("/tokens", {**_TOKEN, "name": "y"}, key=recent)
    _age(dt.timedelta(days=29, hours=23), recent)
    _age(dt.timedelta(days=30, minutes=1), old, "money", "funded", "refused money")

    forgotten = forget_idempotency_keys()

    assert forgotten == 2
    assert set(IdempotencyKey.objects.values_list("key", flat=True)) == {"money", "funded", recent}
    assert api.transfer_out(*payer, 100, key="money").headers["Idempotent-Replayed"] == "true"


def test_a_secret_is_stored_encrypted_and_replayed_in_clear(api):
    first = api.post("/tokens", _TOKEN, key="k")

    stored = IdempotencyKey.objects.get(key="k")
    secret = first.json()["clientSecret"]

    assert stored.is_sealed
    assert secret.encode() not in bytes(stored.body)
    assert first.json()["clientId"].encode() not in bytes(stored.body)
    assert api.post("/tokens", _TOKEN, key="k").content == first.content


def test_a_claim_is_rolled_back_with_the_work(api, payer, monkeypatch):
    from payments.transfers import transfers

    def fail(*_args, **_kwargs):
        raise RuntimeError

    with monkeypatch.context() as broken:
        broken.setattr(transfers, "_details", fail)
        reply = api.transfer_out(*payer, 100, key="k")

    assert reply.status_code == 500
    assert not IdempotencyKey.objects.exists()
    assert Transaction.objects.count() == 0
    assert factories.balance_of(payer[0]) == 1000
    assert api.transfer_out(*payer, 100, key="k").status_code == 201


def _age(by, *keys):
    for row in IdempotencyKey.objects.filter(key__in=keys):
        row.created_at -= by
        row.save()
