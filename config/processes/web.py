"""The web role: `python -m config.processes.web`, with granian's own arguments.

On Linux the application is loaded here, once, and the web server's processes are forked from this one: they start at
once and share its memory. The process itself answers nothing, and kills those that stand still. New code needs a
restart: a reload keeps loaded modules. They end with it, also when it is killed.
"""

import contextlib
import gc
import importlib
import multiprocessing
import os
import pathlib
import resource
import sys

from granian import cli

from config.launch import failures, ports, progress
from config.processes import forked, watchdog


def main() -> None:
    """Load the application, then serve it; end with status 1 where the port is taken."""
    try:
        address, port = ports.of_web(os.environ)
        claim = ports.claim(address=address, port=port, is_shared=ports.is_shared(os.environ))
    except failures.LaunchError as failure:
        progress.complain(failure)
        sys.exit(1)
    with claim:
        _serve()


def _serve() -> None:
    _allow_files()
    _keep_counts()
    if sys.platform == "linux":
        multiprocessing.set_start_method("fork")
        importlib.import_module(sys.argv[-1].partition(":")[0])
        # Loaded modules live as long as the process: a garbage collection of them would copy their memory.
        gc.collect()
        gc.freeze()
        forked.end_with_this()
        watchdog.write_stacks()
        watchdog.watch_forked()
    watchdog.Reporter().begin()
    cli.entrypoint()  # type: ignore[no-untyped-call]


def _keep_counts() -> None:
    """Name an empty folder in which the processes keep their counts, where somebody may read them.

    The library looks at the variable when it is imported: so it is set here, and not in the application.
    """
    if not os.environ.get("METRICS_TOKEN"):
        return
    folder = pathlib.Path(os.environ.get("VAR_DIR") or "var", f"metrics-{os.environ.get('PORT') or 8000}").absolute()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    # Those of a role that serves on the same port are counted too.
    for file in [] if ports.is_shared(os.environ) else folder.glob("*.db"):
        file.unlink()
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)


def _allow_files() -> None:
    """Raise the limit of open files to its maximum: each connection is a file, and the usual limit is 1,024."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


if __name__ == "__main__":
    main()
