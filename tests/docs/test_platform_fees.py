"""The page about a platform's own fees agrees with the code: what it sends, and the amounts of the reply."""

import json
import pathlib
import re
from typing import Any

import pytest

from config.launch import environment
from tests.support.payments import own_fees, quote_requests

PAGE = (pathlib.Path(environment.PROJECT) / "docs" / "platform-developer" / "platform-fees.md").read_text()
pytestmark = pytest.mark.django_db


def snippet(mark: str) -> Any:
    (text,) = re.findall(rf"<!-- tested: {mark} -->\n```json\n(.*?)```", PAGE, re.DOTALL)
    return json.loads(text[text.index("{") :])


def test_what_the_page_sends_is_taken_and_gives_what_it_shows(acme, api, alice):
    own_fees.allow(acme, fixed=10_00, share="0.05")
    account = api.internal_account(alice)
    body = snippet("the quote")
    body["source"]["accountId"] = account
    body["destination"]["accountId"] = api.external_account(alice, quote_requests.clabe(), "MXN")

    configured = api.patch("/config", snippet("the configuration"))
    quote = api.post("/quotes", body)

    assert configured.status_code == 200, configured.content
    assert configured.json()["feeConfigs"] == snippet("the configuration")["feeConfigs"]
    assert quote.status_code == 201, quote.content
    amounts = snippet("its amounts")
    assert {name: quote.json()[name] for name in amounts} == amounts
