"""The form of the OpenAPI document: what makers of clients read right."""

import json
import re

import inflection
import jsonschema
import pytest

from platforms.http.document import parts
from tests.support import api_document
from tests.support.payments import account_examples


def schemas():
    return api_document.generated()["components"]["schemas"]


def named(reference):
    return schemas()[reference["$ref"].rpartition("/")[2]]


def unions():
    return {name: schema for name, schema in schemas().items() if "oneOf" in schema}


ALONE = {"PaymentAccountOrWalletInfo": "accountType"}
"""Unions without a discriminator → the constant that tells their variants apart."""


def test_only_unions_are_made_of_others():
    for part in parts.objects(api_document.generated()):
        assert not part.keys() & {"allOf", "anyOf"}
    places = [part for part in parts.objects(api_document.generated()) if "oneOf" in part]

    assert len(places) == len(unions()) > 40


def test_a_constant_tells_the_variants_of_a_union_apart():
    for name, union in unions().items():
        field = ALONE[name] if name in ALONE else union["discriminator"]["propertyName"]
        constants = {named(variant)["properties"][field]["const"]: variant["$ref"] for variant in union["oneOf"]}

        assert len(constants) == len(union["oneOf"]) > 1, name
        assert name in ALONE or union["discriminator"]["mapping"] == constants, name
        assert all(field in named(variant)["required"] for variant in union["oneOf"]), name


def test_a_single_value_is_a_constant():
    for part in parts.objects(api_document.generated()):
        assert not isinstance(part.get("enum"), list) or len(part["enum"]) > 1
        assert "const" not in part or part.keys() <= {"type", "const", "description"}
        assert "enum" not in part or part.keys() <= {"type", "enum", "description", "default"}


def test_fields_that_may_be_left_out_say_in_words_what_they_are_then():
    fields = [field for schema in schemas().values() for field in schema.get("properties", {}).values()]

    assert [field for field in fields if "default" in field] == []
    shown = schemas()["ExternalAccountCreateRequest"]["properties"]["defaultUmaDepositAccount"]
    assert shown["type"] == "boolean"
    assert shown["description"].endswith(" If left out: `false`.")


def test_values_that_have_a_name_are_listed_once():
    lists = [json.dumps(part["enum"]) for part in parts.objects(schemas()) if "enum" in part]
    named_ones = {json.dumps(schema["enum"]) for schema in schemas().values() if "enum" in schema}
    parameters = api_document.generated()["paths"], api_document.generated()["components"]["parameters"]

    assert all(lists.count(each) == 1 for each in named_ones)
    assert all(json.dumps(part["enum"]) not in named_ones for part in parts.objects(list(parameters)) if "enum" in part)


def test_components_are_named_as_people_say_them():
    for name in schemas():
        assert re.fullmatch(r"[A-Z][A-Za-z0-9]+", name)
        assert not re.search(r"OneOf|Enum$|Request.*Request|Response.*Request|Serializer|Schema$", name), name


def test_every_component_is_used():
    document = json.dumps(api_document.generated())
    for kind, components in api_document.generated()["components"].items():
        if kind != "securitySchemes":
            assert [name for name in components if f'"#/components/{kind}/{name}"' not in document] == []


def test_the_version_is_in_the_address_of_the_server_and_not_in_paths(settings):
    document = api_document.generated()

    assert [server["url"] for server in document["servers"]] == [
        f"/{settings.API_VERSION}",
        f"{{origin}}/{settings.API_VERSION}",
    ]
    assert all(settings.API_VERSION not in path for path in document["paths"])


def test_parameters_of_paths_are_named_as_fields_are():
    names = [name for path in api_document.generated()["paths"] for name in re.findall(r"\{(\w+)\}", path)]

    assert len(names) > 20
    assert names == [inflection.camelize(name, uppercase_first_letter=False) for name in names]
    for path, item in api_document.generated()["paths"].items():
        for operation in item.values():
            parameters = [api_document.resolved(each) for each in operation.get("parameters", [])]
            assert re.findall(r"\{(\w+)\}", path) == [each["name"] for each in parameters if each["in"] == "path"], path


def test_every_group_of_operations_says_what_it_is():
    document = api_document.generated()
    items = [*document["paths"].values(), *document["webhooks"].values()]

    used = {tag for item in items for operation in item.values() for tag in operation["tags"]}
    assert used == {tag["name"] for tag in document["tags"]}
    assert all(tag["description"].endswith(".") for tag in document["tags"])


@pytest.mark.parametrize("code", sorted(account_examples.EXAMPLES))
def test_an_account_of_another_type_is_not_what_is_shown(code):
    """A control: by its constant alone an account fits one variant, and none with another's constant."""
    _, info = account_examples.EXAMPLES[code]
    document = api_document.generated()
    validator = jsonschema.Draft202012Validator({"$ref": "#/components/schemas/ExternalAccountCreateInfo", **document})

    assert validator.is_valid(info)
    assert not validator.is_valid(info | {"accountType": f"{code}_"})
