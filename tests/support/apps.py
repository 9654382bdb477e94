"""The apps, as `pyproject.toml` lists them for the linter of imports: the one list of them."""

import pathlib
import tomllib

_PROJECT = pathlib.Path(__file__).parents[2]
_LISTED: list[str] = tomllib.loads((_PROJECT / "pyproject.toml").read_text())["tool"]["importlinter"]["root_packages"]

STACK = tuple(app for app in reversed(_LISTED) if app not in {"config", "practice"})
"""Those with tables, each above those that it may import: `platforms` is the first."""
PRODUCT = (*STACK, "config")
EVERY = (*PRODUCT, "practice")
"""The product, and what practises beside it."""
