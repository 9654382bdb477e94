"""`python -m bench [--quick | --tiny] [--only PART ...] [--transactions N] [--output FILE]`: measure, print, write.

Exit status 1 when a "must" is missed; a tiny run judges none.
"""

import argparse
import dataclasses
import os
import pathlib
import sys
from collections.abc import Callable, Mapping, Sequence

from bench import databases, report, start
from bench.parts import (
    backoffice,
    deliveries,
    idle,
    limits,
    lists,
    machines,
    neighbours,
    quotes,
    settlement,
    statements,
)
from bench.size import FULL, QUICK, TINY, Size
from config.launch import environment

Part = Callable[[report.Report, Size], None]
PARTS: Mapping[str, Part] = {
    "limits": limits.measure,
    "quotes": quotes.measure,
    "settlement": settlement.measure,
    "statements": statements.measure,
    "lists": lists.measure,
    "backoffice": backoffice.measure,
    "webhooks": deliveries.measure,
    "neighbours": neighbours.measure,
    "machines": machines.measure,
    "start": start.measure,
    "rest": idle.measure,
}
_SIZES = {"full": FULL, "quick": QUICK, "tiny": TINY}


def main(words: Sequence[str] | None = None, *, parts: Mapping[str, Part] = PARTS) -> int:
    """Run the parts that the command line asks for, in its order; return the exit code."""
    options = _options(words, parts)
    size = _SIZES[options.size]
    if options.transactions:
        customers = max(size.small, options.transactions // 10)
        size = dataclasses.replace(size, transactions=options.transactions, many_customers=customers)
    os.environ["WEB_WORKERS"] = str(size.web_workers)
    os.environ["ALLOW_LOOPBACK_WEBHOOKS"] = "true"
    found = report.Report(is_judged=size.is_judged)
    with databases.migrated_once():
        for name in options.only or parts:
            parts[name](found, size)
    return found.finish(options.output)


def _options(words: Sequence[str] | None, parts: Mapping[str, Part]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="make bench", description="Measure the service against this machine's limits."
    )
    sizes = parser.add_mutually_exclusive_group()
    sizes.add_argument(
        "--quick",
        dest="size",
        action="store_const",
        const="quick",
        default="full",
        help="fewer and shorter rounds, 100,000 transactions",
    )
    sizes.add_argument(
        "--tiny",
        dest="size",
        action="store_const",
        const="tiny",
        help="only show that everything runs: the figures say nothing and are not judged",
    )
    parser.add_argument(
        "--transactions", type=int, help="that many in the larger database of lists, with a tenth as many customers"
    )
    parser.add_argument(
        "--only", action="append", choices=list(parts), help="one part instead of all; may be given several times"
    )
    parser.add_argument(
        "--output",
        type=pathlib.Path,
        default=environment.PROJECT / "var" / "bench.json",
        help="where to write the figures as JSON (var/bench.json)",
    )
    return parser.parse_args(words)


if __name__ == "__main__":
    sys.exit(main())
