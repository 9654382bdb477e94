"""What happens to the hosts: faults of the database, as the drills play them, and of everything around it."""

import dataclasses
import functools
import random
import signal
from collections.abc import Callable, Mapping

from bench.chaos.receiver import Receiver
from bench.chaos.site import Program, Site
from bench.failover import faults as of_database

End = Callable[[], None]
Begin = Callable[[Site, Receiver, random.Random], End]


@dataclasses.dataclass(frozen=True)
class Fault:
    """A kind of fault: in words, how it begins, and how long it lasts."""

    says: str
    begin: Begin
    lasts: float
    """Seconds, after which it ends."""
    is_of_database: bool = False
    """Whether the cluster needs its standby before it begins."""
    needs_networks: bool = False
    needs_poolers: bool = False


def _one(site: Site, kind: str, chance: random.Random) -> Program:
    return chance.choice([program for name, program in sorted(site.programs.items()) if name.startswith(kind)])


def _kill(kind: str, site: Site, _: Receiver, chance: random.Random) -> End:
    program = _one(site, kind, chance)
    program.kill()
    return program.start


def _stop(kind: str, site: Site, _: Receiver, chance: random.Random) -> End:
    program = _one(site, kind, chance)
    program.signal(signal.SIGSTOP)
    return lambda: program.signal(signal.SIGCONT)


def _unplug(kind: str, site: Site, _: Receiver, chance: random.Random) -> End:
    host = _one(site, kind, chance).host
    host.unplug()
    return host.plug_in


def _cut_off_from_database(kind: str, site: Site, _: Receiver, chance: random.Random) -> End:
    host, servers = _one(site, kind, chance).host, [machine.host for machine in site.cluster.servers]
    host.cut_off(servers)
    return lambda: host.reach(servers)


def _flush(site: Site, _: Receiver, __: random.Random) -> End:
    """Empty the broker: every message that waits is lost."""
    site.flush_broker()
    return lambda: None


def _refuse_events(_: Site, receiver: Receiver, __: random.Random) -> End:
    receiver.is_away = True

    def end() -> None:
        receiver.is_away = False

    return end


def _play(kind: str, site: Site, _: Receiver, __: random.Random) -> End:
    end = of_database.FAULTS[kind].begin(site.cluster)
    # A host that is lost takes its pooler with it.
    poolers = [
        site.pooler_of(machine) for machine in site.cluster.servers if machine.process is None and site.has_poolers
    ]
    for pooler in poolers:
        pooler.kill()

    def end_both() -> None:
        end()
        for pooler in poolers:
            pooler.start()

    return end_both


def _of_database() -> Mapping[str, Fault]:
    return {
        kind: Fault(
            fault.says,
            functools.partial(_play, kind),
            fault.lasts,
            is_of_database=True,
            needs_networks=fault.needs_networks,
        )
        for kind, fault in of_database.FAULTS.items()
    }


FAULTS: Mapping[str, Fault] = {
    "web-killed": Fault("a web host's processes are killed", functools.partial(_kill, "web"), 5),
    "web-stopped": Fault("a web host stands still", functools.partial(_stop, "web"), 25),
    "web-cut-off": Fault(
        "a web host loses the database", functools.partial(_cut_off_from_database, "web"), 25, needs_networks=True
    ),
    "worker-killed": Fault("a worker is killed", functools.partial(_kill, "worker"), 5),
    "worker-stopped": Fault("a worker stands still", functools.partial(_stop, "worker"), 40),
    "worker-unplugged": Fault(
        "a worker is cut off from everybody", functools.partial(_unplug, "worker"), 35, needs_networks=True
    ),
    "beat-killed": Fault("the scheduler is killed", functools.partial(_kill, "beat"), 20),
    "broker-killed": Fault("the broker is killed", functools.partial(_kill, "broker"), 15),
    "broker-stopped": Fault("the broker stands still", functools.partial(_stop, "broker"), 15),
    "broker-emptied": Fault("the broker forgets everything", _flush, 0),
    "pooler-killed": Fault("a pooler is killed", functools.partial(_kill, "pooler"), 5, needs_poolers=True),
    "endpoint-away": Fault("the endpoint of the webhooks answers 503", _refuse_events, 30),
    **_of_database(),
}
