"""What `make release` makes: the tracked files and nothing else, the same each time, with their bill and digests."""

import datetime as dt
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile

import pytest

from config.launch import environment
from deploy import bill_of_materials, release
from tests.deploy import contexts

pytestmark = pytest.mark.beside

PROJECT = pathlib.Path(environment.PROJECT)
_AUTHOR = {f"GIT_{who}_{what}": "release" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """A working copy of its own, in which all that differs here from the last commit is committed."""
    contexts.require_history()
    folder = tmp_path_factory.mktemp("clone") / "tree"
    subprocess.run(["git", "clone", "--quiet", "--depth=1", PROJECT.as_uri(), folder], check=True)
    for name in release.git("ls-files", "--modified", "--others", "--exclude-standard").decode().split("\n"):
        if name and (PROJECT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(PROJECT / name, folder / name)
    _git(folder, "add", "--all")
    _git(folder, "commit", "--quiet", "--allow-empty", "--message", "As it is")
    return folder


def _make(tree: pathlib.Path, folder: pathlib.Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "deploy.release", "--folder", str(folder)]
    return subprocess.run(command, cwd=tree, capture_output=True, text=True, check=False)


def _git(tree: pathlib.Path, *words: str) -> None:
    subprocess.run(["git", *words], cwd=tree, env={**os.environ, **_AUTHOR}, check=True)


def _files(archive: bytes) -> dict[str, tarfile.TarInfo]:
    with tarfile.open(fileobj=io.BytesIO(archive)) as opened:
        return {member.name: member for member in opened.getmembers() if not member.isdir()}


def test_a_release_has_the_tracked_files_and_its_commit_and_is_the_same_each_time(clone, tmp_path):
    first, second = tmp_path / "first", tmp_path / "second"

    assert _make(clone, first).returncode == 0
    os.utime(clone / "README.md", (0, 0))
    assert _make(clone, second).returncode == 0

    names = {path.name: path.read_bytes() for path in first.iterdir()}
    assert {path.name: path.read_bytes() for path in second.iterdir()} == names
    subprocess.run(["sha256sum", "--check", "--strict", "--quiet", "SHA256SUMS"], cwd=first, check=True)
    [source] = [content for name, content in names.items() if re.search(r"\d\.tar\.gz$", name)]
    tracked = subprocess.run(["git", "ls-files"], cwd=clone, capture_output=True, text=True, check=True).stdout.split()
    [top] = {name.partition("/")[0] for name in _files(source)}
    assert {name.removeprefix(f"{top}/") for name in _files(source)} == {*tracked, "COMMIT"}
    [context] = [content for name, content in names.items() if name.endswith("-image.tar.gz")]
    assert {"COMMIT", ".dockerignore", "deploy/build.sh", "manage.py"} <= _files(context).keys()
    assert [name for name in _files(context) if name.startswith(("tests/", "practice/", ".git"))] == []


def test_what_is_not_committed_is_refused(clone, tmp_path):
    (clone / "README.md").write_text("Changed.")

    done = _make(clone, tmp_path)

    _git(clone, "reset", "--hard", "--quiet")
    assert done.returncode == 1
    assert done.stderr.startswith("ERROR: Files differ from the last commit.")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("path", "change", "told"),
    [
        ("pyproject.toml", ('\nversion = "', '\nversion = "9'), "platforms/release.py another"),
        ("CHANGELOG.md", ("\n## 1", "\n## Version 1"), "CHANGELOG.md has no heading for 1"),
        ("docs/operator/releases.md", ("\n## 1", "\n## Version 1"), "docs/operator/releases.md has no heading for 1"),
    ],
)
def test_a_commit_that_is_not_ready_is_refused(clone, tmp_path, path, change, told):
    file = clone / path
    file.write_text(file.read_text().replace(*change, 1))
    _git(clone, "commit", "--quiet", "--all", "--message", "A change")

    done = _make(clone, tmp_path)

    _git(clone, "reset", "--hard", "--quiet", "HEAD~")
    assert done.returncode == 1
    assert told in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_bill_names_every_package_that_an_installation_takes():
    locks = {name: (PROJECT / name).read_text() for name in (bill_of_materials.REQUIRED, *bill_of_materials.OPTIONAL)}
    committed = dt.datetime(2026, 11, 27, tzinfo=dt.UTC)

    bill = json.loads(bill_of_materials.of(locks, version="1.2.3", commit="ab" * 20, committed=committed))

    pinned = {
        pin for text in locks.values() for pin in re.findall(r"^([^\s;\[]+)(?:\[\S+\])?==([^\s;]+)", text, re.MULTILINE)
    }
    assert {(each["name"], each["version"]) for each in bill["components"]} == pinned
    digests = [each["externalReferences"][0]["hashes"] for each in bill["components"]]
    assert all(digests)
    texts = set(re.findall(r"--hash=sha256:(\w+)", "".join(locks.values())))
    assert {digest["content"] for of_one in digests for digest in of_one} == texts
    scopes = {each["name"]: each["scope"] for each in bill["components"]}
    assert (scopes["django"], scopes["sentry-sdk"]) == ("required", "optional")
    assert bill["metadata"]["component"]["version"] == "1.2.3"
    assert bill["metadata"]["timestamp"].startswith("2026-11-27")


def test_every_release_of_the_changelog_has_notes():
    headings = [
        re.findall(r"^## (\d\S*)$", (PROJECT / path).read_text(), re.MULTILINE)
        for path in ("CHANGELOG.md", "docs/operator/releases.md")
    ]

    assert headings[0] == headings[1] != []
    assert release.PRODUCT in (PROJECT / "docs/operator/releases.md").read_text()
