from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.beneficial_owner_role import BeneficialOwnerRole
from ..models.beneficial_owner_status import BeneficialOwnerStatus

if TYPE_CHECKING:
    from ..models.beneficial_owner_personal_info import BeneficialOwnerPersonalInfo


T = TypeVar("T", bound="BeneficialOwner")


@_attrs_define
class BeneficialOwner:
    """A person who owns or controls a business."""

    id: str
    """ Names the beneficial owner in other requests. `BeneficialOwner:<uuid>`. """
    customer_id: str
    """ The business. `Customer:<uuid>`. """
    roles: list[BeneficialOwnerRole]
    """ What the person is to the business. """
    ownership_percentage: float
    """ Share of the business, in per cent. A number from 0 to 100, kept to six decimal places. """
    personal_info: BeneficialOwnerPersonalInfo
    """ The person behind a beneficial owner. """
    kyc_status: BeneficialOwnerStatus
    created_at: datetime.datetime
    """ When it was made, by the platform's clock. ISO 8601 with an offset; in replies UTC, such as
    `2026-01-31T09:30:00Z`. """
    updated_at: datetime.datetime
    """ When it was last changed, by the platform's clock; at first, when it was made. ISO 8601 with an offset; in
    replies UTC, such as `2026-01-31T09:30:00Z`. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        customer_id = self.customer_id

        roles = []
        for roles_item_data in self.roles:
            roles_item = roles_item_data.value
            roles.append(roles_item)

        ownership_percentage = self.ownership_percentage

        personal_info = self.personal_info.to_dict()

        kyc_status = self.kyc_status.value

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "customerId": customer_id,
                "roles": roles,
                "ownershipPercentage": ownership_percentage,
                "personalInfo": personal_info,
                "kycStatus": kyc_status,
                "createdAt": created_at,
                "updatedAt": updated_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.beneficial_owner_personal_info import BeneficialOwnerPersonalInfo  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        customer_id = d.pop("customerId")

        roles = []
        _roles = d.pop("roles")
        for roles_item_data in _roles:
            roles_item = BeneficialOwnerRole(roles_item_data)

            roles.append(roles_item)

        ownership_percentage = d.pop("ownershipPercentage")

        personal_info = BeneficialOwnerPersonalInfo.from_dict(d.pop("personalInfo"))

        kyc_status = BeneficialOwnerStatus(d.pop("kycStatus"))

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt"))

        beneficial_owner = cls(
            id=id,
            customer_id=customer_id,
            roles=roles,
            ownership_percentage=ownership_percentage,
            personal_info=personal_info,
            kyc_status=kyc_status,
            created_at=created_at,
            updated_at=updated_at,
        )

        beneficial_owner.additional_properties = d
        return beneficial_owner

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
