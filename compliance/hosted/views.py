"""The identity page: a few steps that a customer fills in on any device.

Opening the link changes nothing, so previews of messengers do no harm; starting binds it to the browser by a cookie.
"""

import dataclasses
import functools
import hashlib
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from django.conf import settings
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods, require_safe

from compliance.documents import upload_limits, uploads
from compliance.hosted import forms, kyc_links
from compliance.hosted.kyc_links import LinkClosed
from compliance.hosted.messages import page_of
from compliance.models import KycLink
from compliance.verification import documents
from platforms.base import clock, errors, identifiers, slots
from platforms.database import writes
from platforms.http import bodies

COOKIE = "identity_page"
_LARGEST_FORM = 2 * settings.MAX_FILE_BYTES + 64 * 1024
_PAUSE_SECONDS = 5
"""Pause before the last page returns to the platform by itself."""


@dataclasses.dataclass(frozen=True)
class Step:
    """A page of the form."""

    name: str
    short: str
    """Its short name in the row of steps, for narrow screens."""
    title: str
    form: type[forms.StepForm]
    lead: str = ""
    action: str = "Continue"


STEPS = (
    Step("you", "You", "About you", forms.AboutYou, "We compare this with your identity document."),
    Step("address", "Address", "Your address", forms.Address, "Where you live now."),
    Step("document", "Document", "Your identity document", forms.IdentityDocument),
    Step(
        "check", "Check", "Check and send", forms.Consent, "Look once more: this can't be changed afterwards.", "Send"
    ),
)
_BY_NAME = {step.name: step for step in STEPS}


@require_safe
def landing(request: HttpRequest, token: str) -> HttpResponse:
    """Show what the link is for; a browser that began continues where it was."""
    link = _find(token)
    if _is_visitor(request, link):
        return HttpResponseRedirect(_url(token, _next_step(link)))
    if link.state != "OPEN" or link.is_expired(link.platform.now()):
        return _closed(request, link)
    lines = [
        f"{link.platform.name} must confirm your identity before you can send and receive money.",
        "It takes about five minutes. Have your passport, driving licence or identity card at hand.",
    ]
    start = reverse("hosted:begin", args=[token])
    return page_of(request, link, "message", {"title": "Confirm your identity", "lines": lines, "start": start})


@require_http_methods(["POST"])
def begin(request: HttpRequest, token: str) -> HttpResponse:
    """Bind the link to this browser."""
    link = _find(token)
    try:
        with transaction.atomic(durable=True), writes.together():
            secret = kyc_links.begin(link_id=link.id, now=link.platform.now())
    except LinkClosed:
        return _closed(request, link)
    response = HttpResponseRedirect(_url(token, STEPS[0].name))
    response.set_cookie(
        COOKIE,
        secret,
        max_age=kyc_links.LIFETIME,
        path=reverse("hosted:landing", args=[token]),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return response


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def step(request: HttpRequest, token: str, name: str) -> HttpResponse:
    """Show a step, or store its answers.

    A body too large for two files is refused before any of it is read. The CSRF check reads the body, so it is made
    inside.
    """
    length = request.META.get("CONTENT_LENGTH") or "0"
    if not length.isdigit() or int(length) > _LARGEST_FORM:
        return _too_large(request, _find(token), token)
    if bodies.is_awaited(request):
        # Only the browser that the link is bound to may send pictures.
        link = _find(token)
        return bodies.go_on(request, _LARGEST_FORM) if _is_visitor(request, link) else _closed(request, link)
    return _step(request, token, name)


@csrf_protect
def _step(request: HttpRequest, token: str, name: str) -> HttpResponse:
    link = _find(token)
    if name not in _BY_NAME:
        raise Http404
    if not _is_visitor(request, link):
        return _closed(request, link)
    reached = _next_step(link)
    if _number(name) > _number(reached):
        return HttpResponseRedirect(_url(token, reached))
    form_of = _BY_NAME[name].form
    prepared = functools.partial(form_of, initial=_known(link, name), today=link.platform.now().date())
    if request.method != "POST":
        return _show(request, link, token, prepared(), name)
    return _take(request, link, token, prepared(request.POST, request.FILES), name)


def _take(request: HttpRequest, link: KycLink, token: str, form: forms.StepForm, name: str) -> HttpResponse:
    """Store the answers of a step and go on, or show it again with its errors."""
    if form.is_valid() and name == "document":
        _store(form, link)
    if form.is_valid():
        try:
            with transaction.atomic(durable=True), writes.together():
                return HttpResponseRedirect(_TAKERS[name](link, token, form.cleaned_data))
        except LinkClosed:
            return _closed(request, _find(token))
        except errors.DomainError as refusal:
            _explain(form, refusal)
    return _show(request, link, token, form, name)


@require_safe
def picture(request: HttpRequest, token: str, side: str) -> HttpResponse:
    """Show a picture to the browser that uploaded it."""
    link = _find(token)
    if not _is_visitor(request, link):
        raise Http404
    found = kyc_links.picture(link, side.upper())
    if found is None:
        raise Http404
    content_type, content = found
    response = HttpResponse(content, content_type=content_type)
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    response["X-Content-Type-Options"] = "nosniff"
    response["Cache-Control"] = "no-store"
    return response


@require_safe
def done(request: HttpRequest, token: str) -> HttpResponse:
    """Show that the process is complete and lead back to the platform."""
    link = _find(token)
    if link.completed_at is None or not kyc_links.is_same_browser(link, request.COOKIES.get(COOKIE, "")):
        return _closed(request, link)
    onward = _onward(link)
    lines = ["Thank you. We have everything we need.", f"{link.platform.name} will tell you the result."]
    response = page_of(request, link, "message", {"title": "Sent", "lines": lines, "onward": onward})
    if onward:
        # Not a redirect of the form: the page's own policy lets a form lead to this site only.
        response["Refresh"] = f"{_PAUSE_SECONDS}; url={onward}"
    return response


def _take_facts(link: KycLink, token: str, given: dict[str, Any]) -> str:
    day = given["birthDate"].isoformat()
    kyc_links.answer(link_id=link.id, given={**given, "birthDate": day})
    return _url(token, "address")


def _take_address(link: KycLink, token: str, given: dict[str, Any]) -> str:
    address = {name: value for name, value in given.items() if value or name == "postalCode"}
    kyc_links.answer(link_id=link.id, given={"address": address})
    return _url(token, "document")


def _take_document(link: KycLink, token: str, given: dict[str, Any]) -> str:
    kyc_links.attach(
        link_id=link.id,
        document_type=given["documentType"],
        country=given["country"],
        files=given["stored"],
        now=link.platform.now(),
    )
    return _url(token, "check")


def _store(form: forms.StepForm, link: KycLink) -> None:
    """Inspect and store the files, before any database transaction; problems are shown at the field."""
    stored: dict[str, uploads.StoredFile] = {}
    for name in ("front", "back"):
        file = form.cleaned_data.get(name)
        if not file:
            continue
        digest = hashlib.sha256()
        for chunk in file.chunks():
            digest.update(chunk)
        now = clock.real_now()
        try:
            stored[name.upper()] = uploads.take(
                file.file,
                platform_id=link.platform_id,
                name=file.name[:255],
                size=file.size,
                sha256=digest.digest(),
                today=now.date(),
                count=functools.partial(_count, link, file.size, now),
            )
        except slots.Busy:
            form.add_error(None, "We are very busy at the moment. Wait a few seconds, then send the file again.")
            form.refused_with, form.retry_after = 503, slots.RETRY_SECONDS
            break
        except upload_limits.LinkExhausted as refusal:
            form.add_error(name, refusal.text)
            form.refused_with = 429
        except upload_limits.DayExhausted as refusal:
            form.add_error(name, "No more files can be taken today. Send this one again after midnight UTC.")
            form.refused_with, form.retry_after = 429, refusal.details["retryAfter"]
        except uploads.Infected as infected:
            with transaction.atomic(durable=True), writes.together():
                documents.record_infection(
                    platform_id=link.platform_id,
                    subject=link.customer.public_id,
                    infected=infected,
                    actor=kyc_links.as_customer(link),
                    now=link.platform.now(),
                )
            form.add_error(name, f"This file {infected.problems[0]['reason']}.")
        except errors.InvalidInput as refusal:
            form.add_error(name, f"This file {refusal.problems[0]['reason']}.")
        except errors.DomainError as refusal:
            form.add_error(name, refusal.text)
    form.cleaned_data["stored"] = stored


def _count(link: KycLink, size: int, now: clock.RealTime) -> None:
    upload_limits.count_for_link(link.id)
    upload_limits.count(platform_id=link.platform_id, size=size, now=now)


def _take_consent(link: KycLink, token: str, given: dict[str, Any]) -> str:
    now = link.platform.now()
    kyc_links.answer(link_id=link.id, given={"consent": clock.iso(now)})
    kyc_links.hand_in(link_id=link.id, now=now)
    return reverse("hosted:done", args=[token])


_TAKERS: Mapping[str, Callable[[KycLink, str, dict[str, Any]], str]] = {
    "you": _take_facts,
    "address": _take_address,
    "document": _take_document,
    "check": _take_consent,
}


def _is_visitor(request: HttpRequest, link: KycLink) -> bool:
    """Tell whether this browser is the one bound to the link."""
    return kyc_links.may_continue(link=link, secret=request.COOKIES.get(COOKIE, ""), now=link.platform.now())


def _find(token: str) -> KycLink:
    link = kyc_links.find(token)
    if link is None:
        raise Http404
    return link


def _url(token: str, name: str) -> str:
    return reverse("hosted:step", args=[token, name])


def _number(name: str) -> int:
    return [each.name for each in STEPS].index(name)


def _next_step(link: KycLink) -> str:
    """Return the first step without answers."""
    filled = kyc_links.answers(link)
    needed = {"you": "fullName", "address": "address", "document": "documentType"}
    return next((name for name, key in needed.items() if key not in filled), "check")


def _known(link: KycLink, name: str) -> dict[str, Any]:
    filled = kyc_links.answers(link)
    if name == "address":
        return dict(filled.get("address", {}))
    if name == "document":
        uploaded = {side.lower() for side in filled.get("files", {})}
        return {**filled, "country": filled.get("documentCountry"), "uploaded": uploaded}
    return filled


def _explain(form: forms.StepForm, refusal: errors.DomainError) -> None:
    problems = refusal.problems if isinstance(refusal, errors.InvalidInput) else []
    for problem in problems:
        field = problem["field"].rpartition(".")[2]
        form.add_error(field if field in form.fields else None, problem["reason"])
    if not problems:
        form.add_error(None, refusal.text)


def _onward(link: KycLink) -> str:
    """Return the platform's address with the parameters that identify the result."""
    if not link.redirect_uri:
        return ""
    parts = urlsplit(link.redirect_uri)
    result = {"customerId": link.customer.public_id, "platformCustomerId": link.customer.platform_customer_id}
    if link.verification_id is not None:
        result["verificationId"] = identifiers.public("Verification", link.verification_id)
    query = [*parse_qsl(parts.query, keep_blank_values=True), *result.items()]
    return urlunsplit(parts._replace(query=urlencode(query)))


def _too_large(request: HttpRequest, link: KycLink, token: str) -> HttpResponse:
    lines = ["Each file may have 10 MB. Choose smaller ones: a photo of medium size is enough."]
    context = {"title": "The files are too large", "lines": lines, "again": reverse("hosted:landing", args=[token])}
    page = page_of(request, link, "message", context)
    page.status_code = 413
    return page


def _closed(request: HttpRequest, link: KycLink) -> HttpResponse:
    lines = {
        "COMPLETED": ["Your answers were sent before. There is nothing more to do."],
        "STARTED": ["It was opened in another browser, or its time is over.", "Ask for a new link."],
        "OPEN": ["Its time is over. Ask for a new link."],
    }[link.state]
    page = page_of(request, link, "message", {"title": "This link can't be used any more", "lines": lines})
    page.status_code = 410
    return page


def _show(request: HttpRequest, link: KycLink, token: str, form: forms.StepForm, name: str) -> HttpResponse:
    here = _BY_NAME[name]
    number = _number(name)
    steps = [
        {"title": each.short, "url": _url(token, each.name), "is_current": each.name == name, "is_done": index < number}
        for index, each in enumerate(STEPS)
    ]
    context = {
        "title": here.title,
        "lead": here.lead,
        "action": here.action,
        "form": form,
        "steps": steps,
        "number": number + 1,
        "back": _url(token, STEPS[number - 1].name) if number else "",
        "facts": _facts(link, token) if name == "check" else None,
        "uploaded": _uploaded(link, token) if name in {"document", "check"} else None,
    }
    page = page_of(request, link, "step", context)
    page.status_code = form.refused_with if form.errors else 200
    if form.retry_after:
        page["Retry-After"] = str(form.retry_after)
    return page


def _uploaded(link: KycLink, token: str) -> list[dict[str, Any]]:
    return [
        {
            "name": side.lower(),
            "file_name": shown["name"],
            "is_image": shown["contentType"].startswith("image/"),
            "url": reverse("hosted:picture", args=[token, side.lower()]),
        }
        for side, shown in kyc_links.answers(link).get("files", {}).items()
    ]


def _facts(link: KycLink, token: str) -> list[dict[str, str]]:
    filled = kyc_links.answers(link)
    address = filled["address"]
    lines = [address.get(name, "") for name in ("line1", "line2", "postalCode", "city", "state")]
    lines.append(forms.country_name(address["country"]))
    issuer = forms.country_name(filled["documentCountry"])
    document = f"{dict(forms.DOCUMENT_TYPES)[filled['documentType']]}\n{issuer}"
    return [
        {"label": "Full name", "value": filled["fullName"], "url": _url(token, "you")},
        {"label": "Date of birth", "value": forms.day_in_words(filled["birthDate"]), "url": _url(token, "you")},
        {"label": "Nationality", "value": forms.country_name(filled["nationality"]), "url": _url(token, "you")},
        {"label": "Address", "value": "\n".join(filter(None, lines)), "url": _url(token, "address")},
        {"label": "Identity document", "value": document, "url": _url(token, "document")},
    ]
