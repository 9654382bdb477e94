"""Accounts and payments of the customer of a case, in sum. Higher apps know them, and add their tables."""

import uuid

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET

from compliance import queries
from compliance.admin.review_desk import permissions
from compliance.review_desk import assignments, case_files, review_queue
from platforms.backoffice import actions, dialogs, panels

PLACE = "sums"
"""Where higher apps add their tables of a customer's money, by `panels.contributed_to`."""


@require_GET
def payments(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """Show the sums to the reviewer of the case and to lead reviewers; the opening is logged."""
    if not actions.may(request.user, permissions.READ_PAYMENTS):
        raise PermissionDenied
    try:
        file = case_files.load(key)
    except queries.VerificationNotFound:
        raise Http404 from None
    if not permissions.is_lead(request) and file.assigned_to != permissions.person(request):
        messages.error(request, "Claim the case first: balances and payments are shown to its reviewer.")
        return HttpResponseRedirect(reverse("admin:compliance_desk_case", args=[key]))
    with transaction.atomic(durable=True):
        assignments.record_reading_of_payments(
            verification=file.verification, actor=dialogs.actor(request), now=file.platform.now()
        )
    tables = panels.contributed(request, file.customer, place=PLACE)
    if "HX-Request" in request.headers:
        # The case page puts the tables alone into its place for them.
        return render(request, "admin/compliance/desk/sums.html", {"panels": tables})
    context = {
        **admin.site.each_context(request),
        "title": "Accounts and payments",
        "subtitle": review_queue.name_of(file.customer),
        "file": file,
        "panels": tables,
    }
    return render(request, "admin/compliance/desk/payments.html", context)
