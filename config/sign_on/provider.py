"""The calls to the OpenID Connect provider: its document, its keys, the code for tokens, what it knows of a person.

All go the way of the other calls to addresses of others, with few seconds for each. The library makes and reads the
messages; nothing that a provider sends is repeated in a log or on a page.
"""

import dataclasses
import enum
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlencode, urlsplit

import orjson
from authlib.oauth2.client import OAuth2Client
from authlib.oidc.discovery import get_well_known_url
from django.conf import settings

from platforms.base import network_addresses
from webhooks.delivery import client

_SECONDS = 5.0
"""For one call."""
_MOST_BYTES = 256 * 1024
_KEPT_SECONDS = 3600.0
"""How long the provider's document and keys are used without being read again."""
_MOST_WAITING = 2
"""Threads of a process that wait for the provider at once: a slow one must not hold up everybody else."""
waiting = threading.BoundedSemaphore(_MOST_WAITING)
"""Held by each of them."""
_kept: dict[str, tuple[float, Mapping[str, Any]]] = {}
"""Documents by address, each with the moment from which on it is read again."""


class Kind(enum.Enum):
    """What is the matter, for the page that is shown."""

    AWAY = enum.auto()
    REFUSED = enum.auto()
    UNUSABLE = enum.auto()
    STALE = enum.auto()


class ProviderError(Exception):
    """Nobody can be signed on. `reason` is for the log: a word of ours, or a checked one of the protocol."""

    def __init__(self, kind: Kind, reason: str) -> None:
        """Take what is the matter, and why."""
        super().__init__(reason)
        self.kind, self.reason = kind, reason


@dataclasses.dataclass(frozen=True, slots=True)
class Begun:
    """A sign-on that waits for the browser to come back: kept in a signed cookie."""

    state: str
    nonce: str
    verifier: str
    redirect_uri: str
    max_age: int = 0
    """Seconds since the person showed who she is, at most; 0 asks for no moment."""


def document() -> Mapping[str, Any]:
    """Return the provider's discovery document. Raises ProviderError."""
    return _read(get_well_known_url(settings.OIDC_ISSUER, external=True), _fault_of_document)


def keys(*, is_fresh: bool) -> Mapping[str, Any]:
    """Return the keys that the provider signs with, read again where they have to be fresh. Raises ProviderError."""
    return _read(document()["jwks_uri"], _fault_of_keys, is_fresh=is_fresh)


def _fault_of_document(found: Mapping[str, Any]) -> str:
    if found.get("issuer") != settings.OIDC_ISSUER:
        return "the document names another issuer"
    needed = ("authorization_endpoint", "token_endpoint", "jwks_uri")
    return next((f"{name} is no https address" for name in needed if not is_address(found.get(name))), "")


def _fault_of_keys(found: Mapping[str, Any]) -> str:
    return "" if isinstance(found.get("keys"), list) else "no list of keys"


def address(begun: Begun) -> str:
    """Return the address to which a browser goes to sign on. Raises ProviderError."""
    asked: dict[str, Any] = {"prompt": "login", "max_age": begun.max_age} if begun.max_age else {}
    levels = [value for name, value in settings.OIDC_SECOND_FACTOR if name == "acr"]
    if levels:
        asked["acr_values"] = " ".join(levels)
    url: str = _library(begun).create_authorization_url(
        document()["authorization_endpoint"],
        state=begun.state,
        nonce=begun.nonce,
        code_verifier=begun.verifier,
        **asked,
    )[0]
    return url


def exchange(begun: Begun, code: str) -> Mapping[str, Any]:
    """Return the tokens for a code. Raises ProviderError."""
    library = _library(begun)
    try:
        found: Mapping[str, Any] = library.fetch_token(
            document()["token_endpoint"],
            grant_type="authorization_code",
            code=code,
            code_verifier=begun.verifier,
        )
    except ProviderError:
        raise
    except Exception as error:  # noqa: BLE001 - whatever the provider sends is no fault of ours
        raise ProviderError(Kind.REFUSED, f"no tokens: {word(getattr(error, 'error', ''))}") from None
    return found


def knows(access_token: str) -> Mapping[str, Any]:
    """Return what the provider tells of the person beside the token; nothing where it has no address for that."""
    url = document().get("userinfo_endpoint")
    if not is_address(url):
        return {}
    return _object(_call(str(url), headers={"Authorization": f"Bearer {access_token}"}))


def forget() -> None:
    """Forget the documents that were read."""
    _kept.clear()


def is_address(url: object) -> bool:
    """Tell whether a browser or a call may go there: https, or loopback where that is allowed."""
    if not isinstance(url, str):
        return False
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    host = parts.hostname or ""
    is_loopback = host == "localhost" or network_addresses.is_loopback(host)
    return bool(host) and (
        parts.scheme == "https" or (parts.scheme == "http" and is_loopback and settings.ALLOW_LOOPBACK_WEBHOOKS)
    )


def word(text: object) -> str:
    """Return a code of the protocol as a log may have it: short, of small letters."""
    is_code = isinstance(text, str) and len(text) <= 40 and text.replace("_", "").isalpha() and text.isascii()
    return str(text) if is_code else "unknown"


def _library(begun: Begun) -> OAuth2Client:
    methods = document().get("token_endpoint_auth_methods_supported") or ()
    return OAuth2Client(
        session=_Transport(),
        client_id=settings.OIDC_CLIENT_ID,
        client_secret=settings.OIDC_CLIENT_SECRET,
        # In the body a secret may have any character; the header of the library takes it as it is.
        token_endpoint_auth_method="client_secret_post" if "client_secret_post" in methods else "client_secret_basic",
        scope=" ".join(settings.OIDC_SCOPES),
        redirect_uri=begun.redirect_uri,
        code_challenge_method="S256",
    )


def _read(url: str, fault: Callable[[Mapping[str, Any]], str], *, is_fresh: bool = False) -> Mapping[str, Any]:
    """Return a document of the provider; one that has a fault is not kept."""
    until, found = _kept.get(url, (0.0, {}))
    if is_fresh or time.monotonic() > until:
        until, found = time.monotonic() + _KEPT_SECONDS, _object(_call(url))
    wrong = fault(found)
    if wrong:
        raise ProviderError(Kind.UNUSABLE, wrong)
    _kept[url] = until, found
    return found


def _object(reply: client.Reply) -> Mapping[str, Any]:
    if not reply.is_success:
        raise ProviderError(Kind.AWAY, f"HTTP status {reply.status}")
    try:
        found = orjson.loads(reply.body)
    except orjson.JSONDecodeError:
        found = None
    if not isinstance(found, dict):
        raise ProviderError(Kind.UNUSABLE, "no JSON object")
    return found


def _call(
    url: str, *, method: str = "GET", body: bytes = b"", headers: Mapping[str, str] | None = None
) -> client.Reply:
    if not waiting.acquire(blocking=False):
        raise ProviderError(Kind.AWAY, "others wait already")
    try:
        reply = client.send(
            client.Request(
                url=url,
                method=method,
                body=body,
                headers={"Accept": "application/json", **(headers or {})},
                allow_loopback=settings.ALLOW_LOOPBACK_WEBHOOKS,
                networks=settings.OIDC_ALLOWED_NETWORKS,
                keep_bytes=_MOST_BYTES,
                read_bytes=_MOST_BYTES,
                timeout_seconds=_SECONDS,
            )
        )
    finally:
        waiting.release()
    if reply.failure is not None:
        raise ProviderError(Kind.AWAY, str(reply.failure))
    return reply


class _Transport:
    """What the library sends by: the service's own way out."""

    def post(self, url: str, *, data: Mapping[str, str], headers: Mapping[str, str], auth: Any) -> "_Response":
        """Send a form, with the client's secret."""
        url, given, body = auth.prepare("POST", url, dict(headers), urlencode(data))
        return _Response(_call(url, method="POST", body=body.encode(), headers=given))


class _Response:
    """A reply as the library reads it."""

    def __init__(self, reply: client.Reply) -> None:
        self.status_code, self._body = reply.status or 0, reply.body

    def json(self) -> Any:
        """Return the body. Raises ValueError."""
        return orjson.loads(self._body)

    def raise_for_status(self) -> None:
        """Raise where the reply is no success."""
        if self.status_code >= 400:
            raise ProviderError(Kind.AWAY, f"HTTP status {self.status_code}")
