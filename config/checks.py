"""What `manage.py check --deploy` asks of production settings beyond Django's own checks."""

import base64
import binascii
from collections.abc import Sequence
from urllib.parse import urlsplit

from django.apps import AppConfig
from django.conf import settings
from django.core import checks

from compliance.documents import scanning

_SHORTEST_SECRET = 40
_ENCRYPTION_KEY_BYTES = 32
_WORTHLESS = "development-only"


@checks.register(checks.Tags.security, deploy=True)
def production_settings(
    app_configs: Sequence[AppConfig] | None,
    **_: object,
) -> list[checks.CheckMessage]:
    """Refuse settings under which money would not be safe."""
    return [*_secrets(), *_encryption_keys(), *_addresses(), *_adapters(), *_scanner()]


def _secrets() -> list[checks.CheckMessage]:
    return [
        checks.Error(
            f"{name} is a development value or shorter than {_SHORTEST_SECRET} characters.",
            hint=f"Set {name} to a random secret. See docs/operator/settings.md.",
            id="payments.E001",
        )
        for name in ("SECRET_KEY", "TOKEN_HASH_KEY", "BLIND_INDEX_KEY")
        if len(str(getattr(settings, name))) < _SHORTEST_SECRET or _WORTHLESS in str(getattr(settings, name))
    ]


def _encryption_keys() -> list[checks.CheckMessage]:
    if settings.ENCRYPTION_KEYS and all(map(_is_key, settings.ENCRYPTION_KEYS)):
        return []
    return [
        checks.Error(
            "ENCRYPTION_KEYS must be urlsafe base64 of 32 random bytes each, separated by commas.",
            hint="See docs/operator/settings.md for the command that makes one.",
            id="payments.E002",
        )
    ]


def _is_key(text: str) -> bool:
    try:
        key = base64.urlsafe_b64decode(text)
    except (binascii.Error, ValueError):
        return False
    return len(key) == _ENCRYPTION_KEY_BYTES and _WORTHLESS.encode() not in key


def _addresses() -> list[checks.CheckMessage]:
    found: list[checks.CheckMessage] = []
    if not settings.ALLOWED_HOSTS or "*" in settings.ALLOWED_HOSTS:
        found.append(checks.Error("ALLOWED_HOSTS must name the hosts of this service, not all.", id="payments.E003"))
    if urlsplit(settings.PUBLIC_BASE_URL).scheme != "https":
        found.append(checks.Error("PUBLIC_BASE_URL must be an https address.", id="payments.E004"))
    if settings.ALLOW_LOOPBACK_WEBHOOKS:
        found.append(
            checks.Error("ALLOW_LOOPBACK_WEBHOOKS lets webhooks reach this machine: turn it off.", id="payments.E005")
        )
    if settings.CELERY_BROKER_URL.startswith("memory:"):
        found.append(checks.Error("No broker is named: set REDIS_URL or CELERY_BROKER_URL.", id="payments.E007"))
    return found


def _adapters() -> list[checks.CheckMessage]:
    return [
        checks.Error(
            f"Production platforms would use the sandbox adapter {path} as their {port}.",
            hint="Name a real adapter in the settings.",
            id="payments.E006",
        )
        for port, path in settings.PROVIDERS["PRODUCTION"].items()
        if ".sandbox" in path
    ]


def _scanner() -> list[checks.CheckMessage]:
    try:
        scanning.configured()
    except ValueError as error:
        return [checks.Error(str(error), hint="No document could be uploaded.", id="payments.E008")]
    return []
