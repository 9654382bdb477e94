"""What the tables say: keys point down, states are checked, histories are kept."""

import pytest
from django.apps import apps
from django.db import connection, models

from tests.support.append_only import APPEND_ONLY
from tests.support.apps import STACK

_MODELS = [model for app in STACK for model in apps.get_app_config(app).get_models()]
_TALLY = "payments.TransactionTally"
_GO_WITH_THEIR_OWNER = {_TALLY, "webhooks.Delivery", "webhooks.FurtherEvent"}
"""A count that can be made again; of an event that is old enough to be forgotten, its attempts and further ways."""


@pytest.mark.parametrize("model", _MODELS, ids=lambda model: model._meta.label)
def test_foreign_keys_point_down_or_sideways(model):
    height = STACK.index(model._meta.app_label)

    for field in model._meta.get_fields():
        if isinstance(field, models.ForeignKey):
            target = field.related_model._meta.app_label
            assert target in STACK, f"{field} points out of the stack"
            assert STACK.index(target) <= height, f"{field} points up"


@pytest.mark.parametrize("model", _MODELS, ids=lambda model: model._meta.label)
def test_a_status_is_checked_by_the_database(model):
    if model._meta.label == _TALLY:
        pytest.skip("it repeats the types of checked rows")
    checked = " ".join(
        str(constraint.condition)
        for constraint in model._meta.constraints
        if isinstance(constraint, models.CheckConstraint)
    )
    for field in model._meta.get_fields():
        if getattr(field, "choices", None) and field.name in {"status", "state", "type", "environment"}:
            assert field.name in checked, f"{model._meta.label}.{field.name} has choices that only Python knows"


@pytest.mark.parametrize("model", _MODELS, ids=lambda model: model._meta.label)
def test_no_deletion_takes_other_rows_along(model):
    for field in model._meta.get_fields():
        if isinstance(field, models.ForeignKey) and field.remote_field.on_delete is models.CASCADE:
            assert model._meta.label in _GO_WITH_THEIR_OWNER, f"{field} would be deleted with what it names"


@pytest.mark.parametrize("table", APPEND_ONLY)
@pytest.mark.parametrize("verb", ["UPDATE {0} SET {1} = {1}", "DELETE FROM {0}", "TRUNCATE {0} CASCADE"])
@pytest.mark.django_db
def test_what_was_written_stays_written(table, verb):
    from django.db import IntegrityError, transaction

    with connection.cursor() as cursor:
        # Each row is looked at, as those of unused quotes may go.
        cursor.execute(
            "INSERT INTO payments_transactionstatuschange (transaction_id, to_status, at, cause, actor_kind, actor_id)"
            " VALUES (gen_random_uuid(), 'COMPLETED', now(), '', '', '')"
        )
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(verb.format(table, "number" if table == "platforms_auditseal" else "id"))


@pytest.mark.django_db
def test_every_model_has_its_migration():
    from django.core.management import call_command

    call_command("makemigrations", check=True, dry_run=True, verbosity=0)
