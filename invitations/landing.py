"""The public page of an invitation: first name, amount, state, and how to accept.

Opening it changes nothing, so previews of messengers do no harm. It has no script, loads nothing from elsewhere and
sends its address nowhere.
"""

import re
import unicodedata
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext, gettext_noop, pgettext_lazy
from django.views.decorators.http import require_safe

from invitations import codes, queries
from invitations.models import Invitation, InvitationStatus
from platforms.http import languages, rate_limit

_VISITS_PER_SECOND = 2
_VISITS_AT_ONCE = 30
"""Requests of one network address: enough for an office, too few to try codes."""
_POLICY = "default-src 'none'; style-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
_LONGEST_NAME_SHOWN = 40
_JOINERS = "\u200c\u200d"
"""Invisible characters in Persian names and joined emoji."""
_ISOLATE, _END_ISOLATE = "\u2068", "\u2069"
_STATES = {
    InvitationStatus.PENDING: (pgettext_lazy("of an invitation", "Open"), "open"),
    InvitationStatus.CLAIMED: (pgettext_lazy("of an invitation", "Accepted"), "accepted"),
    InvitationStatus.EXPIRED: (pgettext_lazy("of an invitation", "Expired"), "over"),
    InvitationStatus.CANCELLED: (pgettext_lazy("of an invitation", "Withdrawn"), "over"),
}
_ASK_ANYBODY = gettext_noop("Ask whoever sent it to you for a new one.")
_OVER = {
    InvitationStatus.CLAIMED: (
        gettext_noop("This invitation has been accepted"),
        gettext_noop("If you accepted it, there is nothing more to do here."),
        gettext_noop("If you did not, ask %(sender)s for a new one."),
        gettext_noop("If you did not, ask whoever sent it to you for a new one."),
    ),
    InvitationStatus.EXPIRED: (
        gettext_noop("This invitation has expired"),
        gettext_noop("It can no longer be accepted."),
        gettext_noop("Ask %(sender)s for a new one."),
        _ASK_ANYBODY,
    ),
    InvitationStatus.CANCELLED: (
        gettext_noop("This invitation was withdrawn"),
        gettext_noop("It can no longer be accepted."),
        gettext_noop("If that surprises you, ask %(sender)s."),
        gettext_noop("If that surprises you, ask whoever sent it to you."),
    ),
}
"""Title, what it means, and whom to ask: somebody with a name, and without."""


def _too_many(refusal: Exception, request: HttpRequest) -> HttpResponse:
    told = _plain(gettext("Too many visits"), gettext("Wait a moment, then open the link again."))
    return _show(request, told, status=429)


@rate_limit.per_address("invitation", allowance=lambda: (_VISITS_PER_SECOND, _VISITS_AT_ONCE), refuse=_too_many)
@require_safe
def page(request: HttpRequest, code: str) -> HttpResponse:
    """Show an invitation. An unknown code is looked up and answered like any other."""
    found = queries.by_code(code)
    if found is None:
        lines = (
            gettext("Check that the whole link was copied."),
            gettext("If it was, ask whoever sent it to you for a new one."),
        )
        return _show(request, _plain(gettext("There is no such invitation"), *lines), status=404)
    return _show(request, _told(found), status=200)


def _told(found: Invitation) -> dict[str, Any]:
    """Return everything that the page shows of an invitation."""
    status = found.status_at(found.platform.now())
    name = _presentable(found.first_name or "")
    amount = "" if found.amount is None else languages.amount(found.amount, found.currency or "")
    word, mark = _STATES[status]
    told: dict[str, Any] = {"state": {"word": word, "mark": mark}, "name": name, "amount": amount}
    if status in _OVER:
        title, meaning, ask, ask_anybody = _OVER[status]
        whom = gettext(ask) % {"sender": _isolated(name)} if name else gettext(ask_anybody)
        return told | _plain(gettext(title), gettext(meaning), whom)
    description = gettext("See how to accept this invitation. Opening it pays nothing and accepts nothing.")
    return told | {"title": _title(name, amount), "description": description, "code": codes.grouped(found.code)}


def _title(name: str, amount: str) -> str:
    parts = {"name": _isolated(name), "amount": amount}
    if not name:
        text = gettext("Somebody wants to send you %(amount)s") if amount else gettext(_SOMEBODY_INVITES)
    elif amount:
        text = gettext("%(name)s wants to send you %(amount)s")
    else:
        text = gettext("%(name)s invites you to receive money by UMA")
    return text % parts


_SOMEBODY_INVITES = gettext_noop("Somebody invites you to receive money by UMA")


def _plain(title: str, *lines: str) -> dict[str, Any]:
    return {"title": title, "lines": lines, "description": lines[0]}


def _presentable(name: str) -> str:
    """Return a name, shortened where it is very long, without invisible or direction-changing characters."""
    shown = (
        character
        for character in re.sub(r"\s+", " ", name)
        if character in _JOINERS or unicodedata.category(character) not in {"Cc", "Cf", "Co", "Cn", "Cs"}
    )
    whole = "".join(shown).strip(f"{_JOINERS} ")
    if len(whole) <= _LONGEST_NAME_SHOWN:
        return whole
    return whole[:_LONGEST_NAME_SHOWN].rstrip(f"{_JOINERS} ") + "\u2026"


def _isolated(name: str) -> str:
    """Return a name for plain text, isolated where it is written from right to left and would turn its surroundings."""
    turns = any(unicodedata.bidirectional(character) in {"R", "AL", "AN"} for character in name)
    return f"{_ISOLATE}{name}{_END_ISOLATE}" if turns else name


def _show(request: HttpRequest, told: dict[str, Any], *, status: int) -> HttpResponse:
    context = {"languages": languages.choices(), **told}
    response = render(request, "invitations/page.html", context, status=status)
    response["Content-Security-Policy"] = _POLICY
    response["Referrer-Policy"] = "no-referrer"
    response["Cache-Control"] = "no-store"
    response["X-Robots-Tag"] = "noindex, nofollow"
    return response
