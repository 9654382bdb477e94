"""`python -m bench [--quick] [--only PART]`: measure, print, write var/bench.json.

Exit status 1 when a "must" is missed.
"""

import argparse
import os
import sys

import django


def main() -> int:
    """Run the parts that the command line asks for."""
    parser = argparse.ArgumentParser(
        prog="make bench", description="Measure the service against this machine's limits."
    )
    parser.add_argument("--quick", action="store_true", help="fewer and shorter rounds, 100,000 transactions")
    parser.add_argument(
        "--only", choices=["limits", "quotes", "lists", "backoffice", "webhooks"], help="one part instead of all"
    )
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ.setdefault("ALLOW_LOOPBACK_WEBHOOKS", "true")
    django.setup()
    return _measure(quick=options.quick, only=options.only)


def _measure(*, quick: bool, only: str | None) -> int:
    # Models can be imported only now.
    from bench import backoffice, deliveries, lists, programs, quotes, report, rounds

    print("· Migrating the database", flush=True)
    programs.run("migrate", [sys.executable, "manage.py", "migrate", "--no-input"])
    found = report.Report()
    if only in {None, "limits"}:
        rounds.measure(found, rounds=3 if quick else 5, seconds=2 if quick else 4)
    if only in {None, "quotes"}:
        past = 100_000 if quick else 1_000_000
        quotes.measure(found, number=3 if quick else 5, seconds=2 if quick else 4, past=past)
    if only in {None, "lists"}:
        size = (100_000, 20_000) if quick else (1_000_000, 100_000)
        lists.measure(found, transactions=size[0], customers=size[1], rounds=20 if quick else 60)
    if only in {None, "backoffice"}:
        size = (100_000, 20_000) if quick else (1_000_000, 100_000)
        backoffice.measure(found, transactions=size[0], customers=size[1], rounds=10 if quick else 20)
    if only in {None, "webhooks"}:
        deliveries.measure(found, events=1000 if quick else 4000, rounds=3 if quick else 5)
    path = found.write()
    missed = found.missed()
    for line in missed:
        print(f"MISSED: {line.what} is {line.ratio:.2f}")
    print(f"\nWritten to {path}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
