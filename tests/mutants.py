"""Mutation tests: changes code that money and permissions depend on, and reports changes that no test notices.

`make mutants ARGS="--sample 200 --seed 1 payments/pricing/arithmetic.py"`: as many changes of functions as `--sample`,
drawn by `--seed` from those files (all of `only_mutate` in pyproject.toml), each module by its size. Made by mutmut.
`make mutants ARGS=--by-hand`: the changes of SQL and of tables below, which it does not make.
`make mutants ARGS="--lists --sample 60 --seed 7"`: changes of any function of the service, each against the tests that
`make test ARGS=--changed` runs, and against those of `--quick`. What is judged is the last commit.
"""

import argparse
import pathlib
import random
import shutil
import subprocess
import sys
from collections import Counter

from mutmut.configuration import config
from mutmut.mutation.data import SourceFileMutationData
from mutmut.mutation.diff_apply import get_diff_for_mutant
from mutmut.mutation.file_mutation import mutate_file_contents
from mutmut.stats import status_by_exit_code
from mutmut.utils.file_utils import walk_mutatable_files
from mutmut.utils.format_utils import get_mutant_name

from tests.selection import judging

_COPY = pathlib.Path("mutants")
_NOTICED = {"killed", "timeout", "suspicious", "segfault"}
_SQL = "config/database/structure.sql"
"""What makes the tables that tests have. A change of a migration changes none of them."""
_JOURNAL, _HOLDS, _CHECK = (f"tests/payments/ledger/test_{name}.py" for name in ("journal", "holds", "every_step"))
_EXPORTS, _PARTIES = "tests/backoffice/operations/test_exports.py", "tests/payments/parties"
BY_HAND = (
    (_SQL, "owner IS DISTINCT FROM p_platform", "owner IS NULL", _JOURNAL),
    (_SQL, "balance + changes[line] >= 0 AND", "balance + changes[line] >= -1 AND", _JOURNAL),
    (_SQL, " AND held_at IS NULL\n", "\n", _HOLDS),
    (_SQL, "booked_at := greatest(booked_at, closed);", "", _EXPORTS),
    (_SQL, "LOCK TABLE payments_posting IN ROW EXCLUSIVE MODE;", "", _EXPORTS),
    (_SQL, "p_sides[line] = normal", "p_sides[line] <> normal", _JOURNAL),
    (_SQL, "cardinality(touched) > 1", "cardinality(touched) > 9", "tests/concurrency/test_opposite_postings.py"),
    (_SQL, "lines < 2", "lines < 1", _JOURNAL),
    (_SQL, "difference = 0", "TRUE", _JOURNAL),
    (_SQL, "entry.recorded_in IS DISTINCT FROM pg_current_xact_id()", "FALSE", _JOURNAL),
    (_SQL, "account.currency IS DISTINCT FROM written.currency", "FALSE", _JOURNAL),
    (_SQL, "posting_append_only BEFORE DELETE OR UPDATE OR", "posting_append_only BEFORE", _JOURNAL),
    (_SQL, "(new.balance <> 0)", "(new.balance < 0)", "tests/architecture/test_grants.py"),
    (_SQL, "REVOKE ALL ON FUNCTION public.payments_post(", "-- ", "tests/architecture/test_grants.py"),
    ("payments/steps.py", '"OFFRAMP_FAILED"),', '"OFFRAMP_FAILED"), moves_money=False,', _CHECK),
    ("payments/steps.py", 'Clearing("FUNDING_CLEARING", ())', 'Clearing("FUNDING_CLEARING")', _CHECK),
    ("payments/ledger/movements.py", "(of.quote.leaving_amount, ", "(of.quote.total_receiving + 1, ", _CHECK),
    (
        "compliance/gates.py",
        "SUSPENSE_PAID, Side.PAYEE): _APPROVED_ONLY",
        "SUSPENSE_PAID, Side.PAYEE): _ALL_LIVE",
        _PARTIES,
    ),
    ("payments/ledger/movements.py", "total_sending - payment.fees_included", "total_sending", _CHECK),
    (
        "payments/models/transaction.py",
        "{_S.FAILED, _S.REFUNDED}",
        "{_S.FAILED, _S.REFUNDED, _S.PENDING}",
        "tests/architecture",
    ),
)
"""A file, what is replaced in it once, by what, and the tests that have to notice."""


def main() -> int:
    """Make the changes, and print what was noticed."""
    parser = argparse.ArgumentParser(prog="make mutants ARGS=...")
    parser.add_argument("--sample", type=int, default=200, help="how many changes (200)")
    parser.add_argument("--seed", type=int, default=1, help="another seed draws others (1)")
    parser.add_argument("--by-hand", action="store_true", help="the list of changes of SQL and tables instead")
    parser.add_argument("--lists", action="store_true", help="judge the tests of --changed and --quick instead")
    parser.add_argument("--after", type=int, default=0, help="of --lists: go on after so many of them (0)")
    parser.add_argument("files", nargs="*", type=pathlib.Path, help="of these modules only")
    options = parser.parse_args()
    # What is kept there from another run may be of other sources.
    shutil.rmtree(_COPY, ignore_errors=True)
    if options.by_hand:
        return _change_by_hand()
    if options.lists:
        return judging.judge(_COPY, sample=options.sample, seed=options.seed, after=options.after)
    chosen = _chosen(options.files, sample=options.sample, seed=options.seed)
    command = [sys.executable, "-m", "mutmut", "run", "--max-children", "1"]
    code = subprocess.run([*command, *(name for names in chosen.values() for name in names)], check=False).returncode
    if not code:
        _tell(chosen)
    return code


def _chosen(files: list[pathlib.Path], *, sample: int, seed: int) -> dict[pathlib.Path, list[str]]:
    """Return the names of the changes that are drawn, by module."""
    names = {
        path: [get_mutant_name(path, name) for name in mutate_file_contents(str(path), path.read_text()).mutant_names]
        for path in sorted(walk_mutatable_files())
        if not files or path in files
    }
    everything = sum(map(len, names.values()))
    draw = random.Random(seed)
    print(f"{everything} changes, of which about {min(sample, everything)} are drawn by seed {seed}", flush=True)
    return {
        path: sorted(draw.sample(of_module, min(len(of_module), round(sample * len(of_module) / everything))))
        for path, of_module in names.items()
    }


def _tell(chosen: dict[pathlib.Path, list[str]]) -> None:
    total, noticed = Counter[str](), Counter[str]()
    for path, names in chosen.items():
        known = SourceFileMutationData(path=path)
        known.load()
        for name in names:
            status = status_by_exit_code[known.exit_code_by_key[name]]
            total.update([str(path), "all"])
            noticed.update([str(path), "all"] if status in _NOTICED else [])
            if status not in _NOTICED:
                print(f"\n{status}: {name}\n{get_diff_for_mutant(name, path=path)}")
    print()
    for name, count in total.items():
        print(f"{noticed[name]:5} of {count:5}  {noticed[name] / count:4.0%}  {name}")


def _change_by_hand() -> int:
    for path in [*config().source_paths, pathlib.Path("tests"), pathlib.Path("docs"), pathlib.Path("templates")]:
        shutil.copytree(path, _COPY / path, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "manage.py"):
        shutil.copy(name, _COPY)
    unnoticed = sum(not _is_noticed(_COPY / path, *change) for path, *change in BY_HAND)
    print(f"{len(BY_HAND) - unnoticed} of {len(BY_HAND)} changes by hand were noticed")
    return unnoticed


def _is_noticed(path: pathlib.Path, old: str, new: str, tests: str) -> bool:
    kept = path.read_text()
    assert kept.count(old) == 1, f"{path} has {kept.count(old)} times {old!r}"
    path.write_text(kept.replace(old, new))
    command = [sys.executable, "-m", "pytest", "-x", "-q", "--tb=line", tests]
    code = subprocess.run(command, cwd=_COPY, check=False, stdout=subprocess.DEVNULL).returncode
    path.write_text(kept)
    print(
        f"{'noticed' if code == 1 else f'NOT NOTICED ({code})'}: {path.name}: {old.strip()} -> {new.strip()}",
        flush=True,
    )
    return code == 1


if __name__ == "__main__":
    sys.exit(main())
