"""`deploy/upgrade.py` on a machine of its own: folders, links, hooks, and what it refuses."""

import fcntl
import hashlib
import io
import os
import pathlib
import subprocess
import sys
import tarfile

import pytest

from config.launch import environment

pytestmark = pytest.mark.beside

_PROJECT = pathlib.Path(environment.PROJECT)
_NO_WAY_BACK = "config/database/no_way_back.txt"
_BUILD = """#!/bin/sh
set -eu
mkdir -p "$1"
cp -r "$(dirname "$0")/.." "$1/tree"
[ ! -e "$1/tree/broken" ] || exit 3
mv "$1"/tree/* "$1" && touch "$1/.built"
"""
_RUN = """#!/bin/sh
echo "run $(basename "$1") $3 $4 ${5:-}" >> "$(dirname "$0")/log"
[ ! -e "$1/fails-$5" ] || exit 1
case "$5" in /readyz) [ ! -e "$1/unready" ] ;; esac
"""
_TOLD = """#!/bin/sh
echo "$(basename "$0") $*" >> "$(dirname "$0")/log"
[ ! -e "$(dirname "$0")/refuse-$(basename "$0")" ]
"""


class Machine:
    """A machine whose hooks write down what they are asked; `run` fails as files in the release say."""

    def __init__(self, root: pathlib.Path) -> None:
        self.root, self.home, self.hooks = root, root / "opt", root / "hooks"
        self.hooks.mkdir()
        for name, text in {"run": _RUN, "restart": _TOLD, "before": _TOLD, "after": _TOLD}.items():
            (self.hooks / name).write_text(text)
            (self.hooks / name).chmod(0o755)

    def archive(self, version: str, *files: str, **texts: str) -> pathlib.Path:
        """Make an archive as `make release` does, of a program that builds itself by copying; with its digest."""
        name = f"payments-platform-{version}"
        contents = {"COMMIT": f"{version[0] * 40}\n", "deploy/build.sh": _BUILD, **dict.fromkeys(files, ""), **texts}
        path = self.root / f"{name}.tar.gz"
        with tarfile.open(path, "w:gz") as made:
            for file, text in contents.items():
                member = tarfile.TarInfo(f"{name}/{file}")
                member.size, member.mode = len(text.encode()), 0o755
                made.addfile(member, io.BytesIO(text.encode()))
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        (self.root / "SHA256SUMS").write_text(f"{digest}  {path.name}\n")
        return path

    def do(self, *words: object) -> subprocess.CompletedProcess[str]:
        options = ("--home", self.home, "--hooks", self.hooks, "--ready-seconds", "0")
        command = [sys.executable, _PROJECT / "deploy/upgrade.py", *options, *words]
        return subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)

    def links(self) -> dict[str, str]:
        """The version that each link leads to."""
        return {
            name: (self.home / name).resolve().name.split("-")[2]
            for name in ("current", "last")
            if (self.home / name).is_symlink()
        }

    def log(self) -> list[str]:
        path = self.hooks / "log"
        lines = path.read_text().splitlines() if path.exists() else []
        path.unlink(missing_ok=True)
        return [line.rstrip().replace(f"{self.home}/releases/payments-platform-", "") for line in lines]


@pytest.fixture
def machine(tmp_path) -> Machine:
    return Machine(tmp_path)


@pytest.fixture
def upgraded(machine: Machine) -> Machine:
    """One that runs 2.0 and ran 1.0 before."""
    assert machine.do("forward", machine.archive("1.0")).returncode == 0
    assert machine.do("forward", machine.archive("2.0")).returncode == 0
    return machine


def test_forward_migrates_before_it_changes_over_and_back_migrates_nothing(machine):
    first = machine.do("forward", machine.archive("1.0"))
    assert (first.returncode, machine.links()) == (0, {"current": "1.0"}), first.stderr
    assert machine.log() == [
        "before forward  1.0-111111111111",
        "run payments-platform-1.0-111111111111 -m config.launch migrate",
        "after forward  1.0-111111111111",
    ]

    second = machine.do("forward", machine.archive("2.0"))
    assert (second.returncode, machine.links()) == (0, {"current": "2.0", "last": "1.0"}), second.stderr
    assert machine.log() == [
        "before forward 1.0-111111111111 2.0-222222222222",
        "run payments-platform-2.0-222222222222 -m config.launch migrate",
        "run payments-platform-1.0-111111111111 -m config.launch.probe /healthz",
        "restart",
        "run payments-platform-2.0-222222222222 -m config.launch.probe /readyz",
        "after forward 1.0-111111111111 2.0-222222222222",
    ]

    assert machine.do("back").returncode == 0
    assert machine.links() == {"current": "1.0", "last": "2.0"}
    assert [line for line in machine.log() if "migrate" in line] == []
    assert machine.do("back").returncode == 0, "a second one returns"
    assert machine.links() == {"current": "2.0", "last": "1.0"}


def test_a_folder_that_was_built_before_is_taken_as_it_is(upgraded):
    done = upgraded.do("forward", upgraded.home / "releases/payments-platform-1.0-111111111111")

    assert (done.returncode, upgraded.links()) == (0, {"current": "1.0", "last": "2.0"})


def test_a_build_that_was_interrupted_is_made_anew(upgraded):
    left = upgraded.home / "releases/payments-platform-3.0-333333333333"
    left.mkdir()
    (left / "half").write_text("")

    assert upgraded.do("forward", upgraded.archive("3.0")).returncode == 0
    assert not (left / "half").exists()


@pytest.mark.parametrize(
    ("files", "told"),
    [
        (["broken"], "deploy/build.sh ended with status 3"),
        (["fails-migrate"], "migrate ended with status 1"),
        (["unready"], "did not become ready"),
    ],
)
def test_a_release_that_fails_leaves_the_one_before_running(upgraded, files, told):
    upgraded.archive("3.0", *files)
    upgraded.log()

    done = upgraded.do("forward", upgraded.root / "payments-platform-3.0.tar.gz")

    assert done.returncode == 1
    assert told in done.stderr
    assert upgraded.links() == {"current": "2.0", "last": "1.0"}
    # Whoever was changed over is started once more, from the folder before.
    assert upgraded.log().count("restart") == (2 if files == ["unready"] else 0)


def test_a_hook_that_refuses_ends_it_before_anything_is_changed(upgraded):
    (upgraded.hooks / "refuse-before").write_text("")

    forward, back = upgraded.do("forward", upgraded.archive("3.0")), upgraded.do("back")

    assert (forward.returncode, back.returncode) == (1, 1)
    assert "The hook" in forward.stderr
    assert upgraded.links() == {"current": "2.0", "last": "1.0"}
    assert [line for line in upgraded.log() if "3.0" in line and "run" in line] == []


def test_it_does_not_go_back_over_a_migration_that_the_release_before_cannot_work_with(upgraded):
    migration = "payments/migrations/0999_another_form.py"
    lines = f"# Why.\npayments/migrations/0001_initial.py\n{migration}\n"
    both = {"payments/migrations/0001_initial.py": ""}
    assert upgraded.do("forward", upgraded.archive("3.0", **both)).returncode == 0
    texts = {**both, _NO_WAY_BACK: lines, migration: ""}
    assert upgraded.do("forward", upgraded.archive("4.0", **texts)).returncode == 0

    done = upgraded.do("back")

    assert done.returncode == 1
    assert f"can't work with what these have changed: {migration}." in done.stderr
    assert upgraded.links() == {"current": "4.0", "last": "3.0"}
    assert upgraded.do("forward", upgraded.archive("5.0", **texts)).returncode == 0
    assert upgraded.do("back").returncode == 0, "both have it"


def test_the_list_names_migrations_that_there_are():
    lines = (_PROJECT / _NO_WAY_BACK).read_text().splitlines()

    assert [line for line in lines if line and not line.startswith("#") and not (_PROJECT / line).exists()] == []


def test_going_back_needs_a_release_before(machine):
    for _ in range(2):
        done = machine.do("back")
        assert done.returncode == 1
        assert "There is no release before" in done.stderr
        machine.do("forward", machine.archive("1.0"))


def test_the_release_that_runs_is_not_brought_out_again(upgraded):
    done = upgraded.do("forward", upgraded.archive("2.0"))

    assert "runs already" in done.stderr
    assert upgraded.links() == {"current": "2.0", "last": "1.0"}


def test_an_archive_is_taken_by_its_digest_alone(machine):
    archive = machine.archive("1.0")
    whole = archive.read_bytes()
    archive.write_bytes(whole + b"\0")
    assert "is not the file whose digest" in machine.do("forward", archive).stderr

    archive.write_bytes(whole)
    (machine.root / "SHA256SUMS").unlink()
    assert "An archive lies beside its SHA256SUMS" in machine.do("forward", archive).stderr
    assert "can't be read" in machine.do("forward", machine.root / "missing.tar.gz").stderr
    assert machine.links() == {}


@pytest.mark.parametrize("name", ["../outside", "payments-platform-1.0/../../outside"])
def test_an_archive_that_writes_elsewhere_is_refused(machine, name):
    path = machine.archive("1.0")
    with tarfile.open(path, "w:gz") as made:
        made.addfile(tarfile.TarInfo(name))
    (machine.root / "SHA256SUMS").write_text(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n")

    done = machine.do("forward", path)

    assert "is no archive of a release" in done.stderr
    assert "Traceback" not in done.stderr


def test_two_at_once_are_one(upgraded):
    with (upgraded.home / ".lock").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert "Another upgrade is under way" in upgraded.do("back").stderr


def test_without_hooks_it_asks_systemd(upgraded, tmp_path):
    """By programs of these names that write down how they are called."""
    for hook in upgraded.hooks.iterdir():
        hook.unlink()
    for name in ("systemd-run", "systemctl"):
        (tmp_path / name).write_text(f'#!/bin/sh\necho "{name} $*" >> {tmp_path}/asked\n')
        (tmp_path / name).chmod(0o755)
    command = [
        sys.executable,
        _PROJECT / "deploy/upgrade.py",
        "--home",
        upgraded.home,
        "--hooks",
        upgraded.hooks,
        "back",
    ]

    done = subprocess.run(command, env={"PATH": f"{tmp_path}:{os.environ['PATH']}"}, check=False)

    assert done.returncode == 0
    asked = (tmp_path / "asked").read_text()
    assert "systemctl try-restart payments-web payments-worker payments-beat\n" in asked
    assert "EnvironmentFile=/etc/payments/settings.env --working-directory=" in asked
    assert "owner.env" not in asked
