"""Whatever bytes come, the parsers return an object of ours or raise the protocol's error."""

import contextlib
import copy
import dataclasses
import datetime as dt
import functools
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from payments.uma import messages
from tests.payments.uma import sample_messages
from tests.payments.uma.sample_messages import NOW, PAYEE, PAYER

# The same messages in every example: their signatures differ in length from one making to the next.
READERS: dict[str, tuple[Callable[[bytes], Any], Callable[[], bytes]]] = {
    "lookup reply": (lambda body: messages.read_lookup_reply(body, receiver=PAYEE), sample_messages.lookup_reply),
    "pay request": (messages.read_pay_request, lambda: sample_messages.pay_request().body),
    "pay reply": (lambda body: messages.read_pay_reply(body, payer=PAYER, payee=PAYEE), sample_messages.pay_reply),
    "callback": (messages.read_callback, sample_messages.callback),
    "keys": (
        lambda body: messages.read_public_keys(body, now=dt.datetime.now(dt.UTC)),
        lambda: sample_messages.payee().document,
    ),
}
READERS = {name: (reader, functools.cache(make)) for name, (reader, make) in READERS.items()}
every_reader = pytest.mark.parametrize("name", READERS)

_scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.sampled_from([0, -1, 2**63, -(2**63), 2**64, 10**400, -0.0, 1e308, float("nan"), float("inf")]),
    st.floats(),
    st.text(max_size=20),
    st.sampled_from(["", "\0", "\ud800", "1.0", "0.3", "999999.1", "USD", "-1", "1.USD", "\u0661", "00", "ff" * 600]),
    st.sampled_from(["$a@b.example", "https://x.example/", "https://[", "https://x:99999/", "FAILED", "VERIFIED"]),
)
values = st.recursive(
    _scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=8,
)


def places(content, way=()):
    """Return the way to every member of a JSON value."""
    members = content.items() if isinstance(content, dict) else enumerate(content) if isinstance(content, list) else ()
    return [(*way, key) for key, _ in members] + [
        found for key, inner in members for found in places(inner, (*way, key))
    ]


@st.composite
def spoilt(draw, body):
    """A valid message in which up to three members are changed, removed, or moved."""
    content = copy.deepcopy(json.loads(body))
    for _ in range(draw(st.integers(1, 3))):
        ways = places(content)
        if not ways:
            break
        *way, last = draw(st.sampled_from(ways))
        place = content
        for step in way:
            place = place[step]
        if draw(st.booleans()) and isinstance(place, dict):
            del place[last]
        else:
            place[last] = draw(values)
    return json.dumps(content).encode("utf-8", "surrogatepass")


def texts(value):
    """Return every text in what a parser found."""
    if isinstance(value, str):
        return [value]
    members = [*value, *value.values()] if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    return [text for member in members for text in texts(member)]


@contextlib.contextmanager
def nothing_but_the_protocols_error():
    with contextlib.suppress(messages.ProtocolError):
        try:
            yield
        except messages.ProtocolError as error:
            # There is an error message for the other side.
            if not 400 <= error.status < 600 or messages.read_peer_error(error.body()) is None:
                pytest.fail(f"an error that can't be sent: {error}")
            raise


def read(name, body):
    with nothing_but_the_protocols_error():
        for text in texts(dataclasses.asdict(READERS[name][0](body))):
            # A column of the database, and a reply of ours, can hold it.
            assert "\0" not in text.encode().decode()


@every_reader
@given(body=st.binary(max_size=400))
def test_any_bytes(name, body):
    read(name, body)


@every_reader
@given(value=values)
def test_any_json(name, value):
    read(name, json.dumps(value).encode("utf-8", "surrogatepass"))


@every_reader
@settings(max_examples=200)
@given(data=st.data())
def test_a_valid_message_with_odd_members(name, data):
    read(name, data.draw(spoilt(READERS[name][1]())))


@every_reader
@given(data=st.data())
def test_a_valid_message_with_odd_bytes(name, data):
    body = bytearray(READERS[name][1]())
    for _ in range(data.draw(st.integers(1, 5))):
        body[data.draw(st.integers(0, len(body) - 1))] = data.draw(st.integers(0, 255))

    read(name, bytes(body))


@every_reader
@pytest.mark.parametrize(
    "body",
    [
        *(b"", b"null", b"[]", b"{}", b'"', b"[" * 60_000, b'{"a":' * 10_000, b"9" * 60_000, b" " * 70_000),
        *(b"\xff\xfe{}", b'{"amount":"%s"}' % (b"9" * 5_000), b'{"compliance":{}}', b'{"payerData":{"compliance":1}}'),
        *(b'{"payeeData":"compliance"}', b'{"payerData":"compliance","convert":1}', b'{"convert":NaN}'),
    ],
)
def test_the_worst_that_came_to_mind(name, body):
    with pytest.raises(messages.ProtocolError):
        READERS[name][0](body)


@given(receiver=st.text(max_size=40), query=st.text(max_size=200))
def test_any_lookup(receiver, query):
    with nothing_but_the_protocols_error():
        messages.read_lookup_request(receiver=receiver, query=query)


_lookup_query = functools.cache(sample_messages.lookup_query)


@settings(max_examples=200)
@given(data=st.data())
def test_a_valid_lookup_with_odd_parameters(data):
    parts = _lookup_query().split("&")
    for _ in range(data.draw(st.integers(1, 3))):
        index = data.draw(st.integers(0, len(parts) - 1))
        name = parts[index].partition("=")[0]
        odd = data.draw(st.text(max_size=20) | st.sampled_from(["", "%00", "%ff", "9" * 4999, "-1", "1e9", "\u0663"]))
        parts[index] = f"{name}={odd}"

    with nothing_but_the_protocols_error():
        messages.read_lookup_request(receiver=PAYEE, query="&".join(parts))


@given(text=st.text(max_size=60) | st.from_regex(r"\$[a-z]{1,5}@[a-z.]{1,20}", fullmatch=True))
def test_any_address(text):
    with nothing_but_the_protocols_error():
        assert messages.domain_of(text) in text.lower()


@given(body=st.binary(max_size=300) | values.map(lambda value: json.dumps(value).encode("utf-8", "surrogatepass")))
def test_any_error_reply(body):
    messages.read_peer_error(body)


@given(sealed=st.binary(min_size=1, max_size=300))
def test_any_travel_rule_information(sealed):
    request = messages.read_pay_request(sample_messages.pay_request(travel_rule="").body)
    odd = dataclasses.replace(request, sealed_travel_rule=sealed)

    with pytest.raises(messages.ProtocolError):
        messages.open_travel_rule(odd, private_keys=[sample_messages.payee().signer.private_key])


@given(value=st.binary(max_size=100))
def test_any_signature(value):
    signature = messages.Signature(payload=b"", nonce="1", signed_at=NOW, value=value)

    with pytest.raises(messages.ProtocolError):
        messages.require_genuine(signature, keys=sample_messages.payee().keys)
