from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.institution_kind import InstitutionKind
from ..types import UNSET, Unset

T = TypeVar("T", bound="Discovery")


@_attrs_define
class Discovery:
    """A bank or mobile-money provider that money can be sent to."""

    bank_name: str
    """ What external accounts of the currency take as `bankName` or `provider`. """
    display_name: str
    """ The registered name, for people to read. """
    country: str
    """ Where it is: ISO 3166-1 alpha-2. """
    currency: str
    """ Code of the currency that it is paid in. """
    kind: InstitutionKind | Unset = UNSET
    rails: list[str] | Unset = UNSET
    """ The rails that reach it: names that `paymentRail` of a quote takes. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        bank_name = self.bank_name

        display_name = self.display_name

        country = self.country

        currency = self.currency

        kind: str | Unset = UNSET
        if not isinstance(self.kind, Unset):
            kind = self.kind.value

        rails: list[str] | Unset = UNSET
        if not isinstance(self.rails, Unset):
            rails = self.rails

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "bankName": bank_name,
                "displayName": display_name,
                "country": country,
                "currency": currency,
            }
        )
        if kind is not UNSET:
            field_dict["kind"] = kind
        if rails is not UNSET:
            field_dict["rails"] = rails

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        bank_name = d.pop("bankName")

        display_name = d.pop("displayName")

        country = d.pop("country")

        currency = d.pop("currency")

        _kind = d.pop("kind", UNSET)
        kind: InstitutionKind | Unset
        if isinstance(_kind, Unset):
            kind = UNSET
        else:
            kind = InstitutionKind(_kind)

        rails = cast(list[str], d.pop("rails", UNSET))

        discovery = cls(
            bank_name=bank_name,
            display_name=display_name,
            country=country,
            currency=currency,
            kind=kind,
            rails=rails,
        )

        discovery.additional_properties = d
        return discovery

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
