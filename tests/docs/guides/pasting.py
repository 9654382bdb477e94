"""What the guides print, pasted: shells in empty folders, for somebody who has an address, an id and a secret."""

import dataclasses
import itertools
import json
import os
import pathlib
import re
import shlex
import subprocess
from collections.abc import Sequence
from typing import Any

from bench import programs
from config.launch import environment, processes
from tests.support import patience
from tests.support.servers import services

README = pathlib.Path(environment.PROJECT) / "README.md"
PAGES = pathlib.Path(environment.PROJECT) / "docs" / "platform-developer"
BLOCKS = re.compile(r"```sh\n(.*?)```(?:\n\n```json\n(.*?)```)?", re.DOTALL)
CALL = '--8<-- "README.md:call"'
_MARK = "--- the block ends ---"
_PORT = "9000"
"""Of receivers on the pages. Another one is taken: no other program of the machine has it."""


@dataclasses.dataclass
class Pasted:
    """What a shell has printed, and what `reply.json` was after each block."""

    printed: str
    replies: list[Any]


def access(service: services.Service) -> dict[str, str]:
    made = json.loads((service.root / "sandbox.json").read_text())
    return {
        "PAYMENTS_BASE_URL": made["baseUrl"],
        "PAYMENTS_CLIENT_ID": made["clientId"],
        "PAYMENTS_CLIENT_SECRET": made["clientSecret"],
    }


def paste(blocks: Sequence[str], folder: pathlib.Path, variables: dict[str, str], *, until: Any = None) -> Pasted:
    """Run the blocks in one shell, as in a new terminal in a folder; `until` holds before the shell is closed."""
    kept = f"cat reply.json >&3 2>/dev/null || true; echo '{_MARK}' >&3"
    port = str(programs.free_port())
    script = "\n".join(f"{block.replace(_PORT, port)}\n{kept}" for block in blocks)
    begin = f"""exec 3>>'{folder}/replies'; trap '[ -z "$(jobs -p)" ] || kill $(jobs -p)' EXIT"""
    with (folder / "replies").open("w+") as replies:
        shell = subprocess.Popen(
            ["bash", "-euo", "pipefail", "-c", f"{begin}\n{script}\necho READY\nread -r"],
            cwd=folder,
            env={"PATH": os.environ["PATH"], **variables},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        assert shell.stdout is not None
        printed = "".join(itertools.takewhile(lambda line: line != "READY\n", shell.stdout))
        try:
            if until is not None:
                patience.until(until)
            rest, complaints = shell.communicate("\n", timeout=patience.LONG)
        finally:
            processes.end_group(shell.pid)
        assert shell.returncode == 0, (printed, complaints)
        parts = replies.read().split(f"{_MARK}\n")[:-1]
    return Pasted(f"{printed}{rest}", [json.loads(part or "null") for part in parts])


def of_readme() -> list[str]:
    tested = README.read_text().split("<!-- tested:")[1].split("## How it is built")[0]
    return [block for block, _ in BLOCKS.findall(tested)]


def call() -> str:
    """The two commands that every page begins with."""
    [block] = re.findall(r"\[start:call\] -->\n```sh\n(.*?)```", README.read_text(), re.DOTALL)
    return str(block)


def second_platform(service: services.Service, text: str) -> dict[str, str]:
    """Make another platform by the command that the page shows; return the variables of its token."""
    [command] = re.findall(r"make manage ARGS='(.*)'", text)
    made = service.manage(*shlex.split(command))
    assert made.returncode == 0, made.stderr
    values = dict(line.rsplit(maxsplit=1) for line in made.stdout.splitlines())
    return {"SECOND_CLIENT_ID": values["client id"], "SECOND_CLIENT_SECRET": values["client secret"]}
