"""Nobody sees another platform's objects: every operation with every kind of id, wherever a request can name one."""

import copy
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.db import connection, transaction

from payments.models import UmaProvider
from platforms.models import AuditEntry
from tests.conftest import Api
from tests.support import api_document, endpoints, factories
from tests.support.compliance import cases
from tests.support.compliance.sending import Desk
from tests.support.endpoints import Endpoint
from tests.support.payments import quote_requests, sealed_days
from tests.support.tenants import objects_of

pytestmark = pytest.mark.django_db
# A UMA address is somebody elsewhere, and no object of a platform; who may ask is said in the tests of lookups. An
# idempotency key is a text that each platform has for itself: tests/platforms/keys/test_lost_replies.py.
_NO_IDS = ("{receiver_uma_address}", "{key}")
_WITH_ID = [
    each for each in endpoints.every() if "{" in each.path and not any(variable in each.path for variable in _NO_IDS)
]
_BODIES_OF_PATHS: dict[str, Any] = {
    "PATCH /customers/{customer_id}": {"customerType": "INDIVIDUAL", "fullName": "Mallory"},
    "PATCH /tokens/{token_id}": {"spendingLimits": {}},
    "POST /sandbox/internal-accounts/{account_id}/fund": {"amount": 1},
    "POST /sandbox/webhooks/{webhook_id}/answer": {"status": 200},
    # Invitations are there for other platforms, which their own tests look at; a body so that the code is looked up.
    "POST /invitations/{invitation_code}/claim": {"inviteeUma": "$mallory@example.com"},
}
_TRANSFER = {"source": {"accountId": "internal account"}, "destination": {"accountId": "external account"}, "amount": 1}
_INVOICE = {"receiverUmaAddress": "uma address", "receivingCurrencyCode": "USD", "receivingCurrencyAmount": 500}
_BODIES: dict[str, list[dict[str, Any]]] = {
    "POST /transfer-out": [_TRANSFER],
    "POST /transfer-in": [{**_TRANSFER, "source": _TRANSFER["destination"], "destination": _TRANSFER["source"]}],
    "POST /transfers/batch": [{"mode": "ALL", "transfers": [{"type": "OUT", **_TRANSFER}]}],
    "POST /quotes": [
        quote_requests.body("internal account", "external account", amount=1) | {"lookupId": "lookup"},
        quote_requests.body(quote_requests.realtime("USD", "customer"), "external account", amount=1),
        quote_requests.body(quote_requests.realtime("USD", "customer"), "internal account", amount=1),
    ],
    "POST /sandbox/outcomes": [
        {"for": {"transactionId": "transaction"}, "outcome": "FAILED"},
        {"for": {"accountId": "external account"}, "outcome": "FAILED"},
        {"for": {"accountId": "internal account"}, "outcome": "FAILED"},
        {"for": {"customerId": "customer"}, "outcome": "FAILED"},
    ],
    "POST /sandbox/send": [{"quoteId": "quote to be funded", "currencyCode": "USD"}],
    "POST /sandbox/uma/receive": [
        {**_INVOICE, "senderUmaAddress": f"$success.usd@{settings.SANDBOX_UMA_DOMAIN}", "customerId": "customer"},
    ],
    "POST /crypto/estimate-withdrawal-fee": [
        {
            "internalAccountId": "internal account in coins",
            "currency": "USDC",
            "cryptoNetwork": "BASE",
            "amount": 1_000_000,
            "destinationAddress": "0x52908400098527886E0F7030069857D2E4169EE7",
        }
    ],
    "POST /beneficial-owners": [cases.owner_body("other business")],
    "POST /verifications": [{"customerId": "other business"}],
    "POST /documents": [{"documentHolder": "customer"}, {"documentHolder": "beneficial owner"}],
    "POST /customers/external-accounts": [
        {"currency": "USD", "customerId": "customer", "accountInfo": factories.usd_account()}
    ],
    "POST /events/redeliver": [
        {
            "startDate": "2026-01-01T00:00:00Z",
            "endDate": "2026-01-02T00:00:00Z",
            "webhookEndpointId": "webhook endpoint",
        }
    ],
    "POST /invitations": [{"inviterUma": "uma address"}],
}
"""Of each operation that names objects in its body: what it takes, with the kinds of objects in place of their ids."""
_NO_OBJECT = {
    "taxId": "a number that an authority gave",
    "platformCustomerId": "the platform's own name for a customer",
    "platformAccountId": "the platform's own name for an account",
    "destination.umaAddress": "everybody may be paid",
    "senderUmaAddress": "who plays the payer: anybody",
    "umaAddress": "a new name, of the platform's own domain: tests/compliance/customers/test_refused_customers.py",
    "webhookEndpointId": "where it is not in the table: tests/webhooks/delivery/test_further_endpoints.py",
    "inviteeUma": "an invitation is there for others: tests/invitations/test_claim.py",
}
"""Fields that look like an object's id and are none, and why."""


@pytest.fixture
def objects(acme, api) -> dict[str, str]:
    return objects_of(api, acme)


@pytest.fixture
def own(rival, rival_api) -> dict[str, str]:
    """The same of the rival."""
    return objects_of(rival_api, rival)


@pytest.fixture
def nothing_changes(acme, objects, own) -> Iterator[None]:
    """See afterwards that nothing of acme's has changed: each change has its row in the audit log."""
    seen = AuditEntry.objects.filter(platform_id=acme.platform.id).count()
    yield
    assert AuditEntry.objects.filter(platform_id=acme.platform.id).count() == seen


@pytest.mark.usefixtures("nothing_changes")
def test_in_a_path_nobody_elses_id_leads_anywhere(objects, rival_api):
    live = factories.tenant("live", environment="PRODUCTION")
    outsiders = {"rival": rival_api, "the other environment": Api(live.client_id, live.client_secret)}
    wrong = {}
    for name, outsider in outsiders.items():
        for endpoint in _WITH_ID:
            status = 403 if endpoint.path.startswith("/sandbox/") and name != "rival" else 404
            for kind, public_id in objects.items():
                reply = _call(outsider, endpoint, public_id)
                if reply.status_code != status:
                    wrong[f"{name}: {endpoint} with acme's {kind}"] = (reply.status_code, reply.content)

    assert wrong == {}


def test_the_sweep_would_notice(objects, api):
    """Its owner finds each object somewhere: a sweep over wrong ids would prove nothing."""
    found = set()
    for endpoint in _WITH_ID:
        if endpoint.method == "get":
            found |= {kind for kind, key in objects.items() if _call(api, endpoint, key).status_code == 200}

    # These have no address of their own.
    nowhere = {"lookup", "forced outcome"}
    assert found == set(objects) - nowhere - {"uma address", "webhook secret", "token"} | {"token"}


@pytest.mark.usefixtures("nothing_changes")
def test_in_a_query_nobody_elses_id_shows_anything(objects, own, rival_api):
    wrong, asked = {}, 0
    addresses = {"account_id": own["external account"], "receiver_uma_address": own["uma address"]}
    for endpoint in endpoints.every():
        if endpoint.method != "get" or ("{" in endpoint.path and "/receiver/" not in endpoint.path):
            continue
        path = re.sub(r"\{(\w+)\}", lambda found: addresses[found[1]], endpoint.path)
        for name in ["", *(each for each in _texts_of_query(endpoint) if each not in _NO_OBJECT)]:
            for kind, key in objects.items() if name else [("nothing", "")]:
                reply = rival_api.get(path, **({name: key} if name else {}))
                shown = {other for other, each in objects.items() if each != key and each in reply.content.decode()}
                asked += 1
                if shown or reply.status_code >= 500 or (_names_object(name) and _found(reply)):
                    wrong[f"{endpoint}?{name}={kind}"] = reply.content

    assert wrong == {}
    assert asked > 300


@pytest.mark.usefixtures("nothing_changes")
def test_nobody_elses_cursor_is_taken(objects, own, api, rival_api):
    wrong, taken, whole = {}, set(), set()
    factories.blocked_provider("bank.example")
    UmaProvider.objects.update(is_blocked=False)
    sealed_days.signed(2)
    for endpoint in endpoints.every():
        if endpoint.method != "get" or "cursor" not in _texts_of_query(endpoint) or "{" in endpoint.path:
            continue
        needed = {"customerId": "business"} if endpoint.path == "/beneficial-owners" else {}
        cut = {"groupBy": "account"} if endpoint.path == "/reports/balances" else {}
        first = api.get(endpoint.path, limit=1, **cut, **{name: objects[kind] for name, kind in needed.items()}).json()
        if "hasMore" not in first:
            whole.add(endpoint.path)
            continue
        assert first["hasMore"], endpoint
        theirs = {name: own[kind] for name, kind in needed.items()}
        reply = rival_api.get(endpoint.path, limit=1, cursor=first["nextCursor"], **cut, **theirs)
        if reply.status_code == 200:
            taken.add(str(endpoint))
        elif reply.status_code != 400:
            wrong[str(endpoint)] = reply.content

    assert wrong == {}
    # Lists that come whole.
    assert len(whole) == 8
    # Lists that all platforms share.
    assert taken == {"GET /uma-providers", "GET /proofs/roots"}
    heard = api.post("/sandbox/webhooks/listen", {"startDate": "2026-01-01T00:00:00Z"}).json()["cursor"]
    assert rival_api.post("/sandbox/webhooks/listen", {"cursor": heard}).status_code == 400


@pytest.mark.usefixtures("nothing_changes")
def test_in_a_body_nobody_elses_id_is_taken(objects, own, rival_api):
    wrong = {}
    for endpoint in endpoints.every():
        for number, body in enumerate(_BODIES.get(str(endpoint), [])):
            for path, kind in _leaves(body):
                reply = _send(rival_api, endpoint, _filled(body, own, **{path: objects[kind]}))
                if _status_of(reply) not in {400, 404}:
                    wrong[f"{endpoint} {number}: {path}"] = (reply.status_code, reply.content)
            # Its own ids are taken: the refusals are for nothing else.
            reply = _send(rival_api, endpoint, _filled(body, own))
            if _status_of(reply) not in {200, 201}:
                wrong[f"{endpoint} {number}"] = (reply.status_code, reply.content)

    assert wrong == {}


def test_every_field_that_names_an_object_is_in_the_table():
    missing = set()
    for endpoint in endpoints.every():
        known = {
            re.sub(r"__0", "", path).replace("__", ".")
            for body in _BODIES.get(str(endpoint), [])
            for path, _ in _leaves(body)
        }
        for name in _fields_of_body(endpoint):
            is_one = re.search(r"(Id|Holder|[uU]ma|[uU]maAddress)$", name)
            if is_one and name not in known and not {name, name.rpartition(".")[2]} & set(_NO_OBJECT):
                missing.add(f"{endpoint}: {name}")

    assert missing == set()


def test_what_only_reads_writes_nothing(objects, api):
    """With a database transaction that refuses to write: a GET that does so has to say `get_writes`."""
    wrong = {}
    for endpoint in endpoints.every():
        if endpoint.writes:
            continue
        for kind, key in objects.items() if "{" in endpoint.path else [("", "")]:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute("SET LOCAL transaction_read_only = on")
                reply = endpoint.call(api, key)
                transaction.set_rollback(True)
            if reply.status_code >= 500 and reply.status_code != 501:
                wrong[f"{endpoint} {kind}"] = reply.content

    assert wrong == {}


def _call(api: Api, endpoint: Endpoint, public_id: str) -> Any:
    if str(endpoint) == "PUT /documents/{document_id}":
        return Desk(api).replace(public_id, country="FR")
    return endpoint.call(api, public_id, _BODIES_OF_PATHS.get(str(endpoint)))


def _send(api: Api, endpoint: Endpoint, body: dict[str, Any]) -> Any:
    if endpoint.path == "/documents":
        return Desk(api).upload(body["documentHolder"])
    return endpoint.call(api, "", body)


def _status_of(reply: Any) -> int:
    """Return the status of a reply; of a batch with one transfer, the transfer's."""
    content = reply.json() if reply.status_code == 200 else {}
    status: int = content["results"][0]["status"] if "results" in content else reply.status_code
    return status


def _leaves(body: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    """Yield where a body names an object, `__` between the names, and of which kind."""
    for name, value in body.items():
        if isinstance(value, dict):
            yield from _leaves(value, f"{prefix}{name}__")
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            yield from _leaves(value[0], f"{prefix}{name}__0__")
        elif isinstance(value, str) and value in _KINDS:
            yield f"{prefix}{name}", value


_KINDS = {
    "transaction",
    "webhook endpoint",
    "business",
    "other business",
    "beneficial owner",
    "customer",
    "uma address",
    "internal account",
    "internal account in coins",
    "external account",
    "lookup",
    "quote to be funded",
}


def _filled(body: dict[str, Any], objects: dict[str, str], **instead: str) -> dict[str, Any]:
    filled: dict[str, Any] = copy.deepcopy(body)
    for path, kind in _leaves(body):
        *way, last = path.split("__")
        inner: Any = filled
        for name in way:
            inner = inner[int(name)] if isinstance(inner, list) else inner[name]
        inner[last] = instead.get(path, objects[kind])
    return filled


def _described(endpoint: Endpoint) -> dict[str, Any]:
    described: dict[str, Any] = api_document.generated()["paths"][endpoint.documented][endpoint.method]
    return described


def _texts_of_query(endpoint: Endpoint) -> list[str]:
    """The query parameters that could hold an id or a cursor."""
    return [
        each["name"]
        for each in map(api_document.resolved, _described(endpoint).get("parameters", []))
        if each["in"] == "query"
        and each["schema"].get("type") == "string"
        and not {"enum", "format"} & set(each["schema"])
    ]


def _fields_of_body(endpoint: Endpoint) -> set[str]:
    content = _described(endpoint).get("requestBody", {}).get("content", {})
    return {name for each in content.values() for name in _fields(each["schema"], "", ())}


def _fields(schema: dict[str, Any], prefix: str, within: tuple[str, ...]) -> Iterator[str]:
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        if name not in within:
            yield from _fields(api_document.generated()["components"]["schemas"][name], prefix, (*within, name))
    for variants in ("oneOf", "anyOf", "allOf"):
        for each in schema.get(variants, []):
            yield from _fields(each, prefix, within)
    for name, each in schema.get("properties", {}).items():
        yield f"{prefix}{name}"
        yield from _fields(each, f"{prefix}{name}.", within)
    if "items" in schema:
        yield from _fields(schema["items"], prefix, within)


def _found(reply: Any) -> bool:
    """Tell whether a reply is anything but a refusal or an empty list."""
    return reply.status_code == 200 and bool(json.loads(reply.content).get("data", True))


def _names_object(name: str) -> bool:
    """Tell whether a query parameter names an object."""
    return name.endswith(("Id", "Holder", "Identifier", "Address"))
