"""The documents agree with the code: settings, magic values, movements of money, examples."""

import json
import os
import pathlib
import re

import pytest
from django.urls import resolve

from banks.admin.statements import desk
from banks.statements.matching import matching
from compliance import gates
from config.launch import environment
from payments.providers.sandbox import magic

DOCS = pathlib.Path(environment.PROJECT) / "docs"


def test_every_variable_that_settings_read_is_explained_to_operators():
    sources = [path.read_text() for path in (DOCS.parent / "config").glob("settings.py")]
    read = set(re.findall(r"values\.[a-z_]+\(\s*\"([A-Z_]+)\"", "\n".join(sources)))
    explained = re.findall(r"^#([A-Z_]+)=", (DOCS.parent / ".env.example").read_text(), re.MULTILINE)

    assert len(read) > 15
    assert read - set(explained) == set()


def test_the_sandbox_table_lists_every_magic_value():
    text = (DOCS / "platform-developer" / "transfers.md").read_text()
    table = text.split("## In the sandbox")[1]

    for suffix, outcome in magic.TRANSFERS.items():
        row = next(line for line in table.splitlines() if line.startswith(f"| {suffix} "))
        expected = magic.LATER.get(suffix, outcome).failure_reason
        assert f"`{expected}`" in row
    for suffix, answer in magic.BENEFICIARIES.items():
        assert suffix in table
        assert f"`{answer.status}`" in table
    assert f"| {magic.REFUSED} |" in table
    assert f"| {magic.BROKEN} |" in table


def test_the_page_of_exceptions_explains_every_reason_for_which_a_line_waits():
    text = (DOCS / "reviewer" / "bank-exceptions.md").read_text()
    table = text.split("## What a line may be\n")[1].split("\n## ")[0]
    explained = re.findall(r"^\| `([A-Z_]+)` \| [^|]{10,} \| [^|]{5,} \|$", table, re.MULTILINE)

    reasons = {value for name, value in vars(matching).items() if name == value}
    assert len(reasons) >= 14
    assert set(explained) == set(desk.REASONS) == reasons
    assert set(re.findall("`([A-Z_]+)`", table)) == reasons, "what ends without people is a reason too"


_WHO = re.compile(r"(?<=<!-- who may be paid -->\n).*?(?=<!-- end -->)", re.DOTALL)


def _table_of_parties() -> str:
    states = [state if state != gates.DELETED else "deleted" for state in gates.STATES]
    lines = [" | ".join(["When", "Who", *states]), "|".join(["---"] * (2 + len(states)))]
    rows: dict[tuple[str, ...], list[str]] = {}
    for (moment, side), row in gates.TABLE.items():
        rows.setdefault((moment, *row.values()), []).append(side.lower())
    lines += [" | ".join([moment, " and ".join(sides), *answers]) for (moment, *answers), sides in rows.items()]
    return "".join(f"| {line} |\n" if " " in line else f"|{line}|\n" for line in lines)


def test_the_table_of_who_may_be_paid_is_the_one_that_the_code_asks():
    page = DOCS / "platform-developer" / "customers.md"
    text, table = page.read_text(), _table_of_parties()
    if os.environ.get("DOCS_WRITE"):
        page.write_text(_WHO.sub(lambda _: table, text))

    assert _WHO.findall(page.read_text()) == [table]


def test_the_example_of_an_error_is_what_the_api_answers(api):
    shown = json.loads(
        re.findall(r"```json\n(.*?)```", (DOCS / "platform-developer" / "api.md").read_text(), re.DOTALL)[0]
    )

    reply = api.post("/transfer-out", {"source": {}, "destination": {"accountId": "x"}, "amount": 1})

    assert reply.json() == shown


def test_the_example_customer_can_be_created(api):
    text = (DOCS / "platform-developer" / "customers.md").read_text()
    example = re.findall(r"```json\nPOST /2025-10-13/customers\n(.*?)```", text, re.DOTALL)[0]

    assert api.post("/customers", json.loads(example)).status_code == 201


@pytest.mark.parametrize(
    "page",
    sorted([*DOCS.rglob("*.md"), *DOCS.parent.glob("*.md")]),
    ids=lambda path: str(path.relative_to(DOCS.parent)),
)
def test_links_between_pages_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#\s]+?)(?:#[^)]*)?\)", page.read_text()):
        if target.startswith("/"):
            # A page of the service itself; those of the documents are named as files.
            assert resolve(target).url_name in {"reference", "try", "listener"}, target
        elif not target.startswith("http"):
            assert (page.parent / target).exists(), target
