"""What stands at the root of the document: how callers are known, and the groups of operations."""

from typing import Any

from platforms.http.document.parts import Part, operations


def require_tokens(result: Part, **_: Any) -> Part:
    """Declare the authentication of all operations; requests to a platform's endpoint are signed instead."""
    result["components"].setdefault("securitySchemes", {})["BasicAuth"] = {
        "type": "http",
        "scheme": "basic",
        "description": "User name: client id of an API token (or the token's id). Password: its client secret.",
    }
    result["security"] = [{"BasicAuth": []}]
    for webhook in result["webhooks"].values():
        webhook["post"]["security"] = []
    return result


def keep_used_groups(result: Part, **_: Any) -> Part:
    """Leave out the groups of the settings that no operation of this document is in."""
    webhooks = [webhook["post"] for webhook in result["webhooks"].values()]
    used = {tag for operation in [*operations(result), *webhooks] for tag in operation["tags"]}
    result["tags"] = [group for group in result.pop("tags") if group["name"] in used]
    return result
