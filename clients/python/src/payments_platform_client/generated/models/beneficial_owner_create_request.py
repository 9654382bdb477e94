from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.beneficial_owner_role import BeneficialOwnerRole

if TYPE_CHECKING:
    from ..models.beneficial_owner_personal_info import BeneficialOwnerPersonalInfo


T = TypeVar("T", bound="BeneficialOwnerCreateRequest")


@_attrs_define
class BeneficialOwnerCreateRequest:
    """A beneficial owner to record."""

    customer_id: str
    """ The business. As a reply has shown it, with its prefix. """
    roles: list[BeneficialOwnerRole]
    """ What the person is to the business, each once. 1 to 6 items. """
    ownership_percentage: float
    """ Share of the business, in per cent: with those of the business's other owners 100 at most. A number from 0
    to 100, kept to six decimal places. """
    personal_info: BeneficialOwnerPersonalInfo
    """ The person behind a beneficial owner. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        customer_id = self.customer_id

        roles = []
        for roles_item_data in self.roles:
            roles_item = roles_item_data.value
            roles.append(roles_item)

        ownership_percentage = self.ownership_percentage

        personal_info = self.personal_info.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "customerId": customer_id,
                "roles": roles,
                "ownershipPercentage": ownership_percentage,
                "personalInfo": personal_info,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.beneficial_owner_personal_info import BeneficialOwnerPersonalInfo  # noqa: PLC0415

        d = dict(src_dict)
        customer_id = d.pop("customerId")

        roles = []
        _roles = d.pop("roles")
        for roles_item_data in _roles:
            roles_item = BeneficialOwnerRole(roles_item_data)

            roles.append(roles_item)

        ownership_percentage = d.pop("ownershipPercentage")

        personal_info = BeneficialOwnerPersonalInfo.from_dict(d.pop("personalInfo"))

        beneficial_owner_create_request = cls(
            customer_id=customer_id,
            roles=roles,
            ownership_percentage=ownership_percentage,
            personal_info=personal_info,
        )

        beneficial_owner_create_request.additional_properties = d
        return beneficial_owner_create_request

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
