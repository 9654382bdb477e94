"""`python -m tests.working_days [--pictures]`: play the days on a service of their own, and print what they took."""

import argparse
import os
import pathlib
import subprocess
import sys
from collections import defaultdict
from typing import Any

from PIL import Image
from playwright.sync_api import sync_playwright

from config.launch import environment
from tests.launch import demo_questions
from tests.support.backoffice.browser import executable
from tests.support.servers import services
from tests.working_days import operating, reviewing, staff, supporting
from tests.working_days.person import Person, Taken

DOCS = pathlib.Path(environment.PROJECT) / "docs"
_COLOURS = 128


def main() -> int:
    """Play, print the table, and take the pictures if asked to."""
    options = argparse.ArgumentParser(prog="make days", description=__doc__)
    options.add_argument("--pictures", action="store_true", help="take the documents' pictures anew")
    chosen = options.parse_args()
    done: list[Taken] = []
    with services.running() as service:
        demo = {**os.environ, "VAR_DIR": str(service.root)}
        subprocess.run([sys.executable, "-m", "practice.demo"], cwd=environment.PROJECT, env=demo, check=True)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=executable(), args=["--no-sandbox", "--hide-scrollbars"]
            )
            _play(service, browser, done, _keep if chosen.pictures else _look)
    print(_table(done))  # noqa: T201 - what the command is for
    return 0


def _play(service: services.Service, browser: Any, done: list[Taken], keep: supporting.Keep) -> None:
    url = f"http://127.0.0.1:{service.port}"
    staff.make(service, browser, url, done)
    sam, sue, olga, rita = (Person(browser, url, name, done) for name in ("sam", "sue", "olga", "rita"))
    keep(olga, "operator/images/start-page")
    supporting.play(sam, sue, _known(service), keep)
    operating.play(olga, "Jurgen Muller", keep)
    reviewing.play(rita, keep)


def _known(service: services.Service) -> dict[str, str]:
    """Return what the callers know."""
    words, _ = demo_questions.known(service)
    with service.database() as database:
        [(webhook,)] = database.execute(
            "SELECT id FROM webhooks_event WHERE resource = %s ORDER BY id DESC LIMIT 1", [words["id"]]
        ).fetchall()
        [(under_way,)] = database.execute(
            "SELECT id FROM payments_transaction WHERE type = 'OUTGOING' AND receiver LIKE 'ExternalAccount:%'"
            " ORDER BY status = 'PROCESSING' DESC, id DESC LIMIT 1"
        ).fetchall()
    return {
        "id": words["id"],
        "reference": words["reference"],
        "described": f"Muller {words['plain']}",
        "misspelt": f"Muler {words['amount']}",
        "webhook": f"Webhook:{webhook}",
        "last four": words["last_four"],
        "iban": words["iban"],
        "under way": str(under_way),
    }


def _look(person: Person, name: str) -> None:
    """Take no picture."""


def _keep(person: Person, name: str) -> None:
    """Take a picture for the documents, in few colours; the first one of a name counts."""
    path = DOCS / f"{name}.png"
    if name in _kept:
        return
    _kept.add(name)
    person.page.wait_for_load_state("networkidle")
    person.page.screenshot(path=path, animations="disabled")
    Image.open(path).convert("RGB").quantize(_COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)


_kept: set[str] = set()


def _table(done: list[Taken]) -> str:
    """Return the tasks as a table; of one that was done often the middle one by its seconds."""
    by_task: dict[str, list[Taken]] = defaultdict(list)
    for taken in done:
        by_task[taken.task].append(taken)
    lines = ["| Task | Times | Steps | Keys | Letters | Waiting | Person |", "|---|---|---|---|---|---|---|"]
    for task, all_of_it in by_task.items():
        one = sorted(all_of_it, key=lambda taken: taken.waited)[len(all_of_it) // 2]
        lines.append(
            f"| {task} | {len(all_of_it)} | {one.steps} | {one.keys} | {one.letters} | {one.waited:.1f} s |"
            f" {one.of_a_person:.0f} s |"
        )
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
