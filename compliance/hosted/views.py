"""The identity page: a few steps that a customer fills in on any device.

Opening the link changes nothing, so previews of messengers do no harm; starting binds it to the browser by a cookie.
"""

import datetime as dt
import functools
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from django.conf import settings
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from compliance.hosted import company_documents, files, forms, kyc_links, steps
from compliance.hosted.company_documents import Sent
from compliance.hosted.kyc_links import LinkClosed
from compliance.hosted.messages import page_of, protected
from compliance.models import KycLink
from platforms.base import clock, errors, identifiers
from platforms.database import writes
from platforms.http import bodies, languages

COOKIE = "identity_page"
_LARGEST_FORM = 2 * settings.MAX_FILE_BYTES + 64 * 1024
_PICTURED = {
    "FRONT": gettext_noop("What you uploaded: the front"),
    "BACK": gettext_noop("What you uploaded: the back"),
}
_PAUSE_SECONDS = 5
"""Pause before the last page returns to the platform by itself."""


@require_safe
def landing(request: HttpRequest, token: str) -> HttpResponse:
    """Show what the link is for; a browser that began continues where it was."""
    link = _find(token)
    if _is_visitor(request, link):
        return HttpResponseRedirect(_url(token, _next_step(link, _sent(link))))
    if link.state != "OPEN" or link.is_expired(link.platform.now()):
        return _closed(request, link)
    context = company_documents.invitation(link) if steps.is_of_business(link) else _invitation(link)
    return page_of(request, link, "message", {**context, "start": reverse("hosted:begin", args=[token])})


def _invitation(link: KycLink) -> dict[str, Any]:
    lines = [
        gettext("%(platform)s must confirm your identity before you can send and receive money.")
        % {"platform": link.platform.name},
        gettext("It takes about five minutes. Have your passport, driving licence or identity card at hand."),
        gettext("Next: your name and date of birth."),
    ]
    return {"title": gettext("Confirm your identity"), "lines": lines}


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
@protected
def begin(request: HttpRequest, token: str) -> HttpResponse:
    """Bind the link to this browser. Whoever loads its page again is led to where the link leads."""
    link = _find(token)
    if request.method != "POST":
        return HttpResponseRedirect(reverse("hosted:landing", args=[token]))
    try:
        with transaction.atomic(durable=True), writes.together():
            secret = kyc_links.begin(link_id=link.id, now=link.platform.now())
    except LinkClosed:
        return _closed(request, link)
    response = HttpResponseRedirect(_url(token, next(iter(steps.of(link)))))
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


@protected
def _step(request: HttpRequest, token: str, name: str) -> HttpResponse:
    link = _find(token)
    if name not in steps.of(link):
        raise Http404
    if not _is_visitor(request, link):
        return _closed(request, link)
    sent = _sent(link)
    reached = _next_step(link, sent)
    # Of the documents that were sent none is asked for again.
    if steps.number(link, name) > steps.number(link, reached) or (name == "documents" and name != reached):
        return HttpResponseRedirect(_url(token, reached))
    form_of, known = steps.of(link)[name].form, _known(link, name, sent)
    if name == "documents" and request.POST.get("holder", known.get("holder")) != known.get("holder"):
        # Sent twice: the first one was taken, and this one belongs to nobody who is asked about now.
        return HttpResponseRedirect(_url(token, name))
    prepared = functools.partial(form_of, initial=known, today=link.platform.now().date())
    if request.method != "POST":
        return _show(request, link, token, prepared(), name, sent=sent)
    return _take(request, link, token, prepared(request.POST, request.FILES), name, sent=sent)


def _take(
    request: HttpRequest, link: KycLink, token: str, form: forms.StepForm, name: str, *, sent: Sent | None
) -> HttpResponse:
    """Store the answers of a step and go on, or show it again with its errors."""
    if form.is_valid() and name in {"document", "documents"}:
        files.take(form, link)
    if form.is_valid():
        try:
            with transaction.atomic(durable=True), writes.together():
                return HttpResponseRedirect(_TAKERS[name](link, token, form.cleaned_data))
        except LinkClosed:
            return _closed(request, _find(token))
        except errors.DomainError as refusal:
            _explain(form, refusal, link)
    return _show(request, link, token, form, name, sent=sent)


@require_safe
def picture(request: HttpRequest, token: str, side: str) -> HttpResponse:
    """Show a picture to the browser that uploaded it."""
    link = _find(token)
    if not _is_visitor(request, link):
        raise Http404
    uploaded = kyc_links.picture(link, side.upper())
    if uploaded is None:
        raise Http404
    content_type, content = uploaded
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
    lines = [
        gettext("Thank you. We have everything we need."),
        gettext("Next: your answers are checked. %(platform)s will tell you the result.")
        % {"platform": link.platform.name},
        gettext("In a few seconds this page goes back by itself.") if onward else gettext("You can close this page."),
    ]
    response = page_of(request, link, "message", {"title": gettext("Sent"), "lines": lines, "onward": onward})
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


def _take_company_document(link: KycLink, token: str, given: dict[str, Any]) -> str:
    company_documents.take(link, given)
    return _url(token, "documents")


def _take_consent(link: KycLink, token: str, given: dict[str, Any]) -> str:
    now = link.platform.now()
    kyc_links.answer(link_id=link.id, given={"consent": clock.iso(now)})
    kyc_links.hand_in(link_id=link.id, now=now)
    return reverse("hosted:done", args=[token])


_TAKERS: Mapping[str, Callable[[KycLink, str, dict[str, Any]], str]] = {
    "you": _take_facts,
    "address": _take_address,
    "document": _take_document,
    "documents": _take_company_document,
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


def _sent(link: KycLink) -> Sent | None:
    """Return what a business has sent; None for a person, whose answers are in the link."""
    return company_documents.read(link) if steps.is_of_business(link) else None


def _next_step(link: KycLink, sent: Sent | None) -> str:
    """Return the first step without answers."""
    if sent is not None:
        return "documents" if sent.missing else "check"
    filled = kyc_links.answers(link)
    needed = {"you": "fullName", "address": "address", "document": "documentType"}
    return next((name for name, key in needed.items() if key not in filled), "check")


def _known(link: KycLink, name: str, sent: Sent | None) -> dict[str, Any]:
    filled = kyc_links.answers(link)
    if name == "address":
        return dict(filled.get("address", {}))
    if name == "documents" and sent is not None:
        return sent.asked
    if name == "document":
        uploaded = {side.lower() for side in filled.get("files", {})}
        return {**filled, "country": filled.get("documentCountry"), "uploaded": uploaded}
    return filled


def _explain(form: forms.StepForm, refusal: errors.DomainError, link: KycLink) -> None:
    """Say what is refused after the page itself had found nothing wrong: rare, and never in the words of the API."""
    if not isinstance(refusal, errors.InvalidInput):
        text = gettext("Your answers can't be taken any more. Ask %(platform)s for help.")
        form.add_error(None, text % {"platform": link.platform.name})
        return
    for problem in refusal.problems:
        field = problem["field"].rpartition(".")[2]
        text = gettext(
            "Something here can't be taken as it is. Look at your answers again, and change what is not right."
        )
        form.add_error(field if field in form.fields else None, text)


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
    lines = [gettext("Each file may have 10 MB. Choose smaller ones: a photo of medium size is enough.")]
    context = {
        "title": gettext("The files are too large"),
        "lines": lines,
        "again": reverse("hosted:landing", args=[token]),
    }
    page = page_of(request, link, "message", context)
    page.status_code = 413
    return page


def _closed(request: HttpRequest, link: KycLink) -> HttpResponse:
    lines = {
        "COMPLETED": [gettext("Your answers were sent before. There is nothing more to do.")],
        "STARTED": [
            gettext("It was opened in another browser, or its time is over."),
            gettext("Go on in the browser in which you began, or ask %(platform)s for a new link.")
            % {"platform": link.platform.name},
        ],
        "OPEN": [gettext("Its time is over. Ask %(platform)s for a new link.") % {"platform": link.platform.name}],
    }[link.state]
    page = page_of(request, link, "message", {"title": gettext("This link can't be used any more"), "lines": lines})
    page.status_code = 410
    return page


def _show(
    request: HttpRequest, link: KycLink, token: str, form: forms.StepForm, name: str, *, sent: Sent | None
) -> HttpResponse:
    all_steps = list(steps.of(link).values())
    here, number = steps.of(link)[name], steps.number(link, name)
    shown = [
        {
            "title": gettext(each.short),
            "url": _url(token, each.name),
            "is_current": each.name == name,
            "is_done": index < number,
        }
        for index, each in enumerate(all_steps)
    ]
    context = {
        "title": form.initial.get("title") or gettext(here.title),
        "lead": gettext(here.lead),
        "upcoming": gettext(here.upcoming) % {"platform": link.platform.name},
        "action": gettext(here.action),
        "form": form,
        "holder": form.initial.get("holder"),
        "steps": shown,
        "number": number + 1,
        "back": _url(token, all_steps[number - 1].name) if number and not steps.is_of_business(link) else "",
        "facts": _facts(link, token, sent) if name == "check" else None,
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
            "alternative": gettext(_PICTURED[side]),
            "file_name": shown["name"],
            "is_image": shown["contentType"].startswith("image/"),
            "url": reverse("hosted:picture", args=[token, side.lower()]),
        }
        for side, shown in kyc_links.answers(link).get("files", {}).items()
    ]


def _facts(link: KycLink, token: str, sent: Sent | None) -> list[dict[str, str]]:
    if sent is not None:
        return company_documents.facts(link, sent)
    filled = kyc_links.answers(link)
    address = filled["address"]
    lines = [address.get(name, "") for name in ("line1", "line2", "postalCode", "city", "state")]
    lines.append(languages.country(address["country"]))
    issuer = languages.country(filled["documentCountry"])
    document = f"{dict(forms.DOCUMENT_TYPES)[filled['documentType']]}\n{issuer}"
    born = languages.day_in_words(dt.date.fromisoformat(filled["birthDate"]))
    return [
        {"label": gettext("Full name"), "value": filled["fullName"], "url": _url(token, "you")},
        {"label": gettext("Date of birth"), "value": born, "url": _url(token, "you")},
        {"label": gettext("Nationality"), "value": languages.country(filled["nationality"]), "url": _url(token, "you")},
        {"label": gettext("Address"), "value": "\n".join(filter(None, lines)), "url": _url(token, "address")},
        {"label": gettext("Identity document"), "value": document, "url": _url(token, "document")},
    ]
