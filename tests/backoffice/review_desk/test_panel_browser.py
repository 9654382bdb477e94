"""The dialog beside the page, in a real browser: what is decided about stays readable, and what was written is kept."""

from collections.abc import Iterator
from typing import Any

import pytest

from platforms.backoffice.actions import Role
from tests.backoffice.review_desk.conftest import LENA, Waiting, claim, page, person, waiting_business
from tests.support.backoffice import browser, screens
from tests.support.backoffice.pictures import keep

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.service,
    pytest.mark.usefixtures("ended_connections"),
]
SCREEN = {"width": 1440, "height": 900}
WRITTEN = "The register names another street."
_CUT = """[...document.querySelectorAll(".desk-drawing")].filter(one => one.scrollWidth > one.clientWidth)
    .concat([...document.querySelectorAll(".desk-facts dd")].filter(one => one.clientWidth < 120))
    .map(one => one.textContent.trim())"""
"""Drawings of owners that are cut, and facts without room for a long word."""


@pytest.fixture
def listed(api) -> Waiting:
    """A case with a screening hit and documents, claimed by the lead reviewer lena."""
    business = waiting_business(api, legalName="Blackmarsh Gravel Trading FZE")
    person("lena", Role.LEAD_REVIEWER)
    claim(business, LENA, is_lead=True)
    return business


@pytest.fixture
def shown(live_server, listed) -> Iterator[Any]:
    """The page of the case."""
    with browser.open_pages(viewport=SCREEN) as context:
        tab = context.new_page()
        browser.sign_in(tab, live_server.url, "lena", to=page(listed))
        tab.locator(".desk-page", has_text="Page 1").wait_for()
        yield tab


def _open(tab: Any, key: str, name: str) -> Any:
    tab.keyboard.press(key)
    dialog = tab.get_by_role("dialog", name=name)
    dialog.wait_for()
    tab.wait_for_function("document.activeElement.closest('#modal-content') !== null")
    return dialog


def _box(element: Any) -> dict[str, float]:
    box: dict[str, float] = element.bounding_box()
    return box


def test_the_page_has_room_beside_the_dialog(shown):
    dialog = _open(shown, "h", "Screening hit")
    for width in (1920, 1440, 1024, 820):
        shown.set_viewport_size({"width": width, "height": 900})
        keep(shown, f"panel-{width}")
        edge = _box(dialog)["x"]
        assert (_box(dialog)["y"], _box(dialog)["height"]) == (0, 900)
        for part in (".desk-viewer", ".desk-file", ".desk-case"):
            assert _box(shown.locator(part))["x"] + _box(shown.locator(part))["width"] <= edge, (part, width)
        assert shown.evaluate("document.documentElement.scrollWidth") <= width
        assert shown.evaluate(_CUT) == [], width
        # Nothing lies over the page: what is in its middle is the page's own.
        assert shown.evaluate("document.elementFromPoint(200, 500).closest('#page') !== null")
    shown.keyboard.press("Escape")
    shown.wait_for_function("document.getElementById('page').offsetWidth === 820")


def test_on_a_telephone_the_dialog_has_the_whole_screen(shown):
    shown.set_viewport_size({"width": 390, "height": 800})
    dialog = _open(shown, "r", "Reject")
    keep(shown, "panel-390")
    assert [_box(dialog)[side] for side in ("x", "y", "width", "height")] == [0, 0, 390, 800]
    assert _box(dialog.locator("button[type=submit]"))["y"] < 800


def test_documents_are_chosen_and_turned_while_the_reason_is_written(shown):
    dialog = _open(shown, "h", "Screening hit")
    dialog.get_by_label("Reason").fill(WRITTEN)
    second = shown.locator(".desk-documents button").nth(1)
    second.click()
    shown.locator(".desk-documents button[aria-pressed=true]").nth(0).wait_for()
    assert second.get_attribute("aria-pressed") == "true"
    shown.locator("canvas:visible").wait_for()
    # Letters are the viewer's at the document, and press no button of the page.
    shown.keyboard.press("r")
    assert shown.locator("canvas").get_attribute("data-turn") == "90"
    before = shown.evaluate("scrollY")
    shown.mouse.move(300, 600)
    shown.mouse.wheel(0, 400)
    shown.wait_for_function("before => scrollY > before", arg=before)
    assert dialog.is_visible()
    # Another button of the page opens nothing over what was written.
    shown.locator("#page").get_by_role("button", name="Decide").click()
    assert dialog.get_attribute("aria-label").startswith("Screening hit")
    assert dialog.get_by_label("Reason").input_value() == WRITTEN


def test_a_key_changes_between_the_dialog_and_the_document(shown):
    dialog = _open(shown, "r", "Reject")
    shown.keyboard.press("F6")
    assert shown.evaluate("document.activeElement.matches('.desk-stage')")
    shown.keyboard.press("F6")
    assert dialog.evaluate("dialog => dialog.contains(document.activeElement)")
    for _ in range(30):
        shown.keyboard.press("Tab")
        assert dialog.evaluate("dialog => dialog.contains(document.activeElement)")


@pytest.mark.parametrize("way", ["Escape", "Cancel", "Close"])
def test_a_reason_outlives_a_dialog_that_is_closed(shown, way):
    dialog = _open(shown, "r", "Reject")
    dialog.get_by_label("Reason").fill(WRITTEN)
    if way == "Escape":
        shown.keyboard.press("Escape")
    else:
        dialog.get_by_role("button", name=way, exact=True).click()
    dialog.wait_for(state="hidden")

    other = _open(shown, "n", "Note")
    assert other.get_by_label("Note").input_value() == ""
    shown.keyboard.press("Escape")
    other.wait_for(state="hidden")

    shown.wait_for_function("document.activeElement.textContent.includes('Note')")
    again = _open(shown, "r", "Reject")
    assert again.get_by_label("Reason").input_value() == WRITTEN
    again.get_by_role("status").get_by_text("before you closed this dialog").wait_for()


def test_the_browser_asks_before_it_leaves_a_reason_behind(shown):
    asked: list[str] = []

    def answer(question: Any) -> None:
        asked.append(question.type)
        question.dismiss()

    shown.on("dialog", answer)
    dialog = _open(shown, "n", "Note")
    shown.keyboard.type(WRITTEN)
    address = shown.url
    shown.evaluate("location.assign('/admin/')")
    while not asked:
        shown.wait_for_timeout(20)
    assert (asked, shown.url) == (["beforeunload"], address)
    # What is sent is not left behind.
    with shown.expect_navigation():
        dialog.get_by_role("button", name="Save").click()
    assert asked == ["beforeunload"]


def test_the_second_click_of_a_double_click_presses_nothing_in_the_dialog(shown):
    opener = shown.get_by_role("button", name="Reject", exact=True)
    # It stands where the dialog will have its button that closes.
    opener.evaluate("button => Object.assign(button.style, {position: 'fixed', top: 0, right: 0, zIndex: 65})")
    opener.evaluate("button => Object.assign(button.style, {width: '60px', height: '60px'})")
    box = _box(opener)
    place = (box["x"] + 36, box["y"] + 24)
    shown.mouse.click(*place)
    dialog = shown.get_by_role("dialog", name="Reject")
    dialog.wait_for()
    shown.wait_for_function("document.activeElement.closest('#modal-content') !== null")
    under = "([x, y]) => document.elementFromPoint(x, y).closest('button').getAttribute('aria-label')"
    assert shown.evaluate(under, list(place)) == "Close"
    shown.mouse.click(*place)
    assert dialog.is_visible()
    # Once more, and it is meant.
    shown.mouse.click(*place)
    dialog.wait_for(state="hidden")


def _places(dialog: Any) -> list[dict[str, float]]:
    buttons = dialog.locator("#dialog > form > div:last-child button")
    return [_box(button) for button in buttons.all()]


def test_no_button_of_any_dialog_moves_when_its_preview_or_its_problems_come(live_server, story, listed, administrator):
    moved: dict[str, list[str]] = {}
    with browser.open_pages(viewport={"width": 1024, "height": 600}) as context:
        tab = context.new_page()
        screens.sign_in(tab, live_server.url)
        tab.goto(f"{live_server.url}{page(listed)}")
        for path in screens.dialogs(listed):
            screens.open_dialog(tab, path)
            dialog = tab.get_by_role("dialog")
            before = _places(dialog)
            dialog.locator("#dialog-form").evaluate(
                "form => form.append(Object.assign(document.createElement('p'), {style: 'height: 900px'}))"
            )
            tab.wait_for_load_state("networkidle")
            if _places(dialog) != before or before[-1]["y"] + before[-1]["height"] > 600:
                moved[path] = [str(before), str(_places(dialog))]
    assert moved == {}
