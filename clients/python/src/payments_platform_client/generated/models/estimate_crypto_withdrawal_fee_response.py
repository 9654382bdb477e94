from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="EstimateCryptoWithdrawalFeeResponse")


@_attrs_define
class EstimateCryptoWithdrawalFeeResponse:
    """What it would cost."""

    network_fee: int
    """ What the network takes, in the smallest unit of `networkFeeAsset`. 0 to 9,223,372,036,854,775,807. """
    network_fee_asset: str
    """ Code of the asset in which the network is paid. """
    application_fee: int
    """ The service's own fee, in the smallest unit of the currency. 0 to 9,223,372,036,854,775,807. """
    total_fee: int
    """ Both fees together, in the smallest unit of the currency. 0 to 9,223,372,036,854,775,807. """
    net_amount: int
    """ What would arrive, `amount` less `totalFee`, in the smallest unit of the currency. 1 to
    9,223,372,036,854,775,807. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        network_fee = self.network_fee

        network_fee_asset = self.network_fee_asset

        application_fee = self.application_fee

        total_fee = self.total_fee

        net_amount = self.net_amount

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "networkFee": network_fee,
                "networkFeeAsset": network_fee_asset,
                "applicationFee": application_fee,
                "totalFee": total_fee,
                "netAmount": net_amount,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        network_fee = d.pop("networkFee")

        network_fee_asset = d.pop("networkFeeAsset")

        application_fee = d.pop("applicationFee")

        total_fee = d.pop("totalFee")

        net_amount = d.pop("netAmount")

        estimate_crypto_withdrawal_fee_response = cls(
            network_fee=network_fee,
            network_fee_asset=network_fee_asset,
            application_fee=application_fee,
            total_fee=total_fee,
            net_amount=net_amount,
        )

        estimate_crypto_withdrawal_fee_response.additional_properties = d
        return estimate_crypto_withdrawal_fee_response

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
