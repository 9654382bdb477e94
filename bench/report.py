"""What was found: a table for people, a file for programs, and whether it is enough."""

import dataclasses
import datetime as dt
import json
import os
import pathlib
import statistics
from collections.abc import Iterable, Sequence

from config.launch import environment


@dataclasses.dataclass(frozen=True)
class Target:
    """What a ratio must be and what it should be. `at_most` turns both into upper bounds."""

    must: float
    aim: float
    at_most: bool = False

    def verdict(self, ratio: float) -> str:
        """Say how a ratio does."""
        if self._reaches(ratio, self.aim):
            return "aim reached"
        return "ok" if self._reaches(ratio, self.must) else "MISSED"

    def _reaches(self, ratio: float, bound: float) -> bool:
        return ratio <= bound if self.at_most else ratio >= bound


@dataclasses.dataclass(frozen=True)
class Line:
    """One line of the table. `ratio` is to what `against` names."""

    what: str
    figure: str
    ratio: float | None = None
    against: str = ""
    target: Target | None = None
    note: str = ""

    @property
    def is_missed(self) -> bool:
        """Tell whether a "must" is missed."""
        return self.target is not None and self.ratio is not None and self.target.verdict(self.ratio) == "MISSED"


@dataclasses.dataclass
class Report:
    """The sections of a run in their order."""

    sections: dict[str, list[Line]] = dataclasses.field(default_factory=dict)
    began: dt.datetime = dataclasses.field(default_factory=lambda: dt.datetime.now(dt.UTC))

    def add(self, section: str, lines: Iterable[Line]) -> None:
        """Add lines and show them at once: a run takes minutes."""
        new = list(lines)
        self.sections.setdefault(section, []).extend(new)
        _show(section, new)

    def missed(self) -> list[Line]:
        """Return the lines that miss a "must"."""
        return [line for lines in self.sections.values() for line in lines if line.is_missed]

    def write(self) -> pathlib.Path:
        """Write var/bench.json and return its path."""
        path = environment.PROJECT / "var" / "bench.json"
        path.parent.mkdir(exist_ok=True)
        content = {
            "began": self.began.isoformat(),
            "seconds": round((dt.datetime.now(dt.UTC) - self.began).total_seconds()),
            "cores": os.cpu_count(),
            "sections": {name: [_as_json(line) for line in lines] for name, lines in self.sections.items()},
            "missed": [line.what for line in self.missed()],
        }
        path.write_text(json.dumps(content, indent=2) + "\n")
        return path


def median(values: Sequence[float]) -> float:
    """Return the median of a series of rounds."""
    return statistics.median(values)


def ratio(values: Sequence[float], limits: Sequence[float]) -> float:
    """Return the median of the ratios of rounds: each round is held against the limit measured in the same one."""
    return statistics.median(value / limit for value, limit in zip(values, limits, strict=True))


def per_second(values: Sequence[float], *, unit: str = "/s") -> str:
    """Write a rate with the spread of its rounds."""
    middle = statistics.median(values)
    spread = (max(values) - min(values)) / 2 / middle * 100 if len(values) > 1 else 0
    return f"{middle:,.0f} {unit} ±{spread:.0f} %"


def _show(section: str, lines: Sequence[Line]) -> None:
    print(f"\n{section}\n{'-' * len(section)}")
    for line in lines:
        print(_as_text(line), flush=True)


def _as_text(line: Line) -> str:
    text = f"  {line.what:<46} {line.figure:>20}"
    if line.ratio is not None:
        text += f"  {line.ratio:6.2f} x {line.against}"
    if line.target is not None and line.ratio is not None:
        sign = "<=" if line.target.at_most else ">="
        text += f"  (must {sign} {line.target.must:g}, aim {line.target.aim:g}): {line.target.verdict(line.ratio)}"
    return f"{text}\n      {line.note}" if line.note else text


def _as_json(line: Line) -> dict[str, object]:
    content: dict[str, object] = {"what": line.what, "figure": line.figure}
    if line.ratio is not None:
        content |= {"ratio": round(line.ratio, 3), "against": line.against}
    if line.target is not None and line.ratio is not None:
        content |= {
            "must": line.target.must,
            "aim": line.target.aim,
            "verdict": line.target.verdict(line.ratio),
        }
    return content | ({"note": line.note} if line.note else {})
