"""Replies as other published libraries write them: ours, changed by what their code does.

@uma-sdk/core itself is met in tests/foreign.
"""

import json

import pytest

from payments.uma import messages
from tests.payments.uma import sample_messages
from tests.payments.uma.sample_messages import PAYEE, PAYER


def sorted_keys(value):
    """As Go writes maps."""
    if isinstance(value, dict):
        return {key: sorted_keys(value[key]) for key in sorted(value)}
    return [sorted_keys(entry) for entry in value] if isinstance(value, list) else value


def in_go(message: bytes) -> bytes:
    """What has no entries is null, data of a party are a sorted map, and `<`, `>` and `&` are escaped."""
    said = json.loads(message)
    for name in ("payeeData", "payerData"):
        if name in said:
            said[name] = sorted_keys(said[name])
    for block in (said, said.get("payeeData", {}).get("compliance", {})):
        block.update({name: None for name in ("utxos", "routes") if block.get(name) == []})
    text = json.dumps(said, separators=(",", ":"), ensure_ascii=False)
    return text.translate({ord(char): f"\\u{ord(char):04x}" for char in "<>&"}).encode()


def in_kotlin(message: bytes) -> bytes:
    """What has its default is left out."""
    said = json.loads(message)
    for name in ("disposable", "commentAllowed"):
        said.pop(name, None)
    return json.dumps(said, separators=(",", ":"), ensure_ascii=False).encode()


@pytest.mark.parametrize("write", [in_go, in_kotlin])
def test_messages_of_other_libraries_are_read(write):
    key = sample_messages.payee().keys
    lookup = messages.read_lookup_reply(write(sample_messages.lookup_reply()), receiver=PAYEE)
    reply = messages.read_pay_reply(
        write(sample_messages.pay_reply(payee_data={"FULL_NAME": "Bob <&>"})), payer=PAYER, payee=PAYEE
    )
    callback = messages.read_callback(write(sample_messages.callback(signer=sample_messages.payee().signer)))

    assert [currency.code for currency in lookup.currencies] == ["USD"]
    assert (reply.amount, reply.payee_data) == (1_000, {"FULL_NAME": "Bob <&>"})
    assert callback.status == messages.CallbackStatus.COMPLETED
    for message in (lookup, reply, callback):
        messages.require_genuine(message.signature, keys=key)
