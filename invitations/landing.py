"""The public page of an invitation: first name, amount, state, and how to accept.

Opening it changes nothing, so previews of messengers do no harm. It has no script, loads nothing from elsewhere and
sends its address nowhere.
"""

import re
import unicodedata
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from invitations import codes, queries
from invitations.models import Invitation, InvitationStatus
from platforms.backoffice import amounts
from platforms.http import rate_limit

_VISITS_PER_SECOND = 2
_VISITS_AT_ONCE = 30
"""Requests of one network address: enough for an office, too few to try codes."""
_POLICY = "default-src 'none'; style-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
_LONGEST_NAME_SHOWN = 40
_JOINERS = "\u200c\u200d"
"""Invisible characters in Persian names and joined emoji."""
_ISOLATE, _END_ISOLATE = "\u2068", "\u2069"
_STATES = {
    InvitationStatus.PENDING: {"word": "Open", "mark": "open"},
    InvitationStatus.CLAIMED: {"word": "Accepted", "mark": "accepted"},
    InvitationStatus.EXPIRED: {"word": "Expired", "mark": "over"},
    InvitationStatus.CANCELLED: {"word": "Withdrawn", "mark": "over"},
}
_OVER = {
    InvitationStatus.CLAIMED: (
        "This invitation has been accepted",
        ("If you accepted it, there is nothing more to do here.", "If you did not, ask {sender} for a new one."),
    ),
    InvitationStatus.EXPIRED: (
        "This invitation has expired",
        ("It can no longer be accepted. Ask {sender} for a new one.",),
    ),
    InvitationStatus.CANCELLED: (
        "This invitation was withdrawn",
        ("It can no longer be accepted. If that surprises you, ask {sender}.",),
    ),
}


def _too_many(refusal: Exception, request: HttpRequest) -> HttpResponse:
    return _show(request, _plain("Too many visits", "Wait a moment, then open the link again."), status=429)


@rate_limit.per_address("invitation", allowance=lambda: (_VISITS_PER_SECOND, _VISITS_AT_ONCE), refuse=_too_many)
@require_safe
def page(request: HttpRequest, code: str) -> HttpResponse:
    """Show an invitation. An unknown code is looked up and answered like any other."""
    found = queries.by_code(code)
    if found is None:
        lines = "Check that the whole link was copied.", "If it was, ask whoever sent it to you for a new one."
        return _show(request, _plain("There is no such invitation", *lines), status=404)
    return _show(request, _told(found), status=200)


def _told(found: Invitation) -> dict[str, Any]:
    """Return everything that the page shows of an invitation."""
    status = found.status_at(found.platform.now())
    name = _presentable(found.first_name or "")
    amount = "" if found.amount is None else amounts.major_units(found.amount, found.currency or "")
    told: dict[str, Any] = {"state": _STATES[status], "name": name, "amount": amount}
    if status in _OVER:
        title, lines = _OVER[status]
        sender = _isolated(name) or "whoever sent it to you"
        return told | _plain(title, *(line.format(sender=sender) for line in lines))
    sender = _isolated(name) or "Somebody"
    title = f"{sender} wants to send you {amount}" if amount else f"{sender} invites you to receive money by UMA"
    description = "See how to accept this invitation. Opening it pays nothing and accepts nothing."
    return told | {"title": title, "description": description, "code": codes.grouped(found.code)}


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
    response = render(request, "invitations/page.html", told, status=status)
    response["Content-Security-Policy"] = _POLICY
    response["Referrer-Policy"] = "no-referrer"
    response["Cache-Control"] = "no-store"
    response["X-Robots-Tag"] = "noindex, nofollow"
    return response
