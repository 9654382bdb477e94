"""Saved views: filters of a list under a name, which their owner alone sees, opens and deletes."""

import uuid
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import URLPattern, path, reverse
from django.views.decorators.http import require_GET, require_POST

from platforms.base import clock
from platforms.models import SavedView

MOST = 50
"""Views of one person, on all lists together."""
_LONGEST_NAME = 60
_LONGEST_FILTERS = 1000


def urls(page: Any) -> list[URLPattern]:
    """Return the addresses of the menu of views, below a list."""
    name = f"{page.opts.app_label}_{page.opts.model_name}"
    view = page.admin_site.admin_view

    def menu(request: HttpRequest) -> HttpResponse:
        return _menu(page, request)

    def save(request: HttpRequest) -> HttpResponse:
        return _save(page, request)

    def delete(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
        return _delete(page, request, key)

    return [
        path("views/", view(require_GET(menu)), name=f"{name}_views"),
        path("views/save/", view(require_POST(save)), name=f"{name}_save_view"),
        path("views/<uuid:key>/delete/", view(require_POST(delete)), name=f"{name}_delete_view"),
    ]


def _menu(page: Any, request: HttpRequest) -> HttpResponse:
    """Show the person's views of the list, and how to save the filters that it has now."""
    name = _name(page, request)
    own = SavedView.objects.filter(username=request.user.get_username(), page=name).order_by("name")
    context = {"views": own, "filters": _filters(page, request, request.GET), "longest": _LONGEST_NAME}
    return render(request, "admin/backoffice/views.html", context)


def _save(page: Any, request: HttpRequest) -> HttpResponse:
    """Keep the filters under a name; under the same name the former ones are replaced."""
    name = request.POST.get("name", "").strip()
    filters = _filters(page, request, QueryDict(request.POST.get("filters", "")))
    problem = _problem(name, filters)
    if not problem and not _keep(request.user.get_username(), _name(page, request), name, filters):
        problem = f"You have {MOST} saved views, which is the most. Delete one first."
    if problem:
        messages.error(request, f"Not saved. {problem}")
    else:
        messages.success(request, f"Saved as {name}.")
    return HttpResponseRedirect(f"{_list(page)}?{filters}")


def _delete(page: Any, request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """Delete a view of the person."""
    own = SavedView.objects.filter(pk=key, username=request.user.get_username(), page=_name(page, request))
    with transaction.atomic(durable=True):
        number, _ = own.delete()
    if number:
        messages.success(request, "The view is deleted.")
    return HttpResponseRedirect(_list(page))


def _keep(username: str, page: str, name: str, filters: str) -> bool:
    with transaction.atomic(durable=True):
        # One at a time for each person: else two at once would be one too many.
        User.objects.select_for_update(no_key=True).get(username=username)
        own = SavedView.objects.filter(username=username)
        if own.filter(page=page, name=name).update(filters=filters):
            return True
        if own.count() >= MOST:
            return False
        SavedView.objects.create(username=username, page=page, name=name, filters=filters, created_at=clock.real_now())
    return True


def _problem(name: str, filters: str) -> str:
    if not filters:
        return "Narrow the list by filters first."
    if not name or len(name) > _LONGEST_NAME or not name.isprintable():
        return f"Enter a name of 1 to {_LONGEST_NAME} characters."
    return "The filters are too long." if len(filters) > _LONGEST_FILTERS else ""


def _filters(page: Any, request: HttpRequest, entered: QueryDict) -> str:
    """Return the filters of a list's address; not what was searched for, which may be somebody's name."""
    kept = QueryDict(mutable=True)
    for name, values in entered.lists():
        if any(values) and page.lookup_allowed(name, values[-1], request):
            kept[name] = values[-1]
    return kept.urlencode()


def _name(page: Any, request: HttpRequest) -> str:
    if not page.has_view_permission(request):
        raise PermissionDenied
    return str(page.opts.label)


def _list(page: Any) -> str:
    return reverse(f"admin:{page.opts.app_label}_{page.opts.model_name}_changelist")
