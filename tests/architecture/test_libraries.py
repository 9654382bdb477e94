"""A library whose inside we touch has an upper end in `pyproject.toml`: its next release may change that unannounced.

The inside is what its documents do not speak of: names with an underscore, some modules, templates that ours replace.
"""

import ast
import functools
import pathlib
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib import metadata

from django.apps import apps
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.support.apps import EVERY

_ROOT = pathlib.Path(__file__).parents[2]
_FOLDERS = (*EVERY, "bench", "clients", "tests")
_OURS = {*_FOLDERS, "payments_platform_client", *sys.stdlib_module_names}
_FILES = [
    path
    for folder in _FOLDERS
    for path in sorted((_ROOT / folder).rglob("*.py"))
    if not {"generated", "node_modules"} & set(path.parts)
]
_DOCUMENTED = {"_meta", "_state", "_base_manager", "_default_manager"}
"""Names with an underscore of which Django's documents speak."""
_UPPER_ENDS = {"<", "<=", "==", "~="}
_MODULES = (
    "aiohttp.client_proto",
    "axe_playwright_python.base",
    "axes.handlers",
    "axes.helpers",
    "celery.apps",
    "celery.beat",
    "celery.worker",
    "coincurve.ecdsa",
    "drf_spectacular.generators",
    "drf_spectacular.openapi",
    "drf_spectacular.plumbing",
    "granian.cli",
    "holidays.registry",
    "kombu.transport",
    "mutmut",
    "prometheus_client.metrics_core",
    "psycopg.generators",
    "rest_framework.fields",
    "schemathesis.generation",
    "schemathesis.specs",
    "schemathesis.transport",
    "schwifty.registry",
    "unfold",
)
"""Modules that libraries have for themselves, and that we import all the same; with those below them."""


@functools.cache
def _asked_for() -> dict[str, list[tuple[str, Requirement]]]:
    """Return what `pyproject.toml` asks for: the lock of each group, and the group's packages."""
    project = tomllib.loads((_ROOT / "pyproject.toml").read_text())
    groups = {"requirements": project["project"]["dependencies"]}
    groups |= {f"requirements-{name}": packages for name, packages in project["dependency-groups"].items()}
    asked: dict[str, list[tuple[str, Requirement]]] = {}
    for lock, packages in groups.items():
        for requirement in (Requirement(text) for text in packages if isinstance(text, str)):
            asked.setdefault(canonicalize_name(requirement.name), []).append((lock, requirement))
    return asked


def _has_upper_end(package: str) -> bool:
    asked = _asked_for().get(package, [])
    return bool(asked) and all({each.operator for each in one.specifier} & _UPPER_ENDS for _, one in asked)


@functools.cache
def _packages() -> dict[str, str]:
    """Return the package of each module at the top; those that are not installed here have their own name."""
    return {module: canonicalize_name(names[0]) for module, names in metadata.packages_distributions().items()}


def _package_of(module: str) -> str:
    top = module.partition(".")[0]
    return _packages().get(top, top)


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__") and name not in _DOCUMENTED


def _imported(tree: ast.Module) -> dict[str, str]:
    """Return the full names of what a file imports from libraries, by its names there."""
    names: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {each.asname or each.name: each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names |= {each.asname or each.name: f"{node.module}.{each.name}" for each in node.names}
    return {name: full for name, full in names.items() if full.partition(".")[0] not in _OURS}


def _private_names(source: str) -> Iterator[str]:
    """Yield each private name of a library that a file imports, reads, replaces, or has by inheritance."""
    tree = ast.parse(source)
    imported = _imported(tree)
    yield from (full for full in imported.values() if any(map(_is_private, full.split("."))))
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and _is_private(node.attr) and (full := _full(node.value, imported)):
            yield f"{full}.{node.attr}"
        elif isinstance(node, ast.ClassDef):
            yield from _inherited(node, imported)


def _full(node: ast.expr, imported: dict[str, str]) -> str:
    """Return the full name of what an expression begins with, if a library has it; otherwise nothing."""
    text = ast.unparse(node)
    while text:
        if text in imported:
            return imported[text]
        text = text.rpartition(".")[0]
    return ""


def _inherited(node: ast.ClassDef, imported: dict[str, str]) -> Iterator[str]:
    """Yield the private names that a class has of a library's: `super()._x`, and `self._x` that it never sets."""
    bases = [full for each in node.bases if (full := _full(each, imported))]
    if not bases:
        return
    inside = list(ast.walk(node))
    own = {each.name for each in inside if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)}
    own |= {each.id for each in inside if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
    own |= {each.attr for each in inside if isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Store)}
    for each in inside:
        if isinstance(each, ast.Attribute) and _is_private(each.attr):
            owner = ast.unparse(each.value)
            is_inherited = owner == "self" and each.attr not in own and len(bases) == len(node.bases)
            if owner == "super()" or is_inherited:
                yield f"{bases[0]}.{each.attr}"


@functools.cache
def _used() -> dict[str, dict[str, str]]:
    """Return which private names (`"private"`) and modules (`"modules"`) of libraries are used, each with a file."""
    used: dict[str, dict[str, str]] = {"private": {}, "modules": {}}
    for path in _FILES:
        source, name = path.read_text(), str(path.relative_to(_ROOT))
        used["private"] |= dict.fromkeys(_private_names(source), name)
        used["modules"] |= dict.fromkeys(_imported(ast.parse(source)).values(), name)
    return used


def test_a_library_whose_private_names_we_take_has_an_upper_end():
    private = _used()["private"]

    assert {"aiohttp", "django", "drf-spectacular", "psycopg"} <= set(map(_package_of, private))
    assert {name: file for name, file in private.items() if not _has_upper_end(_package_of(name))} == {}


def test_a_library_whose_own_modules_we_import_has_an_upper_end():
    imported = _used()["modules"]

    unused = [module for module in _MODULES if not any(f"{full}.".startswith(f"{module}.") for full in imported)]
    assert unused == [], "nobody imports it any more: take it out of the list"
    assert [module for module in _MODULES if not _has_upper_end(_package_of(module))] == []


def test_a_library_whose_templates_we_replace_has_an_upper_end():
    ours = [path.relative_to(_ROOT / "templates") for path in sorted((_ROOT / "templates").rglob("*.html"))]
    replaced = {
        app.name: template
        for app in apps.get_app_configs()
        for template in ours
        if app.name.partition(".")[0] not in _OURS and pathlib.Path(app.path, "templates", template).exists()
    }

    assert {"unfold", "django.contrib.admin", "drf_spectacular"} <= set(replaced)
    assert {app: template for app, template in replaced.items() if not _has_upper_end(_package_of(app))} == {}


def test_what_is_locked_is_what_is_asked_for():
    locked: dict[str, dict[str, str]] = {}
    for path in _ROOT.glob("requirements*.lock"):
        found = re.findall(r"^([a-z0-9._-]+)(?:\[.*\])?==([^\s;]+)", path.read_text(), re.MULTILINE)
        locked[path.stem] = dict(found)
    # The lock of a group leaves out nothing but what the service has too.
    versions = [
        (requirement, locked[lock].get(package) or locked["requirements"][package])
        for package, asked in _asked_for().items()
        for lock, requirement in asked
    ]

    assert [f"{one}: {version}" for one, version in versions if not one.specifier.contains(version)] == []


def test_control_each_way_of_touching_an_inside_is_found():
    source = """
import celery.worker.request
from kombu.utils import _hidden
from psycopg import errors
from unfold.sites import UnfoldAdminSite
from platforms import _ours

class Site(UnfoldAdminSite):
    _own = 1
    def _each(self):
        return super()._each_of(self._registry, self._own, self._made(), self.__dict__, self.model._meta)
    def _made(self): ...

class Mixed(UnfoldAdminSite, Other):
    def each(self): return self._perhaps_of_the_other
celery.worker.request._limit = errors._WaitTimeout, errors.Error, _ours._name
"""

    assert sorted(_private_names(source)) == [
        "celery.worker.request._limit",
        "kombu.utils._hidden",
        "psycopg.errors._WaitTimeout",
        "unfold.sites.UnfoldAdminSite._each_of",
        "unfold.sites.UnfoldAdminSite._registry",
    ]


def test_control_without_an_upper_end_a_library_is_named():
    assert _has_upper_end("django")
    assert not _has_upper_end("orjson")
    assert not _has_upper_end("never-asked-for")
