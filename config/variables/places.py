"""What is wrong with the files, the folders and the packages that variables ask for: a sentence for each fault."""

import importlib.util
import pathlib
import ssl
import stat
import tempfile
from collections.abc import Iterator, Mapping
from urllib.parse import unquote, urlsplit

from config.launch import environment, failures
from config.variables import faults, kinds

_PAGE_OF_BANKS = "See docs/operator/bank-files.md."
_PAGE_OF_DOCUMENTS = "See docs/operator/documents.md."
_PAGE_OF_WEBHOOKS = "See docs/operator/webhooks.md."
_OF_TRACES = "opentelemetry.exporter.otlp.proto.http"
_PAGE_OF_MONITORING = "See docs/operator/monitoring.md."


def require(variables: Mapping[str, str], *, is_complete: bool = True) -> None:
    """Raise WrongSettings where a process with these variables must not start.

    Where the variables are not `is_complete`, others are made up for those that are missing.
    """
    sentences = faults.of(variables, is_complete=is_complete) or [*of_files(variables), *of_folders(variables)]
    if sentences:
        raise failures.WrongSettings(sentences)


def of_files(variables: Mapping[str, str]) -> Iterator[str]:
    """Yield what is wrong with files that are named, and which packages are missing. The variables are right."""
    given = {name: text.strip() for name, text in variables.items()}
    if given.get("BANK_SFTP_KEY_FILE"):
        yield from _key_file(pathlib.Path(given["BANK_SFTP_KEY_FILE"]))
    if given.get("LND_CERTIFICATE"):
        yield from _unreadable("LND_CERTIFICATE", pathlib.Path(given["LND_CERTIFICATE"]))
    if given.get("CA_FILE"):
        yield from _authorities("CA_FILE", pathlib.Path(given["CA_FILE"]))
    if given.get("DOCUMENT_STORAGE", "").startswith("s3:") and not _is_installed("storages", "boto3"):
        yield f'DOCUMENT_STORAGE names a bucket, which needs the packages of the group "s3". {_PAGE_OF_DOCUMENTS}'
    if given.get("TRACES") and kinds.flag(given["TRACES"]) and not _is_installed(_OF_TRACES):
        yield f'TRACES needs the packages of the group "traces". {_PAGE_OF_MONITORING}'
    if given.get("SENTRY_DSN") and not _is_installed("sentry_sdk"):
        yield f'SENTRY_DSN needs the packages of the group "errors". {_PAGE_OF_MONITORING}'


def of_folders(variables: Mapping[str, str]) -> Iterator[str]:
    """Yield which folders can't be used: written, or made where they are not there."""
    for name, folder in _folders(variables):
        sentence = of_folder(name, folder)
        if sentence:
            yield sentence


def of_folder(name: str, folder: pathlib.Path) -> str | None:
    """Return why this process can't write or make the folder that a variable names; None if it can."""
    there = _nearest(folder)
    if not there.is_dir():
        return f"{name} names {folder}, but {there} is no folder. Name one that the service's user can write."
    if is_writable(there):
        return None
    what = "be written" if there == folder else f"be made in {there}"
    return f"{name} names {folder}, which can't {what} by this user. Give it to the service's user, or name another."


def _nearest(folder: pathlib.Path) -> pathlib.Path:
    """Return the folder, or what is there of the path to it."""
    for each in (folder, *folder.parents):
        try:
            each.lstat()
        except OSError:
            continue
        return each
    return folder


def is_writable(folder: pathlib.Path) -> bool:
    """Tell whether this process can make files in a folder."""
    try:
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _folders(variables: Mapping[str, str]) -> Iterator[tuple[str, pathlib.Path]]:
    root = pathlib.Path(variables.get("VAR_DIR", "").strip() or environment.PROJECT / "var").absolute()
    yield "VAR_DIR", root
    storage = urlsplit(variables.get("DOCUMENT_STORAGE", "").strip())
    if storage.scheme == "file":
        yield "DOCUMENT_STORAGE", pathlib.Path(unquote(storage.path)).absolute()
    bank = variables.get("BANK_FILES_FOLDER", "").strip()
    if bank:
        yield "BANK_FILES_FOLDER", pathlib.Path(bank).absolute()


def _key_file(path: pathlib.Path) -> Iterator[str]:
    name = "BANK_SFTP_KEY_FILE"
    unreadable = list(_unreadable(name, path))
    yield from unreadable
    if unreadable:
        return
    if stat.S_IMODE(path.stat().st_mode) & stat.S_IROTH:
        yield f"{name} names {path}, which everybody can read. Let only the service's user read it: chmod 600 {path}"
    try:
        import asyncssh  # noqa: PLC0415 - an optional package
    except ImportError:
        yield f'{name} needs the packages of the group "sftp". {_PAGE_OF_BANKS}'
        return
    try:
        asyncssh.read_private_key(path)
    except ValueError as error:
        # The library says nothing of the key itself here.
        what = "a key with a passphrase: name one without" if "assphrase" in str(error) else "which is no private key"
        yield f"{name} names {path}, {what}. {_PAGE_OF_BANKS}"


def _authorities(name: str, path: pathlib.Path) -> Iterator[str]:
    unreadable = list(_unreadable(name, path))
    yield from unreadable
    if unreadable:
        return
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_verify_locations(path)
    except (ssl.SSLError, ValueError):
        yield f"{name} names {path}, which has no certificate: name a file of certificates in PEM. {_PAGE_OF_WEBHOOKS}"


def _unreadable(name: str, path: pathlib.Path) -> Iterator[str]:
    try:
        with path.open("rb"):
            return
    except FileNotFoundError:
        yield f"{name} names {path}, which is not there."
    except IsADirectoryError:
        yield f"{name} names {path}, which is a folder: name a file."
    except OSError:
        yield f"{name} names {path}, which this user can't read. Let the service's user read it."


def _is_installed(*packages: str) -> bool:
    try:
        return all(importlib.util.find_spec(package) for package in packages)
    except ModuleNotFoundError:
        return False
