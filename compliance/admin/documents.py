"""Pages of documents. Their content is opened separately, by authorised staff, and each opening is logged."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern, path, reverse

from compliance.admin.review_desk import findings, permissions
from compliance.documents import encrypted_storage, pages
from compliance.models import Document, RetiredFile
from compliance.verification import documents
from platforms.backoffice import actions, columns, dialogs, links, masking, panels
from platforms.backoffice.read_only import ReadOnlyAdmin
from platforms.base import slots
from platforms.database.rows import by_key
from platforms.encryption import encryption

_STATUSES = {"UPLOADED": "info", "SUBMITTED": "warning", "REJECTED": "danger"}
_ENDINGS = {"application/pdf": "pdf", "image/jpeg": "jpg", "image/png": "png"}
_PERMISSION = "compliance.read_document"
_HARMLESS = {
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store, private",
}
"""With these headers a browser neither runs, guesses at, embeds nor keeps the content."""


def _content(document: Document) -> str:
    if document.deleted_at is not None:
        return "deleted"
    return links.to(reverse("admin:compliance_document_content", args=[document.pk]), "Open (will be logged)")


@admin.register(Document)
class DocumentAdmin(ReadOnlyAdmin):
    """Documents of customers and beneficial owners."""

    has_personal_data = True
    through = {"Customer": "customer_id", "BeneficialOwner": "beneficial_owner_id", "PlatformConfig": "platform_id"}
    search_help_text = "Document:…, Customer:… or BeneficialOwner:…"
    list_display = ("public_id", "document_type", "side", "country", "status", "holder", "created_at", "deleted_at")
    list_filter = ("status", "document_type", "platform")
    loads = ("platform", "customer", "beneficial_owner")
    shown = (
        columns.label("status", _STATUSES),
        columns.text("document_number", masking.masked),
        columns.column("holder", lambda row: links.to_public_id(row.holder_id), is_wide=True),
        columns.column("content", _content),
        columns.text("sha256", lambda value: bytes(value).hex(), title="SHA-256", is_wide=True),
    )
    groups = (
        ("Document", ("public_id", "holder", "document_type", "side", "country", "status", "document_number")),
        ("File", ("file_name", "content_type", "size", "content", "sha256", "storage_key")),
    )

    def heading(self, row: Any) -> str:
        """Return the kind of document, and whose it is."""
        whose = links.named(row.customer) if row.customer else row.beneficial_owner.full_name
        return f"{findings.title(row)}, {whose}"

    def get_urls(self) -> list[URLPattern]:
        """Add the address of the content."""
        view = self.admin_site.admin_view(self.content_view)
        page = self.admin_site.admin_view(self.page_view)
        return [
            path("<uuid:document_id>/content/", view, name="compliance_document_content"),
            path("<uuid:document_id>/pages/<int:page>/", page, name="compliance_document_page"),
            *super().get_urls(),
        ]

    def content_view(self, request: HttpRequest, document_id: object) -> HttpResponse:
        """Return the content to authorised staff, after writing the audit log."""
        document = self._readable(request, document_id)
        try:
            content = encrypted_storage.get(document.storage_key)
        except encryption.Unreadable:
            raise Http404 from None
        with transaction.atomic(durable=True):
            documents.record_reading(document=document, actor=dialogs.actor(request), now=document.platform.now())
        return _download(document, content)

    def page_view(self, request: HttpRequest, document_id: object, page: int) -> HttpResponse:
        """Return a page as a picture drawn here, after writing the audit log."""
        document = self._readable(request, document_id)
        try:
            drawn = pages.draw(document, page=page)
        except pages.PageUnavailable:
            raise Http404 from None
        except slots.Busy:
            text = "Too many pages are being drawn at this moment."
            return HttpResponse(text, status=429, content_type="text/plain", headers=_HARMLESS)
        with transaction.atomic(durable=True):
            documents.record_reading(
                document=document,
                actor=dialogs.actor(request),
                now=document.platform.now(),
                page=page,
                pages=drawn.count,
            )
        headers = {**_HARMLESS, "Content-Disposition": "inline", "X-Document-Pages": str(drawn.count)}
        return HttpResponse(drawn.picture, content_type=drawn.content_type, headers=headers)

    @staticmethod
    def _readable(request: HttpRequest, document_id: object) -> Document:
        may_read = request.user.has_perm(_PERMISSION) or actions.may(request.user, permissions.READ_DOCUMENT)
        if request.method != "GET" or not may_read:
            raise PermissionDenied
        documents = Document.objects.select_related("platform")
        document: Document | None = by_key(documents.filter(deleted_at=None), document_id)
        if document is None:
            raise Http404
        return document

    def panels(self, request: HttpRequest, row: Any) -> Sequence[panels.Panel | None]:
        """Show the document's former files, and who has read it."""
        label = "compliance.RetiredFile"
        return (
            panels.rows_of(
                request,
                label,
                "retired_at",
                "storage_key",
                "due_at",
                "erased_at",
                title="Replaced files",
                document=row.pk,
            ),
        )


@admin.register(RetiredFile)
class RetiredFileAdmin(ReadOnlyAdmin):
    """Files that no document uses any more, until they are erased."""

    through = {"Document": "document_id"}
    search_help_text = "Document:…"
    list_display = ("retired_at", "document", "storage_key", "due_at", "erased_at")
    loads = ("document",)
    shown = (columns.text("sha256", lambda value: bytes(value).hex(), title="SHA-256", is_wide=True),)


def _download(document: Document, content: bytes) -> HttpResponse:
    """Return a file for the browser to save, not to open."""
    name = f"{document.public_id.replace(':', '-')}.{_ENDINGS[document.content_type]}"
    return HttpResponse(
        content,
        content_type=document.content_type,
        headers={**_HARMLESS, "Content-Disposition": f'attachment; filename="{quote(name)}"'},
    )
