"""An installation from before banks were an app: `migrate` alone makes it one of today, and can be taken back."""

import pytest
from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

from banks.models import BankConnection, BankMatch, Claim
from tests.support import databases

pytestmark = pytest.mark.service
_BEFORE = ("payments", "0034_decisions_with_charges")
_MODELS = ("bankmatch", "bankconnection", "claim")


@pytest.fixture
def _installation(django_db_setup, django_db_blocker):
    """A database of the release before, whose roles see the tables of banks."""
    with django_db_blocker.unblock(), databases.an_empty_one("before_banks"):
        executor = MigrationExecutor(connection)
        leaves = executor.loader.graph.leaf_nodes()
        executor.migrate([leaf for leaf in leaves if leaf[0] not in {"payments", "banks", "invitations"}] + [_BEFORE])
        group = Group.objects.create(name="Operations")
        for name in _MODELS:
            kind = ContentType.objects.create(app_label="payments", model=name)
            group.permissions.add(Permission.objects.create(content_type=kind, codename=f"view_{name}", name=name))
        yield


def kinds() -> dict[str, tuple[str, int]]:
    rows = ContentType.objects.filter(model__in=_MODELS).values_list("model", "app_label", "pk")
    return {model: (app, key) for model, app, key in rows}


def rights() -> set[tuple[str, int]]:
    """The rights of the role to what banks have, by app and key of the kind of object."""
    of_role = Permission.objects.filter(group__name="Operations", content_type__model__in=_MODELS)
    return set(of_role.values_list("content_type__app_label", "content_type"))


@pytest.mark.usefixtures("_installation")
def test_rights_follow_the_tables_and_nothing_is_made_twice():
    before = kinds()
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_class WHERE relname LIKE 'payments_bank%' AND relkind = 'r'")
        [tables] = cursor.fetchone()

    call_command("migrate", verbosity=0)

    assert kinds() == {model: ("banks", key) for model, (_, key) in before.items()}
    assert rights() == {("banks", key) for _, key in before.values()}
    assert [model._meta.db_table for model in (BankConnection, BankMatch, Claim)] == [
        "payments_bankconnection",
        "payments_bankmatch",
        "payments_claim",
    ]
    assert (BankConnection.objects.count(), BankMatch.objects.count(), Claim.objects.count()) == (0, 0, 0)

    call_command("migrate", "banks", "zero", verbosity=0)
    call_command("migrate", *_BEFORE, verbosity=0)

    assert kinds() == before
    assert rights() == {("payments", key) for _, key in before.values()}
    assert not {name for name in MigrationRecorder(connection).applied_migrations() if name[0] == "banks"}
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_class WHERE relname LIKE 'payments_bank%' AND relkind = 'r'")
        assert cursor.fetchone() == (tables,)
