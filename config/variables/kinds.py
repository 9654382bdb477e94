"""How the text of a variable becomes a value. Each function raises Wrong for a text that it does not take.

Only what can't be a secret is repeated: numbers, words of a list, names of hosts. An address may have a password.
"""

import base64
import binascii
import datetime as dt
import ipaddress
import re
from collections.abc import Callable
from types import MappingProxyType
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from platforms.base import network_addresses

ENCRYPTION_KEY_BYTES = 32
_HOST = r"(?!-)[A-Za-z0-9_-]{1,63}(?<!-)(\.(?!-)[A-Za-z0-9_-]{1,63}(?<!-))*"
_EMAIL = rf"[^\s@<>,]+@{_HOST}"
_LARGEST_PORT = 65535
_PARAMETERS = MappingProxyType(
    {
        "sslmode": ("disable", "allow", "prefer", "require", "verify-ca", "verify-full"),
        "channel_binding": ("disable", "prefer", "require"),
        "target_session_attrs": ("any", "read-write", "read-only", "primary", "standby", "prefer-standby"),
    }
)
"""Parameters of a database's address with few values: the driver would look at them only when it connects."""


class Wrong(ValueError):
    """A text that a variable can't have. Its own text goes on where the variable's name ends, without a full stop."""

    def __init__(self, what: str, value: str | None = None) -> None:
        """Take what is wrong, and the value, where it may be repeated."""
        super().__init__(what if value is None else f"{what}, not {value!r}")

    def about(self, name: str) -> str:
        """Return the sentence about the variable `name`."""
        return f"{name}{'' if str(self).startswith(':') else ' '}{self}."


def text(value: str) -> str:
    """Take any text."""
    return value


def flag(value: str) -> bool:
    """Take 1/true/yes/on or 0/false/no/off, in any case of letters."""
    if value.lower() in {"1", "true", "yes", "on"}:
        return True
    if value.lower() in {"0", "false", "no", "off"}:
        return False
    raise Wrong("must be true or false", value)


def whole(least: int | None = None, most: int | None = None) -> Callable[[str], int]:
    """Take whole numbers within limits."""

    def read(value: str) -> int:
        try:
            number = int(value)
        except ValueError:
            raise Wrong("must be a whole number", value) from None
        if least is not None and most is not None and not least <= number <= most:
            raise Wrong(f"must be a number from {least} to {most}", value)
        if least is not None and number < least:
            raise Wrong(f"must be {least} or more", value)
        return number

    return read


def one_of(*values: str) -> Callable[[str], str]:
    """Take one of a few words, written like that."""

    def read(value: str) -> str:
        if value not in values:
            raise Wrong(f"must be {', '.join(values[:-1])} or {values[-1]}", value)
        return value

    return read


def words(value: str) -> list[str]:
    """Split a text at commas."""
    return [word.strip() for word in value.split(",") if word.strip()]


def each(read: Callable[[str], Any]) -> Callable[[str], list[Any]]:
    """Take several values, separated by commas."""
    return lambda value: [read(word) for word in words(value)]


def pairs(value: str) -> dict[str, str]:
    """Take names with what each is: `a=b,c=d`."""
    members = dict(word.partition("=")[::2] for word in words(value))
    if not all(name and what for name, what in members.items()):
        raise Wrong("must be NAME=VALUE, several separated by commas")
    return members


def secret(value: str) -> str:
    """Take a secret that is one of several while it is changed: it has no comma."""
    if "," in value:
        raise Wrong("must be one random text without a comma")
    return value


def encryption_keys(value: str) -> list[str]:
    """Take keys of 32 bytes in urlsafe base64, separated by commas."""
    for key in value.split(","):
        try:
            is_key = len(base64.b64decode(key.strip(), altchars=b"-_", validate=True)) == ENCRYPTION_KEY_BYTES
        except (binascii.Error, ValueError):
            is_key = False
        if not is_key:
            raise Wrong("must be urlsafe base64 of 32 random bytes each, separated by commas")
    return value.split(",")


def host(value: str) -> str:
    """Take the name or the address of a host, without scheme and port."""
    try:
        return str(ipaddress.ip_address(value.strip("[]")))
    except ValueError:
        if not re.fullmatch(_HOST, value):
            raise Wrong("must be the name or the address of a host, without scheme and port", value) from None
        return value


def served_host(value: str) -> str:
    """Take a host name that the service answers to; one that begins with a dot stands for all below it, * for all."""
    try:
        return value if value == "*" else host(value.removeprefix("."))
    except Wrong:
        raise Wrong("must be host names, separated by commas, without scheme and port", value) from None


def email(value: str) -> str:
    """Take an e-mail address."""
    if not re.fullmatch(_EMAIL, value):
        raise Wrong("must be e-mail addresses, separated by commas, such as ops@example.com")
    return value


def sender(value: str) -> str:
    """Take an e-mail address, with a name before it or without: `Payments <payments@example.com>`."""
    if not re.fullmatch(rf"{_EMAIL}|[^<>\r\n]*<{_EMAIL}>", value):
        raise Wrong("must be an e-mail address, such as payments@example.com or Payments <payments@example.com>")
    return value


def web_address(*schemes: str) -> Callable[[str], str]:
    """Take addresses of web servers, with one of the schemes."""

    def read(value: str) -> str:
        parts = _split(value)
        if parts is None or parts.scheme not in schemes or not parts.hostname:
            raise Wrong(f"must be an address such as {schemes[0]}://host.example.com")
        return value

    return read


def public_address(value: str) -> str:
    """Take the address that links begin with: nothing may follow the path."""
    web_address("https", "http")(value)
    parts = urlsplit(value)
    if parts.query or parts.fragment or parts.username is not None:
        raise Wrong("must be an address without user, query and fragment, such as https://pay.example.com")
    return value


def origin(value: str) -> str:
    """Take a scheme and a host, without a path."""
    if not re.fullmatch(rf"https?://(\*\.)?{_HOST}(:\d+)?", value):
        raise Wrong("must be origins, separated by commas, such as https://staff.example.com", value)
    return value


def reports_address(value: str) -> str:
    """Take the address that reports of errors go to: `https://key@host/project`."""
    parts = _split(value)
    if not (parts and parts.scheme in {"https", "http"} and parts.hostname and parts.username and parts.path[1:]):
        raise Wrong("must be https://key@host/project, as Sentry shows it")
    return value


def scanner(value: str) -> str:
    """Take where ClamAV listens."""
    parts = _split(value)
    if not parts or not ((parts.scheme == "tcp" and parts.hostname) or (parts.scheme == "unix" and parts.path)):
        raise Wrong("must be tcp://host:port or unix:///path", value)
    return value


def server_of_limits(value: str) -> str:
    """Take an address of Redis or Valkey."""
    if not value.startswith(("redis://", "rediss://", "unix://")):
        raise Wrong("must start with redis://, rediss:// or unix://")
    parts = _split(value)
    database = parts.path.strip("/") if parts else ""
    is_socket = value.startswith("unix://")
    if parts is None or not (parts.path if is_socket else parts.hostname and (not database or database.isdecimal())):
        raise Wrong("must be redis://host:6379/0, rediss://host:6379/0 or unix:///path/to.sock?db=0")
    return value


def broker(value: str) -> str:
    """Take an address of a broker that Celery speaks with."""
    from kombu.transport import TRANSPORT_ALIASES  # noqa: PLC0415 - the launcher does without

    known = {*TRANSPORT_ALIASES, "redis+socket", "sentinel"}
    if value.partition(":")[0] not in known or _split(value.partition(";")[0]) is None:
        raise Wrong("must be an address of a broker, such as redis://host:6379/0 or amqp://user:password@host:5672//")
    return value


def networks(value: str) -> list[ipaddress.IPv4Network | ipaddress.IPv6Network]:
    """Take addresses, or networks in CIDR notation, separated by commas."""
    try:
        return [ipaddress.ip_network(word, strict=False) for word in words(value)]
    except ValueError as error:
        raise Wrong(f"must be addresses or networks such as 10.0.0.0/8: {error}") from None


_WIDEST = MappingProxyType({4: 8, 6: 7})
"""The shortest prefix of a network inside, by version: 10.0.0.0/8 and fc00::/7 are the widest that there are."""


def networks_inside(value: str) -> tuple[network_addresses.Network, ...]:
    """Take networks of the operator's own. None is all of the internet, this machine or a metadata service."""
    taken = networks(value)
    for network in taken:
        if network.prefixlen < _WIDEST[network.version]:
            raise Wrong(f"must name networks of your own: {network} is more than that")
        if any(_contains(never, network) for never in network_addresses.NEVER_INSIDE):
            raise Wrong(f"must not name {network}: nothing is sent to this machine or to a metadata service")
    return tuple(taken)


def _contains(outer: network_addresses.Network, inner: network_addresses.Network) -> bool:
    return outer.version == inner.version and outer.supernet_of(inner)  # type: ignore[arg-type]


def proxy(value: str) -> str:
    """Take the address of a proxy: `http://host:port`, also with user and password."""
    parts = _split(value)
    if parts is None or parts.scheme != "http" or not parts.hostname or parts.path.strip("/") or parts.query:
        raise Wrong("must be an address such as http://proxy.example.com:3128")
    return value


def sunsets(value: str) -> dict[str, tuple[dt.date, dt.date]]:
    """Take versions with two days: `2025-10-13=2027-01-01/2029-01-01`, several separated by commas."""
    days_of = {}
    for word in words(value):
        version, _, days = word.partition("=")
        try:
            since, end = map(dt.date.fromisoformat, days.split("/"))
        except ValueError:
            raise Wrong("must be VERSION=DEPRECATED/END, such as 2025-10-13=2027-01-01/2029-01-01", word) from None
        days_of[version] = (since, end)
    return days_of


def ordered_sunsets(value: str) -> dict[str, tuple[dt.date, dt.date]]:
    """Take the same of versions that have the form of one, and end after they are deprecated."""
    days_of = sunsets(value)
    for version, (since, end) in days_of.items():
        if not re.fullmatch(r"\d{4}-\d\d-\d\d", version) or end < since:
            raise Wrong(": a version is named by its day, and ends after it is deprecated", version)
    return days_of


def name_servers(value: str) -> list[tuple[str, int]]:
    """Take addresses with ports or without: `192.0.2.53,192.0.2.54:5353,[2001:db8::53]:53`."""
    servers = []
    for word in words(value):
        try:
            parts = urlsplit(f"//{word}")
            servers.append((str(ipaddress.ip_address(parts.hostname or "")), parts.port or 53))
        except ValueError:
            raise Wrong("must be IP addresses, each with a port or without", word) from None
    return servers


def local_domains(value: str) -> dict[str, str]:
    """Take domains, each with host and port on this machine: `bank.example=127.0.0.1:8001`."""
    members = pairs(value)
    if not all(re.fullmatch(rf"{_HOST}:\d{{1,5}}", place) for place in members.values()):
        raise Wrong("must be DOMAIN=HOST:PORT, such as bank.example=127.0.0.1:8001")
    return members


def foreign_nodes(value: str) -> dict[str, str]:
    """Take public keys of nodes, each with an address: `02ab…=http://127.0.0.1:9000/pay`."""
    members = pairs(value)
    for key, address in members.items():
        if not re.fullmatch(r"0[23][0-9a-f]{64}", key) or not address.startswith(("http://", "https://")):
            raise Wrong("must be a node's public key in hexadecimal, =, and an address that starts with http://")
    return members


def dotted_path(value: str) -> str:
    """Take the path of a class: `bank.rails.Rail`."""
    if not re.fullmatch(r"[^\W\d]\w*(\.[^\W\d]\w*)+", value):
        raise Wrong("must be the dotted path of a class, such as bank.rails.Rail", value)
    return value


def rails(value: str) -> dict[str, str]:
    """Take the path of a class, or several by what they serve: `a.Rail,EUR=b.Rail`; the one for all others is `*`."""
    paths = {key or "*": path for key, _, path in (word.rpartition("=") for word in words(value))}
    for path in paths.values():
        dotted_path(path)
    return paths


def lists(value: str) -> dict[str, tuple[str, str]]:
    """Take lists by name, each with its kind and where it is: `UN=https://…,EU=/srv/lists/eu,OFFICES:PEP=/srv/peps.xml`.

    An address may have a secret, so none is repeated.
    """
    found = {}
    for word in words(value):
        label, _, source = word.partition("=")
        name, _, kind = label.partition(":")
        if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9 _.-]{0,63}", name) or kind not in {"", "SANCTION", "PEP"}:
            raise Wrong("must be NAME=SOURCE or NAME:PEP=SOURCE, several separated by commas")
        if not source.startswith(("https://", "/")):
            raise Wrong(f": the source of {name} must be an https address, or the whole path of a file or folder")
        found[name] = (kind or "SANCTION", source)
    return found


def countries(value: str) -> list[str]:
    """Take codes of countries of two letters, separated by commas."""
    from platforms.base import countries as known  # noqa: PLC0415 - the launcher does without

    codes = words(value)
    for code in codes:
        if code not in known.CODES:
            raise Wrong("must be codes of countries (ISO 3166-1, two capital letters), separated by commas", code)
    return codes


def hexadecimal(value: str) -> str:
    """Take a secret in hexadecimal."""
    if not re.fullmatch(r"([0-9A-Fa-f]{2})+", value):
        raise Wrong("must be in hexadecimal")
    return value


def database(value: str) -> dict[str, Any]:
    """Take an address of PostgreSQL; return what the driver makes of it."""
    import psycopg  # noqa: PLC0415 - some commands of the launcher do without
    from psycopg import conninfo  # noqa: PLC0415

    if not value.startswith(("postgresql://", "postgres://")):
        raise Wrong("must start with postgresql://. PostgreSQL is the only database this service runs on")
    try:
        given = conninfo.conninfo_to_dict(value)
    except psycopg.ProgrammingError:
        # What the driver says repeats parts of the address, which has a password.
        raise Wrong("is no address of PostgreSQL: postgresql://user:password@host:5432/name?parameter=value") from None
    for name, values in _PARAMETERS.items():
        if given.get(name, values[0]) not in values:
            raise Wrong(f": {name} must be {', '.join(values[:-1])} or {values[-1]}")
    ports = str(given.get("port") or "5432").split(",")
    if not all(port.isdecimal() and 0 < int(port) <= _LARGEST_PORT for port in ports if port):
        raise Wrong(
            ": the port must be a number from 1 to 65535. Is a : / @ or ? of the password written as %3A and so on"
        )
    return given


def document_storage(value: str) -> dict[str, Any]:
    """Take `file:///directory` or `s3://bucket/folder?endpoint_url=…`; return an entry of Django's STORAGES."""
    parts = _split(value)
    if parts and parts.scheme == "file" and parts.path and not parts.netloc:
        modes = {"file_permissions_mode": 0o600, "directory_permissions_mode": 0o700}
        options = {"location": unquote(parts.path), **modes}
        return {"BACKEND": "compliance.documents.encrypted_storage.DocumentDirectory", "OPTIONS": options}
    if parts and parts.scheme == "s3" and parts.netloc:
        query = {key: values[-1] for key, values in parse_qs(parts.query).items()}
        # A key is used a second time only to encrypt a file anew, which replaces it.
        fixed = {"bucket_name": parts.netloc, "location": parts.path.strip("/"), "file_overwrite": True}
        return {"BACKEND": "storages.backends.s3.S3Storage", "OPTIONS": {**query, **fixed, "default_acl": None}}
    # Not repeated: of a bucket it may have been written with a key.
    raise Wrong("must be file:///directory or s3://bucket/folder")


def _split(address: str) -> Any:
    """Return the parts of an address, or None where it is none."""
    try:
        parts = urlsplit(address)
        _ = parts.port
    except ValueError:
        return None
    return parts
