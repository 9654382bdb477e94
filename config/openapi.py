"""What is done to the OpenAPI document after it is generated."""

from typing import Any


def finish(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Name the authentication scheme: HTTP Basic with an API token."""
    components = result.setdefault("components", {})
    components.setdefault("securitySchemes", {})["BasicAuth"] = {
        "type": "http",
        "scheme": "basic",
        "description": "User name: client id of an API token (or the token's id). Password: its client secret.",
    }
    result["security"] = [{"BasicAuth": []}]
    return result
