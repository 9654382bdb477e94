"""Measurements in interleaved rounds, so that changes of the machine's load affect all of them."""

import dataclasses
import itertools
import statistics
from collections.abc import Callable, Iterable, Iterator, Sequence

from bench import cpu, load, programs, report

BASE = "/2025-10-13"
_MOST_PER_SECOND = 6000
_IN_A_TURN = 10
_WARM_UP = 10
"""Rounds that fill caches and prepare the statements on every connection."""


@dataclasses.dataclass(frozen=True)
class Step:
    """Something to measure in every round."""

    measure: Callable[[], load.Outcome | programs.Rate]
    server: int = 0
    """The process of the web server or worker that is measured, if any."""
    status: int = 0
    """The expected status of every reply."""


def http(server: programs.Web, requests: Callable[[], Iterable[bytes]], *, seconds: float, status: int = 200) -> Step:
    """Return a step of requests, which are written anew in each round before the clock starts."""
    return Step(lambda: load.drive(port=server.port, requests=requests(), seconds=seconds), server.pid, status)


def some(requests: Iterator[bytes], seconds: float) -> list[bytes]:
    """Write more requests than any server answers in that time."""
    return list(itertools.islice(requests, round(seconds * _MOST_PER_SECOND)))


@dataclasses.dataclass
class Series:
    """The results of all rounds, by name."""

    rates: dict[str, list[float]] = dataclasses.field(default_factory=dict)
    http: dict[str, list[load.Outcome]] = dataclasses.field(default_factory=dict)
    costs: dict[str, list[tuple[float, float]]] = dataclasses.field(default_factory=dict)
    """Milliseconds of processor time per request or call: of the program, of the database."""

    def line(
        self,
        what: str,
        name: str,
        limit: str = "",
        against: str = "",
        target: report.Target | None = None,
        *,
        note: str = "",
    ) -> report.Line:
        """Return the line of a step, compared with another step."""
        words = [note, self._percentiles(name), self._cost(name)]
        return report.rate(
            what,
            self.rates[name],
            self.rates[limit] if limit else None,
            against,
            target,
            note="; ".join(word for word in words if word),
        )

    def _percentiles(self, name: str) -> str:
        """Write the latencies as medians of the rounds."""
        outcomes = self.http.get(name)
        if not outcomes:
            return ""
        values = (statistics.median(each.percentile(share) for each in outcomes) for share in (0.5, 0.95, 0.99))
        return "p50 {:.1f}  p95 {:.1f}  p99 {:.1f} ms".format(*values)

    def cost(self, name: str) -> tuple[float, float]:
        """Return the milliseconds per call: of the program, of the database."""
        program, database = (statistics.median(column) for column in zip(*self.costs[name], strict=True))
        return program, database

    def _cost(self, name: str) -> str:
        program, database = self.cost(name)
        role = "web" if name in self.http else "worker"
        return f"CPU {f'{program:.2f} ms {role}, ' if program else ''}{database:.2f} ms database"


def run(steps: dict[str, Step], rounds: int) -> Series:
    """Measure every step in every round."""
    series, meter = Series(), cpu.Meter()
    for number in range(1, rounds + 1):
        for name, step in steps.items():
            print(f"\r· Round {number} of {rounds}: {name:<16}", end="", flush=True)
            program, database = meter.group(step.server), meter.database()
            outcome = step.measure()
            program, database = meter.group(step.server) - program, meter.database() - database
            if isinstance(outcome, load.Outcome):
                _require(outcome, step.status, name)
                series.http.setdefault(name, []).append(outcome)
            series.rates.setdefault(name, []).append(outcome.per_second)
            calls = outcome.per_second * outcome.seconds / 1000
            series.costs.setdefault(name, []).append((program / calls, database / calls))
    print("\r" + " " * 60 + "\r", end="")
    return series


@dataclasses.dataclass(frozen=True)
class Side:
    """One of two servers that get the same requests."""

    server: programs.Web
    request: bytes


def compare(what: str, small: Side, large: Side, *, status: int, turns: int) -> report.Line:
    """Ask both in turns, one request at a time, and compare the 95th percentile of the second with the first's."""
    taken: tuple[list[float], list[float]] = ([], [])
    meter, spent = cpu.Meter(), ([0.0, 0.0], [0.0, 0.0])
    for number in range(min(turns, _WARM_UP) + turns):
        for side, latencies, times in zip((small, large), taken, spent, strict=True):
            few = itertools.repeat(side.request, _IN_A_TURN)
            web, database = meter.group(side.server.pid), meter.database()
            outcome = load.drive(port=side.server.port, requests=few, seconds=60, connections=1)
            _require(outcome, status, what)
            if number >= min(turns, _WARM_UP):
                latencies.extend(outcome.latencies)
                times[0] += meter.group(side.server.pid) - web
                times[1] += meter.database() - database
    (few_p95, few_p50), (many_p95, many_p50) = map(_milliseconds, taken)
    return report.Line(
        what,
        f"{many_p95:.1f} ms",
        many_p95 / few_p95,
        f"{few_p95:.1f} ms",
        report.Target(1.5, 1.1, at_most=True),
        note=f"p50 {many_p50:.1f} ms against {few_p50:.1f} ms; CPU {_costs(spent[1], turns)} against "
        f"{_costs(spent[0], turns)} ms (web, database)",
    )


def _costs(spent: Sequence[float], turns: int) -> str:
    """Write seconds of processor time in all turns as milliseconds per request."""
    return ", ".join(f"{each * 1000 / turns / _IN_A_TURN:.2f}" for each in spent)


def _milliseconds(latencies: Sequence[float]) -> tuple[float, float]:
    return report.percentile(latencies, 0.95) * 1000, report.percentile(latencies, 0.5) * 1000


def _require(outcome: load.Outcome, status: int, name: str) -> None:
    if not outcome.only(status):
        raise programs.ProgramError(f"{name} answered {outcome.statuses}: {outcome.example[:600]!r}")
