"""The service's database role makes no superuser, and the nightly check names power that nobody gave."""

import io
import uuid

import pytest
from django.contrib.auth.models import Group, User
from django.core.management import CommandError, call_command
from django.db import ProgrammingError, connection, transaction

from banks.models import BankConnection, RailRoute
from platforms import audit
from platforms.backoffice import proposals
from platforms.backoffice.sign_in import staff
from platforms.base import clock
from platforms.models import AuditCheckRun, AuditEntry, Proposal
from platforms.operations import audit_seals, powers
from tests.support import databases

pytestmark = pytest.mark.django_db

_COLUMNS = "(username, password, is_superuser, is_staff, is_active, first_name, last_name, email, date_joined)"
_THIEF = "('thief', '!', {}, true, true, '', '', '', now())"


def as_service(statement: str) -> None:
    with databases.as_service(), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


def faults() -> list[tuple[str, str]]:
    run: AuditCheckRun = audit_seals.verify(now=clock.real_now())
    return [(fault["kind"], fault["subject"]) for fault in run.faults]


@pytest.mark.parametrize(
    "statement",
    [
        f"INSERT INTO auth_user {_COLUMNS} VALUES {_THIEF.format('true')}",
        f"INSERT INTO auth_user {_COLUMNS} SELECT {_THIEF.format('last_login IS NULL')[1:-1]} FROM auth_user LIMIT 1",
        "UPDATE auth_user SET is_superuser = true",
        "UPDATE auth_user SET is_staff = true",
        "ALTER TABLE auth_user DISABLE TRIGGER ALL",
        "CREATE OR REPLACE FUNCTION platforms_guard_superuser() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN END'",
    ],
)
def test_the_service_s_role_makes_no_superuser(statement):
    User.objects.create(username="somebody")
    with pytest.raises(ProgrammingError, match=r"only the owner|permission denied|must be owner"):
        as_service(statement)

    as_service(f"INSERT INTO auth_user {_COLUMNS} VALUES {_THIEF.format('false')}")


def test_a_superuser_is_made_by_the_owner_at_the_command_line_and_explained(settings):
    call_command("createsuperuser", "--noinput", username="anna", email="", stdout=io.StringIO())

    assert User.objects.get(username="anna").is_superuser
    [entry] = AuditEntry.objects.filter(verb="staff.make_superuser")
    assert (entry.actor_kind, entry.actor_id, entry.subject) == ("OPERATOR", "createsuperuser", "Staff:anna")
    assert faults() == []


def test_the_command_says_who_makes_superusers():
    with databases.as_service(), pytest.raises(CommandError, match="set DATABASE_OWNER_URL"):
        call_command("createsuperuser", "--noinput", username="anna", email="", stdout=io.StringIO())


def test_a_superuser_whom_no_command_made_is_named_by_the_nightly_check():
    User.objects.create_superuser("thief")
    User.objects.create_superuser("gone", is_active=False)

    assert faults() == [("UNEXPLAINED", "Staff:thief")]
    assert audit_seals.state() == "altered"


def invited(name: str, *roles: str, proposed_by: str = "bert") -> User:
    actor = audit.Actor(kind="STAFF", id="anna", proposed_by=proposed_by)
    with transaction.atomic():
        return staff.invite(
            username=name,
            email=f"{name}@example.com",
            roles=roles,
            reason="New here",
            actor=actor,
            now=clock.real_now(),
        )


def test_roles_that_no_two_people_gave_are_named():
    invited("good", "operations", "support")
    invited("more", "support").groups.add(Group.objects.get(name="administrator"))
    invited("alone", "administrator", proposed_by="")
    User.objects.create(username="thief", is_staff=True).groups.add(Group.objects.get(name="administrator"))

    assert faults() == [("UNEXPLAINED", f"Staff:{name}") for name in ("alone", "more", "thief")]


def entered(model, *, platform=None, **columns):
    """A row as a thief writes it, with what the check asks for made up."""
    now = clock.real_now()
    return model.objects.create(platform=platform, entered_by="bert", reason="r", created_at=now, **columns)


def bank(**columns):
    terms = {"currency": "EUR", "owner_name": "We", "account_number": "1", "time_zone": "UTC", "cut_offs": []}
    way = {"credit_lead_days": 0, "debit_lead_days": 0, "delivery": "FOLDER", "folder": "f", "name": "house"}
    return entered(BankConnection, **terms, **way | columns)


def decided(verb: str, row, *, by: str = "anna", status: str = "APPROVED") -> None:
    Proposal.objects.create(
        id=uuid.uuid4(),
        verb=verb,
        subject="x",
        reason="r",
        status=status,
        proposed_by="bert",
        proposed_at=row.created_at,
        expires_at=row.created_at + proposals.LIFETIME,
        decided_by=by,
        decided_at=row.created_at,
    )


def test_terms_of_banks_that_no_two_people_entered_are_named(acme):
    route = entered(RailRoute, effective_at=clock.real_now())
    connected = bank()
    bank(name="sandbox", platform=acme.platform)
    bank(name="ended", ended_at=clock.real_now())

    assert faults() == [("UNEXPLAINED", connected.public_id), ("UNEXPLAINED", route.public_id)]

    decided("bank_connection.enter", connected)
    decided("bank_connection.enter", route)
    assert faults() == [("UNEXPLAINED", route.public_id)]
    decided("rail_route.enter", route)
    assert faults() == []


def test_the_check_asks_the_same_number_of_questions_for_many_accounts(django_assert_num_queries):
    for number in range(5):
        invited(f"s{number}", "support")
    with django_assert_num_queries(9):
        powers.unexplained()
