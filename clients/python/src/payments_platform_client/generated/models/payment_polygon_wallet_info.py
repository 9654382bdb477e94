from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="PaymentPolygonWalletInfo")


@_attrs_define
class PaymentPolygonWalletInfo:
    """An account of type POLYGON_WALLET to pay into."""

    account_type: Literal["POLYGON_WALLET"]
    """ Which type of account it is: says which fields there are. """
    address: str
    """ The address of the wallet: 42 characters: "0x" followed by 40 hexadecimal digits. Where small and capital
    letters are mixed, the capitals are those of EIP-55. Not the zero address. """
    asset_type: Literal["USDC"] | Unset = UNSET
    """ What is to be sent. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        account_type = self.account_type

        address = self.address

        asset_type = self.asset_type

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "accountType": account_type,
                "address": address,
            }
        )
        if asset_type is not UNSET:
            field_dict["assetType"] = asset_type

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        account_type = cast(Literal["POLYGON_WALLET"], d.pop("accountType"))
        if account_type != "POLYGON_WALLET":
            raise ValueError(f"accountType must match const 'POLYGON_WALLET', got '{account_type}'")

        address = d.pop("address")

        asset_type = cast(Literal["USDC"] | Unset, d.pop("assetType", UNSET))
        if asset_type != "USDC" and not isinstance(asset_type, Unset):
            raise ValueError(f"assetType must match const 'USDC', got '{asset_type}'")

        payment_polygon_wallet_info = cls(
            account_type=account_type,
            address=address,
            asset_type=asset_type,
        )

        payment_polygon_wallet_info.additional_properties = d
        return payment_polygon_wallet_info

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
