"""The page about adding things is right: what it shows is done to a copy of the code, and used there."""

import re

import pytest
from django import forms

from platforms.backoffice import actions
from platforms.models import Platform
from tests.docs.contributor import copies

pytestmark = pytest.mark.beside

_TEXT = (copies.PROJECT / "docs" / "contributor" / "adding.md").read_text()
_SECTIONS = dict(re.findall(r"^## (.*?)\n(.*?)(?=^## |\Z)", _TEXT, re.MULTILINE | re.DOTALL))
_DIFFS = {
    heading: found
    for heading, text in _SECTIONS.items()
    if (found := re.findall(r"```diff\n(.*?)```", text, re.DOTALL))
}
_USED = (
    "tests/payments/account_types",
    "tests/journeys/test_every_account_type.py::test_every_scenario_plays[NZD_ACCOUNT]",
    "tests/journeys/test_every_account_type.py::test_every_scenario_plays[PHP_MOBILE_MONEY]",
    "tests/payments/directory/test_discoveries.py",
    "tests/docs/test_webhooks.py::test_the_table_of_types_is_the_catalogue",
    "tests/contract/test_document.py::test_every_type_of_event_is_in_the_webhook_of_its_topic",
    "tests/platforms/http/test_permissions.py",
    "tests/architecture/test_grants.py",
    "tests/architecture/test_wiring.py",
    "tests/architecture/test_due_work.py::test_the_questions_can_be_answered_from_indexes",
    "tests/docs/contributor/toys.py",
)
"""Tests of the copy. The last are of the toys and of nothing else."""


@pytest.fixture(scope="module")
def copied(tmp_path_factory):
    """A copy of the code with all that the page adds."""
    copy = copies.copy(tmp_path_factory.mktemp("adding") / "project")
    touched = {
        heading: [path for diff in diffs for path in copies.apply(diff, copy)] for heading, diffs in _DIFFS.items()
    }
    return copy, touched


def test_each_touches_as_many_files_as_the_page_says(copied):
    _, touched = copied
    said = dict(re.findall(r"^\| \[.*?\]\(#(.*?)\) \| (\d+) \|", _TEXT, re.MULTILINE))

    assert touched.keys() == {
        "A currency",
        "An account type",
        "A rail",
        "A webhook event",
        "A background job",
        "An endpoint",
    }
    for heading, paths in touched.items():
        assert len(paths) == int(said[heading.lower().replace(" ", "-")]), paths


def test_what_is_added_is_used(copied):
    copy, _ = copied
    settings = dict(line.split("=", 1) for line in re.findall(r"```sh\n(.*?)\n```", _SECTIONS["A rail"]))

    done = copies.run(copy, *_USED, DOCS_WRITE="1", **settings)

    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-1000:]
    assert re.search(r"^[0-9]+ passed", done.stdout.splitlines()[-1]), done.stdout[-500:]


def test_the_staff_action_can_be_declared(own_actions):
    [declared] = re.findall(r"```python\n(.*?)```", _SECTIONS["A staff action"], re.DOTALL)

    class greetings:  # noqa: N801 - a module of the page
        @staticmethod
        def send(*, platform_id, greeting, actor, now, reason): ...

    names = {
        "Action": actions.Action,
        "Role": actions.Role,
        "Platform": Platform,
        "forms": forms,
        "greetings": greetings,
    }
    exec(declared, names)

    assert list(actions.declared())[-1] == "platform.greet"
    assert actions.declared()["platform.greet"].key == "platform_id"
