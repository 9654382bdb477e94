from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.platform_currency_config_request import PlatformCurrencyConfigRequest


T = TypeVar("T", bound="PlatformConfigUpdateRequest")


@_attrs_define
class PlatformConfigUpdateRequest:
    """What a platform may change about itself."""

    uma_domain: str | Unset = UNSET
    """ The domain of your customers' UMA addresses. In production it counts once it is shown to be yours. 1 to 253
    characters. """
    webhook_endpoint: str | Unset = UNSET
    """ Where events go: https, at a public address, on no port of another protocol. Setting it sends a `TEST`
    event; empty ends the sending. At most 2,048 characters. """
    supported_currencies: list[PlatformCurrencyConfigRequest] | Unset = UNSET
    """ All your currencies: the list replaces the one before. 1 to 200 items. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        uma_domain = self.uma_domain

        webhook_endpoint = self.webhook_endpoint

        supported_currencies: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.supported_currencies, Unset):
            supported_currencies = []
            for supported_currencies_item_data in self.supported_currencies:
                supported_currencies_item = supported_currencies_item_data.to_dict()
                supported_currencies.append(supported_currencies_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({})
        if uma_domain is not UNSET:
            field_dict["umaDomain"] = uma_domain
        if webhook_endpoint is not UNSET:
            field_dict["webhookEndpoint"] = webhook_endpoint
        if supported_currencies is not UNSET:
            field_dict["supportedCurrencies"] = supported_currencies

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.platform_currency_config_request import PlatformCurrencyConfigRequest  # noqa: PLC0415

        d = dict(src_dict)
        uma_domain = d.pop("umaDomain", UNSET)

        webhook_endpoint = d.pop("webhookEndpoint", UNSET)

        _supported_currencies = d.pop("supportedCurrencies", UNSET)
        supported_currencies: list[PlatformCurrencyConfigRequest] | Unset = UNSET
        if _supported_currencies is not UNSET:
            supported_currencies = []
            for supported_currencies_item_data in _supported_currencies:
                supported_currencies_item = PlatformCurrencyConfigRequest.from_dict(supported_currencies_item_data)

                supported_currencies.append(supported_currencies_item)

        platform_config_update_request = cls(
            uma_domain=uma_domain,
            webhook_endpoint=webhook_endpoint,
            supported_currencies=supported_currencies,
        )

        platform_config_update_request.additional_properties = d
        return platform_config_update_request

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
