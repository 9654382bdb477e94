"""Clients made of the API document read and write what the service really says."""

import datetime as dt
import functools
import importlib
import json
import re
import sys
from collections.abc import Iterator
from typing import Any

import attrs
import httpx
import inflection
import pytest

from tests.generators import recorded, tools
from tests.generators.recorded import Record, Recorder, Said
from tests.support import api_document
from webhooks.outbox.event_types import TOPICS, EventType, topic

pytestmark = [pytest.mark.beside, pytest.mark.inputs("docs/openapi.yaml"), pytest.mark.django_db(transaction=True)]
_PACKAGE = "generated_client"
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)")


_PLAYED: list[Record] = []


@pytest.fixture
def record(acme, rival, worker, settings) -> Record:
    """What is said, played once for both kinds of clients."""
    if not _PLAYED:
        settings.ALLOW_LOOPBACK_WEBHOOKS = True
        api, rival_api = (Recorder(tenant.client_id, tenant.client_secret) for tenant in (acme, rival))
        _PLAYED.append(recorded.play(api, rival_api, acme.platform, worker))
    return _PLAYED[0]


@functools.cache
def variants() -> dict[str, tuple[str, str]]:
    """Return the components that are variants of unions, with the field and the value that say so."""
    schemas = api_document.generated()["components"]["schemas"]
    names = {each["$ref"].rpartition("/")[2] for schema in schemas.values() for each in schema.get("oneOf", [])}
    constants = {
        name: next(
            (field, each["const"])
            for field, each in schemas[name]["properties"].items()
            if "const" in each and (field in {"accountType", "type"} or field.endswith("Type"))
        )
        for name in names
    }
    assert len(constants) > 150
    return constants


# --- Python ---


@pytest.fixture(scope="module")
def package(tmp_path_factory) -> Iterator[Any]:
    folder = tmp_path_factory.mktemp("python")
    path = tools.python_client(folder, _PACKAGE)
    sys.path.insert(0, str(folder))
    yield path
    sys.path.remove(str(folder))
    for name in [name for name in sys.modules if name.partition(".")[0] == _PACKAGE]:
        del sys.modules[name]


def test_a_python_client_has_the_right_types(package):
    assert tools.mypy_problems(package) == []


def test_a_python_client_reads_and_writes_what_is_said(package, record):
    models = importlib.import_module(f"{_PACKAGE}.models")
    parsers = {path.stem: path.parent.name for path in package.glob("api/*/*.py")}
    seen: set[str] = set()

    for said in record.said:
        if said.status == 0:
            _take(_model(models, said).from_dict(said.body), said.body, seen)
        else:
            stem = inflection.underscore(said.operation)
            module = importlib.import_module(f"{_PACKAGE}.api.{parsers[stem]}.{stem}")
            reply = httpx.Response(said.status, json=said.body)
            _take(module._parse_response(client=None, response=reply), said.body, seen)
    for event in record.events:
        _take(getattr(models, TOPICS[topic(event["type"])].component).from_dict(event), event, seen)
    for instruction in record.instructions:
        _take(models.PaymentInstructions.from_dict(instruction), instruction, seen)

    assert {event["type"] for event in record.events} == set(EventType.values)
    assert set(variants()) - seen == set()


def test_a_python_client_refuses_another_type(package):
    models = importlib.import_module(f"{_PACKAGE}.models")

    with pytest.raises(ValueError, match="accountType must match const 'USD_ACCOUNT'"):
        models.UsdExternalAccountInfo.from_dict({"accountType": "EUR_ACCOUNT"})


def _model(models: Any, said: Said) -> Any:
    """Return the class of a request's body."""
    [operation] = [
        each
        for item in api_document.generated()["paths"].values()
        for each in item.values()
        if each["operationId"] == said.operation
    ]
    schema = operation["requestBody"]["content"]["application/json"]["schema"]
    union = api_document.resolved(schema)
    if "discriminator" in union:
        value = said.body[union["discriminator"]["propertyName"]]
        return getattr(models, union["discriminator"]["mapping"][value].rpartition("/")[2])
    return getattr(models, schema["$ref"].rpartition("/")[2])


def _take(made: Any, body: Any, seen: set[str]) -> None:
    """Check that what was made of a body is of the right classes, and that it gives the body again."""
    assert _same(made.to_dict()) == _same(body)
    for each in _models(made):
        name = type(each).__name__
        seen.add(name)
        if name in variants():
            field, value = variants()[name]
            assert each.to_dict()[field] == value


def _models(made: Any) -> Iterator[Any]:
    if attrs.has(type(made)):
        yield made
        for field in attrs.fields(type(made)):
            yield from _models(getattr(made, field.name))
    elif isinstance(made, list):
        for each in made:
            yield from _models(each)


def _same(value: Any) -> Any:
    """Return a value with its moments in one spelling: `Z` and `+00:00` say the same."""
    if isinstance(value, dict):
        return {name: _same(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_same(each) for each in value]
    if isinstance(value, str) and _MOMENT.fullmatch(value):
        return dt.datetime.fromisoformat(value)
    return value


# --- TypeScript ---


_WRONG = {'"USD_ACCOUNT"': '"US_ACCOUNT"', "routingNumber": "routing", "birthDate": "legalName", "{customerId}": "{id}"}
"""What a program has right, and something else in its place."""


def test_typescript_clients_have_the_right_types(record, tmp_path):
    tools.typescript_clients(tmp_path)
    (tmp_path / "said.ts").write_text(_literals(record))
    (tmp_path / "calls.ts").write_text(_CALLS)
    for number, (right, wrong) in enumerate(_WRONG.items()):
        assert right in _CALLS
        (tmp_path / f"wrong_{number}.ts").write_text(_CALLS.replace(right, wrong))

    problems = tools.typescript_problems(tmp_path)

    assert [problem for problem in problems if "wrong_" not in problem] == []
    assert all(any(f"wrong_{number}.ts" in problem for problem in problems) for number in range(len(_WRONG)))


_CALLS = """\
import createClient from "openapi-fetch";
import { getCustomerById } from "./sdk";
import type { ExternalAccountCreateInfo } from "./sdk";
import type { components, paths } from "./types";

const client = createClient<paths>({ baseUrl: "http://127.0.0.1:8000/2025-10-13" });
const { data } = await client.GET("/customers/{customerId}", { params: { path: { customerId: "Customer:1" } } });
if (data?.customerType === "INDIVIDUAL") {
  const day: string | undefined = data.birthDate;
  console.log(day);
}
const other = await getCustomerById({ path: { customerId: "Customer:1" } });
if (other.data?.customerType === "BUSINESS") console.log(other.data.beneficialOwners.length);
const account: ExternalAccountCreateInfo & components["schemas"]["ExternalAccountCreateInfo"] = {
  accountType: "USD_ACCOUNT",
  accountNumber: "000123456789",
  routingNumber: "021000021",
  beneficiary: { beneficiaryType: "BUSINESS", legalName: "Acme" },
};
await client.POST("/customers/external-accounts", { body: { currency: "USD", accountInfo: account } });
"""


def _literals(record: Record) -> str:
    """Return a program with what was said as literals of the types that both makers give it; what is alike once."""
    lines = ['import type * as sdk from "./sdk";', 'import type { components, operations } from "./types";']
    known: set[str] = set()
    for said in record.said:
        name = said.operation[0].upper() + said.operation[1:]
        operation = f'operations["{said.operation}"]'
        if said.status:
            ours = f'{operation}["responses"][{said.status}]["content"]["application/json"]'
            theirs = f"sdk.{name}{'Responses' if said.status < 300 else 'Errors'}[{said.status}]"
        else:
            ours = f'NonNullable<{operation}["requestBody"]>["content"]["application/json"]'
            theirs = f'NonNullable<sdk.{name}Data["body"]>'
        _add(lines, known, said.body, ours, theirs)
    parts = [(TOPICS[topic(event["type"])].component, event) for event in record.events]
    for name, body in [*parts, *(("PaymentInstructions", each) for each in record.instructions)]:
        _add(lines, known, body, f'components["schemas"]["{name}"]', f"sdk.{name}")
    return "\n".join(lines)


def _add(lines: list[str], known: set[str], body: Any, *types: str) -> None:
    form = json.dumps([types[0], _form(body)], sort_keys=True)
    if form not in known:
        known.add(form)
        lines += [f"export const _{len(lines)}_{at}: {each} = {json.dumps(body)};" for at, each in enumerate(types)]


def _form(body: Any) -> Any:
    """Return what makes a body another one for a compiler: its fields, and words in capitals."""
    if isinstance(body, dict):
        return {name: _form(each) for name, each in body.items()}
    if isinstance(body, list):
        return sorted({json.dumps(_form(each), sort_keys=True) for each in body})
    return body if isinstance(body, str) and re.fullmatch(r"[A-Z_.]+", body) else type(body).__name__
