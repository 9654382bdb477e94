"""A client that sends files, and what it sends."""

from typing import Any

from django.test import Client

from tests.conftest import BASE, Api
from tests.support.compliance import sample_documents

BOUNDARY = "a-boundary-of-our-own"
CONTENT_TYPE = f"multipart/form-data; boundary={BOUNDARY}"


def encoded(parts: list[tuple[str, str | bytes, str | None]], boundary: str = BOUNDARY) -> bytes:
    """A multipart body: (name, content, file name or None), in this order."""
    body = b""
    for name, content, file_name in parts:
        file = "" if file_name is None else f'; filename="{file_name}"\r\nContent-Type: application/octet-stream'
        body += f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"{file}\r\n\r\n'.encode()
        body += (content.encode() if isinstance(content, str) else content) + b"\r\n"
    return body + f"--{boundary}--\r\n".encode()


class Desk:
    """Sends documents for a platform."""

    def __init__(self, api: Api) -> None:
        self.api = api
        self.client = Client(raise_request_exception=False)

    def send(
        self,
        method: str,
        path: str,
        body: bytes,
        *,
        key: str | None = None,
        content_type: str = CONTENT_TYPE,
        **environ: Any,
    ) -> Any:
        headers = {**self.api.headers, **({"Idempotency-Key": key} if key else {})}
        return self.client.generic(method, f"{BASE}{path}", body, content_type, headers=headers, **environ)

    def upload(
        self,
        holder: str,
        content: bytes | None = None,
        *,
        name: str = "passport.png",
        key: str | None = None,
        boundary: str = BOUNDARY,
        **fields: str,
    ) -> Any:
        facts = {"documentType": "PASSPORT", "country": "GB", "documentHolder": holder} | fields
        parts: list[tuple[str, str | bytes, str | None]] = [(part, value, None) for part, value in facts.items()]
        parts.append(("file", sample_documents.png() if content is None else content, name))
        content_type = f"multipart/form-data; boundary={boundary}"
        return self.send("POST", "/documents", encoded(parts, boundary), key=key, content_type=content_type)

    def uploaded(self, holder: str, content: bytes | None = None, **fields: Any) -> dict[str, Any]:
        reply = self.upload(holder, content, **fields)
        assert reply.status_code == 201, reply.content
        return dict(reply.json())

    def replace(
        self,
        document: str,
        content: bytes | None = None,
        *,
        name: str = "passport.png",
        key: str | None = None,
        **fields: str,
    ) -> Any:
        parts: list[tuple[str, str | bytes, str | None]] = [(part, value, None) for part, value in fields.items()]
        if content is not None:
            parts.append(("file", content, name))
        return self.send("PUT", f"/documents/{document}", encoded(parts), key=key)
