"""Results: a table for people, a file for programs, and whether they are good enough."""

import dataclasses
import datetime as dt
import json
import math
import os
import pathlib
import statistics
from collections.abc import Iterable, Sequence


@dataclasses.dataclass(frozen=True)
class Target:
    """What a value must be and what it should be, where defined. `at_most` turns both into upper bounds."""

    must: float
    aim: float | None = None
    at_most: bool = False

    def __str__(self) -> str:
        """Write both bounds."""
        aim = "" if self.aim is None else f", aim {self.aim:g}"
        return f"must {'<=' if self.at_most else '>='} {self.must:g}{aim}"

    def verdict(self, value: float) -> str:
        """Return the verdict on a value."""
        if not self._reaches(value, self.must):
            return "MISSED"
        return "aim reached" if self.aim is not None and self._reaches(value, self.aim) else "ok"

    def _reaches(self, value: float, bound: float) -> bool:
        return value <= bound if self.at_most else value >= bound


@dataclasses.dataclass(frozen=True)
class Line:
    """One line of the table."""

    what: str
    figure: str
    value: float | None = None
    """The value compared with the target: a ratio to the line `against`, or the figure itself."""
    against: str = ""
    target: Target | None = None
    note: str = ""

    @property
    def verdict(self) -> str:
        """The verdict on the value; empty without a target."""
        return self.target.verdict(self.value) if self.target is not None and self.value is not None else ""


@dataclasses.dataclass
class Report:
    """The sections of a run in their order."""

    is_judged: bool = True
    sections: dict[str, list[Line]] = dataclasses.field(default_factory=dict)
    began: dt.datetime = dataclasses.field(default_factory=lambda: dt.datetime.now(dt.UTC))

    def add(self, section: str, lines: Iterable[Line]) -> None:
        """Add lines and show them at once: a run takes minutes."""
        new = list(lines)
        self.sections.setdefault(section, []).extend(new)
        print(f"\n{section}\n{'-' * len(section)}")
        for line in new:
            print(self._as_text(line), flush=True)

    def finish(self, path: pathlib.Path) -> int:
        """Write the file, print the lines that miss a "must", and return the exit code."""
        missed = self._missed()
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(self._content(missed), indent=2) + "\n")
        print()
        for line in missed:
            print(f"MISSED: {line.what} is {line.value:.2f}; {line.target}")
        if not self.is_judged:
            print('NOT JUDGED: this run is too small for its figures to mean anything; no "must" was looked at.')
        print(f"Written to {path}")
        return 1 if missed else 0

    def _missed(self) -> list[Line]:
        if not self.is_judged:
            return []
        return [line for lines in self.sections.values() for line in lines if line.verdict == "MISSED"]

    def _content(self, missed: Sequence[Line]) -> dict[str, object]:
        return {
            "began": self.began.isoformat(),
            "seconds": round((dt.datetime.now(dt.UTC) - self.began).total_seconds()),
            "cores": os.cpu_count(),
            "judged": self.is_judged,
            "sections": {name: [self._as_json(line) for line in lines] for name, lines in self.sections.items()},
            "missed": [line.what for line in missed],
        }

    def _as_text(self, line: Line) -> str:
        text = f"  {line.what:<46} {line.figure:>20}"
        if line.value is not None and line.against:
            text += f"  {line.value:6.2f} x {line.against}"
        if line.verdict:
            text += f"  ({line.target}): {self._verdict(line)}"
        return f"{text}\n      {line.note}" if line.note else text

    def _as_json(self, line: Line) -> dict[str, object]:
        content: dict[str, object] = {"what": line.what, "figure": line.figure}
        if line.value is not None:
            content |= (
                {"ratio": round(line.value, 3), "against": line.against}
                if line.against
                else {"value": round(line.value, 3)}
            )
        if line.target is not None and line.verdict:
            content |= {"must": line.target.must, "aim": line.target.aim, "verdict": self._verdict(line)}
        return content | ({"note": line.note} if line.note else {})

    def _verdict(self, line: Line) -> str:
        return line.verdict if self.is_judged else "not judged"


def rate(
    what: str,
    values: Sequence[float],
    limits: Sequence[float] | None = None,
    against: str = "",
    target: Target | None = None,
    *,
    unit: str = "/s",
    note: str = "",
) -> Line:
    """Return the line of a series of rounds: their median and its spread, judged as such or as a ratio to a limit's."""
    middle = statistics.median(values)
    spread = (max(values) - min(values)) / 2 / middle * 100 if len(values) > 1 else 0
    figure = f"{middle:,.0f} {unit} ±{spread:.0f} %"
    return Line(what, figure, middle if limits is None else ratio(values, limits), against, target, note)


def ratio(values: Sequence[float], limits: Sequence[float]) -> float:
    """Return the median of the ratios of rounds: each round is compared with the limit measured in the same one."""
    return statistics.median(value / limit for value, limit in zip(values, limits, strict=True))


def percentile(values: Sequence[float], share: float) -> float:
    """Return the smallest of the values that `share` of them do not exceed."""
    return sorted(values)[max(0, math.ceil(share * len(values)) - 1)]
