"""The hook of the document's generator."""

from typing import Any

from platforms.http.document import examples, headers, limits, refusals


def add(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Add limits in words, headers of replies, what codes mean, and examples."""
    limits.say(result)
    headers.declare(result)
    refusals.explain(result)
    examples.attach(result)
    return result
