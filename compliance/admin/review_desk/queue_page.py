"""The page of the review queue."""

from typing import Any

from django.conf import settings
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from compliance.admin import hand_opened_cases
from compliance.admin.review_desk import ages, filters, permissions, reassigning
from compliance.admin.review_desk.evidence import facts
from compliance.review_desk import review_queue
from platforms.backoffice import actions

TITLES = {
    review_queue.Part.ALL: "All",
    review_queue.Part.MINE: "Mine",
    review_queue.Part.UNASSIGNED: "Unassigned",
    review_queue.Part.OVERDUE: "Overdue",
    review_queue.Part.ESCALATED: "Escalated",
}
"""Of the parts of the queue."""


@require_GET
def queue(request: HttpRequest) -> HttpResponse:
    """Show the waiting verifications, oldest first."""
    if not actions.may(request.user, permissions.READ):
        raise PermissionDenied
    part = _part(request.GET.get("part", ""))
    person = permissions.person(request)
    narrowed = filters.read(request.GET)
    page = review_queue.page(part=part, person=person, filters=narrowed, after=request.GET.get("after", ""))
    counts = review_queue.counts(person=person, filters=narrowed)
    parts = [
        {"word": queue_part.value, "title": title, "count": counts[queue_part], "is_shown": queue_part == part}
        for queue_part, title in TITLES.items()
    ]
    context = {
        "title": "Review queue",
        "page": page,
        "lines": [_line(line) for line in page.lines],
        "parts": parts,
        "part": part.value,
        "many": review_queue.MANY,
        "fields": filters.fields(narrowed),
        "query": filters.query(narrowed),
        "reassigning": reassigning.form_for(request),
        "target_hours": settings.REVIEW_TARGET_HOURS,
        "person": person,
        "is_first": "after" not in request.GET,
        "opened_by_hand": hand_opened_cases.waiting(request) if "after" not in request.GET else None,
    }
    return render(request, "admin/compliance/desk/queue.html", {**admin.site.each_context(request), **context})


def _part(word: str) -> review_queue.Part:
    return review_queue.Part(word) if word in set(review_queue.Part) else review_queue.Part.ALL


def _line(line: review_queue.Line) -> dict[str, Any]:
    return {
        "row": line,
        "age": ages.words(line.waited),
        "due": ages.against(line.waited, review_queue.target()),
        "kind": facts.kind(line.verification.customer),
    }
