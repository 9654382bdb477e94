"""What the back office shows of the story, word for word: a change of a page, a dialog or a file shows as a diff.

`SHOWN_WRITE=1 make test ARGS=tests/backoffice/shown` writes the texts anew, which are beside this file. Identifiers,
times and other words that each run makes anew have names in their place. What each page is for, other tests say.
"""

import difflib
import os
import pathlib
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from django.contrib import admin
from django.urls import reverse

from banks.models import BankStatementLine
from payments.models import InternalAccount
from payments.reporting.reports import catalogue
from platforms.backoffice import actions
from platforms.backoffice.read_only import ReadOnlyAdmin
from tests.backoffice.conftest import MODELS, BackOffice, Story, list_of, page_of
from tests.backoffice.review_desk.conftest import DIALOGS, Waiting, waiting_business
from tests.support.backoffice import shown

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("within_an_hour")]
_FOLDER = pathlib.Path(__file__).parent
_LINES_OF_A_FILE = 4
_LEFT_OUT = {"AuditSeal", "JournalSeal", "SignedRoot", "EntryPage", "DayMark", "ProviderMessage", "SandboxInvoice"}
"""Tables of keys of rows (how far something has come), one of milliseconds, and one whose order is drawn."""
_OF_A_MONTH = {"bank-against-books"}
"""Reports that have nothing in the first days of a month."""


class Shown:
    """Collects what pages show, and compares it with what is committed."""

    def __init__(self, backoffice: BackOffice) -> None:
        self._backoffice = backoffice
        self._lines: list[str] = []

    def add(self, heading: str, path: str) -> None:
        page = self._backoffice.text(path)
        self.add_lines(heading, shown.lines(page))

    def add_lines(self, heading: str, lines: Iterable[str]) -> None:
        self._lines += [f"== {heading}", *lines, ""]

    def compare(self, name: str) -> None:
        file = _FOLDER / f"{name}.txt"
        text = "".join(f"{line}\n" for line in self._lines)
        if os.environ.get("SHOWN_WRITE"):
            file.write_text(text)
        before = file.read_text() if file.exists() else ""
        difference = [*difflib.unified_diff(before.splitlines(), text.splitlines(), file.name, "now", n=1, lineterm="")]
        if difference:
            pytest.fail("\n".join(["SHOWN_WRITE=1 make test ARGS=tests/backoffice/shown writes it anew:", *difference]))


@pytest.fixture
def seen(backoffice, story) -> Shown:
    return Shown(backoffice)


def _tables(app: str) -> list[Any]:
    return [model for model in MODELS if model._meta.app_label == app]


def _of_tables(seen: Shown, app: str) -> None:
    """Add the list of each table, and the pages of its first and its last row."""
    for model in _tables(app):
        if model.__name__ in _LEFT_OUT:
            continue
        rows = dict.fromkeys((model._default_manager.earliest("pk"), model._default_manager.latest("pk")))
        seen.add(f"{model._meta.label}, list", list_of(model))
        for row in rows:
            seen.add(f"{model._meta.label}, page", page_of(row))


def test_lists_and_pages_of_platforms(seen):
    _of_tables(seen, "platforms")
    seen.compare("platforms")


def test_lists_and_pages_of_compliance(seen):
    _of_tables(seen, "compliance")
    seen.compare("compliance")


def test_lists_and_pages_of_payments(seen):
    _of_tables(seen, "payments")
    seen.compare("payments")


def test_lists_and_pages_of_banks(seen):
    _of_tables(seen, "banks")
    seen.compare("banks")


def test_lists_and_pages_of_webhooks_invitations_and_staff(seen):
    for app in ("webhooks", "invitations", "auth"):
        _of_tables(seen, app)
    seen.compare("others")


def _dialogs() -> Iterator[tuple[str, str]]:
    for model, page in admin.site._registry.items():
        if not isinstance(page, ReadOnlyAdmin):
            continue
        for action in actions.of_model(model):
            arguments = [] if action.is_of_list else [model._default_manager.earliest("pk").pk]
            path = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{action.word}", args=arguments)
            yield f"{model._meta.label}, {action.word}", path


def test_dialogs_of_staff(seen):
    for heading, path in _dialogs():
        seen.add(heading, path)
    seen.compare("dialogs")


@pytest.fixture
def case(api, story) -> Waiting:
    return waiting_business(api)


def test_the_desk_of_reviewers(seen, case):
    for name in ("desk_queue", "reviewrule_in_force", "desk_numbers"):
        seen.add(name, reverse(f"admin:compliance_{name}"))
    seen.add("case", reverse("admin:compliance_desk_case", args=[case.key]))
    for word in DIALOGS:
        seen.add(f"case, {word}", reverse("admin:compliance_desk_dialog", args=[case.key, word]))
    seen.compare("desk")


def test_pages_of_money_and_searches(seen, story: Story):
    account = InternalAccount.objects.get(id=story.internal_account.partition(":")[2]).ledger_account
    line = BankStatementLine.objects.select_related("statement").get()
    paths = {
        "books": reverse("admin:payments_ledger_books"),
        "reports": reverse("admin:payments_reports"),
        "ageing": reverse("admin:payments_suspenseitem_ageing"),
        "statement": reverse("admin:payments_ledger_statement", args=[account.pk]),
        "books against bank": f"{reverse('admin:banks_bank_comparison')}"
        f"?connection={line.statement.connection_id}&day={line.booked_on}",
        "search for a customer": "/admin/search?q=Alice",
        "search for a payment": f"/admin/search?q={story.paid}",
        "search for nobody": "/admin/search?q=nobody+has+this+name",
        "nothing of this kind": "/admin/payments/transaction/?status__exact=EXPIRED&type__exact=INCOMING",
    }
    reports = [name for name in catalogue.OF_STAFF if name not in _OF_A_MONTH]
    paths |= {f"report {name}": reverse("admin:payments_report", args=[name]) for name in reports}
    for heading, path in paths.items():
        seen.add(heading, path)
    seen.compare("money")


def test_files_of_lists(seen, backoffice):
    for model, page in admin.site._registry.items():
        if not isinstance(page, ReadOnlyAdmin) or model.__name__ in _LEFT_OUT:
            continue
        reply = backoffice.post(f"{list_of(model)}export/")
        lines = b"".join(reply.streaming_content).decode().splitlines()[:_LINES_OF_A_FILE]
        seen.add_lines(model._meta.label, [shown.stable(line) for line in lines])
    seen.compare("files")
