"""Hosts of their own on one machine: network namespaces on a bridge, or loopback addresses where none can be made."""

import contextlib
import dataclasses
import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence

_NETWORK = "10.199.77"
_BRIDGE = "bench-hosts"


@dataclasses.dataclass(frozen=True)
class Host:
    """A host: its address, and what comes before a command that shall run there."""

    address: str
    prefix: tuple[str, ...] = ()


@contextlib.contextmanager
def several(count: int) -> Iterator[Sequence[Host]]:
    """Give a block so many hosts; needs root for namespaces."""
    if not _may_make_namespaces():
        yield [Host(f"127.0.0.{number + 1}") for number in range(1, count + 1)]
        return
    _remove(count)
    try:
        yield list(_made(count))
    finally:
        _remove(count)


def _made(count: int) -> Iterator[Host]:
    _ip("link", "add", _BRIDGE, "type", "bridge")
    _ip("addr", "add", f"{_NETWORK}.1/24", "dev", _BRIDGE)
    _ip("link", "set", _BRIDGE, "up")
    for number in range(1, count + 1):
        name, cable, address = _name(number), f"bench{number}", f"{_NETWORK}.{number + 1}"
        _ip("netns", "add", name)
        _ip("link", "add", cable, "type", "veth", "peer", "name", "eth0", "netns", name)
        _ip("link", "set", cable, "master", _BRIDGE, "up")
        _ip("-n", name, "addr", "add", f"{address}/24", "dev", "eth0")
        _ip("-n", name, "link", "set", "eth0", "up")
        _ip("-n", name, "link", "set", "lo", "up")
        yield Host(address, (_program(), "netns", "exec", name))


def _remove(count: int) -> None:
    """Remove what a run has made, or one before that was killed."""
    for number in range(1, count + 1):
        _ip("netns", "del", _name(number), is_needed=False)
    _ip("link", "del", _BRIDGE, is_needed=False)


def _may_make_namespaces() -> bool:
    if os.geteuid() != 0 or not _program():
        return False
    is_made = _ip("netns", "add", _name(0), is_needed=False)
    _ip("netns", "del", _name(0), is_needed=False)
    return is_made


def _name(number: int) -> str:
    return f"bench-host-{number}"


def _program() -> str:
    return shutil.which("ip", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin") or ""


def _ip(*words: str, is_needed: bool = True) -> bool:
    return subprocess.run([_program(), *words], check=is_needed, capture_output=True).returncode == 0
