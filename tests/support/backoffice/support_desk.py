"""The support desk in a browser."""

import os
import pathlib
from typing import Any

from PIL import Image


def keep(page: Any, name: str) -> None:
    """Keep a screen for the documentation, in few colours."""
    folder = os.environ.get("SCREENSHOTS")
    if folder:
        path = pathlib.Path(folder) / f"{name}.png"
        page.wait_for_load_state("networkidle")
        page.screenshot(path=path)
        Image.open(path).convert("RGB").quantize(128, dither=Image.Dither.NONE).save(path, optimize=True)


def open_dialog(page: Any, name: str) -> Any:
    """Open a dialog from its button at the head of the page."""
    page.locator("a, button", has_text=name).first.focus()
    page.keyboard.press("Enter")
    page.get_by_label("Reason").wait_for()
    return page.locator("#dialog")


def send(page: Any, why: str) -> None:
    """Say why, and send the dialog."""
    page.get_by_label("Reason").focus()
    page.keyboard.type(why)
    page.keyboard.press("Tab")
    with page.expect_navigation():
        page.locator("#dialog button[type=submit]").focus()
        page.keyboard.press("Enter")
