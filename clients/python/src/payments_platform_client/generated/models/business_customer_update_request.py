from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.customer_status import CustomerStatus
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.address import Address
    from ..models.business_info_update_request import BusinessInfoUpdateRequest


T = TypeVar("T", bound="BusinessCustomerUpdateRequest")


@_attrs_define
class BusinessCustomerUpdateRequest:
    """What may change of a business."""

    customer_type: Literal["BUSINESS"]
    """ A business. """
    currencies: list[str] | Unset = UNSET
    """ What the customer gets internal accounts in: currencies of the platform's, each once; the first is what
    invitations are sent in. 1 to 200 items. """
    uma_address: str | Unset = UNSET
    """ The address that the customer is paid at, of the platform's `umaDomain`. The user has 1 to 64 characters; it
    is kept in small letters. `$user@domain`. """
    kyb_status: CustomerStatus | Unset = UNSET
    address: Address | Unset = UNSET
    """ A postal address. """
    business_info: BusinessInfoUpdateRequest | Unset = UNSET
    """ What is known of a business; every fact may be given later. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        customer_type = self.customer_type

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
        from ..models.business_info_update_request import BusinessInfoUpdateRequest  # noqa: PLC0415

        d = dict(src_dict)
        customer_type = cast(Literal["BUSINESS"], d.pop("customerType"))
        if customer_type != "BUSINESS":
            raise ValueError(f"customerType must match const 'BUSINESS', got '{customer_type}'")

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
        business_info: BusinessInfoUpdateRequest | Unset
        if isinstance(_business_info, Unset):
            business_info = UNSET
        else:
            business_info = BusinessInfoUpdateRequest.from_dict(_business_info)

        business_customer_update_request = cls(
            customer_type=customer_type,
            currencies=currencies,
            uma_address=uma_address,
            kyb_status=kyb_status,
            address=address,
            business_info=business_info,
        )

        business_customer_update_request.additional_properties = d
        return business_customer_update_request

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
