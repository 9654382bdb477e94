"""Every endpoint of the API, read from the URL configuration, so that no sweep misses a new one."""

import dataclasses
import re
from collections.abc import Iterator
from typing import Any

import inflection
from django.urls import URLPattern, URLResolver

from config import urls
from platforms.http import endpoints
from tests.conftest import Api
from tests.support.compliance.sending import Desk, encoded


@dataclasses.dataclass(frozen=True)
class Endpoint:
    """A method of a path; `path` with `{name}` for what varies, relative to the version."""

    method: str
    path: str
    declared: endpoints.Endpoint

    @property
    def documented(self) -> str:
        """The path as the OpenAPI document writes it."""
        return re.sub(
            r"\{(\w+)\}", lambda found: f"{{{inflection.camelize(found[1], uppercase_first_letter=False)}}}", self.path
        )

    def __str__(self) -> str:
        return f"{self.method.upper()} {self.path}"

    @property
    def permission(self) -> str:
        """What the endpoint asks for, as it declares it."""
        return str(self.declared.permission)

    @property
    def writes(self) -> bool:
        """Tell whether a request changes something."""
        return self.declared.writes

    def call(self, api: Api, public_id: str, body: Any = None, **query: str) -> Any:
        """Send a request with `public_id` wherever the path varies."""
        path = re.sub(r"\{\w+\}", public_id, self.path)
        if self.method == "get":
            return api.get(path, **query)
        if self.method == "delete":
            return api.delete(path)
        if self.declared.file is not None:
            return Desk(api).send(self.method.upper(), path, encoded([("file", b"x", "x")]))
        return getattr(api, self.method)(path, {} if body is None else body)


def every() -> list[Endpoint]:
    """Return every endpoint under the version's base path."""
    return list(_walk(urls.RESOURCES, ""))


def _walk(patterns: list[URLPattern | URLResolver], prefix: str) -> Iterator[Endpoint]:
    for pattern in patterns:
        path = prefix + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", str(pattern.pattern))
        if isinstance(pattern, URLResolver):
            yield from _walk(pattern.url_patterns, path)
            continue
        for method, endpoint in getattr(pattern.callback, "endpoints", {}).items():
            yield Endpoint(method.lower(), f"/{path}", endpoint)
