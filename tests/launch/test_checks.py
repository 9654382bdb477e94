import base64

import pytest
from django.core import checks as django_checks

from config import checks

GOOD = {
    "SECRET_KEY": "k" * 60,
    "TOKEN_HASH_KEY": "t" * 60,
    "BLIND_INDEX_KEY": "b" * 60,
    "AUDIT_SEAL_KEYS": ["a" * 60],
    "STAFF_SECOND_FACTOR": True,
    "ENCRYPTION_KEYS": [base64.urlsafe_b64encode(b"x" * 32).decode()],
    "ALLOWED_HOSTS": ["payments.example.com"],
    "PUBLIC_BASE_URL": "https://payments.example.com",
    "ALLOW_LOOPBACK_WEBHOOKS": False,
    "CELERY_BROKER_URL": "redis://broker.example.com",
    "PROVIDERS": {"PRODUCTION": {"rail": "payments.providers.unavailable.UnavailableRail"}},
}


@pytest.fixture
def production(settings):
    for name, value in GOOD.items():
        setattr(settings, name, value)
    return settings


def test_good_settings_raise_no_objection(production):
    assert checks.production_settings(None) == []


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("SECRET_KEY", "short", "payments.E001"),
        ("TOKEN_HASH_KEY", "development-only-and-worthless-0123456789abcdefghij", "payments.E001"),
        ("BLIND_INDEX_KEY", "short", "payments.E001"),
        ("AUDIT_SEAL_KEYS", ["a" * 60, "short"], "payments.E001"),
        ("STAFF_SECOND_FACTOR", False, "payments.E009"),
        ("CLAMAV_ADDRESS", "localhost:3310", "payments.E008"),
        ("ENCRYPTION_KEYS", ["bm90IGxvbmcgZW5vdWdo"], "payments.E002"),
        ("ENCRYPTION_KEYS", ["ZGV2ZWxvcG1lbnQtb25seS1hbmQtd29ydGhsZXNzISE="], "payments.E002"),
        ("ENCRYPTION_KEYS", ["a"], "payments.E002"),
        ("ENCRYPTION_KEYS", [], "payments.E002"),
        ("ALLOWED_HOSTS", ["*"], "payments.E003"),
        ("ALLOWED_HOSTS", [], "payments.E003"),
        ("PUBLIC_BASE_URL", "http://payments.example.com", "payments.E004"),
        ("ALLOW_LOOPBACK_WEBHOOKS", True, "payments.E005"),
        ("ALLOWED_HOSTS", ["other.example.com"], "payments.E010"),
        ("UMA_LOOPBACK", {"bank.example": "127.0.0.1:8001"}, "payments.E011"),
        ("CELERY_BROKER_URL", "memory://", "payments.E007"),
        ("PROVIDERS", {"PRODUCTION": {"rail": "payments.providers.sandbox.rail.SandboxRail"}}, "payments.E006"),
    ],
)
def test_a_setting_under_which_money_is_not_safe_is_refused(production, name, value, expected):
    setattr(production, name, value)

    assert [found.id for found in checks.production_settings(None)] == [expected]


def test_the_checks_run_on_deployment():
    assert checks.production_settings in django_checks.registry.registry.get_checks(include_deployment_checks=True)
