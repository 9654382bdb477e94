from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.bulk_customer_import_job_accepted import BulkCustomerImportJobAccepted
from ...models.customers_csv_upload_request import CustomersCsvUploadRequest
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    body: CustomersCsvUploadRequest,
    idempotency_key: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/customers/bulk/csv",
    }

    _kwargs["files"] = body.to_multipart()

    headers["Content-Type"] = "multipart/form-data; boundary=+++"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> BulkCustomerImportJobAccepted:
    if response.status_code == 202:
        response_202 = BulkCustomerImportJobAccepted.from_dict(response.json())

        return response_202

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[BulkCustomerImportJobAccepted]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: CustomersCsvUploadRequest,
    idempotency_key: str | Unset = UNSET,
) -> Response[BulkCustomerImportJobAccepted]:
    """Import customers from a CSV file

     Take a file and answer with the job that imports it, row by row. The header names the columns; a row
    that can't
    become a customer is an error of the job and stops no other row.

    Permission: `MANAGE`.

    Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.

    Args:
        idempotency_key (str | Unset): A text of your own for one intention, such as a UUID. The
            same request with the same key has one effect, and gets the first reply again. 1 to 255
            printable ASCII characters without a comma.
        body (CustomersCsvUploadRequest): A file of customers: CSV with a header, in UTF-8.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[BulkCustomerImportJobAccepted]
    """

    kwargs = _get_kwargs(
        body=body,
        idempotency_key=idempotency_key,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient | Client,
    body: CustomersCsvUploadRequest,
    idempotency_key: str | Unset = UNSET,
) -> BulkCustomerImportJobAccepted:
    """Import customers from a CSV file

     Take a file and answer with the job that imports it, row by row. The header names the columns; a row
    that can't
    become a customer is an error of the job and stops no other row.

    Permission: `MANAGE`.

    Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.

    Args:
        idempotency_key (str | Unset): A text of your own for one intention, such as a UUID. The
            same request with the same key has one effect, and gets the first reply again. 1 to 255
            printable ASCII characters without a comma.
        body (CustomersCsvUploadRequest): A file of customers: CSV with a header, in UTF-8.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        BulkCustomerImportJobAccepted
    """

    return sync_detailed(
        client=client,
        body=body,
        idempotency_key=idempotency_key,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: CustomersCsvUploadRequest,
    idempotency_key: str | Unset = UNSET,
) -> Response[BulkCustomerImportJobAccepted]:
    """Import customers from a CSV file

     Take a file and answer with the job that imports it, row by row. The header names the columns; a row
    that can't
    become a customer is an error of the job and stops no other row.

    Permission: `MANAGE`.

    Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.

    Args:
        idempotency_key (str | Unset): A text of your own for one intention, such as a UUID. The
            same request with the same key has one effect, and gets the first reply again. 1 to 255
            printable ASCII characters without a comma.
        body (CustomersCsvUploadRequest): A file of customers: CSV with a header, in UTF-8.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[BulkCustomerImportJobAccepted]
    """

    kwargs = _get_kwargs(
        body=body,
        idempotency_key=idempotency_key,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    body: CustomersCsvUploadRequest,
    idempotency_key: str | Unset = UNSET,
) -> BulkCustomerImportJobAccepted:
    """Import customers from a CSV file

     Take a file and answer with the job that imports it, row by row. The header names the columns; a row
    that can't
    become a customer is an error of the job and stops no other row.

    Permission: `MANAGE`.

    Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.

    Args:
        idempotency_key (str | Unset): A text of your own for one intention, such as a UUID. The
            same request with the same key has one effect, and gets the first reply again. 1 to 255
            printable ASCII characters without a comma.
        body (CustomersCsvUploadRequest): A file of customers: CSV with a header, in UTF-8.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        BulkCustomerImportJobAccepted
    """

    return (
        await asyncio_detailed(
            client=client,
            body=body,
            idempotency_key=idempotency_key,
        )
    ).parsed
