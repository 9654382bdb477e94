"""The twelve journeys of a team that has only the site: what each pastes, and how it is counted."""

import dataclasses
import os
import pathlib
import re
import time
from collections.abc import Callable, Sequence
from typing import Any

from config.documents.tables import of_rows
from tests.docs.guides import pasting
from tests.support.servers import services

_COMMAND = re.compile(r"^ *(?:until )?(?:api|second|curl|python3) ", re.MULTILINE)


@dataclasses.dataclass(frozen=True)
class Journey:
    """One journey: its page below `platform-developer`, and the blocks of it that are pasted."""

    name: str
    page: str
    blocks: Callable[[], Sequence[str]]

    @property
    def commands(self) -> int:
        """How many commands the blocks have, without the two that every page defines."""
        return sum(len(_COMMAND.findall(block)) for block in self.blocks())

    def walk(self, service: services.Service, folder: pathlib.Path) -> float:
        """Paste the blocks as they are printed into a shell in an empty folder; return how many seconds it took."""
        text = "\n".join(self.blocks())
        variables = pasting.access(service)
        if "$SECOND_CLIENT_ID" in text:
            variables |= pasting.second_platform(service, (pasting.PAGES / self.page).read_text())
        began = time.monotonic()
        pasting.paste([pasting.call(), *self.blocks()], folder, variables)
        return time.monotonic() - began


def _of_readme(*names: str) -> Callable[[], Sequence[str]]:
    def blocks() -> Sequence[str]:
        shown = dict(zip(("call", "customer", "listener", "payment"), pasting.of_readme()[1:], strict=True))
        shown["fund"] = shown["payment"].partition("\n\n")[0]
        return [shown[name] for name in names]

    return blocks


def _of_page(name: str) -> Callable[[], Sequence[str]]:
    return lambda: [block for block, _ in pasting.BLOCKS.findall((pasting.PAGES / name).read_text())]


def _page(name: str, page: str) -> Journey:
    return Journey(name, f"journeys/{page}.md", _of_page(f"journeys/{page}.md"))


TWELVE = (
    Journey("onboard a person", "start.md", _of_readme("customer")),
    _page("onboard a business with owners and documents", "business"),
    Journey("fund an account", "start.md", _of_readme("customer", "fund")),
    Journey("pay out, and hear of it", "start.md", _of_readme("customer", "listener", "payment")),
    _page("pay abroad by a real-time quote", "realtime-quote"),
    _page("exchange a customer's own money", "exchange"),
    _page("collect, and pay out", "transfers"),
    _page("list a day", "day"),
    _page("reconcile a day", "reconcile"),
    _page("check webhooks", "webhooks"),
    _page("invite by UMA", "invitation"),
    _page("keep a second platform apart", "second-platform"),
)


def table(cell: Callable[[Journey], Any]) -> str:
    """Return the table of the figures; `cell` tells the seconds of a journey."""
    rows = [
        f"| {journey.name} | `{journey.page}` | {len(journey.blocks())} | {journey.commands} | {cell(journey)} |"
        for journey in TWELVE
    ]
    return of_rows("| Journey | Page | Pasted blocks | Commands | Seconds |", rows)


FIGURES = pasting.PAGES.parent / "contributor" / "figures.md"
MEASURES = bool(os.environ.get("DOCS_WRITE"))
