"""Programs of packages for Node.js, and the packages themselves."""

import os
import pathlib
import subprocess
from collections.abc import Mapping

import pytest

from clients import node

NODE = node.NODE


def run(
    folder: pathlib.Path, program: str, *arguments: str, env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a program of an installed package; return what came of it."""
    return subprocess.run(
        [NODE, folder / "node_modules" / program, *arguments],
        cwd=folder,
        env=env,
        capture_output=True,
        text=True,
        timeout=node.SECONDS,
        check=False,
    )


def installed(*files: pathlib.Path) -> pathlib.Path:
    """Return the folder with copies of files and their packages; skip what needs them where they can't be had."""
    try:
        return node.installed(*files)
    except subprocess.SubprocessError as error:
        why = f"the packages of {files[0].parent.name} can't be installed: {error}"
    if os.environ.get("REQUIRE_NODE"):
        pytest.fail(f"{why}, and REQUIRE_NODE is set")
    pytest.skip(f"{why}; REQUIRE_NODE=1 makes that a failure")
