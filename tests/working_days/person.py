"""Somebody at a browser, who counts what is pressed, and the seconds until what was wanted is there."""

import dataclasses
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

PASSWORD = "correct horse battery staple"
_SECONDS_A_KEY, _SECONDS_A_THOUGHT = 0.28, 1.35
"""Of an average typist, and before each step: the keystroke-level model of Card, Moran and Newell."""


@dataclasses.dataclass(slots=True)
class Taken:
    """What a task has taken: keys beside the text that was written, steps (pages and dialogs), and waiting."""

    task: str
    keys: int = 0
    letters: int = 0
    steps: int = 0
    waited: float = 0.0

    @property
    def of_a_person(self) -> float:
        """Seconds of the person, without reading: by the keystroke-level model."""
        return (self.keys + self.letters) * _SECONDS_A_KEY + self.steps * _SECONDS_A_THOUGHT


class Person:
    """A member of staff with a window of 1440 by 900 pixels."""

    def __init__(self, browser: Any, url: str, name: str, done: list[Taken], **options: Any) -> None:
        self.url, self._done = url, done
        self.context = browser.new_context(
            viewport={"width": 1440, "height": 900}, timezone_id="UTC", accept_downloads=True, **options
        )
        self.context.set_default_timeout(300_000)
        self.page = self.context.new_page()
        self._taken = Taken("")
        self.go("/admin/login/?next=/admin/")
        self.page.get_by_label("Username").fill(name)
        self.page.get_by_label("Password").fill(PASSWORD)
        self.page.keyboard.press("Enter")
        self.page.wait_for_url(f"{url}/admin/")

    @contextmanager
    def task(self, name: str) -> Iterator[None]:
        """Count a task of its own."""
        self._taken = Taken(name)
        yield
        self._done.append(self._taken)

    def go(self, path: str) -> None:
        """Open a page by its address, uncounted: where a task begins."""
        self.page.goto(f"{self.url}{path}")

    def press(self, key: str) -> None:
        """Press a key."""
        self._taken.keys += 1
        self.page.keyboard.press(key)

    def write(self, text: str) -> None:
        """Type a text."""
        self._taken.letters += len(text)
        self.page.keyboard.type(text)

    def until(self, is_there: Callable[[], Any]) -> None:
        """Wait for what a step leads to."""
        began = time.perf_counter()
        is_there()
        self._taken.waited += time.perf_counter() - began
        self._taken.steps += 1

    def leave(self, key: str) -> None:
        """Press a key that leads to another page."""
        began = time.perf_counter()
        with self.page.expect_navigation():
            self.press(key)
        self._taken.waited += time.perf_counter() - began
        self._taken.steps += 1

    def follow(self, name: str) -> None:
        """Follow a link in the page as somebody who sees it: one step, counted as one key."""
        self.page.locator("main").get_by_role("link", name=name).first.focus()
        self.leave("Enter")

    def tab_to(self, selector: str) -> None:
        """Press Tab until a field has the focus."""
        while not self.page.evaluate("selector => document.activeElement.matches(selector)", selector):
            self.press("Tab")

    def find(self, term: str) -> None:
        """Search from anywhere, and open the first hit."""
        self.press("Control+k")
        self.page.locator("#search-input-command").wait_for()
        self.write(term)
        self.until(self.page.locator("#command-results-list a").first.wait_for)
        self.press("ArrowDown")
        self.leave("Enter")

    def end(self) -> None:
        """Close the window."""
        self.context.close()
