"""Replies about sealed days, and the verifier, run as a client runs it."""

import copy
import json
import pathlib
import subprocess
import sys
from typing import Any

from payments.models import SignedRoot
from payments.proofs import verify_proof
from tests.support import patience

Json = dict[str, Any]


def root_of(api, root: SignedRoot) -> Json:
    """Return the reply of the root's day."""
    reply = api.get(f"/proofs/roots/{root.day}")
    assert reply.status_code == 200, reply.content
    found: Json = reply.json()
    return found


def changed(reply: Json, *keys: Any, to: Any) -> Json:
    """Return a reply with another value in the place of these keys."""
    found = copy.deepcopy(reply)
    place = found
    for key in keys[:-1]:
        place = place[key]
    place[keys[-1]] = to(place[keys[-1]]) if callable(to) else to
    return found


def verify(folder: pathlib.Path, proof: Any, *roots: Any, former: Any = None, key: str = "") -> tuple[int, str]:
    """Run the verifier, which sees nothing but its own file and the replies; return its exit code and output."""
    program = folder / "verify_proof.py"
    program.write_text(pathlib.Path(verify_proof.__file__).read_text())
    names = []
    for number, content in enumerate((proof, *roots)):
        (folder / f"{number}.json").write_text(json.dumps(content))
        names.append(f"{number}.json")
    if former is not None:
        (folder / "former.json").write_text(json.dumps(former))
        names += ["--former", "former.json"]
    options = ["--key", key] if key else []
    done = subprocess.run(
        [sys.executable, "-I", "-S", program, *names, *options],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=patience.LONG,
        check=False,
    )
    assert not done.stderr, done.stderr
    return done.returncode, done.stdout
