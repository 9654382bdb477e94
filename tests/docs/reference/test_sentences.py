"""The API document says of everything what it is."""

from collections.abc import Iterator
from typing import Any

from platforms.http.document import limits
from tests.support import api_document, endpoints


def operations() -> list[dict[str, Any]]:
    return [each for item in api_document.generated()["paths"].values() for each in item.values()]


def described() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield place and node of all that needs a sentence."""
    document = api_document.generated()
    for name, schema in document["components"]["schemas"].items():
        for field, each in schema.get("properties", {}).items():
            yield f"{name}.{field}", each
    for operation in operations():
        yield operation["operationId"], operation
        for parameter in operation.get("parameters", []):
            each = api_document.resolved(parameter)
            yield f"{operation['operationId']} {each['name']}", each
        for status, response in operation["responses"].items():
            reply = api_document.resolved(response)
            yield f"{operation['operationId']} {status}", reply
            for name, header in reply.get("headers", {}).items():
                yield f"{operation['operationId']} {status} {name}", api_document.resolved(header)


def test_everything_has_a_sentence():
    silent = [place for place, node in described() if not node.get("description", "").strip()]

    assert silent == []


def test_sentences_are_whole():
    """They begin and end like sentences, and no two of their parts say the same."""
    broken = [
        (place, node["description"])
        for place, node in described()
        if not node["description"].rstrip().endswith((".", "|")) or "  " in node["description"]
    ]

    assert broken == []


def test_every_operation_says_who_may_call_it_and_whether_it_may_be_repeated():
    declared = {endpoint.declared.operation: endpoint.declared for endpoint in endpoints.every()}
    for operation in operations():
        endpoint = declared[operation["operationId"]]

        assert operation["x-permission"] == endpoint.permission
        assert f"Permission: `{endpoint.permission}`." in operation["description"]
        assert ("`Idempotency-Key`" in operation["description"]) is endpoint.writes
        assert ("Sandbox platforms only." in operation["description"]) is endpoint.path.startswith("sandbox/")


def test_every_refusal_names_the_codes_that_the_endpoint_declares():
    declared = {endpoint.declared.operation: endpoint.declared for endpoint in endpoints.every()}
    for operation in operations():
        named = {
            int(status): tuple(api_document.resolved(response)["x-codes"])
            for status, response in operation["responses"].items()
            if status >= "400"
        }

        assert named == declared[operation["operationId"]].refusals, operation["operationId"]
        for status, codes in named.items():
            response = api_document.resolved(operation["responses"][str(status)])
            assert all(f"`{code}`" in response["description"] for code in codes)


def test_limits_are_said_in_words():
    document = {
        "components": {
            "schemas": {
                "Thing": {
                    "properties": {
                        "text": {"description": "A text.", "minLength": 1, "maxLength": 255},
                        "named": {"description": "A text of up to 255 characters.", "maxLength": 255},
                        "code": {"description": "A code.", "pattern": "^(EUR|USD)$", "maxLength": 8},
                        "count": {"description": "How many.", "minimum": 0},
                        "amount": {"description": "How much.", "minimum": 1, "maximum": 9000},
                        "rows": {"description": "Rows.", "maxItems": 1},
                        "silent": {"maxLength": 3},
                    }
                }
            }
        },
        "paths": {},
    }

    limits.say(document)

    properties: Any = document["components"]["schemas"]["Thing"]["properties"]
    assert {name: each.get("description") for name, each in properties.items()} == {
        "text": "A text. 1 to 255 characters.",
        "named": "A text of up to 255 characters.",
        "code": "A code.",
        "count": "How many. At least 0.",
        "amount": "How much. 1 to 9,000.",
        "rows": "Rows. At most 1 item.",
        "silent": None,
    }
