"""The institution in Node.js: its libraries installed once, its server started, and what a test asks of it."""

import contextlib
import dataclasses
import hashlib
import json
import os
import pathlib
import secrets
import shutil
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator, Mapping
from typing import Any, NoReturn

import coincurve
import pytest
from cryptography.hazmat.primitives import serialization

from tests.support.uma import institutions

_HERE = pathlib.Path(__file__).parent
_INSTALLED = pathlib.Path(sys.prefix)
_WANTED = ("package.json", "package-lock.json", "institution.mjs")


@dataclasses.dataclass(frozen=True)
class Variant:
    """What sets institutions apart: how many certificates, and whose order under the description hash."""

    domain: str
    certificates: int
    is_go: bool


VARIANTS = (
    Variant("js-one.example", 1, is_go=False),
    Variant("js-two.example", 2, is_go=False),
    Variant("go-one.example", 1, is_go=True),
    Variant("go-two.example", 2, is_go=True),
)


class Foreign:
    """One institution of the server. `say` has it make or read a message with the library."""

    def __init__(self, domain: str, port: int, said: Mapping[str, Any]) -> None:
        self.domain, self.address = domain, f"127.0.0.1:{port}"
        self.signing_key, self.encryption_key, self.node_id = (
            coincurve.PrivateKey(bytes.fromhex(said[name])).public_key.format()
            for name in ("signingKey", "encryptionKey", "nodeKey")
        )

    def say(self, what: str, **said: Any) -> dict[str, Any]:
        """Return what the library makes of it; `error` is its refusal."""
        request = urllib.request.Request(
            f"http://{self.address}/control/{self.domain}/{what}", data=json.dumps(said).encode()
        )
        with urllib.request.urlopen(request, timeout=60) as reply:
            found: dict[str, Any] = json.load(reply)
        return found


@contextlib.contextmanager
def serving() -> Iterator[dict[str, Foreign]]:
    """Run the server; yield its institutions by domain."""
    program = _executable("node")
    folder = _installed()
    config = {variant.domain: _config(variant) for variant in VARIANTS}
    with tempfile.TemporaryDirectory() as temporary:
        path = pathlib.Path(temporary) / "config.json"
        path.write_text(json.dumps(config))
        with subprocess.Popen(
            [program, folder / "institution.mjs", path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            try:
                port = int(process.stdout.readline())
                yield {domain: Foreign(domain, port, said) for domain, said in config.items()}
            finally:
                process.stdin.close()


def _config(variant: Variant) -> dict[str, Any]:
    signing = institutions.private_key()
    encryption = signing if variant.certificates == 1 else institutions.private_key()
    return {
        "signingKey": institutions.raw(signing).hex(),
        "encryptionKey": institutions.raw(encryption).hex(),
        "signingCertificate": _pem(signing),
        "encryptionCertificate": _pem(encryption),
        "nodeKey": secrets.token_bytes(32).hex(),
        "go": variant.is_go,
    }


def _pem(key: Any) -> str:
    text: str = institutions.certificate(key).public_bytes(serialization.Encoding.PEM).decode()
    return text


def _installed() -> pathlib.Path:
    """Return the folder with the program and its libraries, beside the environment's own: one for each lock file."""
    digest = hashlib.sha256(b"".join((_HERE / name).read_bytes() for name in _WANTED)).hexdigest()[:16]
    folder = _INSTALLED / f"foreign-{digest}"
    if not folder.exists():
        made = pathlib.Path(tempfile.mkdtemp(dir=_INSTALLED))
        try:
            for name in _WANTED:
                shutil.copy(_HERE / name, made)
            # No script of a package is run.
            command = [_executable("npm"), "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
            subprocess.run(command, cwd=made, check=True, capture_output=True, timeout=540)
            with contextlib.suppress(OSError):
                made.rename(folder)  # Another process of the suite may have been first.
        except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
            _give_up(f"the libraries of the institution can't be installed: {error}")
        finally:
            shutil.rmtree(made, ignore_errors=True)
    return folder


def _executable(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        _give_up(f"no {name} on this machine")
    return found


def _give_up(why: str) -> NoReturn:
    """Skip what needs the institution; where it is required, fail."""
    if os.environ.get("REQUIRE_NODE"):
        pytest.fail(f"{why}, and REQUIRE_NODE is set")
    pytest.skip(f"{why}; REQUIRE_NODE=1 makes that a failure")
