from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.customer_status import CustomerStatus
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.address import Address
    from ..models.beneficial_owner import BeneficialOwner
    from ..models.business_info import BusinessInfo


T = TypeVar("T", bound="BusinessCustomer")


@_attrs_define
class BusinessCustomer:
    """A customer that is a business."""

    id: str
    """ Names the customer in other requests. `Customer:<uuid>`. """
    platform_customer_id: str
    """ Your own name of the customer; the service makes one where you gave none. """
    currencies: list[str]
    """ Codes of the currencies that the customer has internal accounts in; the first is what invitations are sent
    in. """
    uma_address: str
    """ The UMA address, `$user@domain` in small letters. """
    created_at: datetime.datetime
    """ When it was made, by the platform's clock. ISO 8601 with an offset; in replies UTC, such as
    `2026-01-31T09:30:00Z`. """
    updated_at: datetime.datetime
    """ When it was last changed, by the platform's clock; at first, when it was made. ISO 8601 with an offset; in
    replies UTC, such as `2026-01-31T09:30:00Z`. """
    is_deleted: bool
    """ Whether the customer was deleted: its history can be read, and nothing new done. """
    customer_type: Literal["BUSINESS"]
    """ A business. """
    kyb_status: CustomerStatus
    beneficial_owners: list[BeneficialOwner]
    """ Who owns or controls the business, as far as it was told. """
    region: str | Unset = UNSET
    """ The country that you gave as the one whose rules apply. Absent where none was given. ISO 3166-1 alpha-2 in
    capitals, such as `MX`. """
    address: Address | Unset = UNSET
    """ A postal address. """
    business_info: BusinessInfo | Unset = UNSET
    """ What is known of a business: at least its legal name. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        platform_customer_id = self.platform_customer_id

        currencies = self.currencies

        uma_address = self.uma_address

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        is_deleted = self.is_deleted

        customer_type = self.customer_type

        kyb_status = self.kyb_status.value

        beneficial_owners = []
        for beneficial_owners_item_data in self.beneficial_owners:
            beneficial_owners_item = beneficial_owners_item_data.to_dict()
            beneficial_owners.append(beneficial_owners_item)

        region = self.region

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
                "id": id,
                "platformCustomerId": platform_customer_id,
                "currencies": currencies,
                "umaAddress": uma_address,
                "createdAt": created_at,
                "updatedAt": updated_at,
                "isDeleted": is_deleted,
                "customerType": customer_type,
                "kybStatus": kyb_status,
                "beneficialOwners": beneficial_owners,
            }
        )
        if region is not UNSET:
            field_dict["region"] = region
        if address is not UNSET:
            field_dict["address"] = address
        if business_info is not UNSET:
            field_dict["businessInfo"] = business_info

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.address import Address  # noqa: PLC0415
        from ..models.beneficial_owner import BeneficialOwner  # noqa: PLC0415
        from ..models.business_info import BusinessInfo  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        platform_customer_id = d.pop("platformCustomerId")

        currencies = cast(list[str], d.pop("currencies"))

        uma_address = d.pop("umaAddress")

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt"))

        is_deleted = d.pop("isDeleted")

        customer_type = cast(Literal["BUSINESS"], d.pop("customerType"))
        if customer_type != "BUSINESS":
            raise ValueError(f"customerType must match const 'BUSINESS', got '{customer_type}'")

        kyb_status = CustomerStatus(d.pop("kybStatus"))

        beneficial_owners = []
        _beneficial_owners = d.pop("beneficialOwners")
        for beneficial_owners_item_data in _beneficial_owners:
            beneficial_owners_item = BeneficialOwner.from_dict(beneficial_owners_item_data)

            beneficial_owners.append(beneficial_owners_item)

        region = d.pop("region", UNSET)

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

        business_customer = cls(
            id=id,
            platform_customer_id=platform_customer_id,
            currencies=currencies,
            uma_address=uma_address,
            created_at=created_at,
            updated_at=updated_at,
            is_deleted=is_deleted,
            customer_type=customer_type,
            kyb_status=kyb_status,
            beneficial_owners=beneficial_owners,
            region=region,
            address=address,
            business_info=business_info,
        )

        business_customer.additional_properties = d
        return business_customer

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
