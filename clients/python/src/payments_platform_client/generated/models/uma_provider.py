from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.currency import Currency


T = TypeVar("T", bound="UmaProvider")


@_attrs_define
class UmaProvider:
    """A counterparty whose customers have UMA addresses."""

    name: str
    """ What the institution is called. """
    domain: str
    """ The domain of its customers' UMA addresses. """
    supported_regions: list[str]
    """ Countries that it serves: ISO 3166-1 alpha-2. """
    supported_currencies: list[Currency]
    """ Currencies that it takes. """
    allow_list_status: bool
    """ Whether payments to and from it are allowed. """
    logo_url: str | Unset = UNSET
    """ Address of its logo. Absent where none is known. """
    lei: str | Unset = UNSET
    """ Its legal entity identifier (ISO 17442). Absent where none is known. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        domain = self.domain

        supported_regions = self.supported_regions

        supported_currencies = []
        for supported_currencies_item_data in self.supported_currencies:
            supported_currencies_item = supported_currencies_item_data.to_dict()
            supported_currencies.append(supported_currencies_item)

        allow_list_status = self.allow_list_status

        logo_url = self.logo_url

        lei = self.lei

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "name": name,
                "domain": domain,
                "supportedRegions": supported_regions,
                "supportedCurrencies": supported_currencies,
                "allowListStatus": allow_list_status,
            }
        )
        if logo_url is not UNSET:
            field_dict["logoUrl"] = logo_url
        if lei is not UNSET:
            field_dict["lei"] = lei

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.currency import Currency  # noqa: PLC0415

        d = dict(src_dict)
        name = d.pop("name")

        domain = d.pop("domain")

        supported_regions = cast(list[str], d.pop("supportedRegions"))

        supported_currencies = []
        _supported_currencies = d.pop("supportedCurrencies")
        for supported_currencies_item_data in _supported_currencies:
            supported_currencies_item = Currency.from_dict(supported_currencies_item_data)

            supported_currencies.append(supported_currencies_item)

        allow_list_status = d.pop("allowListStatus")

        logo_url = d.pop("logoUrl", UNSET)

        lei = d.pop("lei", UNSET)

        uma_provider = cls(
            name=name,
            domain=domain,
            supported_regions=supported_regions,
            supported_currencies=supported_currencies,
            allow_list_status=allow_list_status,
            logo_url=logo_url,
            lei=lei,
        )

        uma_provider.additional_properties = d
        return uma_provider

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
