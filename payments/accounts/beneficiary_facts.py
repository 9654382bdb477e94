"""What an external account says of its holder, in the terms of counterparty fields."""

from typing import Any

import orjson


def of(text: str | None) -> dict[str, str]:
    """Return the facts in an account's beneficiary, given as JSON, by counterparty field; empty without one."""
    facts: dict[str, Any] = orjson.loads(text) if text else {}
    address = facts.get("address") or {}
    told = {
        "FULL_NAME": facts.get("fullName") or facts.get("legalName"),
        "BIRTH_DATE": facts.get("birthDate"),
        "NATIONALITY": facts.get("nationality"),
        "COUNTRY_OF_RESIDENCE": facts.get("countryOfResidence") or address.get("country"),
    }
    return {name: str(value) for name, value in told.items() if value}
