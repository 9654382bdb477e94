"""Hosts of their own on one machine: network namespaces on a bridge, or loopback addresses where none can be made."""

import contextlib
import dataclasses
import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence


@dataclasses.dataclass(frozen=True)
class Network:
    """The network of some hosts: its name, and the first three numbers of its addresses."""

    name: str
    addresses: str

    def host(self, number: int) -> str:
        """Return the name of a host."""
        return f"{self.name}-{number}"


BENCH = Network("bench-host", "10.199.77")


@dataclasses.dataclass(frozen=True)
class Host:
    """A host: its address, what comes before a command that shall run there, and the name of its own network if any."""

    address: str
    prefix: tuple[str, ...] = ()
    name: str = ""

    def cut_off(self, others: Sequence["Host"]) -> None:
        """Let nothing out that is meant for these hosts."""
        for other in others:
            _ip("-n", self.name, "route", "add", "blackhole", f"{other.address}/32")

    def reach(self, others: Sequence["Host"]) -> None:
        """Undo `cut_off`."""
        for other in others:
            _ip("-n", self.name, "route", "del", "blackhole", f"{other.address}/32")

    def unplug(self) -> None:
        """Cut this host off from everybody."""
        _ip("-n", self.name, "link", "set", "eth0", "down")

    def plug_in(self) -> None:
        """Undo `unplug`."""
        _ip("-n", self.name, "link", "set", "eth0", "up")


@contextlib.contextmanager
def several(count: int, network: Network = BENCH) -> Iterator[Sequence[Host]]:
    """Give a block so many hosts; needs root for namespaces."""
    if not _may_make_namespaces(network):
        yield [Host(f"127.0.0.{number + 1}") for number in range(1, count + 1)]
        return
    _remove(count, network)
    try:
        yield list(_made(count, network))
    finally:
        _remove(count, network)


def _made(count: int, network: Network) -> Iterator[Host]:
    bridge = network.host(0)
    _ip("link", "add", bridge, "type", "bridge")
    _ip("addr", "add", f"{network.addresses}.1/24", "dev", bridge)
    _ip("link", "set", bridge, "up")
    for number in range(1, count + 1):
        name, address = network.host(number), f"{network.addresses}.{number + 1}"
        _ip("netns", "add", name)
        _ip("link", "add", name, "type", "veth", "peer", "name", "eth0", "netns", name)
        _ip("link", "set", name, "master", bridge, "up")
        _ip("-n", name, "addr", "add", f"{address}/24", "dev", "eth0")
        _ip("-n", name, "link", "set", "eth0", "up")
        _ip("-n", name, "link", "set", "lo", "up")
        yield Host(address, (_program(), "netns", "exec", name), name)


def _remove(count: int, network: Network) -> None:
    """Remove what a run has made, or one before that was killed."""
    for number in range(1, count + 1):
        _ip("netns", "del", network.host(number), is_needed=False)
    _ip("link", "del", network.host(0), is_needed=False)


def _may_make_namespaces(network: Network) -> bool:
    if os.geteuid() != 0 or not _program():
        return False
    probe = network.host(99)
    is_made = _ip("netns", "add", probe, is_needed=False)
    _ip("netns", "del", probe, is_needed=False)
    return is_made


def _program() -> str:
    return shutil.which("ip", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin") or ""


def _ip(*words: str, is_needed: bool = True) -> bool:
    return subprocess.run([_program(), *words], check=is_needed, capture_output=True).returncode == 0
