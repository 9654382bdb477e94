"""What remains of a JSON document when the person it tells of is forgotten: identifiers, states and times."""

from typing import Any

import orjson

# fmt: off
_KEPT = frozenset({
    "id", "accountId", "customerId", "quoteId", "transactionId", "customerType", "type", "status", "kycStatus",
    "kybStatus", "createdAt", "updatedAt", "isDeleted",
})
# fmt: on


def thinned(document: Any) -> dict[str, Any]:
    """Return what may stay of a document. Only members that are known to be harmless do."""
    if not isinstance(document, dict):
        return {}
    return {name: value for name, value in document.items() if name in _KEPT and isinstance(value, str | bool)}


def thinned_bytes(body: bytes) -> bytes:
    """Return what may stay of a document as it was stored; of what is no JSON nothing does."""
    try:
        return orjson.dumps(thinned(orjson.loads(body)))
    except orjson.JSONDecodeError:
        return b"{}"
