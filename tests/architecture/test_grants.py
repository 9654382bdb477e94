"""The rights of the service's role: the table of grants, what the database says, and what it does when it is tried.

That no operation lacks a right is shown by all other tests: requests, tasks and commands have this role in them.
"""

import io
import uuid

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import DatabaseError, IntegrityError, ProgrammingError, connection, transaction
from psycopg import errors as pg_errors

from config.database import grants
from config.processes import schedule
from payments import tasks
from platforms.base import clock
from platforms.base.background import rights
from platforms.models import IdempotencyKey
from tests.support import databases

_MODELS = {model._meta.label: model for model in apps.get_models(include_auto_created=True)}
_ROLE = "--role=payments_service"
NEVER = ("TRUNCATE {0} CASCADE", "ALTER TABLE {0} DISABLE TRIGGER ALL", "DROP TABLE {0} CASCADE")


def test_every_table_is_in_the_table_of_grants_and_every_column_exists():
    assert sorted(grants.table()) == sorted(_MODELS)
    for name, grant in grants.table().items():
        known = {field.column for field in _MODELS[name]._meta.concrete_fields}
        assert grant.update == rights.EVERY or known.issuperset(grant.update), name


@pytest.mark.parametrize(
    "name",
    [
        *("payments.JournalEntry", "payments.Posting", "payments.JournalSeal", "payments.TransactionStatusChange"),
        *("platforms.AuditEntry", "platforms.AuditSeal", "compliance.CustomerStatusChange", "payments.Deposit"),
        *("payments.FundingReceipt", "payments.ProviderMessage", "compliance.VerificationStatusChange"),
    ],
)
def test_books_audit_log_and_histories_are_at_most_added_to(name):
    assert grants.table()[name] in {rights.READ, rights.APPEND}


def test_a_right_of_a_background_job_is_in_no_other_place():
    """Whoever takes the job away takes the right away with it."""
    jobs = [job for job in schedule.declared() if job.rights]
    assert jobs
    for job in jobs:
        beside = dict(grants.TABLE)
        for other in jobs:
            for name, grant in other.rights.items() if other is not job else ():
                beside[name] |= grant
        for name, grant in job.rights.items():
            have = beside[name]
            assert not (grant.delete and have.delete), (job.name, name)
            assert not (grant.insert and have.insert), (job.name, name)
            assert rights.EVERY not in {grant.update, have.update}, (job.name, name)
            assert set(grant.update).isdisjoint(have.update), (job.name, name)


@pytest.mark.django_db
def test_the_database_says_what_the_table_says():
    assert grants.differences(databases.SERVICE) == []


def test_what_the_service_does_in_tests_it_does_with_its_own_role(api, alice):
    seen = set()

    def look(execute, statement, parameters, many, context):
        seen.add(context["connection"].connection.execute("SELECT current_user").fetchone()[0])
        return execute(statement, parameters, many, context)

    for run in (
        lambda: api.get("/config"),
        lambda: api.fund(api.internal_account(alice), 1),
        tasks.tally_transactions,
        lambda: call_command("ledger_check", stdout=io.StringIO()),
    ):
        with connection.execute_wrapper(look):
            run()
        assert seen == {databases.SERVICE}
        seen.clear()
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_user = session_user")
        assert cursor.fetchone() == (True,)


def outcome(statement):
    """Try a statement as the service does: `done`, `refused` by rights, or `kept` by a trigger."""
    try:
        with databases.as_service(), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
    except DatabaseError as error:
        if isinstance(error.__cause__, pg_errors.InsufficientPrivilege):
            return "refused"
        return "kept" if isinstance(error.__cause__, pg_errors.RestrictViolation) else str(error)
    return "done"


def tried(name, grant):
    """Yield each statement with whether the role may it."""
    meta = _MODELS[name]._meta
    table = meta.db_table
    yield f"SELECT FROM {table} LIMIT 0", True
    yield f"INSERT INTO {table} SELECT * FROM {table} WHERE false", grant.insert
    yield f"DELETE FROM {table} WHERE false", grant.delete
    yield f"SELECT FROM {table} LIMIT 0 FOR UPDATE", bool(grant.update)
    for field in meta.concrete_fields:
        may = field is not meta.pk if grant.update == rights.EVERY else field.column in grant.update
        yield f'UPDATE {table} SET "{field.column}" = "{field.column}" WHERE false', may
    yield from ((statement.format(table), False) for statement in NEVER)


@pytest.mark.django_db
def test_the_role_can_do_with_each_table_what_it_may_and_nothing_else():
    wrong = [
        (statement, said)
        for name, grant in grants.table().items()
        for statement, may in tried(name, grant)
        if (said := outcome(statement)) != ("done" if may else "refused") and not (may and said == "kept")
    ]

    assert wrong == []


@pytest.mark.django_db
@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TABLE mine (id int)",
        "CREATE FUNCTION mine() RETURNS int LANGUAGE sql AS 'SELECT 1'",
        "CREATE SCHEMA mine",
        "CREATE ROLE mine",
        "DROP TRIGGER payments_entry_balances ON payments_journalentry",
        "ALTER FUNCTION payments_post SECURITY INVOKER",
        "SET session_replication_role = replica",
        "SELECT setval('webhooks_event_number', 1)",
        "UPDATE django_migrations SET name = name",
        "COPY platforms_apitoken TO PROGRAM 'true'",
    ],
)
def test_the_role_changes_nothing_about_the_database_itself(statement):
    assert outcome(statement) == "refused"


@pytest.mark.django_db
def test_the_role_gives_itself_nothing():
    assert outcome("GRANT ALL ON payments_ledgeraccount, payments_posting TO payments_service") == "done", "a warning"

    assert grants.differences(databases.SERVICE) == []


@pytest.fixture
def account(api, alice):
    return api.internal_account(alice)


def as_thief(statement, *parameters):
    with databases.as_service(), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement, parameters)


@pytest.mark.parametrize(
    "theft",
    [
        "UPDATE payments_ledgeraccount SET balance = balance + 1 WHERE balance IS NOT NULL",
        "UPDATE platforms_apitoken SET permissions = '{{MANAGE}}'",
        "UPDATE platforms_apitoken SET platform_id = platform_id",
        "UPDATE platforms_platform SET environment = 'SANDBOX'",
        "UPDATE payments_transaction SET sent_amount = 1",
        "UPDATE auth_user SET is_superuser = true",
        "INSERT INTO auth_user_user_permissions (user_id, permission_id) VALUES (1, 1)",
        (
            "INSERT INTO payments_posting (entry_id, account_id, side, amount, currency, at)"
            " SELECT 1, id, 'C', 1, 'USD', now() FROM payments_ledgeraccount"
        ),
        "DELETE FROM payments_transactionstatuschange",
    ],
)
def test_what_a_stolen_connection_would_be_used_for_is_refused(account, theft):
    with pytest.raises(ProgrammingError, match="permission denied"):
        as_thief(theft.format())


def test_no_account_begins_with_money(acme):
    with pytest.raises(IntegrityError, match="kept for ever"):
        as_thief(
            "INSERT INTO payments_ledgeraccount"
            " (platform_id, kind, currency, normal_side, is_guarded, balance, created_at)"
            " VALUES (%s, 'CUSTOMER_FUNDS', 'USD', 'C', true, 1000000, now())",
            acme.platform.id,
        )


def test_a_key_that_moved_money_stays(acme):
    def key(*, moved_money):
        return IdempotencyKey.objects.create(
            platform_id=acme.platform.id,
            key=str(uuid.uuid4()),
            fingerprint=b"f",
            status=200,
            body=b"{}",
            is_sealed=False,
            moved_money=moved_money,
            created_at=clock.real_now(),
        )

    other, money = key(moved_money=False), key(moved_money=True)
    as_thief("DELETE FROM platforms_idempotencykey WHERE id = %s", other.id)

    with pytest.raises(IntegrityError, match="kept for ever"):
        as_thief("DELETE FROM platforms_idempotencykey WHERE id = %s", money.id)
    with pytest.raises(ProgrammingError, match="permission denied"):
        as_thief("UPDATE platforms_idempotencykey SET moved_money = false WHERE id = %s", money.id)


SHADOWS = (
    "CREATE TEMP TABLE payments_posting (entry_id bigint, side text, amount bigint, currency text)",
    "CREATE TEMP TABLE payments_journalentry (id bigint, recorded_in xid8)",
)


def test_tables_of_the_thief_s_own_hide_none_of_ours(account, alice, api):
    """An entry that does not balance passes no check that would read rows of the thief's making."""
    api.fund(account, 100)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT platform_id, id FROM payments_ledgeraccount WHERE kind IN ('CUSTOMER_FUNDS', 'RAIL_SETTLEMENT')"
            " AND currency = 'USD' AND platform_id = (SELECT platform_id FROM payments_journalentry LIMIT 1)"
        )
        found = cursor.fetchall()
    assert len(found) >= 2

    with pytest.raises(DatabaseError, match="does not balance"):  # noqa: SIM117
        with databases.as_service(), transaction.atomic(), connection.cursor() as cursor:
            for shadow in SHADOWS:
                cursor.execute(shadow)
            cursor.execute(
                "INSERT INTO pg_temp.payments_posting SELECT 1, 'D', 1, 'USD' UNION ALL SELECT 1, 'C', 1, 'USD'"
            )
            cursor.execute(
                "SELECT entry FROM payments_post(%s, 'FORGED', NULL, NULL, now(), %s::bigint[], '{C,D}', '{500,1}')",
                [found[0][0], [found[0][1], found[1][1]]],
            )
            entry = cursor.fetchone()[0]
            cursor.execute("UPDATE pg_temp.payments_posting SET entry_id = %s", [entry])
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")


@pytest.mark.django_db
def test_functions_that_touch_the_books_mean_our_own_tables():
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT proname, prosecdef, proconfig, has_function_privilege('public', oid, 'EXECUTE') FROM pg_proc"
            " WHERE pronamespace = 'public'::regnamespace AND proname <> 'platforms_refuse_change'"
            " AND (proname = 'payments_post' OR prorettype = 'trigger'::regtype)"
        )
        found = {name: rest for name, *rest in cursor.fetchall()}

    assert {name: paths for name, (_, paths, _) in found.items()} == {
        name: ["search_path=pg_catalog, public, pg_temp"] for name in found
    }
    assert len(found) > 5
    assert found["payments_post"][0], "it writes with its owner's rights"
    assert not found["payments_post"][2], "nobody calls it but who is named"


@pytest.mark.django_db
def test_the_command_prints_the_grants_and_finds_what_differs():
    said = io.StringIO()
    call_command("grants", _ROLE, stdout=said)
    with connection.cursor() as cursor:
        cursor.execute(said.getvalue())
    call_command("grants", _ROLE, check=True, stdout=said)
    assert "payments_service has exactly what the service needs." in said.getvalue()
    with connection.cursor() as cursor:
        cursor.execute("GRANT UPDATE (amount) ON payments_posting TO payments_service")
        cursor.execute("REVOKE INSERT ON payments_quote FROM payments_service")

    with pytest.raises(CommandError, match="does not have exactly"):
        call_command("grants", _ROLE, check=True, stdout=said)

    assert "missing: INSERT ON payments_quote\ntoo much: UPDATE (amount) ON payments_posting\n" in said.getvalue()


@pytest.mark.django_db
def test_grants_are_applied_again_where_others_were():
    with connection.cursor() as cursor:
        cursor.execute("GRANT ALL ON ALL TABLES IN SCHEMA public TO payments_service")
        cursor.execute("REVOKE SELECT ON platforms_platform FROM payments_service")

    grants.apply(databases.SERVICE)

    assert grants.differences(databases.SERVICE) == []


@pytest.mark.django_db
def test_another_role_takes_over_without_a_gap(api, alice, monkeypatch):
    """As docs/operator/keys.md says of the password: a second role, both work, and the first one goes."""
    account, other = api.internal_account(alice), f"{databases.SERVICE}_2"
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE ROLE {other} LOGIN")

    grants.apply(other)

    said = io.StringIO()
    call_command("grants", f"--role={other}", check=True, stdout=said)
    assert said.getvalue() == f"{other} has exactly what the service needs.\n"
    for role in (databases.SERVICE, other):
        monkeypatch.setattr(databases, "SERVICE", role)
        api.fund(account, 100)
    with connection.cursor() as cursor:
        cursor.execute("DROP OWNED BY payments_service")
    api.fund(account, 100)
    assert (
        api.get("/customers/internal-accounts", customerId=alice, currency="USD").json()["data"][0]["balance"]["amount"]
        == 300
    )
    assert grants.held("payments_service") == set(), "nothing keeps the role from being dropped"


def test_without_the_service_s_role_nothing_is_migrated(settings, django_db_setup, django_db_blocker):
    with django_db_blocker.unblock():
        owner = {
            name: connection.settings_dict[name] for name in ("NAME", "USER", "PASSWORD", "HOST", "PORT", "OPTIONS")
        }
        settings.DATABASE_OWNER = owner
        settings.DATABASE_URL = databases.address("nobody")
        with pytest.raises(CommandError, match="role 'nobody' of DATABASE_URL is not there"):
            call_command("migrate", verbosity=0)


@pytest.mark.django_db
def test_what_is_not_there_yet_is_left_out():
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE payments_journalseal")
        cursor.execute("ALTER TABLE payments_ledgeraccount DROP COLUMN held_at")

    grants.apply(databases.SERVICE)

    assert grants.differences(databases.SERVICE) == [
        "missing: INSERT ON payments_journalseal",
        "missing: SELECT ON payments_journalseal",
        "missing: UPDATE (held_at) ON payments_ledgeraccount",
    ]
