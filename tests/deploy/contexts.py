"""The context of an image as `make release` makes it, of the working copy as it is."""

import io
import os
import pathlib
import subprocess
import tarfile

import pytest

from config.launch import environment
from deploy import release

COMMIT = "0123456789abcdef0123456789abcdef01234567"


def require_history() -> None:
    """Skip the test where the files come without git."""
    if (pathlib.Path(environment.PROJECT) / ".git").exists():
        return
    reason = "this tree has no history"
    if os.environ.get("REQUIRE_HISTORY"):
        pytest.fail(reason)
    pytest.skip(f"{reason}; REQUIRE_HISTORY=1 makes that a failure")


def unpack(folder: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put what an image is built of into a folder: tracked files and new ones, with changes that are in no commit."""
    objects = folder.parent / "objects"
    objects.mkdir()
    alternate = subprocess.run(
        ["git", "rev-parse", "--git-path", "objects"],
        cwd=environment.PROJECT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    # The index and the objects of the checkout stay as they are.
    monkeypatch.setenv("GIT_INDEX_FILE", str(folder.parent / "index"))
    monkeypatch.setenv("GIT_OBJECT_DIRECTORY", str(objects))
    monkeypatch.setenv("GIT_ALTERNATE_OBJECT_DIRECTORIES", str(pathlib.Path(environment.PROJECT) / alternate))
    release.git("add", "--all")
    tree = release.git("write-tree").decode().strip()
    with tarfile.open(fileobj=io.BytesIO(release.image_context(tree, COMMIT))) as archive:
        archive.extractall(folder, filter="data")
