from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.payment_usd_account_info_payment_rails_item import PaymentUsdAccountInfoPaymentRailsItem

T = TypeVar("T", bound="PaymentUsdAccountInfo")


@_attrs_define
class PaymentUsdAccountInfo:
    """An account of type USD_ACCOUNT to pay into."""

    account_type: Literal["USD_ACCOUNT"]
    """ Which type of account it is: says which fields there are. """
    account_number: str
    """ 1 to 17 digits, the number of the account. Without blanks and hyphens, and not zeros alone. 1 to 34
    characters. """
    routing_number: str
    """ The routing number of the bank: 9 digits. It starts with 00 to 12, 21 to 32, 61 to 72, or 80; the last digit
    is the check digit of ABA. """
    reference: str
    """ The reference to name in the payment. 1 to 255 characters. """
    payment_rails: list[PaymentUsdAccountInfoPaymentRailsItem]
    """ The rails that reach it: names that `paymentRail` of a quote takes. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        account_type = self.account_type

        account_number = self.account_number

        routing_number = self.routing_number

        reference = self.reference

        payment_rails = []
        for payment_rails_item_data in self.payment_rails:
            payment_rails_item = payment_rails_item_data.value
            payment_rails.append(payment_rails_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "accountType": account_type,
                "accountNumber": account_number,
                "routingNumber": routing_number,
                "reference": reference,
                "paymentRails": payment_rails,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        account_type = cast(Literal["USD_ACCOUNT"], d.pop("accountType"))
        if account_type != "USD_ACCOUNT":
            raise ValueError(f"accountType must match const 'USD_ACCOUNT', got '{account_type}'")

        account_number = d.pop("accountNumber")

        routing_number = d.pop("routingNumber")

        reference = d.pop("reference")

        payment_rails = []
        _payment_rails = d.pop("paymentRails")
        for payment_rails_item_data in _payment_rails:
            payment_rails_item = PaymentUsdAccountInfoPaymentRailsItem(payment_rails_item_data)

            payment_rails.append(payment_rails_item)

        payment_usd_account_info = cls(
            account_type=account_type,
            account_number=account_number,
            routing_number=routing_number,
            reference=reference,
            payment_rails=payment_rails,
        )

        payment_usd_account_info.additional_properties = d
        return payment_usd_account_info

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
