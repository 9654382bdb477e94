from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="PaymentInrAccountInfo")


@_attrs_define
class PaymentInrAccountInfo:
    """An account of type INR_ACCOUNT to pay into."""

    account_type: Literal["INR_ACCOUNT"]
    """ Which type of account it is: says which fields there are. """
    vpa: str
    """ A UPI address of 3 to 255 characters, a name and a provider joined by "@", such as "name@bank". """
    payment_rails: list[Literal["UPI"]]
    """ The rails that reach it: names that `paymentRail` of a quote takes. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        account_type = self.account_type

        vpa = self.vpa

        payment_rails = self.payment_rails

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "accountType": account_type,
                "vpa": vpa,
                "paymentRails": payment_rails,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        account_type = cast(Literal["INR_ACCOUNT"], d.pop("accountType"))
        if account_type != "INR_ACCOUNT":
            raise ValueError(f"accountType must match const 'INR_ACCOUNT', got '{account_type}'")

        vpa = d.pop("vpa")

        payment_rails = []
        _payment_rails = d.pop("paymentRails")
        for payment_rails_item_data in _payment_rails:
            payment_rails_item = cast(Literal["UPI"], payment_rails_item_data)
            if payment_rails_item != "UPI":
                raise ValueError(f"paymentRails_item must match const 'UPI', got '{payment_rails_item}'")
            payment_rails.append(payment_rails_item)

        payment_inr_account_info = cls(
            account_type=account_type,
            vpa=vpa,
            payment_rails=payment_rails,
        )

        payment_inr_account_info.additional_properties = d
        return payment_inr_account_info

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
