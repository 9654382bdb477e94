"""Payer data in the text forms of the published libraries, for the description hash of an invoice.

The hash covers a text, and each library writes its own text of the data that it has read. The text itself is not sent.
Our own invoices cover the received text exactly: LUD-18 demands it, and each library can compute it from what it sent.
"""

import json
import re
from collections.abc import Mapping
from typing import Any

import orjson

_MEMBERS_FIRST = ("name", "email", "identifier", "compliance")
_COMPLIANCE_FIRST = (
    "utxos",
    "nodePubKey",
    "kycStatus",
    "encryptedTravelRuleInfo",
    "travelRuleFormat",
    "signature",
    "signatureNonce",
    "signatureTimestamp",
    "utxoCallback",
    "backingSignatures",
)
"""The order of the JavaScript library, whatever the order it has read."""
_SPACE = re.compile(r"[ \t\n\r]*")
_ESCAPED_BY_GO = str.maketrans({char: f"\\u{ord(char):04x}" for char in "<>&\u2028\u2029"})


def texts(data: Mapping[str, Any]) -> tuple[str, ...]:
    """Return payer data, in the order in which it is sent and without nulls, as each library writes it again."""
    plain = dict(data)
    sorted_keys = orjson.dumps(plain, option=orjson.OPT_SORT_KEYS).decode()
    return (
        json.dumps(plain),  # Python
        orjson.dumps(plain).decode(),  # Kotlin, and libraries that keep the received text
        orjson.dumps(_in_javascript(plain)).decode(),
        sorted_keys.translate(_ESCAPED_BY_GO),  # Go
        sorted_keys,  # Rust
    )


def as_sent(message: str) -> str:
    """Return the payer data of a pay request, valid JSON, with its text unchanged; the last of several."""
    decoder, found, position = json.JSONDecoder(), "", message.index("{")
    while message[position] != "}":
        position = _past_space(message, position + 1)
        if message[position] == "}":
            break
        name, position = decoder.raw_decode(message, position)
        start = _past_space(message, _past_space(message, position) + 1)
        _, position = decoder.raw_decode(message, start)
        if name == "payerData":
            found = message[start:position]
        position = _past_space(message, position)
    return found


def _past_space(message: str, position: int) -> int:
    found = _SPACE.match(message, position)
    assert found is not None, "it matches nothing too"
    return found.end()


def _in_javascript(data: Mapping[str, Any]) -> dict[str, Any]:
    found = _ordered(data, _MEMBERS_FIRST)
    return found | {"compliance": _ordered(found["compliance"], _COMPLIANCE_FIRST)}


def _ordered(data: Mapping[str, Any], first: tuple[str, ...]) -> dict[str, Any]:
    return {name: data[name] for name in (*first, *data) if name in data}
