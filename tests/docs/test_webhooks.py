"""The guide to webhooks names what there is: types, options, states."""

import itertools
import os
import pathlib
import re

from django.core.management import load_command_class

from config.launch import environment
from webhooks.models import EventState
from webhooks.outbox.event_types import TOPICS, EventType, topic

_DOCS = pathlib.Path(environment.PROJECT) / "docs"
_GUIDE = (_DOCS / "platform-developer" / "webhooks.md").read_text()


def section(heading: str) -> str:
    """Return the text below a heading, down to the next heading of the same kind."""
    marks = heading.partition(" ")[0]
    return re.split(rf"^{marks} ", _GUIDE.split(f"\n{heading}\n")[1], flags=re.MULTILINE)[0]


def test_the_guide_names_every_type():
    named = set()
    for row in re.findall(r"^\| (`.*?) \|", section("### The types"), re.MULTILINE):
        first, *others = re.findall(r"`([A-Z_.]+)`", row)
        prefix = first.partition(".")[0]
        named |= {first, *(prefix + other for other in others if other.startswith("."))}

    assert named == set(EventType.values)


def _table() -> str:
    """The catalogue: a row for those that tell of the same in the same words."""
    lines = ["| Type | `data` is | Sent when |", "|---|---|---|"]
    for (prefix, when), alike in itertools.groupby(EventType, lambda each: (topic(each), each.label)):
        first, *others = alike
        names = " ".join(f"`{name}`" for name in [first, *(other.removeprefix(prefix) for other in others)])
        lines.append(f"| {names} | {TOPICS[prefix].data} | {when} |")
    return "\n".join(lines)


def test_the_table_of_types_is_the_catalogue():
    page = _DOCS / "platform-developer" / "webhooks.md"
    text, table = page.read_text(), _table()
    if os.environ.get("DOCS_WRITE"):
        text = re.sub(r"(?<=<!-- event types -->\n).*?(?=<!-- end -->)", lambda _: f"{table}\n", text, flags=re.DOTALL)
        page.write_text(text)

    assert f"<!-- event types -->\n{table}\n<!-- end -->" in text


def test_the_guide_names_every_option_of_listen():
    parser = load_command_class("webhooks", "listen").create_parser("manage.py", "listen")
    own = {action.option_strings[0] for action in parser._actions if action.option_strings}
    own -= {"-h", "--version", "-v", "--settings", "--pythonpath", "--traceback", "--no-color", "--force-color"}

    assert set(re.findall(r"`(--[a-z-]+)", section("## On your own machine"))) - {"--skip-checks"} == own - {
        "--skip-checks"
    }


def test_operators_are_told_of_every_state():
    text = (_DOCS / "operator" / "webhooks.md").read_text()

    assert [state for state in EventState.values if f"`{state}`" not in text] == []
