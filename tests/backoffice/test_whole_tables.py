"""No page of the back office reads a whole table, whatever is searched, filtered, narrowed or exported.

In a small table the database reads all of it. Here each is said to be large, and that is forbidden: it does so only
where it has no other way. What a filter or a search costs is asked of the list's count, and of the question which
meanings of a term there are: they have the conditions of the rows, and no order that a walk along the keys would serve.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.messages.storage.cookie import CookieStorage
from django.db import connection, models, transaction
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.http import urlencode

from payments.models import InternalAccount
from platforms.backoffice.lists import lookups, narrowing
from platforms.backoffice.lists.entered import Entered
from platforms.backoffice.read_only import ReadOnlyAdmin
from platforms.base import clock, identifiers
from tests.backoffice.conftest import MODELS, OUR_MODELS, list_of, page_of, transaction_of
from tests.support.plans import planned

pytestmark = pytest.mark.service

KEY = identifiers.new_key()
SCANS = {"Seq Scan", "Index Scan", "Index Only Scan", "Bitmap Heap Scan"}
A_KEY = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
ALL_ROWS = re.compile(r'SELECT "(\w+)"\."[^()]* FROM "\1" ORDER BY [^()]*')
PASS_ROWS_ON = {"Limit", "Subquery Scan", "Result", "Append", "Merge Append", "ProjectSet"}
"""Nodes that ask for no more rows than they are asked for."""
SMALL = frozenset(
    {
        # A row or a few for each platform.
        *("platforms_platform", "platforms_platformcurrency", "platforms_umadomain", "platforms_apitoken"),
        *("webhooks_endpointhealth", "webhooks_endpointshare", "webhooks_signingkey", "webhooks_signingsecret"),
        *("webhooks_furtherendpoint", "webhooks_furthershare"),
        *(
            "payments_umakey",
            "payments_umacounterpartykeys",
            "payments_transactiontally",
            "payments_feeschedule",
            "payments_staffrate",
        ),
        *("payments_bankconnection", "payments_railroute", "payments_ratefeed", "payments_accountcode"),
        *("payments_monthclose", "payments_monthfigure", "payments_closedbooks"),
        # A row for each day, each list, or each member of staff.
        *("payments_ledgerday", "payments_railday", "payments_sandboxrailday", "payments_daymark"),
        "payments_signedroot",
        *(
            "compliance_screeninglistversion",
            "compliance_screeningsweep",
            "platforms_secondfactor",
            "payments_transactiontallymark",
        ),
        # Of the directory, and of Django.
        *("payments_institution", "payments_umaprovider", "django_content_type", "django_session"),
        *("auth_user", "auth_group", "auth_permission", "auth_user_groups", "auth_group_permissions"),
        "auth_user_user_permissions",
    }
)
"""Tables that do not grow with payments or customers, beside those of a list itself."""
FEW = frozenset(
    {
        *("transaction_due", "transaction_due_for_rail", "transaction_due_call", "transaction_due_own"),
        *("suspense_open", "suspense_due", "operations_case_queue", "operations_case_one_open"),
        *("proposal_one_open_of_a_kind", "proposal_open_by_expiry", "ledger_account_held"),
        *("webhook_event_due", "webhook_event_in_line", "screening_hit_queue"),
        *("verification_review_queue", "verification_platform_queue", "review_escalated", "review_of_reviewer"),
        *("bank_incoming_file_to_read", "bank_incoming_file_set_aside", "bank_exception_open"),
        *("bank_batch_due", "bank_batch_one_open", "invitation_to_expire", "idempotency_key_forgettable"),
    }
)
"""Indexes of what is open, or kept for days: each may be read whole."""
TERMS = (
    "TX0123456789ABCDEF",
    "1234.56",
    "1234.56 USD",
    "9876",
    "Lovelace",
    "李",
    "Zebrowksa",
    "Lovelaec 12.34",
    "Alice 77.77",
    "Alice 1234.56 USD",
    "77.77 USD 2025-03-01",
    "Alice 2025-03-01 1234.56",
    "Alice failed 2025-03-01 77.77",
    "failed 2025-03-01",
    "2025-03-01",
    "pending",
    "Alice 6005 last friday",
    "DE89 3704 0044 0532 0130 00",
    "cust-4711",
    "UMA-INVITE-CODE",
    "$maria.z@acme.example.com",
    "01a1fbc8-8dc7-72a1",
    "01a1fbc8-8dc7-72a1-8cf0-f4c22d9bcde7",
    "0" * 64,
)
"""Each meaning of what callers say, alone and with others."""
ORDER_OF_COST = "SET LOCAL join_collapse_limit TO DEFAULT"
every_page = pytest.mark.parametrize("model", OUR_MODELS, ids=lambda model: model._meta.label)


@pytest.fixture(autouse=True)
def _every_table_is_large(monkeypatch):
    monkeypatch.setattr(lookups, "NEWEST", 0)


def _searches(page) -> list[dict[str, str]]:
    types = {*page.through, *page.written_in, page.public_type or "Customer", "Transaction"}
    terms = [*(identifiers.public(kind, KEY) for kind in types), str(KEY), str(KEY)[:18], "nothing", "#4711"]
    return [{"q": term} for term in terms]


def _filters(model, page) -> list[dict[str, str]]:
    found = [choice for name in page.list_filter for choice in _choices(model, name)]
    relations = [field for field in model._meta.concrete_fields if field.is_relation]
    found += [{each.name: str(KEY if isinstance(each.target_field, models.UUIDField) else 4711)} for each in relations]
    if page.names_others_in:
        found.append({page.names_others_in: identifiers.public("Customer", KEY)})
    return found


_FEW = {
    "by": ("people", "mine", "automatic", "person:rita"),
    "period": ("today", "week", "2026-01-01T00:00:00_2026-02-01T00:00:00"),
    # Found through their verifications: of a platform that has most of them the database reads all.
    "platform": (),
}
"""Choices of filters whose choices are rows."""


def _choices(model, name) -> list[dict[str, str]]:
    if isinstance(name, type):
        if issubclass(name, Entered):
            return [dict(example) for example in name.examples]
        if issubclass(name, narrowing.OfFew):
            return [{str(name.parameter_name): value} for value in _FEW[str(name.parameter_name)]]
        assert issubclass(name, narrowing.Narrowing)
        return [{str(name.parameter_name): value} for value in name.conditions if model._meta.db_table not in SMALL]
    field = model._meta.get_field(name)
    if field.is_relation:
        return [{f"{name}__id__exact": str(KEY)}]
    if isinstance(field, models.BooleanField):
        return [{f"{name}__exact": value} for value in "01"]
    return [{f"{name}__exact": value} for value, _ in field.choices]


def _together(model, page) -> list[dict[str, str]]:
    """All filters at once, without the platform and with it; and all of them beside a search."""
    every = [choices[0] for name in page.list_filter if (choices := _choices(model, name))]
    merged = {name: value for choice in every for name, value in choice.items()}
    others = {name: value for name, value in merged.items() if not name.startswith("platform")}
    return [merged, others, {**merged, "q": "nothing"}] if len(every) > 1 else []


def _counts(page, administrator, query) -> list[str]:
    """Return what a list counts, and how it finds out which meanings of a search have rows.

    That is done before its page is written, which is left out here.
    """
    request: Any = RequestFactory().get(list_of(page.model), query)
    request.user = administrator
    request._messages = CookieStorage(request)
    with CaptureQueriesContext(connection) as captured:
        page.get_changelist_instance(request)
    return [each["sql"] for each in captured if each["sql"].startswith(("SELECT COUNT(*)", "(SELECT "))]


def _statements(ask, *, what: object) -> list[str]:
    """Return the questions that a page asks, with the limit that a list has when it has more than one page."""
    with CaptureQueriesContext(connection) as captured:
        reply = ask()
        if getattr(reply, "streaming", False):
            b"".join(reply.streaming_content)
    assert reply.status_code == 200, what
    asked = [each["sql"] for each in captured if each["sql"].lstrip(" \n(").startswith(("SELECT", "WITH"))]
    return [f"{sql} LIMIT 51" if ALL_ROWS.fullmatch(sql) and " LIMIT " not in sql else sql for sql in asked]


def _nodes(plan) -> Iterator[Any]:
    yield plan
    for below in plan.get("Plans", ()):
        yield from _nodes(below)


def _has_condition(node) -> bool:
    """Tell whether an index finds the rows: by its first column, or because it holds a few rows alone."""
    if node["Node Type"] == "Bitmap Heap Scan":
        return all(_has_condition(below) for below in _nodes(node) if below["Node Type"] == "Bitmap Index Scan")
    index = node.get("Index Name")
    return index in FEW or _is_of_first_column(index, node.get("Index Cond", ""))


def _is_of_first_column(index, condition) -> bool:
    """Tell whether a condition has the first column of an index; without that, all of the index may be read."""
    if not condition:
        return False
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_get_indexdef(to_regclass(%s), 1, true)", [index])
        [first] = cursor.fetchone()
    return not first.isidentifier() or re.search(rf"\b{first}\b", condition) is not None


def _unbounded(node, large: frozenset[str] | None, *, is_bounded: bool = False) -> Iterator[Any]:
    """Yield the scans that no index and no limit bounds, of the tables named, or of all that are not small."""
    kind, table = node["Node Type"], node.get("Relation Name", "")
    is_asked = table in large if large is not None else table not in SMALL
    if kind in SCANS and is_asked and not (is_bounded and "Filter" not in node) and not _has_condition(node):
        yield node
    bounded = kind == "Limit" or (is_bounded and kind in PASS_ROWS_ON)
    below = node.get("Plans", ())
    for number, each in enumerate(below):
        is_first_of_join = kind == "Nested Loop" and number == 0 and _keeps_all(node, below[1:])
        own = each.get("Parent Relationship") not in {"SubPlan", "InitPlan"}
        yield from _unbounded(each, large, is_bounded=own and (bounded or (is_bounded and is_first_of_join)))


def _keeps_all(join, others) -> bool:
    return "Join Filter" not in join and not any("Filter" in node for other in others for node in _nodes(other))


def _reads_all(sql: str, *tables: str) -> list[str]:
    """Return what a statement reads whole: of the tables named, or of all that are not small."""
    sql = A_KEY.sub(str(KEY), sql)  # one that no statistics know: of few entries each is frequent
    large = frozenset(tables) or None
    found = _only_way(sql, large)
    # Of a few rows it is not known how many belong to one: joined in the order in which they are written, tables are
    # reached by the indexes that are there.
    found = found and _only_way(sql, large, "SET LOCAL join_collapse_limit = 1")
    # Among rows in the order of their keys the planner may look for those that fit; what counts is the index that it
    # takes where there is no such order.
    rows = re.sub(r" ORDER BY [^()]*? LIMIT \d+\s*$", "", sql)
    return _only_way(rows, large) if found and rows != sql and " WHERE " in sql else found


def _only_way(sql: str, large: frozenset[str] | None, setting: str = ORDER_OF_COST) -> list[str]:
    """Return what is read whole with every index that the planner may choose.

    Which of two indexes is cheaper depends on what the tests before left in the tables' files. An index that is read
    whole is therefore taken away, until one bounds the rows or none is left.
    """
    with transaction.atomic():
        while found := list(_unbounded(_plan(sql, setting), large)):
            nodes = [below for node in found for below in _nodes(node)]
            whole = {node["Index Name"] for node in nodes if "Index Name" in node and not _has_condition(node)}
            if not whole:
                break
            with connection.cursor() as cursor:
                cursor.execute(
                    "UPDATE pg_index SET indisvalid = false WHERE indexrelid = ANY(%s::regclass[])", [sorted(whole)]
                )
        transaction.set_rollback(True)
    return [f"{node['Node Type']} on {node['Relation Name']} {node.get('Filter', '')}" for node in found]


def _plan(sql: str, setting: str) -> Any:
    with connection.cursor() as cursor, planned(without=["seqscan", "hashjoin", "mergejoin"]) as explain:
        cursor.execute(setting)
        [plan] = explain(sql, options="FORMAT JSON")
    return plan


@pytest.fixture
def large_story(story):
    with connection.cursor() as cursor:
        # What PostgreSQL learned by itself about the rows of other tests.
        cursor.execute("DELETE FROM pg_statistic WHERE starelid >= 16384")
        # That a payment has few entries, and an entry few postings.
        cursor.execute("ANALYZE payments_journalentry, payments_posting")
        # What the planner takes for the size of a table: rows in each page.
        cursor.execute(
            """UPDATE pg_class SET relpages = 1, reltuples = 1000000
                WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND NOT relname = ANY(%s)""",
            [sorted(SMALL)],
        )
        # Of an index of an empty table nothing is known, until another test has the table written anew.
        cursor.execute(
            """UPDATE pg_class SET relpages = 0, reltuples = -1
                WHERE relkind = 'i' AND relnamespace = 'public'::regnamespace"""
        )
    return story


def _faults(asked: Sequence[tuple[str, Any]], *tables: str) -> dict[str, list[str]]:
    """Return what is read whole by name of the page; a statement that differs in its values alone is looked at once."""
    known: set[str] = set()
    faults: dict[str, list[str]] = {}
    for name, ask in asked:
        for sql in _statements(ask, what=name):
            form = re.sub(r"'[^']*'|\b\d+\b", "?", sql)
            if form not in known and (found := _reads_all(sql, *tables)):
                faults.setdefault(name, []).append(f"{found}: {sql[:300]}")
            known.add(form)
    return faults


@every_page
def test_no_search_and_no_filter_reads_a_whole_table(model, administrator, large_story):
    page, table = admin.site._registry[model], model._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute("UPDATE pg_class SET relpages = 1, reltuples = 1000000 WHERE oid = to_regclass(%s)", [table])

    asked = [*_searches(page), *_filters(model, page), *_together(model, page)]
    # Searches that find the same meaning ask the same.
    counts = {sql: str(query) for query in asked for sql in _counts(page, administrator, query)}
    faults = {query: found for sql, query in counts.items() if (found := _reads_all(sql, table))}

    assert counts or not _filters(model, page)
    assert faults == {}


def test_no_list_and_no_page_reads_a_whole_table(backoffice, large_story):
    asked = []
    for model in MODELS:
        row = model._default_manager.first()
        asked.append((f"list of {model.__name__}", lambda model=model: backoffice.get(list_of(model))))
        asked.append((f"page of {model.__name__}", lambda row=row: backoffice.get(page_of(row))))

    assert _faults(asked) == {}


def test_no_export_reads_a_whole_table(backoffice, large_story):
    pages = [page for page in admin.site._registry.values() if isinstance(page, ReadOnlyAdmin)]
    asked = [(page.opts.label, lambda page=page: backoffice.post(f"{list_of(page.model)}export/")) for page in pages]

    assert _faults(asked) == {}


@pytest.mark.parametrize("term", TERMS)
def test_no_meaning_of_a_search_reads_a_whole_table(term, backoffice, large_story):
    assert _faults([(term, lambda: backoffice.get("/admin/search", q=term))]) == {}


def test_no_report_reads_a_whole_table(backoffice, large_story):
    account = InternalAccount.objects.get(id=large_story.internal_account.partition(":")[2]).ledger_account
    now = clock.real_now()
    period = {"platform": large_story.acme.platform.pk, "since": now, "until": now, "type": "", "count": 1}
    addresses = [
        "/admin/",
        page_of(transaction_of(large_story.quoted)),
        page_of(transaction_of(large_story.failed)),
        reverse("admin:payments_suspenseitem_ageing"),
        reverse("admin:payments_ledger_books"),
        f"{reverse('admin:payments_ledger_books')}?{urlencode({'at': '2026-01-01T00:00', 'by': 'kind'})}",
        reverse("admin:payments_ledger_statement", args=[account.pk]),
        f"{reverse('admin:webhooks_event_progress')}?{urlencode(period)}",
        *(f"{reverse('admin:compliance_desk_queue')}?part={part}" for part in ("all", "mine", "unassigned", "overdue")),
    ]

    assert _faults([(address, lambda address=address: backoffice.get(address)) for address in addresses]) == {}


def test_a_list_that_is_filtered_without_an_index_says_that_it_looks_at_the_newest(backoffice, story):
    reply = backoffice.text("/admin/payments/externalaccount/", status__exact="ACTIVE")

    assert "Looked at: the newest 0." in re.sub(r"\s+", " ", reply)


def test_a_filter_by_platform_makes_no_other_filter_fast(backoffice, story):
    query = {"status__exact": "ACTIVE", "platform__id__exact": str(story.acme.platform.pk)}
    reply = backoffice.text("/admin/payments/externalaccount/", **query)

    assert "Looked at: the newest 0." in re.sub(r"\s+", " ", reply)


def test_a_table_that_is_read_whole_is_noticed(large_story):
    payments = "SELECT count(*) FROM payments_transaction"
    others_index = f"{payments} WHERE customer_id = '{KEY}'"  # which begins with the platform
    sorted_rows = "SELECT * FROM payments_transaction ORDER BY description LIMIT 50"
    filtered_walk = "SELECT * FROM payments_transaction WHERE description = 'x' ORDER BY id DESC LIMIT 50"

    assert _reads_all(f"{payments} WHERE description = 'x'")
    assert _reads_all(others_index)
    assert _reads_all(sorted_rows)
    assert _reads_all(filtered_walk)
    assert not _reads_all(f"{payments} WHERE id > '{KEY}'")
    assert not _reads_all("SELECT * FROM payments_transaction ORDER BY id DESC LIMIT 50")
    assert not _reads_all(f"SELECT * FROM payments_transaction WHERE id = '{KEY}' ORDER BY description LIMIT 50")
