from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="KycLinkResponse")


@_attrs_define
class KycLinkResponse:
    """A link to the hosted identity page."""

    kyc_url: str
    """ The page to open in a browser. Who has the address may fill it in: give it to nobody else. """
    platform_customer_id: str
    """ Your own name of the customer. """
    customer_id: str
    """ The customer: `Customer:<uuid>`. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        kyc_url = self.kyc_url

        platform_customer_id = self.platform_customer_id

        customer_id = self.customer_id

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "kycUrl": kyc_url,
                "platformCustomerId": platform_customer_id,
                "customerId": customer_id,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        kyc_url = d.pop("kycUrl")

        platform_customer_id = d.pop("platformCustomerId")

        customer_id = d.pop("customerId")

        kyc_link_response = cls(
            kyc_url=kyc_url,
            platform_customer_id=platform_customer_id,
            customer_id=customer_id,
        )

        kyc_link_response.additional_properties = d
        return kyc_link_response

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
