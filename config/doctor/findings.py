"""Findings of the doctor: one line for each, or all as JSON. Needs no settings."""

import dataclasses
import enum
import json
from collections.abc import Iterable, Iterator


class Level(enum.IntEnum):
    """How much a finding matters; the highest of all is the exit status."""

    NOTE = 0
    """Nothing is wrong, or the check could not be made."""
    WARNING = 1
    """The service works, but may stop working soon."""
    ERROR = 2
    """The service does not work, or not safely."""


@dataclasses.dataclass(frozen=True, slots=True)
class Finding:
    """One result of a check."""

    check: str
    level: Level
    message: str
    remedy: str = ""

    def __str__(self) -> str:
        return f"{self.level.name.lower():7} {self.check}: {self.message} {self.remedy}".rstrip()


def status(found: Iterable[Finding]) -> int:
    """Return the exit status: 0 nothing is wrong, 1 warnings only, 2 errors."""
    return int(max((finding.level for finding in found), default=Level.NOTE))


def lines(found: list[Finding], asked: list[str], release: str = "") -> Iterator[str]:
    """Yield a line for each finding, the worst first, and a last one with the checks made and the release."""
    for finding in sorted(found, key=lambda one: -one.level):
        yield str(finding)
    verdict = ("Nothing is wrong", "The service works; see the warnings", "Something is wrong")[status(found)]
    yield f"{verdict}. Looked at: {', '.join(asked)}.{f' Release: {release}.' if release else ''}"


def as_json(found: list[Finding], asked: list[str], release: str = "") -> str:
    """Return the same for programs."""
    told = [{**dataclasses.asdict(finding), "level": finding.level.name} for finding in found]
    return json.dumps({"status": status(found), "release": release, "checks": asked, "findings": told}, indent=2)


def of_unreadable_settings(error: Exception) -> list[Finding]:
    """Return a finding for each missing or malformed setting, with which no process can start."""
    sentences: list[str] = getattr(error, "sentences", [str(error)])
    last = len(sentences) - 1
    return [
        Finding("settings", Level.ERROR, sentence, "Nothing else can be looked at before." if place == last else "")
        for place, sentence in enumerate(sentences)
    ]


def of_failed_start(error: Exception) -> list[Finding]:
    """Return the finding of a fault in loading the service. What the exception says may have a secret in it."""
    message = f"The service can't be loaded with these settings ({type(error).__name__})."
    return [Finding("settings", Level.ERROR, message, "`manage.py check` shows where. Report it as a fault.")]
