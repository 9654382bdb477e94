"""Asks for the story, and keeps what is shown in the document."""

from typing import Any
from urllib.parse import urlencode

from django.urls import resolve

from tests.conftest import BASE, Api
from tests.support.compliance.sending import Desk, encoded

Example = dict[str, Any]


class Teller:
    """Asks for platforms, and keeps what is to be shown: by operation, one or more examples."""

    def __init__(self) -> None:
        self.shown: dict[str, list[Example]] = {}

    def get(self, api: Api, title: str, path: str, **query: Any) -> Any:
        return self._keep(title, "GET", path, query, None, api.get(path, **query))

    def post(self, api: Api, title: str, path: str, body: Any = None, **query: Any) -> Any:
        address = f"{path}?{urlencode(query)}" if query else path
        return self._keep(title, "POST", path, query, body, api.post(address, body))

    def patch(self, api: Api, title: str, path: str, body: Any) -> Any:
        return self._keep(title, "PATCH", path, {}, body, api.patch(path, body))

    def delete(self, api: Api, title: str, path: str) -> Any:
        return self._keep(title, "DELETE", path, {}, None, api.delete(path))

    def send(self, api: Api, title: str, method: str, path: str, fields: dict[str, str], **file: bytes) -> Any:
        """Send a multipart body; `file` is named like its part, and shown by its name alone."""
        [(ending, content)] = file.items()
        file_name = "customers.csv" if ending == "csv" else f"passport.{ending}"
        parts: list[tuple[str, str | bytes, str | None]] = [(name, text, None) for name, text in fields.items()]
        reply = Desk(api).send(method, path, encoded([*parts, ("file", content, file_name)]))
        return self._keep(title, method, path, {}, {**fields, "file": f"@{file_name}"}, reply)

    def _keep(self, title: str, method: str, path: str, query: Any, body: Any, reply: Any) -> Any:  # noqa: PLR0917
        assert reply.status_code < 300, (method, path, reply.content)
        found = resolve(f"{BASE}{path}")
        endpoint = found.func.endpoints[method]  # type: ignore[attr-defined]
        example: Example = {"title": title}
        if found.kwargs:
            example["path"] = found.kwargs
        if query:
            example["query"] = query
        if body is not None:
            example["request"] = body
        answer = _answer(reply)
        if answer is not None:
            example["reply"] = answer
        self.shown.setdefault(endpoint.operation, []).append(example)
        return answer


def _answer(reply: Any) -> Any:
    """Return the JSON of a reply, the text of a file, None where there is nothing."""
    if reply.streaming:
        return b"".join(reply.streaming_content).decode()
    return reply.json() if reply.content else None
