"""The /customers/bulk endpoints."""

from django.conf import settings
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from compliance import queries, representations
from compliance.bulk import bulk_imports
from compliance.documents import upload_limits
from platforms.base import clock
from platforms.http import multipart
from platforms.http.endpoints import Call, Endpoint, Json
from platforms.http.fields import Body, ChoiceField, FilePart
from platforms.models import Permission


@extend_schema_serializer(component_name="CustomersCsvUpload")
class CsvFile(Body):
    """A file of customers: CSV with a header, in UTF-8."""

    file = FilePart(help_text="CSV in UTF-8 with a header, at most 100 MB.")


@extend_schema_serializer(component_name="BulkCustomerImportJobAccepted")
class AcceptedJob(serializers.Serializer[object]):
    """The job that will import a file."""

    jobId = serializers.CharField(help_text="Names the job: `Job:<uuid>`.")
    status = ChoiceField(choices=["PENDING", "PROCESSING"], help_text="`PENDING` until a worker begins.")


def _count(call: Call) -> multipart.Upload:
    """Count the file as uploaded."""
    upload: multipart.Upload = call.body["file"]
    upload_limits.count(platform_id=call.platform_id, size=upload.size, now=clock.real_now())
    return upload


@Endpoint(
    "POST",
    "customers/bulk/csv",
    Permission.MANAGE,
    body=CsvFile,
    file=multipart.Parts(file="file", max_bytes=settings.MAX_BULK_FILE_BYTES),
    response=AcceptedJob,
    status=202,
    prepare=_count,
)
def upload_customers_csv(call: Call, prepared: multipart.Upload) -> Json:
    """Import customers from a CSV file.

    Take a file and answer with the job that imports it, row by row. The header names the columns; a row that can't
    become a customer is an error of the job and stops no other row.

    Returns:
        The job, which begins when a worker is free.
    """
    job = bulk_imports.start(content=prepared.content, size=prepared.size, **call.by)
    return {"jobId": job.public_id, "status": job.status}


@Endpoint(
    "GET",
    "customers/bulk/jobs/<str:job_id>",
    response=representations.BulkImport,
    errors=("BULK_UPLOAD_JOB_NOT_FOUND",),
)
def get_bulk_customer_import_job(call: Call, job_id: str) -> Json:
    """Read how far an import is.

    Answer with counters, and with the errors of the first rows that have one.

    Returns:
        The job as it stands.
    """
    return representations.bulk_import(queries.bulk_import(platform_id=call.platform_id, job_id=job_id))
