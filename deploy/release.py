"""`make release`: the files of a release, made of the last commit alone, in `dist/`.

The same commit gives the same bytes, where zlib is the same.
"""

import argparse
import datetime as dt
import gzip
import hashlib
import pathlib
import re
import subprocess
import sys
import tomllib

from config.launch import environment, failures
from deploy import bill_of_materials

PRODUCT = "payments-platform"
SUMS = "SHA256SUMS"
_NOTES = "docs/operator/releases.md"


def main() -> int:
    """Make the files where the command line says; return the exit code."""
    parser = argparse.ArgumentParser(prog="make release")
    parser.add_argument("--folder", type=pathlib.Path, default=environment.PROJECT / "dist", help="where to put them")
    options = parser.parse_args()
    try:
        _refuse_changes()
        for path in make("HEAD", options.folder):
            print(path)
    except failures.LaunchError as error:
        print(f"ERROR: {error}", file=sys.stderr)
        return 1
    return 0


def make(revision: str, folder: pathlib.Path) -> list[pathlib.Path]:
    """Make archive, context of the image, bill of materials and digests of a commit; return their paths.

    Raises LaunchError where the commit is not ready to be a release.
    """
    commit = git("rev-parse", f"{revision}^{{commit}}").decode().strip()
    version = _version(commit)
    name = f"{PRODUCT}-{version}"
    made = {
        f"{name}.tar.gz": archive(commit, commit, prefix=f"{name}/"),
        f"{name}-image.tar.gz": image_context(commit, commit),
        f"{name}.cdx.json": _bill(commit, version).encode(),
    }
    made[SUMS] = "".join(f"{hashlib.sha256(content).hexdigest()}  {file}\n" for file, content in made.items()).encode()
    folder.mkdir(parents=True, exist_ok=True)
    for file, content in made.items():
        (folder / file).write_bytes(content)
    return [folder / file for file in made]


def archive(tree: str, commit: str, *paths: str, prefix: str = "") -> bytes:
    """Return a compressed archive of a tree or commit, or of some paths in it, with the commit in the file COMMIT."""
    # What people set up for git must not change the bytes.
    settings = ("-c", "tar.umask=0022", "-c", "core.autocrlf=false", "-c", "core.attributesFile=/dev/null")
    written = f"--add-virtual-file={prefix}COMMIT:{commit}\n"
    tar = git(*settings, "archive", "--format=tar", f"--prefix={prefix}", written, tree, *paths)
    return gzip.compress(tar, mtime=0)


def image_context(tree: str, commit: str) -> bytes:
    """Return an archive of what deploy/Containerfile copies: the paths that .dockerignore lets through."""
    let_through = re.findall(r"^!(\S+)$", _text(tree, ".dockerignore"), re.MULTILINE)
    return archive(tree, commit, *(path for path in let_through if path != "COMMIT"))


def _bill(commit: str, version: str) -> str:
    names = (bill_of_materials.REQUIRED, *bill_of_materials.OPTIONAL)
    committed = dt.datetime.fromtimestamp(int(git("show", "--no-patch", "--format=%ct", commit)), dt.UTC)
    locks = {name: _text(commit, name) for name in names}
    return bill_of_materials.of(locks, version=version, commit=commit, committed=committed)


def _version(commit: str) -> str:
    """Return the version of a commit. Raise LaunchError unless the code, the changelog and the notes all have it."""
    version: str = tomllib.loads(_text(commit, "pyproject.toml"))["project"]["version"]
    code = _text(commit, "platforms/release.py")
    if f'VERSION = "{version}"' not in code:
        raise failures.LaunchError(
            f"pyproject.toml has version {version}, platforms/release.py another.", "Give both one."
        )
    for path in ("CHANGELOG.md", _NOTES):
        if not re.search(rf"^## {re.escape(version)}$", _text(commit, path), re.MULTILINE):
            raise failures.LaunchError(f"{path} has no heading for {version}.", f"Write it: ## {version}")
    return version


def _refuse_changes() -> None:
    if git("status", "--porcelain", "--untracked-files=no"):
        raise failures.LaunchError("Files differ from the last commit.", "Commit them or take them back first.")


def _text(tree: str, path: str) -> str:
    return git("show", f"{tree}:{path}").decode()


def git(*words: str) -> bytes:
    """Return what git prints, in the working copy that this file is of. Raise LaunchError where it refuses."""
    done = subprocess.run(["git", *words], cwd=environment.PROJECT, capture_output=True, check=False)
    if done.returncode:
        raise failures.LaunchError("git refuses.", done.stderr.decode(errors="replace").strip())
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
