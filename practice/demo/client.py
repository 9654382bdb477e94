"""Requests to the service: one connection that is kept open, one request at a time, so that every run has one order."""

import base64
import http.client
import itertools
import json
import time
import urllib.parse
import uuid
from collections.abc import Mapping
from typing import Any, TypeAlias

from config.launch import failures

Json: TypeAlias = dict[str, Any]

_SECONDS = 60
_ATTEMPTS = 20
_COME_BACK = frozenset({429, 503})


class Client:
    """A platform's access to the API. Counts its `requests`."""

    def __init__(self, base_url: str, client_id: str, client_secret: str) -> None:
        """Take what `sandbox.json` says; `base_url` has the version."""
        address = urllib.parse.urlsplit(base_url)
        kind = http.client.HTTPSConnection if address.scheme == "https" else http.client.HTTPConnection
        self._connection = kind(address.hostname or "", address.port, timeout=_SECONDS)
        self._base_path = address.path.rstrip("/")
        self._base_url = base_url
        pair = base64.b64encode(f"{client_id}:{client_secret}".encode()).decode()
        self._headers = {"Authorization": f"Basic {pair}"}
        self._keys = (f"demo-{uuid.uuid4().hex}-{number}" for number in itertools.count(1))
        self.requests = 0

    def get(self, path: str, **query: str) -> Json:
        """Read."""
        return self._send("GET", f"{path}?{urllib.parse.urlencode(query)}" if query else path, {}, None)

    def get_all(self, path: str, **query: str) -> list[Json]:
        """Read a list to its end."""
        page = self.get(path, limit="100", **query)
        found: list[Json] = page["data"]
        while page["hasMore"]:
            page = self.get(path, limit="100", cursor=page["nextCursor"], **query)
            found += page["data"]
        return found

    def post(self, path: str, body: Json | None = None) -> Json:
        """Write, once: the key makes repeating safe when the connection breaks."""
        return self._write("POST", path, body)

    def patch(self, path: str, body: Json) -> Json:
        """Change."""
        return self._write("PATCH", path, body)

    def delete(self, path: str) -> Json:
        """End something."""
        return self._write("DELETE", path, None)

    def upload(self, path: str, parts: Mapping[str, str], *, name: str, content: bytes) -> Json:
        """Send a file with its facts, as multipart/form-data."""
        boundary = uuid.uuid4().hex
        texts = "".join(
            f'--{boundary}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'
            for key, value in parts.items()
        )
        file = f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
        body = texts.encode() + file.encode() + content + f"\r\n--{boundary}--\r\n".encode()
        headers = {"Idempotency-Key": next(self._keys), "Content-Type": f"multipart/form-data; boundary={boundary}"}
        return self._send("POST", path, headers, body)

    def _write(self, method: str, path: str, body: Json | None) -> Json:
        headers = {"Idempotency-Key": next(self._keys), "Content-Type": "application/json"}
        return self._send(method, path, headers, None if body is None else json.dumps(body).encode())

    def _send(self, method: str, path: str, headers: Mapping[str, str], body: bytes | None) -> Json:
        """Send until the service has time; raises LaunchError when it is away, or refuses."""
        for attempt in range(_ATTEMPTS):
            try:
                self._connection.request(method, self._base_path + path, body, {**self._headers, **headers})
                reply = self._connection.getresponse()
                content = reply.read()
            except (OSError, http.client.HTTPException) as error:
                self._connection.close()
                # The server closes connections that were not used for a while: the next request opens another one.
                if attempt == 0:
                    continue
                raise failures.LaunchError(
                    f"Nothing answers at {self._base_url} ({error}).",
                    "Start the service with `make run`, and look there.",
                ) from None
            self.requests += 1
            if reply.status in _COME_BACK:
                time.sleep(float(reply.headers.get("Retry-After", "1")))
                continue
            if reply.status >= 300:
                raise failures.LaunchError(
                    f"{method} {path} was answered with {reply.status}: {content.decode(errors='replace')}",
                    "The demo is made for a fresh sandbox: `make stop`, remove var/, `make run`, `make demo`.",
                )
            answer: Json = json.loads(content or b"{}")
            return answer
        raise failures.LaunchError(f"The service has no time for {method} {path}.", "Is the machine very busy?")
