"""`python -m tests.simulation`: plays seeds on servers of its own, tells which fail, and what was met how often."""

import argparse
import itertools
import os
import pathlib
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.simulation import seeds, world

_INSIDE = "SIMULATION_INSIDE"
"""Set in the process that has the servers."""


def main() -> int:
    """Play what the command line asks for; return the exit code."""
    options = options_of(sys.argv[1:])
    if not os.environ.get(_INSIDE):
        return _with_servers()
    if options.bug:
        return _hunt(options)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from django.urls import get_resolver

    from config.processes import schedule
    from tests.simulation import world

    # What a request would load first is loaded now: each seed begins with the same modules.
    schedule.declared()
    _ = get_resolver().url_patterns
    world.install()
    with world.template(str(os.getpid())) as tenant:
        return _shrink(tenant, options) if options.shrink else _play(tenant, options)


def options_of(arguments: Sequence[str]) -> argparse.Namespace:
    """Return what the command line asks for; raises SystemExit for what it does not know."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulation")
    parser.add_argument("--seeds", type=int, default=10, help="how many")
    parser.add_argument("--first", type=int, default=1, help="the number of the first one")
    parser.add_argument("--times", type=int, default=1, help="play each so often, and fail where its traces differ")
    parser.add_argument("--jobs", type=int, default=2 * (os.cpu_count() or 1), help="how many play at once")
    parser.add_argument("--trace", action="store_true", help="print the story of each, with its statements in full")
    parser.add_argument("--traces", type=pathlib.Path, help="a folder for the traces, a file each")
    parser.add_argument("--digests", type=pathlib.Path, help="a file for the digests of the traces")
    parser.add_argument("--without", default="", help="numbers of faults to leave out, with commas")
    parser.add_argument("--shrink", action="store_true", help="leave out the faults that a failure does not need")
    parser.add_argument("--until-found", action="store_true", help="end with the first seed that fails")
    parser.add_argument("--probes", action="store_true", help="fail if something that must happen sometimes did not")
    parser.add_argument(
        "--bug", default="", help="plant bugs of tests/simulation/bugs one after the other: names with commas, or all"
    )
    return parser.parse_args(arguments)


def _with_servers() -> int:
    from config.launch import environment, interrupts, throwaway

    def play() -> int:
        environment.kind()
        interrupts.follow_make()
        # Sets of texts are walked in the same order in each process.
        os.environ |= {_INSIDE: "yes", "PYTHONHASHSEED": "0"}
        program = [sys.executable, "-m", "tests.simulation", *sys.argv[1:]]
        return throwaway.execute(program, {**throwaway.FORGETFUL, "max_connections": "200"})

    return interrupts.guarded(play)


def _play(tenant: "world.Tenant", options: argparse.Namespace) -> int:
    from tests.simulation import seeds

    how = seeds.Options(
        is_told=options.trace,
        keeps_trace=options.trace or bool(options.traces) or options.times > 1,
        left_out=frozenset(int(number) for number in options.without.split(",") if number),
    )
    # One time after the other: so that a seed is played beside others each time.
    numbers = [*range(options.first, options.first + options.seeds)] * options.times
    firsts, different = dict[int, seeds.Result](), set[int]()
    played, failed, steps, began = 0, 0, 0, time.monotonic()
    fired: Counter[str] = Counter()
    for result in seeds.in_children(numbers, tenant, how, at_once=options.jobs):
        played, steps, failed = played + 1, steps + result.steps, failed + bool(result.problems)
        fired.update(result.fired)
        _tell(result, options)
        if _tell_difference(firsts.setdefault(result.seed, result), result):
            different.add(result.seed)
        if result.problems and options.until_found:
            break
    seconds = time.monotonic() - began
    print(f"{played} seeds, {played - failed} clean, {steps} steps, {played / seconds:.2f} seeds a second")
    if options.times > 1:
        print(f"{len(firsts) - len(different)} of {len(firsts)} seeds are the same each time")
    return 1 if _tell_met(fired) and options.probes else min(failed + len(different), 1)


def _tell(result: "seeds.Result", options: argparse.Namespace) -> None:
    if options.digests:
        with options.digests.open("a") as file:
            file.write(f"{result.seed} {result.digest}\n")
    if options.traces:
        (options.traces / f"{result.seed}.txt").write_text("\n".join(result.trace))
    if options.trace:
        print("\n".join(result.trace))
    if result.problems:
        print(f"seed {result.seed} FAILS ({result.steps} steps, {result.faults} faults):")
        print("\n".join(f"    {problem}" for problem in result.problems), flush=True)


def _tell_difference(first: "seeds.Result", again: "seeds.Result") -> bool:
    """Print the first step in which two traces of a seed differ; return whether one does."""
    if first.digest == again.digest:
        return False
    pairs = itertools.zip_longest(first.trace, again.trace, fillvalue="(its end)")
    number, pair = next((place, pair) for place, pair in enumerate(pairs) if pair[0] != pair[1])
    print(f"seed {again.seed} DIFFERS:")
    print("\n".join(f"    {line}" for line in [*first.trace[max(0, number - 3) : number], *pair]), flush=True)
    return True


def _tell_met(fired: Counter[str]) -> Iterable[str]:
    """Print what was met how often; return what never was."""
    from tests.simulation import sometimes

    for name in sometimes.NAMES:
        print(f"  {fired[name]:6d}  {name}")
    return [name for name in sometimes.NAMES if not fired[name]]


def _shrink(tenant: "world.Tenant", options: argparse.Namespace) -> int:
    """Leave out one fault after the other while the seed still fails; print what is left as a story."""
    from tests.simulation import seeds

    def play(left_out: Iterable[int]) -> "seeds.Result":
        how = seeds.Options(keeps_trace=True, left_out=frozenset(left_out))
        [result] = seeds.in_children([options.first], tenant, how)
        return result

    result, left_out = play([]), set[int]()
    if not result.problems:
        print(f"seed {options.first} is clean")
        return 0
    number = 1
    while number <= result.faults:
        shorter = play({*left_out, number})
        if shorter.problems:
            left_out.add(number)
            result = shorter
        number += 1
    result.faults -= len(left_out)
    print(f"without the faults {','.join(str(each) for each in sorted(left_out))}:")
    options.trace, options.traces, options.digests = True, None, None
    _tell(result, options)
    return 1


def _hunt(options: argparse.Namespace) -> int:
    from tests.simulation import planted

    arguments = ["--seeds", str(options.seeds), "--first", str(options.first), "--jobs", str(options.jobs)]
    if options.traces:
        arguments += ["--traces", str(options.traces.absolute())]
    missed = 0
    with planted.copied() as copy:
        for name in planted.names() if options.bug == "all" else options.bug.split(","):
            said = planted.hunt(name, arguments, copy)
            print(said, flush=True)
            missed += "NOT FOUND" in said
    return min(missed, 1)


if __name__ == "__main__":
    sys.exit(main())
