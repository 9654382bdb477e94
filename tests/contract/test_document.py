"""The OpenAPI document itself."""

import json
import pathlib
import re

import pytest
import yaml
from django.core.management import call_command
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.validation import validate_schema

from payments.account_types import table
from platforms.http import errors
from tests.support import api_document, endpoints
from webhooks.outbox.event_types import EventType

_COMMITTED = pathlib.Path(__file__).parents[2] / "docs" / "openapi.yaml"


def test_the_committed_document_is_what_the_code_says(tmp_path):
    fresh = tmp_path / "openapi.yaml"
    call_command("spectacular", file=str(fresh))

    assert _COMMITTED.read_text() == fresh.read_text(), "run SCHEMA_WRITE=1 make schema"


def test_it_is_generated_without_a_warning(tmp_path, capsys):
    GENERATOR_STATS.reset()

    call_command("spectacular", file=str(tmp_path / "openapi.yaml"), fail_on_warn=True, validate=True)

    assert capsys.readouterr().err == ""


def test_it_is_valid_openapi_3_1():
    validate_schema(api_document.generated())

    assert api_document.generated()["openapi"] == "3.1.0"


def test_the_served_document_is_the_committed_one():
    assert api_document.generated() == yaml.safe_load(_COMMITTED.read_text())


def test_every_endpoint_is_documented_and_nothing_else_is():
    shown = {(method, path) for path, item in api_document.generated()["paths"].items() for method in item}

    assert shown == {(endpoint.method, endpoint.documented) for endpoint in endpoints.every()}
    assert len(shown) == len(endpoints.every())


def test_operations_have_names_of_their_own():
    names = [
        operation["operationId"] for item in api_document.generated()["paths"].values() for operation in item.values()
    ]

    assert len(names) == len(set(names))
    assert all(name[0].islower() and name.isalnum() for name in names)


_SHOWN = [
    ("ExternalAccountCreateRequest", "currency", "USD", "usd"),
    ("ExternalAccountCreateRequest", "cryptoNetwork", "SOLANA_MAINNET", "NONSENSE_NET"),
    ("RealtimeFundingQuoteSourceRequest", "currency", "MXN", "XXX"),
    ("SandboxSendRequest", "currencyCode", "BTC", "BT"),
    ("PlatformCurrencyConfigRequest", "currencyCode", "USDC", "ABC"),
    ("IndividualCustomerCreateRequest", "umaAddress", "$ada@pay.example.com", "ada@pay.example.com"),
    ("UmaInvitationCreateRequest", "inviterUma", "$ada@pay.example.com", "$ada@"),
    ("UmaInvitationClaimRequest", "inviteeUma", "$ada@pay.example.com", "$a b@example.com"),
    ("UmaAddressQuoteDestinationRequest", "umaAddress", "$a.b+c@example.com", "$a@localhost"),
    ("PlatformConfigUpdateRequest", "umaDomain", "pay.example.com", "pay"),
    ("PlatformConfigUpdateRequest", "webhookEndpoint", "", "ftp://example.com"),
    ("UsdExternalAccountCreateInfo", "accountNumber", "12 34", "12\n34"),
    ("UsdIndividualBeneficiary", "fullName", "Ada", "Ada\u202e"),
    ("IndividualCustomerCreateRequest", "fullName", "Ada", "Ada\x07"),
]


@pytest.mark.parametrize(("component", "field", "right", "wrong"), _SHOWN)
def test_the_form_of_a_field_is_shown(component, field, right, wrong):
    pattern = api_document.generated()["components"]["schemas"][component]["properties"][field]["pattern"]

    assert re.search(pattern, right)
    assert not re.search(pattern, wrong)


@pytest.mark.parametrize(
    ("right", "wrong"), [("10.0.0.0/8", "10.0.0"), ("2001:db8::/32", "1:2"), ("::1", "1.2.3.4/33")]
)
def test_the_form_of_an_address_of_the_internet_is_shown(right, wrong):
    shown = api_document.generated()["components"]["schemas"]["ApiTokenCreateRequest"]["properties"]["allowedIps"]

    assert re.search(shown["items"]["pattern"], right)
    assert not re.search(shown["items"]["pattern"], wrong)


def test_the_currencies_that_networks_carry_are_listed():
    components = api_document.generated()["components"]["schemas"]
    shown = components["EstimateCryptoWithdrawalFeeRequest"]["properties"]["currency"]

    assert shown["$ref"] == "#/components/schemas/NetworkCurrency"
    assert components["NetworkCurrency"]["enum"] == ["BTC", "USDB", "USDC", "USDT"]


def test_account_types_say_their_currencies():
    components = api_document.generated()["components"]["schemas"]
    for row in table.ACCOUNT_TYPES.values():
        name = "ExternalAccountCreateInfo" if row.beneficiaries else "ExternalAccountInfo"
        assert (
            f"Its `currency` is {' or '.join(row.currencies)}." in components[f"{row.component}{name}"]["description"]
        )


def test_every_type_of_event_is_in_the_webhook_of_its_topic():
    shown: list[str] = []
    for webhook in api_document.generated()["webhooks"].values():
        reference = webhook["post"]["requestBody"]["content"]["application/json"]["schema"]["$ref"]
        type_ = api_document.generated()["components"]["schemas"][reference.rpartition("/")[2]]["properties"]["type"]
        shown += [type_["const"]] if "const" in type_ else api_document.resolved(type_)["enum"]

    assert sorted(shown) == sorted(EventType.values)


def test_patterns_mean_the_same_in_every_language():
    """They are anchored, and have nothing that Python and ECMA-262 read differently."""

    def patterns(node):
        if isinstance(node, dict):
            yield from [node["pattern"]] if isinstance(node.get("pattern"), str) else []
            yield from (found for value in node.values() for found in patterns(value))
        elif isinstance(node, list):
            yield from (found for value in node for found in patterns(value))

    found = set(patterns(api_document.generated()))

    assert len(found) > 30
    for pattern in found:
        assert re.fullmatch(r"\^.*\$", pattern), pattern
        assert not re.search(r"\(\?|\\[AZzpPbBkgw]", pattern), pattern
        re.compile(pattern)


def test_errors_are_documented_with_their_codes():
    components = api_document.generated()["components"]["schemas"]
    for status, codes in errors.CODES_OF_STATUS.items():
        schema = components.get(f"Error{status}")
        # A status that no operation answers with yet is not in the document.
        if schema is not None:
            code = schema["properties"]["code"]
            shown = components[code["$ref"].rsplit("/", 1)[1]]["enum"] if "$ref" in code else [code["const"]]
            assert sorted(shown) == sorted(codes)


def test_each_error_is_said_once():
    for path, item in api_document.generated()["paths"].items():
        for method, operation in item.items():
            refusals = [response for status, response in operation["responses"].items() if status >= "400"]
            assert all(each.keys() == {"$ref"} for each in refusals), (method, path)


def test_what_receivers_of_webhooks_answer_is_not_what_the_service_answers():
    for name, item in api_document.generated()["webhooks"].items():
        answers = {"202", "403", "422"} if name == "incoming-payment" else set()
        assert item["post"]["responses"].keys() == {"200", "409", "410", "default"} | answers, name
        assert "/responses/" not in json.dumps(item), name
        assert "Error" not in json.dumps(item), name
        assert item["post"]["security"] == [], name


def test_what_is_read_and_written_in_one_form_has_one_name():
    schemas = api_document.generated()["components"]["schemas"]
    duplicates = [name for name in schemas if f"{name}Request" in schemas]

    assert duplicates
    assert [name for name in duplicates if schemas[name] == schemas[f"{name}Request"]] == []


def test_every_operation_documents_the_errors_that_all_can_give():
    for path, item in api_document.generated()["paths"].items():
        for method, operation in item.items():
            shown = set(operation["responses"])
            assert shown >= {"400", "401", "403", "429", "500"}, (method, path)
            if "{" in path:
                assert "404" in shown, (method, path)


def test_every_write_takes_an_idempotency_key():
    for path, item in api_document.generated()["paths"].items():
        for method, operation in item.items():
            parameters = [api_document.resolved(parameter) for parameter in operation.get("parameters", [])]
            takes = "Idempotency-Key" in {parameter["name"] for parameter in parameters}
            makes_something = method != "get" or path.endswith("/kyc-link") or "/receiver/" in path
            assert takes is makes_something, (method, path)
