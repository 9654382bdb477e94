"""Requests pages of the back office of a filled database, in this process: measures the server's own time."""

import gc
import html
import logging
import re
import sys
import time
from typing import Any

from django.contrib.auth.models import User
from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext

from bench import programs
from bench.children import desk_pages
from payments import tasks
from payments.models import ExternalAccount

_LEFT_OUT = re.compile(r"Not loaded in time: ([^<]*)\.")


def run(*, rounds: int, before: int) -> dict[str, dict[str, Any]]:
    """Fill in what pages show beside payments, then ask for each page; return by its name what was measured.

    Of the requests for a page those `before` the measured ones fill caches.

    `milliseconds` and `processor` (of this process) have a figure for each round; `statements` and `database`, their
    milliseconds, are of one more request, and `left_out` names figures that a page has not waited for.
    """
    logging.disable(logging.CRITICAL)
    _fill()
    browser = Client()
    browser.force_login(User.objects.create_superuser(username="bench", password="never used to sign in"))
    with override_settings(ALLOWED_HOSTS=["testserver"]):
        paths = desk_pages.paths()
        # As the web server does: otherwise many rows are read among collections of what has been loaded.
        gc.collect()
        gc.freeze()
        return {name: _measured(browser, path, rounds, before) for name, path in paths.items()}


def _fill() -> None:
    number: Any = ExternalAccount._meta.get_field("primary_identifier")
    digest: Any = ExternalAccount._meta.get_field("last_four_digest")
    whole: Any = ExternalAccount._meta.get_field("primary_identifier_digest")
    ends = [digest.digest(f"{end:04d}") for end in range(10_000)]
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE TEMPORARY TABLE details (n int, id uuid PRIMARY KEY, number text, digest bytea, whole bytea)"
        )
        keys = list(ExternalAccount.objects.values_list("id", flat=True))
        with cursor.copy("COPY details FROM STDIN") as copy:
            for n, key in enumerate(keys):
                sealed = number.seal(f"{n:012d}", row=key).stored
                copy.write_row((n, key, sealed, ends[n % 10_000], whole.digest(f"{n:012d}")))
        cursor.connection.execute((programs.SQL / "desk.sql").read_bytes())
        cursor.execute("VACUUM (ANALYZE)")
    tasks.add_up_days()


def _measured(browser: Client, path: str, rounds: int, before: int) -> dict[str, Any]:
    wall: list[float] = []
    processor: list[float] = []
    for _ in range(before + rounds):
        began, used = time.perf_counter(), time.process_time()
        reply = _asked(browser, path)
        wall.append((time.perf_counter() - began) * 1000)
        processor.append((time.process_time() - used) * 1000)
        if reply.status_code != 200:
            sys.exit(f"{path} was answered {reply.status_code}")
    with CaptureQueriesContext(connection) as captured:
        reply = _asked(browser, path)
    late = "" if reply.streaming else _LEFT_OUT.search(reply.content.decode())
    return {
        "milliseconds": wall[before:],
        "processor": processor[before:],
        "statements": len(captured),
        "database": sum(float(each["time"]) for each in captured) * 1000,
        "left_out": html.unescape(late[1]) if late else "",
    }


def _asked(browser: Client, path: str) -> Any:
    """Ask for a page; for a file until its first rows are there, which come after its heading."""
    if not path.startswith(desk_pages.EXPORT):
        return browser.get(path)
    reply = browser.post(path.removeprefix(desk_pages.EXPORT))
    if reply.streaming:
        chunks = iter(reply)
        next(chunks)
        next(chunks, b"")
        reply.close()
    return reply
