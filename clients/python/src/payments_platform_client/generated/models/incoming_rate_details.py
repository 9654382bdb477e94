from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="IncomingRateDetails")


@_attrs_define
class IncomingRateDetails:
    """What the service charged on an incoming payment."""

    service_api_multiplier: float
    """ What the rate was multiplied by as the margin: 1.01 is 1 per cent. """
    service_api_fixed_fee: int
    """ Fixed fee. A whole number in the smallest unit of its currency. 0 to 9,223,372,036,854,775,807. """
    service_api_variable_fee_rate: float
    """ Variable fee as a share of the whole amount that is sent: 0.015 is 1.5 per cent. """
    service_api_variable_fee_amount: int
    """ Variable fee of this payment. A whole number in the smallest unit of its currency. 0 to
    9,223,372,036,854,775,807. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        service_api_multiplier = self.service_api_multiplier

        service_api_fixed_fee = self.service_api_fixed_fee

        service_api_variable_fee_rate = self.service_api_variable_fee_rate

        service_api_variable_fee_amount = self.service_api_variable_fee_amount

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "serviceApiMultiplier": service_api_multiplier,
                "serviceApiFixedFee": service_api_fixed_fee,
                "serviceApiVariableFeeRate": service_api_variable_fee_rate,
                "serviceApiVariableFeeAmount": service_api_variable_fee_amount,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        service_api_multiplier = d.pop("serviceApiMultiplier")

        service_api_fixed_fee = d.pop("serviceApiFixedFee")

        service_api_variable_fee_rate = d.pop("serviceApiVariableFeeRate")

        service_api_variable_fee_amount = d.pop("serviceApiVariableFeeAmount")

        incoming_rate_details = cls(
            service_api_multiplier=service_api_multiplier,
            service_api_fixed_fee=service_api_fixed_fee,
            service_api_variable_fee_rate=service_api_variable_fee_rate,
            service_api_variable_fee_amount=service_api_variable_fee_amount,
        )

        incoming_rate_details.additional_properties = d
        return incoming_rate_details

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
