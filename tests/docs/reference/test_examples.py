"""The examples of the API document are what the service takes and answers. `EXAMPLES_WRITE=1` writes them anew."""

import copy
import json
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest
import referencing
import referencing.jsonschema
from django.conf import settings

from payments.account_types import table
from payments.uma import messages
from payments.uma.directory import counterparties
from platforms.base.errors import InvalidInput
from platforms.http import errors, idempotency
from tests.docs.reference import story
from tests.support import api_document, endpoints, examples
from tests.support.payments import account_examples, own_fees, rate_entries
from webhooks.outbox.event_types import EventType

EVERY = [endpoint.declared for endpoint in endpoints.every()]
SENT = {code for endpoint in EVERY for codes in endpoint.refusals.values() for code in codes}


MADE: dict[str, Exception] = {
    "INTERNAL_ERROR": RuntimeError("a fault of ours"),
    "IDEMPOTENCY_KEY_IN_USE": idempotency.KeyInUse(),
    "INVALID_INPUT": InvalidInput.field("source.accountId", "is required"),
    "PAYLOAD_TOO_LARGE": errors.PayloadTooLarge(f"A JSON body may hold at most {settings.MAX_JSON_BYTES} bytes."),
    "RATE_LIMITED": errors.RateLimited(retryAfter=1),
    "REQUEST_TIMEOUT": errors.RequestTimeout(),
    "SERVICE_UNAVAILABLE": errors.Unavailable(),
    "UNSUPPORTED_MEDIA_TYPE": errors.UnsupportedMediaType(),
    **{
        reason.value: counterparties.unreliable(messages.ProtocolError(reason, text), code="LNURLP_REQUEST_FAILED")
        for reason, text in (
            (messages.Reason.CERT_CHAIN_EXPIRED, "A certificate of the chain is not valid now."),
            (messages.Reason.CERT_CHAIN_INVALID, "A certificate is not signed by the next one."),
            (messages.Reason.COUNTERPARTY_PUBKEY_FETCH_ERROR, "The public keys can't be fetched."),
            (messages.Reason.INVALID_PUBKEY_FORMAT, "The public keys can't be read."),
        )
    },
}
"""Refusals that take a race, a broken line or another institution's fault, and those that differ from endpoint to
endpoint: made by what makes them in the service."""


def same(name: str, shown: Any) -> None:
    """Hold what happened against an example: names and types; or write it."""
    if examples.ARE_WRITTEN:
        examples.write(name, shown)
    assert examples.shape(examples.read(name)) == examples.shape(shown), name


@pytest.mark.django_db(transaction=True)
def test_the_story_is_as_the_examples_tell_it(acme, api, rival_api, worker, settings):
    settings.ALLOW_LOOPBACK_WEBHOOKS = True
    rate_entries.schedule(acme, source_currency="USD", destination_currency="MXN", **story.FEES)
    own_fees.allow(acme, fixed=2_00, share="0.02")

    told = story.tell(api, rival_api, worker)

    assert sorted(told.operations) == sorted(endpoint.operation for endpoint in EVERY)
    for operation, shown in told.operations.items():
        same(f"operations/{operation}", shown)
    assert set(told.events) == set(EventType.values)
    same("events", told.events)


@pytest.mark.django_db
def test_accounts_of_each_type_are_as_the_examples_show_them(api, alice):
    recording, shown = examples.Recording(), {}
    for code in table.ACCOUNT_TYPES:
        currency, info = account_examples.EXAMPLES[code]
        body = {"customerId": alice, "currency": currency, "accountInfo": info}
        reply = api.post("/customers/external-accounts", body)
        assert reply.status_code == 201, reply.content
        shown[code] = recording.normalized({"request": info, "reply": reply.json()["accountInfo"]})

    same("account_types", shown)


@pytest.mark.parametrize("code", MADE)
def test_a_refusal_is_as_its_example_shows_it(rf, code):
    request = rf.get("/")
    request.request_id = "0197d6f0-0000-7000-8000-000000000001"
    refusal = json.loads(errors.response(MADE[code], request).content)
    if examples.ARE_WRITTEN:
        examples.write("errors", dict(sorted((examples.read("errors") | {code: refusal}).items())))

    assert examples.read("errors")[code] == refusal
    assert code == refusal["code"]


def test_every_code_that_is_sent_has_an_example():
    kept = examples.read("errors")

    assert sorted(SENT - kept.keys()) == []
    assert {code: refusal["status"] for code, refusal in kept.items()} == {
        code: errors.STATUS_OF_CODE[code] for code in kept
    }
    assert all(refusal["code"] == code and len(refusal["message"]) > 20 for code, refusal in kept.items())


def _shown(node: Any, place: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Yield everything that a part of the document shows as an example: where, its schema, and the example."""
    if isinstance(node, list):
        for number, value in enumerate(node):
            yield from _shown(value, f"{place}/{number}")
    if not isinstance(node, dict):
        return
    several = node.get("examples", {})
    if isinstance(several, list):
        schema = {name: value for name, value in node.items() if name != "examples"}
        yield from ((place, schema, example) for example in several)
    elif "schema" in node:
        yield from (
            (f"{place}/{name}", node["schema"], api_document.resolved(each)["value"]) for name, each in several.items()
        )
        yield from ((place, node["schema"], node[name]) for name in ("example",) if name in node)
    for name in node.keys() - {"examples", "example"}:
        yield from _shown(node[name], f"{place}/{name}")


def test_every_example_is_what_its_schema_says():
    document = copy.deepcopy(api_document.generated())
    resource = referencing.jsonschema.DRAFT202012.create_resource(document)
    registry = referencing.Registry().with_resource("urn:openapi", resource)

    def absolute(node: Any) -> Any:
        if isinstance(node, dict):
            return {name: f"urn:openapi{value}" if name == "$ref" else absolute(value) for name, value in node.items()}
        return [absolute(each) for each in node] if isinstance(node, list) else node

    wrong = []
    shown = list(_shown(document))
    for place, schema, example in shown:
        validator = jsonschema.Draft202012Validator(absolute(schema), registry=registry)
        wrong += [(place, error.json_path, error.message[:200]) for error in validator.iter_errors(example)]

    assert wrong == []
    assert len(shown) > 400


def test_every_request_and_reply_of_the_document_has_an_example():
    document = api_document.generated()
    operations = [each for item in document["paths"].values() for each in item.values()]
    operations += [item["post"] for item in document["webhooks"].values()]
    lacking = []
    for operation in operations:
        replies = {status: api_document.resolved(each) for status, each in operation["responses"].items()}
        # A status of which the service sends no code has nothing to show.
        bodies = {"request": operation.get("requestBody", {})} | {
            status: reply for status, reply in replies.items() if reply.get("x-codes") != []
        }
        lacking += [
            (operation.get("operationId"), part)
            for part, body in bodies.items()
            for media, content in body.get("content", {}).items()
            # Of several types one is shown: the same rows as a file, or in another form.
            if not content.get("examples") and media == next(iter(body["content"]))
        ]

    assert lacking == []
