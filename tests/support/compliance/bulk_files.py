"""Files of customers, how they are sent, and what comes of them."""

import csv
import io
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from compliance import tasks
from tests.conftest import BASE

COLUMNS = (
    "umaAddress",
    "platformCustomerId",
    "customerType",
    "fullName",
    "birthDate",
    "businessLegalName",
    "addressLine1",
    "city",
    "state",
    "postalCode",
    "country",
)
ADA = {
    "platformCustomerId": "ada",
    "customerType": "INDIVIDUAL",
    "fullName": "Ada Archer",
    "birthDate": "1990-01-31",
    "addressLine1": "1 Main Street",
    "city": "Springfield",
    "state": "IL",
    "postalCode": "62701",
    "country": "US",
}
GRANITE = {
    "platformCustomerId": "granite",
    "customerType": "BUSINESS",
    "businessLegalName": "Granite Works",
    "addressLine1": "2 Quarry Road",
    "city": "Barre",
    "state": "VT",
    "postalCode": "05641",
    "country": "US",
}


def text(*rows: dict[str, str], columns: tuple[str, ...] = COLUMNS) -> bytes:
    """Return a file with these rows."""
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, lineterminator="\r\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue().encode()


def people(count: int, *, first: int = 1) -> bytes:
    """Return a file of so many individuals."""
    return text(*(ADA | {"platformCustomerId": f"person-{number}"} for number in range(first, first + count)))


def send(api: Any, content: bytes, *, key: str | None = None, name: str = "customers.csv") -> Any:
    """Upload a file and return the reply."""
    headers = {**api.headers, **({"Idempotency-Key": key} if key else {})}
    file = SimpleUploadedFile(name, content, "text/csv")
    client = Client(raise_request_exception=False)
    return client.post(f"{BASE}/customers/bulk/csv", data={"file": file}, headers=headers)


def accepted(api: Any, content: bytes) -> str:
    """Upload a file and return the job's identifier."""
    reply = send(api, content)
    assert reply.status_code == 202, reply.content
    return str(reply.json()["jobId"])


def job(api: Any, job_id: str) -> dict[str, Any]:
    """Return the job as the API shows it."""
    reply = api.get(f"/customers/bulk/jobs/{job_id}")
    assert reply.status_code == 200, reply.content
    return dict(reply.json())


def imported(api: Any, content: bytes) -> dict[str, Any]:
    """Upload a file, let a worker import it, and return the job."""
    job_id = accepted(api, content)
    tasks.import_customers()
    return job(api, job_id)


def errors_of(shown: dict[str, Any]) -> list[tuple[str, str, list[tuple[str, str]]]]:
    """Return who was refused, the code, and what was wrong with which column."""
    return [
        (
            entry["correlationId"],
            entry["code"],
            [(problem["field"], problem["reason"]) for problem in entry["details"].get("errors", [])],
        )
        for entry in shown["errors"]
    ]
