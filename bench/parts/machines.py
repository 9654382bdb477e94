"""Web and workers on several hosts: each has a network of its own, one web process and one process of a worker.

Requests come over that network; database and broker are reached by their sockets, as in all parts. All share the cores
of this machine with the database and the generator. So it shows that they do not hinder each other, and what a payment
costs, rather than what several machines would reach.
"""

import contextlib
import functools
import itertools
import time
from collections.abc import Sequence
from typing import Any

from bench import child, cpu, databases, load, programs, report
from bench.hosts import Host, several
from bench.parts import limits
from bench.size import Size

_HOLD = "UPDATE payments_transaction SET next_action_at = next_action_at + interval '1 day'"
_ALL = 600.0
"""Seconds, within which all payments of a round are certainly made."""
_CONNECTIONS = 32


def measure(found: report.Report, size: Size) -> None:
    """Make and settle payments with each number of hosts, on databases of their own."""
    lines = [line for hosts in size.hosts for line in _with(hosts, size)]
    found.add("Machines: one web process and one process of a worker on each", lines)


def _with(hosts: int, size: Size) -> Sequence[report.Line]:
    print(f"· {hosts} hosts", flush=True)
    meter = cpu.Meter()
    with databases.fresh("machines") as url, several(hosts) as places, contextlib.ExitStack() as stack:
        owner = limits.prepare(url, size)
        webs = [stack.enter_context(_web(url, place)) for place in places]
        transfers = limits.transfers_of(owner)
        _requests(webs, transfers, size.payments)
        pids = [web.pid for web in webs]
        make = functools.partial(_requests, webs, transfers, size.payments)
        before = _written(url)
        made = [_measured(meter, pids, size, make) for _ in range(size.rounds)]
        programs.psql(command=_HOLD, url=url)
        workers = [
            stack.enter_context(programs.worker(url, prefix=place.prefix, WORKER_PROCESSES="1")) for place in places
        ]
        settle = functools.partial(_settle, url, size, hosts)
        settle()
        settled = [_measured(meter, workers, size, settle) for _ in range(size.rounds)]
        grown = [
            (now - then) / size.payments / size.rounds / 1000 for now, then in zip(_written(url), before, strict=True)
        ]
    return [
        _line(f"{hosts}: requests", "web", made),
        _line(f"{hosts}: settled", "worker", settled),
        report.Line(f"{hosts}: tables and indexes, a payment", f"{grown[0]:.1f} kB", note=f"log: {grown[1]:.1f} kB"),
    ]


def _written(url: str) -> tuple[int, int]:
    """Return the bytes of the database, and of all that was ever written to the server's log."""
    told = programs.psql(command="SELECT pg_database_size(current_database()), pg_current_wal_lsn() - '0/0'", url=url)
    size, log = told.split("|")
    return int(size), int(log)


def _web(url: str, place: Host) -> Any:
    """Start the web process of a host."""
    variables = {"DATABASE_URL": url, "BIND": place.address, "WEB_WORKERS": "1"}
    return programs.web(f"host-{place.address}", variables=variables, prefix=place.prefix)


def _requests(webs: Sequence[programs.Web], transfers: Any, count: int) -> float:
    """Make payments at all hosts; return the seconds it took."""
    texts = list(itertools.islice(transfers, count))
    addresses = [(web.host, web.port) for web in webs]
    began = time.monotonic()
    outcome = load.drive(requests=texts, seconds=_ALL, connections=_CONNECTIONS, addresses=addresses)
    if not outcome.only(201):
        raise programs.ProgramError(f"a transfer was answered {outcome.example[:600]!r}")
    return time.monotonic() - began


def _settle(url: str, size: Size, hosts: int) -> float:
    return float(child.call("settle", url, payments=size.payments, wakes=hosts))


def _measured(meter: cpu.Meter, pids: Sequence[int], size: Size, work: Any) -> tuple[float, float, float]:
    """Return payments per second, and milliseconds of a payment in the programs and in the database."""
    before = sum(map(meter.group, pids)), meter.database()
    seconds = work()
    program, database = sum(map(meter.group, pids)) - before[0], meter.database() - before[1]
    return size.payments / seconds, 1000 * program / size.payments, 1000 * database / size.payments


def _line(what: str, role: str, rounds: Sequence[tuple[float, float, float]]) -> report.Line:
    rates, programs_ms, database_ms = zip(*rounds, strict=True)
    cost = (sorted(each)[len(each) // 2] for each in (programs_ms, database_ms))
    return report.rate(what, rates, note="CPU {:.2f} ms {role}, {:.2f} ms database".format(*cost, role=role))
