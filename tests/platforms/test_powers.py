"""The service's database role makes no superuser, and the nightly check names power that nobody gave."""

import base64
import hashlib
import io
import uuid
from decimal import Decimal

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.contrib.auth.models import Group, User
from django.core.management import CommandError, call_command
from django.db import ProgrammingError, connection, transaction
from django_otp.oath import TOTP

from banks.models import BankConnection, RailRoute
from payments.models import FeeSchedule, StaffRate
from payments.pricing import fee_schedules
from platforms import audit
from platforms.backoffice import proposals
from platforms.backoffice.sign_in import second_factors, staff
from platforms.base import clock
from platforms.models import AuditCheckRun, AuditEntry, Platform, Proposal, SecondFactor
from platforms.operations import audit_seals, powers
from tests.support import databases, factories

pytestmark = pytest.mark.django_db

PASSWORD = "correct horse battery staple"
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


def stored(user: User) -> User:
    """The account after a thief of the service's connection gave it the password of another account."""
    source = User.objects.create_user("source", password=PASSWORD)
    as_service(f"UPDATE auth_user SET password = '{source.password}' WHERE id = {user.pk}")
    return user


def test_a_password_that_the_service_did_not_store_is_named():
    user = User.objects.create_user("anna", password=PASSWORD, is_staff=True)
    assert faults() == []

    stored(user)
    assert faults() == [("UNEXPLAINED", "Staff:anna")]

    user.set_password(PASSWORD)
    user.save(update_fields=["password"])
    assert faults() == []


def test_a_row_of_the_log_does_not_explain_a_password_without_the_key():
    user = stored(User.objects.create_user("anna", password=PASSWORD, is_staff=True))
    digest = hashlib.sha256(user.password.encode()).hexdigest()[:32]
    with transaction.atomic():
        row = audit.Subject(None, "Staff:anna")
        audit.record(row, "staff.password_stored", actor=audit.SYSTEM, now=clock.real_now(), mark=digest)

    assert faults() == [("UNEXPLAINED", "Staff:anna")]


def test_a_sign_in_that_makes_a_hash_stronger_is_explained():
    user = User.objects.create_user("anna", is_staff=True)
    hasher = PBKDF2PasswordHasher()
    user.password = hasher.encode(PASSWORD, hasher.salt(), iterations=1)
    user.save(update_fields=["password"])
    weak = user.password

    assert user.check_password(PASSWORD)
    assert User.objects.get().password != weak
    assert faults() == []


def test_marks_by_a_former_key_are_made_anew(settings):
    User.objects.create_user("anna", password=PASSWORD, is_staff=True)
    former = settings.TOKEN_HASH_KEY
    settings.TOKEN_HASH_KEY, settings.TOKEN_HASH_KEY_FALLBACKS = "bound:another key of fifty letters", [former]
    assert faults() == []

    settings.TOKEN_HASH_KEY_FALLBACKS = []
    assert faults() == []
    assert AuditEntry.objects.filter(verb="staff.password_stored").count() == 2


def test_an_account_that_nobody_opened_again_is_named():
    root = audit.Actor(kind="STAFF", id="root")
    user = invited("anna", "support")
    with transaction.atomic():
        staff.deactivate(username="anna", reason="left", actor=root, now=clock.real_now())
    assert faults() == []

    as_service(f"UPDATE auth_user SET is_active = true WHERE id = {user.pk}")
    assert faults() == [("UNEXPLAINED", "Staff:anna")]

    with transaction.atomic():
        staff.reactivate(username="anna", reason="back", actor=root, now=clock.real_now())
    assert faults() == []


def confirmed(name: str) -> SecondFactor:
    now = clock.real_now()
    with transaction.atomic():
        factor = second_factors.begin(username=name, now=now)
        totp = TOTP(base64.b32decode(factor.secret))
        totp.time = now.timestamp()
        actor = audit.Actor(kind="STAFF", id=name)
        second_factors.confirm(username=name, code=f"{totp.token():06}", actor=actor, now=now)
    return factor


def test_second_factors_that_nobody_confirmed_or_reset_are_named():
    for name in ("anna", "bert", "carl"):
        User.objects.create_user(name, is_staff=True)
        confirmed(name)
    with transaction.atomic():
        second_factors.reset(
            username="carl", reason="lost", actor=audit.Actor(kind="STAFF", id="root"), now=clock.real_now()
        )
    assert faults() == []

    as_service("DELETE FROM platforms_secondfactor WHERE username = 'bert'")
    # A factor of one's own, under the name of another account.
    as_service("UPDATE platforms_secondfactor SET username = 'bert'")
    [moved] = SecondFactor.objects.all()
    assert faults() == [("UNEXPLAINED", moved.public_id), ("UNEXPLAINED", "Staff:bert")]


@pytest.fixture
def live() -> Platform:
    return factories.platform("live", environment="PRODUCTION", regulated=True)


def priced(platform):
    now = clock.real_now()
    return FeeSchedule.objects.create(
        platform=platform, created_by="bert", reason="r", created_at=now, effective_from=now
    )


def rate(created_at=None):
    now = clock.real_now()
    return StaffRate.objects.create(
        source="USD",
        destination="EUR",
        rate=2,
        effective_at=now,
        entered_by="bert",
        reason="r",
        created_at=created_at or now,
    )


def test_fees_and_rates_that_no_two_people_entered_are_named(acme, live):
    known, other = priced(live), rate()
    priced(acme.platform)
    assert faults() == [("UNEXPLAINED", known.public_id), ("UNEXPLAINED", other.public_id)]

    decided("fee_schedule.enter", known)
    decided("staff_rate.enter", other)
    assert faults() == []

    copied = rate(created_at=other.created_at)
    assert faults() == [("UNEXPLAINED", copied.public_id)]


def test_a_schedule_that_ends_at_another_moment_than_the_log_says_is_named(live):
    with transaction.atomic():
        schedule = fee_schedules.create(
            platform_id=live.pk,
            source_currency="USD",
            destination_currency="",
            fixed_fee=1,
            variable_rate=Decimal(0),
            rate_multiplier=Decimal(1),
            effective_from=None,
            effective_until=None,
            reason="r",
            actor=audit.Actor(kind="STAFF", id="anna", proposed_by="bert"),
            now=clock.real_now(),
        )
    decided("fee_schedule.enter", schedule)
    assert faults() == []

    as_service("UPDATE payments_feeschedule SET effective_until = effective_from")
    assert faults() == [("UNEXPLAINED", schedule.public_id)]


def test_the_check_asks_the_same_number_of_questions_for_many_accounts(django_assert_num_queries):
    for number in range(5):
        invited(f"s{number}", "support")
    with django_assert_num_queries(23):
        powers.unexplained()
