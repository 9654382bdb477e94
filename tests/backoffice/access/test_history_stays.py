"""Nobody changes the journal, the audit log or a history: no superuser on a page, and no code of ours by its models."""

import pytest
from django.apps import apps
from django.db import DatabaseError, connection, models, transaction
from django.urls import reverse

from platforms.backoffice import actions
from tests.backoffice.conftest import list_of, page_of
from tests.support.append_only import APPEND_ONLY

BY_TABLE = {model._meta.db_table: model for model in apps.get_models()}
HISTORIES = [BY_TABLE[table] for table in APPEND_ONLY]
REFUSED = "append-only|through protected foreign keys"


def _plain(model) -> str:
    """Return the name of a column that is no key."""
    fields = (field for field in model._meta.concrete_fields if not field.primary_key and not field.is_relation)
    return next(str(field.attname) for field in fields)


def _save(row) -> None:
    row.save(force_update=True)


def _save_one_column(row) -> None:
    row.save(update_fields=[_plain(type(row))])


def _delete(row) -> None:
    row.delete()


def _update_query(row) -> None:
    column = _plain(type(row))
    type(row)._base_manager.filter(pk=row.pk).update(**{column: models.F(column)})


def _bulk_update(row) -> None:
    type(row)._base_manager.bulk_update([row], [_plain(type(row))])


def _delete_query(row) -> None:
    type(row)._base_manager.filter(pk=row.pk).delete()


def _delete_raw(row) -> None:
    type(row)._base_manager.filter(pk=row.pk)._raw_delete("default")


def _upsert(row) -> None:
    type(row)._base_manager.bulk_create(
        [row], update_conflicts=True, unique_fields=[row._meta.pk.name], update_fields=[_plain(type(row))]
    )


WAYS = (_save, _save_one_column, _delete, _update_query, _bulk_update, _delete_query, _delete_raw, _upsert)


def _contents() -> dict[str, list[tuple[object, ...]]]:
    with connection.cursor() as cursor:
        found = {}
        for table in APPEND_ONLY:
            cursor.execute(f"SELECT {table}::text FROM {table} ORDER BY 1")
            found[table] = cursor.fetchall()
    return found


def test_no_way_through_a_model_changes_or_takes_away_a_row(story):
    before = _contents()

    for model in HISTORIES:
        row = model._base_manager.order_by("pk")[0]
        for way in WAYS:
            with pytest.raises(DatabaseError, match=REFUSED), transaction.atomic():
                way(row)

    assert all(before.values())
    assert _contents() == before


def test_a_superuser_can_not_do_it_on_a_page_either(story, backoffice):
    # Looking is written down: only the audit log grows.
    before = _contents()

    for model in HISTORIES:
        row = model._base_manager.order_by("pk")[0]
        fields = {field.attname: "1" for field in model._meta.concrete_fields}
        for address in (page_of(row), list_of(model), _address(model, "add"), _address(model, "delete", row.pk)):
            sent = {**fields, "_save": "1", "post": "yes", "action": "delete_selected", "_selected_action": str(row.pk)}
            assert backoffice.post(address, **sent).status_code == 403, address

    assert _contents() == before


def test_no_verb_is_about_a_history_itself():
    nouns = {name.partition(".")[0].replace("_", "") for name in actions.declared()}

    # A file to a bank can be downloaded, which changes nothing; others are undone, replaced or written by another row.
    known = {"staffrate", "bankfile", "bankmatch", "reviewrule", "note"}
    assert not nouns & {model._meta.model_name for model in HISTORIES} - known


def _address(model, what: str, *args) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{what}", args=args)
