"""`python -m bench.chaos [--minutes N] [--seed N] [--faults KIND …] [--output FILE]`: payments, a fault a minute.

Exit status 1 where books, events or a client's own books disagree at the end, or something did not go on by itself.
"""

import argparse
import dataclasses
import itertools
import json
import os
import pathlib
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from bench.chaos import judge, receiver, site
from bench.chaos.clients import COUNT, Client
from bench.chaos.faults import FAULTS, Fault
from bench.failover import books as ledger
from bench.failover import machines
from config.launch import environment, processes

_STANDBY_SECONDS = 180.0


@dataclasses.dataclass
class Played:
    """A fault that was played."""

    kind: str
    second: int
    """When it began, after the beginning."""
    outage: float = 0.0
    """The longest time without an acknowledged payment, from its beginning to that of the next one."""


def main(words: Sequence[str] | None = None) -> int:
    """Play as long as the command line asks for; return the exit code."""
    options = _options(words)
    with (
        machines.folder("chaos", is_kept=options.keep) as root,
        site.running(root) as hosts,
        receiver.listening(hosts.gateway, hosts.certificate) as endpoint,
    ):
        told = _play(hosts, endpoint, options)
    print("\n".join(_lines(told)))
    if options.output is not None:
        options.output.write_text(json.dumps(told, indent=1) + "\n")
    return 0 if told["isGood"] else 1


def _play(hosts: site.Site, endpoint: receiver.Receiver, options: argparse.Namespace) -> dict[str, Any]:
    web = hosts.webs[0]
    web.call("PATCH", "/config", {"webhookEndpoint": endpoint.url})
    clients = [Client(number, options.seed, hosts.webs) for number in range(COUNT)]
    began = time.monotonic()
    for client in clients:
        client.start()
    played = list(_faults(hosts, endpoint, options))
    for client in clients:
        client.stop()
    for client in clients:
        client.join()
    ended = time.monotonic()
    settled = judge.wait_until_settled(hosts.cluster)
    kept = [client.books for client in clients]
    balances = judge.balances(web, {books.account for books in kept})
    differences = judge.differences(judge.payments(hosts.cluster), balances, kept, endpoint)
    is_cancelled = any(fault.kind == "cancelled" for fault in played)
    wrong = [name for name, found in differences.items() if found and not (is_cancelled and name == judge.TOLD_AGAIN)]
    variables = {"DATABASE_URL": hosts.cluster.url(environment.SERVICE)}
    checked = ledger.check(hosts.root / "service", variables)
    moments = sorted(moment - began for books in kept for moment in books.moments)
    for fault, following in zip(played, [*(each.second for each in played[1:]), ended - began], strict=True):
        fault.outage = _longest_gap(moments, fault.second, following)
    return {
        "conditions": _conditions(hosts, options),
        "minutes": round((ended - began) / 60, 1),
        "payments": sum(len(books.promised) for books in kept),
        "events": endpoint.count,
        "faults": [dataclasses.asdict(fault) for fault in played],
        "refused": dict(sum((books.refused for books in kept), Counter[str]())),
        "differences": differences,
        "settledAfter": settled,
        "books": checked,
        "endedByThemselves": hosts.ended(),
        "isGood": not wrong and settled is not None and checked == "clean" and not hosts.ended(),
    }


def _faults(hosts: site.Site, endpoint: receiver.Receiver, options: argparse.Namespace) -> Iterator[Played]:
    """Play a fault each minute, as the seed says."""
    chance, began = random.Random(options.seed), time.monotonic()
    kinds = [kind for kind in options.faults if _can_be(FAULTS[kind], hosts)]
    # Each kind comes before one comes again.
    order: list[str] = []
    while time.monotonic() - began < 60 * options.minutes:
        order = order or chance.sample(kinds, len(kinds))
        kind, at = order.pop(), time.monotonic()
        fault = FAULTS[kind]
        if fault.is_of_database:
            processes.wait_until(lambda: hosts.cluster.standby() is not None, seconds=_STANDBY_SECONDS)
        print(f"· {round(time.monotonic() - began):5d} s: {fault.says}", flush=True)
        yield Played(kind, round(time.monotonic() - began))
        end = fault.begin(hosts, endpoint, chance)
        time.sleep(fault.lasts)
        end()
        time.sleep(max(0.0, at + options.every - time.monotonic()))


def _can_be(fault: Fault, hosts: site.Site) -> bool:
    has_networks, has_poolers = hosts.cluster.has_networks, hosts.has_poolers
    return (has_networks or not fault.needs_networks) and (has_poolers or not fault.needs_poolers)


def _longest_gap(moments: Sequence[float], since: float, until: float) -> float:
    inside = [since, *(moment for moment in moments if since < moment < until), until]
    return round(max(later - earlier for earlier, later in itertools.pairwise(inside)), 1)


def _conditions(hosts: site.Site, options: argparse.Namespace) -> str:
    of_network = "hosts with networks of their own" if hosts.cluster.has_networks else "hosts on the loopback"
    pooled = "a PgBouncer before each server" if hosts.has_poolers else "no PgBouncer on this machine"
    return (
        f"seed {options.seed}; {os.cpu_count()} cores for all of it, load {os.getloadavg()[2]:.1f} over the last 15"
        f" minutes; {of_network}; {pooled}; {COUNT} clients"
    )


def _lines(told: dict[str, Any]) -> Iterator[str]:
    yield f"\n{told['payments']} payments and {told['events']} events in {told['minutes']} minutes"
    yield told["conditions"]
    yield "| Fault | Times | Longest time without a payment |\n|---|---|---|"
    for kind, fault in FAULTS.items():
        outages = [each["outage"] for each in told["faults"] if each["kind"] == kind]
        if outages:
            yield f"| {fault.says} | {len(outages)} | {max(outages):.1f} s |"
    yield f"Settled after {told['settledAfter']} s; books: {told['books']}; refused: {told['refused'] or 'nothing'}"
    if told["endedByThemselves"]:
        yield f"ENDED BY THEMSELVES: {told['endedByThemselves']}"
    for name, found in told["differences"].items():
        yield f"{name}: {len(found)}" + "".join(f"\n    {each}" for each in found[:5])


def _options(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make chaos", description="Pay while a fault comes each minute, and compare.")
    parser.add_argument("--minutes", type=float, default=60, help="how long clients pay")
    parser.add_argument("--every", type=float, default=60, help="seconds from one fault to the next, at least")
    parser.add_argument("--seed", type=int, default=1, help="what comes, and to whom")
    parser.add_argument("--faults", nargs="+", choices=list(FAULTS), default=list(FAULTS), help="these alone")
    parser.add_argument("--output", type=pathlib.Path, help="a file for the results as JSON")
    parser.add_argument("--keep", action="store_true", help="keep the folder with logs and data")
    return parser.parse_args(words)


if __name__ == "__main__":
    sys.exit(main())
