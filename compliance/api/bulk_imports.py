"""The /customers/bulk endpoints."""

from django.conf import settings
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from compliance import queries, representations
from compliance.operations import bulk_imports, uploads
from platforms.kit import clock
from platforms.models import Permission
from platforms.rest import multipart
from platforms.rest.fields import Body, FilePart, Query
from platforms.rest.schema import operation
from platforms.rest.views import Call, CommandView, QueryView, Reply


@extend_schema_serializer(component_name="CustomersCsvUpload")
class CsvFile(Body):
    """A file of customers: CSV with a header, in UTF-8."""

    file = FilePart()


@extend_schema_serializer(component_name="BulkCustomerImportJobAccepted")
class AcceptedJob(serializers.Serializer[object]):
    """The job that will import a file."""

    jobId = serializers.CharField()
    status = serializers.ChoiceField(choices=["PENDING", "PROCESSING"])


class CustomersCsv(CommandView):
    """Files of customers."""

    permission = Permission.MANAGE
    parts = multipart.Parts(file="file", max_bytes=settings.MAX_BULK_FILE_BYTES)

    def prepare(self, call: Call, **path: str) -> multipart.Upload:
        """Count the file as uploaded."""
        upload: multipart.Upload = call.read_body(CsvFile)["file"]
        uploads.count(platform_id=call.caller.platform_id, size=upload.size, now=clock.real_now())
        return upload

    @operation(
        "uploadCustomersCsv",
        summary="Import customers from a CSV file",
        request={"multipart/form-data": CsvFile},
        response=AcceptedJob,
        status=202,
    )
    def post(self, call: Call, prepared: multipart.Upload) -> Reply:
        """Take a file and answer with the job that imports it."""
        job = bulk_imports.start(
            platform_id=call.caller.platform_id,
            content=prepared.content,
            size=prepared.size,
            actor=call.actor,
            now=call.now,
        )
        return Reply({"jobId": job.public_id, "status": job.status}, 202)


class BulkImportJob(QueryView):
    """The import of one file."""

    @operation("getBulkCustomerImportJob", summary="Read how far an import is", response=representations.BulkImport)
    def get(self, call: Call, job_id: str) -> Reply:
        """Answer with counters, and with the errors of the first rows that have one."""
        call.read_query(Query)
        job = queries.bulk_import(platform_id=call.caller.platform_id, job_id=job_id)
        return Reply(representations.bulk_import(job))
