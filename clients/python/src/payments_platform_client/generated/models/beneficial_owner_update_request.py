from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.beneficial_owner_role import BeneficialOwnerRole
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.beneficial_owner_personal_info_update_request import BeneficialOwnerPersonalInfoUpdateRequest


T = TypeVar("T", bound="BeneficialOwnerUpdateRequest")


@_attrs_define
class BeneficialOwnerUpdateRequest:
    """What may change of a beneficial owner."""

    roles: list[BeneficialOwnerRole] | Unset = UNSET
    """ What the person is to the business, each once. 1 to 6 items. """
    ownership_percentage: float | Unset = UNSET
    """ Share of the business, in per cent: with those of the business's other owners 100 at most. A number from 0
    to 100, kept to six decimal places. """
    personal_info: BeneficialOwnerPersonalInfoUpdateRequest | Unset = UNSET
    """ The person behind a beneficial owner; what is left out stays. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        roles: list[str] | Unset = UNSET
        if not isinstance(self.roles, Unset):
            roles = []
            for roles_item_data in self.roles:
                roles_item = roles_item_data.value
                roles.append(roles_item)

        ownership_percentage = self.ownership_percentage

        personal_info: dict[str, Any] | Unset = UNSET
        if not isinstance(self.personal_info, Unset):
            personal_info = self.personal_info.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({})
        if roles is not UNSET:
            field_dict["roles"] = roles
        if ownership_percentage is not UNSET:
            field_dict["ownershipPercentage"] = ownership_percentage
        if personal_info is not UNSET:
            field_dict["personalInfo"] = personal_info

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.beneficial_owner_personal_info_update_request import BeneficialOwnerPersonalInfoUpdateRequest  # noqa: PLC0415

        d = dict(src_dict)
        _roles = d.pop("roles", UNSET)
        roles: list[BeneficialOwnerRole] | Unset = UNSET
        if _roles is not UNSET:
            roles = []
            for roles_item_data in _roles:
                roles_item = BeneficialOwnerRole(roles_item_data)

                roles.append(roles_item)

        ownership_percentage = d.pop("ownershipPercentage", UNSET)

        _personal_info = d.pop("personalInfo", UNSET)
        personal_info: BeneficialOwnerPersonalInfoUpdateRequest | Unset
        if isinstance(_personal_info, Unset):
            personal_info = UNSET
        else:
            personal_info = BeneficialOwnerPersonalInfoUpdateRequest.from_dict(_personal_info)

        beneficial_owner_update_request = cls(
            roles=roles,
            ownership_percentage=ownership_percentage,
            personal_info=personal_info,
        )

        beneficial_owner_update_request.additional_properties = d
        return beneficial_owner_update_request

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
