"""The map: which units of the service each test function reaches, and how long it takes.

`tests/map.json.xz` keeps it. `make map` measures it anew. Its second is what the mean test function takes, so that a
map from a slow or busy machine is worth the same.
"""

import dataclasses
import json
import lzma
import pathlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tests.support import apps

FILE = pathlib.Path(__file__).parents[1] / "map.json.xz"
SERVICE = tuple(sorted(apps.PRODUCT))
_STALE = 0.05
"""The share of the test functions that the map may know nothing of, or that may be gone."""


@dataclass(frozen=True)
class Row:
    """What is known of a test function, all its cases together."""

    seconds: float
    is_quick: bool
    reached: int
    """The units that it reaches: a bit each, by their places in `Map.units`."""
    cases: int = 1


@dataclass(frozen=True)
class Map:
    """The rows of all test functions that were measured, by their names."""

    commit: str
    units: tuple[str, ...] = ()
    rows: Mapping[str, Row] = field(default_factory=dict)
    files: Mapping[str, float] = field(default_factory=dict)
    """Seconds of the files of other kinds, by the reports of their last runs."""

    def bits(self, names: Iterable[str]) -> int:
        """Return these units as bits. Units that no test reaches have none."""
        places = {name: place for place, name in enumerate(self.units)}
        return sum(1 << places[name] for name in set(names) if name in places)

    def reaching(self, bits: int) -> list[str]:
        """Return the test functions that reach one of these units, those first that take little and reach few."""
        reaching = [name for name, row in self.rows.items() if row.reached & bits]
        return sorted(reaching, key=lambda name: self.rows[name].seconds * self.rows[name].reached.bit_count())

    def staleness(self, names: set[str]) -> str:
        """Say how far the test functions of the tree are others than those of the map; nothing while they are few."""
        if not self.rows:
            return "There is no map of the tests. `make map` makes it."
        new, gone = len(names - self.rows.keys()), len(self.rows.keys() - names)
        if new + gone <= _STALE * len(names):
            return ""
        return f"The map is stale: {new} test functions are not in it, {gone} of it are gone. `make map` makes it anew."


def read() -> Map:
    """Read the map. Where there is none, it is empty."""
    if not FILE.exists():
        return Map(commit="")
    kept = json.loads(lzma.decompress(FILE.read_bytes()))
    rows = {
        name: Row(seconds, bool(is_quick), int(reached, 16), cases)
        for name, (seconds, is_quick, reached, cases) in kept["tests"].items()
    }
    return Map(kept["commit"], tuple(kept["units"]), rows, kept["files"])


def merged(former: Map, measured: Map) -> Map:
    """Return the former map with the rows of some tests as they were measured now, in the former map's second.

    Raises:
        LookupError: none of the tests is in the former map, so that nothing tells how its second compares.
    """
    both = former.rows.keys() & measured.rows.keys()
    if not both:
        message = "Name a test that is in the map already: it tells how fast this machine is."
        raise LookupError(message)
    scale = sum(former.rows[name].seconds for name in both) / sum(measured.rows[name].seconds for name in both)
    names = tuple(sorted({*former.units, *measured.units}))
    place = {name: number for number, name in enumerate(names)}

    def moved(row: Row, units: Sequence[str]) -> int:
        digits = f"{row.reached:b}"[::-1]
        return sum(1 << place[units[number]] for number, digit in enumerate(digits) if digit == "1")

    rows = {name: dataclasses.replace(row, reached=moved(row, former.units)) for name, row in former.rows.items()}
    for name, row in measured.rows.items():
        is_quick = name in former.rows and former.rows[name].is_quick
        rows[name] = Row(row.seconds * scale, is_quick, moved(row, measured.units), row.cases)
    return Map(former.commit, names, rows, measured.files)


def write(measured: Map) -> None:
    """Write the map, the same bytes for the same rows."""
    mean = sum(row.seconds for row in measured.rows.values()) / max(len(measured.rows), 1) or 1.0
    tests = {
        name: [round(row.seconds / mean, 3), int(row.is_quick), f"{row.reached:x}", row.cases]
        for name, row in sorted(measured.rows.items())
    }
    files = {name: round(seconds, 1) for name, seconds in sorted(measured.files.items())}
    kept = {"commit": measured.commit, "units": measured.units, "tests": tests, "files": files}
    text = json.dumps(kept, separators=(",", ":"))
    FILE.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))
