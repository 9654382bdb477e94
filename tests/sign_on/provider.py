"""The provider in Node.js, started, told what to say, and visited as a browser does."""

import contextlib
import http.cookiejar
import json
import pathlib
import subprocess
import tempfile
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from typing import Any

from tests.support import node, patience

_HERE = pathlib.Path(__file__).parent / "node"
CLIENT_ID, CLIENT_SECRET = "back-office", "a-secret-of-the-client-0123456789"
BACK = "http://testserver/admin/sign-on/back/"


class Provider:
    """A provider that runs. `say` chooses its people and its lies."""

    def __init__(self, port: int) -> None:
        self.issuer = f"http://127.0.0.1:{port}"

    def say(self, **said: Any) -> None:
        request = urllib.request.Request(f"{self.issuer}/control", data=json.dumps(said).encode())
        urllib.request.urlopen(request, timeout=patience.LONG).close()


class Visitor:
    """Somebody at the provider: with the cookies of its site, and of no other."""

    def __init__(self) -> None:
        jar = http.cookiejar.CookieJar()
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar), _Stays())

    def sign_on(self, address: str, name: str) -> str:
        """Follow the provider's pages as a person of this name; return the address of ours to which it leads."""
        for _ in range(10):
            page = self._ask(address)
            if page is None:
                address = urllib.parse.urljoin(address, self._ask(address, name) or "")
            else:
                address = urllib.parse.urljoin(address, page)
            if not address.startswith("http://127.0.0.1:"):
                return address
        raise AssertionError(f"the provider leads round and round: {address}")

    def _ask(self, address: str, name: str | None = None) -> str | None:
        """Return where a page leads; None where it shows a form."""
        data = None if name is None else urllib.parse.urlencode({"name": name}).encode()
        with self._opener.open(address, data, timeout=patience.LONG) as reply:
            location: str | None = reply.headers.get("Location")
            return location


class _Stays(urllib.request.HTTPRedirectHandler):
    def http_error_302(self, request, reply, code, message, headers):
        return reply

    http_error_301 = http_error_303 = http_error_302


@contextlib.contextmanager
def serving(*, back: str = BACK, is_thin: bool = False, method: str = "client_secret_post") -> Iterator[Provider]:
    """Run the provider. `is_thin`: claims of a person are told beside the ID token alone."""
    folder = node.installed(*(_HERE / name for name in ("package.json", "package-lock.json", "provider.mjs")))
    config = {
        "clientId": CLIENT_ID,
        "clientSecret": CLIENT_SECRET,
        "redirectUris": [back],
        "signedOutUris": [urllib.parse.urljoin(back, "/admin/login/")],
        "isThin": is_thin,
        "method": method,
    }
    with tempfile.TemporaryDirectory() as temporary:
        path = pathlib.Path(temporary) / "config.json"
        path.write_text(json.dumps(config))
        with subprocess.Popen(
            [node.NODE, folder / "provider.mjs", path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        ) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            try:
                yield Provider(int(process.stdout.readline()))
            finally:
                process.stdin.close()
