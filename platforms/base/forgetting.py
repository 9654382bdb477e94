"""Thinning of JSON when the person in it is erased: identifiers, states and times remain."""

from typing import Any

import orjson

# fmt: off
_KEPT = frozenset({
    "id", "accountId", "customerId", "quoteId", "transactionId", "customerType", "type", "status", "kycStatus",
    "kybStatus", "createdAt", "updatedAt", "isDeleted",
})
# fmt: on


def thinned(document: Any) -> dict[str, Any]:
    """Return a document with only the members known to be harmless."""
    if not isinstance(document, dict):
        return {}
    return {name: value for name, value in document.items() if name in _KEPT and isinstance(value, str | bool)}


def thinned_bytes(body: bytes) -> bytes:
    """Return a stored document with only the members known to be harmless; nothing of one that is not JSON."""
    try:
        return orjson.dumps(thinned(orjson.loads(body)))
    except orjson.JSONDecodeError:
        return b"{}"
