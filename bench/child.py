"""Runs a module of `bench.children` in a process of its own, with Django on the given database.

The benchmark itself loads no Django: its processor time belongs to the services, and each part has its own database.
"""

import importlib
import os
import sys
from typing import Any

import orjson

from bench import programs


def call(module: str, database: str, **arguments: object) -> Any:
    """Call `run(**arguments)` of a module on a database, and return its result; both are passed as JSON."""
    command, given = [sys.executable, "-m", "bench.child", module], orjson.dumps(arguments).decode()
    return orjson.loads(programs.run(f"bench.children.{module}", command, {"DATABASE_URL": database}, given=given))


def main() -> None:
    """Run the call in the child process."""
    import django  # noqa: PLC0415 - whoever only calls does without

    name, arguments = sys.argv[1], orjson.loads(sys.stdin.buffer.read())
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    module = importlib.import_module(f"bench.children.{name}")
    sys.stdout.write(orjson.dumps(module.run(**arguments)).decode())


if __name__ == "__main__":
    main()
