"""The WSGI environment of a request, built from the web server's scope."""

import functools
import io
import sys
from typing import IO, Any

from granian.rsgi import Scope

from config.server import bodies

_ALWAYS = {
    "SCRIPT_NAME": "",
    "wsgi.errors": sys.stderr,
    "wsgi.multiprocess": True,
    "wsgi.multithread": True,
    "wsgi.run_once": False,
    "wsgi.version": (1, 0),
}
_names: dict[str, str] = {}
"""Names of headers, as sent and in the environment. Clients choose them, so only some are cached."""
_MOST_NAMES = 200


class _Later:
    """A body that is opened when it is read."""

    def __init__(self, body: bodies.Body) -> None:
        self._body = body

    def read(self, size: int = -1) -> bytes:
        return self._opened.read(size)

    def readline(self, size: int = -1) -> bytes:
        return self._opened.readline(size)

    @functools.cached_property
    def _opened(self) -> IO[bytes]:
        return self._body.open()


def build(scope: Scope, body: bodies.Body | None = None) -> dict[str, Any]:
    """Return the environment of a request, without the framing of its body."""
    environ: dict[str, Any] = {
        **_ALWAYS,
        "REQUEST_METHOD": scope.method,
        "PATH_INFO": scope.path.encode().decode("latin-1"),
        "QUERY_STRING": scope.query_string,
        "SERVER_PROTOCOL": f"HTTP/{scope.http_version}",
        "REMOTE_ADDR": _host(scope.client),
        "wsgi.url_scheme": scope.scheme,
        "wsgi.input": io.BytesIO() if body is None else _Later(body),
    }
    environ["SERVER_NAME"], _, environ["SERVER_PORT"] = scope.server.rpartition(":")
    headers = scope.headers
    for sent, value in headers.items():
        name = _names.get(sent) or _name(sent)
        known = environ.get(name)
        if known is None:
            environ[name] = value
        elif name:
            environ[name] = f"{known};{value}" if name == "HTTP_COOKIE" else f"{known},{value}"
    for sent in headers.keys():  # noqa: SIM118 - not a dictionary
        # A value that is not ASCII was left out above: the header exists, with an empty value.
        environ.setdefault(_names.get(sent) or _name(sent), "")
    environ.pop("", None)
    if "HTTP_HOST" not in environ and scope.authority:
        environ["HTTP_HOST"] = scope.authority
    if environ.get("HTTP_TRANSFER_ENCODING", "").lower() == "chunked":
        del environ["HTTP_TRANSFER_ENCODING"]
    environ.pop("CONTENT_LENGTH", None)
    if body is not None:
        environ["CONTENT_LENGTH"] = str(body.count if body.length is None else body.length)
    return environ


def _name(sent: str) -> str:
    """Return a header's name; none for one with an underscore, which could imitate one set by a proxy."""
    if "_" in sent:
        name = ""
    else:
        name = sent.upper().replace("-", "_")
        name = name if name in {"CONTENT_TYPE", "CONTENT_LENGTH"} else f"HTTP_{name}"
    if len(_names) < _MOST_NAMES:
        _names[sent] = name
    return name


def _host(address: str) -> str:
    return address.rpartition(":")[0].strip("[]")
