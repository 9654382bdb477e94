from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.external_account_details_warnings_item import ExternalAccountDetailsWarningsItem


T = TypeVar("T", bound="ExternalAccountDetails")


@_attrs_define
class ExternalAccountDetails:
    """What is worth knowing about an account, and did not stop it."""

    warnings: list[ExternalAccountDetailsWarningsItem]
    """ What is odd about a field: its name as `field` and a sentence as `reason`. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        warnings = []
        for warnings_item_data in self.warnings:
            warnings_item = warnings_item_data.to_dict()
            warnings.append(warnings_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "warnings": warnings,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.external_account_details_warnings_item import ExternalAccountDetailsWarningsItem  # noqa: PLC0415

        d = dict(src_dict)
        warnings = []
        _warnings = d.pop("warnings")
        for warnings_item_data in _warnings:
            warnings_item = ExternalAccountDetailsWarningsItem.from_dict(warnings_item_data)

            warnings.append(warnings_item)

        external_account_details = cls(
            warnings=warnings,
        )

        external_account_details.additional_properties = d
        return external_account_details

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
