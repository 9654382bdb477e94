"""Whether keys fit what is stored, and what the nightly checks found."""

import base64
import datetime as dt
import io

import pytest
from django.core.management import call_command
from django.db import connection

from config.doctor import contents
from config.doctor.findings import Level
from payments.models import LedgerCheckRun
from platforms import audit
from platforms.base import clock
from platforms.models import ApiToken, AuditCheckRun, AuditEntry
from platforms.operations import audit_seals, backups
from tests.doctor import findings
from tests.support import factories


def _other_key(settings) -> None:
    settings.ENCRYPTION_KEYS = [base64.urlsafe_b64encode(b"another key of thirty-two bytes.").decode()]


def test_keys_that_fit_are_not_named(api, alice, as_service):
    api.external_account(alice)

    assert list(contents.encryption_keys()) == []
    assert list(contents.blind_index_key()) == []


def test_a_key_that_is_gone_is_named_with_the_columns(api, alice, as_service):
    api.external_account(alice)
    _other_key(as_service)

    [found] = contents.encryption_keys()

    assert found.level is Level.ERROR
    for column in ("payments_externalaccount.account_info", "webhooks_event.payload"):
        assert column in found.message


def test_a_former_key_behind_the_new_one_is_enough(api, alice, as_service):
    api.external_account(alice)
    former = as_service.ENCRYPTION_KEYS
    _other_key(as_service)
    as_service.ENCRYPTION_KEYS += former

    assert list(contents.encryption_keys()) == []


def test_keys_that_fit_nothing_of_what_is_stored_stop_a_start(api, alice, as_service):
    api.external_account(alice)
    fitting, index_key = as_service.ENCRYPTION_KEYS, as_service.BLIND_INDEX_KEY
    assert list(contents.unfit_keys()) == []

    _other_key(as_service)
    [told] = contents.unfit_keys()
    assert told.startswith("ENCRYPTION_KEYS decrypts nothing of what this database has.")

    as_service.ENCRYPTION_KEYS, as_service.BLIND_INDEX_KEY = fitting, "b" * 60
    [told] = contents.unfit_keys()
    assert told.startswith("BLIND_INDEX_KEY made none of the indexes that this database has.")
    assert index_key not in told


def test_a_token_hash_key_of_another_database_is_named_and_stops_a_start(acme, as_service):
    assert (list(contents.token_hash_key()), list(contents.unfit_keys())) == ([], [])
    former, as_service.TOKEN_HASH_KEY = as_service.TOKEN_HASH_KEY, "another key"

    [finding] = contents.token_hash_key()
    [told] = contents.unfit_keys()

    assert (finding.level, finding.message in told) == (Level.ERROR, True)
    assert told.startswith("TOKEN_HASH_KEY made the hash of no token that this database has")
    assert "another key" not in told
    as_service.TOKEN_HASH_KEY_FALLBACKS = [former]
    assert (list(contents.token_hash_key()), list(contents.unfit_keys())) == ([], [])


def test_tokens_of_a_key_that_was_taken_away_are_counted(acme, as_service):
    as_service.TOKEN_HASH_KEY = "the key of now"
    factories.token(acme.platform)

    [finding] = contents.token_hash_key()

    assert finding.level is Level.WARNING
    others = ApiToken.objects.count() - 1
    assert finding.message.startswith(f"{others} of {others + 1} tokens are refused")
    assert list(contents.unfit_keys()) == [], "an operator without the lost key can start again"


def test_a_token_whose_key_is_not_known_is_known_once_it_is_used(api, acme, as_service):
    ApiToken.objects.update(key_fingerprint=None)
    as_service.TOKEN_HASH_KEY, as_service.TOKEN_HASH_KEY_FALLBACKS = "a new key", [as_service.TOKEN_HASH_KEY]
    assert list(contents.token_hash_key()) == []

    assert api.get("/config").status_code == 200
    as_service.TOKEN_HASH_KEY = "a third key"

    [finding] = contents.token_hash_key()
    assert finding.level is Level.ERROR


def test_a_damaged_row_stops_no_start(api, alice, as_service):
    api.external_account(alice)
    with connection.cursor() as cursor:
        cursor.execute("SET ROLE NONE")
        cursor.execute("UPDATE payments_externalaccount SET account_info = '\"damaged\"'")

    assert list(contents.unfit_keys()) == []
    assert findings.levels(contents.encryption_keys()) == ["ERROR keys"]


def test_another_blind_index_key_is_named(api, alice, as_service):
    api.external_account(alice)
    as_service.BLIND_INDEX_KEY = "b" * 60

    [found] = contents.blind_index_key()

    assert "payments_externalaccount.primary_identifier_digest" in found.message


@pytest.mark.django_db(transaction=True)
def test_a_seal_key_that_is_gone_is_named(api, alice, settings):
    audit_seals.LOG.seal_all()
    assert list(contents.seal_keys()) == []

    settings.AUDIT_SEAL_KEYS = ["another" * 10]

    [found] = contents.seal_keys()
    assert "the newest seal of the audit log." in found.message


def test_checks_that_have_not_run_are_noted(db):
    assert findings.levels(contents.nightly_checks()) == ["NOTE nightly checks"] * 2


@pytest.mark.parametrize(
    ("age", "faults", "level"),
    [
        (dt.timedelta(hours=1), [], None),
        (dt.timedelta(days=9), [], Level.WARNING),
        (dt.timedelta(hours=1), [{"kind": "unbalanced"}], Level.ERROR),
    ],
)
def test_what_the_nightly_checks_found_and_their_age_are_named(db, age, faults, level):
    at = clock.real_now() - age
    LedgerCheckRun.objects.create(started_at=at, finished_at=at, entries=0, postings=0, faults=faults)
    AuditCheckRun.objects.create(started_at=at, finished_at=at, seals=0, rows=0, faults=faults)

    assert [one.level for one in contents.nightly_checks()] == ([level] * 2 if level else [])


def test_backups_of_which_nobody_has_told_or_too_long_ago_are_named_in_production(as_service):
    assert list(contents.told_backups()) == []
    as_service.IS_PRODUCTION = True
    never = list(contents.told_backups())
    assert [finding.message for finding in never] == [
        "The last base backup was never told.",
        "The last drill of a restore was never told.",
    ]
    assert findings.levels(never) == ["WARNING backups"] * 2

    call_command("backup_made", "base", stdout=io.StringIO())
    backups.tell(backups.Kind.DRILL, actor=audit.SYSTEM, now=clock.real_now() - dt.timedelta(days=101))

    [late] = contents.told_backups()
    assert late.message.startswith("The last drill of a restore was told on 20")
    call_command("backup_made", "drill", stdout=io.StringIO())
    assert list(contents.told_backups()) == []
    entries = AuditEntry.objects.filter(verb__startswith="backup.").order_by("id")
    assert [(entry.verb, entry.actor_kind, entry.subject) for entry in entries] == [
        ("backup.base", "OPERATOR", "Backup:base"),
        ("backup.drill", "SYSTEM", "Backup:drill"),
        ("backup.drill", "OPERATOR", "Backup:drill"),
    ]
