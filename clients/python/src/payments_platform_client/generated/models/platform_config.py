from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.platform_currency_config import PlatformCurrencyConfig
    from ..models.uma_domain_verification import UmaDomainVerification


T = TypeVar("T", bound="PlatformConfig")


@_attrs_define
class PlatformConfig:
    """A platform's configuration."""

    id: str
    """ Your platform. `PlatformConfig:<uuid>`. """
    uma_domain: str
    """ The domain of your customers' UMA addresses, in small letters. """
    proxy_uma_subdomain: str
    """ The name below the service's own host that stands for the domain. """
    webhook_endpoint: str
    """ Where events go: an https address. Empty: none are sent. """
    supported_currencies: list[PlatformCurrencyConfig]
    """ All currencies of the platform, each once, with their limits. """
    is_regulated_financial_institution: bool
    """ Whether you verify your customers yourself, as a regulated institution. Only the operator sets it. """
    created_at: datetime.datetime
    """ When it was made, by the platform's clock. ISO 8601 with an offset; in replies UTC, such as
    `2026-01-31T09:30:00Z`. """
    updated_at: datetime.datetime
    """ When it was last changed, by the platform's clock; at first, when it was made. ISO 8601 with an offset; in
    replies UTC, such as `2026-01-31T09:30:00Z`. """
    uma_domain_verification: UmaDomainVerification | Unset = UNSET
    """ Whether the platform is known to own its `umaDomain`, which counts for nothing before. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        uma_domain = self.uma_domain

        proxy_uma_subdomain = self.proxy_uma_subdomain

        webhook_endpoint = self.webhook_endpoint

        supported_currencies = []
        for supported_currencies_item_data in self.supported_currencies:
            supported_currencies_item = supported_currencies_item_data.to_dict()
            supported_currencies.append(supported_currencies_item)

        is_regulated_financial_institution = self.is_regulated_financial_institution

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        uma_domain_verification: dict[str, Any] | Unset = UNSET
        if not isinstance(self.uma_domain_verification, Unset):
            uma_domain_verification = self.uma_domain_verification.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "umaDomain": uma_domain,
                "proxyUmaSubdomain": proxy_uma_subdomain,
                "webhookEndpoint": webhook_endpoint,
                "supportedCurrencies": supported_currencies,
                "isRegulatedFinancialInstitution": is_regulated_financial_institution,
                "createdAt": created_at,
                "updatedAt": updated_at,
            }
        )
        if uma_domain_verification is not UNSET:
            field_dict["umaDomainVerification"] = uma_domain_verification

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.platform_currency_config import PlatformCurrencyConfig  # noqa: PLC0415
        from ..models.uma_domain_verification import UmaDomainVerification  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        uma_domain = d.pop("umaDomain")

        proxy_uma_subdomain = d.pop("proxyUmaSubdomain")

        webhook_endpoint = d.pop("webhookEndpoint")

        supported_currencies = []
        _supported_currencies = d.pop("supportedCurrencies")
        for supported_currencies_item_data in _supported_currencies:
            supported_currencies_item = PlatformCurrencyConfig.from_dict(supported_currencies_item_data)

            supported_currencies.append(supported_currencies_item)

        is_regulated_financial_institution = d.pop("isRegulatedFinancialInstitution")

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt"))

        _uma_domain_verification = d.pop("umaDomainVerification", UNSET)
        uma_domain_verification: UmaDomainVerification | Unset
        if isinstance(_uma_domain_verification, Unset):
            uma_domain_verification = UNSET
        else:
            uma_domain_verification = UmaDomainVerification.from_dict(_uma_domain_verification)

        platform_config = cls(
            id=id,
            uma_domain=uma_domain,
            proxy_uma_subdomain=proxy_uma_subdomain,
            webhook_endpoint=webhook_endpoint,
            supported_currencies=supported_currencies,
            is_regulated_financial_institution=is_regulated_financial_institution,
            created_at=created_at,
            updated_at=updated_at,
            uma_domain_verification=uma_domain_verification,
        )

        platform_config.additional_properties = d
        return platform_config

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
