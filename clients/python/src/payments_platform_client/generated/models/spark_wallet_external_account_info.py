from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="SparkWalletExternalAccountInfo")


@_attrs_define
class SparkWalletExternalAccountInfo:
    """An external account of type SPARK_WALLET. Its `currency` is BTC or USDB."""

    account_type: Literal["SPARK_WALLET"]
    """ Which type of account it is: says which fields there are. """
    address: str
    """ The address of the wallet: a Spark address: "sp" followed by 8 to 253 letters and digits. With the right
    checksum (Bech32m). "spark1" starts one of the main network. 10 to 255 characters. """
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
        account_type = cast(Literal["SPARK_WALLET"], d.pop("accountType"))
        if account_type != "SPARK_WALLET":
            raise ValueError(f"accountType must match const 'SPARK_WALLET', got '{account_type}'")

        address = d.pop("address")

        spark_wallet_external_account_info = cls(
            account_type=account_type,
            address=address,
        )

        spark_wallet_external_account_info.additional_properties = d
        return spark_wallet_external_account_info

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
