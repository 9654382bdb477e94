"""The guides work from an empty folder, by copy and paste, for somebody who has an address, an id and a secret."""

import json
import os
import re
from collections.abc import Iterator
from typing import Any

import pytest

from config.documents import pages
from tests.docs.guides import pasting
from tests.support.servers import services

pytestmark = pytest.mark.beside


@pytest.fixture(scope="module")
def service() -> Iterator[services.Service]:
    """One service for all guides: each makes what it needs. Its pages are made before, for it may not run `make`."""
    pages.make()
    with services.running(MCP="true") as started:
        yield started


def test_the_readme_takes_the_three_variables_from_the_file_of_make_run(service, tmp_path):
    first = pasting.of_readme()[0].replace("var/sandbox.json", str(service.root / "sandbox.json"))
    shown = pasting.paste([f"{first}\nenv | grep ^PAYMENTS_"], tmp_path, {}).printed

    assert sorted(shown.splitlines()) == sorted(f"{name}={value}" for name, value in pasting.access(service).items())


@pytest.mark.parametrize("time", ["first", "second"])
def test_the_first_payment_is_made_by_copy_and_paste_and_once_more(service, tmp_path, time):
    listener = tmp_path / "events"
    blocks = [block.replace("--since 1m &", f"--since 1m > {listener} &") for block in pasting.of_readme()[1:]]
    assert len(blocks) == 4

    pasted = pasting.paste(
        blocks, tmp_path, pasting.access(service), until=lambda: "OUTGOING_PAYMENT.COMPLETED" in listener.read_text()
    )

    assert pasted.replies[-1]["status"] == "COMPLETED"
    assert pasted.replies[-1]["sentAmount"]["amount"] == 2500
    heard = [line.split()[1] for line in listener.read_text().splitlines()]
    assert heard.count("INTERNAL_ACCOUNT.BALANCE_UPDATED") >= 2
    assert "OUTGOING_PAYMENT.PENDING" in heard


JOURNEYS = sorted((pasting.PAGES / "journeys").glob("*.md"))
_CHANGING = (
    (re.compile(r"\b([A-Z]\w+):[0-9a-f-]{36}"), r"\1:…"),
    (re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+Z"), "2026-11-27T09:30:00Z"),
    (re.compile(r"\bTX[0-9A-F]{16}\b"), "TX…"),
    (re.compile(r'"(accountNumber|nextCursor)": "[^"]+"'), r'"\1": "…"'),
    (re.compile(r"http://127\.0\.0\.1:\d+/"), "https://pay.example.com/"),
)


def as_shown(reply: Any, shown: Any) -> Any:
    """What the page shows of a reply: the fields that it chooses, without what differs each time."""
    text = json.dumps(reply, ensure_ascii=False)
    for pattern, instead in _CHANGING:
        text = pattern.sub(instead, text)
    return chosen(json.loads(text), shown)


def chosen(reply: Any, shown: Any) -> Any:
    """The part of a reply that has the fields, and as many items of each list, as the page shows."""
    if isinstance(shown, dict) and isinstance(reply, dict):
        return {name: chosen(reply[name], shown[name]) for name in shown if name in reply}
    if isinstance(shown, list) and isinstance(reply, list):
        return [chosen(item, part) for item, part in zip(reply, shown, strict=False)]
    return reply


@pytest.mark.usefixtures("within_an_hour")
@pytest.mark.parametrize("page", JOURNEYS, ids=lambda page: page.stem)
def test_a_journey_is_travelled_by_copy_and_paste_and_its_replies_are_real(page, service, tmp_path):
    text = page.read_text()
    parts = [(block, json.loads(shown) if shown else None) for block, shown in pasting.BLOCKS.findall(text)]
    variables = pasting.access(service)
    if "$SECOND_CLIENT_ID" in text:
        variables |= pasting.second_platform(service, text)
    assert pasting.CALL in text

    replies = pasting.paste([pasting.call(), *(block for block, _ in parts)], tmp_path, variables).replies[1:]

    shown = [as_shown(reply, part) for reply, (_, part) in zip(replies, parts, strict=True)]
    if os.environ.get("DOCS_WRITE"):
        page.write_text(with_replies(text, shown))
    else:
        assert shown == [part for _, part in parts], "every block has the reply after it; DOCS_WRITE=1 writes them anew"


def with_replies(text: str, replies: list[Any]) -> str:
    """Return a page whose blocks are followed by these replies."""
    written = iter(replies)

    def block(match: re.Match[str]) -> str:
        return f"```sh\n{match[1]}```\n\n```json\n{in_short_lines(next(written))}\n```"

    return pasting.BLOCKS.sub(block, text)


def in_short_lines(value: Any, indent: int = 0) -> str:
    """Return JSON in which what fits a line stands on one."""
    line = json.dumps(value, ensure_ascii=False)
    if (len(line) + indent <= 130 and indent) or not isinstance(value, dict | list) or not value:
        return line
    inner = " " * (indent + 2)
    if isinstance(value, dict):
        rows = [f"{json.dumps(name)}: {in_short_lines(part, indent + 2)}" for name, part in value.items()]
    else:
        rows = [in_short_lines(part, indent + 2) for part in value]
    begin, end = "{}" if isinstance(value, dict) else "[]"
    return begin + "".join(f"\n{inner}{row}," for row in rows)[:-1] + f"\n{' ' * indent}{end}"
