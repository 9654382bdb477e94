from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="Address")


@_attrs_define
class Address:
    """A postal address."""

    line1: str
    """ Street and number, or what stands for them. 1 to 255 characters. """
    postal_code: str
    """ Postal code. Empty or left out in countries where addresses have none; empty in replies then. At most 32
    characters. """
    country: str
    """ Country of the address. ISO 3166-1 alpha-2 in capitals, such as `MX`. """
    line2: str | Unset = UNSET
    """ Flat, floor or the like. 1 to 255 characters. """
    city: str | Unset = UNSET
    """ City or place. 1 to 255 characters. """
    state: str | Unset = UNSET
    """ State, province or region, where addresses have one. 1 to 255 characters. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        line1 = self.line1

        postal_code = self.postal_code

        country = self.country

        line2 = self.line2

        city = self.city

        state = self.state

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "line1": line1,
                "postalCode": postal_code,
                "country": country,
            }
        )
        if line2 is not UNSET:
            field_dict["line2"] = line2
        if city is not UNSET:
            field_dict["city"] = city
        if state is not UNSET:
            field_dict["state"] = state

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        line1 = d.pop("line1")

        postal_code = d.pop("postalCode")

        country = d.pop("country")

        line2 = d.pop("line2", UNSET)

        city = d.pop("city", UNSET)

        state = d.pop("state", UNSET)

        address = cls(
            line1=line1,
            postal_code=postal_code,
            country=country,
            line2=line2,
            city=city,
            state=state,
        )

        address.additional_properties = d
        return address

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
