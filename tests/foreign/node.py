"""The institution in Node.js: its libraries installed once, its server started, and what a test asks of it."""

import contextlib
import dataclasses
import json
import pathlib
import secrets
import subprocess
import tempfile
import urllib.request
from collections.abc import Iterator, Mapping
from typing import Any

import coincurve
from cryptography.hazmat.primitives import serialization

from tests.support import node, patience
from tests.support.uma import institutions

_HERE = pathlib.Path(__file__).parent


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
        with urllib.request.urlopen(request, timeout=patience.LONG) as reply:
            found: dict[str, Any] = json.load(reply)
        return found


@contextlib.contextmanager
def serving() -> Iterator[dict[str, Foreign]]:
    """Run the server; yield its institutions by domain."""
    folder = node.installed(*(_HERE / name for name in ("package.json", "package-lock.json", "institution.mjs")))
    config = {variant.domain: _config(variant) for variant in VARIANTS}
    with tempfile.TemporaryDirectory() as temporary:
        path = pathlib.Path(temporary) / "config.json"
        path.write_text(json.dumps(config))
        with subprocess.Popen(
            [node.NODE, folder / "institution.mjs", path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
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
