"""Settings of the service, all from the environment. docs/operator/settings.md explains each one."""

import datetime as dt
from pathlib import Path
from typing import Any

from config.backoffice import pages
from config.documents import openapi
from config.variables import values
from platforms.base import logs

BASE_DIR = Path(__file__).resolve().parent.parent
values.refuse_faults()
ENVIRONMENT = values.kind()
IS_PRODUCTION = ENVIRONMENT == "production"
VAR_DIR = Path(values.text("VAR_DIR", str(BASE_DIR / "var")))

# --- secrets: production has no defaults, so a missing one refuses to start ---
_DEVELOPMENT_ONLY = None if IS_PRODUCTION else "development-only-and-worthless-0123456789abcdefghijklmnopqrstuvwxyz"
SECRET_KEY = values.text("SECRET_KEY", _DEVELOPMENT_ONLY)
SECRET_KEY_FALLBACKS = values.words("SECRET_KEY_FALLBACKS")
TOKEN_HASH_KEY = values.text("TOKEN_HASH_KEY", _DEVELOPMENT_ONLY)
TOKEN_HASH_KEY_FALLBACKS = values.words("TOKEN_HASH_KEY_FALLBACKS")
BLIND_INDEX_KEY = values.text("BLIND_INDEX_KEY", _DEVELOPMENT_ONLY)
AUDIT_SEAL_KEYS = values.text("AUDIT_SEAL_KEYS", _DEVELOPMENT_ONLY).split(",")
ENCRYPTION_KEYS = values.text(
    "ENCRYPTION_KEYS",
    None if IS_PRODUCTION else "ZGV2ZWxvcG1lbnQtb25seS1hbmQtd29ydGhsZXNzISE=",
).split(",")

# --- web ---
# Pages with tracebacks, and without the checks of hosts.
DEBUG = values.flag("DEBUG", default=False, is_allowed=not IS_PRODUCTION)
PUBLIC_BASE_URL = values.text("PUBLIC_BASE_URL", f"http://127.0.0.1:{values.integer('PORT', 8000)}")
ALLOWED_HOSTS = values.words("ALLOWED_HOSTS", "" if IS_PRODUCTION else "127.0.0.1,localhost,[::1],testserver")
CSRF_TRUSTED_ORIGINS = values.words("CSRF_TRUSTED_ORIGINS")
ROOT_URLCONF = "config.urls"
BACKOFFICE_PATH = "/admin/"
WSGI_APPLICATION = "config.wsgi.application"
APPEND_SLASH = False
SECURE_SSL_REDIRECT = values.flag("SECURE_SSL_REDIRECT", default=IS_PRODUCTION)
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if values.flag("BEHIND_PROXY", default=False) else None
# X-Forwarded-For is trusted from these proxies only.
TRUSTED_PROXIES = values.networks("TRUSTED_PROXIES")
SECURE_HSTS_SECONDS = values.integer("SECURE_HSTS_SECONDS", 31_536_000 if IS_PRODUCTION else 0)
SECURE_HSTS_INCLUDE_SUBDOMAINS = IS_PRODUCTION
SECURE_HSTS_PRELOAD = values.flag("SECURE_HSTS_PRELOAD", default=IS_PRODUCTION)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = IS_PRODUCTION
SESSION_ENGINE = "platforms.backoffice.sign_in.session_store"
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Strict"
if IS_PRODUCTION:
    # A browser accepts a cookie with this prefix only over TLS and from this very host, not from others of our domain.
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "__Host-session", "__Host-csrf"
X_FRAME_OPTIONS = "DENY"

CONTENT_SECURITY_POLICY = pages.CONTENT_SECURITY_POLICY

INSTALLED_APPS = [
    "config.superusers",
    "unfold",
    "config.apps.BackOfficeConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "axes",
    "platforms",
    "webhooks",
    "compliance",
    "payments",
    "banks",
    "invitations",
    "config.apps.ServiceConfig",
]
# What practises is beside the product: the image has none of it, and production does not load it.
if not IS_PRODUCTION and (BASE_DIR / "practice").is_dir():
    INSTALLED_APPS.append("practice")
TRACES = values.flag("TRACES", default=False)
MIDDLEWARE = [
    "config.metrics.endpoint.MetricsMiddleware",
    "platforms.http.middleware.RequestMiddleware",
    *(["platforms.http.tracing.TraceMiddleware"] if TRACES else []),
    "platforms.http.middleware.ApiShortcutMiddleware",
    "payments.uma.api.protocol.ProtocolMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "platforms.backoffice.sign_in.sessions.StaffSessionMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "axes.middleware.AxesMiddleware",
    "platforms.backoffice.sign_in.sessions.LargeFormMiddleware",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    [
                        "platforms.backoffice.nonces.FileSystemLoader",
                        "platforms.backoffice.nonces.AppDirectoriesLoader",
                    ],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "config.backoffice.help.of",
                "config.backoffice.site.running_release",
                "config.backoffice.site.sign_on",
            ],
        },
    }
]
STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
WHITENOISE_USE_FINDERS = True
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    # Documents of customers, encrypted: a directory of this machine, or a bucket shared by all machines.
    "documents": values.document_storage(values.text("DOCUMENT_STORAGE", (VAR_DIR / "documents").absolute().as_uri())),
}
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
# Pages for everybody ask `platforms.http.languages`. All else speaks the first: no middleware chooses.
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("de", "Deutsch"), ("es", "Español"), ("pt", "Português"), ("fr", "Français")]
LANGUAGE_COOKIE_NAME = "language"
LOCALE_PATHS = [BASE_DIR / "templates" / "locale"]
USE_I18N = True
TIME_ZONE = "UTC"
USE_TZ = True

# --- request limits ---
MAX_JSON_BYTES = 1024 * 1024
MAX_FILE_BYTES = 10 * 1000 * 1000
MAX_BULK_FILE_BYTES = 100 * 1000 * 1000
# Size limit of a body without its files.
DATA_UPLOAD_MAX_MEMORY_SIZE = MAX_JSON_BYTES
# A body has to go on within the first of these, and to be whole within the second. So long a reply waits for a reader.
BODY_PAUSE_SECONDS = values.integer("BODY_PAUSE_SECONDS", 10)
BODY_SECONDS = values.integer("BODY_SECONDS", 60)
# Bytes of bodies above 64 KiB, announced or received, in a web process at once; two thirds for one network address.
LARGE_BODIES_BYTES = values.integer("LARGE_BODIES_BYTES", 1_000_000_000)
# How long a request waits for a thread before it is refused; an expected wait of half of it refuses it at once.
QUEUE_SECONDS = values.integer("QUEUE_SECONDS", 10)
WEB_THREADS = values.integer("WEB_THREADS", 8)

# --- database: one persistent connection per thread, and some that threads share (platforms.database.prepared) ---
DATABASE_URL = values.text("DATABASE_URL", "postgresql:///payments")
PREPARE_THRESHOLD = 3 if values.flag("DATABASE_PREPARE", default=True) else None
_DATABASE_OPTIONS = {
    # Hot statements are planned once per connection. DATABASE_PREPARE is false behind a proxy that pools by
    # transaction: nothing that belongs to a session is used then (platforms.database.postgresql).
    "server_side_binding": True,
    # Limit of every wait for a lock: of a request for its concurrent duplicate, of a migration for a busy table.
    # Many small requests share the machine: none may start parallel workers or a compiler for itself.
    "options": "-c lock_timeout=5s -c max_parallel_workers_per_gather=0 -c jit=off",
    "prepare_threshold": PREPARE_THRESHOLD,
}
_DATABASE_USE = {"CONN_MAX_AGE": None, "DISABLE_SERVER_SIDE_CURSORS": PREPARE_THRESHOLD is None}
DATABASES = {"default": {**values.database(DATABASE_URL, **_DATABASE_OPTIONS), **_DATABASE_USE}}
# A standby that lists and exports are read from (platforms.database.replica).
DATABASE_REPLICA_URL = values.text("DATABASE_REPLICA_URL", "")
if DATABASE_REPLICA_URL:
    DATABASES["replica"] = {
        **values.database(DATABASE_REPLICA_URL, "DATABASE_REPLICA_URL", **_DATABASE_OPTIONS),
        **_DATABASE_USE,
    }
    DATABASE_ROUTERS = ["platforms.database.replica.Router"]
# The owner of the tables: for `migrate` and `grants` alone, absent from the environment of serving processes.
DATABASE_OWNER_URL = values.text("DATABASE_OWNER_URL", "")
DATABASE_OWNER = (
    values.database(DATABASE_OWNER_URL, "DATABASE_OWNER_URL", **_DATABASE_OPTIONS) if DATABASE_OWNER_URL else None
)
# How long a statement may take, in seconds: of a web process, and of a worker (config.wsgi, config.celery).
WEB_STATEMENT_SECONDS = values.integer("WEB_STATEMENT_SECONDS", 8)
WORKER_STATEMENT_SECONDS = values.integer("WORKER_STATEMENT_SECONDS", 120)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
# --- broker and tasks ---
# Without a broker nothing is delivered and no payment goes on: production refuses to start.
REDIS_URL = values.server_of_limits("REDIS_URL")
CELERY_BROKER_URL = values.text(
    "CELERY_BROKER_URL",
    REDIS_URL.replace("unix://", "redis+socket://").replace("?db=", "?virtual_host=")
    or (None if IS_PRODUCTION else "memory://"),
)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {"socket_timeout": 5, "socket_connect_timeout": 5}
CELERY_TASK_IGNORE_RESULT = True
CELERY_RESULT_EXPIRES = None
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_DEFAULT_QUEUE = "default"
CELERY_TASK_CREATE_MISSING_QUEUES = False
# Workers read the two queues in turns: a wake-up never waits behind the sweeps of the schedule.
SWEEPS_QUEUE = "sweeps"
CELERY_TASK_QUEUES: dict[str, dict[str, str]] = {"default": {}, SWEEPS_QUEUE: {}}
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
# A child that needs longer to start is killed and started again: on a slow machine, for ever.
CELERY_WORKER_PROC_ALIVE_TIMEOUT = 60.0
# So many tasks of a process reuse a database connection before it is replaced (config.celery replaces dead ones).
CELERY_DB_REUSE_MAX = 1000
CELERY_TIMEZONE = "UTC"
CELERY_TASK_SOFT_TIME_LIMIT = 120
CELERY_TASK_TIME_LIMIT = 180
CELERY_BEAT_SCHEDULER = "config.processes.beat.Scheduler"

# --- API ---
API_VERSION = "2025-10-13"
API_VERSIONS = (API_VERSION,)
"""All versions that are served, the newest first."""
API_SUNSETS = values.sunsets("API_SUNSETS")
# What a platform may configure: platforms.base.money may not import the table that says it.
CURRENCIES = "payments.account_types.table.CURRENCIES"
RATE_LIMIT_PER_SECOND = values.integer("RATE_LIMIT_PER_SECOND", 100)
RATE_LIMIT_BURST = values.integer("RATE_LIMIT_BURST", 200)
# The limit of a platform is that of so many of its tokens.
RATE_LIMIT_PLATFORM_FACTOR = values.integer("RATE_LIMIT_PLATFORM_FACTOR", 3)
TOKENS_PER_PLATFORM = values.integer("TOKENS_PER_PLATFORM", 100)
# Limits of one network address: wrong credentials, and each kind of page open to everybody.
ADDRESS_RATE_PER_SECOND = values.integer("ADDRESS_RATE_PER_SECOND", 10)
ADDRESS_RATE_BURST = values.integer("ADDRESS_RATE_BURST", 100)
TOKEN_CACHE_SECONDS = values.integer("TOKEN_CACHE_SECONDS", 2)
# Whether operations of the API are tools of the Model Context Protocol too.
MCP = values.flag("MCP", default=False)
REST_FRAMEWORK = {
    "DEFAULT_SCHEMA_CLASS": "platforms.http.document.operations.ApiSchema",
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_PERMISSION_CLASSES": [],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "UNAUTHENTICATED_USER": None,
}
SPECTACULAR_SETTINGS = openapi.of(API_VERSION)

# --- providers, chosen by a platform's environment: the only place that assigns adapters ---
# Before `rail`, routes of the back office may choose a bank connection: banks.rail.routes.
_NONE = "payments.providers.unavailable"
PROVIDERS: dict[str, dict[str, Any]] = {
    "SANDBOX": {
        "rail": "payments.providers.sandbox.rail.SandboxRail",
        "beneficiary_check": "payments.providers.sandbox.beneficiaries.SandboxBeneficiaryCheck",
        "endings": "payments.providers.sandbox.magic.SandboxEndings",
        "funding_instructions": "payments.providers.sandbox.funding.SandboxFundingInstructions",
        "identity": "compliance.providers.sandbox.SandboxIdentityVerifier",
        "incoming_review": "payments.providers.sandbox.uma_counterpart.SandboxIncoming",
        "network_fees": "payments.providers.sandbox.network_fees.SandboxNetworkFees",
        "rates": "payments.providers.sandbox.rates.SandboxRates",
        "screening": "compliance.providers.sandbox_screening.SandboxScreening",
        "settlement": values.text("SANDBOX_SETTLEMENT", "payments.providers.sandbox.lightning_node.SandboxSettlement"),
    },
    "PRODUCTION": {
        "rail": values.rails("PRODUCTION_RAIL", f"{_NONE}.UnavailableRail"),
        "beneficiary_check": values.text("PRODUCTION_BENEFICIARY_CHECK", f"{_NONE}.UnsupportedBeneficiaryCheck"),
        "endings": f"{_NONE}.NoEndings",
        "funding_instructions": values.text("PRODUCTION_FUNDING_INSTRUCTIONS", f"{_NONE}.NoFundingInstructions"),
        "identity": values.text("PRODUCTION_IDENTITY", "compliance.providers.manual.ManualIdentityVerifier"),
        "incoming_review": "payments.providers.incoming.NoReview",
        "network_fees": values.text("PRODUCTION_NETWORK_FEES", f"{_NONE}.UnavailableNetworkFees"),
        "rates": values.text("PRODUCTION_RATES", "payments.providers.ecb.EcbRates"),
        "screening": values.text("PRODUCTION_SCREENING", "compliance.providers.screening_list.ListScreening"),
        "settlement": values.text("PRODUCTION_SETTLEMENT", f"{_NONE}.UnavailableSettlement"),
    },
}

# --- bank files: the folder that folders of bank connections are below, and our key for SFTP, in OpenSSH's form ---
BANK_FILES_FOLDER = values.text("BANK_FILES_FOLDER", str(VAR_DIR / "bank"))
BANK_SFTP_KEY_FILE = values.text("BANK_SFTP_KEY_FILE", "")

# --- screening: the score (0 to 100) from which a similarity to an entry of a list is a hit ---
SCREENING_THRESHOLD = values.integer("SCREENING_THRESHOLD", 85)
# Lists that are fetched, and how long the one in use may go without anybody looking for a newer one.
SCREENING_LISTS = values.lists("SCREENING_LISTS")
SCREENING_LIST_DAYS = values.integer("SCREENING_LIST_DAYS", 3)

# --- reviews: how long a verification may wait, how long a claim lasts, and the high-risk countries ---
REVIEW_TARGET_HOURS = values.integer("REVIEW_TARGET_HOURS", 24)
REVIEW_CLAIM_HOURS = values.integer("REVIEW_CLAIM_HOURS", 24)
REVIEW_HIGH_RISK_COUNTRIES = frozenset(values.words("REVIEW_HIGH_RISK_COUNTRIES", "IR,KP,MM"))

# --- exchange rates ---
ECB_RATES_URL = values.text("ECB_RATES_URL", "https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml")
# From a Thursday before Easter to the Tuesday after it there is no new file: five days, and some hours to fetch it.
ECB_RATES_STALE_HOURS = values.integer("ECB_RATES_STALE_HOURS", 126)
STAFF_RATES_STALE_HOURS = values.integer("STAFF_RATES_STALE_HOURS", 24)

# How long a quote that was not executed or paid is kept; the database deletes none before ninety days.
QUOTE_RETENTION_DAYS = values.integer("QUOTE_RETENTION_DAYS", 400)

# --- documents ---
CLAMAV_ADDRESS = values.text("CLAMAV_ADDRESS", "")
# How long the file of a replaced or deleted document is kept.
DOCUMENT_RETENTION_DAYS = values.integer("DOCUMENT_RETENTION_DAYS", 30)

# Files through one identity link, and bytes of one platform in a day: documents and files to import, accepted or not.
UPLOADS_PER_IDENTITY_LINK = values.integer("UPLOADS_PER_IDENTITY_LINK", 20)
UPLOAD_BYTES_PER_DAY = values.integer("UPLOAD_BYTES_PER_DAY", 20_000_000_000)

# --- settlement: a Lightning node, where LndSettlement is chosen above ---
LND_URL = values.text("LND_URL", "")
LND_MACAROON = values.text("LND_MACAROON", "")
LND_CERTIFICATE = values.text("LND_CERTIFICATE", "")
LND_NETWORK = values.choice("LND_NETWORK", "bc")

# --- UMA ---
SANDBOX_UMA_DOMAIN = values.text("SANDBOX_UMA_DOMAIN", "uma.sandbox.localhost")
# Trust X-Forwarded-Host: web servers of platforms pass requests on to us, and it names the domain requested.
TRUST_FORWARDED_HOST = values.flag("TRUST_FORWARDED_HOST", default=False)
# Name servers for the TXT records of platforms' domains, as "192.0.2.53,…"; the machine's own if empty.
DNS_SERVERS = values.name_servers("DNS_SERVERS")
UMA_TIMEOUT_SECONDS = values.integer("UMA_TIMEOUT_SECONDS", 15)
# Domains on this machine, for tests and development: "bank.example=127.0.0.1:8001,…" is called over http.
UMA_LOOPBACK = values.pairs("UMA_LOOPBACK")
# Nodes of other institutions for the sandbox: "<public key>=http://127.0.0.1:9000/pay,…" return preimages.
SANDBOX_FOREIGN_NODES = values.pairs("SANDBOX_FOREIGN_NODES")
# Threads of a web process that may wait for other institutions and for platforms' approvals at once.
UMA_MOST_WAITING = values.integer("UMA_MOST_WAITING", max(1, WEB_THREADS - 1))
# Limits of one network address for the public paths.
UMA_RATE_PER_SECOND = values.integer("UMA_RATE_PER_SECOND", 20)
UMA_RATE_BURST = values.integer("UMA_RATE_BURST", 100)

# --- webhooks ---
ALLOW_LOOPBACK_WEBHOOKS = values.flag("ALLOW_LOOPBACK_WEBHOOKS", default=False)
# Networks of the operator's own that webhooks may reach, beside the public internet.
WEBHOOK_ALLOWED_NETWORKS = values.networks_inside("WEBHOOK_ALLOWED_NETWORKS")
WEBHOOK_TIMEOUT_SECONDS = values.integer("WEBHOOK_TIMEOUT_SECONDS", 10)

# --- the way to addresses of others: webhooks, other institutions, exchange rates, lists for screening ---
EGRESS_PROXY = values.proxy("EGRESS_PROXY")
# Authorities that are believed beside those of the system.
CA_FILE = values.text("CA_FILE", "")

# --- mail: without a server it goes to the log of the process ---
EMAIL_HOST = values.text("EMAIL_HOST", "")
EMAIL_PORT = values.integer("EMAIL_PORT", 587)
EMAIL_HOST_USER = values.text("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = values.text("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_TLS = values.flag("EMAIL_USE_TLS", default=True)
EMAIL_TIMEOUT = 20
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if EMAIL_HOST else 'console'}.EmailBackend"
DEFAULT_FROM_EMAIL = values.text("EMAIL_FROM", "payments@localhost")
STAFF_EMAILS = values.words("STAFF_EMAILS")

# --- staff: how they sign in ---
STAFF_SECOND_FACTOR = values.flag("STAFF_SECOND_FACTOR", default=IS_PRODUCTION)
STAFF_SESSION_HOURS = values.integer("STAFF_SESSION_HOURS", 12)
STAFF_IDLE_MINUTES = values.integer("STAFF_IDLE_MINUTES", 30 if IS_PRODUCTION else 12 * 60)
# Actions that need two people ask for a new code when the last one is older.
STAFF_CODE_MINUTES = values.integer("STAFF_CODE_MINUTES", 15)
SESSION_COOKIE_AGE = STAFF_SESSION_HOURS * 3600
PASSWORD_RESET_TIMEOUT = 24 * 3600
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "platforms.backoffice.sign_in.emergency.PasswordGate",
    "django.contrib.auth.backends.ModelBackend",
]
# Wrong passwords for one name: from one address, and from all.
AXES_FAILURE_LIMIT = values.integer("STAFF_PASSWORD_ATTEMPTS", 5)
STAFF_PASSWORD_ATTEMPTS_BY_NAME = values.integer("STAFF_PASSWORD_ATTEMPTS_BY_NAME", 50)
STAFF_SIGN_INS_PER_MINUTE = values.integer("STAFF_SIGN_INS_PER_MINUTE", 30)
# --- staff sign on by OpenID Connect, where an issuer is named; passwords are then for the named accounts alone ---
OIDC_ISSUER = values.text("OIDC_ISSUER", "")
OIDC_CLIENT_ID = values.text("OIDC_CLIENT_ID", "")
OIDC_CLIENT_SECRET = values.text("OIDC_CLIENT_SECRET", "")
OIDC_SCOPES = values.words("OIDC_SCOPES", "openid,email,profile")
OIDC_GROUPS_CLAIM = values.text("OIDC_GROUPS_CLAIM", "groups")
OIDC_ROLES = values.roles_of_groups("OIDC_ROLES")
# Claims of which one says that the provider has asked for a second factor.
OIDC_SECOND_FACTOR = values.claims("OIDC_SECOND_FACTOR")
OIDC_PASSWORD_ACCOUNTS = values.words("OIDC_PASSWORD_ACCOUNTS")
OIDC_RECHECK_MINUTES = values.integer("OIDC_RECHECK_MINUTES", 60)
OIDC_ALLOWED_NETWORKS = values.networks_inside("OIDC_ALLOWED_NETWORKS")
AXES_HANDLER = "platforms.backoffice.sign_in.lock_out.LockOut"
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"], "username"]
AXES_COOLOFF_TIME = dt.timedelta(minutes=15)
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_CLIENT_IP_CALLABLE = "platforms.http.addresses.visitor_of"
AXES_LOCKOUT_CALLABLE = "platforms.admin.sign_in.locked_out"
AXES_RESET_ON_SUCCESS = True
AXES_DISABLE_ACCESS_LOG = True  # the audit log has it
AXES_ENABLE_ADMIN = False
AXES_VERBOSE = False

# --- back office ---
LOGIN_URL = "admin:login"
LOGIN_REDIRECT_URL = "admin:index"
UNFOLD = pages.THEME

# --- logging: one JSON object a line, no secrets, no personal data ---
LOG_LEVEL = values.choice("LOG_LEVEL", "INFO")
# A line for each request, also for pages and for reads that succeed.
ACCESS_LOG = values.flag("ACCESS_LOG", default=False)
LOGGING = logs.configuration(LOG_LEVEL)
# A sandbox payment each minute, in the platform that `manage.py make_probe` has made.
PROBE = values.flag("PROBE", default=False)

# --- monitoring: who may read /metrics; without a token there is no such address ---
METRICS_TOKEN = values.text("METRICS_TOKEN", "")
METRICS_ADDRESSES = values.networks("METRICS_ADDRESSES")
SENTRY_DSN = values.text("SENTRY_DSN", "")
