"""A validated body holds what its class declares, and nothing that a client has sent beside it."""

import json
import pathlib

import pytest

from platforms.base import errors
from platforms.http import requests
from tests.support import endpoints

_EXAMPLES = pathlib.Path(__file__).parents[3] / "docs" / "examples" / "operations"
_SENT = [
    pytest.param(endpoint.declared.body, example["request"], id=f"{endpoint.declared.operation} {number}")
    for endpoint in endpoints.every()
    if isinstance(endpoint.declared.body, type) and endpoint.declared.file is None
    for number, example in enumerate(json.loads((_EXAMPLES / f"{endpoint.declared.operation}.json").read_text()), 1)
    if "request" in example
]


@pytest.mark.parametrize(("body", "sent"), _SENT)
def test_what_is_not_declared_is_tolerated_and_left_out(body, sent, db):
    valid = requests.validated(sent | {"notDeclared": {"of": "any form"}}, body)

    assert valid == requests.validated(sent, body)
    assert valid.keys() <= body().fields.keys()


@pytest.mark.parametrize(
    "endpoint",
    [one for one in endpoints.every() if one.declared.operation in {"sendTestWebhook", "createCustomer"}],
    ids=str,
)
def test_an_endpoint_that_declares_no_class_gets_nothing_as_its_validated_body(api, monkeypatch, endpoint):
    bodies = []

    def note(call, **_):
        bodies.append(call.body)
        raise errors.InvalidInput.field("", "the body is noted")

    monkeypatch.setattr(endpoint.declared, "function", note)

    reply = api.post(endpoint.path, {"notDeclared": {"of": "any form"}})

    assert (reply.status_code, bodies) == (400, [{}])
