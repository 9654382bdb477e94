"""System checks beyond Django's own: of production settings by `check --deploy`, of the database by `migrate`."""

import base64
import binascii
import contextlib
import importlib
from collections.abc import Sequence
from urllib.parse import urlsplit

import psycopg
from django.apps import AppConfig
from django.conf import settings
from django.core import checks
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.http.request import validate_host
from django.utils.module_loading import import_string

from compliance.documents import scanning
from config.database import database_role
from payments.account_types import table
from payments.providers.routed_rail import OTHERS
from platforms.http import authentication
from platforms.models import Proposal

_SHORTEST_SECRET = 40
_SHORTEST_TOKEN = 32
_ENCRYPTION_KEY_BYTES = 32
_WORTHLESS = "development-only"
_NO_FUNDING = "payments.providers.unavailable.NoFundingInstructions"
_FIRST_MIGRATION = ("platforms", "0001_initial")
_FORMER_MIGRATION = ("platforms", "0002_functions")
"""The second of the migrations before the first release: all others came after it."""


@checks.register(checks.Tags.security, deploy=True)
def production_settings(
    app_configs: Sequence[AppConfig] | None,
    **_: object,
) -> list[checks.CheckMessage]:
    """Refuse settings under which money would not be safe."""
    kinds = (
        _secrets,
        _token_hashes,
        _encryption_keys,
        _addresses,
        _proxy,
        _adapters,
        _rails,
        _other_adapters,
        _funding,
        _scanner,
        _staff,
        _database_role,
        _metrics,
        _traces,
    )
    return [found for kind in kinds for found in kind()]


def deployment_errors() -> list[checks.CheckMessage]:
    """Return the errors with which a production role refuses to start: deployment checks that need no database."""
    found = checks.run_checks(tags=[checks.Tags.security], include_deployment_checks=True)
    return [message for message in found if message.level >= checks.ERROR and not message.is_silenced()]


@checks.register(checks.Tags.database)
def database_can_be_migrated(
    app_configs: Sequence[AppConfig] | None, databases: Sequence[str] | None = None, **_: object
) -> list[checks.CheckMessage]:
    """Stop `migrate` on a database from before the first release: its migrations and ours share their first names."""
    if not databases or not is_from_before_first_release():
        return []
    return [
        checks.Error(
            "This database was made before the first release, by migrations that are gone. Nothing was changed.",
            hint="Export what you need from it. Then begin with a new, empty database: name it in DATABASE_URL, or, "
            f"where `make run` keeps its own, move {settings.VAR_DIR / 'postgres'} away. "
            "See docs/operator/running.md.",
            id="payments.E012",
        )
    ]


def is_from_before_first_release() -> bool:
    """Tell whether the database was made, in whole or in part, by the migrations before the first release."""
    applied = MigrationRecorder(connection).applied_migrations()
    if _FORMER_MIGRATION in applied:
        return True
    # Interrupted after the first of them, which made fewer tables than the migration that now has its name.
    return _FIRST_MIGRATION in applied and Proposal._meta.db_table not in connection.introspection.table_names()


def _database_role() -> list[checks.CheckMessage]:
    """Refuse to serve as the owner of the tables."""
    try:
        is_owner = database_role.is_owner()
    except psycopg.Error as error:
        return [
            checks.Info(
                f"The database does not answer ({type(error).__name__}): the role of DATABASE_URL was not looked at.",
                hint="Web, worker and beat look at it when they start.",
                id="payments.I003",
            )
        ]
    return [checks.Error(database_role.REFUSAL, id="payments.E015")] if is_owner else []


def _secrets() -> list[checks.CheckMessage]:
    return [
        checks.Error(
            f"{name} is a development value or shorter than {_SHORTEST_SECRET} characters.",
            hint=f"Set {name} to a random secret. See docs/operator/settings.md.",
            id="payments.E001",
        )
        for name, values in _secret_texts().items()
        if any(len(value) < _SHORTEST_SECRET or _WORTHLESS in value for value in values)
    ]


def _secret_texts() -> dict[str, list[str]]:
    single = ("SECRET_KEY", "TOKEN_HASH_KEY", "BLIND_INDEX_KEY")
    several = ("AUDIT_SEAL_KEYS", "SECRET_KEY_FALLBACKS", "TOKEN_HASH_KEY_FALLBACKS")
    return {name: [getattr(settings, name)] for name in single} | {name: getattr(settings, name) for name in several}


def _token_hashes() -> list[checks.CheckMessage]:
    if settings.TOKEN_HASH_KEY.startswith(authentication.BOUND):
        return []
    return [
        checks.Warning(
            "Who can write to the database can give a token the hash of another.",
            hint=f"Change TOKEN_HASH_KEY for one that begins with {authentication.BOUND} (docs/operator/settings.md).",
            id="payments.W001",
        )
    ]


def _staff() -> list[checks.CheckMessage]:
    if settings.STAFF_SECOND_FACTOR:
        return []
    return [
        checks.Error(
            "Staff sign in with a password alone.",
            hint="Take STAFF_SECOND_FACTOR=false away: see docs/operator/staff.md.",
            id="payments.E009",
        )
    ]


def _metrics() -> list[checks.CheckMessage]:
    if not settings.METRICS_TOKEN or len(settings.METRICS_TOKEN) >= _SHORTEST_TOKEN:
        return []
    message = f"METRICS_TOKEN is shorter than {_SHORTEST_TOKEN} characters."
    return [checks.Error(message, hint="Set it to a random text, or not at all.", id="payments.E018")]


def _traces() -> list[checks.CheckMessage]:
    if not settings.TRACES:
        return []
    with contextlib.suppress(ImportError):
        importlib.import_module("opentelemetry.exporter.otlp.proto.http")
        return []
    hint = "See docs/operator/monitoring.md."
    return [checks.Error('TRACES needs the packages of the group "traces".', hint=hint, id="payments.E019")]


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
    elif not validate_host(urlsplit(settings.PUBLIC_BASE_URL).hostname or "", settings.ALLOWED_HOSTS):
        # Public links would lead to pages that the service refuses to show.
        found.append(checks.Error("ALLOWED_HOSTS must name the host of PUBLIC_BASE_URL.", id="payments.E010"))
    if urlsplit(settings.PUBLIC_BASE_URL).scheme != "https":
        found.append(checks.Error("PUBLIC_BASE_URL must be an https address.", id="payments.E004"))
    if settings.ALLOW_LOOPBACK_WEBHOOKS:
        found.append(
            checks.Error("ALLOW_LOOPBACK_WEBHOOKS lets webhooks reach this machine: turn it off.", id="payments.E005")
        )
    if settings.UMA_LOOPBACK:
        found.append(checks.Error("UMA_LOOPBACK leads UMA domains to this machine: unset it.", id="payments.E011"))
    if settings.SECURE_PROXY_SSL_HEADER and not settings.TRUSTED_PROXIES:
        # Everybody would have the proxy's address: one visitor, whom a single guesser locks out.
        found.append(checks.Error("BEHIND_PROXY needs the proxy's address in TRUSTED_PROXIES.", id="payments.E013"))
    if any(network.prefixlen == 0 for network in settings.TRUSTED_PROXIES):
        found.append(checks.Error("TRUSTED_PROXIES must name proxies, not everybody.", id="payments.E014"))
    if settings.CELERY_BROKER_URL.startswith("memory:"):
        found.append(checks.Error("No broker is named: set REDIS_URL or CELERY_BROKER_URL.", id="payments.E007"))
    return found


def _proxy() -> list[checks.CheckMessage]:
    if settings.SECURE_PROXY_SSL_HEADER is not None:
        return []
    return [
        checks.Info(
            "BEHIND_PROXY is not set: no web server stands in front, or the service does not know of it.",
            hint="It has to end TLS, to take whole requests and replies before it passes them on, and to limit the "
            "connections of one address. See docs/operator/domains.md.",
            id="payments.I002",
        )
    ]


def _adapters() -> list[checks.CheckMessage]:
    return [
        checks.Error(
            f"Production platforms would use the sandbox adapter {path} as their {port}.",
            hint="Name a real adapter in the settings.",
            id="payments.E006",
        )
        for port, chosen in settings.PROVIDERS["PRODUCTION"].items()
        for path in ([chosen] if isinstance(chosen, str) else chosen.values())
        if ".sandbox" in path
    ]


def _rails() -> list[checks.CheckMessage]:
    chosen = settings.PROVIDERS["PRODUCTION"]["rail"]
    rails = {OTHERS: chosen} if isinstance(chosen, str) else chosen
    served = {OTHERS, *table.ACCOUNT_TYPES, *table.CURRENCIES}
    wrong = [f"{name} is no account type and no currency" for name in rails.keys() - served]
    for path in rails.values():
        try:
            import_string(path)
        except ImportError as error:
            wrong.append(str(error))
    return [
        checks.Error(f"PRODUCTION_RAIL: {each}.", hint="See docs/operator/settings.md.", id="payments.E016")
        for each in sorted(wrong)
    ]


def _other_adapters() -> list[checks.CheckMessage]:
    return [
        checks.Error(sentence, hint="See docs/operator/settings.md.", id="payments.E020")
        for sentence in adapters_that_are_none()
    ]


def adapters_that_are_none() -> list[str]:
    """Return a sentence for each adapter, but rails, that can't be imported."""
    sentences = []
    for environment, ports in settings.PROVIDERS.items():
        for port, path in ports.items():
            try:
                if port != "rail":
                    import_string(path)
            except ImportError as error:
                sentences.append(f"{environment}_{port.upper()}: {error}.")
    return sentences


def _funding() -> list[checks.CheckMessage]:
    if settings.PROVIDERS["PRODUCTION"]["funding_instructions"] != _NO_FUNDING:
        return []
    return [
        checks.Info(
            "Production platforms have no funding instructions: accounts show none, and quotes can't be paid from "
            "outside.",
            hint="Name an adapter in PRODUCTION_FUNDING_INSTRUCTIONS. See docs/operator/deposits.md.",
            id="payments.I001",
        )
    ]


def _scanner() -> list[checks.CheckMessage]:
    try:
        scanning.configured()
    except ValueError as error:
        return [checks.Error(str(error), hint="No document could be uploaded.", id="payments.E008")]
    return []
