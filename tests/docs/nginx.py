"""A real nginx that runs the sample configurations, with other ports, certificates and files than they name."""

import datetime as dt
import getpass
import http.client
import os
import pathlib
import shutil
import ssl
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.support import patience

_DAY = dt.timedelta(days=1)
_MAIN = """
{user}
daemon off;
worker_processes 1;
pid {root}/nginx.pid;
error_log {root}/error.log;
events {{ worker_connections 64; }}
http {{
    access_log off;
    client_body_temp_path {root}/body;
    proxy_temp_path {root}/proxy;
    fastcgi_temp_path {root}/fastcgi;
    uwsgi_temp_path {root}/uwsgi;
    scgi_temp_path {root}/scgi;
    include {root}/sample.conf;
}}
"""


def executable() -> str:
    """Where nginx is; without one the test is skipped, which CI counts as a failure."""
    found = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
    if found is None:
        if os.environ.get("REQUIRE_NGINX"):
            pytest.fail("no nginx was found, and REQUIRE_NGINX is set")
        pytest.skip("no nginx on this machine; REQUIRE_NGINX=1 makes that a failure")
    return found


@contextmanager
def serving(sample: pathlib.Path, root: pathlib.Path, changes: Mapping[str, str]) -> Iterator[pathlib.Path]:
    """Run a sample; each of `changes` must occur in it. Yield the folder of its files."""
    program, text = executable(), sample.read_text()
    for wanted, other in changes.items():
        assert wanted in text, f"{sample.name} no longer has {wanted!r}"
        text = text.replace(wanted, other)
    root.mkdir()
    (root / "sample.conf").write_text(text)
    # A master that is root would give its workers to somebody who can't read these folders.
    user = f"user {getpass.getuser()};" if os.geteuid() == 0 else ""
    (root / "nginx.conf").write_text(_MAIN.format(root=root, user=user))
    command = [program, "-c", str(root / "nginx.conf"), "-p", str(root), "-e", str(root / "error.log")]
    checked = subprocess.run([*command, "-t"], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr
    # What it says about itself has no warning in it either.
    assert "[warn]" not in checked.stderr, checked.stderr
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    try:
        _wait(process, root)
        yield root
    finally:
        process.terminate()
        process.communicate(timeout=patience.LONG)


def _wait(process: "subprocess.Popen[bytes]", root: pathlib.Path) -> None:
    until = time.monotonic() + patience.LONG
    pid = root / "nginx.pid"
    # The check of the configuration has left an empty one.
    while not (pid.exists() and pid.read_text().strip()):
        assert process.poll() is None, (root / "error.log").read_text()
        assert time.monotonic() < until, "nginx does not start"
        time.sleep(0.02)


class Authority:
    """The one certificate authority that everybody trusts here."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.folder, self.file = folder, folder / "authority.pem"
        self._key = ec.generate_private_key(ec.SECP256R1())
        self.file.write_bytes(self._sign("Test authority", [], self._key, is_authority=True))

    def certify(self, *names: str) -> tuple[str, str]:
        """Return the files of a certificate for these names and of its key."""
        key = ec.generate_private_key(ec.SECP256R1())
        certificate, private = self.folder / f"{names[0]}.pem", self.folder / f"{names[0]}.key"
        certificate.write_bytes(self._sign(names[0], names, key, is_authority=False))
        form = serialization.PrivateFormat.PKCS8
        private.write_bytes(key.private_bytes(serialization.Encoding.PEM, form, serialization.NoEncryption()))
        return str(certificate), str(private)

    def _sign(self, subject: str, names: Any, key: ec.EllipticCurvePrivateKey, *, is_authority: bool) -> bytes:
        now = dt.datetime.now(dt.UTC)
        name, issuer = (
            x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)]) for text in (subject, "Test authority")
        )
        builder = x509.CertificateBuilder(
            issuer, name, key.public_key(), x509.random_serial_number(), now - _DAY, now + _DAY
        ).add_extension(x509.BasicConstraints(ca=is_authority, path_length=None), critical=True)
        if names:
            alternatives = x509.SubjectAlternativeName([x509.DNSName(each) for each in names])
            builder = builder.add_extension(alternatives, critical=False)
        return builder.sign(self._key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)


class Asker:
    """A client that finds every name on a port of this machine."""

    def __init__(self, authority: Authority, port: int, *, in_clear: int = 0) -> None:
        self.port, self.in_clear = port, in_clear
        self._tls = ssl.create_default_context(cafile=str(authority.file))

    def __call__(
        self, host: str, path: str, *, method: str = "GET", name: str = "", body: bytes | None = None, **headers: str
    ) -> Any:
        """Send a request to a host, whose certificate must name it (or `name`); return the reply, read."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=patience.LONG)
        connection.connect()
        connection.sock = self._tls.wrap_socket(connection.sock, server_hostname=name or host)
        return _read(connection, method, path, body=body, headers={"Host": host, **headers})


def ask_in_clear(port: int, host: str, path: str, *, method: str = "GET", **headers: str) -> Any:
    """The same without TLS."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=patience.LONG)
    return _read(connection, method, path, body=None, headers={"Host": host, **headers})


def _read(connection: Any, method: str, path: str, *, body: bytes | None, headers: Mapping[str, str]) -> Any:
    with closing(connection):
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, body=body, headers=sent)
        reply = connection.getresponse()
        reply.content = reply.read()
        return reply
