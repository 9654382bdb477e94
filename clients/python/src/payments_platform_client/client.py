"""The client: the generated one, with a token, time limits and retries."""

import base64
import datetime as dt
import importlib.metadata
import json
import os
import ssl
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any

import httpx

from .errors import PaymentsError
from .generated import AuthenticatedClient
from .generated.api.platform import list_platform_internal_accounts
from .generated.models import Currency
from .paging import iterate
from .transport import KEY, Retries, RetryingTransport

DISTRIBUTION = "payments-platform-client"
_VARIABLES = ("PAYMENTS_BASE_URL", "PAYMENTS_CLIENT_ID", "PAYMENTS_CLIENT_SECRET")


class Payments(AuthenticatedClient):
    """A client of the API for one token: see `connect`. Its text does not show the token.

    Operations of `generated` take and return models. `get`, `post`, `put`, `patch`, `delete` and `iterate` take a path
    and the JSON of the API, as the documents show it, and return JSON: whole numbers are ints, others Decimals. They
    raise what operations raise. A file can be sent by an operation only.
    """

    __slots__ = ()

    def get(self, path: str, **query: object) -> Any:
        """Return what a read answers with: `payments.get("/transactions", customerId=...)`. None is left out."""
        return self._call("GET", path, query=query)

    def post(self, path: str, body: Mapping[str, Any] | None = None, *, key: str | None = None) -> Any:
        """Return what the service answers with. `key` is the idempotency key; one is made where you give none."""
        return self._call("POST", path, body=body, key=key)

    def put(self, path: str, body: Mapping[str, Any], *, key: str | None = None) -> Any:
        """Return what the service answers with, as `post` does."""
        return self._call("PUT", path, body=body, key=key)

    def patch(self, path: str, body: Mapping[str, Any], *, key: str | None = None) -> Any:
        """Return what the service answers with, as `post` does."""
        return self._call("PATCH", path, body=body, key=key)

    def delete(self, path: str, *, key: str | None = None) -> Any:
        """Return what the service answers with; None where that is nothing."""
        return self._call("DELETE", path, key=key)

    def iterate(self, path: str, **query: object) -> Iterator[dict[str, Any]]:
        """Yield every row of a list: `payments.iterate("/transactions", status="FAILED")`."""
        return iterate(self._page, path, **query)

    def _page(self, path: str, **query: object) -> "_Page":
        return _Page(self.get(path, **query))

    def _call(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, object] | None = None,
        body: Mapping[str, Any] | None = None,
        key: str | None = None,
    ) -> Any:
        given = {name: _written(value) for name, value in (query or {}).items() if value is not None}
        response = self.get_httpx_client().request(
            method, path, params=given or None, json=body, headers={KEY: key} if key else None
        )
        return json.loads(response.content, parse_float=Decimal) if response.content else None

    def __repr__(self) -> str:
        return f"<Payments {self._base_url}>"


class _Page:
    """A page of a list, of JSON."""

    def __init__(self, page: Mapping[str, Any]) -> None:
        self.data: list[dict[str, Any]] = page["data"]
        self.has_more: bool = page.get("hasMore", False)
        self.next_cursor: object = page.get("nextCursor")


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


def _written(value: object) -> str | list[str]:
    """Return a value as an address has it."""
    match value:
        case bool():
            return str(value).lower()
        case dt.date():
            return value.isoformat()
        case list() | tuple():
            return [str(each) for each in value]
        case _:
            return str(value)


def _version() -> str:
    try:
        return importlib.metadata.version(DISTRIBUTION)
    except importlib.metadata.PackageNotFoundError:
        return "unknown"
