"""The values of the environment variables that configure the service, each of its kind."""

import datetime as dt
import ipaddress
import os
from collections.abc import Callable
from typing import TypeVar

from django.core.exceptions import ImproperlyConfigured

from config.launch import environment, failures
from config.variables import faults, kinds, sign_on
from config.variables.table import VARIABLES
from platforms.base import network_addresses

Value = TypeVar("Value")


class WrongSettings(ImproperlyConfigured):
    """Variables with which no process starts."""

    def __init__(self, sentences: list[str]) -> None:
        """Take a sentence for each of them."""
        super().__init__(" ".join(sentences))
        self.sentences = sentences


def refuse_faults() -> None:
    """Raise WrongSettings where a variable is wrong, misspelt, or missing in production."""
    sentences = faults.of(os.environ)
    if sentences:
        raise WrongSettings(sentences)


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
        return environment.kind()
    except failures.LaunchError as failure:
        raise ImproperlyConfigured(failure.problem) from None


def choice(name: str, default: str) -> str:
    """Return the variable `name`, which is one of the words that the table of variables has for it."""
    return _read(name, kinds.one_of(*VARIABLES[name].values), default)


def flag(name: str, *, default: bool, is_allowed: bool = True) -> bool:
    """Return the variable `name` as a boolean: 1/true/yes/on or 0/false/no/off. True may not be allowed."""
    value = _read(name, kinds.flag, default)
    if value and not is_allowed:
        message = f"{name} must be false in production. It may be true where ENVIRONMENT is development."
        raise ImproperlyConfigured(message)
    return value


def integer(name: str, default: int) -> int:
    """Return the variable `name` as an integer."""
    return _read(name, kinds.whole(), default)


def words(name: str, default: str = "") -> list[str]:
    """Return the variable `name` as a list, split at commas."""
    return kinds.words(os.environ.get(name, default))


def pairs(name: str) -> dict[str, str]:
    """Return the variable `name` as names with what each is: `a=b,c=d`."""
    return _read(name, kinds.pairs, {})


def server_of_limits(name: str) -> str:
    """Return the variable `name` as an address of Redis or Valkey; empty where it is not set."""
    return _read(name, kinds.server_of_limits, "")


def lists(name: str) -> dict[str, tuple[str, str]]:
    """Return the variable `name` as lists by their names, each with its kind and its source."""
    return _read(name, kinds.lists, {})


def rails(name: str, default: str) -> str | dict[str, str]:
    """Return the variable `name` as the path of a rail, or paths by what they serve: `a.Rail,EUR=b.Rail,USD=c.Rail`.

    An account type without a named rail gets the first one, or `default`: its key is `*`.
    """
    paths = _read(name, kinds.rails, {"*": default})
    return {"*": default, **paths} if paths.keys() != {"*"} else paths["*"]


def networks(name: str) -> list[ipaddress.IPv4Network | ipaddress.IPv6Network]:
    """Return the variable `name` as networks: addresses, or networks in CIDR notation, separated by commas."""
    return _read(name, kinds.networks, [])


def networks_inside(name: str) -> tuple[network_addresses.Network, ...]:
    """Return the variable `name` as networks of the operator's own."""
    return _read(name, kinds.networks_inside, ())


def proxy(name: str) -> str:
    """Return the variable `name` as the address of a proxy; empty where it is not set."""
    return _read(name, kinds.proxy, "")


def roles_of_groups(name: str) -> dict[str, list[str]]:
    """Return the variable `name` as groups of a provider, each with the roles of its people."""
    return _read(name, sign_on.roles_of_groups, {})


def claims(name: str) -> list[tuple[str, str]]:
    """Return the variable `name` as claims with the value of each."""
    return _read(name, sign_on.claims, [])


def sunsets(name: str) -> dict[str, tuple[dt.date, dt.date]]:
    """Return the variable `name` as versions with two days, when each is deprecated and when it ends.

    As in `2025-10-13=2027-01-01/2029-01-01`, several separated by commas.
    """
    return _read(name, kinds.sunsets, {})


def name_servers(name: str) -> list[tuple[str, int]]:
    """Return the variable `name` as addresses and ports: `192.0.2.53,192.0.2.54:5353,[2001:db8::53]:53`."""
    return _read(name, kinds.name_servers, [])


def database(url: str, variable: str = "DATABASE_URL", /, **options: object) -> dict[str, object]:
    """Turn `postgresql://user:password@host:port/name?host=/socket/dir` into Django's settings.

    Several hosts (`host1:5432,host2:5432`) and further parameters, `sslmode` for example, go to the driver.
    """
    given = _value(variable, kinds.database, url)
    named = {"NAME": "dbname", "USER": "user", "PASSWORD": "password", "HOST": "host", "PORT": "port"}
    return {
        "ENGINE": "platforms.database.postgresql",
        **{key: given.pop(name, None) or "" for key, name in named.items()},
        "OPTIONS": {**options, **given},
    }


def document_storage(address: str) -> dict[str, object]:
    """Turn `file:///directory` or `s3://bucket/folder?endpoint_url=...` into an entry of Django's STORAGES.

    Further parameters of an S3 address (`region_name`, `addressing_style`) go to the library; credentials come from its
    usual sources, not from the address.
    """
    return _value("DOCUMENT_STORAGE", kinds.document_storage, address)


def _read(name: str, read: Callable[[str], Value], default: Value) -> Value:
    given = os.environ.get(name, "").strip()
    return _value(name, read, given) if given else default


def _value(name: str, read: Callable[[str], Value], given: str) -> Value:
    try:
        return read(given)
    except kinds.Wrong as wrong:
        raise ImproperlyConfigured(wrong.about(name)) from None
