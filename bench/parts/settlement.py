"""Payments from due to settled, by a worker role with all its processes, and the cost of a whole payment per core."""

import itertools

from bench import child, databases, programs, report, rounds
from bench.parts import limits
from bench.rounds import Series, Step
from bench.size import Size

_HOLD = "UPDATE payments_transaction SET next_action_at = next_action_at + interval '1 day'"
_ALL = 600.0
"""Seconds, within which all payments of a round are certainly made."""


def measure(found: report.Report, size: Size) -> None:
    """Make payments over HTTP while no worker runs, then let a worker settle them, a round's worth at a time."""
    with databases.fresh("settlement") as url:
        owner = limits.prepare(url, size)
        made = _requests(url, owner, size)
        series = _settled(url, owner, size)
    requested, settled = made.cost("transfer"), series.cost("settle")
    found.add(
        "Settlement",
        [
            series.line(limits.FUNCTION, "function"),
            series.line(
                f"payments settled by one worker role ({programs.worker_processes()} processes)",
                "settle",
                "function",
                limits.FUNCTION,
                report.Target(0.15, 0.3),
                note="from due to COMPLETED on the sandbox's rail",
            ),
            report.Line(
                f"payments per second and core, {_durable()}",
                f"{1000 / sum((*requested, *settled)):,.0f} /s",
                note=(
                    f"CPU of a payment: {requested[0]:.2f} ms web, {requested[1]:.2f} ms database to take it; "
                    f"{settled[0]:.2f} ms worker, {settled[1]:.2f} ms database to settle it"
                ),
            ),
        ],
    )


def _requests(url: str, owner: object, size: Size) -> Series:
    """Make the payments of all rounds, and of one more that warms the worker up."""
    transfers = limits.transfers_of(owner)
    with programs.web("service", variables={"DATABASE_URL": url}) as web:
        made = rounds.http(web, lambda: list(itertools.islice(transfers, size.payments)), seconds=_ALL, status=201)
        return rounds.run({"transfer": made}, size.rounds + 1)


def _settled(url: str, owner: object, size: Size) -> Series:
    programs.psql(command=_HOLD, url=url)
    processes = programs.worker_processes()

    def settle() -> programs.Rate:
        seconds = float(child.call("settle", url, payments=size.payments, wakes=processes))
        return programs.Rate(size.payments / seconds, seconds)

    with programs.worker(url) as worker:
        settle()
        function = limits.ledger("one_function", url, owner, size, clearings=size.customers)
        return rounds.run({"function": function, "settle": Step(settle, worker)}, size.rounds)


def _durable() -> str:
    settings = {programs.psql(command=f"SHOW {name}") for name in ("fsync", "synchronous_commit")}
    return "durable" if settings == {"on"} else "NOT durable"
