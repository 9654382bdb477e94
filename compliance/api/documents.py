"""The /documents endpoints. They take files and never give them back."""

from typing import Any

from django.conf import settings
from django.db import transaction
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from compliance import queries, representations
from compliance.documents import intake
from compliance.fields import CountryField
from compliance.models import DocumentSide, DocumentType
from compliance.operations import documents, uploads
from platforms.kit import clock
from platforms.models import Permission
from platforms.rest import multipart, pagination
from platforms.rest.fields import Body, FilePart, IdField, PageQuery, Query, TextField
from platforms.rest.schema import list_of, operation
from platforms.rest.views import Call, CommandView, Reply

_PARTS = multipart.Parts(file="file", max_bytes=settings.MAX_FILE_BYTES)


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


class Documents(CommandView):
    """The platform's documents."""

    permission = Permission.MANAGE
    shows_secret = True
    parts = _PARTS

    def prepare(self, call: Call, **path: str) -> tuple[dict[str, Any], intake.StoredFile]:
        """Take the file in, if it can be of any use."""
        details = call.read_body(NewDocument)
        holder = details["documentHolder"]
        queries.document_holder(platform_id=call.caller.platform_id, public_id=holder)
        return details, _take(call, details.pop("file"), subject=holder)

    @operation(
        "listDocuments",
        summary="List documents",
        query=DocumentQuery,
        response=list_of("DocumentListResponse", representations.Document(many=True)),
    )
    def get(self, call: Call) -> Reply:
        """List documents."""
        query = call.read_query(DocumentQuery)
        rows = queries.documents(platform_id=call.caller.platform_id, filters=query)
        scope = f"documents:{call.caller.platform_id}"
        represent = representations.DOCUMENT.to_representation
        return Reply(pagination.page(rows, query=query, scope=scope, represent=represent))

    @operation(
        "uploadDocument",
        summary="Upload a document",
        request={"multipart/form-data": NewDocument},
        response=representations.Document,
        status=201,
        errors_too=(404, 410),
    )
    def post(self, call: Call, prepared: tuple[dict[str, Any], intake.StoredFile]) -> Reply:
        """Upload a document."""
        details, file = prepared
        document = documents.upload(
            platform_id=call.caller.platform_id, details=details, file=file, actor=call.actor, now=call.now
        )
        return Reply(representations.DOCUMENT.to_representation(document), 201)


class Document(CommandView):
    """One document."""

    permission = Permission.MANAGE
    shows_secret = True
    parts = _PARTS

    def prepare(self, call: Call, **path: str) -> tuple[dict[str, Any], intake.StoredFile | None]:
        """Take a new file in, if it can be of any use."""
        changes = call.read_body(DocumentChanges)
        file = changes.pop("file", None)
        if file is None:
            return changes, None
        document = queries.document(platform_id=call.caller.platform_id, document_id=path["document_id"])
        documents.require_open(document)
        return changes, _take(call, file, subject=document.public_id)

    @operation("getDocument", summary="Read a document", response=representations.Document)
    def get(self, call: Call, document_id: str) -> Reply:
        """Answer with what is known of the document; not with its content."""
        call.read_query(Query)
        document = queries.document(platform_id=call.caller.platform_id, document_id=document_id)
        return Reply(representations.DOCUMENT.to_representation(document))

    @operation(
        "replaceDocument",
        summary="Replace a document",
        request={"multipart/form-data": DocumentChanges},
        response=representations.Document,
        errors_too=(410,),
    )
    def put(self, call: Call, document_id: str, prepared: tuple[dict[str, Any], intake.StoredFile | None]) -> Reply:
        """Replace the file, the facts about it, or both."""
        changes, file = prepared
        document = documents.replace(
            platform_id=call.caller.platform_id,
            document_id=document_id,
            changes=changes,
            file=file,
            actor=call.actor,
            now=call.now,
        )
        return Reply(representations.DOCUMENT.to_representation(document))

    @operation("deleteDocument", summary="Delete a document", status=204, errors_too=(410,))
    def delete(self, call: Call, document_id: str, prepared: object) -> Reply:
        """Delete the document, unless somebody decides by it."""
        documents.delete(platform_id=call.caller.platform_id, document_id=document_id, actor=call.actor, now=call.now)
        return Reply(None, 204)


def _take(call: Call, upload: multipart.Upload, *, subject: str) -> intake.StoredFile:
    """Take a file in; what is harmful leaves a trace though the request is refused."""
    now = clock.real_now()
    try:
        return intake.take(
            upload.content,
            platform_id=call.caller.platform_id,
            name=upload.name,
            size=upload.size,
            sha256=upload.sha256,
            today=now.date(),
            count=lambda: uploads.count(platform_id=call.caller.platform_id, size=upload.size, now=now),
        )
    except intake.Infected as infected:
        with transaction.atomic(durable=True):
            documents.record_infection(
                platform_id=call.caller.platform_id,
                subject=subject,
                infected=infected,
                actor=call.actor,
                now=call.now,
            )
        raise
