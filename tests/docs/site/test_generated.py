"""What the documents take from the code is so, and the examples work. `DOCS_WRITE=1` writes the tables anew."""

import json
import os
import re

import pytest

from payments.account_types import table
from platforms.http import errors
from tests.docs.site import generated

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


def test_no_endpoint_raises_what_only_the_back_office_says():
    """The page leaves out the sentences of these modules: none may come from the API itself."""
    imported = {
        line
        for app in generated.APPS
        for path in (generated.PROJECT / app).rglob("api/*.py")
        for line in re.findall(r"^from (\S+) import|^from \S+\.operations import (.*)$", path.read_text(), re.MULTILINE)
        for line in line
    }
    alone = {"staff", "second_factors", "proposals", "cases", "reviews", "assignments", "decisions", "staff_actions"}

    assert not {name for line in imported for name in re.findall(r"\w+", line)} & alone


@pytest.mark.parametrize("code", table.ACCOUNT_TYPES)
def test_the_example_of_an_account_type_is_taken(api, alice, code):
    page = (generated.DOCS / "platform-developer" / "external-accounts.md").read_text()
    shown = re.search(rf"^### {code}\n.*?```json\n(.*?)```", page, re.MULTILINE | re.DOTALL)
    assert shown is not None

    reply = api.post("/customers/external-accounts", json.loads(shown[1]) | {"customerId": alice})

    assert reply.status_code == 201, reply.json()
    assert reply.json()["accountInfo"]["accountType"] == code


def test_every_variable_of_the_settings_is_in_the_example_file():
    settings = (generated.DOCS / "operator" / "settings.md").read_text()
    rows = "\n".join(re.findall(r"^\| (`[A-Z_`, ]+`) \|", settings, re.MULTILINE))
    example = (generated.PROJECT / ".env.example").read_text()

    assert set(re.findall(r"^#([A-Z_]+)=", example, re.MULTILINE)) == set(re.findall(r"`([A-Z_]+)`", rows))
    assert not re.findall(r"^[^#\n]", example, re.MULTILINE)
