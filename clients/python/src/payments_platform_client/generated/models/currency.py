from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="Currency")


@_attrs_define
class Currency:
    """A currency, as the reference shows it."""

    code: str
    """ ISO 4217 code, or that of a digital asset: `USD`, `BTC`. """
    name: str
    """ English name, such as `US Dollar`. """
    symbol: str
    """ Symbol, such as `$`; the code where there is none. """
    decimals: int
    """ How many decimal places of its major unit the smallest unit is: 2 for USD, so 2500 is 25.00. At least 0. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        code = self.code

        name = self.name

        symbol = self.symbol

        decimals = self.decimals

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "code": code,
                "name": name,
                "symbol": symbol,
                "decimals": decimals,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        code = d.pop("code")

        name = d.pop("name")

        symbol = d.pop("symbol")

        decimals = d.pop("decimals")

        currency = cls(
            code=code,
            name=name,
            symbol=symbol,
            decimals=decimals,
        )

        currency.additional_properties = d
        return currency

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
