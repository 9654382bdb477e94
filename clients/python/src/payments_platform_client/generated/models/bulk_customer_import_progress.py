from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="BulkCustomerImportProgress")


@_attrs_define
class BulkCustomerImportProgress:
    """How many rows of a file there are, and what became of those that are done."""

    total: int
    """ Rows of the file. Zero until they are counted. At least 0. """
    processed: int
    """ Rows that are done, well or not. At least 0. """
    successful: int
    """ Rows that became customers. At least 0. """
    failed: int
    """ Rows that did not. At least 0. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        total = self.total

        processed = self.processed

        successful = self.successful

        failed = self.failed

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "total": total,
                "processed": processed,
                "successful": successful,
                "failed": failed,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        total = d.pop("total")

        processed = d.pop("processed")

        successful = d.pop("successful")

        failed = d.pop("failed")

        bulk_customer_import_progress = cls(
            total=total,
            processed=processed,
            successful=successful,
            failed=failed,
        )

        bulk_customer_import_progress.additional_properties = d
        return bulk_customer_import_progress

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
