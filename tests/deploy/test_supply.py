"""Packages are audited, all of them, and renewed; what says so to the forge has the form that it takes."""

import os
import pathlib
import re
import subprocess
import sys

import pytest

from config.launch import environment

pytestmark = pytest.mark.beside

_PROJECT = pathlib.Path(environment.PROJECT)
_GITHUB = _PROJECT / ".github"
_SCHEMAS = {
    **dict.fromkeys(sorted((_GITHUB / "workflows").glob("*.yml")), "vendor.github-workflows"),
    _GITHUB / "dependabot.yml": "vendor.dependabot",
}


@pytest.mark.parametrize("path", _SCHEMAS, ids=lambda path: path.name)
def test_the_forge_takes_the_file(path):
    command = [pathlib.Path(sys.executable).parent / "check-jsonschema", "--builtin-schema", _SCHEMAS[path], path]
    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout


def test_the_audit_asks_about_every_package_of_every_lock_file():
    """Without the package index: it says which packages it would ask about."""
    variables = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    command = ["make", "--no-print-directory", "audit", "ARGS=--dry-run"]
    done = subprocess.run(command, cwd=_PROJECT, env=variables, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
    locks = sorted(path.name for path in _PROJECT.glob("requirements*.lock"))
    assert re.findall(r"^· (\S+)$", done.stdout, re.MULTILINE) == locks
    asked = [int(number) for number in re.findall(r"would have audited (\d+) packages", done.stdout + done.stderr)]
    # Those of other machines are left out by their markers.
    pinned = [len(re.findall(r"^[^\s#]+==[^;\n]+$", (_PROJECT / name).read_text(), re.MULTILINE)) for name in locks]
    assert len(asked) == len(pinned)
    assert all(number >= unconditional > 0 for number, unconditional in zip(asked, pinned, strict=True))
