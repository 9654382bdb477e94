"""A whole instance, as `make run` starts it: the source without byte code, servers and data of its own.

Counts the processor time of all its processes, including those that have ended. It runs in an environment of few
variables, so that the caller's have no effect.
"""

import contextlib
import dataclasses
import importlib.util
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping

from bench import cpu, programs
from config.launch import environment, processes

_READY = "The payments platform is ready"
_LONGEST_SECONDS = 900
_NO_SOURCE = (".*", "__pycache__", "var", "tests", "docs")
_LAUNCHER, _ENDED = "launcher", "migrate, demo and what else has ended"
_WORDS = {
    "postgres": "PostgreSQL",
    "valkey-server": "Valkey",
    "granian": "web",
    "config.processes.web": "web",
    "worker": "worker",
    "beat": "beat",
    "config.processes.beat": "beat",
}
"""Words in the command of a process, and its name in the table. Others have their own."""


@dataclasses.dataclass(frozen=True)
class Home:
    """A folder with the source, the data and the byte code of an instance."""

    root: pathlib.Path
    port: int
    """The same at each start, as for a newcomer: a change of it is a change of settings."""

    @property
    def source(self) -> pathlib.Path:
        """Where the program is."""
        return self.root / "source"

    @property
    def byte_code(self) -> pathlib.Path:
        """Where Python keeps what it has compiled, under the whole path of its source."""
        return self.root / "byte-code"

    @property
    def data(self) -> pathlib.Path:
        """VAR_DIR of the instance."""
        return self.root / "var"

    def forget(self) -> None:
        """Make the next start a first one: delete the data and the byte code of the source."""
        shutil.rmtree(self.data)
        shutil.rmtree(_under(self.byte_code, self.source))


@dataclasses.dataclass(frozen=True)
class Running:
    """An instance that is ready to serve."""

    pid: int
    seconds: float
    """From the launch to "ready"."""
    used: Mapping[str, float]
    """Seconds of processor time from the launch to "ready", by process."""


@contextlib.contextmanager
def fresh(*, has_packages: bool, has_source: bool = False) -> Iterator[Home]:
    """Make a home without data; packages, and the source, come with the byte code that this environment has of them."""
    # A short path, for sockets; open to the user a database may run as.
    root = pathlib.Path(tempfile.mkdtemp(prefix="payments-bench-", dir="/tmp"))
    root.chmod(0o711)
    home = Home(root, programs.free_port())
    try:
        shutil.copytree(environment.PROJECT, home.source, ignore=shutil.ignore_patterns(*_NO_SOURCE))
        _take_library(home)
        packages = pathlib.Path(sysconfig.get_path("purelib"))
        if has_packages:
            _take_byte_code(home, packages, original=packages)
        if has_source:
            _take_byte_code(home, home.source, original=pathlib.Path(environment.PROJECT))
        yield home
    finally:
        shutil.rmtree(root, ignore_errors=True)


@contextlib.contextmanager
def run(home: Home) -> Iterator[Running]:
    """Start the instance, wait until it is ready, and end it when the block does."""
    began = time.monotonic()
    command = [*processes.prefix(death_signal=signal.SIGTERM), sys.executable, "-m", "config.launch", "run"]
    launcher = subprocess.Popen(
        command, cwd=home.source, env=_variables(home), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    too_long = threading.Timer(_LONGEST_SECONDS, launcher.terminate)
    too_long.start()
    try:
        _wait_until_ready(launcher)
        seconds, spent = time.monotonic() - began, used(launcher.pid)
        too_long.cancel()
        yield Running(launcher.pid, seconds, spent)
        if launcher.poll() is not None:
            raise programs.ProgramError("the service ended while it was looked at")
    finally:
        too_long.cancel()
        launcher.send_signal(signal.SIGINT)
        launcher.communicate()


def used(launcher: int) -> dict[str, float]:
    """Return the seconds of processor time that an instance has used so far, by process."""
    everyone = cpu.look_at_all()
    found = {_LAUNCHER: everyone[launcher].used, _ENDED: everyone[launcher].ended}
    for child, name in _children(launcher, everyone).items():
        family = [everyone[pid] for pid in (child, *_below(child, everyone))]
        found[name] = found.get(name, 0.0) + sum(each.used + each.ended for each in family)
    return found


def memory(launcher: int) -> dict[str, float]:
    """Return the proportional set size of an instance in MB, by process."""
    everyone = cpu.look_at_all()
    found = {_LAUNCHER: _set_size(launcher)}
    for child, name in _children(launcher, everyone).items():
        found[name] = found.get(name, 0.0) + sum(map(_set_size, (child, *_below(child, everyone))))
    return found


def _variables(home: Home) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG", processes.MARK) if name in os.environ}
    return {
        **kept,
        "VAR_DIR": str(home.data),
        "PORT": str(home.port),
        "PYTHONPYCACHEPREFIX": str(home.byte_code),
    }


def _wait_until_ready(launcher: "subprocess.Popen[str]") -> None:
    assert launcher.stdout is not None
    told = []
    for line in launcher.stdout:
        told.append(line)
        if _READY in line:
            return
    raise programs.ProgramError(f"the service did not start:\n{''.join(told)[-3000:]}")


def _children(launcher: int, everyone: Mapping[int, cpu.Process]) -> dict[int, str]:
    return {pid: _name(pid) for pid, each in everyone.items() if each.parent == launcher}


def _name(pid: int) -> str:
    words = [pathlib.PurePath(word).name for word in processes.command_line(pid)]
    return next((name for word, name in _WORDS.items() if word in words), words[0] if words else _ENDED)


def _below(pid: int, everyone: Mapping[int, cpu.Process]) -> Iterator[int]:
    for each in everyone.values():
        if each.parent == pid:
            yield each.pid
            yield from _below(each.pid, everyone)


def _set_size(pid: int) -> float:
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        lines = pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024
    return 0.0


def _take_library(home: Home) -> None:
    """Take over the byte code of the standard library, which comes with Python."""
    library = pathlib.Path(sysconfig.get_path("stdlib"))
    for compiled in library.rglob("__pycache__/*.pyc"):
        if "site-packages" not in compiled.parts:
            folder = _under(home.byte_code, compiled.parent.parent)
            folder.mkdir(parents=True, exist_ok=True)
            shutil.copy2(compiled, folder)


def _take_byte_code(home: Home, folder: pathlib.Path, *, original: pathlib.Path) -> None:
    """Take over the byte code that this environment has of a folder, or of the original that it is a copy of."""
    for source in folder.rglob("*.py"):
        compiled = pathlib.Path(importlib.util.cache_from_source(original / source.relative_to(folder)))
        if compiled.exists():
            target = _under(home.byte_code, source.parent)
            target.mkdir(parents=True, exist_ok=True)
            shutil.copy2(compiled, target)


def _under(byte_code: pathlib.Path, folder: pathlib.Path) -> pathlib.Path:
    return byte_code / folder.relative_to("/")
