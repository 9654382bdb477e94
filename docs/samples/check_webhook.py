"""Check both signatures of a webhook that was saved to files, with the platform's public keys."""

import base64
import json
import pathlib
import re
import time

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519


def service_signature_fits(headers: dict[str, str], body: bytes, pem: str) -> bool:
    """Tell whether a published P-256 key has signed the body."""
    signature = base64.b64decode(headers["x-service-signature"])
    for block in re.findall(r"-----BEGIN PUBLIC KEY-----.*?-----END PUBLIC KEY-----", pem, re.DOTALL):
        try:
            key = serialization.load_pem_public_key(block.encode())
            assert isinstance(key, ec.EllipticCurvePublicKey)
            key.verify(signature, body, ec.ECDSA(hashes.SHA256()))
        except InvalidSignature:
            continue
        return True
    return False


def standard_webhook_fits(headers: dict[str, str], body: bytes, whpk: str, tolerance: int = 300) -> bool:
    """Tell whether the Ed25519 key has signed id, time and body, at most `tolerance` seconds ago."""
    timestamp = headers["webhook-timestamp"]
    if abs(time.time() - int(timestamp)) > tolerance:
        return False
    key = ed25519.Ed25519PublicKey.from_public_bytes(base64.b64decode(whpk.removeprefix("whpk_")))
    signed = f"{headers['webhook-id']}.{timestamp}.".encode() + body
    for entry in headers["webhook-signature"].split(" "):
        version, _, signature = entry.partition(",")
        if version != "v1a":
            continue
        try:
            key.verify(base64.b64decode(signature), signed)
        except InvalidSignature:
            continue
        return True
    return False


headers = json.loads(pathlib.Path("headers.json").read_text())  # names in lower case
body = pathlib.Path("body").read_bytes()
pem = pathlib.Path("key.pem").read_text()
whpk = pathlib.Path("whpk.txt").read_text()
print("X-Service-Signature:", str(service_signature_fits(headers, body, pem)).lower())
print("Webhook-Signature:", str(standard_webhook_fits(headers, body, whpk)).lower())
