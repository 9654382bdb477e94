"""Facts about the payer of a quote, by counterparty field: those known, and those that the other side asks for."""

import uuid
from collections.abc import Mapping

import orjson

from compliance import parties
from platforms.base import errors

_ENCRYPTED = {"TAX_ID": "taxId", "REGISTRATION_NUMBER": "registrationNumber"}
"""Counterparty field → identifier of a business that the database holds encrypted."""


class PayerDataMissing(errors.InvalidInput):
    """The receiving side requires facts about the sender that were not given."""

    def __init__(self, missing: list[str]) -> None:
        """Name each missing fact."""
        super().__init__(
            [(f"senderCustomerInfo.{name}", "is required for payments in the receiving currency") for name in missing],
            code="MISSING_MANDATORY_USER_INFO",
            message="The receiving side requires more information about the sender.",
        )


def known(facts: str, *, identifiers: str | None, customer_id: uuid.UUID | None) -> dict[str, str]:
    """Return what is known of a payer: its facts as JSON, and its encrypted identifiers."""
    opened = parties.open_identifiers(identifiers, customer_id=customer_id)
    values = orjson.loads(facts) | {name: opened.get(member) for name, member in _ENCRYPTED.items()}
    return {name: value for name, value in values.items() if value}


def require_told(*, required: Mapping[str, bool], told: Mapping[str, str]) -> None:
    """Raise PayerDataMissing unless every mandatory fact about the payer is known."""
    known = {name for name, value in told.items() if value.strip()}
    missing = [name for name, is_mandatory in required.items() if is_mandatory and name not in known]
    if missing:
        raise PayerDataMissing(missing)
