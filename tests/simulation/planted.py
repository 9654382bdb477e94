"""Planted bugs: patches of the service that the simulator has to find, each tried on a copy of the sources."""

import contextlib
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator

from config.launch import environment

FOLDER = pathlib.Path(__file__).with_name("bugs")
_FOUND = re.compile(r"^seed (\d+) FAILS.*\n +(.*)$", re.MULTILINE)


def names() -> list[str]:
    """Return the names of all planted bugs."""
    return sorted(path.stem for path in FOLDER.glob("*.patch"))


@contextlib.contextmanager
def planted(name: str) -> Iterator[pathlib.Path]:
    """Yield a copy of the sources with a bug in it; raises CalledProcessError if the patch no longer applies."""
    listed = _git("ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0")
    with tempfile.TemporaryDirectory(prefix="payments-planted-") as folder:
        copy = pathlib.Path(folder)
        for file in filter(None, listed):
            source = environment.PROJECT / file
            if source.is_file() and not file.startswith(("docs/", "clients/")):
                (copy / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(source, copy / file)
        (copy / ".venv").symlink_to(environment.PROJECT / ".venv")
        patch = FOLDER / f"{name}.patch"
        subprocess.run(["git", "apply", "--unsafe-paths", f"--directory={copy}", str(patch)], cwd="/", check=True)
        yield copy


def applies(name: str) -> bool:
    """Tell whether a patch fits the sources."""
    checked = subprocess.run(
        ["git", "apply", "--check", str(FOLDER / f"{name}.patch")], cwd=environment.PROJECT, check=False
    )
    return checked.returncode == 0


def hunt(name: str, arguments: list[str]) -> str:
    """Play seeds with a bug until one fails; return a line that says which one, and what it saw."""
    with planted(name) as copy:
        program = [str(copy / ".venv/bin/python"), "-m", "tests.simulation", "--until-found", *arguments]
        said = subprocess.run(
            program, cwd=copy, env=_variables(), stdout=subprocess.PIPE, text=True, check=False
        ).stdout
    found = _FOUND.search(said)
    if found is None:
        return f"{name}: NOT FOUND ({said.splitlines()[-1] if said else 'it does not run'})"
    return f"{name}: found by seed {found[1]}: {found[2][:160]}"


def _variables() -> dict[str, str]:
    # Its byte code is not that of the sources it is a copy of.
    ours = {name: value for name, value in os.environ.items() if not name.startswith(("SIMULATION_", "PYTHON", "VAR_"))}
    return {**ours, "PYTHONDONTWRITEBYTECODE": "1"}


def _git(*arguments: str) -> str:
    return subprocess.run(
        ["git", *arguments], cwd=environment.PROJECT, stdout=subprocess.PIPE, text=True, check=True
    ).stdout
