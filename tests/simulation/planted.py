"""Planted bugs: patches of the service that the simulator has to find, each tried on a copy of the sources."""

import contextlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator

from config.launch import environment

FOLDER = pathlib.Path(__file__).with_name("bugs")
_FOUND = re.compile(r"^seed (\d+) FAILS.*\n +(.*)$", re.MULTILINE)
_PLAYED = re.compile(r"^\d+ seeds, .*$", re.MULTILINE)
_SHOWN = 160
"""Characters of what a seed saw."""


def names() -> list[str]:
    """Return the names of all planted bugs."""
    return sorted(path.stem for path in FOLDER.glob("*.patch"))


@contextlib.contextmanager
def copied() -> Iterator[pathlib.Path]:
    """Yield a copy of the sources, which the block may change."""
    listed = _git("ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0")
    with tempfile.TemporaryDirectory(prefix="payments-planted-") as folder:
        copy = pathlib.Path(folder)
        for file in filter(None, listed):
            source = environment.PROJECT / file
            if source.is_file() and not file.startswith(("docs/", "clients/")):
                (copy / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(source, copy / file)
        yield copy


@contextlib.contextmanager
def planted(name: str, copy: pathlib.Path) -> Iterator[None]:
    """Have a bug in a copy while the block lasts; raises CalledProcessError if the patch no longer applies."""
    patch = ["git", "apply", "--unsafe-paths", f"--directory={copy}", str(FOLDER / f"{name}.patch")]
    subprocess.run(patch, cwd="/", check=True)
    try:
        yield
    finally:
        subprocess.run([*patch, "--reverse"], cwd="/", check=True)


def applies(name: str) -> bool:
    """Tell whether a patch fits the sources."""
    checked = subprocess.run(
        ["git", "apply", "--check", str(FOLDER / f"{name}.patch")], cwd=environment.PROJECT, check=False
    )
    return checked.returncode == 0


def hunt(name: str, arguments: list[str], copy: pathlib.Path) -> str:
    """Play seeds with a bug in a copy until one fails; return a line that says which one, and what it saw.

    They are played on the servers of this process, as seeds without a bug are: one process makes the database.
    """
    # Bytes of code are kept for the next bug, which changes one file.
    variables = {**os.environ, "PYTHONPYCACHEPREFIX": str(copy / "bytecode")}
    variables.pop("PYTHONDONTWRITEBYTECODE", None)
    program = [sys.executable, "-m", "tests.simulation", "--until-found", *arguments]
    with planted(name, copy):
        said = subprocess.run(program, cwd=copy, env=variables, stdout=subprocess.PIPE, text=True, check=False).stdout
    found = _FOUND.search(said)
    if found is None:
        played = _PLAYED.search(said)
        return f"{name}: NOT FOUND ({played[0] if played else 'it does not run'})"
    return f"{name}: found by seed {found[1]}: {found[2][:_SHOWN]}"


def _git(*arguments: str) -> str:
    return subprocess.run(
        ["git", *arguments], cwd=environment.PROJECT, stdout=subprocess.PIPE, text=True, check=True
    ).stdout
