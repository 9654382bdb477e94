"""Every environment variable of this service, with its kind. `.env.example` explains the same ones to operators."""

import dataclasses
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from config.variables import kinds, sign_on

SHORTEST_SECRET = 40
SHORTEST_TOKEN = 32
"""Characters, in production."""


@dataclasses.dataclass(frozen=True, slots=True)
class Variable:
    """What a variable can be."""

    read: Callable[[str], Any]
    """Returns the value of a text, which is not empty; raises kinds.Wrong."""
    is_needed: bool = False
    """Whether production has no default for it."""
    shortest: int = 0
    """Of a secret: the fewest characters that each of its texts has in production, where none is a default of ours."""
    may_be_true: bool = True
    """Of a flag: whether production takes it."""
    values: tuple[str, ...] = ()
    """The words that it can be, where there are few."""


def _one_of(*values: str) -> Variable:
    return Variable(kinds.one_of(*values), values=values)


_FLAG = Variable(kinds.flag)
_WHOLE = Variable(kinds.whole(0))
_POSITIVE = Variable(kinds.whole(1))
_PORT = Variable(kinds.whole(1, 65535))
_PROCESSES = Variable(kinds.whole(1, 1000))
_TEXT = Variable(kinds.text)
_CLASS = Variable(kinds.dotted_path)
_SECRET = Variable(kinds.secret, is_needed=True, shortest=SHORTEST_SECRET)
_OTHER_SECRETS = Variable(kinds.words, shortest=SHORTEST_SECRET)
_NETWORKS = Variable(kinds.networks)

VARIABLES: Mapping[str, Variable] = MappingProxyType(
    {
        "ENVIRONMENT": _one_of("development", "production"),
        # --- needed in production ---
        "SECRET_KEY": _SECRET,
        "TOKEN_HASH_KEY": _SECRET,
        "BLIND_INDEX_KEY": Variable(kinds.text, is_needed=True, shortest=SHORTEST_SECRET),
        "AUDIT_SEAL_KEYS": Variable(kinds.words, is_needed=True, shortest=SHORTEST_SECRET),
        "ENCRYPTION_KEYS": Variable(kinds.encryption_keys, is_needed=True),
        "DATABASE_URL": Variable(kinds.database, is_needed=True),
        "DATABASE_OWNER_URL": Variable(kinds.database),
        "REDIS_URL": Variable(kinds.server_of_limits),
        "ALLOWED_HOSTS": Variable(kinds.each(kinds.served_host), is_needed=True),
        "PUBLIC_BASE_URL": Variable(kinds.public_address, is_needed=True),
        # --- addresses and processes ---
        "SECRET_KEY_FALLBACKS": _OTHER_SECRETS,
        "TOKEN_HASH_KEY_FALLBACKS": _OTHER_SECRETS,
        "BIND": Variable(kinds.host),
        "PORT": _PORT,
        "SHARE_PORT": _FLAG,
        "WEB_WORKERS": _PROCESSES,
        "WEB_THREADS": _PROCESSES,
        "WEB_CONNECTIONS": _POSITIVE,
        "HEADER_SECONDS": Variable(kinds.whole(1, 60)),
        "BODY_PAUSE_SECONDS": _POSITIVE,
        "BODY_SECONDS": _POSITIVE,
        "LARGE_BODIES_BYTES": _POSITIVE,
        "QUEUE_SECONDS": _POSITIVE,
        "WORKER_PROCESSES": _PROCESSES,
        "CELERY_BROKER_URL": Variable(kinds.broker),
        "VAR_DIR": _TEXT,
        "BEHIND_PROXY": _FLAG,
        "TRUSTED_PROXIES": _NETWORKS,
        "SECURE_SSL_REDIRECT": _FLAG,
        "SECURE_HSTS_SECONDS": _WHOLE,
        "SECURE_HSTS_PRELOAD": _FLAG,
        "STAFF_SECOND_FACTOR": _FLAG,
        "STAFF_SESSION_HOURS": _POSITIVE,
        "STAFF_IDLE_MINUTES": _POSITIVE,
        "STAFF_CODE_MINUTES": _POSITIVE,
        "STAFF_PASSWORD_ATTEMPTS": _POSITIVE,
        "STAFF_PASSWORD_ATTEMPTS_BY_NAME": _POSITIVE,
        "STAFF_SIGN_INS_PER_MINUTE": _POSITIVE,
        "OIDC_ISSUER": Variable(sign_on.issuer),
        "OIDC_CLIENT_ID": _TEXT,
        "OIDC_CLIENT_SECRET": Variable(sign_on.printable_secret),
        "OIDC_SCOPES": Variable(sign_on.scopes),
        "OIDC_GROUPS_CLAIM": _TEXT,
        "OIDC_ROLES": Variable(sign_on.roles_of_groups),
        "OIDC_SECOND_FACTOR": Variable(sign_on.claims),
        "OIDC_PASSWORD_ACCOUNTS": Variable(kinds.words),
        "OIDC_RECHECK_MINUTES": _POSITIVE,
        "OIDC_ALLOWED_NETWORKS": Variable(kinds.networks_inside),
        "CSRF_TRUSTED_ORIGINS": Variable(kinds.each(kinds.origin)),
        "WEB_STATEMENT_SECONDS": _WHOLE,
        "WORKER_STATEMENT_SECONDS": _WHOLE,
        "DATABASE_PREPARE": _FLAG,
        "DATABASE_REPLICA_URL": Variable(kinds.database),
        # --- behaviour ---
        "API_SUNSETS": Variable(kinds.ordered_sunsets),
        "RATE_LIMIT_PER_SECOND": _POSITIVE,
        "RATE_LIMIT_BURST": _POSITIVE,
        "RATE_LIMIT_PLATFORM_FACTOR": _POSITIVE,
        "TOKENS_PER_PLATFORM": _POSITIVE,
        "ADDRESS_RATE_PER_SECOND": _POSITIVE,
        "ADDRESS_RATE_BURST": _POSITIVE,
        "TOKEN_CACHE_SECONDS": _WHOLE,
        "MCP": _FLAG,
        "ALLOW_LOOPBACK_WEBHOOKS": _FLAG,
        "WEBHOOK_ALLOWED_NETWORKS": Variable(kinds.networks_inside),
        "WEBHOOK_TIMEOUT_SECONDS": _POSITIVE,
        "EGRESS_PROXY": Variable(kinds.proxy),
        "CA_FILE": _TEXT,
        "EMAIL_HOST": Variable(kinds.host),
        "EMAIL_PORT": _PORT,
        "EMAIL_HOST_USER": _TEXT,
        "EMAIL_HOST_PASSWORD": _TEXT,
        "EMAIL_USE_TLS": _FLAG,
        "EMAIL_FROM": Variable(kinds.sender),
        "STAFF_EMAILS": Variable(kinds.each(kinds.email)),
        "PRODUCTION_RAIL": Variable(kinds.rails),
        "BANK_FILES_FOLDER": _TEXT,
        "BANK_SFTP_KEY_FILE": _TEXT,
        "PRODUCTION_BENEFICIARY_CHECK": _CLASS,
        "PRODUCTION_IDENTITY": _CLASS,
        "PRODUCTION_NETWORK_FEES": _CLASS,
        "PRODUCTION_FUNDING_INSTRUCTIONS": _CLASS,
        "PRODUCTION_RATES": _CLASS,
        "PRODUCTION_SCREENING": _CLASS,
        "SCREENING_THRESHOLD": Variable(kinds.whole(0, 100)),
        "SCREENING_LISTS": Variable(kinds.lists),
        "SCREENING_LIST_DAYS": _POSITIVE,
        "REVIEW_TARGET_HOURS": _POSITIVE,
        "REVIEW_CLAIM_HOURS": _POSITIVE,
        "REVIEW_HIGH_RISK_COUNTRIES": Variable(kinds.countries),
        "ECB_RATES_URL": Variable(kinds.web_address("https", "http")),
        "ECB_RATES_STALE_HOURS": _POSITIVE,
        "STAFF_RATES_STALE_HOURS": _POSITIVE,
        "QUOTE_RETENTION_DAYS": Variable(kinds.whole(90, 36_500)),
        "DOCUMENT_STORAGE": Variable(kinds.document_storage),
        "UPLOAD_BYTES_PER_DAY": _POSITIVE,
        "UPLOADS_PER_IDENTITY_LINK": _POSITIVE,
        "DOCUMENT_RETENTION_DAYS": _WHOLE,
        "CLAMAV_ADDRESS": Variable(kinds.scanner),
        "SANDBOX_UMA_DOMAIN": Variable(kinds.host),
        "DNS_SERVERS": Variable(kinds.name_servers),
        "UMA_TIMEOUT_SECONDS": _POSITIVE,
        "UMA_RATE_PER_SECOND": _POSITIVE,
        "UMA_RATE_BURST": _POSITIVE,
        "UMA_MOST_WAITING": _POSITIVE,
        "TRUST_FORWARDED_HOST": _FLAG,
        "UMA_LOOPBACK": Variable(kinds.local_domains),
        "SANDBOX_FOREIGN_NODES": Variable(kinds.foreign_nodes),
        "PRODUCTION_SETTLEMENT": _CLASS,
        "SANDBOX_SETTLEMENT": _CLASS,
        "LND_URL": Variable(kinds.web_address("https")),
        "LND_MACAROON": Variable(kinds.hexadecimal),
        "LND_CERTIFICATE": _TEXT,
        "LND_NETWORK": _one_of("bc", "tb", "tbs", "bcrt"),
        "LOG_LEVEL": _one_of("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"),
        "ACCESS_LOG": _FLAG,
        "PROBE": _FLAG,
        "METRICS_TOKEN": Variable(kinds.text, shortest=SHORTEST_TOKEN),
        "METRICS_ADDRESSES": _NETWORKS,
        "TRACES": _FLAG,
        "SENTRY_DSN": Variable(kinds.reports_address),
        "DEBUG": Variable(kinds.flag, may_be_true=False),
    }
)
