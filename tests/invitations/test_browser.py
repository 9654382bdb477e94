"""The page of an invitation in a real browser: any screen, any name, light and dark, no script, previews."""

from typing import Any

import pytest
from django.conf import settings

from tests.support.backoffice import accessibility, browser
from tests.support.payments import hosts

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.service,
    pytest.mark.usefixtures("ended_connections"),
]
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "java_script_enabled": False}
NAMES = {
    "plain": "Ada",
    "one long word": "W" * 100,
    "many words": "Ada " * 24 + "Ada",
    "right to left": "עדה לאבלייס",
    "emoji": "A 👩\u200d🚀🏳️\u200d🌈",
    "markup": "<b onclick='alert(1)'>Ada</b>",
}
_CONTRAST = """() => {
  const light = c => { const [r, g, b] = c.map(v => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const parts = text => text.match(/[\\d.]+/g).map(Number);
  const behind = node => { for (; node; node = node.parentElement) {
    const found = parts(getComputedStyle(node).backgroundColor);
    if (found.length < 4 || found[3] > 0) return found.slice(0, 3); } return [255, 255, 255]; };
  const low = [];
  for (const node of document.querySelectorAll("body *")) {
    if (![...node.childNodes].some(child => child.nodeType === 3 && child.textContent.trim())) continue;
    const [a, b] = [light(parts(getComputedStyle(node).color).slice(0, 3)), light(behind(node))].sort((x, y) => y - x);
    if ((a + 0.05) / (b + 0.05) < 4.5) low.push([node.className || node.tagName, (a + 0.05) / (b + 0.05)]);
  }
  return low; }"""


@pytest.fixture
def pages(api, rival_api, ada, rita, live_server) -> dict[str, str]:
    """The addresses of an invitation in every state, and of none."""
    made = {state: hosts.invite(api, ada, amountToSend=25_00) for state in ("open", "accepted", "withdrawn")}
    hosts.claim(rival_api, made["accepted"]["code"], rita)
    hosts.cancel(api, made["withdrawn"]["code"])
    shown = {state: live_server.url + hosts.path(invitation) for state, invitation in made.items()}
    return shown | {"unknown": f"{live_server.url}/i/000000000000"}


def test_a_phone_without_script_shows_it_and_asks_nobody_else(pages):
    with browser.open_pages(**PHONE) as context:
        page = context.new_page()
        asked: list[str] = []
        problems: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.on("console", lambda message: problems.append(message.text))
        page.goto(pages["open"])

        assert page.get_by_role("heading", level=1).inner_text().split() == [
            "Ada",
            "wants",
            "to",
            "send",
            "you",
            "25.00",
            "USD",
        ]
        assert page.get_by_role("heading", level=2, name="How to accept").is_visible()
        assert page.locator("main").get_by_text("Status: Open").count() == 1
        assert page.locator("main").get_by_role("listitem").count() == 3
        assert page.locator("form, button, input, script, iframe, img").count() == 0
        home = pages["open"].split("/i/")[0]
        assert [url for url in asked if not url.startswith(f"{home}/static/") and url != pages["open"]] == []
        assert problems == []
        assert context.cookies() == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_state_can_be_read_in_light_and_in_dark(pages, scheme):
    with browser.open_pages(viewport={"width": 390, "height": 844}, color_scheme=scheme) as context:
        page = context.new_page()
        for state, url in pages.items():
            page.goto(url)

            assert page.evaluate(_CONTRAST) == [], state
            assert page.locator("html").get_attribute("lang") == "en"
            assert page.locator("h1").count() == 1
            assert page.title().endswith("Invitation")


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
def test_nothing_is_cut_and_axe_finds_nothing_in_each_language(pages, language):
    found = []
    with browser.open_pages(viewport={"width": 1440, "height": 900}, locale=language) as context:
        page = context.new_page()
        for state, url in pages.items():
            page.goto(url)
            assert page.locator("html").get_attribute("lang") == language
            found += [f"{state}: {fault}" for fault in accessibility.faults(page)]

    assert found == []


@pytest.mark.parametrize("width", [320, 768, 1280])
def test_no_name_and_no_screen_cuts_anything_off(api, ada, live_server, width):
    invitations = [hosts.invite(api, ada, firstName=name, amountToSend=10**12) for name in NAMES.values()]
    with browser.open_pages(viewport={"width": width, "height": 800}) as context:
        page = context.new_page()
        for kind, invitation in zip(NAMES, invitations, strict=True):
            page.goto(live_server.url + hosts.path(invitation))

            assert page.evaluate("document.documentElement.scrollWidth") <= width, kind
            assert page.locator("h1").bounding_box()["height"] < 300, kind
            assert page.locator("h1 b").count() == 0, kind


def test_a_name_from_right_to_left_leaves_the_amount_in_its_place(api, ada, live_server):
    invitation = hosts.invite(api, ada, firstName=NAMES["right to left"], amountToSend=25_00)
    with browser.open_pages(viewport={"width": 1280, "height": 800}) as context:
        page = context.new_page()
        page.goto(live_server.url + hosts.path(invitation))
        name, heading = page.locator("h1 bdi").bounding_box(), page.locator("h1").bounding_box()

        assert name["x"] == pytest.approx(heading["x"], abs=2)
        assert page.locator("h1 bdi").evaluate("node => getComputedStyle(node).direction") == "rtl"
        assert page.locator("h1").evaluate("node => getComputedStyle(node).direction") == "ltr"


def test_text_twice_as_large_still_fits(pages):
    with browser.open_pages(viewport={"width": 390, "height": 844}) as context:
        page = context.new_page()
        page.goto(pages["open"])
        page.evaluate("document.documentElement.style.fontSize = '200%'")

        assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_keyboard_finds_the_way_past_the_head(pages):
    with browser.open_pages(viewport={"width": 1280, "height": 800}) as context:
        page = context.new_page()
        page.goto(pages["open"])
        page.keyboard.press("Tab")

        assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
        assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
        page.keyboard.press("Enter")
        assert page.url.endswith("#main")


def test_one_tap_selects_the_whole_code(pages):
    with browser.open_pages(viewport={"width": 390, "height": 844}) as context:
        page = context.new_page()
        page.goto(pages["open"])
        page.locator(".code").click()

        selected = page.evaluate("getSelection().toString()")
        assert selected.replace("-", "") == pages["open"].rpartition("/")[2]
