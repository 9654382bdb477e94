from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="ExchangeRateFees")


@_attrs_define
class ExchangeRateFees:
    """What the service charges on a corridor."""

    fixed: int
    """ Fixed fee of one payment, in the smallest unit of the source currency. 0 to 9,223,372,036,854,775,807. """
    variable_rate: float
    """ Share of the whole sending amount: 0.015 is 1.5 per cent. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        fixed = self.fixed

        variable_rate = self.variable_rate

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "fixed": fixed,
                "variableRate": variable_rate,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        fixed = d.pop("fixed")

        variable_rate = d.pop("variableRate")

        exchange_rate_fees = cls(
            fixed=fixed,
            variable_rate=variable_rate,
        )

        exchange_rate_fees.additional_properties = d
        return exchange_rate_fees

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
