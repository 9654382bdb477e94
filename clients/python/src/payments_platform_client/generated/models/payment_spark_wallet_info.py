from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.payment_spark_wallet_info_asset_type import PaymentSparkWalletInfoAssetType
from ..types import UNSET, Unset

T = TypeVar("T", bound="PaymentSparkWalletInfo")


@_attrs_define
class PaymentSparkWalletInfo:
    """An account of type SPARK_WALLET to pay into."""

    account_type: Literal["SPARK_WALLET"]
    """ Which type of account it is: says which fields there are. """
    address: str
    """ The address of the wallet: a Spark address: "sp" followed by 8 to 253 letters and digits. With the right
    checksum (Bech32m). "spark1" starts one of the main network. 10 to 255 characters. """
    asset_type: PaymentSparkWalletInfoAssetType
    """ What is to be sent. """
    invoice: str | Unset = UNSET
    """ A BOLT 11 invoice: "ln" followed by letters and digits. Signed, not expired, for whole satoshis or for any
    amount. It takes one payment, of the amount it asks for. 3 to 4,096 characters. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        account_type = self.account_type

        address = self.address

        asset_type = self.asset_type.value

        invoice = self.invoice

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "accountType": account_type,
                "address": address,
                "assetType": asset_type,
            }
        )
        if invoice is not UNSET:
            field_dict["invoice"] = invoice

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        account_type = cast(Literal["SPARK_WALLET"], d.pop("accountType"))
        if account_type != "SPARK_WALLET":
            raise ValueError(f"accountType must match const 'SPARK_WALLET', got '{account_type}'")

        address = d.pop("address")

        asset_type = PaymentSparkWalletInfoAssetType(d.pop("assetType"))

        invoice = d.pop("invoice", UNSET)

        payment_spark_wallet_info = cls(
            account_type=account_type,
            address=address,
            asset_type=asset_type,
            invoice=invoice,
        )

        payment_spark_wallet_info.additional_properties = d
        return payment_spark_wallet_info

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
