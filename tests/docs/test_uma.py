"""docs/platform-developer/uma.md, the receiving half, agrees with the code."""

import json
import pathlib
import re

import pytest

from config.launch import environment
from payments.models import FailureReason
from payments.providers.sandbox import uma_counterpart

_RECEIVING = (
    (pathlib.Path(environment.PROJECT) / "docs/platform-developer/uma.md")
    .read_text()
    .split("\n## Receiving\n")[1]
    .split("\n## ")[0]
)
_REASONS = {
    "LNURLP_FAILED",
    "PAY_REQUEST_FAILED",
    "PAYMENT_APPROVAL_WEBHOOK_ERROR",
    "PAYMENT_APPROVAL_TIMED_OUT",
    "OFFRAMP_FAILED",
    "MISSING_MANDATORY_PAYEE_DATA",
    "QUOTE_EXPIRED",
    "QUOTE_EXECUTION_FAILED",
}


def test_the_table_of_reasons_has_all_eight():
    shown = set(re.findall(r"^\| `([A-Z_]+)` \|", _RECEIVING, re.MULTILINE))

    assert shown == _REASONS
    assert set(FailureReason.values) >= _REASONS


def test_the_table_of_senders_has_every_one_that_does_something_wrong():
    shown = set(re.findall(r"^\| `\$([a-z.]+)\.<currency>@`", _RECEIVING, re.MULTILINE))

    assert shown == set(uma_counterpart.SENDERS)


@pytest.mark.django_db
def test_the_example_can_be_sent(api, alice, settings):
    example = json.loads(re.findall(r"```json\n(.+?)```", _RECEIVING, re.DOTALL)[0])
    assert example["senderUmaAddress"].rpartition("@")[2] == settings.SANDBOX_UMA_DOMAIN
    example["receiverUmaAddress"] = api.get(f"/customers/{alice}").json()["umaAddress"]

    reply = api.post("/sandbox/uma/receive", example)

    assert (reply.status_code, reply.json()["status"]) == (200, "PENDING")
