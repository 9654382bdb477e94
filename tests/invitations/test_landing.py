"""The page of an invitation over HTTP: what it shows, what it hides, and that looking changes nothing."""

import datetime as dt
import html
import ipaddress
import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from invitations.models import Invitation
from platforms.base import clock, identifiers
from tests.support.payments import hosts

pytestmark = pytest.mark.django_db
UNKNOWN = "/i/000000000000"


@pytest.fixture
def visitor():
    """A browser at an address of its own, so that no test uses up another's visits."""
    return Client(REMOTE_ADDR=_new_address())


def _new_address() -> str:
    tail = identifiers.new_key().hex[-12:]
    return f"2001:db8:{tail[:4]}:{tail[4:8]}::{tail[8:]}"


def _words(reply) -> str:
    body = re.sub(r"<head>.*?</head>", "", reply.content.decode(), flags=re.DOTALL)
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", body)))


def _meta(reply) -> dict[str, str]:
    found = re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)"', reply.content.decode())
    return {name: html.unescape(value) for name, value in found}


def test_it_shows_first_name_amount_and_how_to_accept(api, ada, visitor):
    invitation = hosts.invite(api, ada, amountToSend=1_234_56)

    reply = visitor.get(hosts.path(invitation))

    words = _words(reply)
    code = invitation["code"]
    assert reply.status_code == 200
    assert "Status: Open Ada wants to send you 1,234.56 USD" in words
    assert f"{code[:4]}-{code[4:8]}-{code[8:]}" in words
    assert "<title>Ada wants to send you 1,234.56 USD \u2013 Invitation</title>" in reply.content.decode()


def test_nothing_else_of_the_inviter_is_told(api, ada, visitor, rival_api, rita):
    invitation = hosts.invite(api, ada, amountToSend=5)
    path = hosts.path(invitation)
    pages = [visitor.get(path).content.decode()]
    hosts.claim(rival_api, invitation["code"], rita)
    pages.append(visitor.get(path).content.decode())

    for page in pages:
        for told in (ada, rita, "Lovelace", "acme", "rival", str(Invitation.objects.get().id), "Customer:", "csrf"):
            assert told not in page


def test_without_amount_or_name_it_says_less(api, visitor):
    nameless = api.post("/customers", {"customerType": "INDIVIDUAL"}).json()["umaAddress"]
    invitation = hosts.invite(api, nameless)

    words = _words(visitor.get(hosts.path(invitation)))

    assert "Status: Open Somebody invites you to receive money by UMA" in words
    assert "None" not in words


def test_an_amount_shows_the_decimals_of_its_currency(api, visitor):
    customer = api.customer("Ada Lovelace", currencies=["BTC"])
    invitation = hosts.invite(api, hosts.address(api, customer), amountToSend=25_000)

    assert "wants to send you 0.00025000 BTC" in _words(visitor.get(hosts.path(invitation)))


@pytest.mark.parametrize(
    ("end", "title"),
    [
        ("claim", "Status: Accepted This invitation has been accepted"),
        ("cancel", "Status: Withdrawn This invitation was withdrawn"),
        ("wait", "Status: Expired This invitation has expired"),
    ],
)
def test_an_invitation_that_is_over_says_so_and_offers_no_code(api, rival_api, ada, rita, visitor, end, title):  # noqa: PLR0917
    invitation = hosts.invite(
        api, ada, amountToSend=12_50, expiresAt=clock.iso(clock.real_now() + dt.timedelta(seconds=600))
    )
    if end == "claim":
        hosts.claim(rival_api, invitation["code"], rita)
    elif end == "cancel":
        hosts.cancel(api, invitation["code"])
    else:
        api.post("/sandbox/clock/advance", {"seconds": 600})

    reply = visitor.get(hosts.path(invitation))

    words = _words(reply)
    assert reply.status_code == 200
    assert title in words
    assert "From Ada Amount 12.50 USD" in words
    assert "How to accept" not in words
    assert _meta(reply)["og:title"] == title.split(" ", 2)[2]
    assert "Ada" not in _meta(reply)["og:title"]


@pytest.mark.parametrize("write", [str.lower, lambda code: f"{code[:4]}-{code[4:8]}-{code[8:]}"])
def test_a_code_is_found_however_it_is_typed(invitation, visitor, write):
    assert visitor.get(f"/i/{write(invitation['code'])}").status_code == 200


@pytest.mark.parametrize(
    "path", ["/i/000000000001", "/i/nonsense", "/i/%F0%9F%92%B8", "/i/<script>", "/i/" + "0" * 500]
)
def test_what_is_no_invitation_gets_the_same_page_whatever_it_is(visitor, path):
    unknown, reply = visitor.get(UNKNOWN), visitor.get(path)

    assert (unknown.status_code, reply.status_code) == (404, 404)
    assert reply.content == unknown.content
    assert {**reply.headers, "X-Request-Id": ""} == {**unknown.headers, "X-Request-Id": ""}
    assert "There is no such invitation" in _words(reply)


def test_what_is_no_code_is_looked_up_like_one(invitation, visitor):
    """The time of an answer is the time of its statement: it is the same one for every path."""
    asked = []
    for path in (hosts.path(invitation), UNKNOWN, "/i/nonsense"):
        with CaptureQueriesContext(connection) as captured:
            visitor.get(path)
        asked.append([re.sub(r"\"code\" = '\w*'", "", query["sql"]) for query in captured])

    assert len(asked[0]) == 1
    assert asked[0] == asked[1] == asked[2]


def test_a_preview_learns_what_the_page_says_and_no_more(api, ada, visitor):
    invitation = hosts.invite(api, ada, amountToSend=12_50)

    meta = _meta(visitor.get(hosts.path(invitation)))

    assert meta["og:title"] == "Ada wants to send you 12.50 USD"
    assert {name: text for name, text in meta.items() if name.startswith("og:")} == {
        "og:type": "website",
        "og:title": "Ada wants to send you 12.50 USD",
        "og:description": "See how to accept this invitation. Opening it pays nothing and accepts nothing.",
    }
    assert meta["robots"] == "noindex"


def test_looking_changes_nothing(api, ada, visitor):
    invitation = hosts.invite(api, ada, expiresAt="2040-01-01T00:00:00Z")
    before = Invitation.objects.get_queryset().values().get()

    replies = [getattr(visitor, method)(hosts.path(invitation)) for method in ("get", "head", "get", "head")]

    assert [reply.status_code for reply in replies] == [200] * 4
    assert replies[1].content == b""
    assert Invitation.objects.get_queryset().values().get() == before


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_it_can_only_be_looked_at(invitation, visitor, method):
    reply = getattr(visitor, method)(hosts.path(invitation))

    assert reply.status_code == 405
    assert reply["Allow"] == "GET, HEAD"


@pytest.mark.parametrize("path", [None, UNKNOWN])
def test_it_runs_nothing_loads_nothing_sends_nothing_and_is_in_no_index(invitation, visitor, path):
    reply = visitor.get(path or hosts.path(invitation))

    assert reply["Content-Security-Policy"] == (
        "default-src 'none'; style-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
    )
    assert reply["Referrer-Policy"] == "no-referrer"
    assert reply["X-Robots-Tag"] == "noindex, nofollow"
    assert reply["X-Content-Type-Options"] == "nosniff"
    assert reply["X-Frame-Options"] == "DENY"
    assert reply["Cache-Control"] == "no-store"
    assert "Set-Cookie" not in reply.headers
    assert "<script" not in reply.content.decode()
    assert "style=" not in reply.content.decode()


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", '"><img src=x>', "{{ amount }}", "&lt;b&gt;"])
def test_a_name_is_text_and_nothing_else(api, ada, visitor, name):
    invitation = hosts.invite(api, ada, firstName=name)

    reply = visitor.get(hosts.path(invitation))

    assert f"<bdi>{html.escape(name)}</bdi>" in reply.content.decode()
    assert _meta(reply)["og:title"].startswith(name)


def named(name: str, invitation: dict[str, Any]) -> dict[str, Any]:
    """Give an invitation a name that is not taken any more, as one may have that was made before."""
    Invitation.objects.filter(code=invitation["code"]).update(first_name=name)
    return invitation


def test_a_name_can_not_turn_what_stands_around_it(api, ada, visitor):
    invitation = named("\u202eevil\u2066 \u0007A\u200bda\u2069", hosts.invite(api, ada, amountToSend=5))

    reply = visitor.get(hosts.path(invitation))

    assert "<bdi>evil Ada</bdi>" in reply.content.decode()


def test_a_very_long_name_is_cut(api, ada, visitor):
    invitation = hosts.invite(api, ada, firstName="W" * 100)

    assert f"<bdi>{'W' * 40}\u2026</bdi>" in visitor.get(hosts.path(invitation)).content.decode()


def test_a_name_of_nothing_visible_is_no_name(api, ada, visitor):
    invitation = named("\u200b\u2060\u200d", hosts.invite(api, ada))

    assert "Somebody invites you" in _words(visitor.get(hosts.path(invitation)))


def test_a_name_from_right_to_left_is_kept_apart_in_previews(api, ada, visitor):
    invitation = hosts.invite(api, ada, firstName="עדה", amountToSend=5)

    assert _meta(visitor.get(hosts.path(invitation)))["og:title"] == "\u2068עדה\u2069 wants to send you 0.05 USD"


def test_joined_emoji_stay_joined(api, ada, visitor):
    invitation = hosts.invite(api, ada, firstName="Ada 👩\u200d🚀")

    assert "<bdi>Ada 👩\u200d🚀</bdi>" in visitor.get(hosts.path(invitation)).content.decode()


@pytest.mark.usefixtures("slow_refill")
def test_after_thirty_visits_at_once_one_has_to_wait(invitation):
    visitor = Client(REMOTE_ADDR=_new_address())

    replies = [visitor.get(hosts.path(invitation)) for _ in range(31)]

    statuses = [reply.status_code for reply in replies]
    assert statuses[:30] == [200] * 30
    refused = replies[statuses.index(429)]
    assert int(refused["Retry-After"]) >= 1
    assert "Too many visits" in _words(refused)
    assert refused["Referrer-Policy"] == "no-referrer"
    assert Client(REMOTE_ADDR=_new_address()).get(hosts.path(invitation)).status_code == 200


@pytest.mark.usefixtures("slow_refill")
def test_a_network_of_the_sixth_version_is_one_visitor(invitation):
    network = _new_address().split("::")[0]
    visits = [Client(REMOTE_ADDR=f"{network}::{host:x}").get(UNKNOWN).status_code for host in range(1, 32)]

    assert 429 in visits


@pytest.mark.usefixtures("slow_refill")
def test_behind_a_proxy_each_visitor_has_their_own_visits(invitation, settings):
    address = _new_address()
    settings.TRUSTED_PROXIES = [ipaddress.ip_network(address)]
    proxy = Client(REMOTE_ADDR=address)
    for _ in range(31):
        busy = proxy.get(UNKNOWN, headers={"X-Forwarded-For": "203.0.113.7, 198.51.100.1"})

    other = proxy.get(UNKNOWN, headers={"X-Forwarded-For": "203.0.113.7, 198.51.100.2"})

    assert (busy.status_code, other.status_code) == (429, 404)
