"""A client that speaks HTTP by hand."""

import contextlib
import http.client
import json
import socket

from tests.support import patience


class Client:
    """Writes HTTP itself, so that it can be malformed."""

    def __init__(self, port: int, authorization: str) -> None:
        self.port, self.authorization = port, authorization

    def open(self, text: str, body: bytes = b"") -> socket.socket:
        line = socket.create_connection(("127.0.0.1", self.port), timeout=patience.LONG)
        line.sendall(text.replace("\n", "\r\n").encode() + body)
        return line

    def head(self, method: str, path: str, **headers: object) -> str:
        shown = {"Host": "127.0.0.1", "Authorization": self.authorization, **headers}
        lines = [f"{name.replace('_', '-')}: {value}" for name, value in shown.items()]
        return "\n".join([f"{method} {path} HTTP/1.1", *lines, "", ""])

    def answer(self, line: socket.socket):
        """Read a reply; return its status, the JSON and its headers."""
        with contextlib.closing(http.client.HTTPResponse(line)) as reply:
            reply.begin()
            return reply.status, json.loads(reply.read() or b"null"), reply.headers

    def call(self, method: str, path: str, body: bytes | None = None, **headers: str):
        """Send a request in one go; return the status, the JSON and the headers of its reply."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=patience.LONG)
        with contextlib.closing(line):
            sent = {"Authorization": self.authorization, "Content-Type": "application/json"}
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            line.request(method, path, body, {**sent, **named}, encode_chunked=True)
            reply = line.getresponse()
            return reply.status, json.loads(reply.read() or b"null"), reply.headers
