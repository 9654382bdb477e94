"""Funding instructions of a service that has one account at a bank."""

import uuid
from typing import Any


class AtOurBank:
    """Dollars come to one account, told apart by the reference; nothing else can be paid in."""

    def instructions(
        self, *, currency: str, account_key: uuid.UUID, reference: str, holder_is_platform: bool
    ) -> list[dict[str, Any]]:
        """Return the account with the reference."""
        if currency != "USD":
            return []
        account = {"accountType": "USD_ACCOUNT", "accountNumber": "000123456789", "routingNumber": "021000021"}
        return [
            {
                "accountOrWalletInfo": {**account, "reference": reference},
                "instructionsNotes": f"Name the reference {reference} in the payment.",
                "isPlatformAccount": holder_is_platform,
            }
        ]
