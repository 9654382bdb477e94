from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.currency_amount import CurrencyAmount
    from ..models.payment_instructions import PaymentInstructions


T = TypeVar("T", bound="InternalAccount")


@_attrs_define
class InternalAccount:
    """An internal account with its balance and how to fund it."""

    id: str
    """ Names the account in other requests. `InternalAccount:<uuid>`. """
    balance: CurrencyAmount
    """ An amount in the smallest unit of its currency. """
    funding_payment_instructions: list[PaymentInstructions]
    """ How to pay into it, one entry for each way; empty where nobody can from outside. """
    created_at: datetime.datetime
    """ When it was made, by the platform's clock. ISO 8601 with an offset; in replies UTC, such as
    `2026-01-31T09:30:00Z`. """
    updated_at: datetime.datetime
    """ When it was last changed, by the platform's clock; at first, when it was made. ISO 8601 with an offset; in
    replies UTC, such as `2026-01-31T09:30:00Z`. """
    customer_id: str | Unset = UNSET
    """ Whose account it is. Absent for the platform's own. `Customer:<uuid>`. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        balance = self.balance.to_dict()

        funding_payment_instructions = []
        for funding_payment_instructions_item_data in self.funding_payment_instructions:
            funding_payment_instructions_item = funding_payment_instructions_item_data.to_dict()
            funding_payment_instructions.append(funding_payment_instructions_item)

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        customer_id = self.customer_id

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "balance": balance,
                "fundingPaymentInstructions": funding_payment_instructions,
                "createdAt": created_at,
                "updatedAt": updated_at,
            }
        )
        if customer_id is not UNSET:
            field_dict["customerId"] = customer_id

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.currency_amount import CurrencyAmount  # noqa: PLC0415
        from ..models.payment_instructions import PaymentInstructions  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        balance = CurrencyAmount.from_dict(d.pop("balance"))

        funding_payment_instructions = []
        _funding_payment_instructions = d.pop("fundingPaymentInstructions")
        for funding_payment_instructions_item_data in _funding_payment_instructions:
            funding_payment_instructions_item = PaymentInstructions.from_dict(funding_payment_instructions_item_data)

            funding_payment_instructions.append(funding_payment_instructions_item)

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt"))

        customer_id = d.pop("customerId", UNSET)

        internal_account = cls(
            id=id,
            balance=balance,
            funding_payment_instructions=funding_payment_instructions,
            created_at=created_at,
            updated_at=updated_at,
            customer_id=customer_id,
        )

        internal_account.additional_properties = d
        return internal_account

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
