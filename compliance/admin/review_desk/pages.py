"""The pages of the desk."""

import dataclasses
import uuid
from collections.abc import Sequence
from typing import Any

from django.contrib import admin, messages
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import URLPattern, path, reverse
from django.views.decorators.http import require_GET, require_POST

from compliance import queries
from compliance.admin.review_desk import actions as desk_actions
from compliance.admin.review_desk import (
    ages,
    approving,
    desk_numbers,
    filters,
    findings,
    permissions,
    queue_page,
    reassigning,
)
from compliance.admin.review_desk.dialogs import DeskAction, DeskForm, HitForm
from compliance.admin.review_desk.evidence import (
    background,
    causes,
    document_facts,
    duplicates,
    facts,
    history,
    money,
    ownership,
    related,
    screening,
)
from compliance.models import (
    Customer,
    Document,
    ListKind,
    ScreeningHit,
    Verification,
    VerificationStatus,
)
from compliance.review_desk import assignments, case_files, claim_expiry, review_queue
from platforms.backoffice import actions, columns, dialogs, links, masking
from platforms.backoffice.actions import Action
from platforms.base import clock, errors, identifiers
from platforms.models import Proposal

_COLOURS = {
    "APPROVED": "success",
    "REJECTED": "danger",
    "RESOLVE_ERRORS": "warning",
    "PENDING_MANUAL_REVIEW": "warning",
}


def urls() -> list[URLPattern]:
    """Return the addresses of the desk, below the list of verifications."""
    view = admin.site.admin_view
    return [
        path("desk/", view(queue_page.queue), name="compliance_desk_queue"),
        *desk_numbers.urls(),
        path("desk/reassign/", view(reassigning.reassign), name="compliance_desk_reassign"),
        path("desk/next/", view(take_next), name="compliance_desk_next"),
        path("desk/<uuid:key>/", view(case), name="compliance_desk_case"),
        path("desk/<uuid:key>/payments/", view(money.payments), name="compliance_desk_payments"),
        path("desk/<uuid:key>/claim/", view(claim), name="compliance_desk_claim"),
        path("desk/<uuid:key>/approval/", view(approval), name="compliance_desk_approval"),
        path("desk/<uuid:key>/do/<slug:word>/", view(dialog), name="compliance_desk_dialog"),
        path("desk/<uuid:key>/preview/<slug:word>/", view(preview), name="compliance_desk_preview"),
        path("desk/<uuid:key>/hit/", view(hit_dialog), name="compliance_desk_hit"),
        path("desk/<uuid:key>/duplicate/<uuid:other>/", view(duplicate), name="compliance_desk_duplicate"),
        path("desk/<uuid:key>/compare/<uuid:other>/", view(duplicates.compare), name="compliance_desk_compare"),
    ]


@require_POST
def take_next(request: HttpRequest) -> HttpResponse:
    """Take the case that has waited longest, and open it."""
    _require(request, permissions.CLAIM)
    with transaction.atomic(durable=True):
        taken = assignments.claim_next(
            is_lead=permissions.is_lead(request),
            filters=filters.read(request.GET),
            actor=dialogs.actor(request),
            now=clock.real_now(),
        )
    return _to_case_or_queue(request, taken)


@require_POST
def claim(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """Take a case, and show it."""
    _require(request, permissions.CLAIM)
    try:
        with transaction.atomic(durable=True):
            assignments.claim(
                verification_id=key,
                is_lead=permissions.is_lead(request),
                actor=dialogs.actor(request),
                now=permissions.platform_time(key),
            )
    except queries.VerificationNotFound:
        raise Http404 from None
    except errors.DomainError as refusal:
        messages.error(request, refusal.text)
    return HttpResponseRedirect(_narrowed(request, reverse("admin:compliance_desk_case", args=[key])))


@require_GET
def case(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """Show everything that a decision is based on. Personal data is unmasked for the assigned reviewer, and logged."""
    _require(request, permissions.READ)
    file = _file(key)
    lead = permissions.is_lead(request)
    is_own = file.assigned_to == permissions.person(request)
    is_open = _is_open(request, file)
    if is_open:
        with transaction.atomic(durable=True):
            assignments.record_reading(
                verification=file.verification, actor=dialogs.actor(request), now=file.platform.now()
            )
    context: dict[str, Any] = {
        "title": "Case",
        "subtitle": review_queue.name_of(file.customer),
        "file": file,
        "name": review_queue.name_of(file.customer),
        "is_open": is_open,
        "is_own": is_own,
        "query": filters.query(filters.read(request.GET)),
        **_state(file),
        "may_claim": not file.customer.is_deleted
        and actions.may(request.user, permissions.CLAIM)
        and (lead or not file.is_escalated),
        **_actions(request, file),
        "why": causes.why(file),
        "flags": review_queue.flags_of(file),
        "facts": facts.of_customer(file.customer, today=file.platform.now().date(), is_open=is_open),
        "background": background.facts(file),
        "former": background.former(file),
        "may_read_payments": actions.may(request.user, permissions.READ_PAYMENTS),
        "owners": _owners(file, is_open=is_open),
        "drawing": ownership.drawing(review_queue.name_of(file.customer), file.owners) if file.owners else "",
        "duplicates": duplicates.of(file) if is_open else (),
        "related": related.of(request, file) if is_open else (),
        "hits": screening.hits(file),
        "may_resolve": is_open and actions.may(request.user, desk_actions.RESOLVE_HIT),
        "errors": [history.error_text(error, file) for error in file.verification.errors],
        "history": history.of(file),
        "documents": _documents(file, is_open=is_open),
        "may_read": actions.may(request.user, permissions.READ_DOCUMENT),
    }
    return _page(request, "admin/compliance/desk/case.html", context)


@require_GET
def approval(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """Show the button that approves, or why the case can't be approved: the page asks when a document was opened."""
    _require(request, permissions.READ)
    file = _file(key)
    shown = _actions(request, file)
    if shown["approving"] is None:
        raise Http404
    action = next(action for action in shown["actions"] if action.name == shown["approving"].verb)
    context = {"file": file, "action": action, "query": filters.query(filters.read(request.GET)), **shown}
    return render(request, "admin/compliance/desk/approval.html", context)


def dialog(request: HttpRequest, key: uuid.UUID, word: str) -> HttpResponse:
    """Show a dialog, or carry out what was entered in it."""
    action, file = _action(word), _file(key)
    form = _form(request, action, key)
    if not form.is_valid():
        title = f"{action.title}: {review_queue.name_of(file.customer)}"
        return _dialog(request, form, title=title, description=action.text, submit=action.submit_text)
    if isinstance(form.done, Proposal):
        return form.finish()
    messages.success(request, f"{action.message}: {review_queue.name_of(file.customer)}.")
    if action.moves_on:
        return _leave_for(_to_case_or_queue(request, form.following, wanted=form.cleaned_data["next"]))
    return HttpResponse(headers={"HX-Redirect": _narrowed(request, reverse("admin:compliance_desk_case", args=[key]))})


@require_POST
def preview(request: HttpRequest, key: uuid.UUID, word: str) -> HttpResponse:
    """Show the webhooks that would be sent, given the present state and the dialog's fields."""
    action = _action(word)
    _file(key)
    form = _form(request, action, key, is_preview=True)
    context: dict[str, Any] = {}
    if not action.tells:
        raise Http404
    if form.is_valid():
        try:
            context["events"] = [_PreviewedEvent.of(event) for event in form.foresee()]
        except errors.InvalidInput as refusal:
            context["refusal"] = "; ".join(problem["reason"] for problem in refusal.problems)
        except errors.DomainError as refusal:
            context["refusal"] = refusal.text
    return render(request, "admin/compliance/desk/preview.html", context)


def hit_dialog(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """Show the dialog for a screening hit, or decide the hit and return to the case; `hit` is its key."""
    hit_key = dialogs.key_of(request.GET.get("hit", ""))
    file = _file(key)
    hit = next((row for row in file.hits if row.id == hit_key), None)
    if hit is None:
        raise Http404
    form = HitForm(
        action=desk_actions.RESOLVE_HIT,
        model=ScreeningHit,
        request=request,
        object_id=str(hit.id),
        data=request.POST or None,
        waits=file.verification.status == VerificationStatus.PENDING_MANUAL_REVIEW,
    )
    if not form.is_valid():
        title = f"Screening hit: {file.holders.get(hit.subject, hit.subject)}"
        text = (
            f"On the list: {hit.matched_name}, score {hit.score}. Give as the reason what you compared: dates, "
            f"numbers, places. At least 10 characters. {_of_true_match(file, hit)}"
        )
        return _dialog(request, form, title=title, description=text, submit="Decide")
    if form.ends_case:
        messages.success(request, f"True match. Rejected: {review_queue.name_of(file.customer)}.")
        return _leave_for(_to_case_or_queue(request, form.following, wanted=form.cleaned_data["next"]))
    messages.success(request, "The hit is decided.")
    return HttpResponse(headers={"HX-Redirect": _narrowed(request, reverse("admin:compliance_desk_case", args=[key]))})


def _of_true_match(file: case_files.CaseFile, hit: ScreeningHit) -> str:
    """Return what a true match does to the customer, and what the platform reads."""
    if file.verification.status != VerificationStatus.PENDING_MANUAL_REVIEW:
        return "A true match rejects the customer at once."
    ground = "is sanctioned" if hit.kind == ListKind.SANCTION else "was rejected"
    text = f"A true match rejects the customer and ends this case: the platform is told that the applicant {ground}."
    if hit.kind == ListKind.PEP:
        text += " If the person may be a customer all the same, close this dialog and choose Accept beside the hit."
    return text


@require_POST
def duplicate(request: HttpRequest, key: uuid.UUID, other: uuid.UUID) -> HttpResponse:
    """Open another customer for whom one of the files was submitted: by the reviewer of the case, and logged."""
    _require(request, permissions.READ)
    file = _file(key)
    if not _is_open(request, file):
        raise PermissionDenied
    if identifiers.public("Customer", other) not in file.copies:
        raise Http404
    copy = Customer.objects.get(id=other)
    with transaction.atomic(durable=True):
        assignments.record_opening(
            copy=copy, verification=file.verification, actor=dialogs.actor(request), now=copy.platform.now()
        )
    return HttpResponseRedirect(links.page(Customer, other))


@dataclasses.dataclass(frozen=True, slots=True)
class _PreviewedEvent:
    """An event for the preview."""

    type: str
    errors: Sequence[str]
    payload: str

    @classmethod
    def of(cls, event: Any) -> "_PreviewedEvent":
        shown: Any = masking.personal(event.data)
        problems = [f"{findings.words(error['type'])}: {error['reason']}" for error in event.data.get("errors", ())]
        return cls(event.type, problems, columns.document_text(shown))


def _require(request: HttpRequest, action: Action) -> None:
    if not actions.may(request.user, action):
        raise PermissionDenied


def _is_open(request: HttpRequest, file: case_files.CaseFile) -> bool:
    """Tell whether the person sees the personal data of the case: its reviewer, and lead reviewers."""
    return permissions.is_lead(request) or file.assigned_to == permissions.person(request)


def _file(key: uuid.UUID) -> case_files.CaseFile:
    try:
        return case_files.load(key)
    except queries.VerificationNotFound:
        raise Http404 from None


def _actions(request: HttpRequest, file: case_files.CaseFile) -> dict[str, Any]:
    """Return what the person can do about the case, and whether it can be approved."""
    assert isinstance(request.user, User)
    offered = desk_actions.offered(file, user=request.user, is_lead=permissions.is_lead(request))
    if not any(action.name == approving.BY_ONE for action in offered):
        return {"actions": offered, "approving": None}
    may_approve = approving.of(request, file)
    other = ({approving.BY_ONE, approving.BY_TWO} - {may_approve.verb}).pop()
    return {"actions": [action for action in offered if action.name != other], "approving": may_approve}


def _action(word: str) -> DeskAction:
    found = next((one for one in desk_actions.OF_CASE if one.word == word), None)
    if found is None:
        raise Http404
    return found


def _form(request: HttpRequest, action: DeskAction, key: uuid.UUID, *, is_preview: bool = False) -> DeskForm:
    return DeskForm(
        action=action,
        model=Verification,
        request=request,
        object_id=str(key),
        data=request.POST if is_preview else request.POST or None,
        is_preview=is_preview,
    )


def _page(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    return render(request, template, {**admin.site.each_context(request), **context})


def _dialog(request: HttpRequest, form: Any, *, title: str, description: str, submit: str) -> HttpResponse:
    shown = {"title": title, "description": description}
    context = {"dialog": shown, "form": form, "form_submit_text": submit}
    return render(request, "unfold/helpers/dialog.html", context)


def _to_case_or_queue(request: HttpRequest, taken: Any, *, wanted: bool = True) -> HttpResponseRedirect:
    if taken is not None:
        return HttpResponseRedirect(_narrowed(request, reverse("admin:compliance_desk_case", args=[taken.id])))
    if wanted:
        messages.info(request, "No case is waiting for you to take.")
    return HttpResponseRedirect(_narrowed(request, reverse("admin:compliance_desk_queue")))


def _narrowed(request: HttpRequest, address: str) -> str:
    """Return an address with the filters of the queue that the person works on."""
    query = filters.query(filters.read(request.GET))
    return f"{address}?{query}" if query else address


def _leave_for(redirect: HttpResponseRedirect) -> HttpResponse:
    """Turn a redirection into the form that a dialog follows."""
    return HttpResponse(headers={"HX-Redirect": redirect.url})


def _state(file: case_files.CaseFile) -> dict[str, Any]:
    """Return the state of the case, in words."""
    verification, target = file.verification, review_queue.target()
    now, claim_ends = file.platform.now(), claim_expiry.ends_at(file)
    waited = now - (verification.submitted_at or verification.created_at)
    return {
        "claim_left": ages.words(claim_ends - now) if claim_ends else "",
        "kind": facts.kind(file.customer),
        "status": history.STATUSES[verification.status].capitalize(),
        "status_colour": _COLOURS.get(verification.status, "info"),
        "verification_link": links.shortened(links.to_public_id(verification.public_id)),
        "waits": verification.status == VerificationStatus.PENDING_MANUAL_REVIEW,
        "age": ages.words(waited),
        "due": ages.against(waited, target),
        "is_overdue": waited > target,
    }


def _owners(file: case_files.CaseFile, *, is_open: bool) -> list[dict[str, Any]]:
    today = file.platform.now().date()
    return [
        {
            "row": owner,
            "facts": facts.of_owner(owner, today=today, is_open=is_open),
            "roles": ", ".join(findings.words(role) for role in owner.roles),
            "share": f"{owner.ownership_percentage.normalize():f} %",
            "status": columns.words(owner.kyc_status),
            "hits": sum(hit.subject == owner.public_id for hit in file.hits),
        }
        for owner in file.owners
    ]


def _documents(file: case_files.CaseFile, *, is_open: bool) -> list[dict[str, Any]]:
    return [
        {
            "row": document,
            "title": findings.title(document),
            "holder": file.holders.get(document.holder_id, ""),
            "holder_id": document.holder_id,
            "facts": document_facts.facts(document, file) if is_open else (),
            "address": reverse("admin:compliance_document_page", args=[document.id, 1])[: -len("1/")],
            "link": links.page(Document, document.id),
        }
        for document in file.documents
    ]
