"""Signing in and deciding together, in a real browser; with `SCREENSHOTS=folder` the screens are kept."""

import base64
from typing import Any

import pytest
from django.contrib.auth.models import User
from django_otp.oath import totp

from platforms.backoffice.actions import Role
from platforms.models import SecondFactor
from tests.backoffice.conftest import PASSWORD
from tests.backoffice.review_desk.conftest import person
from tests.support import patience
from tests.support.backoffice import browser
from tests.support.backoffice.pictures import keep

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.service,
    pytest.mark.usefixtures("ended_connections"),
]
SCREEN = {"width": 1280, "height": 860}
ELSEWHERE = "https://elsewhere.example"


def code_of(name: str, *, later: int = 0) -> str:
    """What the person's telephone shows, or will show `later` half minutes from now."""
    factor = SecondFactor.objects.get(username=name)
    return f"{totp(base64.b32decode(factor.secret), drift=later):06d}"


def keep_both(page: Any, name: str) -> None:
    """Keep a screen by day and by night."""
    keep(page, name)
    page.evaluate("document.documentElement.classList.add('dark')")
    keep(page, f"{name}-dark")
    page.evaluate("document.documentElement.classList.remove('dark')")


def sign_in(page: Any, url: str, name: str, password: str = PASSWORD) -> None:
    page.goto(f"{url}/admin/")
    keep_both(page, "access-sign-in")
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password").fill(password)
    page.keyboard.press("Enter")


def set_up_second_factor(page: Any, name: str) -> None:
    page.get_by_role("heading", name="Set up your second factor").wait_for()
    assert page.locator("svg.segno, svg path.qrline").first.is_visible()
    keep_both(page, "access-second-factor")
    page.get_by_label("Code").fill(code_of(name, later=-1))
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Recovery codes").wait_for()
    assert page.locator("li").count() == 10
    keep_both(page, "access-recovery-codes")
    page.get_by_role("link", name="I have kept them").click()
    page.wait_for_url("**/admin/")


def invite(page: Any, url: str) -> None:
    page.goto(f"{url}/admin/auth/user/")
    keep_both(page, "access-staff")
    page.get_by_text("Make an account").click()
    page.get_by_label("User name").fill("dora")
    page.get_by_label("E-mail").fill("dora@example.com")
    page.get_by_label("Reviewer", exact=True).check()
    page.get_by_label("Reason").fill("Dora starts on Monday.")
    page.locator("#effect").get_by_text("Makes the account dora with the roles reviewer.").wait_for()
    keep_both(page, "access-invite")
    with page.expect_navigation():
        page.get_by_role("button", name="Propose").click()
    page.get_by_text("a second person has to approve it").wait_for()
    keep_both(page, "access-proposal")


def approve(page: Any, url: str) -> None:
    page.goto(f"{url}/admin/platforms/proposal/")
    keep_both(page, "access-proposals")
    page.get_by_role("link", name="Proposal:").first.click()
    page.get_by_text("Approve").first.click()
    page.get_by_label("Reason").fill("I know her.")
    page.locator("#effect").get_by_text("Makes the account dora with the roles reviewer.").wait_for()
    keep_both(page, "access-approve")
    with page.expect_navigation():
        page.locator("#dialog").get_by_role("button", name="Approve").click()
    page.get_by_text("Approved and executed.").wait_for()


def test_two_administrators_let_a_third_person_in(live_server, settings):
    settings.STAFF_SECOND_FACTOR = True
    for name in ("anna", "bert"):
        person(name, Role.ADMINISTRATOR)

    with browser.open_pages(viewport=SCREEN) as context:
        page = context.new_page()
        sign_in(page, live_server.url, "anna")
        set_up_second_factor(page, "anna")
        invite(page, live_server.url)
        context.clear_cookies()
        sign_in(page, live_server.url, "bert")
        set_up_second_factor(page, "bert")
        approve(page, live_server.url)
        context.clear_cookies()
        sign_in(page, live_server.url, "anna")
        page.get_by_role("heading", name="Second step").wait_for()
        page.wait_for_function("document.activeElement.name === 'code'")
        keep_both(page, "access-second-step")
        page.get_by_label("Code").focus()
        page.keyboard.type(code_of("anna"))
        page.keyboard.press("Enter")
        page.wait_for_url("**/admin/")

    dora = User.objects.get(username="dora")
    assert [group.name for group in dora.groups.all()] == ["reviewer"]


ATTACKS = {
    "a script": "<script>window.taken = 1</script>",
    "a script of somebody else": f'<script src="{ELSEWHERE}/taken.js"></script>',
    "an attribute": '<img src="x" onerror="window.taken = 1">',
    "a link": '<a id="attack" href="javascript:window.taken = 1">x</a>',
    "a frame": f'<iframe src="{ELSEWHERE}/"></iframe>',
    "a picture that tells": f'<img src="{ELSEWHERE}/?told">',
    "a form to somebody else": f'<form id="attack" action="{ELSEWHERE}/"><button>x</button></form>',
    "a style": "<style>body { background-color: rgb(1, 2, 3) !important }</style>",
}
_SLIP_IN = """html => {
    // What is parsed as part of a page, as if the server had sent it: scripts in it would run.
    document.body.append(document.createRange().createContextualFragment(html));
    document.querySelector("#attack")?.click?.();
    document.querySelector("form#attack")?.requestSubmit();
}"""
_NOTE = """window.refused = [];
document.addEventListener("securitypolicyviolation", event => refused.push(event.effectiveDirective));"""


def test_what_is_slipped_into_a_page_neither_runs_nor_tells_anybody(live_server):
    person("anna", Role.ADMINISTRATOR)
    with browser.open_pages(viewport=SCREEN, may_fail=True) as context:
        page = context.new_page()
        page.add_init_script(_NOTE)
        told: list[str] = []

        def hear(route: Any) -> None:
            told.append(route.request.url)
            route.abort()

        context.route(f"{ELSEWHERE}/**", hear)
        sign_in(page, live_server.url, "anna")
        page.wait_for_url(f"{live_server.url}/admin/")
        for attack, html in ATTACKS.items():
            page.evaluate(_SLIP_IN, html)
            page.wait_for_function("refused.length", timeout=patience.LONG * 1000)
            assert page.evaluate("window.taken") is None, attack
            assert page.evaluate("getComputedStyle(document.body).backgroundColor") != "rgb(1, 2, 3)", attack
            page.reload()
        assert told == []


def test_the_documentation_of_the_api_works_under_the_same_policy(live_server):
    with browser.open_pages(viewport=SCREEN) as context:
        page = context.new_page()
        page.goto(f"{live_server.url}/docs/try/")
        page.locator(".opblock").first.wait_for()
        page.goto(f"{live_server.url}/docs/reference/customers/")
        page.locator("[data-section-id]").first.wait_for()
