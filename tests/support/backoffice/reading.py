"""A reviewer at a browser who opens every page of a case's documents, and says what they compared."""

from typing import Any

_READY = 'button[aria-keyshortcuts="a"]:not([aria-disabled])'


def read_everything(page: Any, *, press: Any = None) -> None:
    """Turn every page of every document with the keyboard; `press` presses a key, if it is not the page that does."""
    press = press or page.keyboard.press
    viewer = page.locator(".desk-viewer")
    documents = viewer.locator("[data-pages]")
    viewer.locator(".desk-stage").focus()
    for place in range(documents.count()):
        documents.nth(place).and_(page.locator('[aria-pressed="true"]')).wait_for()
        viewer.get_by_text("Page 1 of").wait_for()
        pages = int(viewer.locator(".desk-page").inner_text().rpartition(" ")[2])
        for number in range(2, pages + 1):
            press("n")
            viewer.get_by_text(f"Page {number} of").wait_for()
        if place + 1 < documents.count():
            press("]")


def until_ready(page: Any) -> None:
    """Wait until the case can be approved: the page asks the service after each page that was opened."""
    page.locator(_READY).wait_for()


def until_counted(page: Any) -> bool:
    """Wait until the page knows that every document was opened; tell whether the case can be approved by the reader."""
    page.wait_for_function("!document.getElementById('desk-why-not')?.innerText.includes('not opened')")
    return bool(page.locator(_READY).count())


def compare_everything(page: Any, *, press: Any = None) -> None:
    """From the reason of the dialog on: choose of each item that it fits, each by a key of its own."""
    press = press or page.keyboard.press
    for _ in range(page.locator(".desk-compare fieldset").count()):
        press("Tab")
        press("Space")
