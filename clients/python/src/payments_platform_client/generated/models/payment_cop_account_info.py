from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="PaymentCopAccountInfo")


@_attrs_define
class PaymentCopAccountInfo:
    """An account of type COP_ACCOUNT to pay into."""

    account_type: Literal["COP_ACCOUNT"]
    """ Which type of account it is: says which fields there are. """
    payment_url: str
    """ The address of a page to pay on. 1 to 255 characters. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        account_type = self.account_type

        payment_url = self.payment_url

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "accountType": account_type,
                "paymentUrl": payment_url,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        account_type = cast(Literal["COP_ACCOUNT"], d.pop("accountType"))
        if account_type != "COP_ACCOUNT":
            raise ValueError(f"accountType must match const 'COP_ACCOUNT', got '{account_type}'")

        payment_url = d.pop("paymentUrl")

        payment_cop_account_info = cls(
            account_type=account_type,
            payment_url=payment_url,
        )

        payment_cop_account_info.additional_properties = d
        return payment_cop_account_info

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
