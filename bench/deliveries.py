"""Webhook deliveries of one worker role, all its processes, against a bare client loop on the same receiver."""

import os
import sys

import orjson

from bench import programs, report
from config.launch import roles


def measure(found: report.Report, *, events: int, rounds: int, seconds: int = 12) -> None:
    """Measure in a database of its own, where nothing else is due."""
    programs.psql(command="CREATE DATABASE bench_webhooks")
    variables = {"DATABASE_URL": programs.database("bench_webhooks"), "ALLOW_LOOPBACK_WEBHOOKS": "true"}
    programs.run("migrate", [sys.executable, "manage.py", "migrate", "--no-input"], variables)
    worker = roles.command("worker", {**os.environ, **variables})
    with programs.responder() as port, programs.running("worker", worker, {**os.environ, **variables}):
        command = [sys.executable, "-m", "bench.sender", str(port), str(events), str(rounds)]
        rates = orjson.loads(programs.run("bench.sender", command, variables))
        command = [sys.executable, "-m", "bench.delays", str(port), str(seconds), str(rounds)]
        waits = orjson.loads(programs.run("bench.delays", command, variables))
    found.add(
        "Webhooks",
        [
            report.Line("bare aiohttp loop, 32 in flight", report.per_second(rates["bare"])),
            report.Line(
                "deliveries of one worker role (2 processes)",
                report.per_second(rates["service"]),
                report.ratio(rates["service"], rates["bare"]),
                "bare loop",
                report.Target(0.3, 0.6),
                note="claimed, signed twice, sent, written down; one resource for every two events",
            ),
            report.Line("first attempt after the change, 100 endpoints, p95", _milliseconds(waits["all answer"])),
            report.Line(
                "the same of 99, while the 100th never answers",
                _milliseconds(waits["one is dead"]),
                report.ratio(waits["one is dead"], waits["all answer"]),
                "all answer",
                report.Target(1.1, 1.0, at_most=True),
                note="100 changes a second; must be below 1,000 ms",
            ),
        ],
    )


def _milliseconds(values: list[float]) -> str:
    return report.per_second(values, unit="ms")
