"""The clients as they are published: packed, put where somebody would install them; the programs of their READMEs."""

import dataclasses
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile

import pytest

from clients import generate, node, pack
from config.launch import environment
from tests.support import patience

_PRINTED = re.compile(r"^ *(?:print|console\.log)\(.*\)(?:;|  )(?: |)(?:#|//) (.*)$", re.MULTILINE)


@dataclasses.dataclass(frozen=True)
class Program:
    """All examples of a README, one after the other, and what each line that prints says it prints."""

    blocks: list[str]

    @property
    def text(self) -> str:
        return "\n".join(self.blocks)

    @property
    def printed(self) -> list[str]:
        return _PRINTED.findall(self.text)


def readme(folder: pathlib.Path, language: str) -> Program:
    blocks = re.findall(rf"^```{language}\n(.*?)^```", (folder / "README.md").read_text(), re.DOTALL | re.MULTILINE)
    assert len(blocks) >= 8
    return Program(blocks)


def readme_of_python() -> Program:
    return readme(pack.PYTHON, "python")


def readme_of_typescript() -> Program:
    return readme(node.TYPESCRIPT, "ts")


@dataclasses.dataclass(frozen=True)
class PythonPackage:
    """The wheel, unpacked in a folder of its own, and the names in the source archive."""

    site: pathlib.Path
    metadata: str
    sources: list[str]

    def run(self, program: str, folder: pathlib.Path, **variables: str) -> str:
        return run([sys.executable, "-c", program], folder, PYTHONPATH=str(self.site), **variables)


def pack_python(folder: pathlib.Path) -> PythonPackage:
    """Pack the client in Python as a release does."""
    wheel = pack.python(folder / "made")
    [archive] = wheel.parent.glob("*.tar.gz")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(folder / "site")
    [metadata] = (folder / "site").glob("*.dist-info/METADATA")
    with tarfile.open(archive) as packed_sources:
        names = [name.partition("/")[2] for name in packed_sources.getnames()]
    return PythonPackage(folder / "site", metadata.read_text(), names)


@dataclasses.dataclass(frozen=True)
class TypescriptPackage:
    """The package, installed in somebody's program, and what it has."""

    program: pathlib.Path
    names: list[str]

    @property
    def installed(self) -> pathlib.Path:
        return self.program / "node_modules" / "payments-platform-client"

    def compile(self) -> None:
        """Check the types of the program, strictly, and of the package as it is installed."""
        run([node.NODE, self.program / "node_modules" / "typescript" / "bin" / "tsc"], self.program)

    def run(self, name: str, folder: pathlib.Path, **variables: str) -> str:
        return run([node.NODE, self.program / "out" / name], folder, **variables)


def pack_typescript(folder: pathlib.Path) -> TypescriptPackage:
    """Pack the client in TypeScript as a release does."""
    generate.make(generate.IN_TYPESCRIPT)
    archive = pack.typescript(folder / "made")
    source = node.TYPESCRIPT
    program = folder / "program"
    modules = program / "node_modules"
    modules.mkdir(parents=True)
    with tarfile.open(archive) as packed:
        names = [name.removeprefix("package/") for name in packed.getnames()]
        packed.extractall(modules, filter="data")
    (modules / "package").rename(modules / "payments-platform-client")
    for path in node.packages().iterdir():
        if not path.name.startswith("."):
            (modules / path.name).symlink_to(path)
    options = json.loads((source / "tsconfig.json").read_text())["compilerOptions"]
    del options["paths"]  # There the package is found in its sources; here it is installed.
    options |= {"noEmit": False, "outDir": "out"}
    (program / "tsconfig.json").write_text(json.dumps({"compilerOptions": options, "include": ["*.ts"]}))
    (program / "package.json").write_text(json.dumps({"name": "somebodys-program", "type": "module"}))
    (program / "readme.ts").write_text(readme_of_typescript().text)
    for path in (source / "test").glob("*.ts"):
        shutil.copy(path, program)
    return TypescriptPackage(program, names)


def run(command: list[str | pathlib.Path], folder: pathlib.Path, **variables: str) -> str:
    """Run a program; return what it prints. Fails with all that it said where it fails."""
    # Scripts of npm look for Node.js there.
    path = f"{node.NODE.parent}{os.pathsep}{os.environ['PATH']}"
    kept = {name: value for name, value in os.environ.items() if name.startswith(("npm_", "NPM_", "SSL_", "NODE_"))}
    own = {"HOME": str(folder), "npm_config_offline": "true", "npm_config_update_notifier": "false"}
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env={"PATH": path, **own, **kept, **variables},
            capture_output=True,
            text=True,
            check=False,
            timeout=patience.LONG,
        )
    except subprocess.TimeoutExpired as hung:
        pytest.fail(f"{hung}\n{hung.stdout!r}\n{hung.stderr!r}")
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    return done.stdout


LICENSE = (pathlib.Path(environment.PROJECT) / "LICENSE").read_bytes()
