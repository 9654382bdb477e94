"""The sandbox's funding instructions: invented details, for accounts and for quotes that are paid from outside."""

import uuid
from typing import Any

from payments.account_types import fields, table
from payments.account_types.rows import FundingType
from payments.account_types.samples import Account, Details


class SandboxFundingInstructions:
    """Invented instructions: `/sandbox` calls replace the payment."""

    def instructions(
        self, *, currency: str, account_key: uuid.UUID, reference: str, holder_is_platform: bool
    ) -> list[dict[str, Any]]:
        """Return the sandbox's ways to pay in the currency; KeyError for one that is not supported.

        Lightning is not among them, since an invoice is for one payment.
        """
        account = Account(account_key, reference)
        return [
            {
                "accountOrWalletInfo": _account_info(row, account, currency),
                "instructionsNotes": _notes(row, reference, currency),
                "isPlatformAccount": holder_is_platform,
            }
            for row in _WAYS[currency]
        ]


_WAYS = {
    code: [row for row in table.FUNDING_TYPES.values() if code in row.currencies and row.sandbox]
    for code in table.CURRENCIES
}


def _account_info(row: FundingType, account: Account, currency: str) -> dict[str, Any]:
    details: Details = {"reference": account.reference, **row.sandbox}
    info: dict[str, Any] = {"accountType": row.code}
    for field in row.fields:
        if detail := details.get(field.name):
            info[field.name] = detail if isinstance(detail, str) else detail(account)
    if row.rails:
        info["paymentRails"] = list(row.rails)
    if row.assets:
        info["assetType"] = currency
    return info


def _notes(row: FundingType, reference: str, currency: str) -> str:
    if row.assets:
        network = row.code.removesuffix("_WALLET").title()
        return f"Send only {currency}, and only on the {network} network, to this address."
    if fields.REFERENCE in row.fields:
        return f"Name the reference {reference} in the payment, so that it reaches this account."
    return "These details belong to this account alone; no further reference is needed."
