"""Typed access to the environment variables that configure the service."""

import datetime as dt
import ipaddress
import os
from collections.abc import Sequence
from urllib.parse import parse_qs, unquote, urlsplit

import psycopg
from django.core.exceptions import ImproperlyConfigured
from psycopg import conninfo

from config.launch import environment as launch_environment
from config.launch import failures

_PARAMETERS = {
    "sslmode": ("disable", "allow", "prefer", "require", "verify-ca", "verify-full"),
    "channel_binding": ("disable", "prefer", "require"),
    "target_session_attrs": ("any", "read-write", "read-only", "primary", "standby", "prefer-standby"),
}
"""Parameters of a database's address with few values: the driver would look at them only when it connects."""


def text(name: str, default: str | None = None) -> str:
    """Return the variable `name`; refuse to start when it is missing and has no default."""
    value = os.environ.get(name, "").strip() or default
    if value is None:
        message = f"{name} is not set. See docs/operator/settings.md."
        raise ImproperlyConfigured(message)
    return value


def kind() -> str:
    """Return the variable ENVIRONMENT: `development` or `production`. Any other value, also none, is refused."""
    try:
        return launch_environment.kind()
    except failures.LaunchError as failure:
        raise ImproperlyConfigured(failure.problem) from None


def choice(name: str, values: Sequence[str], default: str) -> str:
    """Return the variable `name`, which is one of `values`."""
    value = text(name, default)
    if value not in values:
        message = f"{name} must be {', '.join(values[:-1])} or {values[-1]}, not {value!r}."
        raise ImproperlyConfigured(message)
    return value


def flag(name: str, *, default: bool, is_allowed: bool = True) -> bool:
    """Return the variable `name` as a boolean: 1/true/yes/on or 0/false/no/off. True may not be allowed."""
    value = os.environ.get(name, "").strip().lower()
    if value in {"1", "true", "yes", "on"}:
        if not is_allowed:
            message = f"{name} must be false in production. It may be {value} where ENVIRONMENT is development."
            raise ImproperlyConfigured(message)
        return True
    if value in {"0", "false", "no", "off"}:
        return False
    if value:
        message = f"{name} must be true or false, not {value!r}."
        raise ImproperlyConfigured(message)
    return default


def integer(name: str, default: int) -> int:
    """Return the variable `name` as an integer."""
    value = os.environ.get(name, "").strip()
    try:
        return int(value) if value else default
    except ValueError:
        message = f"{name} must be a whole number, not {value!r}."
        raise ImproperlyConfigured(message) from None


def words(name: str, default: str = "") -> list[str]:
    """Return the variable `name` as a list, split at commas."""
    return [word.strip() for word in os.environ.get(name, default).split(",") if word.strip()]


def pairs(name: str) -> dict[str, str]:
    """Return the variable `name` as names with what each is: `a=b,c=d`."""
    found = dict(word.partition("=")[::2] for word in words(name))
    if not all(found.values()):
        message = f"{name} must be NAME=VALUE, several separated by commas."
        raise ImproperlyConfigured(message)
    return found


def server_of_limits(name: str) -> str:
    """Return the variable `name` as an address of Redis or Valkey; empty where it is not set."""
    value = text(name, "")
    if value and not value.startswith(("redis://", "rediss://", "unix://")):
        # Not repeated: it may have a password.
        message = f"{name} must start with redis://, rediss:// or unix://."
        raise ImproperlyConfigured(message)
    return value


def rails(name: str, default: str) -> str | dict[str, str]:
    """Return the variable `name` as the path of a rail, or paths by what they serve: `a.Rail,EUR=b.Rail,USD=c.Rail`.

    An account type without a named rail gets the first one, or `default`: its key is `*`.
    """
    paths = {key or "*": path for key, _, path in (word.rpartition("=") for word in words(name, default))}
    return {"*": default, **paths} if paths.keys() != {"*"} else paths["*"]


def networks(name: str) -> list[ipaddress.IPv4Network | ipaddress.IPv6Network]:
    """Return the variable `name` as networks: addresses, or networks in CIDR notation, separated by commas."""
    try:
        return [ipaddress.ip_network(word, strict=False) for word in words(name)]
    except ValueError as error:
        message = f"{name} must be addresses or networks such as 10.0.0.0/8: {error}."
        raise ImproperlyConfigured(message) from None


def sunsets(name: str) -> dict[str, tuple[dt.date, dt.date]]:
    """Return the variable `name` as versions with two days, when each is deprecated and when it ends.

    As in `2025-10-13=2027-01-01/2029-01-01`, several separated by commas.
    """
    found = {}
    for word in words(name):
        version, _, days = word.partition("=")
        try:
            since, end = map(dt.date.fromisoformat, days.split("/"))
        except ValueError:
            message = f"{name} must be VERSION=DEPRECATED/END, such as 2025-10-13=2027-01-01/2029-01-01, not {word!r}."
            raise ImproperlyConfigured(message) from None
        found[version] = (since, end)
    return found


def name_servers(name: str) -> list[tuple[str, int]]:
    """Return the variable `name` as addresses and ports: `192.0.2.53,192.0.2.54:5353,[2001:db8::53]:53`."""
    found = []
    for word in words(name):
        try:
            parts = urlsplit(f"//{word}")
            found.append((str(ipaddress.ip_address(parts.hostname or "")), parts.port or 53))
        except ValueError:
            message = f"{name} must be IP addresses, each with a port or without, not {word!r}."
            raise ImproperlyConfigured(message) from None
    return found


def database(url: str, variable: str = "DATABASE_URL", /, **options: object) -> dict[str, object]:
    """Turn `postgresql://user:password@host:port/name?host=/socket/dir` into Django's settings.

    Several hosts (`host1:5432,host2:5432`) and further parameters, `sslmode` for example, go to the driver.
    """
    if not url.startswith(("postgresql://", "postgres://")):
        message = f"{variable} must start with postgresql://. PostgreSQL is the only database this service runs on."
        raise ImproperlyConfigured(message)
    try:
        found = conninfo.conninfo_to_dict(url)
    except psycopg.ProgrammingError:
        # What the driver says repeats parts of the address, which has a password.
        message = f"{variable} is no address of PostgreSQL: postgresql://user:password@host:5432/name?parameter=value."
        raise ImproperlyConfigured(message) from None
    for name, values in _PARAMETERS.items():
        if found.get(name, values[0]) not in values:
            message = f"{variable}: {name} must be {', '.join(values[:-1])} or {values[-1]}."
            raise ImproperlyConfigured(message)
    named = {"NAME": "dbname", "USER": "user", "PASSWORD": "password", "HOST": "host", "PORT": "port"}
    return {
        "ENGINE": "platforms.database.postgresql",
        **{key: found.pop(name, None) or "" for key, name in named.items()},
        "OPTIONS": {**options, **found},
    }


def document_storage(address: str) -> dict[str, object]:
    """Turn `file:///directory` or `s3://bucket/folder?endpoint_url=...` into an entry of Django's STORAGES.

    Further parameters of an S3 address (`region_name`, `addressing_style`) go to the library; credentials come from its
    usual sources, not from the address.
    """
    parts = urlsplit(address)
    if parts.scheme == "file" and parts.path and not parts.netloc:
        modes = {"file_permissions_mode": 0o600, "directory_permissions_mode": 0o700}
        options = {"location": unquote(parts.path), **modes}
        return {"BACKEND": "compliance.documents.encrypted_storage.DocumentDirectory", "OPTIONS": options}
    if parts.scheme == "s3" and parts.netloc:
        query = {key: values[-1] for key, values in parse_qs(parts.query).items()}
        # A key is used a second time only to encrypt a file anew, which replaces it.
        fixed = {"bucket_name": parts.netloc, "location": parts.path.strip("/"), "file_overwrite": True}
        return {"BACKEND": "storages.backends.s3.S3Storage", "OPTIONS": {**query, **fixed, "default_acl": None}}
    # Not repeated: of a bucket it may have been written with a key.
    message = "DOCUMENT_STORAGE must be file:///directory or s3://bucket/folder."
    raise ImproperlyConfigured(message)
