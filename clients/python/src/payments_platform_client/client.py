"""The client: the generated one, with a token, time limits and retries."""

import base64
import importlib.metadata
import os
import ssl
from collections.abc import Mapping

import httpx

from .errors import PaymentsError
from .generated import AuthenticatedClient
from .generated.api.platform import list_platform_internal_accounts
from .generated.models import Currency
from .transport import Retries, RetryingTransport

DISTRIBUTION = "payments-platform-client"
_VARIABLES = ("PAYMENTS_BASE_URL", "PAYMENTS_CLIENT_ID", "PAYMENTS_CLIENT_SECRET")


class Payments(AuthenticatedClient):
    """A client of the API for one token: see `connect`. Its text does not show the token."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<Payments {self._base_url}>"


def connect(
    base_url: str,
    client_id: str,
    client_secret: str,
    *,
    retries: Retries | None = None,
    timeout: float = 30.0,
    verify: ssl.SSLContext | bool = True,
    proxy: httpx.Proxy | str | None = None,
) -> Payments:
    """Return a client of the API for one token, to be handed to operations: `get_quote.sync(quote, client=payments)`.

    `base_url` has the version: it is `baseUrl` of `var/sandbox.json`. `timeout` is in seconds and holds for one
    attempt. Operations raise ApiError for what the service refuses, and NoReply when no reply came. The client may be
    shared by threads, and keeps its connections; `with` closes them.
    """
    pair = base64.b64encode(f"{client_id}:{client_secret}".encode()).decode()
    return Payments(
        base_url=base_url.rstrip("/"),
        token=pair,
        prefix="Basic",
        timeout=httpx.Timeout(timeout),
        headers={"User-Agent": f"{DISTRIBUTION}-python/{_version()}"},
        httpx_args={"transport": RetryingTransport(retries or Retries(), verify=verify, proxy=proxy)},
    )


def from_environment(
    environment: Mapping[str, str] = os.environ, *, retries: Retries | None = None, timeout: float = 30.0
) -> Payments:
    """Return a client for the token that PAYMENTS_BASE_URL, PAYMENTS_CLIENT_ID and PAYMENTS_CLIENT_SECRET name."""
    missing = [name for name in _VARIABLES if not environment.get(name)]
    if missing:
        raise PaymentsError(f"Not set: {', '.join(missing)}.")
    base_url, client_id, client_secret = (environment[name] for name in _VARIABLES)
    return connect(base_url, client_id, client_secret, retries=retries, timeout=timeout)


def currencies(client: AuthenticatedClient) -> dict[str, Currency]:
    """Return the currencies of your platform by their codes, with their decimals."""
    accounts = list_platform_internal_accounts.sync(client=client).data
    return {account.balance.currency.code: account.balance.currency for account in accounts}


def _version() -> str:
    try:
        return importlib.metadata.version(DISTRIBUTION)
    except importlib.metadata.PackageNotFoundError:
        return "unknown"
