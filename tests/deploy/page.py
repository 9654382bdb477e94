"""docs/operator/deploy.md, in parts."""

import pathlib
import re

from config.launch import environment

TEXT = (pathlib.Path(environment.PROJECT) / "docs/operator/deploy.md").read_text()


def section(title: str) -> str:
    """The text below a heading of the second order."""
    return TEXT.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def settings() -> dict[str, str]:
    """The settings of a production installation behind one nginx."""
    [block] = re.findall(r"<!-- settings -->\n```sh\n(.*?)```", TEXT, re.DOTALL)
    return dict(line.split("=", 1) for line in block.splitlines())
