"""A validated body holds what its class declares, and nothing that a client has sent beside it."""

import json
import pathlib

import pytest

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
