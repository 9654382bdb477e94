"""Generate the clients from docs/openapi.yaml: `make clients`.

It tells whether the committed code is what the document gives; with `--write` it writes the code. Files of the
generators are changed in what `_ours` says, and nowhere else.
"""

import argparse
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from typing import Any

import yaml

from clients import node

_HERE = pathlib.Path(__file__).parent
DOCUMENT = _HERE.parent / "docs" / "openapi.yaml"
PYTHON = _HERE / "python" / "src" / "payments_platform_client" / "generated"
TYPESCRIPT = node.TYPESCRIPT / "src" / "generated"
_RUFF = pathlib.Path(sys.executable).with_name("ruff")
_FORM = ["--isolated", "--quiet", "--no-cache", "--config", "line-length = 120", "."]


class NotAsExpected(Exception):
    """A generator has made something else than the layers by hand are written for."""


def main() -> int:
    """Compare, or write; return the exit code."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--write", action="store_true", help="write the code instead of comparing it")
    is_writing = parser.parse_args().write
    with tempfile.TemporaryDirectory() as temporary:
        made = pathlib.Path(temporary)
        python(DOCUMENT, made / "python")
        typescript(DOCUMENT, made / "typescript")
        folders = {PYTHON: made / "python", TYPESCRIPT: made / "typescript"}
        if is_writing:
            for committed, fresh in folders.items():
                shutil.rmtree(committed, ignore_errors=True)
                shutil.copytree(fresh, committed)
            return 0
        differing = [path for committed, fresh in folders.items() for path in differences(committed, fresh)]
    if differing:
        print("\n".join(f"not what docs/openapi.yaml gives: {path}" for path in differing))
        print("The clients are out of date: CLIENTS_WRITE=1 make clients")
    return int(bool(differing))


def python(document: pathlib.Path, target: pathlib.Path) -> None:
    """Write the models and operations in Python."""
    with tempfile.TemporaryDirectory() as temporary:
        described, options = pathlib.Path(temporary) / "openapi.json", pathlib.Path(temporary) / "options.json"
        described.write_text(json.dumps(_described(_without_refusals(read(document)))))
        options.write_text(json.dumps({"post_hooks": [], "docstrings_on_attributes": True}))
        arguments: list[str | pathlib.Path] = [
            "--path",
            described,
            "--config",
            options,
            "--meta",
            "none",
            "--output-path",
            target,
        ]
        _run([sys.executable, "-m", "openapi_python_client", "generate", "--fail-on-warning", *arguments])
    for path in target.rglob("*.py"):
        path.write_text(_ours(path.relative_to(target), path.read_text()))
    # Checks only what is safe to take away: imports that nothing uses, or that stand there twice.
    _run([_RUFF, "check", "--fix", "--select", "F401,F811,I", *_FORM], target)
    _run([_RUFF, "format", *_FORM], target)


def typescript(document: pathlib.Path, target: pathlib.Path) -> None:
    """Write the types in TypeScript."""
    target.mkdir()
    with tempfile.TemporaryDirectory() as temporary:
        package = node.copy(pathlib.Path(temporary) / "typescript")
        _run([node.NODE, "generate.mjs", document, target / "api.ts"], package)


def read(document: pathlib.Path) -> dict[str, Any]:
    """Read an API document, ten times as fast as `yaml.safe_load`."""
    found: dict[str, Any] = yaml.load(document.read_text(), Loader=yaml.CSafeLoader)
    return found


def differences(committed: pathlib.Path, fresh: pathlib.Path) -> list[str]:
    """Return the names of the files that are not alike, or are in one of the folders alone."""
    names = {
        str(path.relative_to(folder))
        for folder in (committed, fresh)
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    return sorted(name for name in names if _bytes(committed / name) != _bytes(fresh / name))


def _without_refusals(document: dict[str, Any]) -> dict[str, Any]:
    """Return a document without replies of 400 and more, which the layer raises, and what only they are made of."""
    for path in document["paths"].values():
        for operation in path.values():
            if isinstance(operation, dict):
                replies = operation["responses"]
                operation["responses"] = {status: replies[status] for status in replies if status.startswith("2")}
    schemas = document["components"]["schemas"]
    used: set[str] = set()
    waiting = {*_schemas(document["paths"]), *_schemas(document.get("webhooks", {}))}
    while waiting:
        used |= waiting
        waiting = {name for known in waiting for name in _schemas(schemas[known])} - used
    document["components"]["schemas"] = {name: schema for name, schema in schemas.items() if name in used}
    document["components"].pop("responses", None)
    return document


def _described(document: dict[str, Any]) -> dict[str, Any]:
    """Return a document with the sentence of each parameter in its schema, where the Python generator reads it."""
    inline = [
        parameter
        for path in document["paths"].values()
        for operation in path.values()
        for parameter in operation.get("parameters", [])
        if "$ref" not in parameter
    ]
    for parameter in [*inline, *document["components"]["parameters"].values()]:
        if "$ref" not in parameter["schema"]:
            parameter["schema"].setdefault("description", parameter["description"])
    return document


def _schemas(part: object) -> Iterator[str]:
    """Yield the names of the schemas that a part of the document refers to; a discriminator's too."""
    match part:
        case dict():
            for inner in part.values():
                yield from _schemas(inner)
        case list():
            for inner in part:
                yield from _schemas(inner)
        case str() if part.startswith("#/components/schemas/"):
            yield part.rpartition("/")[2]


def _ours(path: pathlib.Path, text: str) -> str:
    """Change a file of the Python generator.

    An operation always returns what the document says, for all else is raised by the layer. A value that an enumeration
    does not know yet is kept: values may come within a version of the API.
    """
    if path.parts[0] == "api" and "def sync_detailed(" in text:
        text = _changed(
            text,
            r"    if client\.raise_on_unexpected_status:\n( +raise .*\n) +else:\n +return None\n",
            lambda found: found[1].replace("        ", "    ", 1),
        )
        # None is left where an operation answers without a body.
        text = re.sub(r"^\) -> (.*) \| None:$", r") -> \1:", text, flags=re.MULTILINE)
        return _changed(text, r"(def _parse_response\(.*\) -> .*) \| None:", lambda found: f"{found[1]}:")
    if path.name == "types.py":
        return _changed(text, r"    parsed: T \| None\n", lambda _: "    parsed: T\n")
    if "(StrEnum):" in text:
        text = _changed(text, r"from enum import StrEnum\n", lambda _: "from ...enums import OpenEnum\n")
        return _changed(text, r"\(StrEnum\):", lambda _: "(OpenEnum):")
    return text


def _changed(text: str, pattern: str, change: Any) -> str:
    text, count = re.subn(pattern, change, text)
    if count != 1:
        raise NotAsExpected(f"{count} times instead of once: {pattern}")
    return text


def _bytes(path: pathlib.Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None


def _run(command: list[str | pathlib.Path], folder: pathlib.Path | None = None) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise NotAsExpected(f"{command[0]} has failed:\n{done.stdout}{done.stderr}")


if __name__ == "__main__":
    sys.exit(main())
