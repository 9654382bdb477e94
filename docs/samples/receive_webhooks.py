"""Receive webhooks on http://127.0.0.1:9000, check their signature and print them.

Run it beside `make run`:  .venv/bin/python docs/samples/receive_webhooks.py [PORT]
It needs the `cryptography` package and nothing of the service but the address of its public key.
"""

import base64
import http.server
import json
import os
import pathlib
import sys
import urllib.request

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

SANDBOX = json.loads((pathlib.Path(os.environ.get("VAR_DIR", "var")) / "sandbox.json").read_text())


def is_from_the_service(body: bytes, signature: str) -> bool:
    """Tell whether one of the published keys made the signature of these very bytes."""
    with urllib.request.urlopen(SANDBOX["webhookPublicKeyUrl"]) as reply:
        blocks = reply.read().decode().split("-----END PUBLIC KEY-----")[:-1]
    for block in blocks:
        key = serialization.load_pem_public_key((block + "-----END PUBLIC KEY-----").strip().encode())
        assert isinstance(key, ec.EllipticCurvePublicKey)
        try:
            key.verify(base64.b64decode(signature), body, ec.ECDSA(hashes.SHA256()))
        except InvalidSignature:
            continue
        return True
    return False


class Receiver(http.server.BaseHTTPRequestHandler):
    """Answer 200 to what is signed, 401 to all else."""

    def do_POST(self) -> None:
        """Read, check, print, acknowledge."""
        body = self.rfile.read(int(self.headers["Content-Length"]))
        genuine = is_from_the_service(body, self.headers.get("X-Service-Signature", ""))
        event = json.loads(body)
        print("signed" if genuine else "FORGED", event["type"], event.get("data", {}).get("id", ""), flush=True)
        self.send_response(200 if genuine else 401)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Print events only."""


if __name__ == "__main__":
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 9000
    print(f"listening on http://127.0.0.1:{port}", flush=True)
    http.server.ThreadingHTTPServer(("127.0.0.1", port), Receiver).serve_forever()
