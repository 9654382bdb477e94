"""The /documents endpoints. They take files and never give them back."""

from django.conf import settings
from django.db import transaction
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from compliance import queries, representations
from compliance.documents import upload_limits, uploads
from compliance.fields import CountryField
from compliance.models import DocumentSide, DocumentType
from compliance.verification import documents
from platforms.base import clock
from platforms.http import multipart, pagination
from platforms.http.endpoints import Call, Endpoint, Json
from platforms.http.fields import Body, FilePart, IdField, PageQuery, TextField
from platforms.http.schema import list_of
from platforms.models import Permission

_FILE = multipart.Parts(file="file", max_bytes=settings.MAX_FILE_BYTES)


@extend_schema_serializer(component_name="DocumentUpload")
class NewDocument(Body):
    """A document to upload."""

    file = FilePart(help_text="PDF, JPEG or PNG, at most 10 MB. The content decides the format.")
    documentType = serializers.ChoiceField(choices=DocumentType.choices)
    country = CountryField()
    documentHolder = IdField()
    side = serializers.ChoiceField(choices=DocumentSide.choices, required=False)
    documentNumber = TextField(required=False, max_length=64)


# The holder never changes. It is read to refuse a change, and not shown as if it could be sent.
@extend_schema_serializer(component_name="DocumentReplace")
@extend_schema_serializer(exclude_fields=["documentHolder"])
class DocumentChanges(Body):
    """What may be replaced: at least one part."""

    file = FilePart(required=False, help_text="PDF, JPEG or PNG, at most 10 MB. The content decides the format.")
    documentType = serializers.ChoiceField(choices=DocumentType.choices, required=False)
    country = CountryField(required=False)
    documentHolder = IdField(required=False)
    side = serializers.ChoiceField(choices=DocumentSide.choices, required=False)
    documentNumber = TextField(required=False, max_length=64)


class DocumentQuery(PageQuery):
    """Filters of the document list."""

    documentHolder = IdField(required=False)


def _take_new(call: Call) -> tuple[Json, uploads.StoredFile]:
    """Take the file in, if it can be of any use."""
    details = dict(call.body)
    holder = details["documentHolder"]
    queries.document_holder(platform_id=call.platform_id, public_id=holder)
    return details, _take(call, details.pop("file"), subject=holder)


def _take_another(call: Call, document_id: str) -> tuple[Json, uploads.StoredFile | None]:
    """Take a new file in, if it can be of any use."""
    changes = dict(call.body)
    file = changes.pop("file", None)
    if file is None:
        return changes, None
    document = queries.document(platform_id=call.platform_id, document_id=document_id)
    documents.require_open(document)
    return changes, _take(call, file, subject=document.public_id)


@Endpoint(
    "GET",
    "documents",
    query=DocumentQuery,
    response=list_of("DocumentListResponse", representations.Document(many=True)),
)
def list_documents(call: Call) -> Json:
    """List documents."""
    rows = queries.documents(platform_id=call.platform_id, filters=call.query)
    scope = f"documents:{call.platform_id}"
    return pagination.page(rows, query=call.query, scope=scope, represent=representations.DOCUMENT.to_representation)


@Endpoint(
    "POST",
    "documents",
    Permission.MANAGE,
    body=NewDocument,
    file=_FILE,
    response=representations.Document,
    status=201,
    errors=(404, 410),
    shows_secret=True,
    prepare=_take_new,
)
def upload_document(call: Call, prepared: tuple[Json, uploads.StoredFile]) -> Json:
    """Upload a document."""
    details, file = prepared
    document = documents.upload(details=details, file=file, **call.by)
    return representations.DOCUMENT.to_representation(document)


@Endpoint("GET", "documents/<str:document_id>", response=representations.Document)
def get_document(call: Call, document_id: str) -> Json:
    """Read a document.

    Answer with what is known of the document; not with its content.
    """
    document = queries.document(platform_id=call.platform_id, document_id=document_id)
    return representations.DOCUMENT.to_representation(document)


@Endpoint(
    "PUT",
    "documents/<str:document_id>",
    Permission.MANAGE,
    body=DocumentChanges,
    file=_FILE,
    response=representations.Document,
    errors=(410,),
    shows_secret=True,
    prepare=_take_another,
)
def replace_document(call: Call, document_id: str, prepared: tuple[Json, uploads.StoredFile | None]) -> Json:
    """Replace a document.

    Replace the file, the facts about it, or both.
    """
    changes, file = prepared
    document = documents.replace(document_id=document_id, changes=changes, file=file, **call.by)
    return representations.DOCUMENT.to_representation(document)


@Endpoint("DELETE", "documents/<str:document_id>", Permission.MANAGE, status=204, errors=(410,), shows_secret=True)
def delete_document(call: Call, document_id: str) -> None:
    """Delete a document.

    Delete the document, unless somebody decides by it.
    """
    documents.delete(document_id=document_id, **call.by)


def _take(call: Call, upload: multipart.Upload, *, subject: str) -> uploads.StoredFile:
    """Take a file in; what is harmful leaves a trace though the request is refused."""
    now = clock.real_now()
    try:
        return uploads.take(
            upload.content,
            platform_id=call.platform_id,
            name=upload.name,
            size=upload.size,
            sha256=upload.sha256,
            today=now.date(),
            count=lambda: upload_limits.count(platform_id=call.platform_id, size=upload.size, now=now),
        )
    except uploads.Infected as infected:
        with transaction.atomic(durable=True):
            documents.record_infection(subject=subject, infected=infected, **call.by)
        raise
