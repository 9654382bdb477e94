"""Checks of this machine alone: the settings, folders and disks."""

import os
import pathlib
import resource
import shutil
import tempfile
from collections.abc import Iterator
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.core import checks

from config import checks as service_checks
from config.doctor.findings import Finding, Level
from config.launch import failures, ports
from config.launch.environment import ENOUGH_DISK
from config.variables import places

_LITTLE_DISK = 2_000_000_000
_MEGABYTE = 1_000_000
_LEVELS = {checks.INFO: Level.NOTE, checks.WARNING: Level.WARNING, checks.ERROR: Level.ERROR}
_OF_THE_DATABASE = {"payments.I003", "payments.E015"}
"""Messages left to the checks of the database, which explain more."""


def safe_settings() -> Iterator[Finding]:
    """Report the messages of `check --deploy`. Only production has to be safe."""
    if not settings.IS_PRODUCTION:
        yield Finding("settings", Level.NOTE, "ENVIRONMENT is not production: keys and checks are those of a sandbox.")
        for sentence in service_checks.adapters_that_are_none():
            yield Finding("settings", Level.ERROR, sentence, "Name a class that is there.")
        return
    for message in checks.run_checks(tags=[checks.Tags.security], include_deployment_checks=True):
        if message.id not in _OF_THE_DATABASE and not message.is_silenced():
            level = max(of for at, of in _LEVELS.items() if at <= max(message.level, checks.INFO))
            yield Finding("settings", level, f"{message.msg} ({message.id})", message.hint or "")


def folders() -> Iterator[Finding]:
    """Report folders of the service that can't be written, and disks almost full."""
    disks: dict[int, tuple[pathlib.Path, int]] = {}
    for name, folder, needed in _folders():
        if not folder.is_dir():
            sentence = f"{folder} ({name}) is not there." if needed else places.of_folder(name, folder)
            if sentence:
                remedy = "Make it, for the user of the service." if needed else ""
                yield Finding("disk", Level.ERROR, sentence, remedy)
            continue
        if not places.is_writable(folder):
            message = f"{folder} ({name}) can't be written by this user."
            yield Finding("disk", Level.ERROR, message, f"Give it to the user of the service, or set {name}.")
        disks.setdefault(folder.stat().st_dev, (folder, shutil.disk_usage(folder).free))
    for folder, free in disks.values():
        yield from _disk(folder, free)
    yield from _large_bodies()


def named_files() -> Iterator[Finding]:
    """Report keys and certificates that can't be used, and packages that a setting needs."""
    for sentence in places.of_files(os.environ):
        yield Finding("settings", Level.ERROR, sentence)


def port() -> Iterator[Finding]:
    """Report a port of the web role that another program has: before the start nobody should have it."""
    try:
        address, number = ports.of_web(os.environ)
        ports.require_free(address=address, port=number, is_shared=ports.is_shared(os.environ))
    except failures.LaunchError as failure:
        yield Finding("port", Level.ERROR, failure.problem, failure.remedy)


def open_files() -> Iterator[Finding]:
    """Report a limit of open files below the connections of a web process."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = int(os.environ.get("WEB_CONNECTIONS") or 2048) + 256
    if most != resource.RLIM_INFINITY and most < wanted:
        yield Finding(
            "files",
            Level.WARNING,
            f"A process of this user may open {most} files; WEB_CONNECTIONS wants {wanted}.",
            "Raise the limit (LimitNOFILE of a unit, ulimits of a container), or lower WEB_CONNECTIONS.",
        )


def _folders() -> Iterator[tuple[str, pathlib.Path, bool]]:
    """Yield the settings' names, the folders, and whether each has to be there already."""
    yield "VAR_DIR", pathlib.Path(settings.VAR_DIR), True
    yield "TMPDIR", pathlib.Path(tempfile.gettempdir()), True
    storage = urlsplit(os.environ.get("DOCUMENT_STORAGE") or "")
    if storage.scheme == "file":
        yield "DOCUMENT_STORAGE", pathlib.Path(unquote(storage.path)), True
    yield "BANK_FILES_FOLDER", pathlib.Path(settings.BANK_FILES_FOLDER), False


def _disk(folder: pathlib.Path, free: int) -> Iterator[Finding]:
    if free < _LITTLE_DISK:
        level = Level.ERROR if free < ENOUGH_DISK else Level.WARNING
        message = f"The disk of {folder} has {free // _MEGABYTE} MB left."
        yield Finding("disk", level, message, "Free some space, or move the folder to another disk.")


def _large_bodies() -> Iterator[Finding]:
    folder = pathlib.Path(tempfile.gettempdir())
    wanted = settings.LARGE_BODIES_BYTES * int(os.environ.get("WEB_WORKERS") or 2)
    free = shutil.disk_usage(folder).free
    if free < wanted:
        yield Finding(
            "disk",
            Level.WARNING,
            f"Web processes may keep {wanted // _MEGABYTE} MB of uploads in {folder}, where {free // _MEGABYTE} MB are "
            "free.",
            "Lower LARGE_BODIES_BYTES, or name a larger folder in TMPDIR.",
        )
