"""What `make docs` makes, served as files below `/docs/`: the pages, and the packed clients below `/docs/clients/`."""

import base64
import datetime as dt
import fcntl
import functools
import hashlib
import logging
import mimetypes
import os
import pathlib
import re
import subprocess

from django.conf import settings
from django.core.exceptions import SuspiciousFileOperation
from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils._os import safe_join
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import last_modified, require_safe

from platforms.http import rate_limit

logger = logging.getLogger(__name__)
SITE = settings.BASE_DIR / ".venv" / "site"
PACKAGES = settings.BASE_DIR / ".venv" / "packages"
_NOT_MADE = "The documents were not made here. `make docs` makes them; they are in the folder `docs` too.\n"
_NOT_PACKED = (
    "There is no package of this name here. `make docs` packs the clients; the page Clients has their names.\n"
)
_SCRIPT = re.compile(rb"<script>(.*?)</script>", re.DOTALL)
_NAMED_BY_CONTENT = re.compile(r"\.[0-9a-f]{8}\.min\.(js|css)$")
# Columns of tables are aligned by style attributes, and the search brings its own styles.
_POLICY = (
    "default-src 'none'; script-src 'self' {scripts}; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; worker-src 'self'; form-action 'none'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
_MAKE_SECONDS = 120
_LONGEST_PATH = 255
"""Bytes. No file of the pages has a longer one, and the operating system fails at longer names."""
_FILES_PER_SECOND = 100
_FILES_AT_ONCE = 1_000
"""Limit for one network address: a page loads some ten files, and an office of readers has one address."""
limited = rate_limit.per_address("docs", allowance=lambda: (_FILES_PER_SECOND, _FILES_AT_ONCE))


def _file(path: str) -> pathlib.Path | None:
    """Return the file of an address below `/docs/`, for a page (a folder) its text; None where there can be none."""
    if len(path.encode()) > _LONGEST_PATH:
        return None
    try:
        file = pathlib.Path(safe_join(SITE, path))
    except SuspiciousFileOperation:
        # Anybody may ask for anything: that is no error for the log.
        return None
    return file / "index.html" if not path or path.endswith("/") else file


def _changed_at(request: HttpRequest, path: str = "") -> dt.datetime | None:
    make()
    file = _file(path)
    return dt.datetime.fromtimestamp(file.stat().st_mtime, dt.UTC) if file is not None and file.is_file() else None


@limited
@require_safe
@gzip_page
@last_modified(_changed_at)
def page(request: HttpRequest, path: str = "") -> HttpResponse:
    """Answer with a page, with a file that a page loads, or with the page that says that there is none."""
    if not SITE.is_dir():
        return HttpResponse(_NOT_MADE, status=404, content_type="text/plain; charset=utf-8")
    file = _file(path)
    if file is not None and file.is_dir():
        return HttpResponseRedirect(f"{request.path}/")
    if file is None or not file.is_file():
        return missing()
    return _answer(file)


def missing() -> HttpResponse:
    """Answer with the page that says that there is no such page."""
    return _answer(SITE / "404.html", status=404)


def _answer(file: pathlib.Path, *, status: int = 200) -> HttpResponse:
    content = file.read_bytes()
    content_type = mimetypes.guess_type(file.name)[0] or "text/plain; charset=utf-8"
    response = HttpResponse(content, status=status, content_type=content_type)
    response["Content-Security-Policy"] = _POLICY.format(scripts=_scripts(content) if file.suffix == ".html" else "")
    response["Cache-Control"] = (
        "public, max-age=31536000, immutable" if _NAMED_BY_CONTENT.search(file.name) else "no-cache"
    )
    return response


@limited
@require_safe
def package(_: HttpRequest, name: str) -> FileResponse | HttpResponse:
    """Answer with a packed client. A request makes none: that takes longer than who installs it waits."""
    file = next((file for file in PACKAGES.glob("[!.]*") if file.name == name), None)
    if file is None:
        return HttpResponse(_NOT_PACKED, status=404, content_type="text/plain; charset=utf-8")
    response = FileResponse(file.open("rb"), content_type="application/octet-stream")
    response["Cache-Control"] = "no-cache"
    return response


@functools.cache
def make() -> None:
    """Build the pages, once in a process; in production they were built by the installation.

    Not at the start of the service, which would take seconds longer for pages that may never be read.
    """
    if settings.IS_PRODUCTION:
        return
    variables = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    with (settings.BASE_DIR / ".venv" / ".site.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        try:
            subprocess.run(
                # Without the clients: to pack them needs the tools for tests, which `make run` does not install.
                ["make", "--silent", ".venv/site/.made"],  # noqa: S607
                cwd=settings.BASE_DIR,
                env=variables,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                check=True,
                timeout=_MAKE_SECONDS,
            )
        except (OSError, subprocess.SubprocessError):
            logger.warning("`make docs` has failed: run it to see why")


def _scripts(page: bytes) -> str:
    """Return the hashes of a page's inline scripts for its policy."""
    digests = (hashlib.sha256(script).digest() for script in _SCRIPT.findall(page))
    return " ".join(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests)
