"""The client in Python: requests are sent again with one key, refusals are raised, lists go to their end."""

import asyncio
import email.utils
import pickle
import time

import httpx
import pytest
from payments_platform_client import (
    ApiError,
    ErrorCode,
    NoReply,
    PaymentsError,
    Retries,
    aiterate,
    connect,
    currencies,
    from_environment,
    iterate,
)
from payments_platform_client.generated.api.customers import delete_customer_by_id, get_kyc_link_for_customer
from payments_platform_client.generated.api.sandbox import sandbox_fund_internal_account
from payments_platform_client.generated.api.tokens import list_tokens
from payments_platform_client.generated.models import SandboxFundRequest

from clients import generate
from tests.clients.moody import Answer, Moody, refusal, reply

pytestmark = [pytest.mark.beside, pytest.mark.inputs("clients", "docs/openapi.yaml")]

QUICK = Retries(first_pause=0.001)
USD = {"code": "USD", "name": "US Dollar", "symbol": "$", "decimals": 2}
ACCOUNT = {
    "id": "InternalAccount:1",
    "status": "ACTIVE",
    "balance": {"amount": 2**63 - 1, "currency": USD},
    "fundingPaymentInstructions": [],
    "createdAt": "2026-01-01T00:00:00Z",
    "updatedAt": "2026-01-01T00:00:00Z",
}


@pytest.fixture
def moody():
    with Moody() as server:
        yield server


@pytest.fixture
def client(moody):
    with connect(moody.url, "id", "secret", retries=QUICK) as made:
        yield made


@pytest.fixture
def pauses(monkeypatch):
    """The pauses that would have been made, in seconds."""
    made: list[float] = []
    monkeypatch.setattr("payments_platform_client.transport.time.sleep", made.append)
    return made


def fund(client, **given):
    return sandbox_fund_internal_account.sync("InternalAccount:1", client=client, body=SandboxFundRequest(1), **given)


def afund(client):
    async def call():
        async with client:
            return await sandbox_fund_internal_account.asyncio(
                "InternalAccount:1", client=client, body=SandboxFundRequest(1)
            )

    return asyncio.run(call())


_PASSING = {
    "no reply": Answer(is_dropped=True),
    "half a reply": Answer(is_cut=True),
    "half a refusal": Answer(status=400, is_cut=True),
    "408": refusal(408, "REQUEST_TIMEOUT"),
    "409 of the key": refusal(409, "IDEMPOTENCY_KEY_IN_USE"),
    "424 that passes": refusal(424, "PAYREQ_REQUEST_FAILED", retryable=True),
    "429": refusal(429, "RATE_LIMITED", Retry_After="0"),
    "500": refusal(500, "INTERNAL_ERROR"),
    "502 of a proxy": Answer(502, b"<html>"),
    "503": refusal(503, "SERVICE_UNAVAILABLE", Retry_After="0"),
    "504 of a proxy": Answer(504, b""),
}


@pytest.mark.parametrize("call", [fund, afund], ids=["sync", "async"])
@pytest.mark.parametrize("passing", _PASSING.values(), ids=_PASSING)
def test_what_passes_is_asked_again_with_the_same_key(client, moody, passing, call):
    moody.answers = [passing, passing, reply(ACCOUNT)]

    account = call(client)

    assert account.balance.amount == 2**63 - 1
    assert len(moody.seen) == 3
    assert len({seen.key for seen in moody.seen}) == 1
    assert len(moody.seen[0].key or "") == 36
    assert {seen.body for seen in moody.seen} == {b'{"amount":1}'}


@pytest.mark.parametrize("call", [fund, afund], ids=["sync", "async"])
@pytest.mark.parametrize("status", [400, 401, 403, 404, 409, 410, 415, 422, 424, 501])
def test_what_stays_is_raised_at_once(client, moody, status, call):
    moody.answers = [refusal(status, "SOME_CODE", details={"errors": [{"field": "amount"}]}, Retry_After="7")]

    with pytest.raises(ApiError) as raised:
        call(client)

    error = raised.value
    assert (error.status, error.code, error.message, error.request_id) == (status, "SOME_CODE", "No.", "request-1")
    assert error.details == {"errors": [{"field": "amount"}]}
    assert error.retry_after == 7
    assert error.idempotency_key == moody.seen[0].key
    assert len(moody.seen) == 1


def test_an_error_tells_what_is_wrong_with_each_field(client, moody):
    wrong = [{"field": "file", "reason": "shows nothing"}, {"field": "country", "reason": "No."}, {"field": "size"}, 7]
    moody.answers = [refusal(400, "SOME_CODE", details={"errors": wrong})]

    with pytest.raises(ApiError) as raised:
        fund(client)

    assert str(raised.value) == "400 SOME_CODE: No. (file: shows nothing)"
    assert raised.value.message == "No."


def test_a_redirect_is_not_followed(client, moody):
    moody.answers = [Answer(307, b"", {"Location": "http://127.0.0.1:9/"})]

    with pytest.raises(ApiError) as raised:
        fund(client)

    assert (raised.value.status, len(moody.seen)) == (307, 1)


def test_errors_pass_from_process_to_process(client, moody):
    moody.answers = [refusal(400, "SOME_CODE", details={"errors": []})]
    with pytest.raises(ApiError) as raised:
        fund(client)

    for error in (raised.value, NoReply(idempotency_key="mine", cause=ValueError("why"))):
        copy = pickle.loads(pickle.dumps(error))

        assert (type(copy), str(copy), vars(copy)) == (type(error), str(error), vars(error))


def test_a_code_is_typed_and_one_that_came_later_is_kept(client, moody):
    moody.answers = [refusal(400, "INSUFFICIENT_BALANCE"), refusal(400, "NEW_CODE")]

    codes = []
    for _ in range(2):
        with pytest.raises(ApiError) as raised:
            fund(client)
        codes.append(raised.value.code)

    assert codes[0] is ErrorCode.INSUFFICIENT_BALANCE
    assert codes == ["INSUFFICIENT_BALANCE", "NEW_CODE"]
    assert [code.is_known for code in codes] == [True, False]


def test_no_reply_tells_its_cause(client, moody):
    moody.answers = [Answer(is_dropped=True)]

    with pytest.raises(NoReply, match=r"No reply came to the request \(\w+: .+\)\. Send it again with") as raised:
        fund(client)

    assert str(raised.value.__cause__) in str(raised.value)


def test_the_token_is_in_no_text(client):
    assert repr(client) == str(client) == f"<Payments {client._base_url}>"
    assert repr(client.with_headers({"X-Of": "mine"})) == repr(client)


def test_an_answer_of_somebody_else_is_an_error_too(client, moody):
    moody.answers = [Answer(404, b"<html>not here</html>")]

    with pytest.raises(ApiError, match="404") as raised:
        fund(client)

    assert (raised.value.code, raised.value.details, raised.value.request_id) == ("", {}, "")


def test_the_number_of_attempts_is_bounded(client, moody):
    moody.answers = [refusal(503, "SERVICE_UNAVAILABLE", Retry_After="0")]
    with pytest.raises(ApiError, match="SERVICE_UNAVAILABLE"):
        fund(client)
    assert len(moody.seen) == 5

    moody.answers, moody.seen = [refusal(500, "INTERNAL_ERROR")], []
    with pytest.raises(ApiError, match="INTERNAL_ERROR"):
        fund(client)
    assert len(moody.seen) == 3


def test_without_a_reply_the_key_is_told(client, moody):
    moody.answers = [Answer(is_dropped=True)]

    with pytest.raises(NoReply) as raised:
        fund(client, idempotency_key="mine")

    assert raised.value.idempotency_key == "mine"
    assert isinstance(raised.value.__cause__, httpx.TransportError)
    assert [seen.key for seen in moody.seen] == ["mine"] * 5


def test_a_service_that_is_not_there_is_no_reply():
    with connect("http://127.0.0.1:9", "id", "secret", retries=QUICK) as client, pytest.raises(NoReply):
        fund(client)


def test_what_is_wrong_on_this_side_is_not_tried_again(pauses):
    with connect("ftp://127.0.0.1", "id", "secret") as client, pytest.raises(httpx.UnsupportedProtocol):
        fund(client)
    assert pauses == []


def test_pauses_grow_and_are_never_shorter_than_asked(moody, pauses):
    moody.answers = [
        refusal(503, "SERVICE_UNAVAILABLE", Retry_After="7"),
        refusal(429, "RATE_LIMITED"),
        refusal(429, "RATE_LIMITED", Retry_After="Mon, 02 Mar 2026 12:00:00 GMT"),
        Answer(is_dropped=True),
        reply(ACCOUNT),
    ]
    with connect(moody.url, "id", "secret", retries=Retries(first_pause=2)) as client:
        fund(client)

    first, second, third, fourth = pauses
    assert 8 <= first <= 9
    assert 2 <= second <= 4
    assert 4 <= third <= 8
    assert 8 <= fourth <= 16


def test_a_pause_longer_than_the_bound_is_not_made(client, moody, pauses):
    for tomorrow in ("86400", email.utils.formatdate(time.time() + 86_400, usegmt=True)):
        moody.answers = [refusal(429, "RATE_LIMITED", Retry_After=tomorrow)]

        with pytest.raises(ApiError) as raised:
            fund(client)

        assert raised.value.retry_after == pytest.approx(86_400, abs=600)
    assert pauses == []
    assert len(moody.seen) == 2


def test_pauses_differ_from_client_to_client():
    made = {Retries().pause(1, None) for _ in range(20)}

    assert len(made) > 1
    assert all(pause is not None and 0.25 <= pause <= 0.5 for pause in made)
    assert Retries(attempts=3).pause(3, None) is None
    assert 30 <= (Retries(attempts=5000).pause(4999, None) or 0) <= 60


def test_bounds_that_make_no_sense_are_refused():
    for wrong in ({"attempts": 0}, {"first_pause": -1}, {"longest_pause": -1}):
        with pytest.raises(ValueError, match="attempts"):
            Retries(**wrong)


def test_a_key_is_sent_wherever_the_document_takes_one(client, moody):
    """Requests that change or create something have one, and no others."""
    paths = generate.read(generate.DOCUMENT)["paths"]
    operations = [
        (method.upper(), path.removeprefix("/2025-10-13"), "IdempotencyKey" in str(operation.get("parameters")))
        for path, methods in paths.items()
        for method, operation in methods.items()
        if method in {"get", "post", "put", "patch", "delete"}
    ]
    moody.answers = [reply({})]

    wrong = []
    for method, path, takes_key in operations:
        client.get_httpx_client().request(method, path.replace("{", "").replace("}", ""))
        if (moody.seen[-1].key is not None) != takes_key:
            wrong.append((method, path))

    assert wrong == []
    assert len(operations) > 60


def test_credentials_and_paths_are_sent_as_they_are(client, moody):
    link = {"kycUrl": "https://x", "platformCustomerId": "a b", "customerId": "Customer:1"}
    moody.answers = [reply(link | {"expiresAt": "2026-01-16T09:30:00Z"})]
    get_kyc_link_for_customer.sync(client=client, platform_customer_id="a b&c")

    moody.answers = [Answer(404, b"{}")]
    with pytest.raises(ApiError):
        delete_customer_by_id.sync_detailed("../config", client=client)

    assert moody.seen[0].headers["authorization"] == "Basic aWQ6c2VjcmV0"
    assert moody.seen[0].path == "/2025-10-13/customers/kyc-link?platformCustomerId=a+b%26c"
    assert moody.seen[1].path == "/2025-10-13/customers/..%2Fconfig"
    assert moody.seen[0].headers["user-agent"].startswith("payments-platform-client-python/")


# --- lists ---


def token(number):
    return {"id": f"Token:{number}", "name": "n", "permissions": ["VIEW"], **_TIMES, "clientId": "c", "allowedIps": []}


_TIMES = {"createdAt": "2026-01-01T00:00:00Z", "updatedAt": "2026-01-01T00:00:00Z"}
_PAGES = [
    reply({"data": [token(1), token(2)], "hasMore": True, "nextCursor": "after=2", "totalCount": 3}),
    reply({"data": [token(3)], "hasMore": False, "totalCount": 3}),
]


def test_a_list_goes_to_its_end_with_the_same_filters(client, moody):
    moody.answers = list(_PAGES)

    rows = [row.id for row in iterate(list_tokens.sync, client=client, name="n")]

    assert rows == ["Token:1", "Token:2", "Token:3"]
    assert sorted(seen.path.partition("?")[2] for seen in moody.seen) == [
        "cursor=after%3D2&limit=100&name=n",
        "limit=100&name=n",
    ]


def test_a_page_is_fetched_when_it_is_wanted(client, moody):
    moody.answers = list(_PAGES)

    assert next(iterate(list_tokens.sync, client=client, limit=2)).id == "Token:1"

    assert [seen.path.partition("?")[2] for seen in moody.seen] == ["limit=2"]


def test_a_list_goes_to_its_end_asynchronously(client, moody):
    moody.answers = list(_PAGES)

    async def read():
        async with client:
            return [row.id async for row in aiterate(list_tokens.asyncio, client=client)]

    assert asyncio.run(read()) == ["Token:1", "Token:2", "Token:3"]


def test_a_list_that_does_not_say_how_it_goes_on_is_not_read_for_ever(client, moody):
    moody.answers = [reply({"data": [], "hasMore": True})]

    with pytest.raises(PaymentsError, match="where they begin"):
        list(iterate(list_tokens.sync, client=client))


# --- the client itself ---


def test_currencies_come_from_the_platforms_accounts(client, moody):
    moody.answers = [reply({"data": [ACCOUNT]})]

    assert {code: currency.decimals for code, currency in currencies(client).items()} == {"USD": 2}


def test_a_value_that_is_new_is_kept(client, moody):
    moody.answers = [reply({"data": [token(1) | {"permissions": ["VIEW", "NEW"]}], "hasMore": False})]

    [row] = iterate(list_tokens.sync, client=client)

    assert row.permissions == ["VIEW", "NEW"]
    assert [permission.is_known for permission in row.permissions] == [True, False]
    assert row.to_dict()["permissions"] == ["VIEW", "NEW"]


def test_the_environment_names_the_token(moody):
    moody.answers = [reply(ACCOUNT)]
    named = {"PAYMENTS_BASE_URL": f"{moody.url}/", "PAYMENTS_CLIENT_ID": "id", "PAYMENTS_CLIENT_SECRET": "secret"}

    with from_environment(named) as client:
        fund(client)

    assert moody.seen[0].path == "/2025-10-13/sandbox/internal-accounts/InternalAccount%3A1/fund"
    with pytest.raises(PaymentsError, match="PAYMENTS_CLIENT_ID, PAYMENTS_CLIENT_SECRET"):
        from_environment({"PAYMENTS_BASE_URL": moody.url})
