"""Pictures of pages for the documents."""

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
