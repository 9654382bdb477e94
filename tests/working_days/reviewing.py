"""The reviewer's day: the queue from its oldest case on, by letters alone."""

from collections.abc import Callable

from tests.support.backoffice.reading import compare_everything, read_everything, until_counted
from tests.working_days.person import Person

Keep = Callable[[Person, str], None]
_QUEUE = "/admin/compliance/verification/desk/"


def play(rita: Person, keep: Keep) -> None:
    """Decide every case that waits."""
    rita.go(_QUEUE)
    keep(rita, "reviewer/images/queue")
    with rita.task("Review: take the next case"):
        rita.press("n")
        rita.until(rita.page.locator("header.desk-case h1").wait_for)
    while rita.page.locator("header.desk-case").count():
        name = rita.page.locator("header.desk-case h1").inner_text()
        _decide(rita, name, keep)
        rita.page.wait_for_function(
            "name => document.querySelector('header.desk-case h1')?.innerText !== name", arg=name
        )


def _decide(rita: Person, name: str, keep: Keep) -> None:
    flags = rita.page.locator(".desk-flags").all_inner_texts()
    is_business = rita.page.locator(".desk-drawing").count() > 0
    if rita.page.get_by_role("button", name="Decide").count():
        with rita.task("Review: clear a sanctions hit, then escalate or ask"):
            while rita.page.get_by_role("button", name="Decide").count():
                _clear(rita)
            _ask(rita, keep) if is_business else _escalate(rita)
    elif is_business:
        keep(rita, "reviewer/images/case-of-a-business")
        with rita.task("Review: ask a business for more about one document"):
            _ask(rita, keep)
    elif any("Duplicate" in flag for flag in flags):
        with rita.task("Review: reject"):
            _reject(rita)
    else:
        with rita.task("Review: approve a clean case"):
            _approve(rita)


def _open(rita: Person, key: str) -> None:
    rita.press(key)
    rita.until(rita.page.locator("#dialog-form").wait_for)
    rita.page.wait_for_function("document.activeElement.name === 'reason'")


def _approve(rita: Person) -> None:
    read_everything(rita.page, press=rita.press)
    if not until_counted(rita.page):
        _escalate(rita)
        return
    _open(rita, "a")
    rita.write("Clear picture.")
    compare_everything(rita.page, press=rita.press)
    rita.leave("Control+Enter")


def _escalate(rita: Person) -> None:
    """Hand a case to the lead reviewers, to whom the rules give it."""
    _open(rita, "e")
    rita.write("Please decide: see the flags.")
    rita.leave("Control+Enter")


def _clear(rita: Person) -> None:
    _open(rita, "h")
    rita.write("Another date of birth, another country.")
    rita.press("Shift+Tab")
    rita.write("False")
    rita.leave("Control+Enter")


def _ask(rita: Person, keep: Keep) -> None:
    _open(rita, "m")
    rita.write("The number can't be read.")
    # To the button that adds a line.
    rita.press("Shift+Tab")
    rita.press("Enter")
    rita.page.wait_for_function("document.activeElement.matches('.desk-finding select')")
    rita.write("Poor")
    rita.page.get_by_text("VERIFICATION.RESOLVE_ERRORS").wait_for()
    keep(rita, "reviewer/images/ask-for-more")
    rita.leave("Control+Enter")


def _reject(rita: Person) -> None:
    _open(rita, "r")
    rita.write("The passport of somebody else.")
    # Over the words for the platform to the ground.
    rita.press("Shift+Tab")
    rita.press("Shift+Tab")
    rita.write("Identity")
    rita.leave("Control+Enter")
