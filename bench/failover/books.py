"""The check of the books after the last drill."""

import json
import os
import pathlib
import subprocess
import sys
from collections.abc import Mapping

from config.launch import environment


def check(root: pathlib.Path, variables: Mapping[str, str]) -> str:
    """Run `manage.py ledger_check` as the service; return "clean", or what it says."""
    secrets = json.loads((root / "secrets.json").read_text())
    given = {**os.environ, **secrets, "VAR_DIR": str(root), **environment.without_owner(variables)}
    done = subprocess.run(
        [sys.executable, "manage.py", "ledger_check"],
        cwd=environment.PROJECT,
        env=given,
        capture_output=True,
        text=True,
        check=False,
    )
    return "clean" if done.returncode == 0 else (done.stdout + done.stderr)[-2000:]
