"""Makers of clients and linters of the API document, run on a document."""

import functools
import json
import pathlib
import re
import subprocess
import sys
from typing import Any

from tests.support import node

DOCUMENT = pathlib.Path(__file__).parents[2] / "docs" / "openapi.yaml"
_NODE = pathlib.Path(__file__).parent / "node"


@functools.cache
def packages() -> pathlib.Path:
    """Return the folder with the linters and the makers of TypeScript clients."""
    return node.installed(*(_NODE / name for name in ("package.json", "package-lock.json")))


def redocly(document: pathlib.Path) -> list[str]:
    """Return what Redocly finds wrong."""
    config = _NODE / "redocly.yaml"
    options = ["lint", document, "--config", config, "--format", "json", "--max-problems", "1000"]
    done = node.run(packages(), "@redocly/cli/bin/cli.js", *map(str, options), env={"REDOCLY_TELEMETRY": "off"})
    found = json.loads(done.stdout[done.stdout.index("{") :])
    assert found["totals"]["errors"] + found["totals"]["warnings"] == len(found["problems"])
    return [f"{each['ruleId']} {each['location'][0].get('pointer')}: {each['message']}" for each in found["problems"]]


def spectral(document: pathlib.Path, folder: pathlib.Path) -> list[str]:
    """Return what Spectral finds wrong; `folder` takes its report."""
    report = folder / "spectral.json"
    options = ["lint", document, "--ruleset", _NODE / "spectral.yaml", "--format", "json", "--output", report]
    done = node.run(packages(), "@stoplight/spectral-cli/dist/index.js", *map(str, options))
    assert report.exists(), done.stderr
    return [
        f"{each['code']} {'/'.join(map(str, each['path']))}: {each['message']}"
        for each in json.loads(report.read_text())
    ]


def python_client(folder: pathlib.Path, name: str) -> pathlib.Path:
    """Make a Python client as a package below a folder; a warning of its maker fails."""
    config = folder / "generator.yaml"
    # Its style is nobody's business here.
    config.write_text("post_hooks: []\n")
    package = folder / name
    options = ["--path", str(DOCUMENT), "--output-path", str(package), "--config", str(config)]
    done = subprocess.run(
        [sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none", "--fail-on-warning", *options],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout.splitlines()[1:]) == (0, []), done.stdout + done.stderr
    return package


def typescript_clients(folder: pathlib.Path) -> None:
    """Make the types of openapi-typescript in `types.ts`, and the client of Hey API in `sdk`."""
    types = node.run(packages(), "openapi-typescript/bin/cli.js", str(DOCUMENT), "-o", str(folder / "types.ts"))
    assert types.returncode == 0, types.stderr
    options = ["--input", DOCUMENT, "--output", folder / "sdk", "--client", "@hey-api/client-fetch", "--no-log-file"]
    sdk = node.run(packages(), "@hey-api/openapi-ts/bin/run.js", *map(str, options))
    assert sdk.returncode == 0, sdk.stdout + sdk.stderr


def typescript_problems(folder: pathlib.Path) -> list[str]:
    """Return what the compiler finds wrong in the files of a folder."""
    (folder / "tsconfig.json").write_text((_NODE / "tsconfig.json").read_text())
    if not (folder / "node_modules").exists():
        (folder / "node_modules").symlink_to(packages() / "node_modules")
    done = node.run(packages(), "typescript/bin/tsc", "--project", str(folder), "--pretty", "false")
    assert (done.returncode == 0) == (not done.stdout), done.stderr
    return re.findall(r"^\S.*error TS.*$", done.stdout, re.MULTILINE)


def mypy_problems(package: pathlib.Path) -> list[str]:
    """Return what strict mypy finds wrong in a package."""
    options: list[Any] = ["--strict", "--config-file", "", "--cache-dir", package.parent / "mypy", package]
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *options], cwd=package.parent, capture_output=True, text=True, check=False
    )
    assert done.returncode in {0, 1}, done.stderr
    return [line for line in done.stdout.splitlines() if "error:" in line]
