"""The web role: `python -m config.web`, with granian's own arguments.

On Linux the application is loaded here, once, and the web server's processes are forked from this one: they start at
once and share its memory. The process itself answers nothing. New code takes a restart: a reload keeps what is loaded.
"""

import contextlib
import gc
import importlib
import multiprocessing
import resource
import sys

from granian import cli


def main() -> None:
    """Load the application, then serve it."""
    _allow_files()
    if sys.platform == "linux":
        multiprocessing.set_start_method("fork")
        importlib.import_module(sys.argv[-1].partition(":")[0])
        # What is loaded lives as long as the process: a collection that looks through it would copy its memory.
        gc.collect()
        gc.freeze()
    cli.entrypoint()  # type: ignore[no-untyped-call]


def _allow_files() -> None:
    """Let a process have as many open files as it may: each connection is one, and the usual limit is 1,024."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


if __name__ == "__main__":
    main()
