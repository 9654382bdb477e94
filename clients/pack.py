"""Pack the clients as they are installed, a wheel and an npm package: `make docs` shows them below /docs/clients/."""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from clients import generate, node

PYTHON = generate.PYTHON.parents[2]


def main() -> int:
    """Pack both into a folder, which has nothing else then; return the exit code."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    folder = parser.parse_args().folder
    try:
        for client in (generate.IN_PYTHON, generate.IN_TYPESCRIPT):
            generate.make(client)
        with tempfile.TemporaryDirectory() as temporary:
            made = [python(pathlib.Path(temporary) / "wheel"), typescript(pathlib.Path(temporary) / "package")]
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            for file in made:
                shutil.copy(file, folder)
    except (generate.NotAsExpected, subprocess.SubprocessError) as error:
        print(f"The clients could not be packed. Are the package index and the npm registry reachable?\n{error}")
        print("Without them: make install CLIENTS=no")
        return 1
    return 0


def python(folder: pathlib.Path) -> pathlib.Path:
    """Pack the client in Python into a folder that does not exist, also as sources; return the wheel."""
    source = folder / "source"
    shutil.copytree(PYTHON, source, ignore=shutil.ignore_patterns("__pycache__"))
    _run([sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, source], folder)
    [wheel] = folder.glob("*.whl")
    return wheel


def typescript(folder: pathlib.Path) -> pathlib.Path:
    """Pack the client in TypeScript into a folder that does not exist; return the npm package."""
    folder.mkdir()
    _run([*node.NPM, "pack", "--pack-destination", folder], node.copy(folder / "source"))
    [package] = folder.glob("*.tgz")
    return package


def _run(command: list[str | pathlib.Path], folder: pathlib.Path) -> None:
    # Scripts of npm look for Node.js there. What they need is in place: they ask no registry.
    variables = {
        **os.environ,
        "PATH": f"{node.NODE.parent}{os.pathsep}{os.environ['PATH']}",
        "npm_config_offline": "true",
        "npm_config_update_notifier": "false",
    }
    done = subprocess.run(command, cwd=folder, env=variables, capture_output=True, text=True, check=False)
    if done.returncode:
        raise generate.NotAsExpected(f"{command[0]} has failed:\n{done.stdout}{done.stderr}")


if __name__ == "__main__":
    sys.exit(main())
