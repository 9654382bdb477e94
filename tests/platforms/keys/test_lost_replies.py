"""What a client learns by the idempotency key of a request whose reply it never got, and keys closed for ever."""

import datetime as dt
import urllib.parse

import pytest
from django.conf import settings
from django.test import Client

from payments.models import ExternalAccount, JournalEntry, Transaction
from platforms.models import AuditEntry, IdempotencyKey
from platforms.operations import stored_replies
from platforms.tasks import forget_idempotency_keys
from tests.conftest import Api
from tests.support import factories
from tests.support.payments import quote_requests

pytestmark = pytest.mark.django_db
_TOKEN = {"name": "x", "permissions": ["VIEW"]}


def _path(key: str, *rest: str) -> str:
    return "/".join(["/idempotency-keys", urllib.parse.quote(key, safe=""), *rest])


def _void(api, key: str, *, by: str | None = None):
    """Void a key; `by` is the idempotency key of the request that does."""
    return api.post(_path(key, "void"), key=by)


@pytest.fixture
def payer(api, alice):
    source = api.internal_account(alice)
    api.fund(source, 1000)
    return source, api.external_account(alice)


@pytest.fixture
def of_rights(acme):
    """Return a client of acme whose token has these permissions."""

    def make(*permissions: str) -> Api:
        made = factories.token(acme.platform, permissions=list(permissions))
        return Api(made.token.client_id, made.client_secret)

    return make


def test_a_payment_is_found_by_its_key_and_told_as_it_stands_now(api, payer, worker, costs):
    made = api.transfer_out(*payer, 100, key="order 17/a")
    worker.run()

    with costs.of("the look-up"):
        reply = api.get(_path("order 17/a"))

    assert reply.status_code == 200
    told = reply.json()
    assert made.json()["status"] == "PENDING"
    assert told.pop("createdAt").endswith("Z")
    assert told == {
        "key": "order 17/a",
        "state": "COMPLETED",
        "method": "POST",
        "path": "/2025-10-13/transfer-out",
        "replyStatus": 201,
        "reply": made.json(),
        "resource": {"type": "Transaction", "id": made.json()["id"], "status": "COMPLETED"},
    }


def test_a_refusal_is_told_as_one(api, payer):
    refused = api.transfer_out(*payer, 5000, key="k")

    told = api.get(_path("k")).json()

    assert (told["state"], told["replyStatus"], told["reply"]) == ("COMPLETED", 400, refused.json())
    assert "resource" not in told


def test_a_reply_without_content_is_told_by_its_status(acme, api):
    token = factories.token(acme.platform).token.public_id
    api.delete(f"/tokens/{token}", key="k")

    told = api.get(_path("k")).json()

    assert (told["method"], told["path"], told["replyStatus"]) == ("DELETE", f"/2025-10-13/tokens/{token}", 204)
    assert not {"reply", "resource"} & told.keys()


def test_a_quote_is_told_as_its_payment_stands(api, payer, worker):
    quote = quote_requests.quote(api, *payer, amount=100).json()
    executed = api.post(f"/quotes/{quote['id']}/execute", key="execute")
    worker.run()

    told = api.get(_path("execute")).json()

    assert executed.status_code == 200, executed.content
    assert told["reply"]["status"] == "PROCESSING"
    assert told["resource"] == {"type": "Quote", "id": quote["id"], "status": "COMPLETED"}


@pytest.mark.parametrize("key", ["unknown", "a/b", "100%25 sure?", "%", "..x", "a//b", "#;=&+", "k" * 255, "x/void"])
def test_an_unknown_key_is_not_found_and_can_be_voided(api, key):
    if not key.endswith("/void"):  # that address has no GET: see the next test
        assert (api.get(_path(key)).status_code, api.get(_path(key)).json()["code"]) == (404, "NOT_FOUND")

    voided = _void(api, key)

    assert voided.status_code == 200
    assert {name: voided.json()[name] for name in ("key", "state")} == {"key": key, "state": "VOIDED"}
    assert _void(api, key).json() == voided.json()
    late = api.post("/tokens", _TOKEN, key=key)
    assert (late.status_code, late.json()["code"], late.json()["retryable"]) == (409, "IDEMPOTENCY_KEY_VOIDED", False)


@pytest.mark.parametrize("key", ["k" * 256, "na\u00efve", "tab\tinside", " "])
def test_what_can_be_no_key_is_refused(api, key):
    for reply in (api.get(_path(key)), _void(api, key)):
        assert (reply.status_code, reply.json()["details"]["errors"][0]["field"]) == (400, "key")


def test_blanks_around_a_key_are_no_part_of_it(api, payer):
    """Servers take them off a header: a client that closes ` k ` means the key that its request has."""
    assert _void(api, " k ").json()["key"] == "k"

    assert api.transfer_out(*payer, 100, key="k ").status_code == 409


def _ways_to_write(api, payer):
    source, destination = payer
    back = {"source": {"accountId": destination}, "destination": {"accountId": source}, "amount": 1}
    batch = {"mode": "EACH", "transfers": [{"type": "OUT", **_out(payer)}]}
    return {
        "in one statement": lambda: api.transfer_out(source, destination, 100, key="k"),
        "in a transaction": lambda: api.post("/transfer-in", back, key="k"),
        "a batch": lambda: api.post("/transfers/batch", batch, key="k"),
        "refused before": lambda: api.post("/transfer-out", {"amount": "much"}, key="k"),
        "of a path without the object": lambda: api.post("/quotes/Quote:none/execute", key="k"),
        "asking somebody first": lambda: api.post(
            "/customers/external-accounts", {"currency": "USD", "accountInfo": factories.usd_account("222")}, key="k"
        ),
        "only once": lambda: api.post("/sandbox/send", {"quoteId": "Quote:none", "currencyCode": "USD"}, key="k"),
    }


def _out(payer):
    return {"source": {"accountId": payer[0]}, "destination": {"accountId": payer[1]}, "amount": 1}


@pytest.mark.parametrize(
    "way",
    [
        "in one statement",
        "in a transaction",
        "a batch",
        "refused before",
        "of a path without the object",
        "asking somebody first",
        "only once",
    ],
)
def test_a_request_that_comes_after_its_key_was_voided_does_nothing(api, payer, way):
    _void(api, "k")
    before = [model.objects.count() for model in (Transaction, JournalEntry, ExternalAccount, AuditEntry)]

    replies = [_ways_to_write(api, payer)[way]() for _ in range(2)]

    assert {(reply.status_code, reply.json()["code"]) for reply in replies} == {(409, "IDEMPOTENCY_KEY_VOIDED")}
    assert [model.objects.count() for model in (Transaction, JournalEntry, ExternalAccount, AuditEntry)] == before
    assert factories.balance_of(payer[0]) == 1000


def test_a_key_stays_voided_however_late_its_request_comes(api, payer):
    _void(api, "voided")
    api.transfer_out(*payer, 5000, key="refused")
    IdempotencyKey.objects.update(created_at=dt.datetime(2001, 1, 1, tzinfo=dt.UTC))

    assert forget_idempotency_keys() == 1

    assert api.transfer_out(*payer, 100, key="voided").json()["code"] == "IDEMPOTENCY_KEY_VOIDED"
    assert api.get(_path("refused")).status_code == 404


def test_a_used_key_can_not_be_voided_and_tells_what_for(api, payer):
    made = api.transfer_out(*payer, 100, key="k")

    reply = _void(api, "k", by="another")

    assert (reply.status_code, reply.json()["code"]) == (409, "IDEMPOTENCY_KEY_USED")
    assert reply.json()["details"] == api.get(_path("k")).json()
    assert reply.json()["details"]["reply"] == made.json()
    assert api.get(_path("another")).status_code == 404, "what is said of a key does not use another up"
    assert api.transfer_out(*payer, 100, key="k").content == made.content


def test_voiding_may_be_repeated_with_a_key_and_not_with_the_voided_one(api):
    first = _void(api, "k", by="to void k")

    again = _void(api, "k", by="to void k")
    itself = _void(api, "other", by="other")

    assert again.content == first.content
    assert again.headers["Idempotent-Replayed"] == "true"
    assert (itself.status_code, itself.json()["details"]["errors"][0]["field"]) == (400, "Idempotency-Key")
    assert api.get(_path("other")).status_code == 404
    assert _void(api, "k", by="k").json()["code"] == "IDEMPOTENCY_KEY_VOIDED"


def test_keys_are_a_platforms_own(api, rival_api, payer):
    api.transfer_out(*payer, 100, key="k")

    assert rival_api.get(_path("k")).status_code == 404
    assert _void(rival_api, "k").status_code == 200
    assert api.get(_path("k")).json()["state"] == "COMPLETED"
    assert rival_api.post("/tokens", _TOKEN, key="k").status_code == 409


def test_who_could_not_have_asked_sees_no_reply(api, payer, of_rights):
    api.transfer_out(*payer, 100, key="paid")
    api.post("/customers", factories.individual(), key="customer")
    api.post("/tokens", _TOKEN, key="token")
    seen = {
        rights: {key for key in ("paid", "customer", "token") if "reply" in of_rights(*rights).get(_path(key)).json()}
        for rights in (("VIEW",), ("TRANSACT",), ("MANAGE",), ("VIEW", "TRANSACT", "MANAGE"))
    }

    # The reply that made a token holds its secret: nobody gets that by knowing a key.
    assert list(seen.values()) == [set(), {"paid"}, {"customer"}, {"paid", "customer"}]
    told = of_rights("VIEW").get(_path("token")).json()
    assert (told["replyStatus"], told["resource"]["type"]) == (201, "Token")


def test_only_who_may_move_money_voids(of_rights):
    assert {rights: _void(of_rights(rights), "k").status_code for rights in ("VIEW", "MANAGE", "TRANSACT")} == {
        "VIEW": 403,
        "MANAGE": 403,
        "TRANSACT": 200,
    }


def test_keys_of_former_releases_are_told_without_the_request(api, payer, of_rights):
    made = api.transfer_out(*payer, 100, key="k")
    IdempotencyKey.objects.update(method=None, path=None)

    told = api.get(_path("k")).json()

    assert (told["replyStatus"], told["reply"]) == (201, made.json())
    assert not {"method", "path"} & told.keys()
    assert "reply" not in of_rights("TRANSACT").get(_path("k")).json(), "which permission it took is not known"


def test_an_address_of_a_person_is_not_kept_with_the_key(api, alice):
    address = f"$success.usd@{settings.SANDBOX_UMA_DOMAIN}"
    headers = {**api.headers, "Idempotency-Key": "k"}
    client = Client(headers=headers)

    reply = client.get(f"/2025-10-13/receiver/uma/{address}", {"customerId": alice})

    assert reply.status_code == 200, reply.content
    told = api.get(_path("k")).json()
    assert (told["method"], told["replyStatus"], "path" in told) == ("GET", 200, False)


def test_what_was_forgotten_is_missing_from_the_reply(api):
    made = api.post("/customers", factories.individual("Forgotten Soon"), key="k").json()
    assert api.get(_path("k")).json()["reply"]["fullName"] == "Forgotten Soon"
    stored_replies.forget(platform_id=IdempotencyKey.objects.get(key="k").platform_id, named=[made["id"]])

    told = api.get(_path("k")).json()
    assert told["reply"]["id"] == made["id"]
    assert "Forgotten" not in str(told)


def test_a_voided_key_leaves_one_row_in_the_audit_log(api):
    _void(api, "k")
    _void(api, "k")

    [row] = AuditEntry.objects.filter(verb="idempotency_key.void")
    assert row.details == {"number": IdempotencyKey.objects.get(key="k").id}
