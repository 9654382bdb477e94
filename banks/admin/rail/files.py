"""Pages of files for banks."""

import uuid

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern, path, reverse

from banks.models import BankFile
from banks.rail import batches, files
from platforms.backoffice import actions, columns, dialogs, links
from platforms.backoffice.actions import Action, Role
from platforms.backoffice.read_only import ReadOnlyAdmin
from platforms.base import clock
from platforms.encryption import encryption

DOWNLOAD = Action("bank_file.download", title="Download a bank file", roles=[Role.OPERATIONS])


def _content(row: BankFile) -> str:
    return links.to(reverse("admin:banks_bankfile_content", args=[row.pk]), "Download")


@admin.register(BankFile)
class BankFileAdmin(ReadOnlyAdmin):
    """Files for banks."""

    exact = ("name",)
    through = {"BankBatch": "batch_id"}
    search_help_text = "name, BankFile:… or BankBatch:…"
    list_display = ("name", "written_at", "batch", "count", "total", "size")
    loads = ("batch",)
    shown = (
        columns.column("total", lambda row: columns.money_text(row.total, row.batch.currency)),
        columns.text("sha256", lambda value: bytes(value).hex(), title="SHA-256", is_wide=True),
        columns.column("content", _content),
    )
    groups = (
        ("File", ("public_id", "name", "batch", "size", "content", "sha256")),
        ("Control sums", ("count", "total")),
    )

    def get_urls(self) -> list[URLPattern]:
        """Add the address of the content."""
        view = self.admin_site.admin_view(self.content_view)
        return [path("<uuid:key>/content/", view, name="banks_bankfile_content"), *super().get_urls()]

    def content_view(self, request: HttpRequest, key: uuid.UUID) -> HttpResponse:
        """Return the content, after writing the download to the audit log."""
        if request.method != "GET" or not actions.may(request.user, DOWNLOAD):
            raise PermissionDenied
        found = files.find(key)
        if found is None:
            raise Http404
        try:
            content = files.content_of(found)
        except encryption.Unreadable:
            raise Http404 from None
        with transaction.atomic(durable=True):
            files.note_download(
                file=found, actor=dialogs.actor(request), now=batches.now_of(found.batch, clock.real_now())
            )
        headers = {"Content-Disposition": f'attachment; filename="{found.name}"', "Cache-Control": "no-store"}
        return HttpResponse(content, content_type="application/octet-stream", headers=headers)
