"""A copy of the code that the diffs of a page are applied to, and tests that are run there."""

import os
import pathlib
import re
import shutil
import subprocess
import sys

from config.launch import environment

PROJECT = pathlib.Path(environment.PROJECT)


def copy(to: pathlib.Path) -> pathlib.Path:
    """Copy the code to a new folder, and what has been compiled of it; return the folder."""
    made = (".git", ".venv", ".uv", ".*cache", ".hypothesis", "__pycache__", "var", "node_modules", "mutants")
    shutil.copytree(PROJECT, to, ignore=shutil.ignore_patterns(*made))
    compiled = pathlib.Path(sys.pycache_prefix or "/nowhere")
    if (ours := compiled / PROJECT.relative_to("/")).is_dir():
        # Others may be writing there: a file that is not complete has a longer name.
        unfinished = shutil.ignore_patterns(".venv", "*.pyc.*")
        shutil.copytree(ours, compiled / to.relative_to("/"), ignore=unfinished)
    return to


def apply(diff: str, root: pathlib.Path) -> list[str]:
    """Change what a diff says; return the paths. The lines that a part of it goes by have to be there, once."""
    paths = []
    for change in re.split(r"^--- .*\n", diff, flags=re.MULTILINE)[1:]:
        path, *parts = re.split(r"^@@.*\n", change.removeprefix("+++ b/"), flags=re.MULTILINE)
        file = root / path.strip()
        file.parent.mkdir(parents=True, exist_ok=True)
        text = file.read_text() if file.exists() else ""
        for part in parts:
            lines = part.splitlines(keepends=True)
            before = "".join(line[1:] for line in lines if not line.startswith("+"))
            assert text.count(before) == 1, f"{path} has {text.count(before)} times: {before}"
            text = text.replace(before, "".join(line[1:] for line in lines if not line.startswith("-")))
        file.write_text(text)
        paths.append(path.strip())
    return paths


def run(root: pathlib.Path, *tests: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run tests of a copy, in a process and a test database of their own."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "COV_"))}
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", "-o", "cache_dir=.pytest_cache", *tests],
        cwd=root,
        env={**kept, **settings, "PYTHONPATH": str(root)},
        capture_output=True,
        text=True,
        check=False,
    )
