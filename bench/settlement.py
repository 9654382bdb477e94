"""Payments from due to settled, by a worker role with all its processes, and what a whole payment costs a core."""

import itertools

from bench import child, databases, limits, load, programs, report, rounds
from bench.rounds import Series, Step
from bench.size import Size

_HOLD = "UPDATE payments_transaction SET next_action_at = next_action_at + interval '1 day'"


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
                report.Target(0.02),
                note="from due to COMPLETED on the sandbox's rail",
            ),
            report.Line(
                "payments per second and core, durable",
                f"{1000 / sum((*requested, *settled)):,.0f} /s",
                note=(
                    f"CPU of a payment: {requested[0]:.2f} ms web, {requested[1]:.2f} ms database to take it; "
                    f"{settled[0]:.2f} ms worker, {settled[1]:.2f} ms database to settle it; "
                    f"fsync {_setting('fsync')}, synchronous_commit {_setting('synchronous_commit')}"
                ),
            ),
        ],
    )


def _requests(url: str, owner: object, size: Size) -> Series:
    """Make the payments of all rounds, and of one more that warms the worker up."""
    transfers = limits.transfers_of(owner)
    with programs.web("service", variables={"DATABASE_URL": url}) as web:

        def transfer() -> load.Outcome:
            few = list(itertools.islice(transfers, size.payments))
            return load.drive(port=web.port, requests=few, seconds=600)

        return rounds.run({"transfer": Step(transfer, web.pid, 201)}, size.rounds + 1)


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


def _setting(name: str) -> str:
    return programs.psql(command=f"SHOW {name}")
