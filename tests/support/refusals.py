"""Refusals: whether an endpoint declares their code, in which voice they speak, and an example of each code.

Every request of a test's client comes by here, so that what endpoints declare is what the whole suite has met. With
`EXAMPLES_WRITE=1` the first refusal of each code that `docs/examples/errors.json` lacks is written there.
"""

import json
from typing import Any

from django.urls import Resolver404, resolve

from platforms.http.middleware import is_api_path
from tests.support import examples
from tests.support.contract import voice

_BEFORE_ANY_ENDPOINT = {"METHOD_NOT_ALLOWED", "UNSUPPORTED_MEDIA_TYPE"}
"""What is refused before it is known which endpoint is asked: another method, a compressed body."""


def checked(environ: dict[str, Any], reply: Any) -> Any:
    """Return the reply; raises AssertionError for a refusal with an undeclared code, or in another voice than all."""
    path, method = environ["PATH_INFO"], environ["REQUEST_METHOD"]
    # A message for tools is refused in the form of their protocol.
    if reply.status_code < 400 or not is_api_path(path) or path.endswith("/mcp") or method == "HEAD":
        return reply
    refusal = json.loads(reply.content)
    code = refusal["code"]
    if examples.ARE_WRITTEN:
        _keep(code, refusal)
    for problem in refusal["details"].get("errors", ()):
        wrong = voice.faults(problem["reason"], of_field=bool(problem["field"]))
        assert not wrong, f"{problem['field']}: {problem['reason']}: {', '.join(wrong)}"
    endpoint = _endpoint(method, path)
    if endpoint is not None and code not in _BEFORE_ANY_ENDPOINT:
        declared = endpoint.refusals.get(reply.status_code, ())
        assert code in declared, f"{endpoint.operation} does not declare {reply.status_code} {code}"
    return reply


def _endpoint(method: str, path: str) -> Any:
    try:
        found = resolve(path)
    except Resolver404:
        return None
    return getattr(found.func, "endpoints", {}).get(method)


def _keep(code: str, refusal: dict[str, Any]) -> None:
    kept = examples.read("errors")
    if code not in kept:
        kept[code] = examples.Recording().normalized(refusal)
        examples.write("errors", dict(sorted(kept.items())))
