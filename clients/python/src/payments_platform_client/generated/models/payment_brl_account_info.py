from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="PaymentBrlAccountInfo")


@_attrs_define
class PaymentBrlAccountInfo:
    """An account of type BRL_ACCOUNT to pay into."""

    account_type: Literal["BRL_ACCOUNT"]
    """ Which type of account it is: says which fields there are. """
    qr_code: str
    """ The text of a Pix QR code. 1 to 4,096 characters. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        account_type = self.account_type

        qr_code = self.qr_code

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "accountType": account_type,
                "qrCode": qr_code,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        account_type = cast(Literal["BRL_ACCOUNT"], d.pop("accountType"))
        if account_type != "BRL_ACCOUNT":
            raise ValueError(f"accountType must match const 'BRL_ACCOUNT', got '{account_type}'")

        qr_code = d.pop("qrCode")

        payment_brl_account_info = cls(
            account_type=account_type,
            qr_code=qr_code,
        )

        payment_brl_account_info.additional_properties = d
        return payment_brl_account_info

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
