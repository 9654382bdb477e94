"""A real browser for tests: the system's Chromium, driven by Playwright."""

import asyncio
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import connections
from django.test import Client

from config.launch import processes
from tests.support import patience

_NAMES = (
    # What Debian has in the path is a script: a signal would end it, and not the browser that it has started.
    "/usr/lib/chromium/chromium-headless-shell",
    "chrome-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "chrome",
)
"""The first two are the same browser without windows, which takes half the processor time."""


def executable() -> str:
    """Where the system's browser is; without one the test is skipped, which CI counts as a failure."""
    found = next((path for name in _NAMES if (path := shutil.which(name))), None)
    if found is None:
        if os.environ.get("REQUIRE_BROWSER"):
            pytest.fail("no Chromium was found, and REQUIRE_BROWSER is set")
        pytest.skip("no Chromium on this machine; REQUIRE_BROWSER=1 makes that a failure")
    return found


_OPTIONS = (
    "--headless",
    "--no-sandbox",
    "--remote-debugging-port=0",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-dev-shm-usage",
    "--disable-extensions",
    "--disable-sync",
    "--force-color-profile=srgb",
    "--hide-scrollbars",
    "--mute-audio",
    "--password-store=basic",
)
_running: list[tuple["subprocess.Popen[bytes]", "tempfile.TemporaryDirectory[str]", str]] = []
_driven: list[tuple[Any, Any, asyncio.AbstractEventLoop]] = []
"""Playwright, its connection to the browser, and its event loop."""


def _address() -> str:
    """Return where the browser listens that all tests of this process share; the first one starts it."""
    if _running:
        return _running[0][-1]
    program = executable()
    home = tempfile.TemporaryDirectory(prefix="payments-browser-", ignore_cleanup_errors=True)
    process = subprocess.Popen(
        [*processes.prefix(death_signal=signal.SIGTERM), program, *_OPTIONS, f"--user-data-dir={home.name}"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    # Where it listens: its port and the path of its own address, a line each.
    told = pathlib.Path(home.name, "DevToolsActivePort")
    patience.until(lambda: process.poll() is not None or (told.exists() and told.read_text().count("\n") == 1))
    assert process.poll() is None, "the browser does not start"
    port, path = told.read_text().splitlines()
    _running.append((process, home, f"ws://127.0.0.1:{port}{path}"))
    return _running[0][-1]


@contextmanager
def _connected() -> Iterator[Any]:
    """Yield the browser; Playwright, which the first test starts too, has its event loop run in this thread meanwhile.

    Between the blocks the loop stands still, and the thread is like any other.
    """
    from playwright.sync_api import sync_playwright

    address = _address()
    try:
        if _driven:
            asyncio._set_running_loop(_driven[0][-1])
        else:
            playwright = sync_playwright().start()
            browser = playwright.chromium.connect_over_cdp(address)
            _driven.append((playwright, browser, asyncio.get_running_loop()))
        yield _driven[0][1]
    finally:
        asyncio._set_running_loop(None)


def end() -> None:
    """End the browser, if one was started.

    Playwright's own end would wait for its process, which sometimes goes on; it ends with this process, whose input it
    reads.
    """
    while _running:
        process, home, _ = _running.pop()
        process.terminate()
        process.wait()
        home.cleanup()


_LEFT = {"htmx:afterRequest", "htmx:sendAbort"}
"""What htmx says when a page is left while it asks for something. A request that fails has another word beside."""


def _faults_of(context: Any) -> list[str]:
    """Return a list that gets what goes wrong inside the pages; refusals of the server are no faults of a page."""
    faults: list[str] = []

    def note(message: Any) -> None:
        is_refusal = message.text.startswith("Failed to load resource")
        if message.type == "error" and not is_refusal and message.text not in _LEFT:
            faults.append(f"{message.page.url}: {message.text}")

    context.on("console", note)
    context.on("weberror", lambda error: faults.append(str(error.error)))
    return faults


@contextmanager
def open_pages(*, may_fail: bool = False, **options: Any) -> Iterator[Any]:
    """Yield a context of the shared browser: cookies of its own; `options` are those of Playwright's `new_context`.

    At the end no script of a page may have failed or been stopped by its policy, unless `may_fail`.
    """
    # The event loop runs in this thread, and Django would take the test itself for asynchronous code.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    try:
        with _connected() as browser:
            context = browser.new_context(**options)
            context.set_default_timeout(patience.LONG * 1000)
            faults = _faults_of(context)
            try:
                yield context
                assert may_fail or not faults, f"what went wrong inside the pages: {faults}"
            finally:
                context.close()
                # Beside a running event loop Django has connections of its own for this thread. They outlive the block,
                # and the next test would find them ended.
                connections.close_all()
    finally:
        del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


def sign_in(page: Any, url: str, name: str, *, to: str) -> None:
    """Open a page for somebody who has signed in; how people do that is seen in the tests of access."""
    client = Client()
    client.force_login(get_user_model().objects.get(username=name))
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": url}])
    page.goto(f"{url}{to}")
