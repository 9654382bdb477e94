"""`python -m config.launch run|services|stop|secrets|test|bench|with-servers|manage|ROLE`."""

import argparse
import os
import sys

from config.launch import environment, failures, interrupts, progress, roles, run, throwaway

_STORIES = {
    "run": run.run,
    "services": run.services,
    "stop": run.stop,
    "secrets": run.new_secrets,
}


def main() -> int:
    """Do what the command line asks; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m config.launch")
    parser.add_argument("what", choices=[*_STORIES, *roles.NAMES, "manage", "test", "bench", "with-servers"])
    parser.add_argument("arguments", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    interrupts.listen()
    try:
        return _do(options.what, options.arguments)
    except failures.LaunchError as failure:
        progress.complain(failure)
        return 1
    except KeyboardInterrupt:
        return 130


def _do(what: str, arguments: list[str]) -> int:
    environment.kind()
    if what in roles.NAMES:
        roles.become(what)
    if what == "manage":
        roles.manage(arguments)
    interrupts.follow_make()
    if what in _STORIES:
        _STORIES[what]()
        return 0
    os.chdir(environment.PROJECT)
    if what == "test":
        return throwaway.test(arguments)
    return throwaway.execute(throwaway.python("-m", "bench", *arguments) if what == "bench" else arguments)


if __name__ == "__main__":
    sys.exit(main())
