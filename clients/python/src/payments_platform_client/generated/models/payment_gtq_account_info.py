from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.payment_gtq_account_info_payment_rails_item import PaymentGtqAccountInfoPaymentRailsItem

T = TypeVar("T", bound="PaymentGtqAccountInfo")


@_attrs_define
class PaymentGtqAccountInfo:
    """An account of type GTQ_ACCOUNT to pay into."""

    account_type: Literal["GTQ_ACCOUNT"]
    """ Which type of account it is: says which fields there are. """
    account_number: str
    """ 1 to 34 digits or letters from A to Z, the number of the account. Without blanks and hyphens, and not zeros
    alone. The account's IBAN will do in its place. """
    phone_number: str
    """ The telephone number of the account's holder: "+" followed by 6 to 14 digits, the country code first. 7 to
    15 characters. """
    reference: str
    """ The reference to name in the payment. 1 to 255 characters. """
    payment_rails: list[PaymentGtqAccountInfoPaymentRailsItem]
    """ The rails that reach it: names that `paymentRail` of a quote takes. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        account_type = self.account_type

        account_number = self.account_number

        phone_number = self.phone_number

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
                "phoneNumber": phone_number,
                "reference": reference,
                "paymentRails": payment_rails,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        account_type = cast(Literal["GTQ_ACCOUNT"], d.pop("accountType"))
        if account_type != "GTQ_ACCOUNT":
            raise ValueError(f"accountType must match const 'GTQ_ACCOUNT', got '{account_type}'")

        account_number = d.pop("accountNumber")

        phone_number = d.pop("phoneNumber")

        reference = d.pop("reference")

        payment_rails = []
        _payment_rails = d.pop("paymentRails")
        for payment_rails_item_data in _payment_rails:
            payment_rails_item = PaymentGtqAccountInfoPaymentRailsItem(payment_rails_item_data)

            payment_rails.append(payment_rails_item)

        payment_gtq_account_info = cls(
            account_type=account_type,
            account_number=account_number,
            phone_number=phone_number,
            reference=reference,
            payment_rails=payment_rails,
        )

        payment_gtq_account_info.additional_properties = d
        return payment_gtq_account_info

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
