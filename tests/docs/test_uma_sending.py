"""docs/platform-developer/uma.md, the sending half, agrees with the code."""

import json
import pathlib
import re

import pytest

from config.launch import environment
from payments.providers.sandbox import uma_counterpart
from platforms.http.errors import STATUS_OF_CODE

_SENDING = (pathlib.Path(environment.PROJECT) / "docs/platform-developer/uma.md").read_text().split("\n## Sending\n")[1]


def test_the_table_of_receivers_has_every_one():
    shown = set(re.findall(r"^\| `\$([a-z.]+)\.<currency>@`", _SENDING, re.MULTILINE))

    assert shown == set(uma_counterpart.RECEIVERS)


def test_every_refusal_has_the_status_that_it_is_shown_with():
    rows = re.findall(r"^\| (\d{3}) (`[A-Z_`, ]+) \|", _SENDING, re.MULTILINE)
    shown = {code: int(status) for status, codes in rows for code in re.findall(r"[A-Z_]+", codes)}

    assert len(shown) > 15
    assert shown == {code: STATUS_OF_CODE[code] for code in shown}


@pytest.mark.django_db
def test_the_example_can_be_sent(api, alice):
    example = json.loads(re.findall(r"```json\n(.+?)```", _SENDING, re.DOTALL)[0])
    account = api.internal_account(alice)
    api.fund(account, 200_00)
    address = example["destination"]["umaAddress"]
    example["source"]["accountId"] = account
    example["lookupId"] = api.get(f"/receiver/uma/{address}", customerId=alice).json()["lookupId"]

    reply = api.post("/quotes", example)

    assert reply.status_code == 201
    assert (reply.json()["totalSendingAmount"], reply.json()["totalReceivingAmount"]) == (10000, 9200)
