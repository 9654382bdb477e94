"""`python -m config.launch run|services|stop|secrets|with-servers|manage|ROLE`."""

import argparse
import sys

from config.launch import environment, interrupts, roles, run, throwaway

_STORIES = {"run": run.run, "services": run.services, "stop": run.stop, "secrets": run.new_secrets}


def main() -> int:
    """Do what the command line asks; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m config.launch")
    parser.add_argument("what", choices=[*_STORIES, *roles.NAMES, "manage", "with-servers"])
    parser.add_argument("arguments", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    return interrupts.guarded(lambda: _do(options.what, options.arguments))


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
    return throwaway.execute(arguments)


if __name__ == "__main__":
    sys.exit(main())
