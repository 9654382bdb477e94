"""Messages of any kind: none is answered by a fault of the service, and none does what it does not say."""

import json
import math
import string

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from payments.models import Transaction
from tests.mcp.client import ADDRESS, Tools

pytestmark = pytest.mark.django_db(transaction=True)
NAMES = (
    "find_customer",
    "balances",
    "list_payees",
    "quote",
    "pay",
    "pay_quote",
    "look_up_key",
    "void_key",
    "cancel",
    "explain",
)
ARGUMENTS = (
    "amount",
    "source",
    "destination",
    "idempotencyKey",
    "key",
    "transactionId",
    "quoteId",
    "limit",
    "currency",
    "date",
)
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=20)
    | st.sampled_from(["\0", "../approve", "Transaction:x", "a,b", "\u202e", "k" * 300, "\U0001f4b6"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@pytest.fixture(autouse=True)
def on(settings):
    settings.MCP = True


def _message(**members):
    return {"jsonrpc": "2.0", "id": 1, "method": "tools/list", **members}


MESSAGES = st.fixed_dictionaries(
    {},
    optional={
        "jsonrpc": st.just("2.0") | VALUES,
        "id": st.integers() | VALUES,
        "method": st.sampled_from(["initialize", "ping", "tools/list", "tools/call", "server/discover"]) | VALUES,
        "params": VALUES,
    },
)
CALLS = st.builds(
    lambda name, arguments, others: _message(
        method="tools/call", params={"name": name, "arguments": arguments, **others}
    ),
    st.sampled_from(NAMES) | st.text(max_size=10),
    st.dictionaries(st.sampled_from(ARGUMENTS), VALUES, max_size=5) | VALUES,
    st.dictionaries(st.sampled_from(["cursor", "_meta", "requestState", "inputResponses"]), VALUES, max_size=2),
)
BODIES = st.binary(max_size=60) | MESSAGES | CALLS | VALUES


@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(body=BODIES, version=st.sampled_from(["", "2025-11-25", "2026-07-28", "x"]))
def test_no_body_is_answered_by_a_fault(api, body, version):
    headers = {"MCP-Protocol-Version": version} if version else {}

    reply = Tools(api).post(body, **headers)

    assert reply.status_code < 500, (body, reply.content)
    assert "failed unexpectedly" not in reply.content.decode()


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", -32700),
        (b"{", -32700),
        (b"\xff", -32700),
        (b"[]", -32600),
        (b"7", -32600),
        (b'{"a": ' + b"[" * 200 + b"]" * 200 + b"}", -32600),
        (b"[" * 5000 + b"]" * 5000, -32700),
        (b'{"jsonrpc": "2.0", "id": 1, "id": 2, "method": "ping"}', -32600),
        (b'{"jsonrpc": "2.0", "id": null, "method": "ping"}', -32600),
        (b'{"jsonrpc": "1.0", "id": 1, "method": "ping"}', -32600),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "nothing"}', -32601),
    ],
)
def test_what_is_no_message_is_refused_in_the_form_of_the_protocol(api, body, code):
    assert Tools(api).post(body).json()["error"]["code"] == code


def test_a_message_may_have_a_mebibyte(api):
    tools = Tools(api)
    most = 1024 * 1024
    filling = most - len(json.dumps(_message(params={"x": ""})))

    whole = tools.post(_message(method="ping", params={"x": ""}) | {"params": {"x": "a" * (filling - 100)}})
    larger = tools.post(_message(params={"x": "a" * most}))

    assert whole.status_code == 200
    assert (larger.status_code, larger.json()["code"]) == (413, "PAYLOAD_TOO_LARGE")


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "https://127.0.0.1.evil.example", "http://["])
def test_pages_of_other_origins_are_refused(api, origin):
    reply = Tools(api).post(_message(), Origin=origin)

    assert reply.status_code == 403
    assert Tools(api).post(_message(), Origin="http://localhost:3000").status_code == 200


@pytest.mark.parametrize("scheme", ["Basic", "Bearer", "bearer"])
def test_a_token_is_taken_by_either_scheme(api, scheme):
    tools = Tools(api)
    credentials = tools.headers["Authorization"].removeprefix("Basic ")

    assert tools.post(_message(method="ping"), Authorization=f"{scheme} {credentials}").status_code == 200


@pytest.mark.parametrize("header", ["", "Bearer x", "Basic x", "Digest x", "Bearer"])
def test_nobody_else_learns_which_tools_there_are(api, header):
    reply = Tools(api).post(_message(), Authorization=header)

    assert (reply.status_code, reply.json()["code"]) == (401, "UNAUTHORIZED")
    assert reply.headers["WWW-Authenticate"].startswith("Bearer ")


@pytest.mark.parametrize("method", ["get", "put", "delete", "patch", "head"])
def test_messages_come_by_post_alone(api, client, method):
    assert getattr(client, method)(ADDRESS, headers=api.headers).status_code == 405


def test_a_notification_does_nothing(api):
    reply = Tools(api).post({"jsonrpc": "2.0", "method": "tools/call", "params": {"name": "pay"}})

    assert (reply.status_code, reply.content) == (202, b"")
    assert not Transaction.objects.exists()


def test_a_client_of_today_and_one_of_tomorrow_are_answered(api):
    tools = Tools(api)
    begun = tools.ask(
        "initialize", protocolVersion="2025-11-25", capabilities={}, clientInfo={"name": "t", "version": "1"}
    )
    meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    found = tools.post(
        _message(method="server/discover", params={"_meta": meta}),
        **{"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "server/discover"},
    ).json()["result"]

    assert begun["protocolVersion"] == "2025-11-25"
    assert "look_up_key" in begun["instructions"]
    assert found["supportedVersions"][0] == "2026-07-28"
    assert "Mcp-Session-Id" not in tools.post(_message(method="ping")).headers


def test_numbers_beyond_any_amount_are_refused_by_the_endpoint(api):
    told = Tools(api).call(
        "pay", idempotencyKey="k", amount=10**30, source={"accountId": "x"}, destination={"accountId": "y"}
    )

    assert told["status"] == 400
    assert math.inf not in told["reply"]["details"].values()


def test_keys_with_any_printable_character_are_looked_up(api):
    for character in sorted(set(string.printable[:95]) - {","}):
        key = f"a{character}b"
        assert Tools(api).call("look_up_key", key=key)["reply"]["code"] == "NOT_FOUND", key
