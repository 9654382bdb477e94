"""One drill: clients pay, a fault begins and ends, and what was acknowledged is compared with what is there."""

import contextlib
import dataclasses
import time
from collections.abc import Callable, Sequence

import psycopg

from bench.failover.faults import FAULTS
from bench.failover.machines import Cluster, NoPrimary
from bench.failover.service import Clients, Payer, Service

_BEFORE_SECONDS = 2.0
_AFTER_PAYMENTS = 20
"""So many payments after the fault show that the service goes on."""
_LONGEST_SECONDS = 300.0
_AGAIN = 25
"""Payments of each drill that are sent again with their key afterwards."""
_MADE = "SELECT metadata->>'key', id::text, status FROM payments_transaction WHERE metadata->>'key' LIKE '{name}-%'"
_SETTLED = "COMPLETED"
_UNTOLD = "SELECT count(*) FROM webhooks_event WHERE state IN ('PENDING', 'WAITING')"


@dataclasses.dataclass(frozen=True)
class Drill:
    """What a drill has shown. Times are seconds; None for what did not come within five minutes."""

    kind: str
    began: str
    acknowledged: int
    lost: int
    doubled: int
    outage: float | None
    """The longest time without an acknowledged payment."""
    primaries: tuple[str, str]
    """Who led before and after."""
    standby_again: float | None
    """From the end of the fault until there is a standby again that may take over."""
    settled_after: float | None
    """From the end of the load until every payment was settled, and every event delivered."""
    started_anew: Sequence[str]
    """Roles of the service whose first process is another one than before."""
    refused: dict[str, int]
    """How many requests were answered otherwise than by 201, by status; 0 without a reply."""

    @property
    def is_good(self) -> bool:
        """Whether nothing was lost, doubled or started anew, and all went on."""
        return not (
            self.lost
            or self.doubled
            or self.started_anew
            or None in {self.outage, self.standby_again, self.settled_after}
        )


def run(kind: str, number: int, cluster: Cluster, service: Service, payers: Sequence[Payer]) -> Drill:
    """Play one drill, beginning with a cluster that has its standby."""
    fault, name = FAULTS[kind], f"{kind}-{number}-{int(time.time())}"
    if not _wait(lambda: cluster.standby() is not None, _LONGEST_SECONDS):
        raise RuntimeError("the cluster has no standby to begin with")
    before, roles = cluster.primary(), service.roles()
    began = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    with Clients(service, payers, name) as clients:
        time.sleep(_BEFORE_SECONDS)
        struck = time.monotonic()
        end = fault.begin(cluster)
        try:
            time.sleep(fault.lasts)
        finally:
            end()
        ended = time.monotonic()
        goes_on = _wait(lambda: clients.since(ended + 0.5) >= _AFTER_PAYMENTS, _LONGEST_SECONDS)
        is_back = _wait(lambda: cluster.standby() is not None, _LONGEST_SECONDS)
        again = time.monotonic() - ended
        # What the return of a server costs belongs to the outage.
        time.sleep(1)
    unloaded = time.monotonic()
    is_settled = _wait(lambda: _is_all_done(cluster, name), _LONGEST_SECONDS)
    settled = time.monotonic() - unloaded
    clients.ask_again(list(clients.acknowledged)[:: max(1, len(clients.acknowledged) // _AGAIN)])
    there = [(key, f"Transaction:{payment}") for key, payment, _ in _made(cluster, name)]
    lost = set(clients.acknowledged.items()) - set(there)
    after = cluster.primary()
    return Drill(
        kind=kind,
        began=began,
        acknowledged=len(clients.acknowledged),
        lost=len(lost),
        doubled=len(there) - len(dict(there)) + len(clients.contradictions),
        outage=round(clients.longest_gap(struck), 2) if goes_on else None,
        primaries=(before.name if before else "", after.name if after else ""),
        standby_again=round(again, 1) if is_back else None,
        settled_after=round(settled, 1) if is_settled else None,
        started_anew=sorted(role for role, pid in service.roles().items() if roles.get(role) != pid),
        refused={str(status): count for status, count in sorted(clients.statuses.items()) if status != 201},
    )


def _wait(condition: Callable[[], bool], seconds: float) -> bool:
    """Wait for what is asked of the cluster, a few times a second; a primary that leaves meanwhile says no."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        with contextlib.suppress(psycopg.Error, NoPrimary):
            if condition():
                return True
        time.sleep(0.2)
    return False


def _is_all_done(cluster: Cluster, name: str) -> bool:
    """Tell whether the workers have settled the payments of a drill, and delivered all events."""
    if any(status != _SETTLED for *_, status in _made(cluster, name)):
        return False
    return cluster.ask(_UNTOLD) == [(0,)]


def _made(cluster: Cluster, name: str) -> list[tuple[str, str, str]]:
    """Return keys, ids and statuses of the payments of a drill that the primary has."""
    found = cluster.ask(_MADE.format(name=name))
    return [(str(key), str(payment), str(status)) for key, payment, status in found]
