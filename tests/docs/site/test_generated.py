"""What the documents take from the code is so, and the examples work. `DOCS_WRITE=1` writes the tables anew."""

import json
import os
import re
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from banks.rail.batches import BatchNotFound
from banks.rail.connections import NameTaken
from banks.statements import movements as bank_movements
from config.documents import tables as document_tables
from payments.account_types import table
from payments.ledger import movements
from payments.steps import STEPS
from payments.workflow.suspense import ItemNotOpen
from platforms.backoffice import actions
from platforms.http import errors
from tests.docs.site import generated
from tests.support import apps

pytestmark = [pytest.mark.service, pytest.mark.django_db]


@pytest.mark.parametrize(("page", "name"), generated.PARTS, ids=lambda part: part.replace(" ", "-"))
def test_a_table_is_what_the_code_says(page, name):
    file, wanted = generated.DOCS / page, generated.PARTS[page, name]()
    if os.environ.get("DOCS_WRITE"):
        file.write_text(generated.between(name).sub(lambda _: wanted, file.read_text(), count=1))

    assert generated.between(name).findall(file.read_text()) == [wanted]


@pytest.mark.parametrize("name", generated.FILES)
def test_a_file_is_what_the_documents_say(name):
    file, wanted = generated.PROJECT / name, generated.FILES[name]()
    if os.environ.get("DOCS_WRITE"):
        file.write_text(wanted)

    assert file.read_text() == wanted


def test_every_code_says_what_to_do():
    told, unused = generated.remedies(), generated.unused()

    assert told.keys() == errors.STATUS_OF_CODE.keys()
    assert {code for code, (cause, _) in told.items() if len(cause) < 20} == set()
    # Who writes a client need not think about these.
    without_remedy = {code for code, (_, remedy) in told.items() if not remedy}
    assert {code for code in without_remedy if "does not send it" in told[code][0]} == unused
    assert {code for code in without_remedy - unused if "Your requests do not meet it" not in told[code][0]} == set()


def test_the_messages_are_those_of_the_api_and_not_those_of_staff():
    shown = document_tables.messages()

    assert "| `INSUFFICIENT_BALANCE` | The account's balance is not sufficient. |" in shown
    assert set(re.findall(r"^\| `([A-Z_]+)` \|", shown, re.MULTILINE)) <= errors.STATUS_OF_CODE.keys()
    assert [error for error in (BatchNotFound, NameTaken, ItemNotOpen) if error.message in shown] == []


def test_no_endpoint_raises_what_only_the_back_office_says():
    """The table leaves out the messages of these modules: none may come from the API itself."""
    imported = {
        line
        for app in apps.STACK
        for path in (generated.PROJECT / app).rglob("api/*.py")
        for line in re.findall(r"^from (\S+) import|^from \S+\.operations import (.*)$", path.read_text(), re.MULTILINE)
        for line in line
    }
    alone = {"staff", "second_factors", "proposals", "cases", "reviews", "assignments", "decisions", "staff_actions"}

    assert not {name for line in imported for name in re.findall(r"\w+", line)} & alone


@pytest.mark.parametrize("code", table.ACCOUNT_TYPES)
def test_the_example_of_an_account_type_is_taken(api, alice, code):
    shown = re.search(rf"^### {code}\n.*?```json\n(.*?)```", document_tables.account_types(), re.MULTILINE | re.DOTALL)
    assert shown is not None

    reply = api.post("/customers/external-accounts", json.loads(shown[1]) | {"customerId": alice})

    assert reply.status_code == 201, reply.json()
    assert reply.json()["accountInfo"]["accountType"] == code


def test_the_examples_in_the_page_of_account_types_are_taken(api, alice):
    page = (generated.DOCS / "platform-developer" / "external-accounts.md").read_text()
    question, account = (json.loads(shown) for shown in re.findall(r"```json\n(.*?)```", page, re.DOTALL))

    reply = api.post("/customers/external-accounts", account | {"customerId": alice})

    assert reply.status_code == 201, reply.json()
    assert api.post("/payee-verifications", question).json() == {"result": "NOT_AVAILABLE"}


def _info_without(code: str, member: str) -> dict[str, Any]:
    info: dict[str, Any] = document_tables.account(code)["accountInfo"]
    if member in info:
        return {name: value for name, value in info.items() if name != member}
    holder = {name: value for name, value in info["beneficiary"].items() if name != member}
    return info | {"beneficiary": holder}


_NEEDED = [
    (section.partition("\n")[0], member)
    for section in document_tables.account_types().split("### ")[1:]
    for member in [
        *re.findall(r"^\| `(\w+)` \| yes \|", section, re.MULTILINE),
        *re.findall(r"`(\w+)`", section.partition("`INDIVIDUAL` needs ")[2].partition(" too")[0]),
    ]
]


@pytest.mark.parametrize(("code", "member"), _NEEDED)
def test_what_the_table_calls_needed_is_asked_for(api, alice, code, member):
    body = document_tables.account(code) | {"customerId": alice, "accountInfo": _info_without(code, member)}

    reply = api.post("/customers/external-accounts", body)

    assert reply.status_code == 400, reply.json()
    assert any(member in error["field"] for error in reply.json()["details"]["errors"]), reply.json()


def test_every_table_is_in_a_page_that_names_the_command_to_those_who_have_it():
    pages = {path: path.read_text() for path in generated.DOCS.rglob("*.md")}
    including = {
        name: [path for path, text in pages.items() if f'--8<-- "{name}.md"' in text.splitlines()]
        for name in document_tables.every()
    }

    assert {name for name, paths in including.items() if len(paths) != 1} == set()
    for [path] in including.values():
        is_for_platforms = path.parent.name == "platform-developer"
        assert ("manage.py document_tables " in pages[path]) is not is_for_platforms, path


def test_guides_for_platforms_ask_for_nothing_of_the_repository():
    texts = {path.name: path.read_text() for path in (generated.DOCS / "platform-developer").rglob("*.md")}
    texts |= {
        path.name: path.read_text()
        for path in (generated.DOCS / "samples").glob("*.[mp]*")
        if path.suffix in {".py", ".mjs"}
    }

    for name, text in texts.items():
        assert [word for word in (".venv/", "sandbox.json", "manage.py", "copy of the rep") if word in text] == [], name


def test_the_table_of_entries_has_every_movement_and_the_page_rows_of_it():
    whole = document_tables.entries()

    assert set(re.findall(r"^\| `(\w+)`", whole, re.MULTILINE)) == {
        each.purpose for each in (*movements.MOVEMENTS, *bank_movements.MOVEMENTS)
    }
    assert _shown("| Entry |") <= set(whole.splitlines())


def test_the_table_of_steps_has_every_one_and_the_page_rows_of_it():
    whole = document_tables.steps()

    assert re.findall(r"^\| `(\w+)`", whole, re.MULTILINE) == list(STEPS)
    assert _shown("| Step |") <= set(whole.splitlines())


def test_the_table_of_what_takes_two_people_has_every_such_action_and_the_page_rows_of_it():
    whole = document_tables.two_people()

    assert re.findall(r"^\| `([\w.]+)`", whole, re.MULTILINE) == sorted(
        name for name, action in actions.declared().items() if action.takes_two
    )
    assert {"staff.change_roles", "rail_route.enter"} < actions.declared().keys()
    assert _shown("| Action |", "operator/staff.md") <= set(whole.splitlines())


def _shown(head: str, page_name: str = "architecture.md") -> set[str]:
    """Return the rows of the table that begins so in the page, without those that are included."""
    page = (generated.DOCS / page_name).read_text()
    rows = page.partition(head)[2].partition("\n\n")[0].splitlines()[2:]
    assert rows
    return set(rows)


def test_the_command_prints_the_tables_that_are_named(capsys):
    call_command("document_tables", "entries", "bank-codes")
    assert capsys.readouterr().out == f"{document_tables.entries()}\n{document_tables.every()['bank-codes']()}\n"


def test_the_command_writes_all_tables_for_the_pages(tmp_path):
    call_command("document_tables", folder=tmp_path / "tables")
    assert {path.name: path.read_text() for path in (tmp_path / "tables").iterdir()} == {
        f"{name}.md": made() for name, made in document_tables.every().items()
    }


def test_the_command_names_the_tables_when_there_is_no_such_one():
    with pytest.raises(CommandError, match="account-types, bank-codes"):
        call_command("document_tables", "accounts")


def test_the_tables_of_settings_have_every_variable_of_the_example_file_with_its_default_and_meaning():
    example = (generated.PROJECT / ".env.example").read_text()
    rows = [
        [cell.strip() for cell in re.split(r"(?<!\\)\|", row)[1:-1]]
        for name, made in document_tables.every().items()
        if name.startswith("settings")
        for row in made().splitlines()[2:]
    ]
    shown = {name: row for row in rows for name in re.findall(r"`([A-Z_]+)`", row[0])}

    assert set(re.findall(r"^#([A-Z_]+)=", example, re.MULTILINE)) == shown.keys()
    assert {len(row) for row in rows} == {3}
    assert [row for row in rows if len(row[2]) < 10] == []
    assert shown["WEB_THREADS"][1] == "`2`, `8`"
    assert shown["BANK_FILES_FOLDER"][1] == "`bank` in `VAR_DIR`"
    # Nothing is set: who reads the file into a shell changes nothing.
    assert not re.findall(r"^[^#\n]", example, re.MULTILINE)


def test_programs_that_read_are_told_ten_things_before_the_list_of_pages():
    text = (generated.DOCS / "llms.txt").read_text()
    instructions = text.split("## Start")[0]

    assert [int(number) for number in re.findall(r"^(\d+)\. ", instructions, re.MULTILINE)] == list(range(1, 11))
    codes = set(re.findall("`([A-Z]+_[A-Z_]+)`", instructions)) - {"PAYMENTS_BASE_URL"}
    assert codes == {"PAYMENTS_CLIENT_ID", "PAYMENTS_CLIENT_SECRET"}
    for address in re.findall(r"\]\(/docs/([^)#]*)", instructions):
        page = generated.DOCS / address
        assert page.is_file() or page.with_suffix(".md").is_file(), address
