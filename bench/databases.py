"""Databases of the server in DATABASE_URL: made for a part of the run, and removed after it.

Each begins as a copy of one that is migrated once, so that no part depends on those before it.
"""

import contextlib
import functools
import os
import sys
from collections.abc import Iterator
from urllib.parse import urlsplit

from bench import programs

_TEMPLATE = "bench_template"


@contextlib.contextmanager
def fresh(name: str) -> Iterator[str]:
    """Make a migrated database without rows and yield its address; one that a killed run left is replaced."""
    template = _template()
    with _made(f"bench_{name}", template=template) as url:
        yield url


@contextlib.contextmanager
def migrated_once() -> Iterator[None]:
    """Keep the migrated database, once a part has asked for one, until the block ends."""
    try:
        yield
    finally:
        if _template.cache_info().currsize:
            _drop(_TEMPLATE)
        _template.cache_clear()


@functools.cache
def _template() -> str:
    print("· Migrating a database", flush=True)
    _drop(_TEMPLATE)
    programs.psql(command=f"CREATE DATABASE {_TEMPLATE}")
    command = [sys.executable, "manage.py", "migrate", "--no-input"]
    address = {"DATABASE_URL": _address(_TEMPLATE)}
    programs.run("migrate", command, {**programs.as_service(address), "DATABASE_OWNER_URL": address["DATABASE_URL"]})
    return _TEMPLATE


@contextlib.contextmanager
def _made(name: str, *, template: str) -> Iterator[str]:
    _drop(name)
    programs.psql(command=f"CREATE DATABASE {name} TEMPLATE {template}")
    try:
        yield _address(name)
    finally:
        _drop(name)


def _drop(name: str) -> None:
    programs.psql(command=f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


def _address(name: str) -> str:
    return urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()
