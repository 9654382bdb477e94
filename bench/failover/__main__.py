"""`python -m bench.failover [--kinds KIND …] [--times N] [--strict] [--output FILE]`: play drills, print a table.

Exit status 1 where an acknowledged payment was lost or doubled, or something did not go on by itself.
"""

import argparse
import contextlib
import pathlib
import sys
from collections.abc import Sequence

from bench import programs
from bench.failover import books, drills, machines, results, service
from bench.failover.faults import FAULTS
from config.launch import environment


def main(words: Sequence[str] | None = None) -> int:
    """Play the drills that the command line asks for; return the exit code."""
    options = _options(words)
    found = results.Results(is_strict=options.strict)
    with machines.folder("drill", is_kept=options.keep) as root, contextlib.ExitStack() as stack:
        print("· Starting two servers and a witness", flush=True)
        cluster = stack.enter_context(machines.running(root, is_strict=options.strict))
        print("· Starting the service over both", flush=True)
        variables = {
            "DATABASE_URL": cluster.url(environment.SERVICE),
            "DATABASE_OWNER_URL": cluster.url(environment.OWNER),
        }
        served = stack.enter_context(service.running(root / "service", variables))
        payers = [service.payer(served) for _ in range(service.CLIENTS)]
        receiver = stack.enter_context(programs.responder())
        served.call("PATCH", "/config", {"webhookEndpoint": f"http://127.0.0.1:{receiver}/"})
        for number in range(1, options.times + 1):
            for kind in options.kinds:
                if FAULTS[kind].needs_networks and not cluster.has_networks:
                    continue
                drill = drills.run(kind, number, cluster, served, payers)
                print(f"· {results.told(drill)}", flush=True)
                found.drills.append(drill)
                found.write(options.output)
        found.books = books.check(root / "service", variables)
    return found.finish(options.output)


def _options(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make failover-drill", description="Play faults of the database under load.")
    parser.add_argument("--kinds", nargs="+", choices=list(FAULTS), default=list(FAULTS), help="these faults alone")
    parser.add_argument("--times", type=int, default=1, help="how often each is played")
    parser.add_argument(
        "--strict", action="store_true", help="with synchronous_mode_strict: no commit without a standby"
    )
    parser.add_argument("--output", type=pathlib.Path, help="a file for the results as JSON")
    parser.add_argument("--keep", action="store_true", help="keep the folder with logs and data")
    return parser.parse_args(words)


if __name__ == "__main__":
    sys.exit(main())
