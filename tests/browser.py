"""A real browser for tests: the system's Chromium, driven by Playwright."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connections

from tests import patience

_NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")


def executable() -> str:
    """Where the system's browser is; without one the test is skipped, which CI counts as a failure."""
    found = next((path for name in _NAMES if (path := shutil.which(name))), None)
    if found is None:
        if os.environ.get("REQUIRE_BROWSER"):
            pytest.fail("no Chromium was found, and REQUIRE_BROWSER is set")
        pytest.skip("no Chromium on this machine; REQUIRE_BROWSER=1 makes that a failure")
    return found


@contextmanager
def open_pages(**options: Any) -> Iterator[Any]:
    """Yield a browser context; `options` are those of Playwright's `new_context`."""
    from playwright.sync_api import sync_playwright

    # Its event loop runs in this thread, and Django would take the test itself for asynchronous code.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=executable(), args=["--no-sandbox"])
            context = browser.new_context(**options)
            context.set_default_timeout(patience.LONG * 1000)
            try:
                yield context
            finally:
                browser.close()
                # Beside a running event loop Django has connections of its own for this thread. They outlive the block,
                # and the next test would find them ended.
                connections.close_all()
    finally:
        del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]
