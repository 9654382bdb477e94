"""Two customers for whom the same file was submitted, side by side."""

import uuid
from collections.abc import Collection
from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST

from compliance import queries
from compliance.admin.review_desk import findings, permissions
from compliance.admin.review_desk.evidence import document_facts, facts
from compliance.models import Customer, Document
from compliance.review_desk import assignments, case_files, review_queue
from platforms.backoffice import actions, columns, dialogs, links
from platforms.base import identifiers


def of(file: case_files.CaseFile) -> list[tuple[str, str, str]]:
    """Return for each other customer with one of the same files its identifier, and what opens and compares it."""
    addresses = ("admin:compliance_desk_duplicate", "admin:compliance_desk_compare")
    rows = []
    for public_id in file.copies:
        arguments = [file.verification.id, identifiers.parse("Customer", public_id)]
        opening, comparison = (reverse(address, args=arguments) for address in addresses)
        rows.append((public_id, opening, comparison))
    return rows


@require_POST
def compare(request: HttpRequest, key: uuid.UUID, other: uuid.UUID) -> HttpResponse:
    """Show both customers with their documents, to the reviewer of the case. The opening is logged for both.

    Each picture of a document is logged as well. The other customer's facts are masked: this case is not theirs.
    """
    may = actions.may(request.user, permissions.READ)
    if not may or not actions.may(request.user, permissions.READ_DOCUMENT):
        raise PermissionDenied
    try:
        file = case_files.load(key)
    except queries.VerificationNotFound:
        raise Http404 from None
    if not permissions.is_lead(request) and file.assigned_to != permissions.person(request):
        raise PermissionDenied
    if identifiers.public("Customer", other) not in file.copies:
        raise Http404
    copy = case_files.of_copy(file, Customer.objects.select_related("platform").get(id=other))
    actor = dialogs.actor(request)
    with transaction.atomic(durable=True):
        assignments.record_reading(verification=file.verification, actor=actor, now=file.platform.now())
        assignments.record_opening(
            copy=copy.customer, verification=file.verification, actor=actor, now=copy.platform.now()
        )
    shared = _contents(file) & _contents(copy)
    context = {
        **admin.site.each_context(request),
        "title": "Comparison",
        "case": reverse("admin:compliance_desk_case", args=[key]),
        "sides": [_side(file, shared, is_open=True), _side(copy, shared, is_open=False)],
    }
    return render(request, "admin/compliance/desk/duplicates.html", context)


def _side(file: case_files.CaseFile, shared: Collection[bytes], *, is_open: bool) -> dict[str, Any]:
    """Return one customer for the page, the documents that both have first."""
    documents = sorted(file.documents, key=lambda document: bytes(document.sha256) not in shared)
    return {
        "name": review_queue.name_of(file.customer),
        "link": links.page(Customer, file.customer.pk),
        "platform": file.platform,
        "status": columns.words(file.customer.status),
        "facts": facts.of_customer(file.customer, today=file.platform.now().date(), is_open=is_open),
        "documents": [_document(document, file, shared, is_open=is_open) for document in documents],
    }


def _document(
    document: Document, file: case_files.CaseFile, shared: Collection[bytes], *, is_open: bool
) -> dict[str, Any]:
    return {
        "title": findings.title(document),
        "holder": file.holders.get(document.holder_id, ""),
        "is_shared": bytes(document.sha256) in shared,
        "picture": reverse("admin:compliance_document_page", args=[document.id, 1]),
        "facts": document_facts.facts(document, file) if is_open else (),
    }


def _contents(file: case_files.CaseFile) -> set[bytes]:
    return {bytes(document.sha256) for document in file.documents}
