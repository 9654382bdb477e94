"""The effect of slow or hostile platforms on another: a whole service, and one bad neighbour at a time."""

import os

from bench import child, databases, programs, report
from bench.size import Size
from config.launch import roles

_DOMAINS = 300
"""Domains whose keys are requested: none is asked twice within half a minute."""
_CUSTOMERS = 50


def measure(found: report.Report, size: Size) -> None:
    """Measure in a database of its own, beside web server, worker and scheduler."""
    silent, dripping = programs.free_port(), programs.free_port()
    loopback = [f"silent{number}.example=127.0.0.1:{silent}" for number in range(_DOMAINS)]
    os.environ["UMA_LOOPBACK"] = ",".join([*loopback, f"dripping.example=127.0.0.1:{dripping}"])
    os.environ["PRODUCTION_RAIL"] = "bench.children.rude_rail.RudeRail"
    try:
        with databases.fresh("neighbours") as url:
            lines = _measured(url, size, silent=silent, dripping=dripping)
    finally:
        del os.environ["UMA_LOOPBACK"], os.environ["PRODUCTION_RAIL"]
    found.add("Neighbours", lines)


def _measured(url: str, size: Size, *, silent: int, dripping: int) -> list[report.Line]:
    variables = {**os.environ, "DATABASE_URL": url}
    with (
        programs.responder() as answering,
        programs.web("service", variables=variables) as web,
        programs.worker(url),
        programs.running("beat", roles.command("beat", variables), variables),
    ):
        waits = child.call(
            "neighbours",
            url,
            web=web.port,
            answering=answering,
            silent=silent,
            dripping=dripping,
            domains=_DOMAINS,
            due=size.due,
            customers=min(size.customers, _CUSTOMERS),
            seconds=size.neighbour_seconds,
            share=size.neighbour_share,
        )
    return [
        report.Line(
            f"{what}, p95, beside {name}",
            f"{beside:,.0f} ms",
            beside / quiet,
            f"{quiet:,.0f} ms",
            report.Target(1.2, at_most=True),
        )
        for name, what, quiet, beside in waits
    ]
