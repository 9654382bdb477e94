#!/usr/bin/env python3
"""Brings a release out on this machine, or takes it back: `upgrade.py forward ARCHIVE`, `upgrade.py back`.

Needs Python 3.11.4 and nothing else. docs/operator/upgrade.md has the steps, the folders and the hooks.
"""

import argparse
import contextlib
import fcntl
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Iterator

HOME, HOOKS = pathlib.Path("/opt/payments"), pathlib.Path("/etc/payments/hooks")
NO_WAY_BACK = "config/database/no_way_back.txt"
BUILT = ".built"
"""What deploy/build.sh writes last: a folder without it was left by an interrupted build."""
_PYTHON = ".venv/bin/python"
_MIGRATE = (_PYTHON, "-m", "config.launch", "migrate")
_PROBE = (_PYTHON, "-m", "config.launch.probe")
_AS_SERVICE = (
    *("systemd-run", "--pipe", "--wait", "--quiet", "--collect", "--uid=payments", "--setenv=ENVIRONMENT=production"),
    *("--setenv=VAR_DIR=/var/lib/payments", "--property=EnvironmentFile=/etc/payments/settings.env"),
)
_OWNER = "--property=EnvironmentFile=/etc/payments/owner.env"
_RESTART = ("systemctl", "try-restart", "payments-web", "payments-worker", "payments-beat")


class Refused(Exception):
    """Why nothing was changed, or what was taken back; the sentence is for the operator."""


class Machine:
    """The folders of a machine, and the hooks that say how things are done there."""

    def __init__(self, home: pathlib.Path, hooks: pathlib.Path, ready_seconds: float) -> None:
        """Take the folder of releases, that of hooks, and how long web may take until it is ready."""
        self.home, self.hooks, self.ready_seconds = home.resolve(), hooks, ready_seconds

    def link(self, name: str) -> pathlib.Path | None:
        """Return the release that `current` or `last` leads to; None without one."""
        path = self.home / name
        return path.resolve(strict=True) if path.is_symlink() and path.exists() else None

    def lead(self, name: str, to: pathlib.Path) -> None:
        """Have `current` or `last` lead to a release, in one step for whoever follows it."""
        made = self.home / f".{name}.new"
        made.unlink(missing_ok=True)
        made.symlink_to(to.relative_to(self.home))
        made.replace(self.home / name)

    def run(self, tree: pathlib.Path, command: tuple[str, ...], *, as_owner: bool = False) -> int:
        """Run a command of a release as the service runs; return its status."""
        if hook := self._hook("run"):
            return _status(hook, str(tree), *command)
        words = [*_AS_SERVICE, *([_OWNER] if as_owner else []), f"--working-directory={tree}"]
        return _status(*words, str(tree / command[0]), *command[1:])

    def restart(self) -> int:
        """Start the roles of this machine anew; return the status."""
        hook = self._hook("restart")
        return _status(hook) if hook else _status(*_RESTART)

    def tell(self, name: str, what: str, old: pathlib.Path | None, new: pathlib.Path) -> None:
        """Run the hook `before` or `after`, with what is done and both folders. Raises Refused where it fails."""
        hook = self._hook(name)
        if hook and (status := _status(hook, what, str(old or ""), str(new))):
            raise Refused(f"The hook {hook} ended with status {status}.")

    def serves(self, tree: pathlib.Path) -> bool:
        """Tell whether a web server answers here."""
        return self.run(tree, (*_PROBE, "/healthz")) == 0

    def is_ready(self, tree: pathlib.Path) -> bool:
        """Wait until web is ready; return False where it has not become so in time."""
        until = time.monotonic() + self.ready_seconds
        while self.run(tree, (*_PROBE, "/readyz")):
            if time.monotonic() > until:
                return False
            time.sleep(1)
        return True

    def _hook(self, name: str) -> str | None:
        path = self.hooks / name
        return str(path) if os.access(path, os.X_OK) and path.is_file() else None


def main() -> int:
    """Do what the command line asks; return the exit code: 0 done, 1 refused or taken back."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--home", type=pathlib.Path, default=HOME, help="the folder with releases/, current and last")
    parser.add_argument("--hooks", type=pathlib.Path, default=HOOKS, help="the folder of hooks")
    parser.add_argument("--ready-seconds", type=float, default=300, help="how long web may take until it is ready")
    commands = parser.add_subparsers(dest="what", required=True)
    forward_parser = commands.add_parser("forward", help="bring a release out")
    forward_parser.add_argument("release", type=pathlib.Path, help="its archive, or a folder that build.sh has made")
    commands.add_parser("back", help="go back to the release before")
    options = parser.parse_args()
    machine = Machine(options.home, options.hooks, options.ready_seconds)
    try:
        with _alone(machine.home):
            if options.what == "back":
                back(machine)
            else:
                forward(machine, options.release)
    except Refused as error:
        print(f"ERROR: {error}", file=sys.stderr)
        return 1
    return 0


def forward(machine: Machine, release: pathlib.Path) -> None:
    """Build, migrate, change over, and wait until web is ready. Raises Refused with everything as it was before."""
    new = _built(machine, release)
    old = machine.link("current")
    if new == old:
        raise Refused(f"{new.name} runs already.")
    machine.tell("before", "forward", old, new)
    if status := machine.run(new, _MIGRATE, as_owner=True):
        raise Refused(f"migrate ended with status {status}: what it says is above. {_runs_on(old)} Try again.")
    _change_over(machine, old, new)
    machine.tell("after", "forward", old, new)


def back(machine: Machine) -> None:
    """Change over to the release before. Raises Refused where there is none, or where a migration stands between."""
    current, last = machine.link("current"), machine.link("last")
    if current is None or last is None or current == last:
        raise Refused(f"There is no release before: {machine.home / 'last'} leads nowhere else than current.")
    if between := _between(current, last):
        raise Refused(f"{last.name} can't work with what these have changed: {', '.join(between)}. {_runs_on(current)}")
    machine.tell("before", "back", current, last)
    _change_over(machine, current, last)
    machine.tell("after", "back", current, last)


def _change_over(machine: Machine, old: pathlib.Path | None, new: pathlib.Path) -> None:
    if old is None:
        machine.lead("current", new)
        print(f"{new.name} is the first release here. Start its roles.")
        return
    is_serving, last = machine.serves(old), machine.link("last")
    machine.lead("last", old)
    machine.lead("current", new)
    if machine.restart() == 0 and (not is_serving or machine.is_ready(new)):
        print(
            f"{new.name} runs."
            if is_serving
            else f"{new.name} is current. No web server ran here: none was waited for."
        )
        return
    machine.lead("current", old)
    machine.lead("last", last or old)
    machine.restart()
    raise Refused(f"{new.name} did not become ready; its log says why. {_runs_on(old)}")


def _between(current: pathlib.Path, last: pathlib.Path) -> list[str]:
    """Return the migrations of `current` that `last` has not, and can't work with."""
    file = current / NO_WAY_BACK
    lines = file.read_text().splitlines() if file.exists() else []
    return [line for line in lines if line and not line.startswith("#") and not (last / line).exists()]


def _built(machine: Machine, release: pathlib.Path) -> pathlib.Path:
    """Return the folder of a release below `releases`, built if it is not yet."""
    folder = machine.home / "releases"
    if release.is_dir():
        if release.resolve().parent != folder or not (release / BUILT).exists():
            raise Refused(f"{release} is no release that deploy/build.sh has put into {folder}.")
        return release.resolve()
    _compare_digest(release)
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="payments-source-") as temporary:
        source = _unpacked(release, pathlib.Path(temporary))
        target = folder / f"{source.name}-{(source / 'COMMIT').read_text().strip()[:12]}"
        if not (target / BUILT).exists():
            shutil.rmtree(target, ignore_errors=True)
            if status := _status(str(source / "deploy/build.sh"), str(target)):
                raise Refused(f"deploy/build.sh ended with status {status}: what it says is above.")
    return target


def _unpacked(archive: pathlib.Path, folder: pathlib.Path) -> pathlib.Path:
    try:
        with tarfile.open(archive) as opened:
            opened.extractall(folder, filter="data")
        [source] = folder.iterdir()
    except (tarfile.TarError, OSError, ValueError) as error:
        raise Refused(f"{archive} is no archive of a release ({type(error).__name__}).") from None
    if not (source / "COMMIT").is_file() or not (source / "deploy/build.sh").is_file():
        raise Refused(f"{archive} is no archive of a release: it has no COMMIT, or no deploy/build.sh.")
    return source


def _compare_digest(archive: pathlib.Path) -> None:
    try:
        lines = (archive.parent / "SHA256SUMS").read_text().splitlines()
        with archive.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise Refused(f"{error.filename} can't be read. An archive lies beside its SHA256SUMS.") from None
    wanted = {name: value for value, _, name in (line.partition("  ") for line in lines)}
    if wanted.get(archive.name) != digest:
        raise Refused(f"{archive.name} is not the file whose digest SHA256SUMS has. Fetch both again.")


@contextlib.contextmanager
def _alone(home: pathlib.Path) -> Iterator[None]:
    home.mkdir(parents=True, exist_ok=True)
    with (home / ".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise Refused("Another upgrade is under way here.") from None
        yield


def _runs_on(old: pathlib.Path | None) -> str:
    return f"{old.name} runs as before." if old else "Nothing was started."


def _status(*command: str) -> int:
    return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
