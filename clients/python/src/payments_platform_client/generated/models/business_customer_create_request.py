from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.customer_status import CustomerStatus
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.address import Address
    from ..models.business_info import BusinessInfo


T = TypeVar("T", bound="BusinessCustomerCreateRequest")


@_attrs_define
class BusinessCustomerCreateRequest:
    """A business to create."""

    customer_type: Literal["BUSINESS"]
    """ A business. """
    platform_customer_id: str | Unset = UNSET
    """ Your own name of the customer, unique among yours. Left out: the service makes one. 1 to 255 characters. """
    region: str | Unset = UNSET
    """ The country whose rules apply to the customer. It never changes. ISO 3166-1 alpha-2 in capitals, such as
    `MX`. """
    currencies: list[str] | Unset = UNSET
    """ What the customer gets internal accounts in: currencies of the platform's, each once; the first is what
    invitations are sent in. 1 to 200 items. """
    uma_address: str | Unset = UNSET
    """ The address that the customer is paid at, of the platform's `umaDomain`. The user has 1 to 64 characters; it
    is kept in small letters. `$user@domain`. """
    kyb_status: CustomerStatus | Unset = UNSET
    address: Address | Unset = UNSET
    """ A postal address. """
    business_info: BusinessInfo | Unset = UNSET
    """ What is known of a business: at least its legal name. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        customer_type = self.customer_type

        platform_customer_id = self.platform_customer_id

        region = self.region

        currencies: list[str] | Unset = UNSET
        if not isinstance(self.currencies, Unset):
            currencies = self.currencies

        uma_address = self.uma_address

        kyb_status: str | Unset = UNSET
        if not isinstance(self.kyb_status, Unset):
            kyb_status = self.kyb_status.value

        address: dict[str, Any] | Unset = UNSET
        if not isinstance(self.address, Unset):
            address = self.address.to_dict()

        business_info: dict[str, Any] | Unset = UNSET
        if not isinstance(self.business_info, Unset):
            business_info = self.business_info.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "customerType": customer_type,
            }
        )
        if platform_customer_id is not UNSET:
            field_dict["platformCustomerId"] = platform_customer_id
        if region is not UNSET:
            field_dict["region"] = region
        if currencies is not UNSET:
            field_dict["currencies"] = currencies
        if uma_address is not UNSET:
            field_dict["umaAddress"] = uma_address
        if kyb_status is not UNSET:
            field_dict["kybStatus"] = kyb_status
        if address is not UNSET:
            field_dict["address"] = address
        if business_info is not UNSET:
            field_dict["businessInfo"] = business_info

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.address import Address  # noqa: PLC0415
        from ..models.business_info import BusinessInfo  # noqa: PLC0415

        d = dict(src_dict)
        customer_type = cast(Literal["BUSINESS"], d.pop("customerType"))
        if customer_type != "BUSINESS":
            raise ValueError(f"customerType must match const 'BUSINESS', got '{customer_type}'")

        platform_customer_id = d.pop("platformCustomerId", UNSET)

        region = d.pop("region", UNSET)

        currencies = cast(list[str], d.pop("currencies", UNSET))

        uma_address = d.pop("umaAddress", UNSET)

        _kyb_status = d.pop("kybStatus", UNSET)
        kyb_status: CustomerStatus | Unset
        if isinstance(_kyb_status, Unset):
            kyb_status = UNSET
        else:
            kyb_status = CustomerStatus(_kyb_status)

        _address = d.pop("address", UNSET)
        address: Address | Unset
        if isinstance(_address, Unset):
            address = UNSET
        else:
            address = Address.from_dict(_address)

        _business_info = d.pop("businessInfo", UNSET)
        business_info: BusinessInfo | Unset
        if isinstance(_business_info, Unset):
            business_info = UNSET
        else:
            business_info = BusinessInfo.from_dict(_business_info)

        business_customer_create_request = cls(
            customer_type=customer_type,
            platform_customer_id=platform_customer_id,
            region=region,
            currencies=currencies,
            uma_address=uma_address,
            kyb_status=kyb_status,
            address=address,
            business_info=business_info,
        )

        business_customer_create_request.additional_properties = d
        return business_customer_create_request

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
