"""What deploy/Containerfile says of the image that it makes."""

import json
import pathlib
import re

from config.launch import environment

DEPLOY = pathlib.Path(environment.PROJECT) / "deploy"
FILE = DEPLOY / "Containerfile"


def _instructions() -> list[tuple[str, str]]:
    """The instructions of the last stage."""
    text = re.sub(r"^#.*\n", "", FILE.read_text(), flags=re.MULTILINE).replace("\\\n", " ")
    found = [(word, rest.strip()) for word, rest in re.findall(r"^([A-Z]+) (.*)$", text, re.MULTILINE)]
    last = max(at for at, (word, _) in enumerate(found) if word == "FROM")
    return found[last:]


def one(instruction: str) -> str:
    [rest] = [rest for word, rest in _instructions() if word == instruction]
    return rest


def argument(name: str) -> str:
    """The default of an argument, of whatever stage."""
    [value] = re.findall(rf"^ARG {name}=\"?([^\"\n]*)\"?$", FILE.read_text(), re.MULTILINE)
    return str(value)


def variables() -> dict[str, str]:
    return dict(pair.split("=", 1) for pair in one("ENV").split())


def command() -> list[str]:
    return list(json.loads(one("CMD")))


def health_check() -> list[str]:
    return list(json.loads(one("HEALTHCHECK").partition("CMD")[2]))
