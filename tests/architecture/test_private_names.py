"""What begins with `_` belongs to its module: a test that takes it has to change with what it does not ask about."""

import ast
import functools
import pathlib
from collections import Counter
from collections.abc import Iterator

from tests.support import apps

_ROOT = pathlib.Path(__file__).parents[2]
_PRODUCT = {*apps.EVERY, "bench", "clients"}
MOST_USES = 187
"""How often tests take such a name, in all. The number may only fall."""
_SLACK = 20
"""So many fewer are written down here, that nobody takes their place."""
MOST_PLACES = 3
"""In how many files one name may be taken. What more need gets a public name, or a helper in `tests/support`."""


def _modules(tree: ast.Module) -> dict[str, str]:
    """Return the full names of what a file imports from the product, by its names there."""
    names: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {each.asname or each.name: each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {each.asname or each.name: f"{node.module}.{each.name}" for each in node.names}
    return {name: full for name, full in names.items() if full.partition(".")[0] in _PRODUCT}


def _is_private(name: object) -> bool:
    return isinstance(name, str) and name.startswith("_") and not name.startswith("__") and name != "_meta"


def _uses(source: str) -> Iterator[str]:
    """Yield each private name of the product that a file takes, replaces, or imports."""
    tree = ast.parse(source)
    modules = _modules(tree)
    yield from (full for full in modules.values() if _is_private(full.rpartition(".")[2]))
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=owner, attr=name) if _is_private(name):
                pass
            case ast.Call(func=ast.Attribute(attr="setattr" | "delattr"), args=[owner, ast.Constant(value=name), *_]):
                if not _is_private(name):
                    continue
            case _:
                continue
        first, _, rest = ast.unparse(owner).partition(".")
        if first in modules:
            yield ".".join(filter(None, [modules[first], rest, str(name)]))


@functools.cache
def _taken() -> dict[str, Counter[str]]:
    """Return how often each name is taken, by files."""
    taken: dict[str, Counter[str]] = {}
    for path in sorted((_ROOT / "tests").rglob("*.py")):
        for name in _uses(path.read_text()):
            taken.setdefault(name, Counter())[str(path.relative_to(_ROOT))] += 1
    return taken


def test_no_private_name_is_taken_in_many_places():
    many = {name: sorted(files) for name, files in _taken().items() if len(files) > MOST_PLACES}

    assert many == {}, "give it a public name, or a helper in tests/support that alone takes it"


def test_private_names_are_taken_no_more_often_than_before():
    count = sum(files.total() for files in _taken().values())

    assert count <= MOST_USES, "ask by what the module offers to all, or take the name in tests/support alone"
    assert count > MOST_USES - _SLACK, f"there are fewer now: write {count} as MOST_USES"


def test_control_each_way_of_taking_one_is_counted():
    source = """
from payments import tasks
from payments.tasks import _move
import payments.providers.registry as registry
tasks._advance(claimed)
registry._adapter.cache_clear()
monkeypatch.setattr(tasks, "_BATCH", 2)
monkeypatch.setattr(tasks.calls, "_calls", None)
tasks.advance, self._own, tasks.__name__, Payment._meta
"""

    assert sorted(_uses(source)) == [
        "payments.providers.registry._adapter",
        "payments.tasks._BATCH",
        "payments.tasks._advance",
        "payments.tasks._move",
        "payments.tasks.calls._calls",
    ]
