"""The results of drills: a line for each, a table of all, and a file for programs."""

import dataclasses
import datetime as dt
import json
import math
import os
import pathlib
import platform
from collections.abc import Sequence

from bench.failover.drills import Drill
from bench.failover.faults import FAULTS
from bench.failover.service import CLIENTS

_HEAD = (
    "| Fault | Drills | Acknowledged | Lost | Doubled | Outage p50 | p99 | Aim | Standby again, p50 | Longest |\n"
    "|---|---|---|---|---|---|---|---|---|---|"
)


@dataclasses.dataclass
class Results:
    """All drills of a run."""

    is_strict: bool
    drills: list[Drill] = dataclasses.field(default_factory=list)
    books: str = "not checked"
    began: dt.datetime = dataclasses.field(default_factory=lambda: dt.datetime.now(dt.UTC))

    @property
    def conditions(self) -> str:
        """Where and how the figures were taken."""
        cores, load = os.cpu_count(), os.getloadavg()[2]
        strict = "on" if self.is_strict else "off"
        return (
            f"{self.began:%d %B %Y}: {cores} cores ({platform.machine()}) for all of it, load {load:.1f} over"
            f" the last 15 minutes; {CLIENTS} clients; ttl 20 s, loop_wait 1 s; strict {strict}; books: {self.books}"
        )

    def finish(self, output: pathlib.Path | None) -> int:
        """Print the table, write the file, and return the exit code."""
        print(f"\n{table(self.drills)}\n\n{self.conditions}")
        self.write(output)
        return 0 if self.books == "clean" and all(drill.is_good for drill in self.drills) else 1

    def write(self, output: pathlib.Path | None) -> None:
        """Write what is known so far."""
        if output is not None:
            drills = [dataclasses.asdict(drill) for drill in self.drills]
            output.write_text(json.dumps({"conditions": self.conditions, "drills": drills}, indent=1) + "\n")


def told(drill: Drill) -> str:
    """Return a drill in one line."""
    outage = "did not go on" if drill.outage is None else f"{drill.outage:.1f} s without a payment"
    back = "no standby" if drill.standby_again is None else f"a standby again after {drill.standby_again:.0f} s"
    settled = "NOT settled" if drill.settled_after is None else f"settled after {drill.settled_after:.0f} s"
    anew = f", STARTED ANEW {', '.join(drill.started_anew)}" if drill.started_anew else ""
    return (
        f"{drill.kind}: {drill.acknowledged} acknowledged, lost {drill.lost}, doubled {drill.doubled}; {outage};"
        f" {back}; {settled}; {' → '.join(drill.primaries)}; refused {drill.refused}{anew}"
    )


def table(drills: Sequence[Drill]) -> str:
    """Return all drills by kind, as a table of Markdown."""
    lines = [_HEAD]
    for kind, fault in FAULTS.items():
        of_kind = [drill for drill in drills if drill.kind == kind]
        if not of_kind:
            continue
        outages = [math.inf if drill.outage is None else drill.outage for drill in of_kind]
        again = [math.inf if drill.standby_again is None else drill.standby_again for drill in of_kind]
        aim = f"{fault.aim:g} s" if fault.aim else ""
        sums = [sum(getattr(drill, name) for drill in of_kind) for name in ("acknowledged", "lost", "doubled")]
        lines.append(
            f"| {fault.says} | {len(of_kind)} | {sums[0]} | {sums[1]} | {sums[2]} | {_share(outages, 0.5):.1f} s"
            f" | {_share(outages, 0.99):.1f} s | {aim} | {_share(again, 0.5):.0f} s | {max(again):.0f} s |"
        )
    return "\n".join(lines)


def _share(values: Sequence[float], share: float) -> float:
    """Return the value that this share of them stays within."""
    return sorted(values)[max(0, math.ceil(share * len(values)) - 1)]
