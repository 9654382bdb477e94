from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="EthereumWalletExternalAccountInfo")


@_attrs_define
class EthereumWalletExternalAccountInfo:
    """An external account of type ETHEREUM_WALLET. Its `currency` is USDC."""

    account_type: Literal["ETHEREUM_WALLET"]
    """ Which type of account it is: says which fields there are. """
    address: str
    """ The address of the wallet: 42 characters: "0x" followed by 40 hexadecimal digits. Where small and capital
    letters are mixed, the capitals are those of EIP-55. Not the zero address. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        account_type = self.account_type

        address = self.address

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "accountType": account_type,
                "address": address,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        account_type = cast(Literal["ETHEREUM_WALLET"], d.pop("accountType"))
        if account_type != "ETHEREUM_WALLET":
            raise ValueError(f"accountType must match const 'ETHEREUM_WALLET', got '{account_type}'")

        address = d.pop("address")

        ethereum_wallet_external_account_info = cls(
            account_type=account_type,
            address=address,
        )

        ethereum_wallet_external_account_info.additional_properties = d
        return ethereum_wallet_external_account_info

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
