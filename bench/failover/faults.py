"""What can happen to the machines of the database, and how each fault ends.

A fault is a function that begins it and returns the function that ends it. What is killed for good ends at once.
"""

import contextlib
import dataclasses
import os
import signal
import time
from collections.abc import Callable, Mapping

import psycopg

from bench.failover.machines import Cluster, Machine, signal_all

End = Callable[[], None]
"""Ends a fault: what was stopped goes on, what was lost is started, what was full has room."""
_CANCEL = "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
_CANCELLING_SECONDS = 5.0


@dataclasses.dataclass(frozen=True)
class Fault:
    """A kind of fault: in words, how it begins, and how long it lasts."""

    says: str
    begin: Callable[[Cluster], End]
    lasts: float
    """Seconds, after which it ends, also where the service has gone on before."""
    aim: float | None = None
    """Seconds without an acknowledged payment that a run should stay below."""
    needs_networks: bool = False


def _nothing() -> None:
    """End a fault that is over when it has begun."""


def _primary(cluster: Cluster) -> Machine:
    primary = cluster.primary()
    if primary is None:
        raise RuntimeError("there is no primary")
    return primary


def crash(cluster: Cluster) -> End:
    """Kill the server of the primary."""
    first = _primary(cluster).postmaster()
    assert first is not None
    os.kill(first, signal.SIGKILL)
    return _nothing


def lose_primary(cluster: Cluster) -> End:
    """Kill everything on the primary's host."""
    return _lose(cluster, [_primary(cluster)])


def lose_standby(cluster: Cluster) -> End:
    """Kill everything on the standby's host."""
    return _lose(cluster, [cluster.other(_primary(cluster))])


def lose_both(cluster: Cluster) -> End:
    """Kill everything on both hosts."""
    return _lose(cluster, cluster.servers)


def lose_witness(cluster: Cluster) -> End:
    """Kill the witness."""
    return _lose(cluster, [cluster.witness])


def _lose(cluster: Cluster, machines: list[Machine]) -> End:
    for machine in machines:
        machine.lose()

    def end() -> None:
        for machine in machines:
            machine.start(cluster.everybody)

    return end


def stop_host(cluster: Cluster) -> End:
    """Stop everything on the primary's host."""
    machine = _primary(cluster)
    return _stop([*machine.of_patroni(), *machine.of_server()])


def stop_server(cluster: Cluster) -> End:
    """Stop the server of the primary; Patroni goes on."""
    return _stop(_primary(cluster).of_server())


def stop_patroni(cluster: Cluster) -> End:
    """Stop Patroni of the primary; its server goes on as if it led."""
    return _stop(_primary(cluster).of_patroni())


def _stop(pids: list[int]) -> End:
    signal_all(pids, signal.SIGSTOP)
    return lambda: signal_all(pids, signal.SIGCONT)


def cut_off(cluster: Cluster) -> End:
    """Cut the primary off from the standby and the witness; the service still reaches it."""
    primary = _primary(cluster)
    others = [machine.host for machine in cluster.everybody if machine is not primary]
    primary.host.cut_off(others)
    return lambda: primary.host.reach(others)


def unplug(cluster: Cluster) -> End:
    """Cut the primary off from everybody, the service too: nothing answers, and nothing is refused."""
    host = _primary(cluster).host
    host.unplug()
    return host.plug_in


def cancel(cluster: Cluster) -> End:
    """Keep the primary's log from the standby, cancel what waits for it, and lose the primary's host.

    What was cancelled is committed on the lost host alone. Patroni stands still meanwhile: it would take a standby that
    does not follow out of the commits.
    """
    primary = _primary(cluster)
    standby = cluster.other(primary)
    signal_all(primary.of_patroni(), signal.SIGSTOP)
    go_on = _keep_log_from(standby, primary) if cluster.has_networks else _stop(standby.of_server())
    deadline = time.monotonic() + _CANCELLING_SECONDS
    while time.monotonic() < deadline:
        with contextlib.suppress(psycopg.Error):
            primary.execute(_CANCEL)
        time.sleep(0.05)
    end = _lose(cluster, [primary])
    go_on()
    return end


def _keep_log_from(standby: Machine, primary: Machine) -> End:
    primary.host.cut_off([standby.host])
    return lambda: primary.host.reach([standby.host])


def fill_disk(cluster: Cluster) -> End:
    """Fill the standby's disk."""
    machine = cluster.other(_primary(cluster))
    ballast = machine.folder / "disk" / "ballast"
    with ballast.open("wb") as file, contextlib.suppress(OSError):
        while True:
            file.write(bytes(1 << 20))
            file.flush()
    return lambda: ballast.unlink(missing_ok=True)


def switch_over(cluster: Cluster) -> End:
    """Let the standby take over, as one does before work on a machine."""
    primary = _primary(cluster)
    primary.ask("/switchover", {"leader": primary.name, "candidate": cluster.other(primary).name})
    return _nothing


FAULTS: Mapping[str, Fault] = {
    "crash": Fault("the primary's server is killed", crash, 0, aim=10),
    "host": Fault("the primary's host is lost", lose_primary, 35, aim=30),
    "stopped-host": Fault("the primary's host stands still", stop_host, 35, aim=30),
    "stopped-server": Fault("the primary's server stands still", stop_server, 35),
    "stopped-patroni": Fault("Patroni of the primary stands still", stop_patroni, 35),
    "cut-off": Fault("the primary is cut off, the service reaches it", cut_off, 35, needs_networks=True),
    "unplugged": Fault("the primary is cut off from everybody", unplug, 35, needs_networks=True),
    "cancelled": Fault("waits for the standby are cancelled, the primary is lost", cancel, 35),
    "standby": Fault("the standby's host is lost", lose_standby, 15),
    "full": Fault("the standby's disk is full", fill_disk, 30, needs_networks=True),
    "witness": Fault("the witness is lost", lose_witness, 15),
    "both": Fault("both hosts are lost", lose_both, 5),
    "switchover": Fault("switchover by hand", switch_over, 0, aim=10),
}
