from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="PaymentArsAccountInfo")


@_attrs_define
class PaymentArsAccountInfo:
    """An account of type ARS_ACCOUNT to pay into."""

    account_type: Literal["ARS_ACCOUNT"]
    """ Which type of account it is: says which fields there are. """
    account_number: str
    """ The number of the account: 22 digits. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        account_type = self.account_type

        account_number = self.account_number

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "accountType": account_type,
                "accountNumber": account_number,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        account_type = cast(Literal["ARS_ACCOUNT"], d.pop("accountType"))
        if account_type != "ARS_ACCOUNT":
            raise ValueError(f"accountType must match const 'ARS_ACCOUNT', got '{account_type}'")

        account_number = d.pop("accountNumber")

        payment_ars_account_info = cls(
            account_type=account_type,
            account_number=account_number,
        )

        payment_ars_account_info.additional_properties = d
        return payment_ars_account_info

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
