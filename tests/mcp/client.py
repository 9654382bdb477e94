"""A program for the Model Context Protocol, as far as the tests need it: one message a request."""

import itertools
import json
from typing import Any

from django.test import Client

from tests.conftest import BASE, Api

ADDRESS = f"{BASE}/mcp"


class Tools:
    """Calls tools by the token of a client of the API."""

    def __init__(self, api: Api) -> None:
        self.headers = dict(api.headers)
        self._client = Client(raise_request_exception=False)
        self._ids = itertools.count(1)

    def post(self, body: Any, **headers: str) -> Any:
        """Send a body as it is, or as JSON; return the response."""
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        sent = {**self.headers, **headers}
        return self._client.post(ADDRESS, data=content, content_type="application/json", headers=sent)

    def ask(self, method: str, **params: Any) -> Any:
        """Return the result of a message."""
        reply = self.post({"jsonrpc": "2.0", "id": next(self._ids), "method": method, "params": params})
        assert reply.status_code == 200, reply.content
        return reply.json()["result"]

    def names(self) -> list[str]:
        """Return the names of the tools that are offered."""
        return [tool["name"] for tool in self.ask("tools/list")["tools"]]

    def call(self, name: str, **arguments: Any) -> Any:
        """Return what a tool told: of a success the result's structure, of a refusal that of its text."""
        result = self.ask("tools/call", name=name, arguments=arguments)
        if not result["isError"]:
            told = result["structuredContent"]
            assert told == json.loads(result["content"][0]["text"])
            return told
        [block] = result["content"]
        return json.loads(block["text"]) if block["text"].startswith("{") else block["text"]
