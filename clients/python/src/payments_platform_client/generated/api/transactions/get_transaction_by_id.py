from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.incoming_transaction import IncomingTransaction
from ...models.outgoing_transaction import OutgoingTransaction
from ...types import Response


def _get_kwargs(
    transaction_id: str,
) -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/transactions/{transaction_id}".format(
            transaction_id=quote(str(transaction_id), safe=""),
        ),
    }

    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> IncomingTransaction | OutgoingTransaction:
    if response.status_code == 200:

        def _parse_response_200(data: object) -> IncomingTransaction | OutgoingTransaction:
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_transaction_type_0 = IncomingTransaction.from_dict(data)

                return componentsschemas_transaction_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, dict):
                raise TypeError()
            componentsschemas_transaction_type_1 = OutgoingTransaction.from_dict(data)

            return componentsschemas_transaction_type_1

        response_200 = _parse_response_200(response.json())

        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[IncomingTransaction | OutgoingTransaction]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    transaction_id: str,
    *,
    client: AuthenticatedClient | Client,
) -> Response[IncomingTransaction | OutgoingTransaction]:
    """Read a transaction

     What is paid, from where to where, and how it stands.

    Permission: `VIEW`.

    Args:
        transaction_id (str): The transaction's `id`, `Transaction:<uuid>`.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[IncomingTransaction | OutgoingTransaction]
    """

    kwargs = _get_kwargs(
        transaction_id=transaction_id,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    transaction_id: str,
    *,
    client: AuthenticatedClient | Client,
) -> IncomingTransaction | OutgoingTransaction:
    """Read a transaction

     What is paid, from where to where, and how it stands.

    Permission: `VIEW`.

    Args:
        transaction_id (str): The transaction's `id`, `Transaction:<uuid>`.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        IncomingTransaction | OutgoingTransaction
    """

    return sync_detailed(
        transaction_id=transaction_id,
        client=client,
    ).parsed


async def asyncio_detailed(
    transaction_id: str,
    *,
    client: AuthenticatedClient | Client,
) -> Response[IncomingTransaction | OutgoingTransaction]:
    """Read a transaction

     What is paid, from where to where, and how it stands.

    Permission: `VIEW`.

    Args:
        transaction_id (str): The transaction's `id`, `Transaction:<uuid>`.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[IncomingTransaction | OutgoingTransaction]
    """

    kwargs = _get_kwargs(
        transaction_id=transaction_id,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    transaction_id: str,
    *,
    client: AuthenticatedClient | Client,
) -> IncomingTransaction | OutgoingTransaction:
    """Read a transaction

     What is paid, from where to where, and how it stands.

    Permission: `VIEW`.

    Args:
        transaction_id (str): The transaction's `id`, `Transaction:<uuid>`.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        IncomingTransaction | OutgoingTransaction
    """

    return (
        await asyncio_detailed(
            transaction_id=transaction_id,
            client=client,
        )
    ).parsed
