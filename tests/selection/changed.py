"""Which tests concern a change: those that reach what has changed since a commit, by the map.

Python is compared unit by unit. What has no units, such as SQL, templates and data, concerns the folders of tests that
`FOLDERS` names.
"""

import difflib
import fnmatch
import functools
import pathlib
import re
import subprocess
from collections import Counter
from collections.abc import Iterable, Mapping

from tests.selection import closeness, kinds, reach, units

ROOT = pathlib.Path(__file__).parents[2]
_DOCUMENT = "tests/contract/test_document.py::test_the_committed_document_is_what_the_code_says"
"""Much of what runs at import is in the API's document, and this test alone reads all of it."""
FOLDERS = (
    # What is changed, and where the tests of it lie: folders, or single tests, which run always. The first pattern that
    # fits counts.
    ("*/migrations/*", ("tests/platforms/database", "tests/architecture", "tests/payments/ledger")),
    ("config/database/*.sql", ("tests/payments/ledger", "tests/architecture", "tests/concurrency")),
    ("config/launch/*", ("tests/launch", "tests/doctor")),
    ("config/server/*", ("tests/launch/roles", "tests/platforms/http")),
    ("compliance/static/*", ("tests/compliance/hosted",)),
    ("compliance/templates/*", ("tests/compliance/hosted",)),
    ("templates/locale/*", ("tests/languages", "tests/compliance/hosted", "tests/invitations")),
    ("templates/invitations/*", ("tests/invitations",)),
    ("templates/*", ("tests/backoffice", "tests/compliance/hosted", "tests/invitations")),
    ("*/static/*", ("tests/backoffice",)),
    ("*/data/*", ("tests/payments/directory",)),
    ("banks/formats/*", ("tests/banks/formats",)),
    ("payments/account_types/*", (_DOCUMENT, "tests/payments/account_types")),
    ("platforms/http/document/*", (_DOCUMENT, "tests/contract")),
    ("*representations.py", (_DOCUMENT,)),
    ("*/api/*", (_DOCUMENT,)),
    ("docs/*", ("tests/docs",)),
    ("deploy/*", ("tests/deploy", "tests/docs")),
    ("clients/*", ("tests/clients",)),
    ("bench/*", ("tests/bench",)),
    ("pyproject.toml", ("tests/architecture",)),
    ("*.lock", ("tests/architecture", "tests/launch")),
    ("Makefile", ("tests/launch", "tests/docs")),
    (".env.example", ("tests/docs", "tests/launch")),
    (".ci/*", ("tests/launch",)),
    (".github/*", ("tests/docs",)),
    ("*.md", ("tests/docs",)),
    ("tests/run.py", ("tests/launch",)),
    ("tests/*", ()),
)
_TESTS = "tests/"
_READERS = ("tests/architecture/", "tests/contract/test_voice.py::", "tests/languages/test_catalogues.py::")
_SHORT = 2.0
"""Tests that read the source: how many seconds one takes at most to be run with each change of it."""
_SHOWING, _PAGES = "tests/backoffice/shown/", ("/admin/", "/backoffice/")
"""Tests that compare all that pages show, and modules of pages: of what these show wrong they alone may know."""
_STEPS_TO_USERS = 3
_UNMEASURED = 10.0
"""Seconds of a test of another kind whose file the map does not know either."""


class Choice:
    """The test functions that are run, of all if there is no choice, and what is to be told about it.

    Of those in `once` the first case alone is run.
    """

    def __init__(self, names: Iterable[str] | None, told: str = "", *, once: Iterable[str] = ()) -> None:
        self.names = None if names is None else frozenset(names)
        self.once = frozenset(once)
        self.files = None if names is None else frozenset(name.partition("::")[0] for name in names)
        self.told = told


def choose(commit: str, *, budget: float) -> Choice:
    """Choose the test functions that concern what has changed since a commit, of all that the map and the tree know.

    New and changed ones are always among them, whatever they take, and those that compare all that a page shows. Half
    of the budget, in seconds of the map, is for those that reach what has changed: half of that for those whose words
    are closest to the change, the rest for those that take little and reach few. The other half is for those that have
    no row: in turns those whose words are closest, and those that import its module. The first case of many functions
    comes before all cases of some.

    Raises:
        LookupError: git does not know the commit.
    """
    measured = reach.read()
    change = _Change(commit)
    names = _all_tests()
    always = _new(measured) | change.tests | _readers_of_the_source(measured, change)
    unreached = {name for name in change.units if not measured.bits({name})}
    concerned = change.units | _users_until_reached(unreached, measured)
    reaching = [name for name in measured.reaching(measured.bits(concerned)) if name in names]
    seconds = _seconds(measured, names)
    # A process of its own, such as that which draws PDFs, is not measured: who imports its module may start it.
    starting = importers({name.partition(":")[0] for name in unreached})
    importing = importers({name.partition(":")[0] for name in change.units}) - measured.rows.keys()
    by_name = _namers({pathlib.PurePath(name.partition(":")[0]).stem for name in unreached})
    of_folders = {name for name in names if name.startswith(tuple(change.folders))}
    by_module = [
        name
        for found in (starting, importing, by_name, of_folders)
        for name in sorted(found & names, key=seconds.__getitem__)
    ]
    others = sorted(names - measured.rows.keys(), key=seconds.__getitem__)
    changed = {pathlib.PurePath(name.partition(":")[0]).stem for name in change.units}
    words = change.words | closeness.words(" ".join([*changed, *(units.bare(name) for name in change.units)]))
    of_users = closeness.words(" ".join(_users_of_modules({name.partition(":")[0] for name in change.units})))
    always |= _showing(change, reaching, seconds, budget)
    close = [name for name in closeness.closest(words, reaching) if name not in always]
    known = [name for name in dict.fromkeys([*close, *reaching]) if name not in always]
    unknown = [
        name
        for name in closeness.alternately(closeness.closest(words | of_users, others), by_module)
        if name not in always and name not in known
    ]
    # Half for either: a test of another kind takes as long as twenty that have a row.
    once = {name: measured.rows[name].seconds / measured.rows[name].cases for name in known}
    of_close = within(close, once, budget / 4)
    cheap = [name for name in reaching if name in once and name not in of_close]
    of_known = [*of_close, *within(cheap, once, budget / 2 - sum(once[name] for name in of_close))]
    of_unknown = within(unknown, seconds, budget - sum(once[name] for name in of_known))
    left = budget - sum(once[name] for name in of_known) - sum(seconds[name] for name in of_unknown)
    more = within([name for name in known if name not in of_known], once, left)
    others_of = {name: seconds[name] - once[name] for name in of_known}
    whole = within(of_known, others_of, left - sum(once[name] for name in more))
    run = [*of_known, *of_unknown, *more]
    told = [
        f"--changed since {commit}: it concerns {len(concerned)} units and {len(change.folders)} folders of tests.",
        f"{len(always)} test functions run always: new and changed ones, and those that read the source.",
        f"Of {len(known) + len(unknown)} others {len(run)} run.",
    ]
    told += [f"No test is known of {path}: add it to FOLDERS in {__file__}." for path in change.unknown]
    told += [message] if (message := measured.staleness(_measurable())) else []
    return Choice([*always, *run], "\n".join(told), once={*of_known, *more}.difference(whole))


def quick() -> Choice:
    """Choose the test functions of `--quick`: those that the map chose, and new ones until the next map."""
    measured = reach.read()
    names = [name for name, row in measured.rows.items() if row.is_quick and name in _all_tests()]
    chosen = [*names, *_new(measured)]
    told = "--quick ran one case each of what reaches most for its time: `make test` runs all."
    return Choice(chosen, told, once=chosen)


class _Change:
    """What has changed since a commit, in the tree as it lies there."""

    def __init__(self, commit: str) -> None:
        self._commit = _git("merge-base", commit, "HEAD").strip()
        self.units: set[str] = set()
        self.tests: set[str] = set()
        self.folders: set[str] = set()
        self.words: set[str] = set()
        self.unknown: list[str] = []
        values: set[str] = set()
        for path in self._paths():
            if path.endswith(".py") and path.startswith((*(f"{app}/" for app in reach.SERVICE), _TESTS)):
                values |= self._compare(path)
            self._add_folders(path)
        self.units |= _users(values)

    def _paths(self) -> list[str]:
        tracked = _git("diff", "--name-only", "--no-renames", self._commit)
        new = _git("ls-files", "--others", "--exclude-standard")
        return sorted({*tracked.splitlines(), *new.splitlines()})

    def _compare(self, path: str) -> set[str]:
        """Note the changed units of a module. Return the names of those that are no functions: their users change."""
        file = ROOT / path
        source, former = file.read_text() if file.exists() else "", _before(self._commit, path)
        now, before = units.of_module(path, source), units.of_module(path, former)
        changed = units.changed(before, now)
        if pathlib.Path(path).name.startswith("test_"):
            self._add_tests(path, file, changed)
            return set()
        self.words |= closeness.words(" ".join(changed_lines(former, source)))
        self.units |= changed
        return {
            units.bare(name)
            for name in changed
            if not all(units.is_function(each[name]) for each in (before, now) if name in each)
        } - {""}

    def _add_tests(self, path: str, file: pathlib.Path, changed: set[str]) -> None:
        tests = units.tests(path, file.read_text()) if file.exists() else set()
        names = {units.bare(name) for name in changed}
        own = {name for name in tests if name.rpartition("::")[2] in names}
        # A helper or a fixture of the file may be used by all of its tests.
        has_helpers = any(not name.startswith("test") for name in names)
        self.tests |= tests if has_helpers else own

    def _add_folders(self, path: str) -> None:
        folders = next((folders for pattern, folders in FOLDERS if fnmatch.fnmatch(path, pattern)), None)
        if folders is not None:
            self.tests.update(each for each in folders if "::" in each)
            self.folders.update(f"{each}/" for each in folders if "::" not in each)
        elif not path.endswith(".py"):
            self.unknown.append(path)


def _users_until_reached(names: set[str], measured: reach.Map) -> set[str]:
    """Return the units that use some that no test reaches, up to those that one does.

    What runs at import, or is new, no test reaches. A function that makes the rows of a table is used by the table, and
    only those who read the table are reached.
    """
    users: set[str] = set()
    for _ in range(_STEPS_TO_USERS):
        names = _users({units.bare(name) for name in names} - {""}) - users
        users |= names
        names = {name for name in names if not measured.bits({name})}
    return users


def changed_lines(before: str, after: str) -> list[str]:
    """Return the lines that only one of two texts has."""
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), n=0, lineterm="")
    return [line[1:] for line in lines if not line.startswith(("---", "+++", "@@"))]


def _users_of_modules(paths: set[str]) -> set[str]:
    """Return the names of the modules that import one of these: a test of them may say no word of these."""
    modules = {path.removesuffix(".py").replace("/", ".") for path in paths}
    lasts = {module.rpartition(".")[2] for module in modules}
    return {
        pathlib.PurePath(path).stem
        for path, source in _sources(reach.SERVICE)
        if any(last in source for last in lasts) and units.imported(source) & modules
    }


def _users(values: set[str]) -> set[str]:
    """Return the units that use one of these constants, fields or classes."""
    if not values:
        return set()
    return {
        name
        for path, source in _sources((*reach.SERVICE, "tests/support"))
        if any(value in source for value in values)
        for name, statements in units.of_module(path, source).items()
        if units.mentions(statements, values)
    }


def _seconds(measured: reach.Map, names: set[str]) -> dict[str, float]:
    """Return what each test function takes: by its row, or as its part of what its file took."""
    in_file = Counter(name.partition("::")[0] for name in names)
    return {
        name: measured.rows[name].seconds
        if name in measured.rows
        else measured.files.get(file := name.partition("::")[0], _UNMEASURED * in_file[file]) / in_file[file]
        for name in names
    }


def importers(paths: set[str]) -> set[str]:
    """Return the test functions of files that import one of these modules.

    A test of another kind has no row, whatever it calls in its own process: its imports say what that can be.
    """
    modules = {path.removesuffix(".py").replace("/", ".") for path in paths}
    lasts = {module.rpartition(".")[2] for module in modules}
    return {
        name
        for path, source in (_sources(("tests",), "test_*.py") if modules else [])
        if any(last in source for last in lasts) and units.imported(source) & modules
        for name in units.tests(path, source)
    }


def within(names: Iterable[str], seconds: Mapping[str, float], budget: float) -> list[str]:
    """Return the first of these tests, in their order, that take the budget together; what is too long is left."""
    taken, left = [], budget
    for name in names:
        if seconds[name] <= left:
            taken.append(name)
            left -= seconds[name]
    return taken


def _namers(modules: set[str]) -> set[str]:
    """Return the test functions of files that name one of these modules.

    What no common test reaches runs in a process of its own, and who starts it there says its name.
    """
    words = re.compile(rf"\b({'|'.join(map(re.escape, modules))})\b") if modules else None
    return {
        name
        for path, source in (_sources(("tests",), "test_*.py") if words else [])
        if words and words.search(source)
        for name in units.tests(path, source)
    }


@functools.cache
def _all_tests() -> set[str]:
    """Return the test functions of the tree, whether the map knows them or not."""
    sources = _sources(("tests",), "test_*.py")
    return {name for path, source in sources for name in units.tests(path, source)}


@functools.cache
def _measurable() -> set[str]:
    """Return the test functions that are measured: common ones."""
    files = {name.partition("::")[0] for name in _all_tests()}
    measured = {file for file in files if kinds.of(ROOT / file) == kinds.COMMON}
    return {name for name in _all_tests() if name.partition("::")[0] in measured}


def _readers_of_the_source(measured: reach.Map, change: _Change) -> set[str]:
    """Return the short tests that read the source: they reach no unit of it, and a change of any may break them."""
    is_source = any(name.startswith(reach.SERVICE) for name in change.units)
    short = {name for name, row in measured.rows.items() if name.startswith(_READERS) and row.seconds < _SHORT}
    return short & _all_tests() if is_source else set()


def _showing(change: _Change, reaching: list[str], seconds: Mapping[str, float], budget: float) -> set[str]:
    """Return those tests that compare all that pages show, where a page has changed: within a budget of their own."""
    names = [name for name in reaching if name.startswith(_SHOWING)]
    is_shown = any(part in name for name in change.units for part in _PAGES)
    return set(within(sorted(names, key=seconds.__getitem__), seconds, budget)) if is_shown else set()


def _new(measured: reach.Map) -> set[str]:
    """Return the functions that were added since the map was made; without a map nothing tells them."""
    return {name for name in _measurable() if name not in measured.rows} if measured.rows else set()


def _sources(folders: Iterable[str], pattern: str = "*.py") -> list[tuple[str, str]]:
    paths = [path for folder in folders for path in sorted((ROOT / folder).rglob(pattern))]
    return [(path.relative_to(ROOT).as_posix(), path.read_text()) for path in paths]


def _before(commit: str, path: str) -> str:
    try:
        return _git("show", f"{commit}:{path}")
    except LookupError:
        return ""


def _git(*arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise LookupError(done.stderr.strip())
    return done.stdout
