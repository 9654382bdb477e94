"""The menu of each role: at most eight entries in sight, no dead link, and every table within reach."""

import datetime as dt
import re
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import Permission, User
from django.urls import reverse
from django.utils.text import capfirst

from compliance.models import Verification
from config.backoffice import menu
from payments.models import SuspenseItem, Transaction
from platforms import release
from platforms.backoffice.actions import Role
from platforms.base import clock
from tests.backoffice.access.conftest import hire  # noqa: F401 - a fixture
from tests.backoffice.conftest import MODELS, page_of
from tests.backoffice.operations.steps import tile
from tests.support.payments import scenarios
from webhooks.models import EndpointHealth

pytestmark = pytest.mark.django_db

SEEN = {
    Role.REVIEWER: [
        *("Review queue", "My cases", "Decided today", "Screening hits", "Customers", "Approvals", "Search"),
    ],
    Role.SUPPORT: ["Search", "Payments", "Suspense", "Cases", "Customers", "Webhooks", "Approvals"],
    Role.OPERATIONS: [
        *("Home", "Payments", "Cases and suspense", "Trial balance and statements", "Rates and fees", "Platforms"),
        *("Webhooks", "Approvals"),
    ],
    Role.ADMINISTRATOR: [
        *("Home", "Approvals", "Staff", "Platforms", "Audit log", "Cases", "Payments", "Customers"),
    ],
}
SEEN[Role.LEAD_REVIEWER] = [*SEEN[Role.REVIEWER], "The desk in numbers"]
FROM_THEIR_PARENTS = {
    *("compliance.BeneficialOwnerStatusChange", "compliance.BulkImportError", "compliance.BulkImportPart"),
    *("compliance.CustomerStatusChange", "compliance.ReviewAssignment", "compliance.ReviewNote"),
    "compliance.ReviewApproval",
    *("payments.ClosedBooks", "payments.Correction", "payments.MonthFigure"),
    *("payments.DayMark", "payments.JournalSeal", "payments.LedgerDay"),
    *(
        "banks.BankSetPayment",
        "payments.OperationsCaseStep",
        "payments.PaymentFileRow",
        "payments.Posting",
        "payments.ProviderMessage",
        "payments.RailDay",
    ),
    *("payments.BalancePage", "payments.BalanceTotal", "payments.BalanceTree", "payments.EntryPage"),
    *("payments.CheckedBalance", "payments.SealedBalance", "platforms.CheckPart", "platforms.NightlyCheck"),
    *("payments.SandboxRailDay", "payments.TransactionStatusChange"),
    *("payments.TransactionTally", "payments.TransactionTallyMark"),
    *("webhooks.Delivery", "webhooks.EndpointShare", "webhooks.FurtherEvent", "webhooks.FurtherShare"),
    *(
        "webhooks.FurtherStream",
        "platforms.ForcedOutcome",
        "platforms.Note",
        "platforms.SavedView",
        "platforms.TokenSpending",
    ),
}
"""Histories, and parts and totals of other tables."""


def bar(office, path: str = "/admin/") -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The entries in sight and those under More, as the page has them."""
    groups = office.get(path).context["sidebar_navigation"]
    shown = [item for group in groups if not group.get("collapsible") for item in group["items"]]
    folded = [item for group in groups if group.get("collapsible") for part in group["items"] for item in part["items"]]
    return shown, folded


def _name(model) -> str:
    return f"{model._meta.app_label}_{model._meta.model_name}"


def test_the_menu_of_the_signed_in_person_tells_the_release(hire):  # noqa: F811 - the fixture
    page = hire("rosa", Role.SUPPORT).get("/admin/").content.decode()

    assert f"Release {release.name()}" in page


def test_support_has_a_short_menu_without_technical_tables(hire):  # noqa: F811 - the fixture
    shown, folded = bar(hire("rosa", Role.SUPPORT))

    titles = {item["title"] for item in (*shown, *folded)}
    assert len(titles) <= 30
    assert titles.isdisjoint({"UMA replay log", "Sandbox invoices", "Own UMA keys", "Idempotency keys", "Bank rules"})


@pytest.mark.parametrize("role", Role)
def test_each_role_sees_the_entries_of_its_work(role, hire):  # noqa: F811 - the fixture
    shown, folded = bar(hire("rosa", role))

    assert [item["title"] for item in shown] == SEEN[role]
    assert len(shown) <= menu.MOST
    links = [item["link"].partition("?")[0] for item in folded]
    assert len(links) == len(set(links))
    assert set(links).isdisjoint(item["link"] for item in shown)


@pytest.mark.parametrize("role", Role)
def test_no_entry_is_dead(role, hire, story):  # noqa: F811 - the fixture
    office = hire("rosa", role)
    shown, folded = bar(office)
    wrong = [item["link"] for item in (*shown, *folded) if office.get(item["link"]).status_code != 200]
    tabs = [
        tab["link"]
        for item in shown
        for group in office.get(item["link"]).context.get("tab_list") or []
        for tab in group["items"]
    ]

    assert wrong == []
    assert [link for link in dict.fromkeys(tabs) if office.get(link).status_code != 200] == []


def test_a_list_is_called_what_its_entry_is_called():
    headings = {
        f"{model._meta.app_label}_{model._meta.model_name}": capfirst(model._meta.verbose_name_plural)
        for model in MODELS
    }
    entries = [entry for group in menu.MORE.values() for entry in group if entry.name in headings]

    assert {entry.title: headings[entry.name] for entry in entries if entry.title != headings[entry.name]} == {}


def test_a_page_is_called_what_its_entry_is_called(backoffice, story):
    pages = [entry for group in menu.MORE.values() for entry in group if ":" in entry.name or entry.name == "search"]
    titles = {}
    for entry in pages:
        heading = re.search("<h1.*?</h1>", backoffice.text(entry.link), re.DOTALL)
        assert heading is not None, entry.title
        titles[entry.title] = re.sub(r"<[^>]*>|\s+", " ", heading[0]).split("chevron_right")[-1].strip()
    heading_of_rates = re.search(
        "<h1.*?</h1>", backoffice.text(reverse("admin:payments_quote_exchange_result")), re.DOTALL
    )

    assert {title: heading for title, heading in titles.items() if title != heading} == {}
    assert heading_of_rates is not None
    assert "FX profit and loss" in heading_of_rates[0]


def test_a_list_named_as_a_log_counts_its_rows_as_what_they_are(backoffice, story):
    pages = {"platforms/auditentry": "audit entries", "payments/umanonce": "UMA message"}

    for path, counted in pages.items():
        assert counted in backoffice.text(f"/admin/{path}/").rpartition("text-subtle")[2], path


@pytest.mark.parametrize("role", Role)
def test_the_menu_has_every_table_that_the_role_sees_but_histories(role, hire):  # noqa: F811 - the fixture
    office = hire("rosa", role)
    shown, folded = bar(office)
    links = {item["link"].partition("?")[0] for item in (*shown, *folded)}
    for entry in menu.ENTRIES[role]:
        links |= {menu._address(name, "") for _, name, _ in entry.tabs}
    user = User.objects.get(username="rosa")
    visible = {model for model in MODELS if user.has_perm(f"{model._meta.app_label}.view_{model._meta.model_name}")}

    missing = {model._meta.label for model in visible if menu._address(_name(model), "") not in links}

    # Support has the tables that a call is about alone.
    left_out = {model._meta.label for model in visible if role == Role.SUPPORT and _name(model) not in menu.OF_SUPPORT}
    of_work = {entry.name for entry in menu.ENTRIES[role]}
    left_out -= {model._meta.label for model in visible if _name(model) in of_work}

    assert missing == ({model._meta.label for model in visible} & FROM_THEIR_PARENTS) | left_out
    assert {model._meta.label for model in admin.site._registry} >= FROM_THEIR_PARENTS


def test_all_tables_are_listed_for_no_page_but_that_of_an_app(backoffice):
    assert backoffice.get("/admin/payments/transaction/").context["available_apps"] == []
    [payments] = backoffice.get("/admin/payments/").context["app_list"]
    assert {"Quotes", "Payments"} <= {table["name"] for table in payments["models"]}


def test_who_has_several_roles_has_the_first_eight_entries_and_the_rest_folded(hire):  # noqa: F811 - the fixture
    shown, folded = bar(hire("rosa", Role.SUPPORT, Role.REVIEWER))

    assert [item["title"] for item in shown] == [*SEEN[Role.SUPPORT], "Review queue"]
    assert "Screening hits" in {item["title"] for item in folded}


def test_who_may_see_one_table_has_its_entry_and_finds_it_unfolded(hire):  # noqa: F811 - the fixture
    office = hire("visitor")
    User.objects.get(username="visitor").user_permissions.add(Permission.objects.get(codename="view_quote"))

    shown, folded = bar(office)

    assert shown == []
    assert [item["title"] for item in folded] == ["Home", "Search", "Quotes"]
    assert '<details class="menu-more" open>' in office.text("/admin/")


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("/admin/", "Home"),
        ("/admin/payments/transaction/", "Payments"),
        ("/admin/payments/suspenseitem/?stands=open", "Cases and suspense"),
        ("/admin/payments/operationscase/?state__exact=CLOSED", "Cases and suspense"),
        ("/admin/payments/ledgeraccount/books/", "Trial balance and statements"),
        ("/admin/webhooks/endpointhealth/", "Webhooks"),
        ("/admin/payments/quote/", "Quotes"),
    ],
)
def test_the_entry_of_the_page_is_marked(path, title, hire):  # noqa: F811 - the fixture
    shown, folded = bar(hire("olga", Role.OPERATIONS), path)

    assert [item["title"] for item in (*shown, *folded) if item["active"]] == [title]


def test_of_entries_of_one_page_the_narrowed_one_is_marked(hire):  # noqa: F811 - the fixture
    office = hire("rita", Role.REVIEWER)
    queue = "/admin/compliance/verification/desk/"

    marked = [
        [item["title"] for item in bar(office, path)[0] if item["active"]] for path in (queue, f"{queue}?part=mine")
    ]

    assert marked == [["Review queue"], ["My cases"]]


def test_the_start_page_repeats_no_menu(hire):  # noqa: F811 - the fixture
    page = hire("olga", Role.OPERATIONS).text("/admin/")

    assert page.count('href="/admin/payments/quote/"') == 1


def test_the_start_page_begins_with_what_waits_oldest_first(hire, api, alice, worker, acme):  # noqa: F811 - fixtures
    scenarios.funded(100_00, 100_00)(api, alice)
    worker.run()
    now = clock.real_now()
    EndpointHealth.objects.create(
        platform=acme.platform, url="https://a.example.com", failing_since=now - dt.timedelta(days=2)
    )
    office = hire("sam", Role.SUPPORT)

    rows = [re.sub(r"<[^>]*>", "", " | ".join(row)) for row in office.get("/admin/").context["board"].waiting.rows]

    assert [row.split(" | ")[:2] for row in rows] == [
        ["2 d", "Webhook endpoint fails"],
        [rows[1].split(" | ")[0], "100.00 USD in suspense"],
    ]
    assert "Paid twice" in rows[1]
    page = office.text("/admin/")
    assert "todo-bad" in page
    assert "todo-new" in page


def test_a_proposal_waits_for_everybody_but_its_proposer(hire, api, alice, worker):  # noqa: F811 - the fixture
    payment = scenarios.payment_of(scenarios.transfer_out("005")(api, alice))
    worker.run()
    sam, sue = hire("sam", Role.SUPPORT), hire("sue", Role.SUPPORT)
    address = reverse("admin:payments_transaction_fail_and_refund", args=[payment.pk])
    data = {"failure_reason": "TIMED_OUT", "is_not_paid": "on", "_form_submitted": "True", "reason": "lost"}
    assert sam.post(address, **data).status_code == 200

    told = {
        name: [row for row in office.get("/admin/").context["board"].waiting.rows if "Approve" in row[1]]
        for name, office in {"sam": sam, "sue": sue, "rita": hire("rita", Role.REVIEWER)}.items()
    }

    assert (len(told["sam"]), len(told["sue"]), len(told["rita"])) == (0, 1, 0)


def test_figures_lead_to_the_lists_that_they_count(backoffice, story):
    board = backoffice.get("/admin/").context["board"]
    addresses = {one.title: one.address for one in board.tiles}
    Transaction.objects.filter(pk=story.paid.partition(":")[2]).update(next_action_at=clock.real_now())

    for title, model in {"Late payments": Transaction, "Money in suspense": SuspenseItem}.items():
        count = backoffice.get(addresses[title]).context["cl"].result_count
        assert tile(backoffice, title)[0] == str(count)
        assert 0 < count <= model._default_manager.count()
    assert backoffice.get(addresses["Failing endpoints"]).context["cl"].result_count == 1
    assert backoffice.get(addresses["Waiting for review"]).status_code == 200


def test_suspense_that_was_resolved_is_not_among_the_open(backoffice, story):
    open_ones = backoffice.get("/admin/payments/suspenseitem/?stands=open").context["cl"].result_count
    SuspenseItem.objects.filter(resolved_at=None).update(resolved_at=clock.real_now())

    assert open_ones == 1
    assert backoffice.get("/admin/payments/suspenseitem/?stands=open").context["cl"].result_count == 0
    assert backoffice.get("/admin/payments/suspenseitem/?stands=resolved").context["cl"].result_count == 1


def test_decided_today_is_what_was_decided_today(within_an_hour, backoffice, story):
    listing = "/admin/compliance/verification/?decided=today"
    before = backoffice.get(listing).context["cl"].result_count
    row = Verification.objects.filter(decided_at=None).earliest("id")
    now = clock.real_now()
    Verification.objects.filter(pk=row.pk).update(status="APPROVED", decided_at=now)

    assert backoffice.get(listing).context["cl"].result_count == before + 1
    Verification.objects.filter(pk=row.pk).update(decided_at=now - dt.timedelta(days=1, hours=1))
    assert backoffice.get(listing).context["cl"].result_count == before


def test_no_bar_covers_the_end_of_a_page(backoffice, story):
    page = backoffice.text(page_of(Transaction.objects.first()))

    assert "submit-row" not in page
