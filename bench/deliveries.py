"""Webhook deliveries of one worker role, all its processes, against a bare client loop on the same receiver."""

import os
import sys

import orjson

from bench import programs, report
from config.launch import roles


def measure(found: report.Report, *, events: int, rounds: int) -> None:
    """Measure in a database of its own, where nothing else is due."""
    programs.psql(command="CREATE DATABASE bench_webhooks")
    variables = {"DATABASE_URL": programs.database("bench_webhooks"), "ALLOW_LOOPBACK_WEBHOOKS": "true"}
    programs.run("migrate", [sys.executable, "manage.py", "migrate", "--no-input"], variables)
    worker = roles.command("worker", {**os.environ, **variables})
    with programs.responder() as port, programs.running("worker", worker, {**os.environ, **variables}):
        command = [sys.executable, "-m", "bench.sender", str(port), str(events), str(rounds)]
        rates = orjson.loads(programs.run("bench.sender", command, variables))
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
        ],
    )
