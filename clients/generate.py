"""Generate the clients from docs/openapi.yaml: `make clients`.

Git has none of it: it lies in two ignored folders, and is made again when what it is made of is another. Files of the
generators are changed in what `_ours` says, and nowhere else.

`clients/digests.txt` names the document and the generated code with which the parts by hand were checked last.
"""

import argparse
import dataclasses
import fcntl
import hashlib
import importlib.metadata
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from typing import Any

import yaml

from clients import node

_HERE = pathlib.Path(__file__).parent
DOCUMENT = _HERE.parent / "docs" / "openapi.yaml"
PYTHON = _HERE / "python" / "src" / "payments_platform_client" / "generated"
TYPESCRIPT = node.TYPESCRIPT / "src" / "generated"
DIGESTS = _HERE / "digests.txt"
# -P: where it runs lies a module `types`, which is not Python's.
_RUFF = [sys.executable, "-P", "-m", "ruff"]
_FORM = ["--isolated", "--quiet", "--no-cache", "--config", "line-length = 120", "."]
_OTHER = """
The clients were checked with something else (clients/digests.txt): {names}
Run their tests: make test ARGS=tests/clients
If they pass, note the new digests: CLIENTS_WRITE=1 make clients"""


class NotAsExpected(Exception):
    """A generator has made something else than the layers by hand are written for."""


@dataclasses.dataclass(frozen=True)
class Client:
    """A client's generated part."""

    folder: pathlib.Path
    """Where it lies."""
    write: Callable[[pathlib.Path, pathlib.Path], None]
    """Writes it: of a document, into a folder that does not exist."""
    maker: Callable[[], str]
    """Names the generator and its version."""
    written_with: tuple[pathlib.Path, ...]
    """The files beside the document that what is written depends on."""


def main() -> int:
    """Generate what is not there; compare it with the digests, or write them. Return the exit code."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--write", action="store_true", help="note the digests instead of comparing them")
    parser.add_argument("--python", action="store_true", help="generate the part in Python, and compare nothing")
    options = parser.parse_args()
    try:
        make(IN_PYTHON)
        if options.python:
            return 0
        make(IN_TYPESCRIPT)
    except (NotAsExpected, subprocess.SubprocessError) as error:
        print(f"The clients could not be generated. Are the package index and the npm registry reachable?\n{error}")
        return 1
    now = digests()
    if options.write:
        DIGESTS.write_text("".join(f"{name} {digest}\n" for name, digest in now.items()))
        return 0
    checked = dict(line.split() for line in DIGESTS.read_text().splitlines())
    if other := [name for name in now if checked.get(name) != now[name]]:
        print(_OTHER.format(names=", ".join(other)).lstrip())
    return int(bool(other))


def digests() -> dict[str, str]:
    """Return the digests of the document, and of what each generator has made."""
    return {
        "docs/openapi.yaml": _digest_of(DOCUMENT),
        **{client.maker(): _digest_of(client.folder) for client in (IN_PYTHON, IN_TYPESCRIPT)},
    }


def make(client: Client) -> None:
    """Generate a client's part, unless it lies there as the same document and generator have made it.

    Several processes may ask at once. Raises NotAsExpected, and subprocess.SubprocessError where packages of the
    generator can't be had.
    """
    environment = pathlib.Path(sys.prefix)
    note = environment / f".{client.maker()}"
    wanted = " ".join([client.maker(), *map(_digest_of, (DOCUMENT, pathlib.Path(__file__), *client.written_with))])
    with (environment / ".generated.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if note.exists() and note.read_text() == f"{wanted}\n{_digest_of(client.folder)}\n":
            return
        with tempfile.TemporaryDirectory() as temporary:
            made = pathlib.Path(temporary) / "made"
            client.write(DOCUMENT, made)
            shutil.rmtree(client.folder, ignore_errors=True)
            shutil.copytree(made, client.folder)
        note.write_text(f"{wanted}\n{_digest_of(client.folder)}\n")


def python(document: pathlib.Path, target: pathlib.Path) -> None:
    """Write the models and operations in Python."""
    with tempfile.TemporaryDirectory() as temporary:
        described, options = pathlib.Path(temporary) / "openapi.json", pathlib.Path(temporary) / "options.json"
        described.write_text(json.dumps(_for_python(read(document))))
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
    _run([*_RUFF, "check", "--fix", "--select", "F401,F811,I", *_FORM], target)
    _run([*_RUFF, "format", *_FORM], target)


def typescript(document: pathlib.Path, target: pathlib.Path) -> None:
    """Write the types in TypeScript."""
    target.mkdir()
    with tempfile.TemporaryDirectory() as temporary:
        described = pathlib.Path(temporary) / "openapi.json"
        described.write_text(json.dumps(_with_one_success(read(document))))
        package = node.copy(pathlib.Path(temporary) / "typescript")
        _run([node.NODE, "generate.mjs", described, target / "api.ts"], package)


def read(document: pathlib.Path) -> dict[str, Any]:
    """Read an API document, ten times as fast as `yaml.safe_load`."""
    found: dict[str, Any] = yaml.load(document.read_text(), Loader=yaml.CSafeLoader)
    return found


def _for_python(document: dict[str, Any]) -> dict[str, Any]:
    """Return a document as the Python generator needs it."""
    codes = _codes(document)
    document = _described(_without_refusals(document))
    schemas = document["components"]["schemas"]
    schemas["ErrorCode"] = {"type": "string", "enum": codes, "description": "What a refusal is decided by."}
    for schema in schemas.values():
        for name in set(schema.get("required", ())) & schema.get("properties", {}).keys():
            constant = schema["properties"][name]
            if "const" in constant:
                constant.setdefault("default", constant["const"])
    return document


def _with_one_success(document: dict[str, Any]) -> dict[str, Any]:
    """Return a document in which a request that makes something succeeds in one way.

    A dry run answers 200 in place of 201, with a type of its own. Types can't say that the query decides, and a union
    would ask every caller which of the two it has.
    """
    for path in document["paths"].values():
        for operation in path.values():
            if isinstance(operation, dict) and "201" in operation["responses"]:
                operation["responses"].pop("200", None)
    return document


def _codes(document: dict[str, Any]) -> list[str]:
    """Return the codes of all refusals: the schema of each status has its own."""
    schemas = document["components"]["schemas"]
    codes: list[str] = []
    for name, schema in schemas.items():
        if re.fullmatch("Error[0-9]{3}", name):
            code = schema["properties"]["code"]
            codes += [code["const"]] if "const" in code else schemas[code["$ref"].rpartition("/")[2]]["enum"]
    return sorted(codes)


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


def _digest_of(path: pathlib.Path) -> str:
    """Return the SHA-256 of a file, or of the names and contents of a folder's files."""
    if path.is_file():
        return hashlib.sha256(path.read_bytes()).hexdigest()
    files = sorted(file for file in path.rglob("*") if file.is_file() and "__pycache__" not in file.parts)
    names = (f"{file.relative_to(path).as_posix()} {_digest_of(file)}\n" for file in files)
    return hashlib.sha256("".join(names).encode()).hexdigest()


def _run(command: list[str | pathlib.Path], folder: pathlib.Path | None = None) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise NotAsExpected(f"{command[0]} has failed:\n{done.stdout}{done.stderr}")


def _version_in_typescript() -> str:
    asked = json.loads((node.TYPESCRIPT / "package.json").read_text())["devDependencies"]
    return f"openapi-typescript-{asked['openapi-typescript']}"


IN_PYTHON = Client(
    PYTHON,
    python,
    lambda: f"openapi-python-client-{importlib.metadata.version('openapi-python-client')}",
    # Its lock file has the versions of what formats it.
    (_HERE.parent / "requirements-clients.lock",),
)
IN_TYPESCRIPT = Client(
    TYPESCRIPT,
    typescript,
    _version_in_typescript,
    tuple(node.TYPESCRIPT / name for name in ("generate.mjs", "package.json", "package-lock.json")),
)


if __name__ == "__main__":
    sys.exit(main())
