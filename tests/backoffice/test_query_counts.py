"""How many queries lists and pages cost: the same for two rows and for fifty."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.contenttypes.models import ContentType
from django.db import connection, models
from django.test.utils import CaptureQueriesContext

from payments.models import (
    InternalAccount,
    JournalEntry,
    LedgerAccount,
    OperationsCase,
    Quote,
    Transaction,
    TransactionTallyMark,
)
from platforms.backoffice.lists import narrowing
from platforms.backoffice.lists.entered import Entered
from platforms.backoffice.read_only import ReadOnlyAdmin
from platforms.encryption.encrypted_fields import EncryptedJSONField, EncryptedTextField
from tests.backoffice.conftest import MODELS, list_of, page_of, transaction_of

SIGNED_IN = 2  # the session and the person

OF_MANY_ROWS = [model for model in MODELS if model is not TransactionTallyMark]  # which has one row
LISTS = [
    # Count and rows, then one for each relation that columns link to, and one for the filter by platform. Names cost
    # one more for each kind of object that the rows are, or are about.
    "payments.Transaction",
    "payments.InternalAccount",
    "payments.ExternalAccount",
    "payments.JournalEntry",
    "payments.Posting",
    "payments.Quote",
    "payments.FundingReceipt",
    "payments.SuspenseItem",
    "webhooks.Event",
    "platforms.AuditEntry",
]


@pytest.fixture(autouse=True)
def _content_types_are_known(db):
    """Every process reads them once."""
    for model in MODELS:
        ContentType.objects.get_for_model(model)


@pytest.mark.parametrize("label", LISTS)
def test_a_list_costs_its_rows_its_relations_and_its_names(label, backoffice, story, queries, costs):
    path = list_of(next(model for model in MODELS if model._meta.label == label))

    costs(queries(lambda: backoffice.text(path)), label)


@pytest.mark.parametrize("model", OF_MANY_ROWS, ids=lambda model: model._meta.label)
def test_a_list_and_its_export_cost_the_same_for_two_rows_and_for_fifty(model, backoffice, story, queries):
    path, page = list_of(model), admin.site._registry[model]
    few = _leave_two(model)
    of_few, export_of_few = queries(lambda: backoffice.text(path)), queries(lambda: _exported(backoffice, path))
    _copy(model, 50 // few - 1)

    of_many, reply = _once_more(lambda: backoffice.get(path))
    export_of_many, _ = _once_more(lambda: _exported(backoffice, path))
    assert len(reply.context["cl"].result_list) == 50
    assert (of_many, export_of_many) == (of_few, export_of_few)
    # Count and rows, a relation each, the filter by platform, names of at most three kinds; amounts of cases.
    own = SIGNED_IN + 2 + len(getattr(page, "loads", ())) + ("platform" in page.list_filter)
    assert of_few <= own + 3 + (model is OperationsCase)


def _once_more(call: Callable[[], Any]) -> tuple[int, Any]:
    """Return how many queries a call costs that was made before, and what it returns."""
    with CaptureQueriesContext(connection) as captured:
        reply = call()
    return len(captured), reply


def test_an_export_reads_no_page_of_its_list(backoffice, story, queries, costs):
    # The session and the person; the filter by platform, keys, the audit entry in its database transaction; then rows,
    # their platforms, names and rails.
    costs(queries(lambda: _exported(backoffice, list_of(Transaction))))


def _exported(backoffice, path: str) -> bytes:
    return b"".join(backoffice.post(f"{path}export/").streaming_content)


def _leave_two(model) -> int:
    """Delete all rows but the first and the last; return how many are left."""
    keys = model._default_manager.order_by("pk").values_list("pk", flat=True)
    kept = {keys.first(), keys.last()}
    table, key = model._meta.db_table, model._meta.pk.column
    with connection.cursor() as cursor:
        _let_pass(cursor)
        cursor.execute(f"DELETE FROM {table} WHERE NOT {key} = ANY(%s)", [list(kept)])
        cursor.execute("SET LOCAL session_replication_role = origin")
    return len(kept)


def _copy(model, times: int) -> None:
    """Copy each row of a table so many times, with other keys and the same relations.

    What forbids copies goes. Encrypted values are other ones: each can be decrypted in its own row alone.
    """
    table, key = model._meta.db_table, model._meta.pk
    kind = getattr(key, "target_field", key)
    new_key = "(SELECT max({key}) FROM {table}) + 1000 + row_number() OVER ()"  # other rows may come meanwhile
    if isinstance(kind, models.UUIDField):
        new_key = "gen_random_uuid()"
    elif key.is_relation:
        # Rows of the other table that have none yet, as far as there are some: a page may show what stands there.
        target, column = key.related_model._meta.db_table, kind.column
        others = f"SELECT {column} FROM {target} WHERE {column} NOT IN (SELECT {{key}} FROM {{table}})"
        new_key = f"coalesce((ARRAY({others}))[row_number() OVER ()], {new_key})"
    elif isinstance(kind, models.CharField):
        new_key = f"left(md5(random()::text), {kind.max_length})"
    changed = {key.column: new_key.format(key=key.column, table=table)}
    fields = model._meta.concrete_fields
    changed |= {field.column: "'{}'::jsonb" for field in fields if isinstance(field, EncryptedJSONField)}
    changes = ", ".join(f"'{name}', {value}" for name, value in changed.items())
    with connection.cursor() as cursor:
        _let_pass(cursor)
        cursor.execute(
            """SELECT quote_ident(listed.relname), quote_ident(kept.conname) FROM pg_index
                 JOIN pg_class listed ON listed.oid = pg_index.indexrelid
                 LEFT JOIN pg_constraint kept ON kept.conindid = pg_index.indexrelid AND kept.contype <> 'f'
                WHERE pg_index.indrelid = %s::regclass AND pg_index.indisunique AND NOT pg_index.indisprimary""",
            [table],
        )
        for index, constraint in cursor.fetchall():
            cursor.execute(
                f"ALTER TABLE {table} DROP CONSTRAINT {constraint} CASCADE" if constraint else f"DROP INDEX {index}"
            )
        cursor.execute(
            f"""INSERT INTO {table} OVERRIDING SYSTEM VALUE
                SELECT (jsonb_populate_record(original, jsonb_build_object({changes}))).*
                  FROM {table} original, generate_series(1, %s)""",
            [times],
        )
        for field in (field for field in fields if isinstance(field, EncryptedTextField)):
            sealed = [
                (field.seal("1234", row=row).stored, row) for row in model._default_manager.values_list("pk", flat=True)
            ]
            cursor.executemany(f"UPDATE {table} SET {field.column} = %s WHERE {key.column} = %s", sealed)
        cursor.execute("SET LOCAL session_replication_role = origin")


def _let_pass(cursor) -> None:
    """Let no trigger and no foreign key stand in the way, until the role is set back."""
    cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    cursor.execute("SET LOCAL session_replication_role = replica")


def test_a_filter_that_nothing_fits_asks_for_no_rows(backoffice, story):
    with CaptureQueriesContext(connection) as captured:
        backoffice.text(list_of(Transaction), status__exact="REFUNDED", type__exact="INCOMING")

    assert [each["sql"] for each in captured if 'FROM "payments_transaction"' in each["sql"]] == [
        sql for each in captured if (sql := each["sql"]).startswith("SELECT COUNT(*)")
    ]


def test_rows_that_a_filter_leaves_are_read_by_their_keys(backoffice, story, monkeypatch):
    whole = backoffice.get(list_of(Transaction), platform__id__exact=str(story.acme.platform.pk)).context["cl"]
    monkeypatch.setattr(ReadOnlyAdmin, "list_per_page", 2)
    query = {"platform__id__exact": str(story.acme.platform.pk), "p": 2}

    with CaptureQueriesContext(connection) as captured:
        shown = backoffice.get(list_of(Transaction), **query).context["cl"].result_list

    assert [row.pk for row in shown] == [row.pk for row in whole.result_list][2:4]
    ordered = [
        each["sql"] for each in captured if 'FROM "payments_transaction"' in each["sql"] and " ORDER BY " in each["sql"]
    ]
    assert len(ordered) == 1
    assert '"payments_transaction"."id" IN (' in ordered[0]


def test_a_payments_page_costs_its_row_its_relations_and_its_tables(backoffice, story, queries, costs):
    path = page_of(transaction_of(story.paid))

    # The session and the person; the payment and four relations. Then what may be done; where the money is; items in
    # suspense; calls and their tokens; steps; journal entries, their postings, the accounts of those; what rails said;
    # receipts; proposals; events and their attempts; accounts of both parties; other payments of the amount; of the
    # proof, however many entries it has: the entries, their roots, and the pages and blocks that they are in.
    costs(queries(lambda: backoffice.text(path)))


def test_a_payment_across_currencies_adds_its_quote_what_arrived_and_what_waits(backoffice, api, story, queries, costs):
    path = page_of(transaction_of(story.quoted))
    before = queries(lambda: backoffice.text(path))

    for _ in range(5):
        api.post("/sandbox/send", {"quoteId": story.quote, "currencyCode": "USD"})

    # The payment and three relations; quote; receipts; items in suspense.
    assert queries(lambda: backoffice.text(path)) == before
    costs(before)


def test_a_quotes_page_costs_the_same_however_much_has_arrived(backoffice, api, story, queries, costs):
    path = page_of(Quote.objects.get(id=story.quote.partition(":")[2]))
    before = queries(lambda: backoffice.text(path))

    for _ in range(5):
        api.post("/sandbox/send", {"quoteId": story.quote, "currencyCode": "USD"})

    # The quote and five relations; receipts; items in suspense; the books; who pays whom, for the heading.
    assert queries(lambda: backoffice.text(path)) == before
    costs(before)


def test_a_journal_entrys_page_costs_the_same_for_many_postings(backoffice, story, queries, costs):
    path = page_of(JournalEntry.objects.exclude(reverses=None).latest("id"))

    # The entry, its platform, payment and the entry it reverses; postings and their accounts.
    costs(queries(lambda: backoffice.text(path)))


def test_a_statement_costs_the_same_however_long_it_is(backoffice, api, story, queries, costs):
    account = InternalAccount.objects.get(id=story.internal_account.partition(":")[2]).ledger_account
    path = page_of(account)
    before = queries(lambda: backoffice.text(path))

    for _ in range(5):
        api.fund(story.internal_account, 100)

    # The account, its platform, its internal account and whose that is; where the statement begins; the statement;
    # the balance of each day for the chart.
    assert queries(lambda: backoffice.text(path)) == before
    costs(before)


def test_a_long_list_is_not_counted_to_its_end(backoffice, story, monkeypatch):
    from platforms.backoffice.lists.paginator import BoundedPaginator

    monkeypatch.setattr(BoundedPaginator, "bound", 3)

    reply = backoffice.get(list_of(LedgerAccount))

    assert reply.context["cl"].result_count == 3
    assert "more than 3 ledger accounts" in " ".join(reply.content.decode().split())


def test_a_list_is_read_from_the_newest_by_its_key(backoffice, story):
    rows = backoffice.get(list_of(Transaction)).context["cl"].result_list

    assert [row.pk for row in rows] == sorted((row.pk for row in rows), reverse=True)
    assert set(rows.query.order_by) == {"-pk"}


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model._meta.label)
def test_no_filter_reads_the_whole_table_for_its_choices(model):
    for name in admin.site._registry[model].list_filter:
        if isinstance(name, type):
            assert issubclass(name, narrowing.Narrowing | narrowing.OfFew | Entered), "choices are constants, or few"
            continue
        field = model._meta.get_field(name)

        assert field.choices or isinstance(field, models.BooleanField) or field.name == "platform"
