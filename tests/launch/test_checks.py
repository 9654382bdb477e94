import base64
import ipaddress
import sys

import pytest
from django.core import checks as django_checks
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from config import checks
from payments.models import Institution
from tests.support import databases

pytestmark = pytest.mark.service

_FUNDING = {"funding_instructions": "payments.providers.incoming.NoReview"}
_RAIL = {"rail": "payments.providers.unavailable.UnavailableRail"}
GOOD = {
    "SECRET_KEY": "k" * 60,
    "TOKEN_HASH_KEY": f"bound:{'t' * 60}",
    "BLIND_INDEX_KEY": "b" * 60,
    "AUDIT_SEAL_KEYS": ["a" * 60],
    "STAFF_SECOND_FACTOR": True,
    "ENCRYPTION_KEYS": [base64.urlsafe_b64encode(b"x" * 32).decode()],
    "ALLOWED_HOSTS": ["payments.example.com"],
    "PUBLIC_BASE_URL": "https://payments.example.com",
    "SECURE_PROXY_SSL_HEADER": ("HTTP_X_FORWARDED_PROTO", "https"),
    "TRUSTED_PROXIES": [ipaddress.ip_network("10.0.0.1")],
    "ALLOW_LOOPBACK_WEBHOOKS": False,
    "CELERY_BROKER_URL": "redis://broker.example.com",
    "PROVIDERS": {"PRODUCTION": {**_RAIL, **_FUNDING}},
}


@pytest.fixture
def production(settings, django_db_setup):
    settings.DATABASE_URL = databases.address(databases.SERVICE)
    for name, value in GOOD.items():
        setattr(settings, name, value)
    return settings


def test_good_settings_raise_no_objection(production):
    assert checks.production_settings(None) == []


def test_traces_need_their_packages(production, monkeypatch):
    production.TRACES = True
    assert checks.production_settings(None) == []

    monkeypatch.setitem(sys.modules, "opentelemetry.exporter.otlp.proto.http", None)
    assert [message.id for message in checks.production_settings(None)] == ["payments.E019"]


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("SECRET_KEY", "short", "payments.E001"),
        ("TOKEN_HASH_KEY", "bound:development-only-and-worthless-0123456789abc", "payments.E001"),
        ("TOKEN_HASH_KEY", "t" * 60, "payments.W001"),
        ("BLIND_INDEX_KEY", "short", "payments.E001"),
        ("AUDIT_SEAL_KEYS", ["a" * 60, "short"], "payments.E001"),
        ("SECRET_KEY_FALLBACKS", ["k" * 60, "short"], "payments.E001"),
        ("TOKEN_HASH_KEY_FALLBACKS", ["short"], "payments.E001"),
        ("STAFF_SECOND_FACTOR", False, "payments.E009"),
        ("METRICS_TOKEN", "short", "payments.E018"),
        ("CLAMAV_ADDRESS", "localhost:3310", "payments.E008"),
        ("ENCRYPTION_KEYS", ["bm90IGxvbmcgZW5vdWdo"], "payments.E002"),
        ("ENCRYPTION_KEYS", ["ZGV2ZWxvcG1lbnQtb25seS1hbmQtd29ydGhsZXNzISE="], "payments.E002"),
        ("ENCRYPTION_KEYS", ["a"], "payments.E002"),
        ("ENCRYPTION_KEYS", [], "payments.E002"),
        ("ALLOWED_HOSTS", ["*"], "payments.E003"),
        ("ALLOWED_HOSTS", [], "payments.E003"),
        ("PUBLIC_BASE_URL", "http://payments.example.com", "payments.E004"),
        ("SECURE_PROXY_SSL_HEADER", None, "payments.I002"),
        ("ALLOW_LOOPBACK_WEBHOOKS", True, "payments.E005"),
        ("ALLOWED_HOSTS", ["other.example.com"], "payments.E010"),
        ("UMA_LOOPBACK", {"bank.example": "127.0.0.1:8001"}, "payments.E011"),
        ("CELERY_BROKER_URL", "memory://", "payments.E007"),
        ("TRUSTED_PROXIES", [], "payments.E013"),
        ("TRUSTED_PROXIES", [ipaddress.ip_network("::/0")], "payments.E014"),
        (
            "PROVIDERS",
            {"PRODUCTION": {"rail": "payments.providers.sandbox.rail.SandboxRail", **_FUNDING}},
            "payments.E006",
        ),
        (
            "PROVIDERS",
            {"PRODUCTION": {**_RAIL, **_FUNDING, "rates": "payments.providers.ecb.EcbRate"}},
            "payments.E020",
        ),
        (
            "PROVIDERS",
            {"PRODUCTION": {**_RAIL, "funding_instructions": "payments.providers.unavailable.NoFundingInstructions"}},
            "payments.I001",
        ),
        (
            "PROVIDERS",
            {"PRODUCTION": {"rail": "payments.providers.gone.Rail", **_FUNDING}},
            "payments.E016",
        ),
        (
            "PROVIDERS",
            {"PRODUCTION": {"rail": {"*": _RAIL["rail"], "EURO": _RAIL["rail"]}, **_FUNDING}},
            "payments.E016",
        ),
        (
            "PROVIDERS",
            {
                "PRODUCTION": {
                    "rail": {"*": _RAIL["rail"], "EUR": "payments.providers.sandbox.rail.SandboxRail"},
                    **_FUNDING,
                }
            },
            "payments.E006",
        ),
    ],
)
def test_a_setting_under_which_money_is_not_safe_is_refused(production, name, value, expected):
    setattr(production, name, value)

    assert [found.id for found in checks.production_settings(None)] == [expected]


def test_the_checks_run_on_deployment():
    assert checks.production_settings in django_checks.registry.registry.get_checks(include_deployment_checks=True)


def _second_migration_of_then():
    MigrationRecorder(connection).record_applied("platforms", "0002_functions")


def _interrupted_after_the_first_of_then():
    """Leave what the first migration of then had made: none of the tables that came with later ones."""
    with connection.cursor() as cursor:
        cursor.execute(
            "DELETE FROM django_migrations WHERE app IN ('webhooks', 'compliance', 'payments', 'invitations')"
        )
        cursor.execute("ALTER TABLE platforms_proposal RENAME TO not_made_yet")


@pytest.mark.django_db
@pytest.mark.parametrize("become_former", [_second_migration_of_then, _interrupted_after_the_first_of_then])
def test_a_database_from_before_the_first_release_is_not_migrated(settings, become_former):
    Institution.objects.filter(country="KE").delete()
    become_former()
    before = MigrationRecorder(connection).applied_migrations().keys()

    with pytest.raises(SystemCheckError) as refused:
        call_command("migrate", verbosity=0, skip_checks=False)

    assert "This database was made before the first release" in str(refused.value)
    assert "begin with a new, empty database" in str(refused.value)
    assert f"move {settings.VAR_DIR / 'postgres'} away" in str(refused.value)
    assert MigrationRecorder(connection).applied_migrations().keys() == before
    assert not Institution.objects.filter(country="KE").exists(), "the directory would have been loaded"


@pytest.mark.django_db
def test_a_database_of_this_release_or_a_later_one_is_migrated():
    MigrationRecorder(connection).record_applied("platforms", "0002_of_a_later_release")

    call_command("migrate", verbosity=0, skip_checks=False)


def test_no_migration_takes_the_name_by_which_former_databases_are_known():
    assert checks._FORMER_MIGRATION not in MigrationLoader(None).disk_migrations
