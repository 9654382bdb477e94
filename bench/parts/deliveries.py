"""Webhook deliveries of one worker role, all its processes, against a bare client loop on the same receiver."""

from bench import child, databases, programs, report
from bench.size import Size


def measure(found: report.Report, size: Size) -> None:
    """Measure in a database of its own, where nothing else is due."""
    with databases.fresh("webhooks") as url, programs.responder() as port, programs.worker(url):
        rates = child.call("sender", url, port=port, events=size.events, rounds=size.rounds)
        waits = child.call(
            "delays", url, port=port, platforms=size.platforms, seconds=size.change_seconds, rounds=size.rounds
        )
    found.add(
        "Webhooks",
        [
            report.rate("bare aiohttp loop, 32 in flight", rates["bare"]),
            report.rate(
                f"deliveries of one worker role ({programs.worker_processes()} processes)",
                rates["service"],
                rates["bare"],
                "bare loop",
                report.Target(0.4, 0.6),
                note="claimed, signed twice, sent, written down; one resource for every two events",
            ),
            report.rate(
                f"first attempt after the change, {size.platforms} endpoints, p95",
                waits["all answer"],
                target=report.Target(1000, at_most=True),
                unit="ms",
            ),
            report.rate(
                "the same of all but one, which never answers",
                waits["one is dead"],
                waits["all answer"],
                "all answer",
                report.Target(1.1, 1.0, at_most=True),
                note="one change a second for each endpoint",
                unit="ms",
            ),
        ],
    )
