"""The /documents endpoints. They accept files and never return them."""

from django.conf import settings
from django.db import transaction
from drf_spectacular.utils import extend_schema_serializer

from compliance import queries, representations
from compliance.documents import upload_limits, uploads
from compliance.fields import CountryField
from compliance.models import DocumentSide, DocumentType
from compliance.verification import documents
from platforms.base import clock
from platforms.http import multipart, pagination
from platforms.http.document.operations import list_of
from platforms.http.endpoints import Call, Endpoint, Json
from platforms.http.fields import Body, ChoiceField, FilePart, IdField, IdFilter, PageQuery, TextField
from platforms.models import Permission

_FILE = multipart.Parts(file="file", max_bytes=settings.MAX_FILE_BYTES)


@extend_schema_serializer(component_name="DocumentUpload")
class NewDocument(Body):
    """A document to upload."""

    file = FilePart(help_text="The document: PDF, JPEG or PNG, at most 10 MB. The content decides the format.")
    documentType = ChoiceField(choices=DocumentType.choices, help_text="What kind of document it is.")
    country = CountryField(help_text="The country that has issued it.")
    documentHolder = IdField(help_text="Whose document it is: a customer or a beneficial owner.")
    side = ChoiceField(choices=DocumentSide.choices, required=False, help_text="Which side of it the file shows.")
    documentNumber = TextField(required=False, max_length=64, help_text="The number on it.")


# The holder never changes. It is read to refuse a change, and not shown as if it could be sent.
@extend_schema_serializer(component_name="DocumentReplace")
@extend_schema_serializer(exclude_fields=["documentHolder"])
class DocumentChanges(Body):
    """What may be replaced: at least one part."""

    file = FilePart(
        required=False, help_text="The document: PDF, JPEG or PNG, at most 10 MB. The content decides the format."
    )
    documentType = ChoiceField(choices=DocumentType.choices, required=False, help_text="What kind of document it is.")
    country = CountryField(required=False, help_text="The country that has issued it.")
    documentHolder = IdField(required=False, help_text="Whose document it is. It never changes.")
    side = ChoiceField(choices=DocumentSide.choices, required=False, help_text="Which side of it the file shows.")
    documentNumber = TextField(required=False, max_length=64, help_text="The number on it.")


class DocumentQuery(PageQuery):
    """Filters of the document list."""

    documentHolder = IdFilter(
        "Customer", "BeneficialOwner", help_text="Only documents of this customer or beneficial owner."
    )


def _take_new(call: Call) -> tuple[Json, uploads.StoredFile]:
    """Store the file, if it can be of any use."""
    details = dict(call.body)
    holder = details["documentHolder"]
    queries.document_holder(platform_id=call.platform_id, public_id=holder)
    return details, _take(call, details.pop("file"), subject=holder)


def _take_another(call: Call, document_id: str) -> tuple[Json, uploads.StoredFile | None]:
    """Store a new file, if it can be of any use."""
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
    """List documents.

    What was uploaded, newest first, without the files.

    Returns:
        A page of documents.
    """
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
    shows_secret=True,
    prepare=_take_new,
    errors=("USER_NOT_FOUND", "BENEFICIAL_OWNER_NOT_FOUND", "CUSTOMER_DELETED", "UNSUITABLE_DOCUMENT", "LOW_QUALITY"),
)
def upload_document(call: Call, prepared: tuple[Json, uploads.StoredFile]) -> Json:
    """Upload a document.

    Take a file for a customer or a beneficial owner. It is inspected before anything is stored, kept encrypted, and
    the API never returns its content.

    Returns:
        The document, without its content.
    """
    details, file = prepared
    document = documents.upload(details=details, file=file, **call.by)
    return representations.DOCUMENT.to_representation(document)


@Endpoint("GET", "documents/<str:document_id>", response=representations.Document, errors=("DOCUMENT_NOT_FOUND",))
def get_document(call: Call, document_id: str) -> Json:
    """Read a document.

    Answer with what is known of the document; not with its content.

    Returns:
        The document.
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
    shows_secret=True,
    prepare=_take_another,
    errors=("DOCUMENT_NOT_FOUND", "DOCUMENT_SUBMITTED", "CUSTOMER_DELETED", "UNSUITABLE_DOCUMENT", "LOW_QUALITY"),
)
def replace_document(call: Call, document_id: str, prepared: tuple[Json, uploads.StoredFile | None]) -> Json:
    """Replace a document.

    Replace the file, the facts about it, or both, until the document is submitted for verification.

    Returns:
        The document as it is now.
    """
    changes, file = prepared
    document = documents.replace(document_id=document_id, changes=changes, file=file, **call.by)
    return representations.DOCUMENT.to_representation(document)


@Endpoint(
    "DELETE",
    "documents/<str:document_id>",
    Permission.MANAGE,
    status=204,
    shows_secret=True,
    errors=("DOCUMENT_NOT_FOUND", "DOCUMENT_SUBMITTED", "CUSTOMER_DELETED"),
)
def delete_document(call: Call, document_id: str) -> None:
    """Delete a document.

    Delete the document, unless somebody decides by it.

    Returns:
        Deleted; no content.
    """
    documents.delete(document_id=document_id, **call.by)


def _take(call: Call, upload: multipart.Upload, *, subject: str) -> uploads.StoredFile:
    """Store a file; a harmful one is recorded although the request is refused."""
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
