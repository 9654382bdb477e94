"""The guide to webhooks names what there is: types, options, states."""

import pathlib
import re

from django.core.management import load_command_class

from config.launch import environment
from webhooks.event_types import EventType
from webhooks.models import EventState

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
        topic = first.partition(".")[0]
        named |= {first, *(topic + other for other in others if other.startswith("."))}
        if "KYB" in others:
            named |= {name.replace(".KYC_", ".KYB_") for name in named if ".KYC_" in name}

    assert named == set(EventType.values)


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
