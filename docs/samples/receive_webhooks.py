"""Receive webhooks on http://127.0.0.1:9000: print those that are genuine, fresh and new.

Run it:  python3 receive_webhooks.py [PORT]
It needs the package `cryptography`, and PAYMENTS_BASE_URL, PAYMENTS_CLIENT_ID and PAYMENTS_CLIENT_SECRET in the
environment, with which it asks once whose events it takes.
"""

import base64
import functools
import http.server
import json
import os
import sys
import time
import urllib.request
from email.message import Message
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

BASE_URL = os.environ["PAYMENTS_BASE_URL"]
PAIR = f"{os.environ['PAYMENTS_CLIENT_ID']}:{os.environ['PAYMENTS_CLIENT_SECRET']}"
FRESH_SECONDS = 300
handled: set[str] = set()  # yours is a unique column, written in the database transaction that handles the event


@functools.cache
def keys_url() -> str:
    """Return the address of the platform's public keys, which need no authentication."""
    authorization = "Basic " + base64.b64encode(PAIR.encode()).decode()
    request = urllib.request.Request(f"{BASE_URL}/config", headers={"Authorization": authorization})
    with urllib.request.urlopen(request, timeout=5) as reply:
        platform = json.load(reply)["id"].removeprefix("PlatformConfig:")
    return f"{BASE_URL.rpartition('/')[0]}/webhook-keys/{platform}"


@functools.lru_cache(maxsize=1)
def published_keys(period: int) -> list[Ed25519PublicKey]:
    """Return the platform's keys, read anew in every period: a new key is published long before it signs."""
    with urllib.request.urlopen(keys_url(), timeout=5) as reply:
        texts = [key["standardWebhooksKey"] for key in json.load(reply)["keys"] if key["algorithm"] == "ED25519"]
    return [Ed25519PublicKey.from_public_bytes(base64.b64decode(text.removeprefix("whpk_"))) for text in texts]


def is_genuine(headers: Message, body: bytes) -> bool:
    """Tell whether a published key has signed these very bytes, a moment ago."""
    sent_at = headers.get("Webhook-Timestamp", "")
    if not sent_at.isdigit() or abs(time.time() - int(sent_at)) > FRESH_SECONDS:
        return False
    signed = f"{headers.get('Webhook-Id', '')}.{sent_at}.".encode() + body
    for entry in headers.get("Webhook-Signature", "").split(" "):
        version, _, signature = entry.partition(",")
        for key in published_keys(int(time.time()) // FRESH_SECONDS) if version == "v1a" else ():
            try:
                key.verify(base64.b64decode(signature), signed)
            except (InvalidSignature, ValueError):
                continue
            return True
    return False


class Receiver(http.server.BaseHTTPRequestHandler):
    """Answer 200 to what is genuine, 401 to all else."""

    def do_POST(self) -> None:
        """Check the bytes as they came, before anything reads them; then acknowledge."""
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        genuine = is_genuine(self.headers, body)
        if genuine:
            self.handle_once(json.loads(body))
        else:
            print("FORGED", flush=True)
        self.send_response(200 if genuine else 401)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def handle_once(self, event: dict[str, Any]) -> None:
        """Handle an event, unless that was done: the same event may come again, under the same id."""
        news = "again" if event["id"] in handled else "signed"
        handled.add(event["id"])
        print(news, event["type"], event.get("data", {}).get("id", ""), flush=True)

    def log_message(self, *_: object) -> None:
        """Print events only."""


if __name__ == "__main__":
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 9000
    print(f"listening on http://127.0.0.1:{port}", flush=True)
    http.server.ThreadingHTTPServer(("127.0.0.1", port), Receiver).serve_forever()
