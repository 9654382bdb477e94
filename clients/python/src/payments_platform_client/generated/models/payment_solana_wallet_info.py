from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.payment_solana_wallet_info_asset_type import PaymentSolanaWalletInfoAssetType
from ..types import UNSET, Unset

T = TypeVar("T", bound="PaymentSolanaWalletInfo")


@_attrs_define
class PaymentSolanaWalletInfo:
    """An account of type SOLANA_WALLET to pay into."""

    account_type: Literal["SOLANA_WALLET"]
    """ Which type of account it is: says which fields there are. """
    address: str
    """ The address of the wallet: a Solana address: 32 to 44 letters and digits. Base58 of 32 bytes. Not the name
    of one of the network's own programs. """
    asset_type: PaymentSolanaWalletInfoAssetType | Unset = UNSET
    """ What is to be sent. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        account_type = self.account_type

        address = self.address

        asset_type: str | Unset = UNSET
        if not isinstance(self.asset_type, Unset):
            asset_type = self.asset_type.value

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
        account_type = cast(Literal["SOLANA_WALLET"], d.pop("accountType"))
        if account_type != "SOLANA_WALLET":
            raise ValueError(f"accountType must match const 'SOLANA_WALLET', got '{account_type}'")

        address = d.pop("address")

        _asset_type = d.pop("assetType", UNSET)
        asset_type: PaymentSolanaWalletInfoAssetType | Unset
        if isinstance(_asset_type, Unset):
            asset_type = UNSET
        else:
            asset_type = PaymentSolanaWalletInfoAssetType(_asset_type)

        payment_solana_wallet_info = cls(
            account_type=account_type,
            address=address,
            asset_type=asset_type,
        )

        payment_solana_wallet_info.additional_properties = d
        return payment_solana_wallet_info

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
